//! A model of what SQLite's FTS5 does with our index text and our expressions:
//! small, slow and written from its documentation, not from our matcher.

/// Returns the tokens that FTS5's `ascii` tokenizer takes from `text`.
pub(crate) fn ascii_tokens(text: &str) -> Vec<String> {
    text.split(|c: char| c.is_ascii() && !c.is_ascii_alphanumeric())
        .filter(|token| !token.is_empty())
        .map(str::to_ascii_lowercase)
        .collect()
}

/// Returns whether `body` matches `expression`, which has the form
/// `body : ("a b" AND "c"*)`.
pub(crate) fn matches(expression: &str, body: &str) -> bool {
    let inner = expression
        .strip_prefix("body : (")
        .unwrap()
        .strip_suffix(')')
        .unwrap();
    let tokens = ascii_tokens(body);
    inner.split(" AND ").all(|phrase| {
        let (phrase, is_prefix) = match phrase.strip_suffix('*') {
            Some(phrase) => (phrase, true),
            None => (phrase, false),
        };
        let quoted = phrase.strip_prefix('"').unwrap().strip_suffix('"').unwrap();
        assert!(!quoted.contains('"'), "a quote inside a phrase: {quoted}");
        let wanted = ascii_tokens(quoted);
        assert!(!wanted.is_empty(), "a phrase without tokens empties an AND");
        tokens.windows(wanted.len()).any(|window| {
            window
                .iter()
                .zip(&wanted)
                .enumerate()
                .all(|(n, (token, wanted_token))| {
                    if is_prefix && n + 1 == wanted.len() {
                        token.starts_with(wanted_token.as_str())
                    } else {
                        token == wanted_token
                    }
                })
        })
    })
}

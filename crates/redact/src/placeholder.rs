//! Recognises what stands where a secret would stand but is none: references,
//! examples, crossed-out values.

use std::ops::Range;

use crate::steps;
use crate::text::Text;

/// Words that mark an example, in lower case: long enough that a random string
/// practically never holds one in any case.
#[rustfmt::skip]
const EXAMPLE_WORDS: &[&str] = &[
    "example", "placeholder", "redacted", "changeme", "change-me", "change_me",
    "yourtoken", "yourkey", "yourpass", "yoursecret", "yourapi", "my-token", "my_token",
    "my-secret", "my_secret", "insert-", "insert_", "replace-", "replace_",
    "replaceme", "put_your", "xxxxxxxx", "not-a-real", "notreal", "goes-here", "fill-in",
    "sample-", "sample_", "deadbeef", "-token-here",
];

/// Shorter ones, which a random string holds now and then: they count in one
/// case and at an edge of the letters and digits they stand among.
#[rustfmt::skip]
const SHORT_EXAMPLE_WORDS: &[&str] = &[
    "your-", "your_", "my-api", "my_api", "my-bot", "dummy", "xxxxx", "*****", "-here", "_here",
    "<your",
];

/// Whole values that are no secrets, in lower case.
#[rustfmt::skip]
const NO_SECRETS: &[&str] = &[
    "", "none", "todo", "fixme", "tbd", "null", "nil", "undefined", "true", "false", "yes", "no", "on", "off", "empty",
    "n/a", "na", "unset", "default", "required", "optional", "enabled", "disabled", "string",
    "str", "text", "bool", "boolean", "number", "int", "integer", "bytes", "object", "any",
    "unknown", "password", "passwd", "pass", "pwd", "secret", "token", "key", "apikey", "api_key",
    "api-key", "value", "credentials", "user", "username", "include", "omit", "same-origin",
    "basic", "bearer", "hidden", "masked", "test", "foo", "bar", "baz", "env", "file", "prompt",
    "oauth", "oauth2", "auto", "process.env", "self", "this", "invalid", "valid", "missing",
    "expired", "incorrect", "wrong", "stored", "set", "ok", "error", "failed", "success", "left",
    "right", "some", "option", "vec", "author", "authorization", "current-password", "new-
    password", "anonymous", "guest", "new", "old", "passphrase", "yourpassword", "mypassword",
    "mytoken", "mysecret", "mykey", "client_secret", "client_credentials", "authorization_code",
    "refresh_token", "access_token", "private", "public",
];

/// Whether `value` is crossed out, elided or an example, whatever its context.
///
/// Used on the bodies of tokens with a known prefix: only marks that a random
/// string practically never holds count.
pub(crate) fn is_example(value: &[u8]) -> bool {
    let head = value.get(..256).unwrap_or(value);
    is_crossed_out(head)
        || has_word(head, EXAMPLE_WORDS, |_| true)
        || has_word(head, SHORT_EXAMPLE_WORDS, |word| {
            is_in_one_case(head.get(word.clone()).unwrap_or_default()) && is_at_an_edge(head, &word)
        })
}

/// Whether `value` stands for a secret without being one: an example, a
/// reference to where the secret is kept, or a plain word such as `none`.
pub(crate) fn is_placeholder(value: &[u8]) -> bool {
    is_reference(value)
        || is_example(value)
        || NO_SECRETS
            .iter()
            .any(|word| value.eq_ignore_ascii_case(word.as_bytes()))
        || is_elided(value)
        || is_self_naming(value)
}

/// Words such as `my-secret-value`: a person's name for a secret.
fn is_self_naming(value: &[u8]) -> bool {
    const WORDS: &[&str] = &[
        "password",
        "passwd",
        "secret",
        "token",
        "apikey",
        "api-key",
        "api_key",
        "credential",
    ];
    let is_joined = value.iter().any(|byte| matches!(byte, b'-' | b'_' | b' '));
    is_joined && is_wordy(value) && has_word(value, WORDS, |_| true)
}

fn is_elided(value: &[u8]) -> bool {
    let dots = [b"...".as_slice(), "…".as_bytes()];
    dots.iter()
        .any(|dots| value.ends_with(dots) || value.starts_with(dots))
}

/// Few different bytes, or a long run of one byte.
fn is_crossed_out(value: &[u8]) -> bool {
    steps::count(value.len().min(4096));
    let mut longest = 0;
    let mut run = 0;
    let mut last = None;
    let mut seen = [0_u8; 3];
    let mut distinct = 0_usize;
    for byte in value.iter().take(4096) {
        run = if last == Some(byte) { run + 1 } else { 1 };
        longest = longest.max(run);
        last = Some(byte);
        if *byte != b'-' && *byte != b'.' && *byte != b'_' && !seen.contains(byte) {
            if let Some(slot) = seen.get_mut(distinct) {
                *slot = *byte;
            }
            distinct += 1;
        }
    }
    distinct <= 1
        || (distinct <= 2 && value.len() >= 6)
        || (longest >= 8 && longest * 4 >= value.len())
        || longest * 2 > value.len().max(6)
}

/// Whether `value` holds one of `words`, in any case, where `counts` agrees.
fn has_word(value: &[u8], words: &[&str], counts: impl Fn(Range<usize>) -> bool) -> bool {
    steps::count(value.len());
    let mut firsts = [false; 256];
    for first in words.iter().filter_map(|word| word.bytes().next()) {
        if let Some(known) = firsts.get_mut(usize::from(first)) {
            *known = true;
        }
    }
    value.iter().enumerate().any(|(at, byte)| {
        let first = byte.to_ascii_lowercase();
        firsts.get(usize::from(first)) == Some(&true)
            && words.iter().any(|word| {
                value
                    .get(at..at + word.len())
                    .is_some_and(|part| part.eq_ignore_ascii_case(word.as_bytes()))
                    && counts(at..at + word.len())
            })
    })
}

/// Whether `word` is written `so`, `So` or `SO`.
fn is_in_one_case(word: &[u8]) -> bool {
    let mut letters = word.iter().filter(|byte| byte.is_ascii_alphabetic());
    let is_first_upper = letters.next().is_some_and(u8::is_ascii_uppercase);
    let uppers = letters.clone().filter(|byte| byte.is_ascii_uppercase());
    match uppers.count() {
        0 => true,
        n => is_first_upper && n == letters.count(),
    }
}

/// Whether no letter or digit stands on one side of `word` at least.
fn is_at_an_edge(value: &[u8], word: &Range<usize>) -> bool {
    let is_free = |byte: Option<&u8>| byte.is_none_or(|byte| !byte.is_ascii_alphanumeric());
    is_free(word.start.checked_sub(1).and_then(|at| value.get(at))) || is_free(value.get(word.end))
}

/// Whether `value` holds `word` in any ASCII case.
pub(crate) fn contains_any_case(value: &[u8], word: &[u8]) -> bool {
    steps::count(value.len());
    value
        .windows(word.len().max(1))
        .any(|window| window.eq_ignore_ascii_case(word))
}

/// How references to a store of secrets begin, in lower case.
#[rustfmt::skip]
const HOLDERS: &[&str] = &[
    "${{", "{{", "process.env", "os.environ", "getenv", "env[", "env(", "secrets.", "import.meta",
    "vault:", "op://", "arn:aws", "ssm:", "sops:", "keychain:", "file://", "env:", "$env:", "<%=",
    "secretsmanager", "http://", "https://",
];

/// Whether `value` names a place instead of holding the secret: a variable, a
/// template, a command, a path, a call.
pub(crate) fn is_reference(value: &[u8]) -> bool {
    let at = |at: usize| value.get(at).copied().unwrap_or(0);
    let name = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_';
    let opened = match at(0) {
        b'$' => {
            matches!(at(1), b'{' | b'(' | b'$') || is_variable(value.get(1..).unwrap_or_default())
        }
        b'{' => matches!(at(1), b'{' | b'%') || (name(at(1)) && value.ends_with(b"}")),
        b'<' => name(at(1)) || matches!(at(1), b'%' | b'?' | b'/'),
        b'%' => value.len() > 2 && value.ends_with(b"%") && name(at(1)),
        b'#' => at(1) == b'{',
        b'!' => name(at(1)) && !value.iter().any(u8::is_ascii_digit),
        b'@' => name(at(1)) && value.contains(&b'('),
        b'/' => is_path(value),
        b'~' => at(1) == b'/',
        b'.' => at(1) == b'/' || (at(1) == b'.' && at(2) == b'/'),
        _ => false,
    };
    opened
        || HOLDERS.iter().any(|holder| {
            value.len() >= holder.len()
                && value
                    .get(..holder.len())
                    .is_some_and(|v| v.eq_ignore_ascii_case(holder.as_bytes()))
        })
        || contains_any_case(value, b"process.env")
        || has_template(value)
}

/// Whether a whole `${name}` or `$(name)` stands inside.
fn has_template(value: &[u8]) -> bool {
    let mut rest = value;
    while let Some(at) = rest.iter().position(|byte| *byte == b'$') {
        rest = rest.get(at + 1..).unwrap_or_default();
        let close = match rest.first() {
            Some(b'{') => b'}',
            Some(b'(') => b')',
            _ => continue,
        };
        let name = rest.get(1..).unwrap_or_default();
        let len = name
            .iter()
            .take_while(|b| b.is_ascii_alphanumeric() || b"_.:- ".contains(b))
            .count();
        if len > 0 && name.get(len) == Some(&close) {
            return true;
        }
    }
    false
}

/// Whether `value` is the name of an environment variable.
pub(crate) fn is_variable_name(value: &[u8]) -> bool {
    value.contains(&b'_')
        && value
            .iter()
            .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b'_')
        && value.iter().filter(|byte| byte.is_ascii_digit()).count() * 5 <= value.len()
}

/// `NAME`, `env:NAME` or `name.name` after a dollar sign.
fn is_variable(name: &[u8]) -> bool {
    let head = name.first().copied().unwrap_or(0);
    let plain = name
        .iter()
        .all(|byte| byte.is_ascii_alphanumeric() || b"_.:[]-\"'".contains(byte));
    let upper = name
        .iter()
        .all(|byte| byte.is_ascii_uppercase() || b"_0123456789".contains(byte));
    let lower = !name.iter().any(u8::is_ascii_digit);
    (head.is_ascii_digit() && name.len() == 1)
        || ((head.is_ascii_alphabetic() || head == b'_') && plain && (upper || lower))
}

/// An absolute path of words.
fn is_path(value: &[u8]) -> bool {
    value.split(|byte| *byte == b'/').count() >= 3
        && !value.iter().any(|byte| b"+=".contains(byte))
        && value
            .split(|byte| *byte == b'/')
            .skip(1)
            .all(|part| part.len() < 40)
}

/// Whether `value`, unquoted in code, is an expression: a call, a path of
/// names, an index, a type.
pub(crate) fn is_expression(value: &[u8]) -> bool {
    let Some(head) = value.first() else {
        return true;
    };
    if !(head.is_ascii_alphabetic() || b"_&*(![".contains(head)) {
        return false;
    }
    if matches!(head, b'&' | b'*' | b'!' | b'[' | b'_') {
        return true;
    }
    let words = value
        .iter()
        .all(|byte| byte.is_ascii_alphabetic() || b"_.:&*[]()<>'?!".contains(byte));
    let call = value
        .iter()
        .position(|byte| *byte == b'(')
        .is_some_and(|at| {
            value
                .get(..at)
                .unwrap_or_default()
                .iter()
                .all(|b| b.is_ascii_alphanumeric() || b"_.:!".contains(b))
        });
    let index = value
        .iter()
        .position(|byte| *byte == b'[')
        .is_some_and(|at| {
            value
                .get(..at)
                .unwrap_or_default()
                .iter()
                .all(|b| b.is_ascii_alphanumeric() || b"_.:".contains(b))
        });
    let path = value.iter().any(|byte| *byte == b'.' || *byte == b':') && words;
    call || index
        || path
        || is_dotted(value)
        || (words && value.iter().any(|byte| b"&*<>[]".contains(byte)))
}

/// Names joined by points, as in `module.name2`.
fn is_dotted(value: &[u8]) -> bool {
    value.contains(&b'.')
        && value.split(|byte| *byte == b'.').all(|name| {
            name.first()
                .is_some_and(|head| head.is_ascii_alphabetic() || *head == b'_')
                && name
                    .iter()
                    .all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
                && !crate::entropy::is_random(name)
        })
}

/// Whether `value` is made of words of letters alone, as names and prose are.
pub(crate) fn is_wordy(value: &[u8]) -> bool {
    steps::count(value.len());
    value
        .iter()
        .all(|byte| byte.is_ascii_alphabetic() || *byte >= 128 || b"_-.:/ '".contains(byte))
}

/// `word` without the signs of a sentence around it.
pub(crate) fn bare(word: &[u8]) -> &[u8] {
    let is_sign = |byte: &u8| byte.is_ascii_punctuation();
    let from = word.iter().position(|byte| !is_sign(byte));
    let to = word.iter().rposition(|byte| !is_sign(byte));
    match (from, to) {
        (Some(from), Some(to)) => word.get(from..=to).unwrap_or_default(),
        _ => &[],
    }
}

/// Whether `value` is a name in camel or snake case: words of three or more
/// letters, no digits.
pub(crate) fn is_identifier(value: &[u8]) -> bool {
    let shape = crate::entropy::Shape::of(value);
    shape.digits == 0
        && shape.consonants < 6
        && shape.other * 4 <= shape.len
        && shape.case_steps * 100 < shape.len * 38
}

/// Whether the text at `at` opens a placeholder in angle brackets.
pub(crate) fn opens_angle(text: Text<'_>, at: usize) -> bool {
    text.at(at) == b'<' && (text.at(at + 1).is_ascii_alphabetic() || text.at(at + 1) == b'%')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_examples_and_plain_words_are_placeholders() {
        for value in [
            "${DB_PASSWORD}",
            "$TOKEN",
            "$1",
            "{{ .Values.pass }}",
            "<your key>",
            "%DB_PASSWORD%",
            "********",
            "xxxxxxxxxxxxxxxx",
            "changeme",
            "REDACTED",
            "none",
            "$(pass show db)",
            "sk-...",
            "process.env.API_KEY",
            "/run/secrets/db",
            "!vault",
            "your-api-key",
            "",
            "00000000-0000-0000-0000-000000000000",
            "dummyToken12",
            "TEST-DUMMY-1",
            "sk-Your-Key",
            "12ab_XXXXX",
            "yourToken",
        ] {
            assert!(is_placeholder(value.as_bytes()), "{value}");
        }
    }

    #[test]
    fn passwords_are_no_placeholders() {
        for value in [
            "dipPr112Gg!",
            "$tr0ng&Long1",
            "m{{h}o)p${e]nob(ody",
            "hunter2",
            "IhqSb1Gg",
            "MLMo4AiTH7QmDUMmYfx3",
            "F87xDTcGjqULAzfppiNXJReA34NulVVPEBHXXXxx",
            "7ka0369aL7QQloxxxxx3",
            "dUmmyAiTH7QmmYfx3",
        ] {
            assert!(!is_placeholder(value.as_bytes()), "{value}");
        }
    }
}

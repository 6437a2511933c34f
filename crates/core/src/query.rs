//! Queries: from what someone typed to the phrases that must match.
//!
//! A query is literal (`S2`): no character is an operator, and what reaches the
//! full-text index is made from analysed tokens alone, each term quoted.

use std::collections::HashSet;

use thiserror::Error;

use crate::analysis::{LONG_RUN, MAX_QUERY_TOKENS, Token, TokenKind, analyze};

/// The longest query in characters, after trimming (`S1`).
pub const MAX_QUERY_CHARS: usize = 4_096;

/// The largest number of different terms of a query (`S15`).
pub const MAX_TERMS: usize = 64;

/// Why a query cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum QueryError {
    /// Nothing but white space.
    #[error("query is blank; give 1 to {MAX_QUERY_CHARS} characters")]
    Blank,
    /// Too many characters.
    #[error("query has {n_chars} characters, more than {MAX_QUERY_CHARS}")]
    TooLong {
        /// How many it has after trimming.
        n_chars: usize,
    },
    /// Too many different terms.
    #[error("query has {n_terms} different terms, more than {MAX_TERMS}")]
    TooManyTerms {
        /// How many it has.
        n_terms: usize,
    },
    /// Too many words in all terms together.
    #[error("query has {n_tokens} words in all, more than {MAX_QUERY_TOKENS}")]
    TooManyTokens {
        /// How many it has. A text without spaces counts by its characters.
        n_tokens: usize,
    },
    /// A term with a run that no index holds, so it could never be found.
    #[error("query has a word of more than {LONG_RUN} characters")]
    LongWord,
}

/// How a token of a term is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TokenMatch {
    /// With the whole token.
    Whole,
    /// With the beginning of it: a single character of a script without
    /// spaces, which every pair that it heads matches (`S5`).
    Head,
    /// With the beginning of a word: the last word of a query in prefix mode
    /// (`S20`).
    Prefix,
}

/// A token of a term.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct QueryToken {
    /// The folded form.
    pub text: String,
    /// The form as it was typed.
    pub written: String,
    /// How it is compared.
    pub compare: TokenMatch,
}

/// A term: a phrase of one or more tokens, in order and adjacent.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Term {
    /// The term as it was typed, without quotes.
    pub written: String,
    /// Its tokens, at least one. Only the last can compare by anything but
    /// [`TokenMatch::Whole`].
    pub tokens: Vec<QueryToken>,
    /// Whether one of its tokens is a symbol. A phrase without symbols passes
    /// over those of the text.
    pub has_symbol: bool,
    /// Whether its last token is a word, and not a part of a text without
    /// spaces or a symbol.
    ends_in_word: bool,
}

/// A parsed query: all of its terms must match (`S2`).
///
/// # Examples
///
/// ```
/// use sessions_core::query::Query;
///
/// let query = Query::parse("Deploy — \"last friday\" src/main.rs").unwrap();
/// assert_eq!(query.ignored_terms(), ["—"]);
/// assert_eq!(
///     query.fts_expression().unwrap(),
///     r#"body : ("deploy" AND "last friday" AND "src main rs")"#,
/// );
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Query {
    terms: Vec<Term>,
    ignored: Vec<String>,
}

impl Query {
    /// Parses what was typed.
    ///
    /// White space parts terms; a part in double quotes is a phrase; a quote
    /// without a partner is text. A piece between white space that has no word
    /// in it is left out and reported by [`Query::ignored_terms`] (`S3`).
    /// Terms that fold to the same tokens count once.
    ///
    /// # Errors
    ///
    /// A query that is blank, longer than [`MAX_QUERY_CHARS`] (`S1`), or over
    /// the caps on terms, tokens and the length of a word (`S15`).
    pub fn parse(text: &str) -> Result<Self, QueryError> {
        Self::parse_as(text, TokenMatch::Whole)
    }

    /// Parses what is being typed: the last word matches as a prefix, the words
    /// before it in full (`S20`).
    ///
    /// ```
    /// use sessions_core::query::Query;
    ///
    /// let query = Query::parse_prefix("deploy fri").unwrap();
    /// assert_eq!(
    ///     query.fts_expression().unwrap(),
    ///     r#"body : ("deploy" AND "fri"*)"#
    /// );
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Query::parse`].
    pub fn parse_prefix(text: &str) -> Result<Self, QueryError> {
        Self::parse_as(text, TokenMatch::Prefix)
    }

    fn parse_as(text: &str, last_word: TokenMatch) -> Result<Self, QueryError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(QueryError::Blank);
        }
        let n_chars = text.chars().count();
        if n_chars > MAX_QUERY_CHARS {
            return Err(QueryError::TooLong { n_chars });
        }
        let mut terms = Vec::new();
        let mut ignored = Vec::new();
        for chunk in chunks(text) {
            let mut has_word = false;
            for piece in &chunk.pieces {
                if let Some(term) = Term::parse(piece)? {
                    has_word = true;
                    terms.push(term);
                }
            }
            if !has_word && !ignored.iter().any(|known| known == chunk.written) {
                ignored.push(chunk.written.to_owned());
            }
        }
        if let Some(term) = terms.last_mut() {
            term.open_word(last_word);
        }
        let mut seen = HashSet::new();
        terms.retain(|term| seen.insert(term.folded()));
        if terms.len() > MAX_TERMS {
            return Err(QueryError::TooManyTerms {
                n_terms: terms.len(),
            });
        }
        let n_tokens = terms.iter().map(|term| term.tokens.len()).sum();
        if n_tokens > MAX_QUERY_TOKENS {
            return Err(QueryError::TooManyTokens { n_tokens });
        }
        Ok(Self { terms, ignored })
    }

    /// Returns the terms in the order in which they were typed, each once.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// Returns the pieces without a word, as typed, each once (`S3`).
    pub fn ignored_terms(&self) -> &[String] {
        &self.ignored
    }

    /// Returns whether no term is left: nothing can be found.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// Returns the FTS5 expression for a column named `body` that holds
    /// [`index_text`](crate::analysis::index_text), or `None` for a query
    /// without terms.
    pub fn fts_expression(&self) -> Option<String> {
        self.fts_expression_of(|_| true)
    }

    /// Returns the FTS5 expression of some of the terms, or `None` where there
    /// are none of them.
    ///
    /// ```
    /// use sessions_core::query::Query;
    ///
    /// let query = Query::parse_prefix("deploy fr").unwrap();
    /// let whole = query.fts_expression_of(|term| !term.is_open(3));
    /// assert_eq!(whole.unwrap(), r#"body : ("deploy")"#);
    /// ```
    pub fn fts_expression_of(&self, is_wanted: impl Fn(&Term) -> bool) -> Option<String> {
        let mut out = String::from("body : (");
        let mut has_any = false;
        for term in self.terms.iter().filter(|it| is_wanted(it)) {
            if has_any {
                out.push_str(" AND ");
            }
            term.push_fts(&mut out);
            has_any = true;
        }
        out.push(')');
        has_any.then_some(out)
    }
}

impl Term {
    /// Returns the term as a phrase of FTS5, to be put together inside
    /// `body : ( … )`; [`Query::fts_expression`] does so for all terms.
    pub fn fts_phrase(&self) -> String {
        let mut out = String::new();
        self.push_fts(&mut out);
        out
    }

    /// Returns whether the term ends in the beginning of a word, of at most
    /// `max_chars` characters. Very many words begin so, and an index that is
    /// ordered by words merges the messages of all of them.
    pub fn is_open(&self, max_chars: usize) -> bool {
        self.tokens.last().is_some_and(|token| {
            token.compare != TokenMatch::Whole && token.text.chars().count() <= max_chars
        })
    }

    /// Guesses whether a text holds the last word of the term, or a word that
    /// begins with it: spellings that folding makes equal are not thought of.
    ///
    /// ```
    /// use sessions_core::query::Query;
    ///
    /// let query = Query::parse_prefix("fr").unwrap();
    /// let seems_in = |text: &str| query.terms()[0].seems_in(text);
    /// assert!(seems_in("on Friday") && !seems_in("in Africa"));
    /// ```
    pub fn seems_in(&self, text: &str) -> bool {
        let Some(last) = self.tokens.last() else {
            return false;
        };
        let (wanted, text) = (last.text.as_bytes(), text.as_bytes());
        let is_word = last.compare != TokenMatch::Head;
        let mut before = b' ';
        text.windows(wanted.len().max(1)).any(|window| {
            let begins = !is_word || !before.is_ascii_alphanumeric();
            before = window.first().copied().unwrap_or(b' ');
            begins && window.eq_ignore_ascii_case(wanted)
        })
    }

    /// Returns the term of a piece of text, or `None` when it has no word.
    fn parse(written: &str) -> Result<Option<Self>, QueryError> {
        let mut tokens = analyze(written);
        let is_broken = tokens
            .iter()
            .zip(tokens.iter().skip(1))
            .any(|(token, next)| next.position != token.position.saturating_add(1));
        if is_broken || has_long_run(written, &tokens) {
            return Err(QueryError::LongWord);
        }
        let Some(last) = tokens.pop() else {
            return Ok(None);
        };
        let ends_in_word = last.kind == TokenKind::Word;
        let has_symbol = last.kind == TokenKind::Symbol
            || tokens.iter().any(|token| token.kind == TokenKind::Symbol);
        // A run of grams at the end is open: more can follow in the text.
        let ends_run = last.kind == TokenKind::Gram;
        let closes_pair = ends_run
            && tokens.last().is_some_and(|token| {
                token.kind == TokenKind::Gram && token.range.end == last.range.end
            });
        if !closes_pair {
            tokens.push(last);
        }
        let n_tokens = tokens.len();
        let tokens = tokens
            .into_iter()
            .enumerate()
            .map(|(n, token)| QueryToken {
                written: written.get(token.range).unwrap_or_default().to_owned(),
                text: token.text,
                compare: if ends_run && !closes_pair && n + 1 == n_tokens {
                    TokenMatch::Head
                } else {
                    TokenMatch::Whole
                },
            })
            .collect();
        Ok(Some(Self {
            written: written.to_owned(),
            tokens,
            has_symbol,
            ends_in_word,
        }))
    }

    /// Lets the last token, if it is a word, compare as is said. Scripts without
    /// spaces match by substring anyway, and a symbol has no beginning.
    fn open_word(&mut self, compare: TokenMatch) {
        if self.ends_in_word
            && let Some(last) = self.tokens.last_mut()
        {
            last.compare = compare;
        }
    }

    /// Returns what makes two terms one.
    fn folded(&self) -> Vec<(String, TokenMatch)> {
        let of = |token: &QueryToken| (token.text.clone(), token.compare);
        self.tokens.iter().map(of).collect()
    }

    fn push_fts(&self, out: &mut String) {
        out.push('"');
        for (n, token) in self.tokens.iter().enumerate() {
            if n > 0 {
                out.push(' ');
            }
            out.push_str(&token.text);
        }
        out.push('"');
        if self
            .tokens
            .last()
            .is_some_and(|token| token.compare != TokenMatch::Whole)
        {
            out.push('*');
        }
    }
}

/// Returns whether the analysis left out a very long run at an edge of
/// `written`, where no gap between tokens shows it.
fn has_long_run(written: &str, tokens: &[Token]) -> bool {
    let head = tokens
        .first()
        .map_or(written.len(), |token| token.range.start);
    let tail = tokens.last().map_or(written.len(), |token| token.range.end);
    [written.get(..head), written.get(tail..)]
        .into_iter()
        .flatten()
        .any(|edge| edge.len() > LONG_RUN && edge.chars().any(char::is_alphanumeric))
}

/// A piece of a query between white space, quotes aside.
struct Chunk<'a> {
    written: &'a str,
    pieces: Vec<&'a str>,
}

/// Parts a query at white space and at quotes that have a partner.
fn chunks(text: &str) -> Vec<Chunk<'_>> {
    let mut chunks = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let whole = rest;
        let mut pieces = Vec::new();
        loop {
            let plain_end = rest.find(char::is_whitespace).unwrap_or(rest.len());
            let quoted = rest.split_once('"').and_then(|(before, after)| {
                let (inner, after) = after.split_once('"')?;
                (before.len() < plain_end).then_some((before, inner, after))
            });
            if let Some((before, inner, after)) = quoted {
                pieces.extend([before, inner]);
                rest = after;
            } else {
                let (piece, after) = rest.split_at_checked(plain_end).unwrap_or((rest, ""));
                pieces.push(piece);
                rest = after;
                break;
            }
        }
        let written = whole.get(..whole.len() - rest.len()).unwrap_or_default();
        chunks.push(Chunk { written, pieces });
        rest = rest.trim_start();
    }
    chunks
}

// By hand: what someone searches for does not go into a Debug output (`R9`).
impl std::fmt::Debug for Query {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Query")
            .field("n_terms", &self.terms.len())
            .field("n_ignored", &self.ignored.len())
            .finish()
    }
}

impl std::fmt::Debug for Term {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Term")
            .field("n_tokens", &self.tokens.len())
            .field("has_symbol", &self.has_symbol)
            .finish_non_exhaustive()
    }
}

impl std::fmt::Debug for QueryToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("QueryToken")
            .field("compare", &self.compare)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expression(text: &str) -> String {
        Query::parse(text)
            .unwrap()
            .fts_expression()
            .unwrap_or_default()
    }

    #[test]
    fn every_term_is_a_quoted_phrase() {
        for (text, expected) in [
            ("hello world", r#"body : ("hello" AND "world")"#),
            ("\"hello world\"", r#"body : ("hello world")"#),
            ("\"hello world", r#"body : ("hello" AND "world")"#),
            ("a\"b c\"d", r#"body : ("a" AND "b c" AND "d")"#),
            ("a \"b", r#"body : ("a" AND "b")"#),
            (
                "AND OR* NOT^ NEAR(a)",
                r#"body : ("and" AND "or" AND "not" AND "near a")"#,
            ),
            ("body:x -y {z}", r#"body : ("body x" AND "y" AND "z")"#),
            ("三点开会", r#"body : ("三点 点开 开会")"#),
            ("午", r#"body : ("午"*)"#),
            ("后50", r#"body : ("后 50")"#),
            ("gen后", r#"body : ("gen 后"*)"#),
            ("\"开会 明天\"", r#"body : ("开会 会 明天")"#),
            ("🚀 launch", r#"body : ("🚀" AND "launch")"#),
        ] {
            assert_eq!(expression(text), expected, "{text}");
        }
    }

    #[test]
    fn a_piece_without_a_word_is_reported_once() {
        let query = Query::parse("a - — - \"&\" \"b\", \"\"").unwrap();
        assert_eq!(query.ignored_terms(), ["-", "—", "\"&\"", "\"\""]);
        assert_eq!(query.fts_expression().unwrap(), r#"body : ("a" AND "b")"#);
        let query = Query::parse("- & —").unwrap();
        assert!(query.is_empty());
        assert_eq!(query.fts_expression(), None);
    }

    #[test]
    fn a_repeated_term_counts_once() {
        let text = "Café cafe CAFE ".repeat(100);
        assert_eq!(expression(&text), r#"body : ("cafe")"#);
    }

    #[test]
    fn the_last_word_of_what_is_typed_is_a_prefix() {
        for (text, expected) in [
            ("deploy fri", r#"body : ("deploy" AND "fri"*)"#),
            ("Fri", r#"body : ("fri"*)"#),
            ("src/ma", r#"body : ("src ma"*)"#),
            ("fri —", r#"body : ("fri"*)"#),
            ("deploy 三点", r#"body : ("deploy" AND "三点")"#),
            ("deploy 午", r#"body : ("deploy" AND "午"*)"#),
            ("launch 🚀", r#"body : ("launch" AND "🚀")"#),
            // The whole word was asked for too.
            (
                "fri deploy fri",
                r#"body : ("fri" AND "deploy" AND "fri"*)"#,
            ),
        ] {
            let query = Query::parse_prefix(text).unwrap();
            assert_eq!(query.fts_expression().unwrap(), expected, "{text}");
        }
        assert!(Query::parse_prefix(" ").is_err());
        assert!(Query::parse_prefix("-").unwrap().is_empty());
    }

    #[test]
    fn a_query_over_a_limit_is_refused_with_the_limit() {
        let words = |n: usize| {
            (0..n)
                .map(|n| format!("w{n}"))
                .collect::<Vec<_>>()
                .join(" ")
        };
        for (text, expected) in [
            (String::new(), "query is blank; give 1 to 4096 characters"),
            (
                " \t\u{3000}\n".to_owned(),
                "query is blank; give 1 to 4096 characters",
            ),
            (
                "é".repeat(4_097),
                "query has 4097 characters, more than 4096",
            ),
            (words(65), "query has 65 different terms, more than 64"),
            (
                format!("\"{}\"", words(257)),
                "query has 257 words in all, more than 256",
            ),
            (
                "x".repeat(513),
                "query has a word of more than 512 characters",
            ),
            (
                format!("a,{},b", "я".repeat(513)),
                "query has a word of more than 512 characters",
            ),
            (
                format!("a.{}", "x".repeat(513)),
                "query has a word of more than 512 characters",
            ),
        ] {
            let error = Query::parse(&text).unwrap_err();
            assert_eq!(error.to_string(), expected);
        }
        assert!(Query::parse(&format!(" {} ", "é ".repeat(2_048))).is_ok());
        assert!(Query::parse(&words(64)).is_ok());
        assert!(Query::parse(&format!("\"{}\"", words(256))).is_ok());
        assert!(Query::parse(&"x".repeat(512)).is_ok());
    }

    #[test]
    fn debug_omits_what_was_typed() {
        let query = Query::parse("hunter2 —").unwrap();
        let shown = format!("{query:?} {:?}", query.terms());
        assert!(
            !shown.contains("hunter2") && !shown.contains('—'),
            "{shown}"
        );
    }

    #[test]
    fn no_error_of_a_query_tells_what_was_asked() {
        let rows = crate::rows_of_errors!(QueryError:
            of text { TooLong, TooManyTerms, TooManyTokens, LongWord }
            not of text { Blank: "there is no text" }
        );
        let planted = crate::testing::told::planted();
        let terms: Vec<String> = (0..=MAX_TERMS).map(|n| format!("w{n}")).collect();
        let made: Vec<QueryError> = [
            planted.repeat(MAX_QUERY_CHARS),
            format!("{planted} {}", terms.join(" ")),
            format!("{planted} \"{}\"", "a b ".repeat(MAX_QUERY_TOKENS)),
            format!("{planted} {}", "x".repeat(LONG_RUN + 1)),
        ]
        .iter()
        .filter_map(|text| Query::parse(text).err())
        .collect();
        assert_eq!(rows.faults(&made), Vec::<String>::new());
    }
}

//! Text analysis: the one function that turns text into tokens (`S4`, `S5`).
//!
//! The index, the query and the excerpt all use it, so they cannot disagree on
//! what a word is. The index is fed [`index_text`], the tokens joined by
//! spaces, which FTS5's `ascii` tokenizer takes apart into exactly the same
//! tokens: it parts at ASCII characters other than letters and digits, and no
//! token of ours holds one.
//!
//! # What a token is
//!
//! - A *word*: a run of letters, numbers and their marks, case-folded, without
//!   accents, in canonical decomposition. й stays itself, ё becomes е. Vowel
//!   signs stay (Devanagari), points and harakat go (Hebrew, Arabic). Soft
//!   hyphens and other invisible characters vanish without parting it.
//! - A *symbol*: an emoji with all that belongs to it, or one private character.
//! - A *gram*, in text written without spaces (Han, kana, Hangul, Thai, Lao,
//!   Khmer, Myanmar). A run of such characters `c1 c2 … cn` gives n tokens,
//!   `c1c2`, `c2c3`, …, `cn`: overlapping pairs and the last one alone.
//!
//! Everything else parts tokens. A change of kind parts them too, so
//! `重跑gen-itgc后50条` is `重跑 跑 gen itgc 后 50 条`.
//!
//! # How phrases of them work
//!
//! Each token takes one place, so tokens of any kind can be neighbours in a
//! phrase. A query term is analysed in the same way, and then its last run of
//! grams is opened at the end ([`crate::query`]): `三点开会` is the phrase
//! `三点 点开 开会`, without the last `会`, since in a stored text more can
//! follow; `午` alone is the prefix `午*`. The prefix is exact: only a gram
//! begins with such a character, and a run gives every character of it one
//! token that begins with it. A run in the middle of a term keeps its last
//! single, since there the stored run has to end as well: `后50` is the phrase
//! `后 50`, and does not match in `后来50`. Pairs of two separate runs never
//! chain, because the last single of the first stands between them.
//!
//! A phrase passes over symbols that it does not name: `"launch now"` is found
//! in `launch 🚀 now`, and so is `"launch 🚀"`. For this the index text holds
//! the tokens without symbols and, after a break, those around each symbol
//! once more with it.
//!
//! # What is left out
//!
//! Masked spans give no token, and no phrase crosses one (`S12`). A word of
//! more than [`LONG_RUN`] characters, and a run of more than [`LONG_RUN`]
//! letters and digits with nothing but the other signs of base64 (`+ / = - _`)
//! between them, give no token either, and break a phrase.

mod fold;
mod mask;
mod scan;

use std::ops::Range;

pub(crate) use fold::is_gram;
pub(crate) use mask::normalized;
use mask::segments;
pub(crate) use scan::RawToken;
use scan::{Scanned, scan};

/// The longest word, in folded characters, and the longest base64-like run, in
/// letters and digits, that is analysed. Longer ones are left out.
pub const LONG_RUN: usize = 512;

/// The number of tokens that a phrase can have, and all terms of a query
/// together (`S15`).
pub const MAX_QUERY_TOKENS: usize = 256;

/// The token that no phrase crosses. It is a separator to the analysis, so no
/// query holds it.
pub const BREAK_TOKEN: &str = "¶";

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TokenKind {
    /// A word of a script with spaces.
    Word,
    /// Two neighbouring characters, or the last one, of a run in a script
    /// without spaces.
    Gram,
    /// An emoji or a private character.
    Symbol,
}

/// A token of a text.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Token {
    /// The folded form.
    pub text: String,
    /// Where it stands in the source, in bytes, on character boundaries.
    pub range: Range<usize>,
    /// Where the first character of a pair ends in the source; for every other
    /// token the end of `range`.
    pub head_end: usize,
    /// Its place: neighbours differ by one, more stands where a phrase breaks.
    pub position: u32,
    /// What it is.
    pub kind: TokenKind,
}

// By hand: the text of messages does not go into a Debug output (`R9`).
impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Token")
            .field("range", &self.range)
            .field("position", &self.position)
            .field("kind", &self.kind)
            .finish_non_exhaustive()
    }
}

/// Returns the tokens of `text` in reading order.
///
/// Ranges begin in order; those of pairs overlap. The cost is linear.
///
/// # Examples
///
/// ```
/// use sessions_core::analysis::analyze;
///
/// let words: Vec<String> = analyze("Café src/main.rs 開会")
///     .into_iter()
///     .map(|t| t.text)
///     .collect();
/// assert_eq!(words, ["cafe", "src", "main", "rs", "開会", "会"]);
/// ```
pub fn analyze(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    for_each_token(text, &[], |token, place| {
        tokens.push(Token {
            text: token.text.to_owned(),
            range: token.range.clone(),
            head_end: token.head_end,
            position: place.full,
            kind: token.kind,
        });
    });
    tokens
}

/// The two places of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// Among all tokens.
    pub(crate) full: u32,
    /// Among the tokens without symbols; a symbol has that of the next word.
    pub(crate) plain: u32,
}

/// Calls `visit` for each token of `text` outside `masks`, in reading order.
///
/// Two tokens are neighbours when their places differ by one. Places are
/// counted in 32 bits, which is more than a text in memory has tokens of use;
/// past it they stay at the last.
pub(crate) fn for_each_token(
    text: &str,
    masks: &[Range<usize>],
    mut visit: impl FnMut(&RawToken<'_>, Place),
) {
    let mut place = Place { full: 0, plain: 0 };
    for segment in segments(text, masks) {
        scan(
            text.get(segment.clone()).unwrap_or_default(),
            segment.start,
            |scanned| match scanned {
                Scanned::Token(token) => {
                    visit(&token, place);
                    place.full = place.full.saturating_add(1);
                    if token.kind != TokenKind::Symbol {
                        place.plain = place.plain.saturating_add(1);
                    }
                }
                Scanned::Break => place.skip(),
            },
        );
        // Between two segments lies a mask.
        place.skip();
    }
}

impl Place {
    /// Leaves a gap that no phrase crosses.
    fn skip(&mut self) {
        self.full = self.full.saturating_add(1);
        self.plain = self.plain.saturating_add(1);
    }
}

/// Returns the text that is given to the full-text index for a message.
///
/// `text` is the masked text and `masks` are the ranges of its masks in bytes,
/// in any order. The answer is made for an FTS5 table with `tokenize='ascii'`
/// and `detail=full`: folded tokens joined by spaces, with [`BREAK_TOKEN`]
/// where no phrase may cross (see the module's text). It is empty when the
/// text has no token.
///
/// # Examples
///
/// ```
/// use sessions_core::analysis::index_text;
///
/// let text = "Token [redacted] läuft ab";
/// assert_eq!(index_text(text, &[6..16]), "token ¶ lauft ab");
/// ```
pub fn index_text(text: &str, masks: &[Range<usize>]) -> String {
    let mut out = Joined::with_capacity(text.len());
    let mut symbols = Vec::new();
    for_each_token(text, masks, |token, place| {
        if token.kind == TokenKind::Symbol {
            symbols.push(place.full);
        } else {
            out.push(token.text, place.plain);
        }
    });
    if symbols.is_empty() {
        return out.text;
    }
    // Once more around the symbols: as far as the longest phrase can reach.
    let reach = u32::try_from(MAX_QUERY_TOKENS).unwrap_or(u32::MAX);
    let mut ahead = symbols.into_iter().peekable();
    let mut behind: Option<u32> = None;
    let mut far = Joined {
        text: out.text,
        next: None,
    };
    for_each_token(text, masks, |token, place| {
        while let Some(symbol) = ahead.next_if(|&symbol| symbol <= place.full) {
            behind = Some(symbol);
        }
        let is_near = behind.is_some_and(|symbol| place.full - symbol < reach)
            || ahead
                .peek()
                .is_some_and(|&symbol| symbol - place.full < reach);
        if is_near {
            far.push(token.text, place.full);
        }
    });
    far.text
}

/// Tokens joined by spaces, with a break wherever a place is left out.
struct Joined {
    text: String,
    /// The place that continues a phrase.
    next: Option<u32>,
}

impl Joined {
    fn with_capacity(n_bytes: usize) -> Self {
        Self {
            text: String::with_capacity(n_bytes),
            next: None,
        }
    }

    fn push(&mut self, token: &str, place: u32) {
        if !self.text.is_empty() {
            self.text.push(' ');
            if self.next != Some(place) {
                self.text.push_str(BREAK_TOKEN);
                self.text.push(' ');
            }
        }
        self.text.push_str(token);
        self.next = Some(place.saturating_add(1));
    }
}

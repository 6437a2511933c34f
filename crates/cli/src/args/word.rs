//! Values that are one of some words, and numbers.

use clap::builder::{PossibleValuesParser, TypedValueParser};

/// Returns a parser of the words that `word` gives the choices.
pub(super) fn one_of<T>(
    choices: &[T],
    word: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> + use<T>
where
    T: Copy + Send + Sync + 'static,
{
    let choices = choices.to_vec();
    let words: Vec<_> = choices.iter().copied().map(word).collect();
    PossibleValuesParser::new(words).try_map(move |text| {
        let found = choices.iter().find(|it| word(**it) == text);
        found.copied().ok_or("not one of the words")
    })
}

/// Reads how many there may be; whether that many may be is not clap's to say.
pub(super) fn count(text: &str) -> Result<u64, String> {
    let read = text.parse();
    read.map_err(|_| format!("a whole number up to {} is allowed", u64::MAX))
}

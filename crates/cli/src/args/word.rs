//! Values that are one of some words.

use clap::builder::{PossibleValuesParser, TypedValueParser};

/// Returns a parser of the words that `word` gives the choices.
pub(super) fn one_of<T, const N: usize>(
    choices: [T; N],
    word: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    PossibleValuesParser::new(choices.map(word)).try_map(move |text| {
        choices
            .into_iter()
            .find(|&it| word(it) == text)
            .ok_or("not one of the words")
    })
}

//! What errors tell: nothing of a secret or of a message (R9).
//!
//! A crate states for every variant of its error type whether a text can make
//! it arise, with [`rows_of_errors`](crate::rows_of_errors), and shows one of
//! each that can. A variant without a row does not compile.

use std::error::Error;
use std::fmt::Write as _;

/// So many characters in a row of what was planted are too many.
const N_TOLD: usize = 6;

/// What somebody says; no six characters of it stand in a message of ours.
pub const PLANTED_TEXT: &str = "zwölf Boxkämpfer jagen Viktor quer über Sylt";

/// Returns a text shaped like a token, put together so that no scanner stops
/// on it.
pub fn planted_secret() -> String {
    format!("gh{}_{}", 'p', "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8")
}

/// Returns the secret within the text.
pub fn planted() -> String {
    format!("{PLANTED_TEXT} {} fertig", planted_secret())
}

/// Returns all that an error says: for people and for programmers, its own and
/// that of its causes.
pub fn told(err: &(dyn Error + 'static)) -> String {
    let mut told = String::new();
    let mut next = Some(err);
    while let Some(err) = next {
        // Writing to a string does not fail.
        let _ = writeln!(told, "{err}\n{err:?}\n{err:#?}");
        next = err.source();
    }
    told
}

/// Returns a piece of what was planted that `told` holds, if there is one.
pub fn told_piece(told: &str) -> Option<String> {
    let secret = planted_secret();
    [PLANTED_TEXT, &secret].into_iter().find_map(|planted| {
        let characters: Vec<char> = planted.chars().collect();
        characters
            .windows(N_TOLD)
            .map(|it| it.iter().collect::<String>())
            .find(|piece| told.contains(piece.as_str()))
    })
}

/// The rows of an error type, as
/// [`rows_of_errors`](crate::rows_of_errors) writes them.
#[derive(Debug)]
pub struct Rows<E> {
    /// The variant of an error.
    pub name_of: fn(&E) -> &'static str,
    /// The variants that a text can make arise.
    pub of_text: &'static [&'static str],
}

impl<E: Error + 'static> Rows<E> {
    /// Returns what is wrong: an error that tells a piece of what was planted,
    /// or a variant that a text makes arise and that is not among `made`.
    pub fn faults(&self, made: &[E]) -> Vec<String> {
        let mut faults: Vec<String> = Vec::new();
        for err in made {
            if let Some(piece) = told_piece(&told(err)) {
                faults.push(format!("{} tells `{piece}`", (self.name_of)(err)));
            }
        }
        for name in self.of_text {
            if !made.iter().any(|err| (self.name_of)(err) == *name) {
                faults.push(format!("no {name} was made"));
            }
        }
        faults
    }
}

/// Writes the rows of an error type: the variants that arise from a text that
/// somebody wrote or stored, and the others, each with the reason.
///
/// Expands to [`Rows`](crate::testing::told::Rows).
#[macro_export]
macro_rules! rows_of_errors {
    (
        $Error:ident:
        of text { $($made:ident),* $(,)? }
        not of text { $($other:ident: $why:literal),* $(,)? }
    ) => {{
        fn name_of(err: &$Error) -> &'static str {
            match err {
                $($Error::$made { .. } => stringify!($made),)*
                $($Error::$other { .. } => stringify!($other),)*
            }
        }
        $(let _: &str = $why;)*
        $crate::testing::told::Rows {
            name_of,
            of_text: &[$(stringify!($made)),*],
        }
    }};
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, thiserror::Error)]
    enum Telling {
        #[error("told")]
        Display { source: std::num::ParseIntError },
        #[error("not told")]
        Debug { text: String },
        #[error("never")]
        Never,
    }

    #[test]
    fn what_an_error_tells_is_found_wherever_it_stands() {
        let rows = rows_of_errors!(Telling:
            of text { Display, Debug }
            not of text { Never: "nothing makes it" }
        );
        let silent = Telling::Display {
            source: "x".parse::<i32>().unwrap_err(),
        };
        assert_eq!(rows.faults(&[silent]), ["no Debug was made"]);
        let text = planted_secret().split_off(30);
        let telling = Telling::Debug { text };
        assert_eq!(
            rows.faults(&[telling, Telling::Never]),
            ["Debug tells `n4O5p6`", "no Display was made"]
        );
    }
}

//! Recognisers in code, for what no table can say.
//!
//! Each recogniser names the literals that wake it and what it may call its
//! findings; the engine runs it at every hit. It reads a bounded stretch around
//! the hit, so the whole scan stays linear (R8).

use crate::scan::Scan;

mod assignment;
mod card;
mod command;
mod cookie;
mod header;
mod iban;
mod jwt;
mod keyword;
mod name;
mod pem;
mod personal;
mod phrase;
mod prose;
mod seed;
mod separator;
mod url;
mod value;

/// One recogniser.
pub(crate) struct Recogniser {
    /// What wakes it, in any ASCII case.
    pub(crate) literals: &'static [&'static str],
    /// The names its findings may have.
    pub(crate) rules: &'static [&'static str],
    /// Looks around the literal number `which` that stands at `start..end`.
    pub(crate) run: fn(scan: &mut Scan<'_>, which: usize, start: usize, end: usize),
}

/// Every recogniser.
pub(crate) const ALL: &[&Recogniser] = &[
    &pem::BEGIN,
    &pem::END,
    &jwt::RECOGNISER,
    &url::RECOGNISER,
    &header::AUTHORIZATION,
    &header::SCHEME,
    &cookie::RECOGNISER,
    &command::USER,
    &command::PASSWORD,
    &command::NETRC,
    &command::MYSQL,
    &command::IDENTIFIED,
    &command::SECURE_STRING,
    &assignment::RECOGNISER,
    &prose::RECOGNISER,
    &seed::RECOGNISER,
    &card::RECOGNISER,
    &iban::RECOGNISER,
];

/// Those of the class that is off unless asked for.
pub(crate) const PERSONAL: &[&Recogniser] = personal::ALL;

//! What a person at a terminal sees, and where it goes.

pub(crate) mod doctor;
pub(crate) mod history;
pub(crate) mod import;
pub(crate) mod list;
mod masker;
mod printer;
pub(crate) mod reopen;
pub(crate) mod search;
mod style;
pub(crate) mod survey;
mod table;
mod text;

pub(crate) use self::printer::{Level, Printer};

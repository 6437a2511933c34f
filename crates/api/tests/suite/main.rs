//! Integration tests of the api: one binary, one module a subject.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod bounds;
mod explaining;
mod hostile;
mod imports;
mod merging;
mod near;
mod no_oracle;
mod paging;
mod prefix;
mod proof;
mod real_program;
mod remembered;
mod reopening;
mod scopes;
mod secrets;
mod shapes;
mod support;
mod traces;
mod trees;
mod upkeep;
mod who_sees_what;

//! Decides which sessions a requester may see; given facts, fetches none.
//!
//! # Overview
//!
//! - A [`Requester`](requester::Requester) asks; the interface establishes who
//!   it is, never a field of a request (V11).
//! - [`VisibilityRules`](rules::VisibilityRules) are what the operator
//!   configured, read by [`settings`].
//! - [`decide`](decision::decide) says whether the requester may read one
//!   session, and [`visible_to`](decision::visible_to) which sessions of each
//!   agent's database it may read. Both come from one list of grants, so a
//!   search and a history read cannot disagree (V8).
//! - Both give an [`Authorized`](authorized::Authorized) value, which nothing
//!   else can make: a function that takes one cannot be called unchecked (V9).
//!
//! # Feature flags
//!
//! - `testing`: strategies and recorded decisions, for the tests of the crates
//!   above. Not covered by semver.
//!
//! # Examples
//!
//! ```
//! use sessions_core::scope::{OwnerLinks, SessionFacts};
//! use sessions_policy::decision::{decide, visible_to};
//! use sessions_policy::requester::Requester;
//! use sessions_policy::rules::{Visibility, VisibilityRules};
//!
//! let requester = Requester::session("agent:main:telegram:direct:u1".parse()?);
//! let rules = VisibilityRules {
//!     visibility: Visibility::Tree,
//!     ..VisibilityRules::default()
//! };
//! let target = SessionFacts {
//!     key: "agent:ops:main".parse()?,
//!     links: OwnerLinks::default(),
//!     is_flagged_incognito: false,
//! };
//!
//! let denial = decide(&requester, &target, &rules).unwrap_err();
//! assert_eq!(
//!     (denial.as_str(), denial.rule()),
//!     ("cross-agent-restricted", "V1.5")
//! );
//! assert_eq!(denial.setting(), Some("tools.sessions.visibility"));
//! let scope = visible_to(&requester, &rules).scope(target.key.agent());
//! assert!(!scope.contains(&target));
//! # Ok::<(), sessions_core::key::ParseKeyError>(())
//! ```

pub mod agent_link;
pub mod authorized;
pub mod decision;
pub mod denial;
mod reach;
pub mod requester;
pub mod rules;
pub mod settings;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
mod word;

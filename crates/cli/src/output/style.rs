//! The roles of colour. What is shown reads the same without any.

use anstyle::{AnsiColor, Style};

/// A word that was searched for.
pub(super) const MATCH: Style = AnsiColor::Yellow.on_default().bold();
/// A person.
pub(super) const USER: Style = AnsiColor::Cyan.on_default().bold();
/// An agent.
pub(super) const ASSISTANT: Style = AnsiColor::Green.on_default().bold();
/// What is there for completeness: ids, scores, tools.
pub(super) const QUIET: Style = Style::new().dimmed();
/// A heading.
pub(super) const STRONG: Style = Style::new().bold();
/// An error.
pub(super) const ERROR: Style = AnsiColor::Red.on_default().bold();
/// A warning.
pub(super) const WARNING: Style = AnsiColor::Yellow.on_default().bold();
/// A way out.
pub(super) const HINT: Style = AnsiColor::Cyan.on_default().bold();

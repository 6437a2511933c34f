//! The command that reopens a hit.

use std::fmt;

use sessions_api::Hit;

/// The options that a command has to repeat to read the same data in the same
/// way: those that were typed, not those of the environment.
#[derive(Debug, Default)]
pub(crate) struct Repeated(pub(crate) Vec<String>);

/// The command that reopens a hit (H10).
pub(super) struct Reopen<'a> {
    pub(super) hit: &'a Hit,
    pub(super) repeated: &'a Repeated,
}

impl fmt::Display for Reopen<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("sessions history")?;
        for it in &self.repeated.0 {
            write!(f, " {}", Word(it))?;
        }
        write!(
            f,
            " {} {} {}",
            Word(self.hit.session_key.as_str()),
            Pair("--session-id", self.hit.session_id.as_str()),
            Pair("--message-id", self.hit.message_id.as_str()),
        )
    }
}

/// An option with its value; in one word where the value looks like an option.
struct Pair<'a>(&'a str, &'a str);

impl fmt::Display for Pair<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(name, value) = self;
        let between = if value.starts_with('-') { '=' } else { ' ' };
        write!(f, "{name}{between}{}", Word(value))
    }
}

/// A word as a shell reads it.
pub(crate) struct Word<'a>(pub(crate) &'a str);

impl fmt::Display for Word<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_plain = |it: char| it.is_ascii_alphanumeric() || "_@%+=:,./-".contains(it);
        if !self.0.is_empty() && self.0.chars().all(is_plain) {
            f.write_str(self.0)
        } else {
            write!(f, "'{}'", self.0.replace('\'', r"'\''"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_survive_a_shell() {
        assert_eq!(Word("agent:main:main").to_string(), "agent:main:main");
        assert_eq!(Word("it's $HOME").to_string(), r"'it'\''s $HOME'");
        assert_eq!(Pair("--message-id", "-x").to_string(), "--message-id=-x");
    }
}

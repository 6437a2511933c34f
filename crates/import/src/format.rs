//! The transcript formats that this crate reads.

use std::fmt;
use std::str::FromStr;

/// A transcript format (I1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Format {
    /// JSON lines of OpenClaw and pi, versions 1 to 3.
    OpenClaw,
    /// The database of an agent of OpenClaw.
    OpenClawDatabase,
    /// JSON lines of Claude Code, and of programs that write the same shape.
    ClaudeCode,
    /// Rollouts of Codex.
    Codex,
    /// Event logs of the Copilot command line.
    Copilot,
    /// Transcripts of the Gemini command line.
    Gemini,
    /// Exports of `ChatGPT`.
    ChatGpt,
    /// Exports of Claude.ai.
    ClaudeAi,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 8] = [
        Self::OpenClaw,
        Self::OpenClawDatabase,
        Self::ClaudeCode,
        Self::Codex,
        Self::Copilot,
        Self::Gemini,
        Self::ChatGpt,
        Self::ClaudeAi,
    ];

    /// Returns the word that names the format, on the command line too.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::OpenClaw => "openclaw",
            Self::OpenClawDatabase => "openclaw-sqlite",
            Self::ClaudeCode => "claude-code",
            Self::Codex => "codex",
            Self::Copilot => "copilot-cli",
            Self::Gemini => "gemini-cli",
            Self::ChatGpt => "chatgpt",
            Self::ClaudeAi => "claude-ai",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The word names no format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "not a transcript format; known are `openclaw`, `openclaw-sqlite`, `claude-code`, `codex`, \
     `copilot-cli`, `gemini-cli`, `chatgpt` and `claude-ai`"
)]
pub struct UnknownFormat;

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(text: &str) -> Result<Self, UnknownFormat> {
        Self::ALL
            .into_iter()
            .find(|format| format.as_str() == text)
            .ok_or(UnknownFormat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_named_by_their_words() {
        for format in Format::ALL {
            assert_eq!(format.as_str().parse(), Ok(format));
            let known = UnknownFormat.to_string();
            assert!(known.contains(&format!("`{format}`")), "{format}");
        }
        assert_eq!("OpenClaw".parse::<Format>(), Err(UnknownFormat));
    }
}

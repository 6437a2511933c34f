//! Text of transcripts on a terminal.
//!
//! What someone wrote into a conversation must not steer the terminal that
//! shows it: control characters and those that turn the direction of writing
//! are shown as marks. Nor may it pass for what this program says: a bar stands
//! before each line of it, and before nothing else.

use std::fmt::{self, Write as _};

use super::style;

/// What stands before each line that someone wrote into a conversation.
pub(super) const BAR: &str = "  │ ";

/// Returns what is shown for a character.
fn visible(it: char) -> char {
    match it {
        '\t' => it,
        // Unicode has pictures of the first 32 and of DEL.
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(it)).unwrap_or('\u{fffd}'),
        '\u{7f}' => '\u{2421}',
        '\u{80}'..='\u{9f}'
        | '\u{61c}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}'
        | '\u{2028}'
        | '\u{2029}' => '\u{fffd}',
        _ => it,
    }
}

/// A text on one line: line ends are spaces.
pub(super) struct OneLine<'a>(pub(super) &'a str);

impl fmt::Display for OneLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for it in self.0.chars() {
            f.write_char(if matches!(it, '\n' | '\r') {
                ' '
            } else {
                visible(it)
            })?;
        }
        Ok(())
    }
}

/// A text below its heading: every line of it behind a bar.
pub(super) struct Barred<'a>(pub(super) &'a str);

impl fmt::Display for Barred<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in self.0.lines() {
            let bar = if line.is_empty() { BAR.trim_end() } else { BAR };
            f.write_str(bar)?;
            line.chars().try_for_each(|it| f.write_char(visible(it)))?;
            f.write_char('\n')?;
        }
        Ok(())
    }
}

/// A text on one line with the matches in it set off.
pub(super) struct Marked<'a> {
    /// The text.
    pub(super) text: &'a str,
    /// Half-open ranges of characters, in order and disjoint.
    pub(super) matches: &'a [(usize, usize)],
}

impl fmt::Display for Marked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut matches = self.matches.iter().copied().peekable();
        let mut is_inside = false;
        for (index, it) in self.text.chars().enumerate() {
            if is_inside && matches.next_if(|&(_, end)| end <= index).is_some() {
                write!(f, "{:#}", style::MATCH)?;
                is_inside = false;
            }
            if !is_inside
                && matches
                    .peek()
                    .is_some_and(|&(start, end)| (start..end).contains(&index))
            {
                write!(f, "{}", style::MATCH)?;
                is_inside = true;
            }
            f.write_char(if matches!(it, '\n' | '\r') {
                ' '
            } else {
                visible(it)
            })?;
        }
        if is_inside {
            write!(f, "{:#}", style::MATCH)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(text: &str, matches: &[(usize, usize)]) -> String {
        let (on, off) = (style::MATCH.to_string(), format!("{:#}", style::MATCH));
        Marked { text, matches }
            .to_string()
            .replace(&on, "<")
            .replace(&off, ">")
    }

    #[test]
    fn matches_are_set_off_by_characters() {
        assert_eq!(
            marked("é the rollout", &[(2, 5), (6, 13)]),
            "é <the> <rollout>"
        );
        assert_eq!(marked("abcd", &[(0, 2), (2, 3)]), "<ab><c>d");
        assert_eq!(marked("abcd", &[]), "abcd");
        assert_eq!(marked("ab", &[(1, 99)]), "a<b>");
    }

    #[test]
    fn every_line_of_a_text_has_a_bar() {
        let text = "a\n\n\u{2502} b\r\n\u{85}c\u{2028}d\u{b}e";
        for line in Barred(text).to_string().split('\n') {
            assert!(line.is_empty() || line.starts_with("  │"), "{line:?}");
            assert_eq!(line, line.trim_end());
        }
    }

    #[test]
    fn text_does_not_steer_the_terminal() {
        let text = "a\u{1b}[31mb\u{9b}c\u{202e}d\re\nf\u{7f}";
        assert_eq!(OneLine(text).to_string(), "a␛[31mb\u{fffd}c\u{fffd}d e f␡");
        assert_eq!(
            Barred(text).to_string(),
            "  │ a␛[31mb\u{fffd}c\u{fffd}d␍e\n  │ f␡\n"
        );
        assert!(!marked(text, &[(0, 3)]).contains("\u{1b}[31m"));
    }
}

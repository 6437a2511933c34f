//! Shows how two texts differ, line by line.

use similar::TextDiff;

/// Returns a unified diff with three lines around each change.
///
/// Equal texts give an empty answer.
pub(crate) fn unified(old: &str, new: &str) -> String {
    TextDiff::from_lines(old, new)
        .unified_diff()
        .context_radius(3)
        .missing_newline_hint(false)
        .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diff_names_what_goes_and_what_comes() {
        let shown = unified("a\nb\nc\n", "a\nB\nc\n");
        assert!(shown.ends_with(" a\n-b\n+B\n c\n"), "{shown}");
        assert_eq!(unified("a\n", "a\n"), "");
    }
}

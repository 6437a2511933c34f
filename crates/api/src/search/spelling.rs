//! Which words are spelled alike.

/// The shortest word that a close spelling is looked for, in characters.
const MIN_CHARS: usize = 4;

/// From so many characters on two slips are allowed, below one.
const MIN_FOR_TWO: usize = 8;

/// Returns how many slips of the hand make one word of the other: letters that
/// are missing, too many, wrong, or in the wrong order; `None` for more than a
/// word of its length is allowed.
pub(super) fn distance(word: &str, other: &str) -> Option<usize> {
    let most = allowed(word);
    let n_chars = |text: &str| text.chars().count();
    if most == 0 || most < n_chars(word).abs_diff(n_chars(other)) {
        return None;
    }
    Some(strsim::osa_distance(word, other)).filter(|it| (1..=most).contains(it))
}

fn allowed(word: &str) -> usize {
    match word.chars().count() {
        0..MIN_CHARS => 0,
        MIN_CHARS..MIN_FOR_TWO => 1,
        _ => 2,
    }
}

/// Returns between which words those are that may be spelled like `word`: from
/// the first up to but without the second. Of a slip in the first letter only a
/// missing one and two in the wrong order are thought of; all words would be
/// too many to look at.
pub(super) fn ranges(word: &str) -> Vec<(String, String)> {
    let mut letters: Vec<char> = word.chars().take(2).collect();
    letters.dedup();
    if allowed(word) == 0 {
        letters.clear();
    }
    let range = |letter: char| {
        let next = char::from_u32(u32::from(letter) + 1).unwrap_or(char::MAX);
        (letter.to_string(), next.to_string())
    };
    letters.into_iter().map(range).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_counted_and_longer_words_may_have_two() {
        for (word, other, n) in [
            ("deploy", "deploy", None),
            ("depoly", "deploy", Some(1)),
            ("deplooy", "deploy", Some(1)),
            ("deploy", "depoy", Some(1)),
            ("deploi", "deploy", Some(1)),
            ("doply", "deploy", None),
            ("deplyoment", "deployments", Some(2)),
            ("was", "saw", None),
            ("café", "caffé", Some(1)),
        ] {
            assert_eq!(distance(word, other), n, "{word} {other}");
        }
    }

    #[test]
    fn words_alike_lie_in_the_ranges() {
        for (word, other) in [
            ("depoly", "deploy"),
            ("dpeloy", "deploy"),
            ("xdeploy", "deploy"),
        ] {
            let is_in = |(first, end): &(String, String)| (first.as_str()..end).contains(&other);
            assert!(ranges(word).iter().any(is_in), "{word} {other}");
        }
        assert_eq!(ranges("abc"), []);
    }
}

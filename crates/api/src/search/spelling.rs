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

/// How far one looks for words that are spelled alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// Those whose first letters are right, in the wrong order, or had one too
    /// many: few words begin alike.
    Near,
    /// Those with the same first letter, or with the second. Of a slip in the
    /// first letter only a missing one and two in the wrong order are thought of;
    /// all words would be too many to look at.
    Wide,
}

/// How many letters a near word begins with.
const FIRST: usize = 3;

/// Returns between which words those are that may be spelled like `word`: from
/// the first up to but without the second.
pub(super) fn ranges(word: &str, reach: Reach) -> Vec<(String, String)> {
    if allowed(word) == 0 {
        return Vec::new();
    }
    let letters: Vec<char> = word.chars().take(FIRST + 1).collect();
    let mut begins: Vec<String> = match reach {
        Reach::Near => {
            let swapped = (0..FIRST - 1).map(|at| {
                let mut letters = letters.clone();
                letters.swap(at, at + 1);
                letters
            });
            let without = (0..FIRST).map(|at| {
                let mut letters = letters.clone();
                letters.remove(at);
                letters
            });
            let all = std::iter::once(letters.clone())
                .chain(swapped)
                .chain(without);
            all.map(|it| it.into_iter().take(FIRST).collect()).collect()
        }
        Reach::Wide => letters.iter().take(2).map(char::to_string).collect(),
    };
    begins.sort();
    begins.dedup();
    begins.into_iter().filter_map(range).collect()
}

/// Returns from where to where words begin so.
fn range(begin: String) -> Option<(String, String)> {
    let last = begin.chars().next_back()?;
    let next = char::from_u32(u32::from(last) + 1).unwrap_or(char::MAX);
    let stem = begin.get(..begin.len() - last.len_utf8())?;
    let end = format!("{stem}{next}");
    Some((begin, end))
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

    fn is_in(word: &str, reach: Reach, other: &str) -> bool {
        let is_in = |(first, end): &(String, String)| (first.as_str()..end).contains(&other);
        ranges(word, reach).iter().any(is_in)
    }

    #[test]
    fn words_alike_lie_in_the_ranges() {
        for (word, other, is_near) in [
            ("depoly", "deploy", true),
            ("edploy", "deploy", true),
            ("dpeloy", "deploy", true),
            ("xdeploy", "deploy", true),
            ("dxeploy", "deploy", true),
            ("dexploy", "deploy", true),
            ("depxloy", "deploy", true),
            ("delpoy", "deploy", true),
            ("dploy", "deploy", false),
            ("diploy", "deploy", false),
            ("eploy", "deploy", false),
        ] {
            assert_eq!(is_in(word, Reach::Near, other), is_near, "{word} {other}");
        }
        for (word, other) in [
            ("dploy", "deploy"),
            ("diploy", "deploy"),
            ("xdeploy", "deploy"),
        ] {
            assert!(is_in(word, Reach::Wide, other), "{word} {other}");
        }
        for reach in [Reach::Near, Reach::Wide] {
            assert_eq!(ranges("abc", reach), []);
        }
    }

    proptest::proptest! {
        #[test]
        fn a_slip_behind_the_first_letters_stays_near(
            word in "[a-zé]{4,12}",
            at in 3..12_usize,
            letter in "[a-z]",
            kind in 0..4,
        ) {
            let mut other: Vec<char> = word.chars().collect();
            let at = at.min(other.len() - 1);
            match kind {
                0 => other.insert(at, letter.chars().next().unwrap()),
                1 => other[at] = letter.chars().next().unwrap(),
                2 => other.swap(at - 1, at),
                _ => drop(other.remove(at)),
            }
            let other: String = other.into_iter().collect();
            if distance(&word, &other).is_some() {
                proptest::prop_assert!(is_in(&word, Reach::Near, &other), "{word} {other}");
            }
        }
    }
}

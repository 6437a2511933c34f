//! What one character is to the analysis, and what it folds to.
//!
//! Everything that is decided a character at a time lives here; the scanner
//! (`scan`) only puts characters together. Folding is coarser than SQLite's
//! `unicode61 remove_diacritics 2` on Latin, Greek and Cyrillic letters: two
//! letters that are equal there are equal here (`S4`).

use unicode_normalization::char::{
    canonical_combining_class, decompose_canonical, decompose_compatible, is_combining_mark,
};
use unicode_properties::UnicodeEmoji as _;

/// The part that a character plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// A letter or digit of a script that writes spaces between words.
    Word,
    /// A character of a script that writes none: found by substring (`S5`).
    Gram,
    /// A word by itself: an emoji, or a character for private use.
    Symbol,
    /// A combining mark that belongs to the spelling: a vowel sign, a nukta.
    Mark,
    /// A combining mark that folding removes: an accent, a vowel point.
    Accent,
    /// A character that is not seen and does not part words.
    Ignorable,
    /// Everything else.
    Separator,
}

/// The combining breve, which makes и into й.
pub(super) const BREVE: char = '\u{306}';

/// Returns what `c` is.
pub(super) fn classify(c: char) -> Class {
    match c {
        _ if c.is_ascii_alphanumeric() => return Class::Word,
        '\0'..='\u{7F}' => return Class::Separator,
        // The bulk of real text, without a look into the tables.
        'À'..='Ö'
        | 'Ø'..='ö'
        | 'ø'..='ɏ'
        | 'А'..='я'
        | 'א'..='ת'
        | '\u{620}'..='\u{63F}'
        | '\u{641}'..='\u{64A}'
        | '\u{904}'..='\u{939}' => return Class::Word,
        '\u{300}'..='\u{34E}' | '\u{64B}'..='\u{652}' => return Class::Accent,
        '\u{93E}'..='\u{94D}' => return Class::Mark,
        '\u{4E00}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}' => return Class::Gram,
        _ if is_gram(c) => return Class::Gram,
        _ if is_ignorable(c) => return Class::Ignorable,
        _ => {}
    }
    if is_symbol(c) {
        Class::Symbol
    } else if is_combining_mark(c) {
        classify_mark(c)
    } else if is_letter_or_number(c) {
        Class::Word
    } else {
        Class::Separator
    }
}

/// Returns whether `c` belongs to a script that is written without spaces.
///
/// Han, kana, bopomofo, Hangul; Thai, Lao, Myanmar, Khmer with their vowel
/// signs, tone marks and digits. Their punctuation is not among them.
pub(crate) fn is_gram(c: char) -> bool {
    if c < '\u{E00}' {
        return false;
    }
    matches!(c,
        // Thai and Lao; ฯ shortens words, so it stays in them.
        '\u{E01}'..='\u{E3A}' | '\u{E40}'..='\u{E4E}' | '\u{E50}'..='\u{E59}'
        | '\u{E81}'..='\u{EDF}'
        // Myanmar with its extensions; the rest of the block is punctuation.
        | '\u{1000}'..='\u{1049}' | '\u{1050}'..='\u{109D}' | '\u{A9E0}'..='\u{A9FE}'
        | '\u{AA60}'..='\u{AA76}' | '\u{AA7A}'..='\u{AA7F}'
        // Khmer; U+17B4 and U+17B5 are not seen.
        | '\u{1780}'..='\u{17B3}' | '\u{17B6}'..='\u{17D3}' | '\u{17D7}' | '\u{17DC}'
        | '\u{17DD}' | '\u{17E0}'..='\u{17E9}'
        // Hangul: jamo without the two fillers, compatibility jamo, syllables.
        | '\u{1100}'..='\u{115E}' | '\u{1161}'..='\u{11FF}' | '\u{A960}'..='\u{A97C}'
        | '\u{AC00}'..='\u{D7A3}' | '\u{D7B0}'..='\u{D7FB}' | '\u{3131}'..='\u{3163}'
        | '\u{3165}'..='\u{318E}' | '\u{FFA1}'..='\u{FFDC}'
        // Kana, bopomofo and their marks of length and repetition.
        | '\u{3041}'..='\u{3096}' | '\u{309D}'..='\u{309F}' | '\u{30A1}'..='\u{30FA}'
        | '\u{30FC}'..='\u{30FF}' | '\u{3105}'..='\u{312F}' | '\u{31A0}'..='\u{31BF}'
        | '\u{31F0}'..='\u{31FF}' | '\u{FF66}'..='\u{FF9D}' | '\u{1AFF0}'..='\u{1B16F}'
        // Han.
        | '\u{3005}'..='\u{3007}' | '\u{3021}'..='\u{3029}' | '\u{3031}'..='\u{3035}'
        | '\u{3038}'..='\u{303C}' | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}'
        | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFD}')
}

/// Returns whether `c` can join the unit before it: some jamo and vowel signs
/// can, the bulk of Han, Hangul, kana and Thai cannot.
pub(super) fn can_follow(c: char) -> bool {
    !matches!(c,
        '\u{E01}'..='\u{EDF}' | '\u{3041}'..='\u{3096}' | '\u{30A1}'..='\u{30FF}'
        | '\u{3400}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}')
}

/// Returns whether `c` is a mark that joins the kana before it.
pub(super) fn is_voicing(c: char) -> bool {
    matches!(c, '\u{3099}' | '\u{309A}' | '\u{FF9E}' | '\u{FF9F}')
}

/// Returns the part that the combining mark `c` plays.
fn classify_mark(c: char) -> Class {
    // Marks that enclose (U+20E3 makes a keycap of a digit) end a word.
    let is_enclosing = matches!(c,
        '\u{488}' | '\u{489}' | '\u{1ABE}' | '\u{20DD}'..='\u{20E0}' | '\u{20E2}'..='\u{20E4}'
        | '\u{A670}'..='\u{A672}');
    let is_accent = matches!(c,
        // Accents of Latin, Greek and Cyrillic, and those for every script.
        '\u{300}'..='\u{36F}' | '\u{483}'..='\u{487}' | '\u{1AB0}'..='\u{1AFF}'
        | '\u{1DC0}'..='\u{1DFF}' | '\u{20D0}'..='\u{20FF}' | '\u{2DE0}'..='\u{2DFF}'
        | '\u{A66F}' | '\u{A674}'..='\u{A67D}' | '\u{A69E}' | '\u{A69F}'
        | '\u{FE20}'..='\u{FE2F}'
        // Hebrew points and accents.
        | '\u{591}'..='\u{5C7}' | '\u{FB1E}'
        // Arabic vowels and signs of recitation. Madda and hamza above and
        // below (U+0653 to U+0655) are spelling: أ is not ا.
        | '\u{610}'..='\u{61A}' | '\u{64B}'..='\u{652}' | '\u{656}'..='\u{65F}' | '\u{670}'
        | '\u{6D6}'..='\u{6ED}' | '\u{898}'..='\u{89F}' | '\u{8CA}'..='\u{8FF}'
        // Tone marks of Han and Hangul; marks of kana that found no kana.
        | '\u{302A}'..='\u{302F}' | '\u{3099}' | '\u{309A}');
    if is_enclosing {
        Class::Separator
    } else if is_accent {
        Class::Accent
    } else {
        Class::Mark
    }
}

/// Returns whether `c` is a letter or a number (categories L and N).
fn is_letter_or_number(c: char) -> bool {
    // `is_alphanumeric` takes circled letters too, which are signs.
    let is_circled_letter = matches!(c,
        '\u{24B6}'..='\u{24E9}' | '\u{1F130}'..='\u{1F149}'
        | '\u{1F150}'..='\u{1F169}' | '\u{1F170}'..='\u{1F189}');
    c.is_alphanumeric() && !is_circled_letter && !is_combining_mark(c)
}

/// Returns whether `c` is a word by itself.
///
/// Signs that Unicode lists as emoji but that people write as signs are not:
/// © ® ™ ‼ and the arrows. They part words, as in the seeds.
fn is_symbol(c: char) -> bool {
    match c {
        '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..='\u{FFFFD}' | '\u{100000}'..='\u{10FFFD}' => true,
        '\u{2300}'..='\u{2BFF}' | '\u{1F000}'..='\u{1FAFF}' => c != 'Ⓜ' && c.is_emoji_char(),
        _ => false,
    }
}

/// Returns whether `c` is invisible (Unicode's default ignorable characters):
/// the soft hyphen, zero-width characters, joiners, variation selectors,
/// directional marks. The Arabic tatweel, which only stretches, counts too.
fn is_ignorable(c: char) -> bool {
    matches!(c,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{640}' | '\u{115F}' | '\u{1160}' | '\u{17B4}'
        | '\u{17B5}' | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}'
        | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{3164}'
        | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{1BCA0}'..='\u{1BCA3}'
        | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
}

/// Calls `part` for each character of the decomposition of `c`.
///
/// Compatibility forms (full width, ligatures, superscripts) are taken apart
/// only where nothing but letters, numbers and marks comes out, so that `½`
/// and `⑴` bring no signs into a word. Hangul and kana stay composed: one
/// written character is one unit of the substring index.
pub(super) fn decompose(c: char, mut part: impl FnMut(char)) {
    // й stays itself; the others have no parts or are to stay composed.
    let is_kept = matches!(c,
        'А'..='я' | 'א'..='ת' | '\u{3041}'..='\u{3096}' | '\u{30A1}'..='\u{30FE}'
        | '\u{3131}'..='\u{318E}' | '\u{3400}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}'
        | '\u{FFA1}'..='\u{FFDC}');
    if is_kept {
        return part(c);
    }
    let (mut has_parts, mut is_plain) = (false, true);
    decompose_compatible(c, |d| {
        if d == c {
            return;
        }
        has_parts = true;
        is_plain &= !matches!(classify(d), Class::Separator | Class::Symbol);
    });
    if !has_parts {
        part(c);
    } else if is_plain {
        decompose_compatible(c, part);
    } else {
        decompose_canonical(c, part);
    }
}

/// Appends the case-folded form of a decomposed letter or number to `out`,
/// and returns how many characters it has.
pub(super) fn push_folded(c: char, out: &mut String) -> usize {
    let plain = match c {
        // Small Cyrillic letters, and the scripts without case from Hebrew to
        // Myanmar.
        'а'..='я' | '\u{590}'..='\u{109F}' => c,
        'ø' | 'Ø' => 'o',
        'ł' | 'Ł' => 'l',
        'đ' | 'Đ' => 'd',
        'ħ' | 'Ħ' => 'h',
        'ŧ' | 'Ŧ' => 't',
        'ß' | 'ẞ' => {
            out.push_str("ss");
            return 2;
        }
        'æ' | 'Æ' => {
            out.push_str("ae");
            return 2;
        }
        'œ' | 'Œ' => {
            out.push_str("oe");
            return 2;
        }
        _ => {
            // Upper case first: it brings ς and σ together, and ı to I.
            let mut n_chars = 0;
            for lower in c.to_uppercase().flat_map(char::to_lowercase) {
                out.push(lower);
                n_chars += 1;
            }
            return n_chars;
        }
    };
    out.push(plain);
    1
}

/// Returns the combining class by which marks are put in canonical order.
pub(super) fn combining_class(c: char) -> u8 {
    canonical_combining_class(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(text: &str) -> String {
        let mut out = String::new();
        for c in text.chars() {
            decompose(c, |d| {
                if classify(d) != Class::Accent {
                    push_folded(d, &mut out);
                }
            });
        }
        out
    }

    #[test]
    fn letters_fold_to_their_plain_form() {
        for (text, plain) in [
            ("ÀÉÎÕÜ", "aeiou"),
            ("Straßeẞ", "strassess"),
            ("ŁØĐĦŦ", "lodht"),
            ("Æǽœ", "aeaeoe"),
            ("ΆΛΦΑς", "αλφασ"),
            ("Ёёйѝ", "еейи"),
            ("ﬁＦ１²", "fif12"),
            ("İıſK", "iisk"),
        ] {
            assert_eq!(folded(text), plain, "{text}");
        }
    }

    #[test]
    fn a_form_with_signs_in_it_is_not_taken_apart() {
        assert_eq!(folded("½"), "½");
        assert_eq!(folded("⑴"), "⑴");
    }

    #[test]
    fn signs_are_told_from_letters() {
        for (c, class) in [
            ('é', Class::Word),
            ('午', Class::Gram),
            ('ー', Class::Gram),
            ('・', Class::Separator),
            ('。', Class::Separator),
            ('🚀', Class::Symbol),
            ('\u{E0B0}', Class::Symbol),
            ('™', Class::Separator),
            ('⚠', Class::Symbol),
            ('↔', Class::Separator),
            ('Ⓐ', Class::Separator),
            ('→', Class::Separator),
            ('\u{93F}', Class::Mark),
            ('\u{64E}', Class::Accent),
            ('\u{200B}', Class::Ignorable),
        ] {
            assert_eq!(classify(c), class, "{c}");
        }
    }
}

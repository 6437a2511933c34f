//! Account numbers, seed phrases and personal data.

use sessions_redact::{RedactConfig, Redactor};

use crate::sample::REDACTOR;

/// Numbers that the register of the standard gives as examples.
const IBANS: &[&str] = &[
    "DE89 3704 0044 0532 0130 00",
    "GB29 NWBK 6016 1331 9268 19",
    "FR14 2004 1010 0505 0001 3M02 606",
    "NO93 8601 1117 947",
    "MT84 MALT 0110 0001 2345 MTLC AST0 01S",
    "CH93 0076 2011 6238 5295 7",
];

#[test]
fn account_numbers_are_masked_in_groups_and_in_one_piece() {
    for grouped in IBANS {
        for number in [
            (*grouped).to_owned(),
            grouped.replace(' ', ""),
            grouped.replace(' ', "-"),
        ] {
            for (before, after) in [
                ("", ""),
                ("pay to ", ", please"),
                ("\"", "\""),
                ("a\\n", "\n"),
            ] {
                let text = format!("{before}{number}{after}");
                assert_eq!(
                    REDACTOR.redact(&text).as_str(),
                    format!("{before}[redacted:iban]{after}")
                );
            }
        }
    }
}

#[test]
fn what_only_looks_like_an_account_number_stays() {
    for number in IBANS.iter().map(|number| number.replace(' ', "")) {
        let digit = if number.ends_with('0') { "1" } else { "0" };
        let other = format!("{}{digit}", &number[..number.len() - 1]);
        for text in [
            other,
            format!("X{number}"),
            format!("{number}7"),
            number.to_lowercase(),
            number[..number.len() - 1].to_owned(),
        ] {
            assert!(REDACTOR.redact(&text).is_clean(), "{text}");
        }
    }
}

/// Phrases that the standard gives as examples, of 12, 18 and 24 words.
const PHRASES: &[&str] = &[
    "legal winner thank year wave sausage worth useful legal winner thank yellow",
    "letter advice cage absurd amount doctor acoustic avoid letter advice cage above",
    "scheme spot photo card baby mountain device kick cradle pact join borrow",
    "cat swing flag economy stadium alone churn speed unique patch report train",
    "horn tenant knee talent sponsor spell gate clip pulse soap slush warm \
     silver nephew swap uncle crack brave",
    "light rule cinnamon wrap drastic word pride squirrel upgrade then income fatal \
     apart sustain crack supply proud access",
    "panda eyebrow bullet gorilla call smoke muffin taste mesh discover soft ostrich \
     alcohol speed nation flash devote level hobby quick inner drive ghost inside",
    "all hour make first leader extend hole alien behind guard gospel lava \
     path output census museum junior mass reopen famous sing advance salt reform",
];

#[test]
fn seed_phrases_without_a_label_are_masked() {
    for phrase in PHRASES {
        for (before, after) in [
            ("", ""),
            ("Look: ", "."),
            ("the note of the day says ", " on the back of the page"),
            ("`", "`"),
            ("[\"", "\"]"),
        ] {
            for shown in [
                (*phrase).to_owned(),
                phrase.replace(' ', ", "),
                phrase.replace(' ', "\n"),
                phrase.to_uppercase(),
            ] {
                let text = format!("{before}{shown}{after}");
                assert_eq!(
                    REDACTOR.redact(&text).as_str(),
                    format!("{before}[redacted:seed-phrase]{after}")
                );
            }
        }
    }
}

#[test]
fn seed_phrases_are_found_at_every_distance() {
    // One look each 40 bytes must meet a phrase wherever it stands.
    let phrase = PHRASES[2];
    for lead in 0..200 {
        let text = format!("{}\n{phrase}\n", "=".repeat(lead));
        assert_eq!(REDACTOR.redact(&text).masks().len(), 1, "{lead}");
    }
}

#[test]
fn words_of_the_list_without_the_checksum_or_in_prose_stay() {
    for text in [
        "legal winner thank year wave sausage worth useful legal winner thank thank",
        "abandon ability able about above absent absorb abstract absurd abuse access",
        "word word word word word word word word word word word word word word word",
        "this will also need more time, because people want better work than that",
    ] {
        assert!(REDACTOR.redact(text).is_clean(), "{text}");
    }
}

fn personal() -> Redactor {
    Redactor::with(&RedactConfig {
        personal: true,
        ..RedactConfig::default()
    })
    .unwrap()
}

const PERSONAL: &[(&str, &str)] = &[
    (
        "write to bob.smith+x@mail.org.",
        "write to [redacted:email-address].",
    ),
    ("<anna@firma.de>", "<[redacted:email-address]>"),
    (
        "mailto:anna%40firma.de?x",
        "mailto:[redacted:email-address]?x",
    ),
    (
        "ring +49 (0)30 901820-0 now",
        "ring [redacted:telephone-number] now",
    ),
    ("+14155550123", "[redacted:telephone-number]"),
    (
        "phone: (415) 555-0123, room 4",
        "phone: [redacted:telephone-number], room 4",
    ),
    ("Tel. 030/901820", "Tel. [redacted:telephone-number]"),
    (
        "Телефон: 8 495 123-45-67",
        "Телефон: [redacted:telephone-number]",
    ),
];

#[test]
fn personal_data_is_masked_only_when_asked_for() {
    let personal = personal();
    for (text, masked) in PERSONAL {
        assert!(REDACTOR.redact(text).is_clean(), "{text}");
        assert_eq!(personal.redact(text).as_str(), *masked);
        assert_eq!(personal.redact(masked).as_str(), *masked);
    }
    assert_ne!(personal.version(), REDACTOR.version());
}

#[test]
fn what_only_looks_personal_stays() {
    let personal = personal();
    for text in [
        "git@github.com:org/repo.git and user@localhost",
        "@scope/pkg, a@b, see you@example.com",
        "1 +2 +3 = 6, lines +12 -4, v1.2.3+456",
        "cell 12 of the table, call 2024-01-02 10:11",
        "the phone rang twice",
    ] {
        assert!(
            personal.redact(text).is_clean(),
            "{}",
            personal.redact(text).as_str()
        );
    }
}

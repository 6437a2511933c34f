//! Where a secret stands does not matter: at every offset of a long text, and
//! in every excerpt that is cut from it (R1).

use sessions_redact::rules;

use crate::sample::{Dice, REDACTOR, password, token};

/// One secret of each kind that reads far or remembers what it has read.
fn secrets() -> Vec<(&'static str, String)> {
    let of = |name: &str| {
        let rule = rules::all().find(|rule| rule.name == name).unwrap();
        token(rule, &mut Dice::new(11))
    };
    let body = (0..12).map(password).collect::<String>();
    vec![
        ("token", of("github-token")),
        ("token in two parts", of("telegram-bot-token")),
        ("assignment", format!("API_KEY={}", password(1))),
        ("header", format!("Authorization: Bearer {}", password(2))),
        ("url", format!("postgres://bob:{}@db/x", password(3))),
        (
            "key block",
            format!(
                "-----BEGIN {0}-----\n{body}\n-----END {0}-----",
                "PRIVATE KEY"
            ),
        ),
        (
            "seed phrase",
            "scheme spot photo card baby mountain device kick cradle pact join borrow".to_owned(),
        ),
        ("account number", "DE89 3704 0044 0532 0130 00".to_owned()),
        ("disguised", of("github-token").replacen('_', "&#95;", 1)),
    ]
}

/// Prose with all that recognisers wake at, and no secret.
fn filler(n: usize) -> String {
    let line = "The key word stands here, a token of thanks: see docs/api.md at 10:30 — voilà.\n";
    line.repeat(n / line.len() + 1)
}

#[test]
fn a_secret_is_masked_alike_at_every_offset() {
    // A recogniser reads a bounded stretch around a literal and remembers only
    // what it read last, so nothing can depend on an offset beyond how sampled
    // places and lines fall: each offset of two periods of both is walked, and
    // then in larger, uneven steps the whole of 40,000 bytes.
    let filler = filler(40_000);
    let breaks: Vec<usize> = (0..40_000)
        .filter(|at| filler.is_char_boundary(*at))
        .collect();
    for (what, secret) in secrets() {
        let masked = REDACTOR.redact(&secret).into_string();
        assert_ne!(masked, secret, "{what}");
        let near = breaks.iter().take(400);
        let far = breaks.iter().skip(400).step_by(397);
        for lead in near.chain(far) {
            let before = &filler[..*lead];
            // What went before may name the secret, so it ends in a new line.
            let text = format!("{before}\n\n{secret}\n\nand on");
            let redacted = REDACTOR.redact(&text);
            assert_eq!(
                redacted.as_str().strip_prefix(before),
                Some(format!("\n\n{masked}\n\nand on").as_str()),
                "{what} at {lead}"
            );
        }
    }
}

#[test]
fn a_token_is_masked_at_every_offset_of_forty_thousand_bytes() {
    // Texts of 40,000 bytes hold a token every 203, shifted by one each time.
    let (what, secret) = secrets().remove(0);
    let gap = 203 - secret.len();
    for shift in 0..203 {
        let text = format!(
            "{}{}",
            "-".repeat(shift),
            format!(" {secret} {}", "-".repeat(gap - 2)).repeat(40_000 / 203)
        );
        let redacted = REDACTOR.redact(&text);
        assert_eq!(redacted.masks().len(), 40_000 / 203, "{what} {shift}");
        assert!(!redacted.as_str().contains(&secret[4..10]));
    }
}

#[test]
fn no_window_of_masked_text_shows_six_characters_of_a_secret() {
    // Whatever is cut from masked text is a window of it, so it is enough that
    // the whole holds nothing of the secret.
    let filler = filler(600);
    for (what, secret) in secrets() {
        for lead in (0..300).filter(|at| filler.is_char_boundary(*at)) {
            let text = format!("{}\n{secret}\n{filler}", &filler[..lead]);
            let masks = REDACTOR.redact(&text);
            for mask in masks.masks() {
                let hidden: Vec<char> = text[mask.original.clone()].chars().collect();
                for window in hidden.windows(6) {
                    let window: String = window.iter().collect();
                    let is_plain = filler.contains(&window) || "[redacted:".contains(&window);
                    assert!(
                        is_plain || !masks.as_str().contains(&window),
                        "{what} at {lead}: {window}"
                    );
                }
            }
        }
    }
}

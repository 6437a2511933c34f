//! Invisible characters hide no secret (family 8).

use sessions_redact::rules;

use crate::sample::{Dice, REDACTOR, password, token};

const INVISIBLE: &[char] = &[
    '\u{ad}',
    '\u{200b}',
    '\u{200c}',
    '\u{200d}',
    '\u{200e}',
    '\u{2060}',
    '\u{feff}',
    '\u{fe0f}',
    '\u{e0041}',
];

/// `text` with `c` before every `step`th character but the first.
fn parted(text: &str, c: char, step: usize) -> String {
    let mut out = String::new();
    for (at, own) in text.chars().enumerate() {
        if at > 0 && at % step == 0 {
            out.push(c);
        }
        out.push(own);
    }
    out
}

#[test]
fn invisible_characters_hide_no_token() {
    for name in [
        "github-token",
        "aws-access-key",
        "openai-key",
        "slack-token",
    ] {
        let rule = rules::all().find(|rule| rule.name == name).unwrap();
        let token = token(rule, &mut Dice::new(3));
        for c in INVISIBLE {
            for step in [1, 2, 5, 19] {
                let text = format!("see {}, please", parted(&token, *c, step));
                let once = REDACTOR.redact(&text).into_string();
                assert!(
                    once.starts_with("see [redacted:") && once.ends_with("], please"),
                    "{c:?} {step}: {once:?}"
                );
                assert_eq!(REDACTOR.redact(&once).as_str(), once);
            }
        }
    }
}

#[test]
fn invisible_characters_in_a_name_hide_no_value() {
    let text = format!("pass\u{200b}word = \"{}\"", password(1));
    assert_eq!(
        REDACTOR.redact(&text).as_str(),
        "pass\u{200b}word = \"[redacted:password]\""
    );
}

#[test]
fn invisible_characters_around_a_token_stay() {
    let rule = rules::all()
        .find(|rule| rule.name == "github-token")
        .unwrap();
    let token = token(rule, &mut Dice::new(4));
    let text = format!("a\u{200b}\u{200b}{token}\u{200b}.b");
    assert_eq!(
        REDACTOR.redact(&text).as_str(),
        "a\u{200b}\u{200b}[redacted:github-token]\u{200b}.b"
    );
}

#[test]
fn disguises_far_apart_are_all_seen_through() {
    let rule = rules::all()
        .find(|rule| rule.name == "github-token")
        .unwrap();
    let token = parted(&token(rule, &mut Dice::new(5)), '\u{200d}', 7);
    let words = "plain words ".repeat(20_000);
    let text = format!("{token} {words} {token} {words} é\u{200b} {token}");
    let redacted = REDACTOR.redact(&text);
    assert_eq!(redacted.masks().len(), 3);
    assert!(!redacted.as_str().contains(&token[..20]));
}

#[test]
fn text_with_invisible_characters_and_no_secret_stays() {
    for text in [
        "an emoji 👩\u{200d}💻 and ❤\u{fe0f}, soft\u{ad}hyphen\u{ad}ation of words",
        "می\u{200c}خواهم, the zero\u{200b}width space",
        "7257eac40b9c\u{200b}123482f9c45a0a353acbc2f3e438",
    ] {
        assert!(REDACTOR.redact(text).is_clean(), "{text}");
    }
}

/// How a page, a URL, a JSON string or a full-width keyboard shows `c`.
const FORMS: &[fn(char) -> String] = &[
    |c| format!("&#{};", u32::from(c)),
    |c| format!("&#x{:X};", u32::from(c)),
    |c| format!("%{:02X}", u32::from(c)),
    |c| format!("\\u{:04x}", u32::from(c)),
    |c| format!("\\\\u{:04x}", u32::from(c)),
    |c| format!("\\x{:02x}", u32::from(c)),
    |c| format!("&#8203;{c}"),
    |c| format!("&shy;{c}"),
    |c| format!("\\u200b{c}"),
    |c| format!("<wbr>{c}"),
    |c| format!("<b>{c}</b>"),
    |c| format!("**{c}"),
    |c| char::from_u32(u32::from(c) + 0xfee0).unwrap().to_string(),
];

#[test]
fn escapes_and_other_forms_within_a_token_hide_nothing() {
    for name in ["github-token", "stripe-key", "npm-token", "gitlab-token"] {
        let rule = rules::all().find(|rule| rule.name == name).unwrap();
        let token = token(rule, &mut Dice::new(9));
        for (nth, form) in FORMS.iter().enumerate() {
            for step in [3, 7, 11] {
                let hidden: String = token
                    .chars()
                    .enumerate()
                    .map(|(at, c)| {
                        if at % step == 2 {
                            form(c)
                        } else {
                            c.to_string()
                        }
                    })
                    .collect();
                let once = REDACTOR
                    .redact(&format!("see {hidden} there"))
                    .into_string();
                assert!(
                    once.starts_with("see [redacted:")
                        && (once.ends_with("] there") || once.ends_with("]</b> there")),
                    "{nth} {step}: {once}"
                );
                assert_eq!(REDACTOR.redact(&once).as_str(), once);
            }
        }
    }
}

#[test]
fn escapes_in_a_name_or_at_a_sign_hide_no_value() {
    let secret = password(7);
    for text in [
        format!("pass&#119;ord=\"{secret}\""),
        format!("pass\\u0077ord: '{secret}'"),
        format!("?a=1&client_secret%3D{secret}"),
        format!("postgres%3A%2F%2Fbob%3A{secret}%40db"),
    ] {
        let once = REDACTOR.redact(&text).into_string();
        assert!(!once.contains(&secret[..6]), "{once}");
    }
}

#[test]
fn escaped_text_without_a_secret_stays() {
    for text in [
        "https%3A%2F%2Fhost.test%2Fpath%3Fa%3D1%26b%3D2",
        "a \\u003cb\\u003e tag, 2**16 and **kwargs, <b>bold</b> words",
        "パスワードは８文字以上、ＡＢＣ１２３など",
        "color: &#35;fff &amp; caf&#233; na&iuml;ve",
    ] {
        assert!(REDACTOR.redact(text).is_clean(), "{text}");
    }
}

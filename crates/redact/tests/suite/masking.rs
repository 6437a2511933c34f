//! Masks: their form, their stability, their map, their silence.

use sessions_redact::{RedactConfig, Redactor};

use crate::sample::{REDACTOR, password};

#[test]
fn a_mask_names_its_rule_and_keeps_the_surroundings() {
    let text = format!("API_KEY=\"{}\" # prod", password(1));
    let redacted = Redactor::new().redact(&text).into_owned();
    assert_eq!(redacted.as_str(), "API_KEY=\"[redacted:api-key]\" # prod");
    let mask = redacted.masks().first().unwrap();
    assert_eq!(&redacted.as_str()[mask.range.clone()], "[redacted:api-key]");
    assert_eq!(&text[mask.original.clone()], password(1));
    assert_eq!(redacted.to_original(redacted.as_str().len()), text.len());
}

#[test]
fn masks_in_the_input_stay_and_are_not_counted() {
    let text = "password=[redacted:password] and Authorization: Bearer [redacted:jwt]";
    let redactor = Redactor::new();
    assert!(redactor.redact(text).is_clean());
}

#[test]
fn a_secret_beside_a_mask_is_still_masked() {
    let text = format!("[redacted:password] token={}", password(2));
    let redacted = Redactor::new().redact(&text).into_string();
    assert_eq!(redacted, "[redacted:password] token=[redacted:token]");
}

#[test]
fn debug_output_shows_no_text() {
    let secret = password(3);
    let redactor = Redactor::new();
    let text = format!("plain words password={secret}");
    let config = RedactConfig {
        values: vec![secret.clone()],
        ..RedactConfig::default()
    };
    let shown = format!(
        "{:?} {redactor:?} {:?} {config:?}",
        redactor.redact(&text),
        redactor.scan(&text)
    );
    assert!(
        !shown.contains("plain") && !shown.contains(&secret[..6]),
        "{shown}"
    );
}

#[test]
fn clean_text_is_borrowed() {
    let text = String::from("nothing to see");
    let redacted = Redactor::new().redact(&text);
    assert!(std::ptr::eq(redacted.as_str(), text.as_str()));
}

#[test]
fn the_redactor_can_be_shared_between_threads() {
    fn shared<T: Send + Sync>(_: &T) {}
    shared(&Redactor::new());
}

#[test]
fn what_a_mask_uncovers_is_masked_at_once() {
    // The second secret begins inside what the first rule may take, and runs
    // on behind it: a first pass masks one of them only.
    let text = [
        "tfp_",
        "r6oXjyL2KWbrFeacUM3uLsGePgatojuIR6B7jwmg=",
        "ZXlKMWMyVWlP",
        "8cnkjIYLmHkjYp63dMxzhCUu8qwb2JkGcIz2OYWfmXDMZhHTqfPUrY7D8H5B",
    ]
    .concat();
    let redactor = Redactor::new();
    let once = redactor.redact(&text).into_string();
    assert_eq!(redactor.redact(&once).as_str(), once);
    assert!(
        !once.contains("r6oXjyL2") && !once.contains("8cnkjIYL"),
        "{once}"
    );
}

#[test]
fn the_words_of_a_mask_name_no_value() {
    // `token` in the name of the mask would make each next value a secret, and
    // each of these masks the one behind it: no number of passes would do.
    let secret = password(4);
    let text = format!("token={secret} = {}", "abcd1234!x = ".repeat(12));
    let once = REDACTOR.redact(&text).into_string();
    assert_eq!(
        once,
        format!("token=[redacted:token] = {}", "abcd1234!x = ".repeat(12))
    );
    assert_eq!(REDACTOR.redact(&once).as_str(), once);
}

#[test]
fn what_masks_uncover_far_apart_is_masked_at_once() {
    // Longer than any rule looks, so the second pass sees windows only.
    let words = "plain words ".repeat(20_000);
    let glued = [
        "tfp_",
        "r6oXjyL2KWbrFeacUM3uLsGePgatojuIR6B7jwmg=",
        "ZXlKMWMyVWlP",
        "8cnkjIYLmHkjYp63dMxzhCUu8qwb2JkGcIz2OYWfmXDMZhHTqfPUrY7D8H5B",
    ]
    .concat();
    let text = format!("[redacted:x] {glued} {words} {glued} [redacted:x] {words}{glued}");
    let once = REDACTOR.redact(&text).into_string();
    assert_eq!(REDACTOR.redact(&once).as_str(), once);
    assert!(!once.contains("r6oXjyL2") && !once.contains("8cnkjIYL"));
}

#[test]
fn a_long_value_is_masked_to_its_end() {
    let long = (0..60).map(password).collect::<String>();
    for (template, rule) in [("password={} x", "password"), ("API_KEY={}\n", "api-key")] {
        let text = template.replace("{}", &long);
        let wanted = template.replace("{}", &format!("[redacted:{rule}]"));
        assert_eq!(REDACTOR.redact(&text).as_str(), wanted);
    }
}

#[test]
fn a_secret_in_a_run_stuffed_with_key_words_is_masked() {
    let secret = password(6);
    let text = format!("see {}{secret} there", "key=".repeat(400));
    let once = REDACTOR.redact(&text).into_string();
    assert!(
        once.starts_with("see key=") && once.ends_with("] there"),
        "{once}"
    );
    assert!(!once.contains(&secret));
    assert_eq!(REDACTOR.redact(&once).as_str(), once);
}

//! What operators add (R7).

use sessions_redact::{Pattern, RedactConfig, RedactError, Redactor};

fn pattern(name: &str, regex: &str) -> RedactConfig {
    RedactConfig {
        patterns: vec![Pattern {
            name: name.to_owned(),
            regex: regex.to_owned(),
        }],
        ..RedactConfig::default()
    }
}

fn value(value: &str) -> RedactConfig {
    RedactConfig {
        values: vec![value.to_owned()],
        ..RedactConfig::default()
    }
}

#[test]
fn patterns_mask_their_match_or_the_group_named_secret() {
    let redactor = Redactor::with(&pattern("badge", r"badge \d+")).unwrap();
    assert_eq!(
        redactor.redact("my badge 42!").as_str(),
        "my [redacted:badge]!"
    );
    let redactor = Redactor::with(&pattern("badge", r"badge (?<secret>\d+)")).unwrap();
    assert_eq!(
        redactor.redact("my badge 42!").as_str(),
        "my badge [redacted:badge]!"
    );
}

#[test]
fn values_are_masked_raw_percent_encoded_and_json_escaped() {
    let redactor = Redactor::with(&value("blue \"whale\" 77")).unwrap();
    for form in [
        "blue \"whale\" 77",
        "blue%20%22whale%22%2077",
        "blue \\\"whale\\\" 77",
    ] {
        let text = format!("<{form}>");
        assert_eq!(
            redactor.redact(&text).as_str(),
            "<[redacted:registered-value]>"
        );
    }
}

#[test]
fn an_invalid_pattern_is_an_error_with_its_name() {
    let error = Redactor::with(&pattern("bad-one", "(")).unwrap_err();
    assert_eq!(error.to_string(), "pattern `bad-one` is not valid");
    let error = Redactor::with(&pattern("any", "a*")).unwrap_err();
    assert!(matches!(error, RedactError::PatternEmpty { .. }));
    let error = Redactor::with(&pattern("No Name", "a")).unwrap_err();
    assert!(matches!(error, RedactError::PatternName { position: 1 }));
    let mut twice = pattern("one", "a");
    twice.patterns.extend(pattern("one", "b").patterns);
    assert!(matches!(
        Redactor::with(&twice),
        Err(RedactError::DuplicatePattern { .. })
    ));
}

#[test]
fn a_short_or_regular_value_is_an_error_that_does_not_show_it() {
    for bad in ["hunt3r2", "aaaaaaaaaaaa", "changeme", "ababababab"] {
        let error = Redactor::with(&value(bad)).unwrap_err();
        let shown = format!("{error} {error:?}");
        assert!(!shown.contains(bad), "{shown}");
    }
}

#[test]
fn the_version_changes_with_every_rule_and_only_with_rules() {
    let plain = Redactor::new().version();
    assert_eq!(plain, Redactor::new().version());
    assert_ne!(
        plain,
        Redactor::with(&value("blue whale 77")).unwrap().version()
    );
    assert_ne!(
        Redactor::with(&pattern("a", "b")).unwrap().version(),
        Redactor::with(&pattern("a", "c")).unwrap().version()
    );
}

#[test]
fn unknown_fields_are_refused() {
    let read = serde_json::from_str::<RedactConfig>;
    assert!(read(r#"{"values":[]}"#).is_ok());
    assert!(read(r#"{"value":[]}"#).is_err());
}

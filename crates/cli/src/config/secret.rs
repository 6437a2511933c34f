//! The section `redaction`, read so that no mistake in it shows a secret.
//!
//! A derived reader quotes the value that it did not expect; here that value
//! may be the secret.

use std::fmt;

use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use sessions_redact::{Pattern, RedactConfig};

/// The section `redaction`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Redaction {
    patterns: Vec<Pattern>,
    values: SecretList,
    /// E-mail addresses and telephone numbers.
    personal: bool,
}

impl From<Redaction> for RedactConfig {
    fn from(section: Redaction) -> Self {
        Self {
            patterns: section.patterns,
            values: section.values.0,
            personal: section.personal,
        }
    }
}

/// Exact secrets.
#[derive(Default)]
struct SecretList(Vec<String>);

/// One exact secret.
struct Secret(String);

const LIST: &str = "`values` is a list of texts";

/// Refuses, without a word about the value, all kinds of values but those that
/// the visitor takes.
macro_rules! refuse {
    ($($name:ident: $type:ty),+) => {
        $(fn $name<E: Error>(self, _: $type) -> Result<Self::Value, E> {
            Err(E::custom(LIST))
        })+
    };
}

impl<'de> Deserialize<'de> for SecretList {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct List;

        impl<'de> Visitor<'de> for List {
            type Value = SecretList;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of texts")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<SecretList, A::Error> {
                let mut found = Vec::new();
                while let Some(Secret(text)) = items.next_element()? {
                    found.push(text);
                }
                Ok(SecretList(found))
            }

            fn visit_map<A: MapAccess<'de>>(self, _: A) -> Result<SecretList, A::Error> {
                Err(A::Error::custom(LIST))
            }

            refuse!(visit_str: &str, visit_bool: bool, visit_i64: i64, visit_u64: u64, visit_f64: f64);
        }

        from.deserialize_any(List)
    }
}

impl<'de> Deserialize<'de> for Secret {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Text;

        impl<'de> Visitor<'de> for Text {
            type Value = Secret;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Secret, E> {
                Ok(Secret(text.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, _: A) -> Result<Secret, A::Error> {
                Err(A::Error::custom(LIST))
            }

            fn visit_map<A: MapAccess<'de>>(self, _: A) -> Result<Secret, A::Error> {
                Err(A::Error::custom(LIST))
            }

            refuse!(visit_bool: bool, visit_i64: i64, visit_u64: u64, visit_f64: f64);
        }

        from.deserialize_any(Text)
    }
}

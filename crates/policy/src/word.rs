//! Enumerations that are one word on the wire and in a configuration.
//!
//! A derived reader would say "expected string or map" of a number; these say
//! which words are allowed, whatever stands in their place (V6).

/// The text is none of the words that a setting allows.
///
/// It is not repeated: what stands in the wrong place may be a secret (R9), and
/// who reads the settings names the line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not one of {}", list(.allowed))]
pub struct UnknownWordError {
    allowed: &'static [&'static str],
}

impl UnknownWordError {
    pub(crate) fn new(allowed: &'static [&'static str]) -> Self {
        Self { allowed }
    }

    /// Returns the words that are allowed, in the order of the documentation.
    pub fn allowed(&self) -> &'static [&'static str] {
        self.allowed
    }
}

/// Returns words as prose: each in backticks, separated by commas.
pub(crate) fn list(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    quoted.join(", ")
}

/// Declares an enumeration with its words, and the conversions between them.
macro_rules! wire_words {
    (
        $(#[$meta:meta])*
        pub enum $Name:ident {
            $($(#[$variant_meta:meta])* $Variant:ident = $word:literal,)+
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $Name {
            $($(#[$variant_meta])* $Variant,)+
        }

        impl $Name {
            /// Every value, in the order of the documentation.
            pub const ALL: &[Self] = &[$(Self::$Variant),+];

            const WORDS: &[&str] = &[$($word),+];

            /// Returns the word used on the wire and in settings.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$Variant => $word,)+
                }
            }
        }

        impl ::std::str::FromStr for $Name {
            type Err = $crate::word::UnknownWordError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $($word => Ok(Self::$Variant),)+
                    _ => Err($crate::word::UnknownWordError::new(Self::WORDS)),
                }
            }
        }

        impl ::std::fmt::Display for $Name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl ::serde::Serialize for $Name {
            fn serialize<S: ::serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str(self.as_str())
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $Name {
            fn deserialize<D: ::serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                struct Words;

                impl ::serde::de::Visitor<'_> for Words {
                    type Value = $Name;

                    fn expecting(
                        &self,
                        f: &mut ::std::fmt::Formatter<'_>,
                    ) -> ::std::fmt::Result {
                        write!(f, "one of {}", $crate::word::list($Name::WORDS))
                    }

                    fn visit_str<E: ::serde::de::Error>(self, text: &str) -> Result<$Name, E> {
                        text.parse().map_err(E::custom)
                    }
                }

                from.deserialize_str(Words)
            }
        }
    };
}

pub(crate) use wire_words;

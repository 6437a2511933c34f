//! The text of a message's content (T3).
//!
//! Programs write a content as a string, as an object with a `text`, or as a
//! list of blocks. [`Content`] reads all three and keeps only what is text:
//! tool calls and results, reasoning, images and files are skipped while
//! reading, without copying them.

use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// The searchable text of a message, read from any of the known shapes (T3).
///
/// ```
/// use sessions_core::content::Content;
///
/// let blocks = r#"[{"type":"text","text":"a"},{"type":"image","data":"…"},{"type":"output_text","text":"b"}]"#;
/// let content: Content = serde_json::from_str(blocks)?;
/// assert_eq!(content.into_text(), "a\nb");
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// A shape that holds no text, such as null or a number, is the empty text.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Content {
    text: String,
}

impl Content {
    /// Returns the text; empty when there is none.
    pub fn into_text(self) -> String {
        self.text
    }
}

impl fmt::Debug for Content {
    /// Omits the text (R9).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Content").finish_non_exhaustive()
    }
}

/// Returns whether a block of this type holds text that people saw (T3).
fn is_text_block(kind: &str) -> bool {
    matches!(kind, "text" | "input_text" | "output_text")
}

impl<'de> Deserialize<'de> for Content {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ContentVisitor)
    }
}

struct ContentVisitor;

/// Makes the visits of values that hold no text.
macro_rules! no_text {
    ($($visit:ident($Type:ty))*) => {
        $(fn $visit<E>(self, _: $Type) -> Result<Self::Value, E> {
            Ok(Self::Value::default())
        })*
    };
}

impl<'de> Visitor<'de> for ContentVisitor {
    type Value = Content;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text, an object with a text, or a list of blocks")
    }

    no_text! { visit_bool(bool) visit_i64(i64) visit_u64(u64) visit_f64(f64) }

    fn visit_unit<E>(self) -> Result<Content, E> {
        Ok(Content::default())
    }

    fn visit_str<E>(self, text: &str) -> Result<Content, E> {
        Ok(Content {
            text: text.to_owned(),
        })
    }

    fn visit_string<E>(self, text: String) -> Result<Content, E> {
        Ok(Content { text })
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Content, A::Error> {
        let fields = Fields::read(map)?;
        Ok(Content {
            text: fields.text.unwrap_or_default(),
        })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Content, A::Error> {
        let mut text = String::new();
        let mut is_first = true;
        while let Some(Block(part)) = seq.next_element()? {
            let Some(part) = part else { continue };
            if !is_first {
                text.push('\n');
            }
            text.push_str(&part);
            is_first = false;
        }
        Ok(Content { text })
    }
}

/// The fields of an object that matter here.
#[derive(Default)]
struct Fields {
    kind: Option<String>,
    text: Option<String>,
}

impl Fields {
    fn read<'de, A: MapAccess<'de>>(mut map: A) -> Result<Self, A::Error> {
        let mut fields = Self::default();
        while let Some(key) = map.next_key::<FieldName>()? {
            match key {
                FieldName::Kind => fields.kind = map.next_value::<MaybeText>()?.0,
                FieldName::Text => fields.text = map.next_value::<MaybeText>()?.0,
                FieldName::Other => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(fields)
    }
}

#[derive(serde::Deserialize)]
#[serde(field_identifier, rename_all = "lowercase")]
enum FieldName {
    #[serde(rename = "type")]
    Kind,
    Text,
    #[serde(other)]
    Other,
}

/// One block of a list: its text, if it is a text block.
struct Block(Option<String>);

impl<'de> Deserialize<'de> for Block {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(BlockVisitor)
    }
}

struct BlockVisitor;

impl<'de> Visitor<'de> for BlockVisitor {
    type Value = Block;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a block")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Block, A::Error> {
        let fields = Fields::read(map)?;
        let is_text = fields.kind.as_deref().is_some_and(is_text_block);
        Ok(Block(fields.text.filter(|_| is_text)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Block, A::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Block(None))
    }

    fn visit_str<E>(self, text: &str) -> Result<Block, E> {
        // Some programs mix plain strings into the list; a person saw them.
        Ok(Block(Some(text.to_owned())))
    }

    fn visit_bool<E>(self, _: bool) -> Result<Block, E> {
        Ok(Block(None))
    }

    fn visit_i64<E>(self, _: i64) -> Result<Block, E> {
        Ok(Block(None))
    }

    fn visit_u64<E>(self, _: u64) -> Result<Block, E> {
        Ok(Block(None))
    }

    fn visit_f64<E>(self, _: f64) -> Result<Block, E> {
        Ok(Block(None))
    }

    fn visit_unit<E>(self) -> Result<Block, E> {
        Ok(Block(None))
    }
}

/// A text, or any other value, which is read over.
struct MaybeText(Option<String>);

impl<'de> Deserialize<'de> for MaybeText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(MaybeTextVisitor).map(Self)
    }
}

struct MaybeTextVisitor;

impl<'de> Visitor<'de> for MaybeTextVisitor {
    type Value = Option<String>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text")
    }

    no_text! { visit_bool(bool) visit_i64(i64) visit_u64(u64) visit_f64(f64) }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Some(text.to_owned()))
    }

    fn visit_string<E>(self, text: String) -> Result<Self::Value, E> {
        Ok(Some(text))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(None)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(json: &str) -> String {
        serde_json::from_str::<Content>(json).unwrap().into_text()
    }

    #[test]
    fn only_text_is_read() {
        for (json, expected) in [
            (r#""plain""#, "plain"),
            (r#"{"text":"inner","type":"x"}"#, "inner"),
            (r#"{"text":7}"#, ""),
            (
                r#"[{"type":"text","text":"a"},{"type":"input_text","text":"b"}]"#,
                "a\nb",
            ),
            (r#"[{"text":"b","type":"output_text"}]"#, "b"),
            (
                r#"[{"type":"thinking","text":"no"},{"type":"toolCall","text":"no"}]"#,
                "",
            ),
            (
                r#"[{"type":"text","text":null},{"type":"text"},7,null,[1],"s"]"#,
                "s",
            ),
            (
                r#"[{"type":"text","text":""},{"type":"text","text":"x"}]"#,
                "\nx",
            ),
            ("null", ""),
            ("12.5", ""),
            ("[]", ""),
        ] {
            assert_eq!(text(json), expected, "{json}");
        }
    }
}

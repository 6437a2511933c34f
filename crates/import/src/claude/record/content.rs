//! The blocks of a message: what was said, and what tools did.

use std::borrow::Cow;

use serde_json::value::RawValue;

use crate::json::{self, Object};

/// The longest text of a tool that is kept, in bytes: as much as a read of one
/// whole message shows (H15). What was said is never cut.
const MAX_TOOL_BYTES: usize = 1 << 20;

/// What the blocks of a message hold.
#[derive(Default)]
pub(super) struct Content {
    /// What was said (T3).
    pub(super) text: String,
    /// What tools were called, and what they answered.
    pub(super) tool_text: String,
    pub(super) has_tool: bool,
    pub(super) has_reasoning: bool,
}

const FIELDS: &[&str; 7] = &[
    "type",
    "text",
    "content",
    "name",
    "thought",
    "functionCall",
    "functionResponse",
];

impl Content {
    /// Returns a content that is one text.
    pub(super) fn of_text(text: String) -> Self {
        Self {
            text,
            ..Self::default()
        }
    }

    /// Reads a content; `None` when it cannot be read.
    pub(super) fn read(json: &str) -> Option<Self> {
        if let Some(text) = json::text(json) {
            return Some(Self::of_text(text.into_owned()));
        }
        let mut content = Self::default();
        if json.starts_with('[') {
            let blocks: Vec<&RawValue> = serde_json::from_str(json).ok()?;
            let mut said = Vec::new();
            let mut done = Vec::new();
            for block in blocks {
                content.take(block.get(), &mut said, &mut done);
            }
            content.text = said.join("\n");
            content.tool_text = done.join("\n");
            truncate(&mut content.tool_text);
        } else if json.starts_with('{') {
            let object = Object::read(json, FIELDS).ok()?;
            content.text = object.text("text").unwrap_or_default().into_owned();
        } else if json.starts_with('"') {
            return None;
        }
        Some(content)
    }

    fn take<'j>(
        &mut self,
        json: &'j str,
        said: &mut Vec<Cow<'j, str>>,
        done: &mut Vec<Cow<'j, str>>,
    ) {
        if let Some(text) = json::text(json) {
            said.push(text);
            return;
        }
        let Ok(block) = Object::read(json, FIELDS) else {
            return;
        };
        match block.text("type").as_deref() {
            Some("text" | "input_text" | "output_text") => said.extend(block.text("text")),
            Some("thinking" | "redacted_thinking") => self.has_reasoning = true,
            Some("tool_use" | "server_tool_use") => {
                self.has_tool = true;
                done.extend(block.text("name"));
            }
            Some(kind) if kind.ends_with("tool_result") => {
                self.has_tool = true;
                let answer = block.raw("content").and_then(Self::read);
                done.extend(answer.map(|answer| Cow::Owned(answer.text)));
            }
            Some(_) => {}
            // Parts without a type.
            None if block.has("functionCall") || block.has("functionResponse") => {
                self.has_tool = true;
            }
            None if block.flag("thought") == Some(true) => self.has_reasoning = true,
            None => said.extend(block.text("text")),
        }
    }
}

/// Cuts a text to [`MAX_TOOL_BYTES`], between characters.
fn truncate(text: &mut String) {
    let mut end = MAX_TOOL_BYTES.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.truncate(end);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_said_is_told_from_what_was_done() {
        for (json, text, tool_text) in [
            (r#""a""#, "a", ""),
            (
                r#"[{"type":"text","text":"a"},{"type":"tool_use","name":"Read","input":{}}]"#,
                "a",
                "Read",
            ),
            (r#"[{"type":"tool_result","content":"out"}]"#, "", "out"),
            (
                r#"[{"type":"tool_result","content":[{"type":"text","text":"x"},{"type":"image"}]}]"#,
                "",
                "x",
            ),
            (r#"[{"type":"thinking","thinking":"no"}]"#, "", ""),
            (
                r#"[{"text":"hm","thought":true},{"text":"a"},{"functionCall":{"name":"f"}}]"#,
                "a",
                "",
            ),
            (r#"["a",7,null,[1]]"#, "a", ""),
            ("7", "", ""),
            ("null", "", ""),
        ] {
            let content = Content::read(json).unwrap();
            assert_eq!(
                (content.text.as_str(), content.tool_text.as_str()),
                (text, tool_text),
                "{json}"
            );
        }
    }

    #[test]
    fn a_long_answer_of_a_tool_is_cut_and_a_long_text_is_not() {
        let long = "é".repeat(MAX_TOOL_BYTES);
        let json = format!(
            r#"[{{"type":"text","text":"{long}"}},{{"type":"tool_result","content":"x{long}"}}]"#
        );
        let content = Content::read(&json).unwrap();
        assert_eq!(content.text, long);
        assert_eq!(content.tool_text.len(), MAX_TOOL_BYTES - 1);
    }
}

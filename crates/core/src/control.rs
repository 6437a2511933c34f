//! Texts that programs say to each other inside a conversation (T4).
//!
//! A gateway writes them as ordinary rows: the answer that nothing is to be
//! answered, the acknowledgement of a heartbeat, the context that a runtime
//! puts in front of a prompt. People never see them, so no read shows them and
//! no search finds them.

use crate::event::Role;

/// Answers of an assistant that mean "say nothing".
const SILENT_ANSWERS: [&str; 2] = ["NO_REPLY", "HEARTBEAT_OK"];

const CONTEXT_BEGIN: &str = "<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>";
const CONTEXT_END: &str = "<<<END_OPENCLAW_INTERNAL_CONTEXT>>>";

/// Returns whether `text` says nothing to people.
///
/// An assistant's text counts when it is one of the silent answers and nothing
/// else; a user's when nothing is left of it once the runtime's context is
/// taken out. A text that merely mentions such a word is an ordinary text.
pub(crate) fn is_control_text(role: Role, text: &str) -> bool {
    match role {
        Role::Assistant => SILENT_ANSWERS.contains(&text.trim()),
        Role::User => is_only_runtime_context(text),
        Role::Tool => false,
    }
}

fn is_only_runtime_context(text: &str) -> bool {
    let mut rest = text.trim();
    let mut n_blocks = 0_usize;
    while let Some(inside) = rest.strip_prefix(CONTEXT_BEGIN) {
        // A block without an end reaches to the end of the text.
        rest = match inside.split_once(CONTEXT_END) {
            Some((_, after)) => after.trim_start(),
            None => "",
        };
        n_blocks += 1;
    }
    0 < n_blocks && rest.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_control_texts_count() {
        let block = format!("{CONTEXT_BEGIN}\nx\n{CONTEXT_END}");
        for (role, text, is_control) in [
            (Role::Assistant, "NO_REPLY".to_owned(), true),
            (Role::Assistant, " HEARTBEAT_OK\n".to_owned(), true),
            (Role::Assistant, "NO_REPLY is a word".to_owned(), false),
            (Role::User, "NO_REPLY".to_owned(), false),
            (Role::User, block.clone(), true),
            (Role::User, format!("{block}\n{block}"), true),
            (Role::User, format!("{CONTEXT_BEGIN}\nx"), true),
            (Role::User, format!("{block}\nhello"), false),
            (Role::User, format!("hello {block}"), false),
            (Role::User, String::new(), false),
        ] {
            assert_eq!(
                is_control_text(role, &text),
                is_control,
                "{role:?} {text:?}"
            );
        }
    }
}

//! What the program puts into the model's context under a person's name.

use sessions_core::event::Role;

/// What such texts begin with.
const BEGINNINGS: [&str; 12] = [
    "<environment_context>",
    "<user_instructions>",
    "<permissions instructions>",
    "<collaboration_mode>",
    "<turn_aborted>",
    "<recommended_plugins>",
    "<skills_instructions>",
    "<skill>",
    "<subagent_notification>",
    "<user_shell_command>",
    "# AGENTS.md instructions for ",
    "<INSTRUCTIONS>",
];

/// Returns whether nobody said `text`.
pub(super) fn is_injected(role: Role, text: &str) -> bool {
    let text = text.trim_start();
    role == Role::User && BEGINNINGS.iter().any(|it| text.starts_with(it))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_begins_so_is_injected() {
        for (role, text, expected) in [
            (Role::User, "<environment_context>\n<cwd>/w</cwd>", true),
            (Role::User, "\n# AGENTS.md instructions for /w\n", true),
            (Role::User, "what is <environment_context>?", false),
            (Role::User, "# AGENTS.md is missing", false),
            (Role::Assistant, "<skill>", false),
        ] {
            assert_eq!(is_injected(role, text), expected, "{text}");
        }
    }
}

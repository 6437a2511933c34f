//! What is shown of texts that may hold what was typed.

use std::sync::{Arc, OnceLock};
use std::{env, fmt};

use sessions_redact::{Mask, RedactConfig, Redactor};

use super::text::OneLine;

/// The most characters that are shown of a name that was typed.
const MAX_SHOWN: usize = 80;

/// Masks secrets in errors: one can have been typed where a name belongs.
///
/// Made when it is first needed, since most runs have no error.
#[derive(Clone, Default)]
pub(super) struct Masker {
    config: Arc<OnceLock<RedactConfig>>,
    rules: Arc<OnceLock<Rules>>,
}

/// What is masked.
struct Rules {
    redactor: Redactor,
    typed: Vec<TypedSecret>,
}

/// A secret among the arguments. A key is folded to lower case before an error
/// names it, and then no rule knows the secret in it.
struct TypedSecret {
    lower: String,
    mask: String,
}

impl Rules {
    fn new(redactor: Redactor, typed: impl Iterator<Item = String>) -> Self {
        let typed = typed
            .flat_map(|word| {
                let redacted = redactor.redact(&word);
                let secret = |it: &Mask| {
                    Some(TypedSecret {
                        lower: word.get(it.original.clone())?.to_ascii_lowercase(),
                        mask: redacted.as_str().get(it.range.clone())?.to_owned(),
                    })
                };
                redacted
                    .masks()
                    .iter()
                    .filter_map(secret)
                    .collect::<Vec<_>>()
            })
            .collect();
        Self { redactor, typed }
    }

    fn masked(&self, text: &str) -> String {
        let mut text = self.redactor.redact(text).into_string();
        for it in &self.typed {
            let mut from = 0;
            while let Some(at) = text
                .to_ascii_lowercase()
                .get(from..)
                .and_then(|rest| rest.find(&it.lower))
            {
                let at = from + at;
                text.replace_range(at..at + it.lower.len(), &it.mask);
                from = at + it.mask.len();
            }
        }
        text
    }
}

impl fmt::Debug for Masker {
    /// Omits the exact secrets (R9).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Masker").finish_non_exhaustive()
    }
}

impl Masker {
    /// Masks by these rules from now on, if no text was masked before.
    pub(super) fn configure(&self, config: &RedactConfig) {
        self.config.get_or_init(|| config.clone());
    }

    /// Returns a text as it can be shown, on one line.
    pub(super) fn masked(&self, text: &str) -> String {
        let rules = self.rules.get_or_init(|| {
            let redactor = match self.config.get() {
                Some(config) => Redactor::with(config).unwrap_or_else(|_| Redactor::new()),
                None => Redactor::new(),
            };
            let typed = env::args_os().skip(1);
            Rules::new(redactor, typed.filter_map(|it| it.into_string().ok()))
        });
        OneLine(&rules.masked(text)).to_string()
    }

    /// Returns a name that was typed as it can be shown: masked, and cut when
    /// it is long.
    pub(super) fn name(&self, text: &str) -> String {
        let masked = self.masked(text);
        match masked.char_indices().nth(MAX_SHOWN) {
            None => masked,
            Some(_) => masked.chars().take(MAX_SHOWN - 1).chain(['…']).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_is_cut_after_it_is_masked() {
        let masker = Masker::default();
        let token = format!("ghp_{}", "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8");
        assert_eq!(masker.name(&token), "[redacted:github-token]");
        assert_eq!(masker.name(&"é".repeat(80)), "é".repeat(80));
        let name = masker.name(&format!("{} {token}", "word ".repeat(14)));
        assert_eq!(name.chars().count(), 80);
        assert!(!name.contains("ghp_") && name.ends_with('…'), "{name}");
        assert_eq!(masker.name("a\nb\u{1b}"), "a b␛");
    }

    #[test]
    fn a_secret_that_was_typed_is_known_in_lower_case() {
        let token = format!("ghp_{}", "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8");
        let rules = Rules::new(Redactor::new(), [format!("main:{token}")].into_iter());
        let lower = token.to_lowercase();
        assert_eq!(
            rules.masked(&format!("é `{lower}` {lower}")),
            "é `[redacted:github-token]` [redacted:github-token]"
        );
    }
}

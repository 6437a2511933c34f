//! Tells a passphrase in quotes from a label or a sentence of an interface.
//!
//! `password: "correct horse battery staple"` hides a secret, and
//! `password: "Enter your password"` says something about one. What is
//! said holds words of instructions and words about secrets; labels begin with a
//! capital letter and are short; messages end with a sign.

use crate::placeholder;

/// Words that passphrases do without, in lower case.
#[rustfmt::skip]
const WORDS: &[&str] = &[
    // Words of instructions and statements.
    "any", "are", "be", "been", "can", "cannot", "could", "did", "do", "does", "don't", "has",
    "have", "how", "if", "is", "may", "more", "must", "no", "not", "please", "should", "this",
    "used", "was", "were", "when", "which", "will", "without", "would", "your",
    // Words about secrets.
    "access", "account", "api", "auth", "authentication", "client", "code", "credential",
    "credentials", "encrypted", "hash", "hashed", "key", "keys", "login", "passcode", "passphrase",
    "passphrases", "passwd", "password", "passwords", "pin", "secret", "secrets", "signing",
    "token", "tokens", "user", "username", "clave", "contrasena", "haslo", "heslo", "kennwort",
    "mot", "parola", "passe", "passwort", "senha", "wachtwoord",
    // Words of interfaces and of documentation.
    "again", "allowed", "button", "cancel", "change", "character", "characters", "choose",
    "confirm", "confirmation", "configured", "copied", "create", "current", "default", "digits",
    "empty", "enter", "error", "example", "expected", "failed", "field", "forgot", "format",
    "generate", "given", "hidden", "incorrect", "input", "invalid", "length", "letters", "long",
    "match", "maximum", "min", "minimum", "missing", "new", "old", "optional", "paste", "plain",
    "provided", "random", "repeat", "required", "reset", "short", "show", "sign", "stored",
    "string", "strong", "text", "type", "unset", "update", "value", "verify", "weak", "wrong",
];

/// The fewest words of a phrase that begins with a capital letter.
const LEAST_WORDS: usize = 4;

/// Whether a quoted value behind a strong name may be the secret itself.
pub(super) fn may_be_secret(value: &[u8]) -> bool {
    let has_digit = value.iter().any(u8::is_ascii_digit);
    if !value.is_ascii() {
        return has_digit && !value.contains(&b' ');
    }
    if !value.contains(&b' ') {
        return true;
    }
    let is_said = value
        .split(|byte| *byte == b' ')
        .any(|word| is_known(placeholder::bare(word)));
    if is_said {
        return !is_prose(value);
    }
    let is_title = value.first().is_some_and(u8::is_ascii_uppercase);
    let is_ended = value
        .last()
        .is_some_and(|last| b".?!:".contains(last) && !has_digit);
    let words = value.split(|byte| *byte == b' ').count();
    !placeholder::is_wordy(value) || !is_ended && (words >= LEAST_WORDS || !is_title)
}

fn is_known(word: &[u8]) -> bool {
    WORDS
        .iter()
        .any(|known| word.eq_ignore_ascii_case(known.as_bytes()))
}

/// Words of letters alone, or several of them.
fn is_prose(value: &[u8]) -> bool {
    let is_word = |word: &[u8]| {
        word.iter()
            .all(|byte| byte.is_ascii_alphabetic() || b"'.,?!:_-/".contains(byte))
    };
    value.split(|byte| *byte == b' ').all(is_word)
        || value
            .split(|byte| *byte == b' ')
            .filter(|word| word.len() >= 2 && is_word(word))
            .count()
            >= 3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_may_be_secrets_and_what_is_said_about_them_is_none() {
        for phrase in [
            "correct horse battery staple",
            "Correct Horse Battery Staple",
            "blue whale",
            "the blue whale sings at night",
            "a b c d e f",
            "Tr0ub4 dor&3, x",
        ] {
            assert!(may_be_secret(phrase.as_bytes()), "{phrase}");
        }
        for said in [
            "Enter your password",
            "Must be at least 8 characters",
            "used to sign cookies",
            "Forgot Password?",
            "Invalid password",
            "Sign In",
            "Wachtwoord vergeten",
            "minimum eight characters",
            "Passwort \u{e4}ndern 2",
        ] {
            assert!(!may_be_secret(said.as_bytes()), "{said}");
        }
    }
}

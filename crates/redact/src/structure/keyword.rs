//! The words that make a name the name of a secret, as data.

/// How much a name alone says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Strength {
    /// The value must look random, and not like a hash or an identifier.
    Weak,
    /// The value must look random.
    Medium,
    /// Any value that is no placeholder.
    Strong,
}

/// A word that wakes the recogniser of assignments.
pub(super) struct Keyword {
    pub(super) word: &'static str,
    pub(super) strength: Strength,
    /// The name in masks.
    pub(super) rule: &'static str,
    /// Whether it counts glued to letters in front (`dbpassword`).
    pub(super) is_glued: bool,
}

const fn strong(word: &'static str, rule: &'static str) -> Keyword {
    Keyword {
        word,
        strength: Strength::Strong,
        rule,
        is_glued: true,
    }
}

const fn medium(word: &'static str, rule: &'static str) -> Keyword {
    Keyword {
        word,
        strength: Strength::Medium,
        rule,
        is_glued: true,
    }
}

const fn weak(word: &'static str, rule: &'static str) -> Keyword {
    Keyword {
        word,
        strength: Strength::Weak,
        rule,
        is_glued: false,
    }
}

/// Every word. Of two that match at one place the longer decides.
pub(super) const WORDS: &[Keyword] = &[
    strong("password", "password"),
    strong("passwd", "password"),
    strong("passwort", "password"),
    strong("passphrase", "password"),
    strong("passcode", "password"),
    strong("pwd", "password"),
    strong("secret", "secret"),
    strong("psk", "secret"),
    medium("token", "token"),
    medium("jwt", "token"),
    medium("credential", "credential"),
    medium("creds", "credential"),
    weak("key", "api-key"),
    weak("pass", "password"),
    weak("pw", "password"),
    weak("auth", "credential"),
    weak("authorization", "credential"),
    weak("login", "credential"),
    weak("api", "api-key"),
    weak("session", "session"),
    weak("sessionid", "session"),
    weak("signature", "signature"),
    weak("sig", "signature"),
    weak("hmac", "signature"),
    weak("salt", "secret"),
    weak("pat", "token"),
    weak("license", "api-key"),
    weak("licence", "api-key"),
    weak("bearer", "token"),
    weak("webhook", "secret"),
    weak("sas", "signature"),
];

/// The literals that the engine looks for: those of [`WORDS`], in their order.
#[rustfmt::skip]
pub(super) const LITERALS: &[&str] = &[
    "password", "passwd", "passwort", "passphrase", "passcode", "pwd", "secret", "psk", "token",
    "jwt", "credential", "creds", "key", "pass", "pw", "auth", "authorization", "login", "api",
    "session", "sessionid", "signature", "sig", "hmac", "salt", "pat", "license", "licence",
    "bearer", "webhook", "sas",
];

/// Words in front of `key` that make it as telling as `secret`.
#[rustfmt::skip]
pub(super) const KEY_STRONG: &[&str] = &[
    "api", "access", "secret", "private", "encryption", "encrypt", "signing", "sign", "master",
    "service", "auth", "account", "shared", "app", "application", "consumer", "deploy",
    "subscription", "admin", "root", "license", "licence", "storage", "crypto", "cipher", "aes",
    "hmac", "wallet", "unseal", "recovery", "integration", "ingest", "ingestion", "write", "read",
    "server", "client", "webhook", "session", "rsa", "ssh", "pgp", "gpg", "jwt", "bot", "user",
    "personal", "management", "security",
];

/// Words in front of a key word that make the name harmless.
#[rustfmt::skip]
pub(super) const HARMLESS_BEFORE: &[&str] = &[
    "public", "pub", "foreign", "primary", "sort", "partition", "cache", "idempotency",
    "idempotent", "index", "object", "hot", "short", "arrow", "max", "min", "num", "total",
    "prompt", "completion", "input", "output", "csrf", "xsrf", "page", "next", "continuation",
    "pad", "eos", "bos", "unk", "mask", "lookup", "row", "group", "host", "known", "hash", "map",
    "dict", "message", "translation", "i18n", "reset", "forgot", "forgotten", "no", "is", "has",
    "needs", "require", "requires", "use", "show", "hide", "toggle", "validate", "check",
    "verify", "compare", "issue", "ticket", "project", "thread", "conversation", "routing",
    "event", "state", "query", "search", "registry", "config", "setting", "react", "list", "item",
    "dedupe", "s3", "bucket", "commit", "content",
];

/// Words behind a key word that make the name harmless: what is stored is
/// something about the secret.
#[rustfmt::skip]
pub(super) const HARMLESS_AFTER: &[&str] = &[
    "count", "url", "uri", "id", "ids", "type", "types", "name", "names", "file", "files", "path",
    "paths", "len", "length", "size", "limit", "limits", "max", "min", "ttl", "expiry", "expires",
    "expire", "expiration", "index", "field", "fields", "label", "format", "prefix", "suffix",
    "policy", "mode", "ref", "refs", "arn", "env", "var", "vars", "header", "headers", "endpoint",
    "usage", "used", "budget", "window", "provider", "providers", "source", "status", "hint",
    "placeholder", "required", "rotation", "version", "algorithm", "alg", "store", "manager",
    "issuer", "at", "created", "updated", "enabled", "valid", "regex", "pattern", "validator",
    "reset", "input", "strategy", "method", "scheme", "realm", "scope", "scopes", "audience",
    "timeout", "age", "error", "errors", "message", "callback", "handler", "selector", "from",
    "stdin", "helper", "command", "cmd", "dir", "directory", "host", "port", "region", "exists",
    "present", "set", "not", "class", "schema", "model", "kind", "sock", "socket", "agent", "ext",
    "pair", "gen", "generator", "bits", "ring", "chain", "map", "book", "code", "word", "words",
    "frame", "down", "up", "press", "event", "board", "space", "note", "notes", "info", "user",
    "group", "role", "option", "options", "settings", "config", "service", "server", "client",
    "domain", "date", "time", "by", "check", "checks", "test", "tests", "of", "sha", "sha256",
    "md5", "digest", "fingerprint", "hash", "hashes", "checksum", "title", "description", "rules",
    "rule", "entry", "ending",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_the_words_in_their_order() {
        let words: Vec<&str> = WORDS.iter().map(|word| word.word).collect();
        assert_eq!(words, LITERALS);
    }
}

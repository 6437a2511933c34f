//! Counts looks at bytes in tests, so that a bound on work can be claimed
//! without a clock (R8). Outside tests it is nothing.

#[cfg(test)]
thread_local! {
    static STEPS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Notes `n` looks at bytes.
#[inline]
pub(crate) fn count(n: usize) {
    #[cfg(test)]
    STEPS.with(|steps| steps.set(steps.get() + n));
    #[cfg(not(test))]
    let _ = n;
}

/// The looks at bytes since the last call, on this thread.
#[cfg(test)]
pub(crate) fn take() -> usize {
    STEPS.with(std::cell::Cell::take)
}

#[cfg(test)]
mod tests {
    use super::take;
    use crate::redactor::Redactor;
    use crate::{rules, structure};

    /// The most looks at a byte of any text.
    const BOUND: usize = 300;

    /// Looks per byte at `unit`, repeated to at least `len` bytes.
    fn steps_per_byte(redactor: &Redactor, unit: &str, len: usize) -> usize {
        let text = unit.repeat(len / unit.len() + 1);
        take();
        redactor.scan(&text);
        take() / text.len()
    }

    #[test]
    fn steps_per_byte_are_bounded_however_long_a_hostile_text_is() {
        let redactor = Redactor::new();
        for unit in [
            "key=",
            "token=",
            "password=",
            "password:\"",
            "auth='x",
            "pwd=$",
            "sk-",
            "9sk_live_a1",
            "ya29._",
            "M.C5a1",
            "wandb_v1_",
            "dp.st.a1",
            "+ABa",
            "eyJ_",
            "eyJ.",
            "a://",
            "://a:",
            "://a@",
            "bearer%20",
            "authorization:",
            "authorization: a=\"b\", ",
            "cookie: a=b;",
            "-----BEGIN PRIVATE KEY-----",
            "-----BEGIN PRIVATE KEY-----\nMIIE",
            "-----END PRIVATE KEY-----",
            "card 4",
            "seed:abc ",
            "mysql a",
            "mysql a\u{200b}",
            "\u{200b}a",
            "[redacted:a",
            "key=key=key=key=key=key=key=[redacted:api-key]",
            "[redacted:password]=abcd1234! ",
            "a%41",
            "a&#95;",
            "a\\u0041",
            "a\\\\\\\\",
            "a<b>",
            "DE89 3704 0044 ",
            "zoo ",
            "legal winner thank year wave ",
            "machine a login b ",
        ] {
            for len in [2_000, 16_000, 64_000] {
                let steps = steps_per_byte(&redactor, unit, len);
                assert!(steps <= BOUND, "{unit:?} {len}: {steps}");
            }
        }
    }

    #[test]
    fn steps_per_byte_are_bounded_in_a_hostile_megabyte() {
        let redactor = Redactor::new();
        for unit in ["key=", "legal winner thank year wave "] {
            let steps = steps_per_byte(&redactor, unit, 1_000_000);
            assert!(steps <= BOUND, "{unit:?}: {steps}");
        }
    }

    #[test]
    fn no_literal_costs_more_when_repeated() {
        let redactor = Redactor::new();
        let of_structures = structure::ALL.iter().flat_map(|one| one.literals);
        let of_rules = rules::all().flat_map(|rule| rule.literals);
        for literal in of_structures.chain(of_rules) {
            for (lead, tail) in [("", ""), ("9", "="), (" ", "a1"), ("a", "-")] {
                let unit = format!("{lead}{literal}{tail}");
                let steps = steps_per_byte(&redactor, &unit, 2_000);
                assert!(steps <= BOUND, "{unit:?}: {steps}");
            }
        }
    }
}

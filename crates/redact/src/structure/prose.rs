//! Passwords given in sentences: `the password is …` in a dozen languages.
//!
//! The value must look like a password, so prose about passwords stays.

use super::Recogniser;
use super::value::Value;
use crate::charset::{ALNUM, BLANK, DIGIT, QUOTE, SPACE, Set, WORD};
use crate::scan::Scan;
use crate::span::Rank;
use crate::{entropy, placeholder};

const RULE: &str = "password";

pub(super) const RECOGNISER: Recogniser = Recogniser {
    literals: &[
        "password",
        "passwd",
        "passcode",
        "passphrase",
        "pass",
        "pw",
        "pwd",
        "secret",
        "token",
        "key",
        "mot de passe",
        "mdp",
        "пароль",
        "Пароль",
        "пароля",
        "паролем",
        "kennwort",
        "passwort",
        "contraseña",
        "clave",
        "senha",
        "palavra-passe",
        "密码",
        "密碼",
        "口令",
        "パスワード",
        "暗証番号",
        "비밀번호",
        "암호",
        "hasło",
        "haslo",
        "wachtwoord",
        "كلمة المرور",
        "كلمة السر",
        "parola",
        "lösenord",
        "heslo",
        "şifre",
        "salasana",
        "mật khẩu",
        "adgangskode",
        "passord",
        "jelszó",
        "סיסמה",
        "รหัสผ่าน",
        "पासवर्ड",
    ],
    rules: &[RULE],
    run,
};

/// Bytes in front that make the word a part of something longer.
const PART: Set = ALNUM.and(Set::of("-"));

/// Words that need a sign or a verb before the value.
const LOOSE: &[&str] = &["key", "secret"];

/// Words after which even a hash is a secret.
const HASHED: &[&str] = &["password", "secret", "token"];

/// What may stand between the word and the value.
const LINKS: &[&str] = &[
    "is", "was", "to", "est", "lautet", "ist", "es", "é", "è", "är", "jest", "to", "on", "är:",
    "is:", "は", "是", "为", "為", "が", "은", "는", "هي", "это", "—", "–", "：", "＝", "for",
    "now", "set", "be",
];

fn run(scan: &mut Scan<'_>, _: usize, start: usize, end: usize) {
    let text = scan.text;
    if scan.assigned.contains(&start) {
        return;
    }
    let first = text.at(start);
    if first.is_ascii_alphabetic()
        && (PART.has(text.before(start)) || WORD.has(text.at(end)) || text.at(end) == b'-')
    {
        return;
    }
    let mut at = end;
    let mut linked = 0;
    loop {
        let gap = text.run(at, BLANK.and(Set::of(":=>*")), 6);
        let link = LINKS.iter().find(|link| {
            text.starts_any_case(gap, link.as_bytes())
                && (!link.is_ascii() || !WORD.has(text.at(gap + link.len())))
        });
        at = gap;
        match link {
            Some(link) if linked < 3 => at += link.len(),
            _ => break,
        }
        linked += 1;
    }
    if at == end && first < 128 {
        return;
    }
    let is_joined = linked > 0 || text.slice(end, at).iter().any(|byte| b":=>".contains(byte));
    if !is_joined
        && LOOSE
            .iter()
            .any(|word| text.slice(start, end).eq_ignore_ascii_case(word.as_bytes()))
    {
        return;
    }
    let at = text.run(at, QUOTE.and(Set::of("*")), 2);
    let printable = SPACE.and(QUOTE).and(Set::of("<>\0")).not();
    let mut to = at;
    while to - at < 128 && printable.has(text.at(to)) && text.at(to) < 128 && to < text.len() {
        to += 1;
    }
    let to = Value::trim(text, at, to);
    let value = text.slice(at, to);
    // Of a hash or an identifier only what is called a secret outright.
    let is_hash = value.len() >= 32
        && HASHED
            .iter()
            .any(|word| text.starts_any_case(start, word.as_bytes()))
        && value.iter().all(u8::is_ascii_hexdigit)
        && entropy::is_random(value);
    if is_hash || is_given(value) {
        scan.add(at, to, Rank::Prose, RULE);
    }
}

/// A value such as people give in a sentence: letters of both kinds or signs
/// along with digits, and nothing like a path, a date, a version or a call.
fn is_given(value: &[u8]) -> bool {
    let digits = value.iter().filter(|byte| DIGIT.has(**byte)).count();
    let upper = value.iter().any(u8::is_ascii_uppercase);
    let lower = value.iter().any(u8::is_ascii_lowercase);
    let sign = value.iter().any(|byte| b"!@#$%^&*+?~".contains(byte));
    value.len() >= 8
        && !matches!(value.first(), Some(b'&' | b'*'))
        && digits > 0
        && (upper || lower)
        && ((sign && entropy::is_password_like(value))
            || (entropy::is_random(value) && upper && lower))
        && !value.iter().any(|byte| b"/(){}[]=\\,;<>".contains(byte))
        && !entropy::is_uuid(value)
        && !is_address(value)
        && !placeholder::is_placeholder(value)
}

/// `user@host.name`.
fn is_address(value: &[u8]) -> bool {
    let mut halves = value.split(|byte| *byte == b'@');
    let (Some(user), Some(host), None) = (halves.next(), halves.next(), halves.next()) else {
        return false;
    };
    let plain = |part: &[u8]| {
        part.iter()
            .all(|byte| byte.is_ascii_alphanumeric() || b".-_+".contains(byte))
    };
    plain(user) && plain(host) && host.contains(&b'.')
}

//! Passwords given in sentences: `the password is …` in a dozen languages.
//!
//! The value must look like a password, so prose about passwords stays.

use super::Recogniser;
use super::value::Value;
use crate::charset::{ALPHA, BLANK, DIGIT, QUOTE, SPACE, Set, WORD};
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
        "api key",
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

/// What may stand between the word and the value.
const LINKS: &[&str] = &[
    "is", "was", "to", "est", "lautet", "ist", "es", "é", "è", "är", "jest", "to", "on", "är:",
    "is:", "は", "是", "为", "為", "が", "은", "는", "هي", "это", "—", "–", "：", "＝", "for",
    "now", "set", "be",
];

fn run(scan: &mut Scan<'_>, start: usize, end: usize) {
    let text = scan.text;
    let first = text.at(start);
    if first.is_ascii_alphabetic() && (ALPHA.has(text.before(start)) || WORD.has(text.at(end))) {
        return;
    }
    let mut at = end;
    let mut linked = 0;
    loop {
        let gap = text.run(at, BLANK.and(Set::of(":=->*")), 6);
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
    let at = text.run(at, QUOTE.and(Set::of("*")), 2);
    let printable = SPACE.and(QUOTE).and(Set::of("<>\0")).not();
    let mut to = at;
    while to - at < 128 && printable.has(text.at(to)) && text.at(to) < 128 && to < text.len() {
        to += 1;
    }
    let to = Value::trim(text, at, to);
    let value = text.slice(at, to);
    if is_given(value) {
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
        && digits > 0
        && (upper || lower)
        && ((sign && entropy::is_password_like(value))
            || (entropy::is_random(value) && upper && lower))
        && !value.iter().any(|byte| b"/(){}[]=\\,;<>".contains(byte))
        && !entropy::is_uuid(value)
        && !placeholder::is_placeholder(value)
}

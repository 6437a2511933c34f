//! Structures in code: blocks, URLs, headers, assignments, commands, prose.

use crate::sample::{Dice, REDACTOR, password};

/// Asserts that `secret`, put in the place of `{}`, is masked by `rule` and
/// that everything else stays.
fn masks(template: &str, secret: &str, rule: &str) {
    let text = template.replace("{}", secret);
    let wanted = template.replace("{}", &format!("[redacted:{rule}]"));
    assert_eq!(REDACTOR.redact(&text).as_str(), wanted, "{template}");
}

fn base64(seed: u64, n: usize) -> String {
    Dice::new(seed).draw(sessions_redact::charset::ALNUM, n)
}

#[test]
fn strong_names_mask_any_value_in_any_syntax() {
    let secret = password(1);
    for (template, rule) in [
        ("DB_PASSWORD={}", "password"),
        ("export DB_PASSWORD='{}'", "password"),
        ("password: {}", "password"),
        ("password = \"{}\"", "password"),
        ("\"password\": \"{}\",", "password"),
        ("{\\\"password\\\": \\\"{}\\\"}", "password"),
        ("'clientSecret' => '{}',", "secret"),
        ("client_secret := \"{}\"", "secret"),
        ("<password>{}</password>", "password"),
        ("--password {} --host x", "password"),
        ("--api-key={}", "api-key"),
        ("apiKey: '{}'", "api-key"),
        ("MY_APIKEY={}", "api-key"),
        ("const apiSecret: string = \"{}\";", "secret"),
        ("set(\"SERVICE_TOKEN\", \"{}\")", "token"),
        ("https://x.test/a?b=1&access_token={}&c=2", "token"),
        ("{\"x\":\"PASSWORD={}\\nB=1\"}", "password"),
        ("Password: {}", "password"),
        ("user=bob,password={}", "password"),
        ("X-Api-Key: {}", "api-key"),
        ("PRIVATE-TOKEN: {}", "token"),
        ("machine x.test login bob password {}", "password"),
    ] {
        masks(template, &secret, rule);
    }
}

#[test]
fn quoted_passwords_keep_nothing_behind_a_blank_or_a_sign() {
    for secret in ["Tr0ub4 dor&3, x", "a;b:c=d,e9", "ünïcödé99"] {
        masks("password = \"{}\"", secret, "password");
    }
}

#[test]
fn passphrases_behind_strong_names_are_masked_in_quotes() {
    for (template, rule) in [
        ("password: \"{}\"", "password"),
        ("secret: \"{}\"", "secret"),
        ("export SECRET_KEY=\"{}\"", "api-key"),
        ("passphrase = '{}'", "password"),
        ("\"dbPassword\": \"{}\",", "password"),
    ] {
        masks(template, "correct horse battery staple", rule);
        masks(template, "the blue whale sings", rule);
    }
    masks("export SECRET_KEY=\"{}\"", "a b c d e f", "api-key");
}

#[test]
fn statements_that_set_a_password_of_a_database_are_masked() {
    let secret = password(8);
    for template in [
        "CREATE USER a IDENTIFIED BY '{}';",
        "create user a identified by \"{}\"",
        "ALTER USER a IDENTIFIED WITH mysql_native_password BY '{}'",
        "GRANT ALL ON *.* TO a IDENTIFIED BY PASSWORD '{}'",
        "ALTER ROLE a WITH ENCRYPTED PASSWORD '{}'",
    ] {
        masks(template, &secret, "password");
    }
}

#[test]
fn urls_keep_scheme_user_and_host() {
    for secret in ["gEAlXRp@IvRN6", "p%40ss2W1co", "h#sh/9Tag77"] {
        masks(
            "postgres://bob:{}@db.example.test:5432/app?x=1",
            secret,
            "url-password",
        );
    }
    masks(
        "git clone https://{}@git.example.test/a.git",
        &password(3),
        "url-password",
    );
}

#[test]
fn private_keys_are_masked_whole_and_in_part() {
    let lines = (0..8).map(|seed| base64(seed, 64)).collect::<Vec<_>>();
    let head = format!("-----{} RSA {} KEY-----", "BEGIN", "PRIVATE");
    let tail = format!("-----{} RSA {} KEY-----", "END", "PRIVATE");
    let body = lines.join("\n");
    masks(&format!("a\n{head}\n{{}}\n{tail}\nb"), &body, "private-key");
    masks(
        &format!("a\r\n{head}\r\n{{}}\r\n{tail}\r\nb"),
        &lines.join("\r\n"),
        "private-key",
    );
    masks(
        &format!("\"k\": \"{head}\\n{{}}\\n{tail}\\n\""),
        &lines.join("\\n"),
        "private-key",
    );
    masks(
        &format!("> {head}\n> {{}}\n> {tail}\n\nSo?"),
        &lines.join("\n> "),
        "private-key",
    );
    masks(
        &format!("  {head}\n  {{}}\n  {tail}\n"),
        &lines.join("\n  "),
        "private-key",
    );
    masks(&format!("here:\n{head}\n{{}}"), &body, "private-key");
    masks(
        &format!("{head}\n{{}}\nThat was the key, I hope you keep it."),
        &body,
        "private-key",
    );
    masks(&format!("{{}}\n{tail}\nThat is all."), &body, "private-key");
}

#[test]
fn certificates_and_public_keys_stay() {
    for kind in [
        "CERTIFICATE",
        "PUBLIC KEY",
        "RSA PUBLIC KEY",
        "PGP PUBLIC KEY BLOCK",
    ] {
        let text = format!(
            "-----BEGIN {kind}-----\n{}\n-----END {kind}-----",
            base64(4, 64)
        );
        assert!(REDACTOR.redact(&text).is_clean(), "{kind}");
    }
}

#[test]
fn headers_keep_their_scheme() {
    let secret = password(5);
    for (template, rule) in [
        ("Authorization: Bearer {}", "authorization-header"),
        ("-H 'authorization: Token {}'", "authorization-header"),
        ("{\"Authorization\": \"Bearer {}\"}", "authorization-header"),
        ("Proxy-Authorization: Basic {}", "authorization-header"),
        ("Bearer {} was rejected", "bearer-token"),
        ("Cookie: sid={}; theme=dark", "cookie"),
        ("Set-Cookie: sid={}; Path=/; HttpOnly", "cookie"),
        (
            "curl -u deploy:{} https://ci.example.test",
            "command-password",
        ),
    ] {
        masks(template, &secret, rule);
    }
}

#[test]
fn web_tokens_are_recognised_by_their_header() {
    // {"alg":"HS256"} and {"sub":"1"}, in base64url.
    let token = ["eyJhbGciOiJ", "IUzI1NiJ9.eyJzdWIiOiIxIn0.", &base64(6, 43)].concat();
    masks("x {} y", &token, "jwt");
    let other = ["eyJmb28iOiJ", "iYXIifQ.eyJzdWIiOiIxIn0.abc"].concat();
    assert!(REDACTOR.redact(&other).is_clean());
}

#[test]
fn passwords_in_sentences_are_masked_in_many_languages() {
    let secret = ["Tango$", "24627hw"].concat();
    for template in [
        "the wifi password is {}",
        "le mot de passe est {}",
        "Логин admin, пароль {}",
        "das Passwort lautet {}",
        "la contraseña es {}",
        "a senha é {}",
        "密码是{}",
        "密码：{}",
        "パスワードは{}です",
        "비밀번호: {}",
        "hasło: {}",
        "wachtwoord: {}",
        "كلمة المرور: {}",
        "username bob, pass {} on staging",
    ] {
        masks(template, &secret, "password");
    }
}

#[test]
fn seed_phrases_behind_a_label_are_masked() {
    let words = "letter advice cage absurd amount doctor acoustic avoid letter advice cage above";
    masks("seed phrase: {}", words, "seed-phrase");
    assert!(
        REDACTOR
            .redact("seed phrase: write these words down")
            .is_clean()
    );
}

#[test]
fn card_numbers_need_a_check_digit_and_a_context() {
    let number = ["5555-5555", "-5555-4444"].concat();
    masks("card {} exp 12/29", &number, "payment-card");
    assert!(REDACTOR.redact("card 5555-5555-5555-4445").is_clean());
    assert!(REDACTOR.redact(&format!("order {number}")).is_clean());
}

#[test]
fn entries_of_netrc_are_masked_in_any_order_and_on_any_lines() {
    for (before, after) in [
        ("machine h.test login bob password ", "\n"),
        (
            "machine h.test\n\tlogin bob\n\tpassword ",
            "\nmachine other",
        ),
        ("machine h.test password ", " login bob"),
        ("machine h.test login bob account x password ", ""),
        ("default login bob password ", "\n"),
        ("default\n  password ", "\n"),
    ] {
        let text = format!("{before}Zx9qwer7{after}");
        let wanted = format!("{before}[redacted:password]{after}");
        assert_eq!(REDACTOR.redact(&text).as_str(), wanted);
    }
    for text in [
        "machine learning login page, password reset",
        "the default login for the password manager",
        "machine h.test login bob password $PASS",
    ] {
        assert!(REDACTOR.redact(text).is_clean(), "{text}");
    }
}

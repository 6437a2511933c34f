//! What is no secret stays byte for byte (R5).

use crate::sample::REDACTOR;

const STAYS: &[&str] = &[
    "fixed in 7257eac40b9c123482f9c45a0a353acbc2f3e438 on main",
    "session 64cb28f9-11f4-49c3-975b-283ed22a60e2 resumed",
    "4052ed5c966ec63d5acba435904ea8da  dist/app.tar.gz",
    "\"integrity\": \"sha512-Me/3xNwUHOGEE2CrfJn8aDdbXj0ZkVh5gw3menhtl8l9IBk7Dlx3/O5aUbOgs61ST31XLdtY7HT19M+KGDf7xQ==\",",
    "github.com/x/y v1.2.3 h1:9SM3p0SODCnzb4GdqbbdCId22nHw1ygQ5tMB48IrXpg=",
    "image: ghcr.io/org/app@sha256:ab0b5b1af967b8dc9ee0b4f49a2f679f29e677bc4dfb89252f8f0cb0f633261c",
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI9t+wW4iz6Rl85QDqu8gAduJq8D92phzxx5TYvjavXY+ bob@laptop",
    "trace_id=7d76f6e9e05ed24d6b00eed7981c3e1f span_id=862fe0a5f967e880",
    "{\"sessionId\": \"a53828f5-46cd-4dd2-bef7-6ec4f7659887\"}",
    "{\"sessionKey\":\"agent:main:main\",\"messageId\":\"01HQMDD7GPF6RXDKS4SEZIDYBM\"}",
    "0x1cbdb5d6b9018d63dfeedd3387f6fe9ca1b7c42f received 2 ETH",
    "hf_hub_download(repo_id=\"x\")",
    "sk_buff and sk-learn and npm_config_registry=https://registry.example.test/",
    "claude-sonnet-4-5-20250929 and gpt-4o-mini-2024-07-18",
    "ssh -i ~/.ssh/ci-deploy-key root@203.0.113.150",
    "ADR/001-key-derivation.md:29:1: see privateKey -> 32-byte seed",
    "constructor(userPrivateKey: Uint8Array): Promise<void>",
    "['api_key: literal', 'tests:'] and `privateKey`, `folderKey`",
    "\"password_stored\": \"密码已安全存储\", \"store_password\": \"Store password securely?\"",
    "--- PASS: TestLoadSessionState_WithEndedAt (0.07s)",
    "export ANTHROPIC_API_KEY=sk-ant-...",
    "BlindKeySignatures = Ed25519.BlindKeySignatures",
    "def login(self, user = \"\", password = \"\", domain = \"\"):",
    "pub log_passwd: __u32, DEVCONF_STABLE_SECRET: _bindgen_ty_3 = _bindgen_ty_3::X",
    "fn parse2(tokens: proc_macro2::TokenStream, key: &Utf8SuffixKey)",
    "let key = r\"SOFTWARE\\WOW6432Node\\Microsoft\\VisualStudio\\SxS\\VS7\"",
    "two-pass memchr2+SWAR, format of `key1=value1:key2=value2`",
    "secret: none",
    "password: ${DB_PASSWORD}",
    "apiKey: process.env.API_KEY",
    "api_key = os.environ[\"OPENAI_API_KEY\"]",
    "token: ${{ secrets.GITHUB_TOKEN }}",
    "Authorization: Bearer $TOKEN",
    "Authorization: Bearer <token>",
    "https://user:$PASSWORD@example.com/",
    "https://example.com:8080/path/@scope/pkg",
    "The password field must be at least 12 characters.",
    "How do I rotate my GitHub token without downtime?",
    "max_tokens: 4096, token_count=123456789012",
    "PASSWORD_FILE=/run/secrets/db_password",
    "let secret = load_secret(path)?;",
    "fn login(user: &str, password: &str) -> Result<Token, Error>",
    "interface Props { token: string; secret?: string }",
    "monkey=banana, keyboard: qwerty-1234, tokenizer = AutoTokenizer",
    "primary_key = id; sort_key=created_at; cache_key = f\"user:{uid}\"",
    "format!(\"API_KEY=\", String::new(), 32, \"\\n\")",
    "Set-Cookie header is missing; cookie: accept all",
    "password: \"Enter your password\", secret: \"used to sign cookies\"",
    "{ password: 'Invalid password', email: 'Invalid email' }",
    "\"password\": \"Must be at least 8 characters\", \"secret\": \"Client Secret\"",
    "\"forgotPassword\": \"Forgot Password?\", \"password\": \"Forgot Password?\"",
    "the value (identified by `start_name`) and IDENTIFIED BY '<password>'",
    "password=********, token: ***, \"apiKey\": \"REDACTED\"",
    "git@github.com:org/repo.git",
    "AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE",
    "docker login -u bob --password-stdin",
    "Пароль должен содержать не менее 12 символов",
    "密码不能为空。パスワードを忘れた場合",
    "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
];

#[test]
fn what_is_no_secret_stays() {
    let redactor = &*REDACTOR;
    for text in STAYS {
        assert_eq!(redactor.redact(text).as_str(), *text);
    }
}

//! Texts without a secret, which must come back as they are.

use std::borrow::Cow;

use crate::redact::{find, is_secret_name, redact};

fn untouched(rows: &[&str]) {
    let wrong: Vec<String> = rows
        .iter()
        .filter(|it| !find(it).is_empty())
        .map(|it| format!("{it}\n    -> {}", redact(it)))
        .collect();
    assert!(wrong.is_empty(), "{} of {} rows:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
    assert!(rows.iter().all(|it| matches!(redact(it), Cow::Borrowed(_))));
}

#[test]
fn prose() {
    untouched(&[
        "Token budget is 800",
        "the password reset page",
        "pass: all 31 tests",
        "pass: 31 of 31, fail: 0",
        "PASS: test_login2 (0.12s)",
        "the pw field and the pwd command",
        "password: \"must have at least 8 characters\"",
        "password: \"Enter your password again\"",
        "the password was changed to a stronger one",
        "the password policy was changed to 12 characters",
        "task-runner2x and risk-matrix-2024-05-01",
        "sig=none and sig=1234",
        "secret_key_base and secret_manager_client",
        "password=get_password() password=self.password",
        "use JWT for auth",
        "password reset links valid for 15 minutes",
        "access tokens must not sit in localStorage",
        "the token is valid for 24hours",
        "the password is required",
        "The password is hashed with Argon2id",
        "passwords: Argon2id, never SHA256",
        "the token is HS256-signed",
        "token: max 4096 per request",
        "password is at least 12 characters",
        "the api key is stored in vault",
        "the secret is in config/token2.json",
        "Bearer authentication is required",
        "Basic authentication over TLS1.3",
        "set the password to <password>",
        "use token ${GITHUB_TOKEN}",
        "use token gpt-4o-mini",
        "the password is xxx",
        "the password is ********",
        "password: changeme",
        "primary key user_id2, foreign key order_id3",
        "sk-container-id-1 and sk-estimator-doc-link-4",
        "CONSTRAINT pk_user_authenticationtokens PRIMARY KEY (id2)",
        "set npm_config_registry and npm_lifecycle_event",
        "token refresh happens on 2024-05-01T10:00:00Z",
        "all 12 tests pass: 12 ok",
        "-----BEGIN PRIVATE KEY----- is how a key begins, -----END PRIVATE KEY----- how it ends",
        "-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQ\n-----END CERTIFICATE-----",
        "eyJhbGciOiJIUzI1NiJ9 is only a header",
        "cache_key-d41d8cd98f00b204e9800998ecf8427e and key-d41d8cd98f00b204e9800998ecf8427e 的缓存",
        "AKIA is the prefix; AKIAXXXXXXXXXXXXXXXX a filler",
        "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "already [redacted:password] and [redacted:github-token]",
        "password=[redacted:password]",
    ]);
}

#[test]
fn chinese_prose() {
    untouched(&[
        "密码不得写入日志",
        "密码重置页面",
        "密码改成了必填项",
        "密码改成了两步验证",
        "令牌认证",
        "密码长度为 8 到 16 位",
        "密码是必填项",
        "密码为空时报错",
        "密码：请输入",
        "密码使用 Argon2id 哈希",
        "密码为 Argon2id 哈希",
        "密码字段为 passwd_v2",
        "令牌有效期为 15m0s",
        "令牌预算是 800",
        "最大令牌是 128000",
        "密钥保存在 /etc/app/keys/db2.pem",
        "密钥：${API_KEY}",
        "口令为 ******",
        "密码：<密码>",
        "令牌放在 localStorage2 之外",
        "密码重置链接 15 分钟内有效",
        "访问令牌不得写入 config/v2.yaml",
        "密码是 process.env.DB_PASSWORD",
        "公钥是 9f8e7d6c5b4a3210",
        "凭证类型：OAuth2",
    ]);
}

#[test]
fn ids_and_places() {
    untouched(&[
        "commit 3f786850e387550fdab836ed7e6dc881de23001b",
        "id 550e8400-e29b-41d4-a716-446655440000",
        "see /home/me/src/auth/token_service2.rs:42",
        "C:\\work\\secrets\\key1.pem",
        "postgres://127.0.0.1:5544/ledger_dev",
        "http://localhost:8080?mail=a@b.de",
        "https://example.com:443/@user/x",
        "git@github.com:owner/repo2.git",
        "ssh://git@github.com:22/a/b",
        "postgres://${DB_USER}:${DB_PASS}@host/db",
        "postgres://user:<password>@host/db",
        "postgres://USER:PASSWORD@HOST/db",
        "ids like imp-7f21c or cart_9Q2",
        "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk",
        "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "task_live_1234567890abcdef",
        "std::Arc and 12:30:AB at 10:AM",
        "etag W/\"33a64df551425fcc55e4d42a148795d9f25f89d4\"",
        "PWD=/srv/project2 OLDPWD=/tmp/x1",
    ]);
}

#[test]
fn code_and_configuration() {
    untouched(&[
        "token: string",
        "password: hashed_password",
        "secretKeyRef: name",
        "api_key = os.getenv(\"API_KEY\")",
        "apiKey: process.env.OPENAI_API_KEY",
        "os.environ[\"DB_PASSWORD\"]",
        "let token = generate_token2(&user);",
        "password: Option<String>,",
        "password = Column(String(255))",
        "password VARCHAR(255) NOT NULL",
        "login(user=name, password=hashed)",
        "if password == other.password1 {",
        "token: req.headers.authorization",
        "\"password\": \"string\"",
        "\"token\": \"access_token\"",
        "\"password\": \"Enter your password\"",
        "\"password\": \"请输入密码\"",
        "\"max_tokens\": 4096, \"token_count\": 123456",
        "next_page_token: \"CAUQAA1234\"",
        "pad_token = \"<pad>\"; eos_token = \"</s1>\"",
        "public_key = \"AAAAB3NzaC1yc2EAAAADAQABAAABgQC7\"",
        "secretName: tls-cert-2024",
        "password_min_length: 12",
        "token: ${{ secrets.GITHUB_TOKEN }}",
        "PASSWORD=$DB_PASSWORD",
        "TOKEN=$(cat /run/secrets/token1)",
        "API_KEY=your-api-key-here",
        "API_KEY={{ api_key }}",
        "key: Uint8Array, secret: Uint8Array",
        "password: $2, token: %s",
        "\"token\": null, \"secret\": true, \"password\": 0",
        "fn check(password: &str, token: u64) -> bool",
        "use crate::token::Token2Parser;",
        "<input type=\"password\" name=\"pw1\" value=\"\">",
        "headers: { Authorization: `Bearer ${token}` }",
        "Authorization: Bearer <token>",
        "password_file: /run/secrets/db_password1",
        "import { token2 } from './token'",
        "type Token = { kind: TokenKind, span: Span }",
        "match token { Token::Ident1 => 1 }",
        "\"key\": \"a1b2c3d4e5f6\"",
        "cache_key = \"user:1234:profile\"",
        "credentials: 'same-origin'",
        "pub let_token: Token![let],",
        "let t = (bang_token: Token![!](span), 1);",
        "unexpected token: \"error\"",
        "const SCTP_AUTH_KEY: c_int = 0x00000013;",
        "const SYS_memfd_secret: c_long = __X32_SYSCALL_BIT + 447;",
    ]);
}

#[test]
fn what_is_said_about_secrets() {
    untouched(&[
        "token: \"none\"",
        "password: null",
        "password: true",
        "password: required",
        "password: \"required\"",
        "password: 不能为空",
        "密码：不能为空",
        "密码：必填",
        "令牌：无",
        "PASSWORD=null",
        "Never log the password: it leaks",
        "Never log the password: it's visible to everyone",
        "Hash the password: use Argon2id v1.3 only",
        "不要记录密码：会泄露到日志里",
        "the token: see RFC6750 section 2",
        "password:\n  type: string\n  minLength: 8",
        "password:\n  required\n",
        "he asked for the password:\nthen nothing happened for a while",
        "Login fails with a wrong password:\nAuthError401 is thrown by it",
    ]);
}

#[test]
fn commands_without_a_password() {
    untouched(&[
        "curl -u \"$USER:$PASS\" https://x.dev",
        "curl -u user:<password> x",
        "curl -s https://x.dev:8080/a -o out1.json",
        "curl 的 -u 参数会把密码写进历史",
        "mysql -u root -p shop_2024",
        "mysql -P 3306 -p",
        "docker run -p 8080:80 -p 127.0.0.1:9000:9000 nginx2",
        "docker login -p is insecure, use --password-stdin",
        "docker login -p flag leaks into the history",
        "docker login --password-stdin < token2.txt",
        "sshpass -p \"$SSHPASS\" ssh root@h",
        "sshpass -e ssh root@h",
        "redis-cli -a <password> ping",
        "mongoose -p plugin2 is not a program of ours",
        "Cookie: theme=dark; lang=zh-CN",
        "Set-Cookie: session=<id>; SameSite=None; Secure; Max-Age=3600",
        "the cookie: it must be HttpOnly, SameSite=Lax",
        "cookie 的 SameSite 属性改成 None",
        "cookies = {'theme': 'dark'}",
        "CACHE_KEY=user1234profile",
        "PRIMARY_KEY=order_id2 PARTITION_KEY=tenant2024a",
        "NEXT_PUBLIC_STRIPE_KEY=whatever123",
        "HOT_KEY=ctrl9shift",
        "家庭👩\u{200d}👩\u{200d}👧 和 ｆｕｌｌ ｗｉｄｔｈ",
    ]);
}

#[rustfmt::skip] // many a line
static SECRET: &[&str] = &[
    "password", "passwd", "DB_PASSWORD", "dbPassword", "PGPASSWORD", "MYSQL_PWD", "secret", "clientSecret",
    "token", "github_token", "GITHUB-TOKEN", "api_key", "apiKey", "APIKey", "X-Api-Key", "access_key",
    "private_key", "AWS_SECRET_ACCESS_KEY", "secret_key", "SMTP_PASS", "API_KEY_PROD", "token2", "密码",
    "数据库密码", "口令", "密钥", "令牌", "访问令牌", "authToken", "refresh_token", "credentials", "passphrase",
    "SECRET_KEY_BASE", "pass\u{200b}word", "ｐａｓｓｗｏｒｄ",
];

#[rustfmt::skip] // many a line
static HARMLESS: &[&str] = &[
    "token_count", "max_tokens", "token_budget", "password_min_length", "secret_name", "public_key",
    "tokens", "key", "primary_key", "cache_key", "secretKeyRef", "access_key_id", "max_token",
    "next_page_token", "has_password", "password_hash", "令牌数", "最大令牌", "密码长度", "公钥", "passed", "pass",
    "monkey", "keyboard", "author", "tokenizer", "password_policy", "NEXT_PUBLIC_API_KEY", "", "_", "STRIPE_KEY",
];

#[test]
fn names() {
    let missed: Vec<_> = SECRET.iter().filter(|name| !is_secret_name(name)).collect();
    assert!(missed.is_empty(), "{missed:?}");
    let claimed: Vec<_> = HARMLESS.iter().filter(|name| is_secret_name(name)).collect();
    assert!(claimed.is_empty(), "{claimed:?}");
}

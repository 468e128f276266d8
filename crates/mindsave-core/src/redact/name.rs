//! The names that secrets are kept under.

use super::chars::byte;
use super::filler::says_nothing;
use super::fold::folded;
use super::shape::{self, Ask, Demand};

static CHINESE: &[(&str, &str)] = &[
    ("密码", "password"),
    ("密碼", "password"),
    ("口令", "password"),
    ("密钥", "secret"),
    ("密鑰", "secret"),
    ("秘钥", "secret"),
    ("私钥", "private-key"),
    ("令牌", "token"),
    ("凭证", "credential"),
    ("凭据", "credential"),
];

/// What makes a count, a filler or a question of the name behind it: `max_token`, `pad_token`, `has_password`.
#[rustfmt::skip] // one word a line would be a page of its own
static DISARMING: &[&str] = &[
    "max", "min", "num", "total", "count", "is", "has", "needs", "require", "requires", "required", "show",
    "hide", "forgot", "change", "hash", "hashed", "encrypted", "enable", "disable", "allow", "validate",
    "valid", "invalid", "generate", "create", "created", "parse", "page", "next", "continuation", "cursor",
    "sync", "eos", "bos", "pad", "unk", "sep", "cls", "mask", "stop", "special", "input", "output",
    "prompt", "completion", "cached", "existing", "no", "per", "remaining", "used", "design", "theme",
    "color", "syntax", "lex", "keyword", "end", "start",
];

/// What makes a secret out of the word `key`.
#[rustfmt::skip] // one word a line would be a page of its own
pub(super) static KEY_KINDS: &[&str] = &[
    "api", "app", "application", "access", "private", "secret", "account", "encryption", "encrypt",
    "signing", "sign", "auth", "master", "ssh", "service", "deploy", "shared", "hmac", "jwt", "aes",
    "crypto", "cipher", "session", "license", "admin", "storage", "webhook", "rsa",
];

/// Whose `pass` is a password and not a success.
#[rustfmt::skip] // one word a line would be a page of its own
static LOGINS: &[&str] = &[
    "db", "database", "smtp", "mail", "email", "user", "admin", "root", "mysql", "pg", "postgres", "redis",
    "mongo", "ftp", "sftp", "ssh", "http", "proxy", "ldap", "rabbitmq", "amqp", "mqtt", "login", "imap",
    "wifi", "sudo",
];

/// Whose keys find things and open nothing.
#[rustfmt::skip] // one word a line would be a page of its own
static KEYS_OF_DATA: &[&str] = &[
    "primary", "foreign", "cache", "sort", "partition", "lookup", "row", "map", "hot", "short", "unique",
    "index", "group", "object", "config", "setting", "settings", "feature", "flag", "routing", "idempotency",
    "translation", "i18n", "query", "state", "dict", "json", "yaml", "item", "range", "shard", "redis",
    "bucket", "event", "message", "arrow", "enter", "escape", "function", "registry", "host", "file", "path",
    "composite", "natural", "surrogate", "candidate", "dedup", "dedupe", "header", "metadata", "label", "tag",
    "test", "bypass", "render",
];

/// Which copy of a secret it is; that does not change what it is.
#[rustfmt::skip] // one word a line would be a page of its own
static COPIES: &[&str] = &[
    "prod", "production", "staging", "dev", "live", "local", "old", "new", "current", "primary",
    "secondary", "backup", "base", "value", "plain", "plaintext", "raw", "base64", "b64", "previous", "prev",
];

/// Whether a variable of this name holds a secret, so that its value must not be written whatever it looks like.
///
/// ```
/// use mindsave_core::redact::is_secret_name;
///
/// assert!(is_secret_name("DB_PASSWORD") && is_secret_name("apiKey") && is_secret_name("数据库密码"));
/// assert!(!is_secret_name("token_count") && !is_secret_name("max_tokens") && !is_secret_name("public_key"));
/// ```
pub fn is_secret_name(name: &str) -> bool {
    kind_of(folded(name).trim()).is_some()
}

/// Whether a text is a secret because it stands under this name: one that says so, or one that
/// says so perhaps (`STRIPE_KEY`) over a text that looks like one.
pub(crate) fn names_secret(name: &str, text: &str) -> bool {
    let ask = Ask { demand: Demand::Firm, quoted: true, password: true };
    if is_secret_name(name) {
        return !says_nothing(text);
    }
    likely_kind(folded(name).trim()).is_some() && shape::accepts(text, ask)
}

/// Whether a variable of this name holds a password: people choose numbers for them.
pub(crate) fn is_password_name(name: &str) -> bool {
    kind_of(folded(name).trim()) == Some("password")
}

/// What a variable of this name holds, if that is a secret.
pub(super) fn kind_of(name: &str) -> Option<&'static str> {
    if let Some(&(word, kind)) = CHINESE.iter().find(|(word, _)| name.ends_with(word)) {
        let before = &name[..name.len() - word.len()];
        let counted = ["最大", "最小", "公共", "非", "无", "哈希", "分页", "加密"]
            .iter()
            .any(|it| before.ends_with(it));
        return (!counted).then_some(kind);
    }
    if name == "_auth" {
        return Some("basic-auth");
    }
    let words = words(name);
    let mut words: &[String] = &words;
    while let [rest @ .., last] = words
        && !rest.is_empty()
        && is_copy(last)
    {
        words = rest;
    }
    let (kind, core) = kind_of_words(words)?;
    let before = &words[..words.len() - core];
    let disarmed = before.last().is_some_and(|it| DISARMING.contains(&it.as_str()));
    let public = before.iter().any(|it| matches!(it.as_str(), "public" | "publishable"));
    (!disarmed && !public).then_some(kind)
}

/// What a variable of the environment may hold that ends like a secret: `STRIPE_KEY`, `REGISTRY_PASS`.
pub(super) fn likely_kind(name: &str) -> Option<&'static str> {
    let upper = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_';
    if !name.contains('_') || !name.bytes().all(upper) {
        return None;
    }
    let words = words(name);
    let kept = words.iter().rposition(|word| !is_copy(word))?;
    let (last, before) = words[..=kept].split_last()?;
    let kind = match last.as_str() {
        "key" => "api-key",
        "pass" => "password",
        "auth" => "credential",
        _ => return None,
    };
    let harmless = |word: &String| {
        let word = word.as_str();
        matches!(word, "public" | "publishable") || last == "key" && KEYS_OF_DATA.contains(&word)
    };
    let disarmed = before.last().is_none_or(|it| DISARMING.contains(&it.as_str()));
    (!disarmed && !before.iter().any(harmless)).then_some(kind)
}

fn is_copy(word: &str) -> bool {
    COPIES.contains(&word) || word.bytes().all(|b| b.is_ascii_digit())
}

/// The kind that the last words make, and how many of them make it.
fn kind_of_words(words: &[String]) -> Option<(&'static str, usize)> {
    let (last, rest) = words.split_last()?;
    let last = last.trim_end_matches(|c: char| c.is_ascii_digit());
    let before = rest.last().map_or("", String::as_str);
    let ends = |tails: &[&str]| tails.iter().any(|tail| last.ends_with(tail));
    if ends(&["password", "passwords", "passwd", "passcode", "pwd"]) && last != "oldpwd" {
        return Some(("password", 1));
    }
    let tokens =
        ["authtoken", "accesstoken", "apitoken", "refreshtoken", "bottoken", "sessiontoken"];
    match last {
        "word" if before == "pass" => Some(("password", 2)),
        "pass" if LOGINS.contains(&before) => Some(("password", 1)),
        "passphrase" | "mnemonic" => Some(("passphrase", 1)),
        "token" => Some(("token", 1)),
        "secret" | "secrets" => Some(("secret", 1)),
        "credential" | "credentials" => Some(("credential", 1)),
        "key" | "keys" if KEY_KINDS.contains(&before) => Some((key_kind(words), 2)),
        _ if ends(&tokens) => Some(("token", 1)),
        _ if ends(&["clientsecret", "appsecret", "apisecret", "jwtsecret", "secretkey"]) => {
            Some(("secret", 1))
        }
        _ if ends(&["apikey"]) => Some(("api-key", 1)),
        _ if ends(&["accesskey"]) => Some(("access-key", 1)),
        _ if ends(&["privatekey"]) => Some(("private-key", 1)),
        _ => None,
    }
}

fn key_kind(words: &[String]) -> &'static str {
    let has = |word: &str| words.iter().any(|it| it == word);
    if has("secret") && (has("access") || has("aws")) {
        "aws-secret-key"
    } else if has("private") {
        "private-key"
    } else if has("access") || has("account") {
        "access-key"
    } else if has("api") || has("app") {
        "api-key"
    } else {
        "secret"
    }
}

/// The lower-case words of a name in whatever case: `apiKey`, `API_KEY`, `X-Api-Key`, `APIKey`.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let bytes = name.as_bytes();
    for (at, &b) in bytes.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| bytes[before]);
        let after = byte(name, at + 1).unwrap_or(b'_');
        let hump = b.is_ascii_uppercase()
            && before.is_some_and(|it| !it.is_ascii_uppercase() || after.is_ascii_lowercase());
        if hump || !b.is_ascii_alphanumeric() {
            words.push(String::new());
        }
        if b.is_ascii_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.push(char::from(b.to_ascii_lowercase()));
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

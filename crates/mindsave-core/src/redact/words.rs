//! Word lists that tell secrets from the words written where a secret could stand.

/// Values that say what belongs in a place, or that there is nothing in it.
#[rustfmt::skip] // one word a line would be a page of its own
pub(super) static PLAIN: &[&str] = &[
    "string", "str", "text", "varchar", "char", "bytes", "byte", "buffer", "object", "any", "unknown",
    "number", "integer", "int", "int32", "int64", "uint64", "u64", "i64", "bool", "boolean", "uuid", "jwt",
    "base64", "secretstring", "secretstr", "array", "uint8array", "utf8", "none", "null", "nil",
    "undefined", "true", "false", "yes", "no", "on", "off", "empty", "blank", "unset", "default",
    "required", "optional", "missing", "invalid", "valid", "expired", "revoked", "rotated", "wrong",
    "incorrect", "hidden", "masked", "redacted", "omitted", "removed", "encrypted", "hashed", "changeme",
    "placeholder", "example", "sample", "dummy", "fake", "test", "todo", "tbd", "fixme", "value", "input",
    "output", "prompt", "header", "cookie", "query", "body", "bearer", "basic", "digest", "include",
    "same-origin", "omit", "readonly", "write", "read", "admin-only", "stdin", "file", "env", "environment",
    "vault", "keychain", "keyring", "random", "generated", "auto", "manual", "static", "dynamic", "public",
    "private", "enabled", "disabled", "n/a", "access_denied", "invalid_token", "token_expired",
    "unauthorized", "forbidden", "password", "passwd", "secret", "token", "here", "authentication",
    "authorization", "validation", "reset", "field", "type", "name", "bcrypt", "argon2", "argon2id",
    "scrypt", "sha256", "pbkdf2", "hmac", "regex", "pattern", "required|string", "function", "async",
    "await", "return", "self", "this", "super", "new", "not", "the", "and", "or", "in", "is", "was", "of",
    "to",
];

/// What stands in the place of a secret that is not there, lower-case.
#[rustfmt::skip] // one word a line would be a page of its own
pub(super) static NOTHING: &[&str] = &[
    "", "-", "--", "?", "none", "null", "nil", "undefined", "true", "false", "yes", "no", "n/a", "na", "empty", "blank",
    "unset", "not set", "unknown", "required", "not required", "optional", "missing", "hidden", "masked",
    "redacted", "omitted", "removed", "expired", "revoked", "rotated", "invalid", "valid", "tbd", "todo",
    "string", "changeme", "placeholder", "must not be empty", "cannot be empty", "stored in vault",
    "无", "空", "为空", "没有", "未设置", "未知", "未配置", "必填", "必填项", "必需", "可选", "选填", "非必填", "不需要", "无需",
    "不能为空", "不可为空", "不得为空", "不允许为空", "可以为空", "可为空", "已过期", "已失效", "已吊销", "已撤销", "已轮换", "已删除",
    "已隐藏", "已脱敏", "待定", "待补充", "请输入密码", "请输入",
];

/// The words that names of secrets are made of; a value made only of them is a name.
#[rustfmt::skip] // one word a line would be a page of its own
pub(super) static NAMING: &[&str] = &[
    "my", "your", "our", "the", "a", "an", "user", "users", "db", "database", "hashed", "hash", "plain",
    "plaintext", "raw", "new", "old", "current", "confirm", "confirmed", "encrypted", "default", "env",
    "app", "client", "server", "service", "admin", "root", "password", "passwords", "passwd", "pwd", "pass",
    "pw", "secret", "secrets", "token", "tokens", "key", "keys", "api", "access", "refresh", "id", "auth",
    "bearer", "jwt", "csrf", "session", "private", "public", "credential", "credentials", "value", "name",
    "field", "input", "text", "string", "file", "path", "url", "here", "goes", "get", "set", "is", "no",
    "not", "valid", "invalid", "expired", "required", "missing", "provided", "config", "settings", "param",
    "arg", "var", "v", "s", "enter", "insert", "replace", "with", "change", "me", "some", "test", "example",
    "placeholder", "dummy", "aws", "reset", "github", "slack", "stripe", "openai", "postgres", "mysql",
    "redis", "signing", "encryption",
];

/// Words that sentences and labels about passwords are made of.
#[rustfmt::skip] // one word a line would be a page of its own
pub(super) static SENTENCE: &[&str] = &[
    "a", "an", "the", "your", "my", "our", "its", "this", "that", "must", "should", "can", "cannot", "could",
    "will", "would", "be", "been", "are", "was", "were", "has", "have", "had", "do", "does", "did", "to", "of",
    "at", "in", "on", "by", "for", "from", "and", "or", "but", "if", "than", "then", "least", "most", "more",
    "please", "try", "again", "forgot", "forgotten", "wrong", "match", "matches", "mismatch", "field", "login",
    "sign", "log", "username", "user", "email", "mail", "name", "short", "long", "too", "least", "minimum",
    "maximum", "characters", "character", "chars", "letters", "digits", "pass", "passwd", "new", "old",
    "current", "confirm", "repeat", "show", "hide", "choose", "create", "update", "save", "cancel", "ok",
    "error", "failed", "incorrect", "empty", "blank", "null", "none", "true", "false", "string", "text",
    "type", "all", "tests", "passed", "it", "you", "we", "they", "when", "after", "before", "without", "with",
    "via", "as", "so", "use", "uses", "used", "using", "see", "link", "sent", "stored", "hashed", "only",
];

/// The heads of names of algorithms and formats, lower-case and without separators.
#[rustfmt::skip] // one word a line would be a page of its own
pub(super) static ALGORITHMS: &[&str] = &[
    "argon2", "sha1", "sha2", "sha3", "sha512", "md5", "hmac", "pbkdf2", "bcrypt", "scrypt", "aes128",
    "aes256", "aesgcm", "rsa2048", "rsa4096", "ed25519", "x25519", "secp256", "hs256", "hs384", "hs512",
    "rs256", "rs384", "rs512", "es256", "es384", "ps256", "oauth", "oidc", "openid", "base64", "base32",
    "base58", "utf8", "uuid", "rfc", "iso8601", "http", "tls1", "ecdsa", "chacha20", "x509", "pkcs",
    "fido2", "blake", "fips", "k8s", "ipv",
];

/// Words that make a count out of the number before them.
#[rustfmt::skip] // one word a line would be a page of its own
pub(super) static UNITS: &[&str] = &[
    "bit", "bits", "byte", "bytes", "char", "chars", "character", "characters", "hour", "hours", "h", "min",
    "mins", "minute", "minutes", "m", "sec", "secs", "second", "seconds", "s", "ms", "day", "days", "d",
    "week", "weeks", "month", "months", "year", "years", "kb", "mb", "gb", "k", "x", "th", "st", "nd", "rd",
    "digit", "digits", "tokens", "word", "words", "hex",
];

/// Ends of file names.
#[rustfmt::skip] // one word a line would be a page of its own
pub(super) static EXTENSIONS: &[&str] = &[
    ".json", ".yaml", ".yml", ".toml", ".txt", ".md", ".rs", ".ts", ".tsx", ".js", ".jsx", ".py", ".go",
    ".java", ".pem", ".key", ".crt", ".env", ".sh", ".sql", ".html", ".css", ".c", ".cpp", ".h", ".lock",
    ".log", ".ini", ".cfg", ".conf", ".gpg", ".age", ".db", ".rb", ".php", ".cs", ".swift", ".kt", ".vue",
    ".xml", ".csv",
];

/// How a look-up of a value kept elsewhere begins, lower-case.
#[rustfmt::skip] // one word a line would be a page of its own
pub(super) static LOOKUPS: &[&str] = &[
    "process.env", "os.environ", "os.getenv", "env.", "env(", "env[", "$env:", "import.meta", "deno.env",
    "bun.env", "std::env", "env::", "env!(", "system.getenv", "getenv", "secrets.", "vars.", "vault:",
    "op://", "arn:", "ref+", "enc[", "!ref", "!vault", "!sub", "file:", "@file", "@microsoft.keyvault",
    "keyring:", "config.", "settings.", "self.", "this.", "args.", "ctx.", "req.", "request.", "data.",
    "local.", "module.",
];

/// Fillers that may stand anywhere in a value, lower-case and without separators.
#[rustfmt::skip] // one word a line would be a page of its own
pub(super) static FILLERS: &[&str] = &[
    "changeme", "changeit", "placeholder", "replaceme", "replacewith", "redacted", "yourpassword",
    "yourtoken", "yourapi", "yoursecret", "yourkey", "youraccess", "insertyour", "tokenhere", "keyhere",
    "passwordhere", "secrethere",
];

//! Keys that can be told by their shape alone: a fixed prefix and a random tail.

use super::chars::{Classes, distinct, is_ident, is_word, longest_run, run, starts_word};
use super::{Finding, filler};

/// The shape of one provider's key.
pub(super) struct Shape {
    /// How the key begins, in this very case.
    pub(super) prefix: &'static str,
    kind: &'static str,
    tail: Tail,
    /// The shortest and the longest tail.
    len: (usize, usize),
    /// The shortest unbroken run of letters and digits the tail must have; names of things
    /// (`sk-container-id-1`) have none this long.
    run: usize,
}

/// The alphabet of a tail.
#[derive(Clone, Copy)]
enum Tail {
    Alnum,
    Upper,
    Hex,
    /// Letters, digits and `_`.
    Word,
    /// base64url: letters, digits, `_` and `-`.
    Url,
    /// base64url parts joined by dots.
    Dotted,
    /// base64 with padding.
    Base64,
}

impl Tail {
    fn has(self, b: u8) -> bool {
        match self {
            Self::Alnum => b.is_ascii_alphanumeric(),
            Self::Upper => b.is_ascii_uppercase() || b.is_ascii_digit(),
            Self::Hex => b.is_ascii_hexdigit(),
            Self::Word => is_word(b),
            Self::Url => is_ident(b),
            Self::Dotted => is_ident(b) || b == b'.',
            Self::Base64 => {
                b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'=' | b'_' | b'-')
            }
        }
    }
}

impl Shape {
    /// Whether the key is one also behind the end of a name: `token_ghp_…`, `newghp_…`. Behind a letter
    /// a short prefix is the end of a word: `risk-`, `task-`.
    fn may_be_glued(&self, text: &str, at: usize) -> bool {
        let sign = self.prefix.ends_with(['_', '-', '.']);
        sign && (text[..at].ends_with('_') || self.prefix.len() >= 4 && self.run >= 8)
    }
}

/// No key is longer; a longer run is an encoded file.
const LONGEST: usize = 1024;

const fn any(
    prefix: &'static str,
    kind: &'static str,
    tail: Tail,
    min: usize,
    run: usize,
) -> Shape {
    Shape { prefix, kind, tail, len: (min, LONGEST), run }
}

const fn fixed(
    prefix: &'static str,
    kind: &'static str,
    tail: Tail,
    min: usize,
    max: usize,
) -> Shape {
    Shape { prefix, kind, tail, len: (min, max), run: 0 }
}

/// The lengths are below the real ones, because keys in tests and in cut output are shorter.
pub(super) static SHAPES: &[Shape] = &[
    any("ghp_", "github-token", Tail::Alnum, 16, 16),
    any("gho_", "github-token", Tail::Alnum, 16, 16),
    any("ghu_", "github-token", Tail::Alnum, 16, 16),
    any("ghr_", "github-token", Tail::Alnum, 16, 16),
    // Installation tokens may carry a signed part behind the app's number.
    any("ghs_", "github-token", Tail::Dotted, 16, 12),
    any("github_pat_", "github-token", Tail::Word, 20, 10),
    any("glpat-", "gitlab-token", Tail::Dotted, 16, 8),
    any("gldt-", "gitlab-token", Tail::Dotted, 16, 8),
    any("glrt-", "gitlab-token", Tail::Dotted, 16, 8),
    any("glcbt-", "gitlab-token", Tail::Dotted, 16, 8),
    any("glptt-", "gitlab-token", Tail::Dotted, 16, 8),
    any("sk-", "openai-key", Tail::Url, 16, 16),
    any("sk-proj-", "openai-key", Tail::Url, 16, 8),
    any("sk-svcacct-", "openai-key", Tail::Url, 16, 8),
    any("sk-admin-", "openai-key", Tail::Url, 16, 12),
    any("sk-or-v1-", "openrouter-key", Tail::Url, 16, 12),
    any("sk-ant-", "anthropic-key", Tail::Url, 12, 6),
    fixed("AKIA", "aws-access-key-id", Tail::Upper, 16, 16),
    fixed("ASIA", "aws-access-key-id", Tail::Upper, 16, 16),
    any("AIza", "google-api-key", Tail::Url, 30, 8),
    any("ya29.", "google-oauth-token", Tail::Dotted, 20, 12),
    any("GOCSPX-", "google-client-secret", Tail::Url, 20, 6),
    any("xoxb-", "slack-token", Tail::Url, 12, 8),
    any("xoxp-", "slack-token", Tail::Url, 12, 8),
    any("xoxa-", "slack-token", Tail::Url, 12, 8),
    any("xoxr-", "slack-token", Tail::Url, 12, 8),
    any("xoxs-", "slack-token", Tail::Url, 12, 8),
    any("xoxe.", "slack-token", Tail::Dotted, 12, 8),
    any("xapp-", "slack-token", Tail::Url, 12, 8),
    any("whsec_", "stripe-webhook-secret", Tail::Base64, 16, 12),
    any("npm_", "npm-token", Tail::Alnum, 20, 20),
    any("pypi-", "pypi-token", Tail::Url, 16, 16),
    any("SG.", "sendgrid-key", Tail::Dotted, 32, 16),
    any("hf_", "huggingface-token", Tail::Alnum, 20, 20),
    any("dop_v1_", "digitalocean-token", Tail::Hex, 16, 16),
    any("doo_v1_", "digitalocean-token", Tail::Hex, 16, 16),
    any("dor_v1_", "digitalocean-token", Tail::Hex, 16, 16),
    fixed("LTAI", "alibaba-access-key-id", Tail::Alnum, 12, 26),
    fixed("AKID", "tencent-secret-id", Tail::Alnum, 13, 44),
    any("dckr_pat_", "docker-token", Tail::Url, 16, 8),
    any("shpat_", "shopify-token", Tail::Hex, 16, 16),
    any("gsk_", "groq-key", Tail::Alnum, 20, 20),
    any("xai-", "xai-key", Tail::Alnum, 20, 20),
    any("nvapi-", "nvidia-key", Tail::Url, 20, 8),
    any("lin_api_", "linear-key", Tail::Alnum, 16, 16),
    any("figd_", "figma-token", Tail::Url, 16, 8),
    any("sntrys_", "sentry-token", Tail::Base64, 20, 12),
    any("hvs.", "vault-token", Tail::Url, 20, 12),
    any("AGE-SECRET-KEY-1", "age-secret-key", Tail::Upper, 40, 40),
    any("ATATT3xFf", "atlassian-token", Tail::Base64, 24, 12),
    any("ATCTT3xFf", "atlassian-token", Tail::Base64, 24, 12),
    any("ATBB", "bitbucket-password", Tail::Alnum, 24, 24),
    any("tskey-", "tailscale-key", Tail::Url, 20, 8),
    any("PMAK-", "postman-key", Tail::Url, 24, 16),
    any("NRAK-", "newrelic-key", Tail::Upper, 20, 20),
    any("NRII-", "newrelic-key", Tail::Url, 20, 16),
    any("dp.pt.", "doppler-token", Tail::Alnum, 24, 24),
    any("dp.st.", "doppler-token", Tail::Dotted, 24, 24),
    any("dp.ct.", "doppler-token", Tail::Alnum, 24, 24),
    any("dp.sa.", "doppler-token", Tail::Alnum, 24, 24),
    any("dp.scim.", "doppler-token", Tail::Alnum, 24, 24),
    any("dp.audit.", "doppler-token", Tail::Alnum, 24, 24),
    any("pul-", "pulumi-token", Tail::Hex, 32, 32),
    any("secret_", "notion-token", Tail::Alnum, 32, 32),
    any("ntn_", "notion-token", Tail::Alnum, 24, 24),
    any("EAAA", "square-token", Tail::Url, 50, 16),
    any("sq0atp-", "square-token", Tail::Url, 16, 8),
    any("sq0csp-", "square-secret", Tail::Url, 24, 8),
    any("r8_", "replicate-token", Tail::Alnum, 24, 24),
    any("APA91b", "firebase-token", Tail::Url, 12, 8),
    any("EAA", "facebook-token", Tail::Alnum, 50, 50),
];

/// Judges the text at `at`, where `shape`'s prefix stands in some case.
pub(super) fn check(text: &str, at: usize, shape: &Shape) -> Option<Finding> {
    let from = at + shape.prefix.len();
    if !text[at..].starts_with(shape.prefix)
        || !starts_word(text, at) && !shape.may_be_glued(text, at)
    {
        return None;
    }
    let end = run(text, from, LONGEST + 1, |b| shape.tail.has(b));
    let tail = text[from..end].trim_end_matches('.');
    let end = from + tail.len();
    let goes_on = text[end..].bytes().next().is_some_and(is_word);
    let fits =
        (shape.len.0..=shape.len.1).contains(&tail.len()) && longest_run(tail).len() >= shape.run;
    (fits && !goes_on && is_random(tail)).then_some(Finding { range: at..end, kind: shape.kind })
}

/// Whether a tail can have come from a generator: not a word, not a filler.
pub(super) fn is_random(tail: &str) -> bool {
    let classes = Classes::of(tail);
    let mixed =
        (classes.digit > 0 && classes.letters() > 0) || (classes.upper > 0 && classes.lower > 1);
    // A key of digits alone is unusual, but behind a prefix as telling as these it is no accident.
    let numeric = classes.letters() == 0 && classes.digit >= 16;
    (mixed || numeric) && distinct(tail, 5) >= 5 && !filler::has_filler(tail)
}

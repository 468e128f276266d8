//! Shapes that need more than a prefix: joined parts, text on both sides of the trigger, whole blocks.

use std::ops::Range;

use super::chars::{Classes, byte, is_ident, run, run_back, starts_word};
use super::provider::is_random;
use super::{Finding, auth, cookie, pem, url};

/// Looks at the place of a trigger.
pub(super) type Check = fn(&str, &Range<usize>) -> Option<Finding>;

/// Triggers and what judges them.
pub(super) static CHECKS: &[(&str, Check)] = &[
    ("eyJ", jwt),
    ("-----BEGIN ", pem::check),
    ("://", url::check),
    ("bearer", auth::bearer),
    ("basic", auth::basic),
    ("authorization", auth::header),
    ("cookie", cookie::check),
    ("sk_", stripe),
    ("pk_", stripe),
    ("rk_", stripe),
    (":A", telegram),
    ("sig=", signature),
    ("key-", mailgun),
    ("hooks.slack.com/services/", webhook),
    ("discord.com/api/webhooks/", webhook),
    ("discordapp.com/api/webhooks/", webhook),
    ("SK0", twilio),
    ("SK1", twilio),
    ("SK2", twilio),
    ("SK3", twilio),
    ("SK4", twilio),
    ("SK5", twilio),
    ("SK6", twilio),
    ("SK7", twilio),
    ("SK8", twilio),
    ("SK9", twilio),
    ("SKa", twilio),
    ("SKb", twilio),
    ("SKc", twilio),
    ("SKd", twilio),
    ("SKe", twilio),
    ("SKf", twilio),
];

/// The longest part of a signed token; more is an encoded file.
const LONGEST_PART: usize = 16 * 1024;

/// `header.payload.signature`, and the five parts of an encrypted token.
fn jwt(text: &str, hit: &Range<usize>) -> Option<Finding> {
    if !text[hit.start..].starts_with("eyJ") || !starts_word(text, hit.start) {
        return None;
    }
    let part = |from| run(text, from, LONGEST_PART, is_ident);
    let mut end = part(hit.start);
    let (mut parts, mut longest) = (1, end - hit.start);
    while parts < 5 && byte(text, end) == Some(b'.') {
        let next = part(end + 1);
        // The key part of an encrypted token may be empty, but a full stop ends the token.
        if next == end + 1 && byte(text, next) != Some(b'.') {
            break;
        }
        longest = longest.max(next - end - 1);
        (end, parts) = (next, parts + 1);
    }
    let payload = text[hit.start..end].split('.').nth(1).map_or(0, str::len);
    let fits = parts >= 3 && longest >= 10 && (payload >= 6 || parts == 5);
    fits.then_some(Finding { range: hit.start..end, kind: "jwt" })
}

/// `sk_live_…` and whatever else follows Stripe's pattern of who, where and a random tail.
fn stripe(text: &str, hit: &Range<usize>) -> Option<Finding> {
    let at = hit.start;
    if !text[at..hit.end].bytes().all(|b| !b.is_ascii_uppercase()) || !starts_word(text, at) {
        return None;
    }
    let place = run(text, hit.end, 13, |b| b.is_ascii_lowercase() || b.is_ascii_digit());
    let known = matches!(&text[hit.end..place], "live" | "test");
    if byte(text, place) != Some(b'_') || place - hit.end < 2 {
        return None;
    }
    let end = run(text, place + 1, 513, |b| b.is_ascii_alphanumeric());
    let tail = &text[place + 1..end];
    let classes = Classes::of(tail);
    let min = if known { 8 } else { 16 };
    // `pk_user_authenticationtokens` is the primary key of a table; a made up tail has digits.
    let fits = (min..=512).contains(&tail.len()) && classes.digit > 0 && classes.letters() > 0;
    let goes_on = byte(text, end) == Some(b'_');
    let kind = if known { "stripe-key" } else { "api-key" };
    (fits && !goes_on && is_random(tail)).then_some(Finding { range: at..end, kind })
}

/// `123456789:AA…`, the token of a Telegram bot.
fn telegram(text: &str, hit: &Range<usize>) -> Option<Finding> {
    let start = run_back(text, hit.start, 13, |b| b.is_ascii_digit());
    if !(6..=12).contains(&(hit.start - start)) || !text[hit.start..].starts_with(":A") {
        return None;
    }
    // The token is often part of a path, `/bot123456789:AA…/getMe`.
    let alone = starts_word(text, start) || text[..start].ends_with("bot");
    let end = run(text, hit.start + 1, 64, is_ident);
    let tail = &text[hit.start + 1..end];
    let fits = (30..=40).contains(&tail.len()) && is_random(tail);
    (alone && fits).then_some(Finding { range: start..end, kind: "telegram-token" })
}

/// The signature in an address of Azure's storage, base64 with percent codes.
fn signature(text: &str, hit: &Range<usize>) -> Option<Finding> {
    let end = run(text, hit.end, 128, |b| {
        b.is_ascii_alphanumeric() || matches!(b, b'%' | b'+' | b'/' | b'=' | b'-' | b'_')
    });
    let value = &text[hit.end..end];
    let alone = text[..hit.start].ends_with(['?', '&', ';', '"', '\'']);
    let fits = value.len() >= 24 && is_random(value);
    (alone && fits).then_some(Finding { range: hit.end..end, kind: "signature" })
}

/// `key-` and 32 hex digits, behind the provider's name: elsewhere that is the hash of a cached thing.
fn mailgun(text: &str, hit: &Range<usize>) -> Option<Finding> {
    const NEAR: usize = 60;
    let before = &text.as_bytes()[hit.start.saturating_sub(NEAR)..hit.start];
    let named = before.windows(7).any(|word| word.eq_ignore_ascii_case(b"mailgun"));
    let end = run(text, hit.end, 33, |b| b.is_ascii_hexdigit());
    let alone = starts_word(text, hit.start) && !byte(text, end).is_some_and(is_ident);
    let fits = end - hit.end == 32 && is_random(&text[hit.end..end]);
    (named && alone && fits).then_some(Finding { range: hit.start..end, kind: "mailgun-key" })
}

/// `SK` and 32 lower-case hex digits.
fn twilio(text: &str, hit: &Range<usize>) -> Option<Finding> {
    let from = hit.start + 2;
    let end = run(text, from, 33, |b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
    let alone = starts_word(text, hit.start) && !byte(text, end).is_some_and(is_ident);
    let fits =
        text[hit.start..].starts_with("SK") && end - from == 32 && is_random(&text[from..end]);
    (alone && fits).then_some(Finding { range: hit.start..end, kind: "twilio-key" })
}

/// The address of a webhook: whoever knows its path can post.
fn webhook(text: &str, hit: &Range<usize>) -> Option<Finding> {
    let end = run(text, hit.end, 256, |b| is_ident(b) || b == b'/');
    let tail = &text[hit.end..end];
    let last = tail.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    (last.len() >= 16 && is_random(last))
        .then_some(Finding { range: hit.end..end, kind: "webhook" })
}

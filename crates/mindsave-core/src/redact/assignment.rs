//! Values that are secrets because of the name they stand under.

use std::ops::Range;

use super::link::{self, Joint};
use super::mention::{Name, Sense};
use super::shape::{Ask, Demand};
use super::value::{self, Quote, Value};
use super::{Finding, mention, provider_kind, shape};

/// Judges a trigger that may be (part of) the name of a secret.
pub(super) fn check(text: &str, hit: &Range<usize>, floor: usize) -> Option<Finding> {
    let name = mention::around(text, hit, floor)?;
    let link = link::after(text, &name)?;
    let value = value::read(text, link.at)?;
    let ask = Ask {
        demand: demand(text, link.joint, &name, &value),
        quoted: value.quote != Quote::Bare,
        password: matches!(name.kind, "password" | "passphrase"),
    };
    let found = &text[value.range.clone()];
    let phrase = name.kind == "passphrase" && ask.quoted && shape::is_phrase(found);
    // A key that can be told by its shape is one, however little the place demands it.
    let known = provider_kind(text, value.range.start);
    let assigned = matches!(link.joint, Joint::Tight | Joint::Sign | Joint::Field);
    let phrase = phrase
        || name.kind == "password"
            && name.sense == Sense::Sure
            && assigned
            && value.quote == Quote::Code
            && shape::is_words(found);
    if known.is_none() && !phrase && !shape::accepts(found, ask) {
        return None;
    }
    // The rule of the shape itself cuts more exactly than the end of a sentence does.
    if known.is_some() && !ask.quoted {
        return None;
    }
    Some(Finding { range: value.range, kind: known.unwrap_or(name.kind) })
}

/// How much a value must look like a secret to be taken for one in its place.
fn demand(text: &str, joint: Joint, name: &Name, value: &Value) -> Demand {
    let word =
        value.range.len() < 10 && text[value.range.clone()].bytes().all(|b| b.is_ascii_lowercase());
    if name.sense == Sense::Likely {
        let assigned = matches!(joint, Joint::Tight | Joint::Sign | Joint::Field);
        if name.short && assigned {
            return Demand::Mixed;
        }
        return if assigned { Demand::Firm } else { Demand::Strong };
    }
    match (joint, value.quote) {
        // `unexpected token: "error"`; people choose words for passwords, machines do not for tokens.
        (Joint::Tight | Joint::Sign, Quote::Code)
            if word && !name.upper && name.kind != "password" =>
        {
            Demand::Mixed
        }
        (Joint::Tight | Joint::Sign | Joint::Field, Quote::Code) => Demand::Any,
        (Joint::Tight | Joint::Field, Quote::Bare) if name.upper || name.flag => Demand::Any,
        // In code an argument list goes on behind the value, in a shell or an address it does not.
        (Joint::Tight, Quote::Bare) if stands_free(text, value.range.end) => Demand::Word,
        (Joint::Used, Quote::Bare | Quote::Prose) => Demand::Firm,
        (Joint::Beside, Quote::Bare | Quote::Prose) if name.kind == "password" => Demand::Firm,
        (Joint::Beside, Quote::Bare | Quote::Prose) => Demand::Strong,
        (Joint::Beside, Quote::Code) if text[..value.range.start - 1].ends_with([',', ' ']) => {
            Demand::Strong
        }
        _ => Demand::Mixed,
    }
}

fn stands_free(text: &str, end: usize) -> bool {
    text[end..]
        .chars()
        .next()
        .is_none_or(|c| c.is_whitespace() || matches!(c, '&' | ';' | '"' | '\'' | '\\'))
}

//! From drafts to what the caller gets: words, reasons, alternatives, how sure.

use super::assemble::Builder;
use super::draft::Draft;
use super::grammar::{Role, is_han};
use super::{Confidence, Extracted, Kind, span};

/// Words that name nothing: alone they are no finding.
const NAMELESS: [&str; 14] =
    ["we", "i", "you", "it", "they", "this", "that", "我", "我们", "你", "它", "他们", "这", "那"];
/// The most words that lead in a reason.
const LEAD: usize = 4;

impl Builder<'_> {
    /// Returns the findings, without what was only tried.
    pub(super) fn finish(self) -> Vec<Extracted> {
        let drafts = self.drafts.iter().filter(|draft| !draft.attempt);
        drafts.filter_map(|draft| self.made(draft)).collect()
    }

    fn made(&self, draft: &Draft) -> Option<Extracted> {
        let source = &self.block.text;
        let mut text = self.said(draft.from, self.end(draft));
        if text.is_empty() || NAMELESS.contains(&text.to_lowercase().as_str()) {
            return None;
        }
        if let Some(refusal) = draft.refuses {
            let start = self.tokens[draft.from].from;
            let han = source[..start].trim_end().ends_with(is_han) || text.chars().any(is_han);
            text = if han {
                format!("不采用 {text}")
            } else {
                format!("{} {text}", refusal.word())
            };
        }
        if let Some((from, to)) = draft.unlike {
            text = span::contrasted(&text, &self.said(from, to));
        }
        let reason = draft.reason.map(|(from, to)| self.said(from, to));
        let reason = reason.filter(|reason| !reason.is_empty());
        let alternatives = match draft.kind {
            Kind::Decision => {
                span::alternatives(self.grammar, source, self.tokens, draft.from, self.end(draft))
            }
            _ => Vec::new(),
        };
        Some(Extracted {
            kind: draft.kind,
            span: text,
            confidence: Confidence::new(draft.sure, reason.is_some()),
            reason,
            alternatives,
            line: self.block.line_of(self.tokens[draft.from].from),
        })
    }

    /// The words from one token to before another, to the end of their line at most.
    fn said(&self, from: usize, to: usize) -> String {
        let source = &self.block.text;
        let ends = |at: &usize| source[self.tokens[*at].from..].starts_with('\n');
        let to = (from..to).find(ends).unwrap_or(to);
        if from < to { span::text(source, self.tokens, from, to) } else { String::new() }
    }

    /// Where a finding ends: before the "because" of the reason that is told apart.
    fn end(&self, draft: &Draft) -> usize {
        let first = draft.from.max(draft.to.saturating_sub(LEAD));
        if draft.reason.is_none() {
            return draft.to;
        }
        let hits = self.grammar.hits(&self.tokens[first..draft.to], 0);
        let leads = hits.iter().filter(|hit| hit.form.role == Role::Because);
        let leads =
            leads.filter(|hit| first + hit.end == draft.to && first + hit.start > draft.from);
        leads.map(|hit| first + hit.start).min().unwrap_or(draft.to)
    }
}

//! From drafts to what the caller gets: words, reasons, alternatives, how sure.

use super::assemble::Builder;
use super::draft::Draft;
use super::grammar::is_han;
use super::{Confidence, Extracted, Kind, span};

impl Builder<'_> {
    /// Returns the findings, without what was only tried.
    pub(super) fn finish(self) -> Vec<Extracted> {
        let drafts = self.drafts.iter().filter(|draft| !draft.attempt);
        drafts.filter_map(|draft| self.made(draft)).collect()
    }

    fn made(&self, draft: &Draft) -> Option<Extracted> {
        let source = &self.block.text;
        let mut text = span::text(source, self.tokens, draft.from, draft.to);
        if text.is_empty() {
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
            text = span::contrasted(&text, &span::text(source, self.tokens, from, to));
        }
        let reason = draft.reason.map(|(from, to)| span::text(source, self.tokens, from, to));
        let reason = reason.filter(|reason| !reason.is_empty());
        let alternatives = match draft.kind {
            Kind::Decision => {
                span::alternatives(self.grammar, source, self.tokens, draft.from, draft.to)
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
}

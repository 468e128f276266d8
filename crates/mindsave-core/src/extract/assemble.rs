//! From clauses to findings: what belongs together, what is whose reason, what was only tried.

use super::block::{Block, Form, blocks};
use super::clause::{Clause, Link, Reading, clauses};
use super::draft::{Draft, Joint, begins_before, explains, gives_reason, joint, resolve};
use super::grammar::{Form as Words, Role, Sure, Tables};
use super::scan::tokens;
use super::token::{Mark, Token};
use super::{Extracted, Kind, span};

/// Finds what is worth keeping in a text.
pub(super) fn extract(grammar: &'static Tables, text: &str) -> Vec<Extracted> {
    let mut found: Vec<Extracted> = Vec::new();
    let mut ambient = None;
    let blocks = blocks(text);
    let short = blocks.len() == 1;
    for block in blocks {
        let tokens = tokens(&block.text, grammar);
        let mut builder = Builder {
            grammar,
            block: &block,
            tokens: &tokens,
            drafts: Vec::new(),
            before: None,
            sentence: 0,
            opens: None,
            short,
            found: None,
        };
        if matches!(block.form, Form::Prose | Form::Heading) {
            ambient = None;
        }
        let label = builder.read(ambient);
        found.extend(builder.finish());
        ambient = label.or(ambient);
    }
    found
}

pub(super) struct Builder<'b> {
    pub(super) grammar: &'static Tables,
    pub(super) block: &'b Block,
    pub(super) tokens: &'b [Token],
    pub(super) drafts: Vec<Draft>,
    /// A clause of this sentence that was no finding, and whether it is told as a reason.
    before: Option<(usize, usize, bool)>,
    sentence: usize,
    /// The first clause of this sentence, if it was no finding.
    opens: Option<(usize, usize)>,
    /// Whether the text has no other block.
    short: bool,
    /// "Found it.": what the next sentence says was found out.
    found: Option<&'static Words>,
}

impl Builder<'_> {
    /// Reads the block; the label it is, if it is nothing else.
    fn read(&mut self, ambient: Option<&'static Words>) -> Option<&'static Words> {
        let mut label = None;
        let mut from = 0;
        for at in 0..=self.tokens.len() {
            let mark = self.tokens.get(at).map(|token| token.mark);
            let ends = matches!(mark, None | Some(Some(Mark::Stop | Mark::Question)));
            if !ends {
                continue;
            }
            if from < at {
                let asked = mark == Some(Some(Mark::Question));
                label = self.sentence(from, at, asked, ambient);
            }
            from = at + 1;
        }
        label
    }

    fn sentence(
        &mut self,
        from: usize,
        to: usize,
        asked: bool,
        ambient: Option<&'static Words>,
    ) -> Option<&'static Words> {
        self.sentence += 1;
        (self.before, self.opens) = (None, None);
        let found = clauses(self.grammar, self.tokens, from..to, asked);
        let leads =
            found.iter().take_while(|clause| clause.empty && clause.label.is_none()).count();
        let found = if leads < found.len() { &found[leads..] } else { &found[..] };
        let label = found.first().and_then(|clause| clause.label).filter(|_| {
            found.len() == 1
                || matches!(found[0].ends, Some(Mark::Colon | Mark::Dash | Mark::Comma))
        });
        let told = self.found.take().filter(|_| {
            let own = found.first().is_some_and(|first| first.pronoun || first.reading.is_some());
            !asked && !own
        });
        let ambient = ambient.filter(|_| self.sentence == 1 && !asked).or(told);
        match (label, ambient, self.block.form) {
            // A heading, or a label in front of a list.
            (Some(label), _, _) if found.len() == 1 => {
                let alone = found[0].ends == Some(Mark::Colon) || self.block.form == Form::Heading;
                if alone {
                    return Some(label);
                }
                if label.role == Role::Label(Kind::Learning) {
                    self.found = Some(label);
                    return None;
                }
                self.clauses(found);
            }
            (Some(label), _, _) => self.labelled(label, &found[1..], to),
            (None, Some(label), form) if form != Form::Open => self.under(label, found, to),
            (None, _, Form::Open) => {}
            (None, _, Form::Ticked) => self.ticked(found, to),
            _ => self.clauses(found),
        }
        None
    }

    /// Takes what stands behind a label as what the label says.
    fn labelled(&mut self, label: &'static Words, rest: &[Clause], to: usize) {
        let Role::Label(kind) = label.role else { return };
        let Some(first) = rest.first().filter(|clause| !self.says_none(clause)) else { return };
        if first.unreal && kind != Kind::Learning {
            return;
        }
        // "Remember", "note": what follows may be a rule or a blocker of its own.
        let own = first.reading.filter(|own| own.form.firm && own.kind != Kind::Correction);
        if matches!(kind, Kind::Learning | Kind::Constraint)
            && own.is_some_and(|own| own.kind != kind)
        {
            return self.clauses(rest);
        }
        let told = rest.iter().find(|clause| clause.link == Link::Because);
        let reason = told.filter(|_| explains(kind));
        self.drafts.push(Draft {
            kind,
            from: first.from,
            to: reason.map_or(to, |clause| clause.from.max(first.from + 1)),
            reason: reason.map(|clause| (clause.from, to)),
            sure: Sure::Explicit,
            refuses: label.refuses,
            unlike: None,
            attempt: label.attempt,
            bare: false,
            frame: false,
            labelled: true,
            sentence: self.sentence,
        });
    }

    /// Reads an item below a label: by its own words if they say more, else as the label says.
    fn under(&mut self, label: &'static Words, found: &[Clause], to: usize) {
        if label.role == Role::OpenLabel {
            return;
        }
        self.labelled(label, found, to);
    }

    fn ticked(&mut self, found: &[Clause], to: usize) {
        let Some(first) = found.first().filter(|clause| !clause.unreal) else { return };
        let draft = self.draft(Kind::Progress, first.from, to);
        self.drafts.push(Draft { sure: Sure::Explicit, labelled: true, ..draft });
    }

    fn draft(&self, kind: Kind, from: usize, to: usize) -> Draft {
        Draft {
            kind,
            from,
            to,
            reason: None,
            sure: Sure::Clear,
            refuses: None,
            unlike: None,
            attempt: false,
            bare: false,
            frame: false,
            labelled: false,
            sentence: self.sentence,
        }
    }

    /// "Blocked: none", "问题：无".
    fn says_none(&self, clause: &Clause) -> bool {
        const NONE: [&str; 9] = ["none", "no", "n/a", "nothing", "无", "没有", "暂无", "-", ""];
        let text = span::text(&self.block.text, self.tokens, clause.from, clause.to);
        NONE.contains(&text.to_lowercase().as_str())
    }

    fn clauses(&mut self, found: &[Clause]) {
        if self.corrected(found) {
            return;
        }
        if let [only] = found
            && only.goodbye
            && self.short
            && self.tokens.len() <= only.to + 1
            && self.sentence == 1
        {
            let draft = self.draft(Kind::SessionEnd, only.from, only.to);
            self.drafts.push(draft);
            return;
        }
        for clause in found {
            match clause.reading {
                Some(reading) => self.take(clause, reading),
                None => self.beside(clause),
            }
        }
    }

    /// Takes a whole sentence as a correction: "no, …, not …", or what follows "that is wrong".
    fn corrected(&mut self, found: &[Clause]) -> bool {
        let (Some(first), Some(last)) = (found.first(), found.last()) else { return false };
        let sentence = self.sentence;
        let bare =
            self.drafts.last_mut().filter(|draft| draft.bare && draft.sentence + 1 == sentence);
        if let Some(bare) = bare.filter(|_| !first.unreal) {
            (bare.to, bare.bare) = (last.to, false);
            return true;
        }
        let Some(second) = found.get(1).filter(|second| !second.unreal) else { return false };
        let corrects = |clause: &Clause| {
            clause.contrast
                || clause
                    .reading
                    .is_some_and(|own| own.kind == Kind::Correction && own.form.refuses.is_none())
        };
        let contrast = found[1..].iter().any(corrects);
        let turned = first.contrast && second.link == Link::Side && first.reading.is_none();
        if !(first.nay && contrast || turned) {
            return false;
        }
        let from = if turned { first.from } else { second.from };
        let draft = self.draft(Kind::Correction, from, last.to);
        self.drafts.push(draft);
        true
    }

    /// The last finding of this sentence.
    fn last(&mut self) -> Option<&mut Draft> {
        let sentence = self.sentence;
        self.drafts.last_mut().filter(|draft| draft.sentence == sentence)
    }

    /// A clause that says nothing to record: a reason, or more words of the finding before it.
    fn beside(&mut self, clause: &Clause) {
        let (from, to) = (clause.from, clause.to);
        let sentence = self.sentence;
        // A choice that was taken has its reason, whatever the reason speaks of: "the dashboard shows
        // one day" is no day to come.
        let explains = clause.link == Link::Because && self.last().is_some();
        if clause.empty || clause.unreal && !explains {
            return;
        }
        if clause.link == Link::Start && self.answers(clause) {
            return;
        }
        if let Some(last) = self.last() {
            if last.attempt {
                if matches!(clause.link, Link::But | Link::Aside) {
                    resolve(&mut self.drafts, sentence, Some((from, to)));
                } else {
                    last.reason = last.reason.or(Some((from, to)));
                }
            } else if clause.link == Link::Because && last.kind == Kind::Problem {
                (last.kind, last.to) = (Kind::Learning, to);
            } else if last.reason.is_none() && gives_reason(clause, last.kind) {
                last.reason = Some((from, to));
            } else if clause.link != Link::So && clause.link != Link::But && last.reason.is_none() {
                last.to = to;
            }
            return;
        }
        let start = self.before.map_or(from, |(start, _, _)| start);
        self.opens = self.opens.or(Some((from, to)));
        let told = clause.link == Link::Because || self.before.is_some_and(|(_, _, told)| told);
        self.before = Some((start, to, told));
    }

    /// A sentence that begins with "they", "it": the reason of a choice said right before.
    fn answers(&mut self, clause: &Clause) -> bool {
        let sentence = self.sentence;
        let last = self
            .drafts
            .last_mut()
            .filter(|draft| draft.sentence + 1 == sentence && draft.reason.is_none());
        let Some(last) = last.filter(|_| clause.pronoun || clause.link == Link::Because) else {
            return false;
        };
        if last.attempt {
            let before = last.sentence;
            resolve(&mut self.drafts, before, Some((clause.from, clause.to)));
            return true;
        }
        if !matches!(last.kind, Kind::Decision | Kind::Failure | Kind::Constraint) {
            return false;
        }
        last.reason = Some((clause.from, clause.to));
        true
    }

    /// A clause that says something to record.
    fn take(&mut self, clause: &Clause, reading: Reading) {
        if clause.link == Link::Start && reading.kind == Kind::Problem && self.answers(clause) {
            return;
        }
        if reading.kind == Kind::Failure && !reading.form.attempt && self.fails(clause, reading) {
            return;
        }
        if self.joins(clause, reading) {
            return;
        }
        // "Which is why" explains nothing by itself.
        if reading.kind == Kind::Learning && reading.leans && self.before.is_none() {
            return;
        }
        // "It did not help" of nothing that was said names nothing.
        if reading.kind == Kind::Failure
            && reading.leans
            && clause.to - clause.from < reading.size + 3
        {
            return;
        }
        let mut draft = self.draft(reading.kind, reading.from, reading.to);
        draft.sure = reading.form.sure;
        draft.refuses = reading.form.refuses;
        draft.attempt = reading.form.attempt;
        draft.frame = clause.to - clause.from <= reading.size;
        draft.bare = reading.kind == Kind::Correction && reading.form.leans;
        self.give_reason(clause, reading, &mut draft);
        self.before = None;
        self.drafts.push(draft);
    }

    /// Gives a new finding what was said before it as its reason, or as its beginning.
    fn give_reason(&mut self, clause: &Clause, reading: Reading, draft: &mut Draft) {
        let (kind, leans) = (draft.kind, reading.leans);
        let last = self.last().map(|last| (last.kind, last.from, last.to, last.reason.is_some()));
        match last {
            Some((Kind::Problem, from, to, _))
                if kind == Kind::Blocker && clause.link != Link::But =>
            {
                self.drafts.pop();
                (draft.from, draft.to) = (from, draft.to.max(to));
            }
            Some((Kind::Problem | Kind::Learning, from, to, false))
                if kind == Kind::Decision && clause.link == Link::So =>
            {
                self.drafts.pop();
                draft.reason = Some((from, to));
            }
            Some(_) => {}
            None => match self.before {
                Some((from, to, told)) if told || (clause.link == Link::So && explains(kind)) => {
                    draft.reason = Some((from, to));
                }
                Some((from, to, _)) if kind == Kind::Learning && leans => {
                    (draft.from, draft.to) = (from, to);
                }
                Some((from, _, _)) if kind == Kind::Constraint && clause.link == Link::Side => {
                    draft.from = from;
                }
                Some((from, to, _)) if kind == Kind::Correction && draft.refuses.is_some() => {
                    draft.unlike = Some((draft.from, draft.to));
                    (draft.from, draft.to) = (from, to);
                    draft.refuses = None;
                }
                Some((from, _, _)) if begins_before(kind, clause, leans) => draft.from = from,
                _ => {}
            },
        }
    }

    /// "It did not help": turns what was tried or done before into a failure.
    fn fails(&mut self, clause: &Clause, reading: Reading) -> bool {
        let sentence = self.sentence;
        let near = |draft: &&mut Draft| sentence - draft.sentence <= 1;
        let own = self.drafts.last().is_some_and(|draft| draft.sentence == sentence);
        if let Some((from, to, _)) = self.before.filter(|_| reading.leans && !own) {
            let mut draft = self.draft(Kind::Failure, from, to);
            if let Some((_, name)) = self.opens.filter(|(_, name)| name + 1 < to) {
                (draft.to, draft.reason) = (name, Some((name + 1, to)));
            }
            self.drafts.push(draft);
            self.before = None;
            return true;
        }
        let opens = self.opens;
        let Some(last) = self.drafts.last_mut().filter(near) else { return false };
        if let (Kind::Problem, Some((from, to))) =
            (last.kind, opens.filter(|_| own && reading.leans))
        {
            last.kind = Kind::Failure;
            last.reason = Some((last.from.max(to), last.to));
            (last.from, last.to) = (from, to);
            return true;
        }
        let own = last.sentence == sentence;
        let before = last.sentence;
        let more = clause.to - clause.from > reading.size + 3;
        let reason = self.before.map(|(from, to, _)| (from, to)).filter(|_| own);
        let reason = reason.or(more.then_some((clause.from, clause.to)));
        match last.kind {
            Kind::Failure if last.attempt => {
                resolve(&mut self.drafts, before, reason);
                true
            }
            Kind::Failure if own && (reading.leans || clause.link == Link::Because) => {
                last.reason = last.reason.or(reason.filter(|_| more));
                true
            }
            Kind::Progress | Kind::Decision | Kind::Problem
                if reading.leans && (own || clause.pronoun) =>
            {
                last.kind = Kind::Failure;
                last.reason = last.reason.or(reason);
                true
            }
            _ => false,
        }
    }

    /// Whether a clause belongs to the finding before it.
    fn joins(&mut self, clause: &Clause, reading: Reading) -> bool {
        let sentence = self.sentence;
        let (from, to, kind) = (clause.from, clause.to, reading.kind);
        let follows = self
            .drafts
            .last()
            .is_some_and(|d| d.kind == Kind::Correction && d.sentence + 1 == sentence);
        if follows && clause.link == Link::Start && kind == Kind::Correction {
            if let Some(last) = self.drafts.last_mut() {
                last.to = to;
            }
            return true;
        }
        // One goodbye in several sentences.
        let ended = self.drafts.last_mut().filter(|last| last.kind == Kind::SessionEnd);
        if let Some(last) = ended.filter(|_| kind == Kind::SessionEnd) {
            last.to = to;
            return true;
        }
        let Some(last) = self.last() else { return false };
        if last.attempt && kind == Kind::Problem {
            resolve(&mut self.drafts, sentence, Some((from, to)));
            return true;
        }
        match joint(last, clause, reading) {
            Joint::Apart => false,
            Joint::Reason => {
                last.reason = last.reason.or(Some((from, to)));
                true
            }
            Joint::Cause => {
                (last.kind, last.to) = (Kind::Learning, to);
                true
            }
            Joint::More => {
                if last.reason.is_none() {
                    last.to = to;
                }
                true
            }
        }
    }
}

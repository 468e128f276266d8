//! Compression of rules: how many a second, what they cost in memory, and what finding names costs
//! against the plainest search for them.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use aho_corasick::{AhoCorasick, MatchKind};
use mindsave::compress::{Compressor, Request};
use mindsave::text::Lexicon;

use crate::Outcome;
use crate::pairs::{Quartiles, measure_after, timed};
use crate::process;
use crate::report::{Bound, Report};
use crate::rules::{Language, rules};

/// Rules whose rate is measured.
const RATE: usize = 200_000;
/// Rules of the longer list of the two whose times are compared.
const LONG: usize = 1_000_000;
/// Rules of the same words.
const ALIKE: usize = 40_000;
/// Rules whose memory is measured.
const HELD: usize = 500_000;
/// Rules in which names are looked for.
const SEARCHED: usize = 20_000;
/// Rules an agent's instructions have.
const FEW: usize = 20;

/// Measures all of it.
pub(crate) fn run(report: &mut Report) -> Outcome<()> {
    for language in [Language::English, Language::Chinese] {
        search(report, language)?;
    }
    whole_process(report, Language::English, 3.0)?;
    whole_process(report, Language::Chinese, 5.0)?;
    rate(report, Language::English, 200_000.0)?;
    rate(report, Language::Chinese, 50_000.0)?;
    memory(report)?;
    growth(report)?;
    alike(report)
}

/// Compresses one long list, on one core.
fn rate(report: &mut Report, language: Language, bound: f64) -> Outcome<()> {
    let request = request(language, RATE);
    compress(&request)?;
    let mut rates = Vec::new();
    for _ in 0..5 {
        #[expect(clippy::cast_precision_loss, reason = "200,000 is exact")]
        rates.push(RATE as f64 / compress(&request)?.as_secs_f64());
    }
    let name = format!("compress {RATE} rules, {language:?}");
    report.add(&name, "rules/s", Quartiles::of(rates), Bound::AtLeast(bound), "one core")
}

/// Twice the rules must take about twice the time.
fn growth(report: &mut Report) -> Outcome<()> {
    let long = request(Language::English, LONG);
    let half = request(Language::English, LONG / 2);
    let measured = measure_after(0, 3, &mut || compress(&long), &mut || compress(&half))?;
    let name = format!("compress {LONG} rules, against {}", LONG / 2);
    report.ratio(&name, &measured, Bound::AtMost(2.2))
}

/// The same for rules in the same words, which differ in what they are said for.
fn alike(report: &mut Report) -> Outcome<()> {
    let rule = |i| format!("never amend old ledger notes, because auditor {i} said so");
    let request = |count: usize| Request {
        constraints: (0..count).map(rule).collect(),
        max_constraints: usize::MAX,
        ..Request::default()
    };
    let (long, half) = (request(ALIKE), request(ALIKE / 2));
    let measured = measure_after(0, 5, &mut || compress(&long), &mut || compress(&half))?;
    let name = format!("compress {ALIKE} rules of the same words, against {}", ALIKE / 2);
    report.ratio(&name, &measured, Bound::AtMost(2.5))
}

/// What a child process needs at its peak beyond what it held before: whatever the engine makes,
/// the result included, which holds every sentence once more; not the list of sentences it is given.
fn memory(report: &mut Report) -> Outcome<()> {
    let mut growth = Vec::new();
    for language in [Language::English, Language::Chinese] {
        for _ in 0..2 {
            let own = std::env::current_exe()?;
            let output = Command::new(own).args([CHILD, &format!("{language:?}")]).output()?;
            if !output.status.success() {
                return Err("the child whose memory is measured failed".into());
            }
            let kilobytes: f64 = String::from_utf8(output.stdout)?.trim().parse()?;
            #[expect(clippy::cast_precision_loss, reason = "500,000 is exact")]
            growth.push(kilobytes * 1024.0 / HELD as f64);
        }
        let name = format!("memory at the peak of {HELD} rules, {language:?}");
        let value = Quartiles::of(std::mem::take(&mut growth));
        report.add(&name, "bytes/rule", value, Bound::AtMost(1024.0), "beyond the given list")?;
    }
    Ok(())
}

/// The argument that makes this program the child whose memory is measured.
pub(crate) const CHILD: &str = "measure-memory";

/// The child: prints by how many kilobytes its peak grew.
pub(crate) fn child(language: Option<&str>) -> Outcome<()> {
    let chinese = language == Some("Chinese");
    let language = if chinese { Language::Chinese } else { Language::English };
    compress(&request(language, 100))?;
    let request = request(language, HELD);
    let before = peak()?;
    compress(&request)?;
    writeln!(std::io::stdout().lock(), "{}", peak()? - before)?;
    Ok(())
}

/// The most memory this process ever held, in kilobytes.
fn peak() -> Outcome<u64> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.trim().strip_suffix("kB"));
    Ok(number.ok_or("the system tells no peak")?.trim().parse()?)
}

/// Finds names in rules, against an automaton of all names run over the same bytes, which knows
/// nothing of words, spellings or parts of names.
fn search(report: &mut Report, language: Language) -> Outcome<()> {
    let lexicon = Lexicon::builtin();
    let rules = rules(language, SEARCHED);
    let automaton = AhoCorasick::builder()
        .match_kind(MatchKind::LeftmostLongest)
        .ascii_case_insensitive(true)
        .build(names()?)?;
    let mut ours = || timed(|| Ok(rules.iter().map(|rule| lexicon.pieces_in(rule)).sum::<usize>()));
    let mut base =
        || timed(|| Ok(rules.iter().map(|rule| automaton.find_iter(rule).count()).sum::<usize>()));
    let measured = measure_after(3, 25, &mut ours, &mut base)?;
    let name = format!("names found in {SEARCHED} rules, {language:?}, against Aho-Corasick");
    report.ratio(&name, &measured, Bound::AtMost(5.0))
}

/// All names and topics of the packs, as they are written there.
fn names() -> Outcome<Vec<String>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/mindsave-core/rules");
    let files = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut names = Vec::new();
    for path in files.collect::<Outcome<Vec<PathBuf>>>()? {
        if path.extension().is_some_and(|ending| ending == "yaml") {
            let pack = mindsave::read_pack(&path)?;
            names.extend(pack.topics.all().cloned());
            for concept in &pack.concepts {
                names.push(concept.name.clone());
                names.extend(concept.aliases().cloned());
            }
        }
    }
    Ok(names)
}

/// The program as an agent's host starts it, with the rules of a project.
fn whole_process(report: &mut Report, language: Language, bound: f64) -> Outcome<()> {
    let rules = rules(language, FEW * 97);
    let rules = rules.iter().step_by(97).map(String::as_str);
    let arguments: Vec<&str> = ["compress", "--json"].into_iter().chain(rules).collect();
    let measured = process::against_git(&arguments)?;
    let name = format!("mindsave compress --json, {FEW} rules, {language:?}");
    report.ratio(&name, &measured, Bound::AtMost(bound))
}

fn request(language: Language, count: usize) -> Request {
    let constraints = rules(language, count);
    Request { constraints, max_constraints: usize::MAX, ..Request::default() }
}

fn compress(request: &Request) -> Outcome<Duration> {
    timed(|| {
        let result = Compressor::builtin().compress(request)?;
        if result.duplicates.is_empty() {
            return Ok(result);
        }
        Err("the rules that were made up are not all different".into())
    })
}

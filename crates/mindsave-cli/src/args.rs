//! The tree of commands and options.

mod alone;
mod live;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args as Group, Parser, Subcommand};

pub(crate) use alone::parse as parse_alone;
pub(crate) use live::{AddNode, EntryOptions, Graph, Live, Log};

/// Keeps the working state of coding agents: save it, load it, warn before a mistake is repeated.
#[derive(Debug, Parser)]
#[command(
    name = "mindsave",
    version,
    arg_required_else_help = true,
    disable_help_subcommand = true
)]
pub(crate) struct Args {
    /// The workspace; found by itself when absent (see `mindsave status`).
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) root: Option<PathBuf>,
    /// Print one JSON value instead of text.
    #[arg(long, global = true)]
    pub(crate) json: bool,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Make the .mindsave folder with its settings file.
    Init,
    /// Save a checkpoint of the task, its rules, decisions and failures.
    Save(Save),
    /// Load a checkpoint and continue where it stopped.
    Load(Load),
    /// Search everything that was saved; without a keyword, show what was archived.
    #[command(visible_alias = "search")]
    Recall(Recall),
    /// List, show, clean, count or delete checkpoints.
    #[command(subcommand)]
    Snapshots(Snapshots),
    /// Save Layer 1 alone, in at most 300 tokens, before the context overflows.
    AutoSnapshot(State),
    /// Print the text an agent gets, byte for byte.
    Resume(Resume),
    /// Compress rules: what says the same kind of thing becomes one entry.
    Compress(Compress),
    /// Say which failures the next action repeats: a plan, a command.
    Check(Check),
    /// Record, list, show, withdraw, share and export what failed.
    #[command(subcommand)]
    Failures(Failures),
    /// Note, list and remove gotchas: hazards with a way around them, without a failed attempt.
    #[command(subcommand)]
    Gotchas(Gotchas),
    /// Find decisions, rules, failures and the like in prose, English or Chinese.
    Extract(Extract),
    /// List, show and check the rule packs: what the program knows by name.
    #[command(subcommand)]
    Rules(RulesCommand),
    /// Show how soon the context ends: GREEN, YELLOW or RED, and what it follows from.
    Pressure(LiveSession),
    /// Show how degraded the work is, with the parts of the sum.
    Fatigue(LiveSession),
    /// Save what the journal of a session tells, unless it was just saved by itself.
    Checkpoint(Checkpoint),
    /// Show the workspace, its newest checkpoint, the heartbeat, pressure and fatigue.
    Status,
    #[command(flatten)]
    Live(Live),
    /// Check that everything works here, and say what to do if not.
    Doctor,
    /// Take one event of a host from standard input and answer it; for hooks, not for people.
    Hook {
        /// The host, and its word for the event where the JSON does not say it.
        #[arg(value_name = "HOST [EVENT]", required = true, num_args = 1..)]
        words: Vec<OsString>,
    },
    /// Print how things stand in one line, for the status line of a host.
    Statusline {
        /// The user's own status line, which is printed first.
        #[arg(last = true, value_name = "COMMAND")]
        words: Vec<OsString>,
    },
    /// Set up a host: its hooks, commands and skill, beside what is there.
    Setup(Setup),
    /// Take the set-up of a host back, to the byte.
    Unsetup(Setup),
    /// Play a session in a temporary folder: save, lose everything, load.
    Demo,
    /// Print a completion script for a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
}

/// A state, as JSON or by options; options override the JSON.
#[derive(Debug, Default, Group)]
pub(crate) struct State {
    /// Read the state as JSON from a file, or from standard input for `-`.
    #[arg(long = "state", value_name = "FILE")]
    pub(crate) source: Option<String>,
    /// The goal, one sentence.
    #[arg(long)]
    pub(crate) goal: Option<String>,
    /// The exact next step.
    #[arg(long, value_name = "STEP")]
    pub(crate) next: Option<String>,
    /// How things stand, one sentence.
    #[arg(long, value_name = "TEXT")]
    pub(crate) summary: Option<String>,
    /// planning, executing, debugging or reviewing.
    #[arg(long)]
    pub(crate) phase: Option<String>,
    /// `in_progress`, blocked or completed.
    #[arg(long)]
    pub(crate) status: Option<String>,
    /// What stops the work, or none.
    #[arg(long)]
    pub(crate) blocker: Option<String>,
    /// A file being worked on; may be given again.
    #[arg(long = "file", value_name = "PATH")]
    pub(crate) files: Vec<String>,
    /// A rule of the user or the code base; may be given again.
    #[arg(long = "constraint", value_name = "RULE")]
    pub(crate) constraints: Vec<String>,
    /// A choice that was taken; may be given again.
    #[arg(long = "decision", value_name = "CHOICE")]
    pub(crate) decisions: Vec<String>,
    /// An approach that failed; may be given again.
    #[arg(long = "excluded", value_name = "APPROACH")]
    pub(crate) excluded: Vec<String>,
    /// A value to remember; may be given again.
    #[arg(long = "variable", value_name = "NAME=VALUE")]
    pub(crate) variables: Vec<String>,
    /// A step that is done; may be given again.
    #[arg(long = "done", value_name = "STEP")]
    pub(crate) done: Vec<String>,
}

/// Which session is looked at.
#[derive(Debug, Group)]
pub(crate) struct LiveSession {
    /// The session; the one used last when absent.
    #[arg(long, value_name = "SESSION")]
    pub(crate) session: Option<String>,
}

#[derive(Debug, Group)]
pub(crate) struct Checkpoint {
    #[command(flatten)]
    pub(crate) live: LiveSession,
    /// Save even if the last automatic save was less than 5 minutes and 10 turns ago, or the user
    /// asked that nothing be saved.
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Debug, Group)]
pub(crate) struct Save {
    #[command(flatten)]
    pub(crate) state: State,
    /// The name of the checkpoint; made of the goal when absent.
    #[arg(long, value_name = "TOPIC")]
    pub(crate) topic: Option<String>,
    /// Do not archive `git diff --stat`.
    #[arg(long)]
    pub(crate) no_diff: bool,
}

#[derive(Debug, Group)]
pub(crate) struct Load {
    /// The checkpoint: its id, or its number in the list.
    #[arg(value_name = "ID")]
    pub(crate) id: Option<String>,
    /// Take the newest one.
    #[arg(long, conflicts_with = "id")]
    pub(crate) latest: bool,
    /// Compare the active files with what they were at the save.
    #[arg(long)]
    pub(crate) verify: bool,
    /// Print every entry, whole, without a budget.
    #[arg(long)]
    pub(crate) full: bool,
}

#[derive(Debug, Group)]
pub(crate) struct Recall {
    /// What to look for: any of the words, "a phrase", auth*, AND, OR, NOT, ( ); without it one archive is shown.
    #[arg(value_name = "KEYWORD")]
    pub(crate) keyword: Vec<String>,
    /// Show the archive of this checkpoint instead of the newest one's.
    #[arg(long, value_name = "ID", conflicts_with = "keyword")]
    pub(crate) id: Option<String>,
    #[command(flatten)]
    pub(crate) limits: SearchLimits,
}

/// What a search is limited to, and how much of the answer is wanted.
#[derive(Debug, Group)]
pub(crate) struct SearchLimits {
    /// Only entries of this kind (goal, decision, constraint, failure, step, …); may be given again.
    #[arg(long = "kind", value_name = "KIND", requires = "keyword")]
    pub(crate) kinds: Vec<String>,
    /// Only what was saved at this day or time or later.
    #[arg(long, value_name = "TIME", requires = "keyword")]
    pub(crate) since: Option<String>,
    /// Only what was saved on this day or before it; with a time, before that time.
    #[arg(long, value_name = "TIME", requires = "keyword")]
    pub(crate) until: Option<String>,
    /// Only this checkpoint or session; may be given again.
    #[arg(long = "session", value_name = "ID", requires = "keyword")]
    pub(crate) sessions: Vec<String>,
    /// Only what is about this file or folder; may be given again.
    #[arg(long = "file", value_name = "PATH", requires = "keyword")]
    pub(crate) files: Vec<String>,
    /// The most tokens of the answer.
    #[arg(long, value_name = "TOKENS", default_value_t = 800)]
    pub(crate) budget: u32,
    /// How many hits to pass over: the answer says how to get the next page.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) skip: usize,
}

#[derive(Debug, Group)]
pub(crate) struct Resume {
    /// The checkpoint: its id, or its number in the list; the newest when absent.
    #[arg(value_name = "ID")]
    pub(crate) id: Option<String>,
    /// The most tokens the text may have.
    #[arg(long, value_name = "TOKENS", default_value_t = 800)]
    pub(crate) budget: u32,
}

#[derive(Debug, Group)]
pub(crate) struct Compress {
    /// The rules; without any, a JSON object is read from standard input: `constraints`,
    /// `decisions`, `excluded_paths` (lists of texts) and `max_constraints`, each optional.
    #[arg(value_name = "RULE")]
    pub(crate) rules: Vec<String>,
    /// Read the rules from an instructions file (CLAUDE.md, AGENTS.md, .cursorrules, *.mdc, a list); may be given again.
    #[arg(long, value_name = "FILE", conflicts_with = "rules")]
    pub(crate) from: Vec<String>,
    /// The most rules kept as they were written, 20 unless given; the longest of the others are
    /// listed apart and in `overflow`.
    #[arg(long, value_name = "N")]
    pub(crate) max: Option<usize>,
    /// Say of every rule what was understood of it, and what became of it.
    #[arg(long)]
    pub(crate) explain: bool,
}

#[derive(Debug, Group)]
pub(crate) struct Extract {
    /// The prose; read from standard input when absent.
    #[arg(value_name = "TEXT")]
    pub(crate) text: Vec<String>,
    /// Read the prose from a file, or from standard input for `-`.
    #[arg(long, value_name = "FILE", conflicts_with = "text")]
    pub(crate) from: Option<String>,
    /// Only findings of this kind; may be given again.
    #[arg(long = "type", value_name = "KIND")]
    pub(crate) kinds: Vec<String>,
}

#[derive(Debug, Group)]
pub(crate) struct Check {
    /// What is about to be done, in English or Chinese; read from standard input when absent.
    #[arg(value_name = "ACTION")]
    pub(crate) action: Vec<String>,
    /// Compare with this failed approach alone, not with the workspace's; may be given again.
    #[arg(long, value_name = "TEXT")]
    pub(crate) tried: Vec<String>,
    /// The action is a command line: the very same call is known again.
    #[arg(long)]
    pub(crate) command: bool,
    /// The action is a change of this file: what shall stand there is read from standard input, and
    /// compared with what stands there now.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["command", "action"])]
    pub(crate) edit: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Failures {
    /// Record that an approach failed; once more when it is known.
    Add(Box<AddFailure>),
    /// List failures, of the project and of every project.
    List {
        /// Withdrawn ones as well.
        #[arg(long)]
        all: bool,
    },
    /// Show a failure with what is linked to it.
    Show {
        /// The name.
        name: String,
    },
    /// Withdraw a failure: what made it fail has changed.
    Retire {
        /// The name.
        name: String,
        /// What changed.
        #[arg(long, value_name = "WHY")]
        reason: String,
    },
    /// Make a failure of this project hold in every project.
    Promote {
        /// The name.
        name: String,
    },
    /// Print the graph.
    Export {
        /// The language of the output.
        #[arg(long, value_enum, default_value_t = GraphFormat::Json)]
        format: GraphFormat,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum Gotchas {
    /// Note a gotcha: "Vercel Edge has no Node crypto -> use Web Crypto".
    Add {
        /// The hazard; the way around it may follow behind an arrow.
        title: String,
        /// The way around it.
        #[arg(long, value_name = "TEXT")]
        workaround: Option<String>,
        /// For all projects, in `~/.mindsave/global_edges.json`.
        #[arg(long)]
        global: bool,
    },
    /// List gotchas, of the project and of all projects.
    List,
    /// Remove a gotcha.
    Remove {
        /// The hazard.
        title: String,
        /// The one of all projects.
        #[arg(long)]
        global: bool,
    },
}

/// The languages a graph is printed in.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum GraphFormat {
    /// Nodes and edges.
    Json,
    /// A Mermaid flowchart.
    Mermaid,
    /// Graphviz.
    Dot,
}

#[derive(Debug, Group)]
pub(crate) struct AddFailure {
    /// What was tried.
    pub(crate) name: String,
    /// Why it failed: the root cause.
    #[arg(long, value_name = "WHY")]
    pub(crate) reason: Option<String>,
    /// What was seen: the error, the wrong result.
    #[arg(long, value_name = "TEXT")]
    pub(crate) symptom: Option<String>,
    /// The task it was tried for.
    #[arg(long, value_name = "TASK")]
    pub(crate) task: Option<String>,
    /// Who rejected it: user or system.
    #[arg(long, value_name = "WHO", default_value = "user")]
    pub(crate) rejected_by: String,
    /// What to do instead; may be given again.
    #[arg(long = "instead", value_name = "TEXT")]
    pub(crate) alternatives: Vec<String>,
    /// A name it has to do with; may be given again.
    #[arg(long, value_name = "NAME")]
    pub(crate) related: Vec<String>,
    /// A failure it was tried instead of; may be given again.
    #[arg(long, value_name = "NAME")]
    pub(crate) alternative_to: Vec<String>,
    /// A failure that led to it; may be given again.
    #[arg(long, value_name = "NAME")]
    pub(crate) caused_by: Vec<String>,
    /// A failure it takes the place of; may be given again.
    #[arg(long, value_name = "NAME")]
    pub(crate) supersedes: Vec<String>,
    /// It holds in every project.
    #[arg(long)]
    pub(crate) global: bool,
    /// The command that failed: only a mark of it is kept.
    #[arg(long, value_name = "COMMAND", requires = "error")]
    pub(crate) call: Option<String>,
    /// The error of the command: only a mark of it is kept.
    #[arg(long, value_name = "TEXT", requires = "call")]
    pub(crate) error: Option<String>,
}

#[derive(Debug, Group)]
pub(crate) struct Setup {
    /// claude-code, codex, cursor, gemini, copilot, vscode, cline, windsurf, opencode or openclaw.
    #[arg(value_name = "HOST")]
    pub(crate) host: Option<String>,
    /// Show what would change, and change nothing.
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// For the user, in every project.
    #[arg(long, conflicts_with = "project")]
    pub(crate) user: bool,
    /// For everybody who works on this project; this is what happens anyway.
    #[arg(long)]
    pub(crate) project: bool,
    /// Keep a section of this file (CLAUDE.md, AGENTS.md, GEMINI.md) fresh between its `MIND` marks.
    #[arg(long, value_name = "FILE")]
    pub(crate) instructions: Option<String>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum RulesCommand {
    /// List the packs, the user's own included.
    List,
    /// List what a pack knows.
    Show {
        /// The id of the pack, or the name of its entry.
        pack: String,
    },
    /// Check the user's packs, by their own examples as well.
    Check {
        /// The files; all packs in `.mindsave/rules` and `~/.mindsave/rules` when absent.
        files: Vec<PathBuf>,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum Snapshots {
    /// List checkpoints, newest first.
    List,
    /// Print the file of a checkpoint.
    Show {
        /// The checkpoint: its id, or its number in the list; the newest when absent.
        id: Option<String>,
    },
    /// Remove what is over the limits; open and blocked checkpoints stay.
    Clean {
        /// Only say what would be removed.
        #[arg(long)]
        dry_run: bool,
    },
    /// Count checkpoints, bytes and tokens.
    Stats,
    /// Delete checkpoints by id, whatever their status.
    Delete {
        /// The ids.
        #[arg(required = true)]
        ids: Vec<String>,
    },
}

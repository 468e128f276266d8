//! Commands for what is known while the work goes on.

use clap::{Args as Group, Subcommand};

use super::GraphFormat;

#[derive(Debug, Subcommand)]
pub(crate) enum Live {
    /// Record something worth keeping: a decision, a rejection, a rule, a step that is done.
    Log(Log),
    /// Set the goal of the session, or show it.
    Goal {
        /// The goal, one sentence.
        #[arg(value_name = "TEXT")]
        text: Vec<String>,
    },
    /// List what is known while the work goes on, the most active first.
    Nodes {
        /// Only this kind: goal, constraint, decision, failure, fact, result, …
        #[arg(long = "type", value_name = "KIND")]
        kind: Option<String>,
        /// Closed, superseded, resolved and archived ones as well.
        #[arg(long)]
        all: bool,
    },
    /// Add a node of any kind.
    Add(AddNode),
    /// Say that an entry was used: it becomes more active.
    Touch {
        /// Its words, or its id.
        #[arg(required = true, value_name = "ENTRY")]
        text: Vec<String>,
    },
    /// Close an entry: a goal that is reached, a rule that is withdrawn, a problem that is solved.
    Close {
        /// Its words, or its id.
        #[arg(required = true, value_name = "ENTRY")]
        text: Vec<String>,
        /// Why.
        #[arg(long, value_name = "WHY")]
        reason: Option<String>,
    },
    /// Make room: compress three results, evict one cold context; no text is lost.
    Consolidate,
    /// Print one text for the next agent.
    Handoff {
        /// The most tokens the text may have.
        #[arg(long, value_name = "TOKENS", default_value_t = mindsave::work::USUAL_HANDOFF)]
        budget: u32,
    },
    /// Take goals and rules over from iCPG (.icpg/reason.db).
    BridgeIcpg,
    /// Print the graph of what is known.
    #[command(subcommand)]
    Graph(Graph),
}

#[derive(Debug, Group)]
pub(crate) struct Log {
    /// What it is: decision, rejected, constraint, learning, problem, progress, blocker, experience or assumption.
    #[arg(long = "type", value_name = "TYPE", default_value = "experience")]
    pub(crate) kind: String,
    /// The words; "A because B", and of a rejection "A: B", say the reason as well.
    #[arg(required = true, value_name = "TEXT")]
    pub(crate) text: Vec<String>,
    #[command(flatten)]
    pub(crate) more: EntryOptions,
}

#[derive(Debug, Group)]
pub(crate) struct AddNode {
    /// What it is: goal, constraint, decision, failure, fact, context, working, result, handoff, …
    #[arg(value_name = "KIND")]
    pub(crate) kind: String,
    /// The words.
    #[arg(required = true, value_name = "TEXT")]
    pub(crate) text: Vec<String>,
    #[command(flatten)]
    pub(crate) more: EntryOptions,
}

/// What is said of an entry beside its words.
#[derive(Debug, Group)]
pub(crate) struct EntryOptions {
    /// Why.
    #[arg(long, value_name = "WHY")]
    pub(crate) reason: Option<String>,
    /// The decision or rule it replaces.
    #[arg(long, value_name = "ENTRY")]
    pub(crate) supersedes: Option<String>,
    /// What to do instead of what was rejected, or what else was considered; may be given again.
    #[arg(long = "instead", value_name = "TEXT")]
    pub(crate) alternatives: Vec<String>,
    /// The folder, file or part of the code it is about.
    #[arg(long, value_name = "PATH")]
    pub(crate) scope: Option<String>,
    /// The task it belongs to.
    #[arg(long, value_name = "ID")]
    pub(crate) task_id: Option<String>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Graph {
    /// Print it in a language other programs draw.
    Export {
        /// The language of the output.
        #[arg(long, value_enum, default_value_t = GraphFormat::Json)]
        format: GraphFormat,
    },
}

"""The extension module; everything public in it is exported by :mod:`mindsave`."""

import builtins
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, TypeVar, final, overload

from .types import (
    Changed,
    Checked,
    Checkpointed,
    Checkup,
    Cleaned,
    Compressed,
    Conflict,
    Consolidated,
    DecisionLike,
    Decompressed,
    Deleted,
    Drift,
    Extracted,
    Fatigue,
    Found,
    Gotcha,
    Gotchas,
    Handoff,
    ListEntry,
    Neighbour,
    Nodes,
    Observed,
    Pressure,
    Recorded,
    Restored,
    Saved,
    Session,
    Stats,
    Status,
)

__version__: str
__all__ = [
    "ConstraintCompressor",
    "Decision",
    "Failure",
    "FailureGraph",
    "MindSave",
    "Snapshot",
    "Task",
    "__version__",
    "check",
    "compress_layer2",
    "decompress",
    "extract",
    "find_similar_constraints",
    "run_program",
]

_T = TypeVar("_T")

def compress_layer2(
    constraints: Sequence[str],
    decisions: Sequence[DecisionLike] | None = None,
    excluded_paths: Sequence[str] | None = None,
    max_constraints: int = 20,
) -> Compressed:
    """Compress rules, decisions and failed approaches in one call.

    Rules of one category become one entry; what cannot be said again safely stays as it was
    written; contradictions are reported and both kept. At most ``max_constraints`` rules (20) are
    kept as written, the others stand in ``overflow``.

    >>> compress_layer2(["使用 pnpm", "不要用 npm"])["rendered"]
    'pnpm；不要 npm'

    Raises :class:`mindsave.InvalidInputError`, which names the argument.
    """

def decompress(compressed: Compressed) -> Decompressed:
    """Give back what was compressed, every sentence in its place.

    >>> decompress(compress_layer2(["no tailwind", "use css variables"]))["constraints"]
    ['no tailwind', 'use css variables']
    """

def find_similar_constraints(
    constraints: Sequence[str], threshold: float = 0.6
) -> list[tuple[int, int, float]]:
    """Find pairs of rules that share words: two places and the share, most alike first.

    >>> find_similar_constraints(["no default exports", "default exports are banned"])
    [(0, 1, 1.0)]
    """

def check(action: str, tried: Sequence[str], *, command: bool = False) -> Checked:
    """Say which of some failed approaches an action repeats; needs no workspace.

    ``command`` says that the action is a command line.

    >>> check("install tailwindcss", ["不要用 Tailwind，样式冲突"])["matches"][0]["severity"]
    'high'
    """

def extract(text: str) -> list[Extracted]:
    """Find decisions, rules, failures and other things worth keeping in prose.

    >>> found = extract("I went with SQLite because the tool runs offline.")
    >>> (found[0]["type"], found[0]["span"], found[0]["reason"])
    ('decision', 'SQLite', 'the tool runs offline')
    """

def run_program(arguments: Sequence[str]) -> int:
    """Run the program ``mindsave`` in this process and return its exit code."""

@final
class ConstraintCompressor:
    """Collects rules, decisions and failed approaches, and compresses them.

    The camelCase names are those of the original's sample. Threads may share an object.

    >>> compressor = ConstraintCompressor(max_constraints=20)
    >>> compressor.add_constraint("No Tailwind CSS")
    >>> compressor.compress()["symbolic"]["theme_system"]["rejected"]
    ['Tailwind']
    """

    def __new__(cls, max_constraints: int = 20) -> ConstraintCompressor: ...
    def add_constraint(self, text: str) -> None:
        """Add a rule."""

    def add_decision(self, decision: DecisionLike) -> None:
        """Add a decision; it passes through."""

    def add_excluded_path(self, text: str) -> None:
        """Add an approach that failed."""

    def compress(self) -> Compressed:
        """Compress what was added; see :func:`compress_layer2`."""

    def decompress(self, compressed: Compressed | None = None) -> Decompressed:
        """Give back what was compressed; of this object's own result when none is given."""

    def detect_conflicts(self) -> list[Conflict]:
        """Find the contradictions in what was added."""

    @property
    def max_constraints(self) -> int:
        """The most rules that are kept as they were written."""

    def addConstraint(self, text: str) -> None:
        """Add a rule."""

    def addDecision(self, decision: DecisionLike) -> None:
        """Add a decision."""

    def addExcludedPath(self, text: str) -> None:
        """Add an approach that failed."""

    def detectConflicts(self) -> list[Conflict]:
        """Find the contradictions in what was added."""

@final
class Task:
    """What is being done now: Layer 1. It cannot be changed.

    >>> Task("修复登录", next_action="跑测试")
    Task(goal='修复登录', next_action='跑测试')
    """

    def __new__(cls, goal: str, **fields: Any) -> Task:
        """Make a task; the fields are the properties below."""

    @staticmethod
    def from_dict(fields: Mapping[str, Any]) -> Task:
        """Make a task of its dictionary."""

    @property
    def goal(self) -> str:
        """The objective, one sentence."""

    @property
    def phase(self) -> str | None:
        """The stage of the work: planning, executing, debugging, reviewing."""

    @property
    def state(self) -> str | None:
        """How things stand, one sentence."""

    @property
    def progress(self) -> dict[str, list[str]] | None:
        """What is ``done`` and what comes ``next``."""

    @property
    def next_action(self) -> str | None:
        """The exact next step."""

    @property
    def active_files(self) -> tuple[str, ...]:
        """Files being worked on."""

    @property
    def blocker(self) -> str | None:
        """What stops the work."""

    @property
    def variables(self) -> dict[str, Any]:
        """Values to remember."""

    @property
    def status(self) -> str | None:
        """``in_progress``, ``blocked`` or ``completed``, or another word as given."""

    def to_dict(self) -> dict[str, Any]:
        """Return exactly the fields that were given."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Decision:
    """A choice that was taken, with its reasons. It cannot be changed.

    >>> Decision("stream rows", reasoning="files reach 4 GB").to_dict()
    {'choice': 'stream rows', 'reasoning': 'files reach 4 GB'}
    """

    def __new__(cls, choice: str, **fields: Any) -> Decision:
        """Make a decision; the fields are the properties below."""

    @staticmethod
    def from_dict(fields: Mapping[str, Any]) -> Decision:
        """Make a decision of its dictionary."""

    @property
    def choice(self) -> str:
        """What was chosen."""

    @property
    def options(self) -> tuple[str, ...]:
        """What was considered."""

    @property
    def reasoning(self) -> str | None:
        """Why this option won."""

    @property
    def risks(self) -> tuple[str, ...]:
        """What could go wrong."""

    @property
    def rollback(self) -> str | None:
        """How to go back."""

    @property
    def context(self) -> str | None:
        """The task and phase it was taken in."""

    @property
    def at(self) -> str | None:
        """When it was taken, as given."""

    @property
    def supersedes(self) -> str | None:
        """The choice it replaces."""

    def to_dict(self) -> dict[str, Any]:
        """Return exactly the fields that were given."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Failure:
    """An approach that was rejected or did not work. It cannot be changed.

    >>> Failure("全局锁", reason="deadlock", alternatives=["分片锁"]).alternatives
    ('分片锁',)
    """

    def __new__(cls, name: str, **fields: Any) -> Failure:
        """Make a failure; the fields are those of its file."""

    @staticmethod
    def from_dict(fields: Mapping[str, Any]) -> Failure:
        """Make a failure of its dictionary."""

    @property
    def name(self) -> str:
        """What was tried."""

    @property
    def reason(self) -> str:
        """Why it failed: the root cause."""

    @property
    def symptom(self) -> str:
        """What was seen: the error, the wrong result."""

    @property
    def task(self) -> str:
        """The task it was tried for."""

    @property
    def rejected_by(self) -> str:
        """Who rejected it: ``user``, ``system``, or another word."""

    @property
    def repeat_count(self) -> int:
        """How often it was tried."""

    @property
    def confidence(self) -> str:
        """How sure it is that it fails: ``low``, ``medium`` or ``high``."""

    @property
    def scope(self) -> str:
        """Where it holds: ``project`` or ``global``."""

    @property
    def alternatives(self) -> tuple[str, ...]:
        """What to do instead."""

    @property
    def related(self) -> tuple[str, ...]:
        """What it has to do with, by name."""

    @property
    def first_seen(self) -> str | None:
        """When it was seen first (RFC 3339)."""

    @property
    def last_seen(self) -> str | None:
        """When it was seen last (RFC 3339)."""

    @property
    def is_active(self) -> bool:
        """Whether it warns: not when it was withdrawn."""

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as its file has them."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class FailureGraph:
    """Failures and what links them. Threads may share an object.

    >>> graph = FailureGraph([Failure("全局锁"), Failure("分片锁")])
    >>> linked = graph.relate("分片锁", "alternative_to", "全局锁")
    >>> graph.alternatives("全局锁")
    ['分片锁']
    """

    def __new__(
        cls, failures: Iterable[Failure | Mapping[str, Any]] | None = None
    ) -> FailureGraph: ...
    def record(self, failure: Failure | Mapping[str, Any]) -> Failure:
        """Add a failure, seen now unless it has a count, or merge it with the copy that is here.

        What both tell was seen once; `MindSave.record_failure` counts. Links that would close a cycle
        are refused, and nothing changes then.
        """

    def get(self, name: str) -> Failure | None:
        """Return a failure by name."""

    def relate(self, name: str, relation: str, to: str) -> Failure | None:
        """Link two failures: ``related``, ``alternative_to``, ``caused_by``, ``supersedes``.

        Returns the first with its link.
        """

    def retire(self, name: str, reason: str) -> Failure:
        """Withdraw a failure."""

    def promote(self, name: str) -> Failure:
        """Copy a project's failure to those that hold everywhere."""

    def alternatives(self, name: str) -> list[str]:
        """Return what to do instead of a failure."""

    def led_to(self, name: str) -> list[Failure]:
        """Return what a failure led to, nearest first."""

    def neighbours(self, name: str) -> list[Neighbour]:
        """Return the failures next to one."""

    def to_dict(self) -> dict[str, Any]:
        """Return ``nodes`` and ``edges``."""

    def to_mermaid(self) -> str:
        """Return the graph in Mermaid's flowchart language."""

    def to_dot(self) -> str:
        """Return the graph in the language of Graphviz."""

    def __len__(self) -> int: ...
    def __contains__(self, name: str, /) -> bool: ...
    def __iter__(self) -> Iterator[Failure]: ...

@final
class Snapshot:
    """A checkpoint that was loaded. It cannot be changed.

    Its fields are properties, and ``snapshot["goal"]`` reads any of them, your own included.
    """

    @property
    def snapshot_id(self) -> str:
        """The name."""

    @property
    def created_at(self) -> str:
        """When it was made (RFC 3339)."""

    @property
    def layers(self) -> tuple[str, ...]:
        """The layers it holds: ``L1``, ``L2``, ``L3``."""

    @property
    def task(self) -> Task:
        """Layer 1."""

    @property
    def goal(self) -> str:
        """The goal of the task."""

    @property
    def next_action(self) -> str | None:
        """The exact next step."""

    @property
    def constraints(self) -> tuple[str, ...]:
        """Standing rules, as they were written."""

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """Choices taken."""

    @property
    def excluded_paths(self) -> tuple[str, ...]:
        """Approaches that failed, in the flat form."""

    @property
    def failure_graph(self) -> dict[str, Any]:
        """What failed, by name."""

    @property
    def symbolic(self) -> dict[str, Any]:
        """What its rules come to, by category."""

    @overload
    def get(self, key: str, default: None = None) -> Any: ...
    @overload
    def get(self, key: str, default: _T) -> Any | _T: ...
    def keys(self) -> list[str]:
        """Return the names of its fields."""

    def to_dict(self) -> dict[str, Any]:
        """Return every field, as ``mindsave load --json`` prints them."""

    def to_markdown(self) -> str:
        """Return the text of its file."""

    def __getitem__(self, key: str, /) -> Any: ...
    def __iter__(self) -> Iterator[str]: ...
    def __contains__(self, key: str, /) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class MindSave:
    """A workspace: the folder that owns ``.mindsave``. Threads may share an object.

    Without a ``root`` the workspace is found: by ``MINDSAVE_ROOT``, by the variable of the host,
    upward to a ``.mindsave`` folder, or upward to the root of version control.

    >>> mind = MindSave(root)  # doctest: +SKIP
    >>> mind.save(goal="修复登录", next_action="跑测试")["snapshot_id"]  # doctest: +SKIP
    '修复登录_2026-05-10'
    >>> mind.load().next_action  # doctest: +SKIP
    '跑测试'

    Errors are :class:`mindsave.MindSaveError`: ``kind``, ``file``, ``line``, ``hint``.
    """

    def __new__(cls, root: str | os.PathLike[str] | None = None) -> MindSave: ...
    @property
    def root(self) -> Path | None:
        """The root of the workspace."""

    def init(self) -> bool:
        """Make the folder with its settings file; return whether it is new."""

    def save(
        self,
        state: Mapping[str, Any] | Task | Snapshot | None = None,
        /,
        *,
        topic: str | None = None,
        layers: Sequence[str] | None = None,
        collect: bool = True,
        **fields: Any,
    ) -> Saved:
        """Save a checkpoint: on the disk when this returns.

        The state is a dictionary, or single fields: ``goal`` (needed), ``phase``, ``state``,
        ``progress``, ``next_action``, ``active_files``, ``blocker``, ``variables``, ``status``,
        ``constraints``, ``decisions``, ``failure_graph``, ``excluded_paths``, ``completed_steps``,
        ``file_changes``, ``tool_calls``, ``execution_dag``, ``notes``; others are kept as they are.
        ``collect`` archives ``git diff --stat`` when nothing is said of file changes.
        """

    def auto_snapshot(
        self, state: Mapping[str, Any] | Task | Snapshot | None = None, /, **fields: Any
    ) -> Saved:
        """Save Layer 1 alone, in at most 300 tokens, before the context overflows."""

    def load(self, id: str | int | Snapshot | None = None) -> Snapshot:
        """Load a snapshot by name or by its number in the list; the newest when none is named."""

    def restore(self, id: str | int | Snapshot | None = None) -> Snapshot:
        """Load a snapshot: another name of :meth:`load`."""

    def resume(self, id: str | int | Snapshot | None = None, *, budget: int = 800) -> str:
        """Return the text an agent gets, in at most ``budget`` tokens (800)."""

    def show(self, id: str | int | Snapshot | None = None) -> str:
        """Return the file of a snapshot as text, secrets taken out."""

    def list(self) -> builtins.list[ListEntry]:
        """List the snapshots, newest first."""

    def recall(
        self, keyword: str | None = None, *, id: str | int | Snapshot | None = None
    ) -> dict[str, Any]:
        """Look for a keyword in everything that was saved, or return one snapshot's archive."""

    def search(
        self,
        keyword: str,
        *,
        kinds: Sequence[str] | None = None,
        since: str | None = None,
        until: str | None = None,
        sessions: Sequence[str] | None = None,
        files: Sequence[str] | None = None,
        budget: int = 800,
        skip: int = 0,
    ) -> Found:
        """Search everything that was saved, the best hits first, page by page.

        ``kinds`` (goal, decision, constraint, failure, step, ...), times, ``sessions`` and ``files``
        limit what is looked through; ``budget`` is the most tokens of the answer, ``skip`` how many
        hits to pass over: ``next`` of the answer says where the next page begins.
        """

    def check(self, action: str, *, command: bool = False) -> Checked:
        """Say which failures an action repeats, and which gotchas it meets.

        Those of the project and of every project.
        """

    def compress(
        self,
        constraints: Sequence[str],
        decisions: Sequence[DecisionLike] | None = None,
        excluded_paths: Sequence[str] | None = None,
        max_constraints: int = 20,
    ) -> Compressed:
        """Compress as :func:`compress_layer2` does, with the rule packs of the workspace."""

    @staticmethod
    def extract(text: str) -> builtins.list[Extracted]:
        """Find what is worth keeping in prose; see :func:`mindsave.extract`."""

    def record_failure(self, name: str, **fields: Any) -> Failure:
        """Record that an approach failed; once more when it is known.

        The fields: ``reason``, ``symptom``, ``task``, ``rejected_by``, ``scope`` (``project`` or
        ``global``), ``alternatives``, ``related``, ``alternative_to``, ``caused_by``,
        ``supersedes``, and ``call`` with ``error``.
        """

    def failures(self) -> FailureGraph:
        """Read the failures, withdrawn ones included: `is_active` tells them apart.

        What of their files could not be read is told by `take_notices`.
        """

    def retire_failure(self, name: str, reason: str) -> Failure:
        """Withdraw a failure; its file stays, with the reason."""

    def add_gotcha(
        self,
        title: str,
        workaround: str | None = None,
        *,
        scope: Literal["project", "global"] | None = None,
    ) -> Gotcha:
        """Note a hazard with a way around it; one of the same title takes its workaround.

        Without ``workaround`` it may stand in the title, behind an arrow.
        """

    def gotchas(self) -> Gotchas:
        """List the gotchas that hold here: of ``memory/MEMORY.md`` and of all projects."""

    def remove_gotcha(
        self, title: str, *, scope: Literal["project", "global"] | None = None
    ) -> Gotcha:
        """Remove a gotcha of the project, or of all projects; return it as it stood there."""

    def promote_failure(self, name: str) -> Failure:
        """Make a failure of this project hold in every project."""

    def clean(self, *, dry_run: bool = False) -> Cleaned:
        """Remove what is over the limits; open and blocked snapshots stay."""

    def stats(self) -> Stats:
        """Count snapshots, bytes and tokens."""

    def verify(self, id: str | int | Snapshot | None = None) -> builtins.list[Drift]:
        """Compare the active files of a snapshot with what they are now."""

    def delete(self, id: str | Sequence[str]) -> Deleted:
        """Delete snapshots by name: all of them or none."""

    def status(self) -> Status:
        """Say where things stand."""

    def doctor(self) -> Checkup:
        """Check that everything works here; say what to do if not."""

    def observe(
        self, session: str, events: Mapping[str, Any] | Sequence[Mapping[str, Any]]
    ) -> Observed:
        """Write down what happened in a session, and what follows from it.

        An event is a dictionary as a line of a journal has it: its ``type`` and the fields of that
        type. ``prompt`` and ``reply`` (``text``) are searched for goals, rules, decisions and next
        steps. ``tool_call`` has ``tool``, and if known ``path``, ``command``, ``edits``, ``outcome``
        (``ok``, ``failed``, ``interrupted``), ``error``, ``duration_ms``. ``context`` has the
        ``ratio`` that is used. Others: ``goal``, ``next_action``, ``constraint``, ``decision``,
        ``failure``, ``result``, ``note``, ``file``, ``correction``, ``compaction``,
        ``session_start``, ``session_end``. Without ``at`` it happened now. Types that are not known
        are kept.

        The state is saved where a trigger fires. Secrets are taken out first.

        >>> mind.observe("s1", {"type": "prompt", "text": "修复登录"})  # doctest: +SKIP
        {'saved': None, 'notice': None}

        Raises :class:`mindsave.InvalidInputError`, which names the field; then nothing was written.
        """

    def restore_session(self, session: str, *, subagent: bool = False) -> Restored | None:
        """Return the text for an agent whose context is new; nothing where nothing is known.

        A session that has no journal yet gets what the last one knew. A ``subagent`` gets rules and
        failures only.
        """

    def pressure(self, session: str | None = None) -> Pressure:
        """Say how soon the context of a session ends; of the one used last when none is named."""

    def fatigue(self, session: str | None = None) -> Fatigue:
        """Say how degraded the work of a session is; of the one used last when none is named."""

    def checkpoint(self, session: str | None = None, *, force: bool = False) -> Checkpointed:
        """Save what the journals tell, unless that was just done or the user refused it.

        With ``force`` it is saved all the same. Raises :class:`mindsave.NotFoundError` where there
        is no goal.
        """

    def nodes(self, type: str | None = None, *, all: bool = False) -> Nodes:
        """List what is known while the work goes on, the most active first.

        ``type`` is that of a node (``goal``, ``constraint``, ``decision``, ``failure``, ``fact``,
        ``result``, ...) or a word such as ``learning``; with ``all`` also entries that were closed,
        superseded or evicted.
        """

    def log(
        self,
        type: str,
        text: str,
        *,
        reason: str | None = None,
        supersedes: str | None = None,
        alternatives: Sequence[str] | None = None,
        scope: str | None = None,
        task: str | None = None,
    ) -> Recorded:
        """Record something worth keeping; on the disk when this returns.

        ``type`` is ``decision``, ``rejected``, ``constraint``, ``learning``, ``problem``,
        ``progress``, ``blocker``, ``experience`` or ``assumption``. "A because B", and of a
        rejection "A: B", say the reason as well.
        """

    def add_node(
        self,
        kind: str,
        text: str,
        *,
        reason: str | None = None,
        supersedes: str | None = None,
        alternatives: Sequence[str] | None = None,
        scope: str | None = None,
        task: str | None = None,
    ) -> Recorded:
        """Add a node of any kind, with its scope and task."""

    def set_goal(self, text: str) -> Recorded:
        """Set the goal of the session this call belongs to."""

    def touch(self, text: str) -> Changed:
        """Count one more use of the entries with these words, or this id: they become more active."""

    def close(self, text: str, reason: str | None = None) -> Changed:
        """Close an entry: a goal that is reached, a rule that is withdrawn, a problem solved."""

    def consolidate(self) -> Consolidated:
        """Make room: compress three results, evict one cold context; no text is lost."""

    def handoff(self, *, budget: int = 800) -> Handoff:
        """Write one text for the next agent, in at most ``budget`` tokens (800)."""

    def sessions(self) -> builtins.list[Session]:
        """List the sessions that have a journal, the one used last first."""

    def take_notices(self) -> builtins.list[str]:
        """Take what was found on the way: files that could not be read, and where they went."""

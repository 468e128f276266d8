"""The shapes of what goes in and comes out, for type checkers.

Importing this module costs something; the package itself does not import it.

>>> from mindsave import compress_layer2
>>> from mindsave.types import Compressed
>>> result: Compressed = compress_layer2(["使用 pnpm", "不要用 npm"])
>>> result["rendered"]
'pnpm；不要 npm'
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypedDict, Union

from ._live_types import (
    Action as Action,
    Changed as Changed,
    Complexity as Complexity,
    Consolidated as Consolidated,
    Fatigue as Fatigue,
    FatiguePart as FatiguePart,
    Growth as Growth,
    Handoff as Handoff,
    Node as Node,
    NodeParts as NodeParts,
    Nodes as Nodes,
    Observed as Observed,
    Pressure as Pressure,
    Recorded as Recorded,
    Restored as Restored,
    Session as Session,
    Thresholds as Thresholds,
    Wait as Wait,
)
from ._native import Decision

#: A value that JSON can hold.
Json = Any

#: A decision: a sentence, an object with a ``choice``, or a :class:`mindsave.Decision`.
DecisionLike = Union[str, Mapping[str, Any], Decision]


class Source(TypedDict):
    """A sentence that was given."""

    kind: Literal["constraint", "decision", "excluded_path"]
    #: Its place in its list, from 0.
    index: int
    text: str


class Duplicate(Source):
    """A sentence that repeats another one of its list."""

    #: The place of the one it repeats.
    of: int


class Entry(TypedDict):
    """Rules of one category, merged."""

    #: What was said, in a word: ``css_variables_only``.
    strategy: str
    chosen: list[str]
    rejected: list[str]
    #: Why, in the words of the sources; empty when they give no reason.
    reason: str
    #: Scopes and other words that must stay readable.
    notes: list[str]
    #: The line that says it to a model.
    line: str
    sources: list[Source]


class Conflict(TypedDict):
    """Two sentences that contradict each other; both are kept."""

    a: Source
    b: Source
    subject: str
    kind: Literal["opposite", "number", "exclusive"]


class CompressionStats(TypedDict):
    """Figures of a compression."""

    tokens_in: int
    tokens_out: int
    merged: int
    kept: int
    blank: int


class Compressed(TypedDict):
    """The result of a compression."""

    #: Rules kept as they were written.
    constraints: list[str]
    decisions: list[Any]
    excluded_paths: list[str]
    #: Entries by the name of their category.
    symbolic: dict[str, Entry]
    conflicts: list[Conflict]
    #: Rules over ``max_constraints``: to be archived, never dropped.
    overflow: list[Source]
    duplicates: list[Duplicate]
    #: Blank sentences.
    dropped: list[Source]
    #: The lines put before the model.
    rendered: str
    stats: CompressionStats


class Decompressed(TypedDict):
    """What was compressed, but for blank sentences."""

    constraints: list[str]
    decisions: list[Any]
    excluded_paths: list[str]


class Match(TypedDict):
    """A failure that an action repeats."""

    severity: Literal["moderate", "high", "critical"]
    #: How much of the failed approach comes again, from 0 to 1.
    score: float
    #: The failure's fields, as its file has them.
    failure: dict[str, Any]
    why: str
    shared: list[str]
    #: Whether the very same command failed before.
    same_call: bool


class Gotcha(TypedDict):
    """A hazard with a way around it, without a failed attempt behind it."""

    title: str
    #: Empty when nobody knows one.
    workaround: str
    scope: Literal["project", "global"]


class Caution(TypedDict):
    """A gotcha that an action meets."""

    severity: Literal["moderate", "high", "critical"]
    #: How much of the gotcha is met, from 0 to 1.
    score: float
    gotcha: Gotcha
    why: str
    shared: list[str]


class Gotchas(TypedDict):
    """The gotchas that hold in a workspace: the project's, then those of all projects."""

    gotchas: list[Gotcha]
    warnings: list[str]


class Checked(TypedDict):
    """The answer of a check: the surest first."""

    matches: list[Match]
    gotchas: list[Caution]


class Extracted(TypedDict):
    """One thing found in a text."""

    type: Literal[
        "decision",
        "problem",
        "learning",
        "progress",
        "constraint",
        "failure",
        "blocker",
        "correction",
        "session_end",
        "no_save",
        "save_again",
    ]
    #: The words that say it.
    span: str
    #: Why, in the text's own words.
    reason: str | None
    #: What a decision did not choose.
    alternatives: list[str]
    #: How sure the reading is, from 0 to 1.
    confidence: float
    #: The line it begins in, from 1.
    line: int


class Found(TypedDict):
    """The answer of a search."""

    keyword: str
    #: How many hits there are in all.
    total: int
    #: What to pass over for the next page.
    next: int | None
    tokens: int
    #: Snapshots with their ``matches``, the one with the best hit first.
    snapshots: list[dict[str, Any]]
    #: Hits in failures that have files of their own.
    failures: list[dict[str, Any]]
    warnings: list[str]


class LayerTokens(TypedDict):
    """Tokens of the layers that are restored."""

    l1: int
    l2: int


class Saved(TypedDict):
    """The answer of a save."""

    snapshot_id: str
    path: str
    layers: list[str]
    tokens: LayerTokens
    #: Snapshots that the clean-up removed.
    removed: list[str]
    warnings: list[str]


class ListEntry(TypedDict):
    """One snapshot of a list."""

    #: From 1, the newest first.
    number: int
    snapshot_id: str
    created_at: str
    goal: str
    status: str | None
    blocker: str
    #: Whether clean-up may not remove it.
    protected: bool
    layers: list[str]
    auto_trigger: str | None
    size: int
    path: str


class Removal(TypedDict):
    """A snapshot that clean-up removes."""

    snapshot_id: str
    reason: str


class Cleaned(TypedDict):
    """The answer of a clean-up."""

    removed: list[Removal]
    remaining: int
    protected: int
    dry_run: bool
    warnings: list[str]


class Stats(TypedDict):
    """Figures about the snapshots."""

    total: int
    size_bytes: int
    layers: dict[str, int]
    tokens: dict[str, int]
    by_status: dict[str, int]
    protected: int
    #: Name and time of the oldest, if there is one.
    oldest: tuple[str, str] | None
    newest: tuple[str, str] | None


class _Drift(TypedDict):
    path: str
    kind: Literal["unchanged", "changed", "missing", "outside"]


class Drift(_Drift, total=False):
    """How an active file is now, against the snapshot."""

    modified: str


class Deleted(TypedDict):
    """The answer of a deletion."""

    deleted: list[str]


class Checkpointed(Action):
    """What became of a checkpoint that was asked for."""

    #: One snapshot, or two in an emergency.
    saved: list[Saved]
    #: The rule that fired.
    trigger: str | None
    #: Why nothing was saved: ``cooldown``, ``refused``, ``nothing_done``, ``nothing_new``.
    withheld: str | None
    wait: Wait | None
    notice: str | None
    #: Whether the session is to be handed off to a new one.
    hand_off: bool
    warnings: list[str]


class Status(TypedDict):
    """Where things stand."""

    root: str | None
    found_by: str | None
    store: str
    snapshots: int
    newest: ListEntry | None
    signal: dict[str, Any]
    #: The session used last; None where there is none yet, as with the next two.
    session: str | None
    pressure: dict[str, Any] | None
    fatigue: dict[str, Any] | None
    warnings: list[str]


class _Check(TypedDict):
    name: str
    health: Literal["good", "warning", "bad"]
    detail: str


class Check(_Check, total=False):
    """One thing that was checked."""

    #: What to do, if something is to be done.
    remedy: str


class Checkup(TypedDict):
    """What was checked, in order."""

    checks: list[Check]


class Neighbour(TypedDict):
    """A failure next to another."""

    relation: Literal["related", "alternative_to", "caused_by", "supersedes"]
    #: Whether the link stands in the other failure.
    incoming: bool
    name: str

"""The shapes of what is known while the work goes on; `mindsave.types` has them all."""

from __future__ import annotations

from typing import Any, Literal, TypedDict


class Observed(TypedDict):
    """What became of events."""

    #: The snapshot they set off, if they did.
    saved: str | None
    #: What the agent should be told about it.
    notice: str | None


class Restored(TypedDict):
    """The text for an agent whose context is new."""

    text: str
    #: A mark of the text: the same text has the same mark.
    revision: str
    #: What it costs at most.
    tokens: int


class Action(TypedDict):
    """What pressure and fatigue call for."""

    #: What is to be done about pressure and fatigue: the more severe one acts.
    action: Literal["nothing", "consolidate", "save_task", "save_restored", "emergency"]


class Thresholds(TypedDict):
    """The shares of the context from which yellow and red begin."""

    warning: float
    critical: float


class Growth(TypedDict):
    """How fast the context grows, by calls."""

    rate: Literal["slow", "normal", "fast"]
    calls_in_5_minutes: int
    multiplier: float


class Complexity(TypedDict):
    """How much there is to keep in mind."""

    level: Literal["low", "medium", "high"]
    active_files: int
    decisions: int
    constraints: int
    multiplier: float


class Pressure(Action):
    """How soon the context ends."""

    level: Literal["GREEN", "YELLOW", "RED"]
    #: The share of the context that is used, from 0 to 1, where a host has said it.
    ratio: float | None
    thresholds: Thresholds
    growth: Growth
    complexity: Complexity
    #: None where there is no session yet.
    session: str | None


class FatiguePart(TypedDict):
    """One part of the sum."""

    name: Literal["token_use", "scope_scatter", "reread_ratio", "error_density"]
    #: From 0 to 1; None while too little has happened.
    value: float | None
    weight: float
    #: Value by weight.
    points: float
    #: How many files, reads or calls it was made of.
    sample: int


class Fatigue(Action):
    """How degraded the work is."""

    #: The sum, from 0 to 1.
    score: float
    state: Literal["FLOW", "COMPRESS", "PRE-SLEEP", "REM", "EMERGENCY"]
    parts: list[FatiguePart]
    #: None where there is no session yet.
    session: str | None


class Wait(TypedDict):
    """How long the next automatic save has to wait: for whichever comes first."""

    seconds: int
    turns: int


class NodeParts(TypedDict):
    """What makes a node active."""

    recency: float
    frequency: float
    centrality: float


class _Node(TypedDict):
    id: str
    type: str
    #: The word it was given under, such as ``learning`` for a ``fact``.
    kind: str
    text: str
    status: str
    policy: Literal["never", "compress_first", "evictable"]
    activation: float
    #: How often it was seen.
    uses: int
    first: str
    last: str
    parts: NodeParts


class Node(_Node, total=False):
    """One entry of the working graph."""

    #: What it is shown by while it is compressed.
    summary: str
    task: str
    agent: str
    closed_because: str
    scope: list[str]
    decision: dict[str, Any]
    failure: dict[str, Any]


class Changed(TypedDict):
    """Entries that were used or closed, as they now stand."""

    nodes: list[Node]


class Nodes(Changed):
    """Entries of the working graph: by type, the most active first."""

    warnings: list[str]


class Recorded(TypedDict):
    """What was recorded."""

    session: str
    #: The entry as it now stands.
    node: Node | None


class Consolidated(TypedDict):
    """What a consolidation did; no text is lost."""

    compressed: list[Node]
    evicted: list[Node]


class Handoff(TypedDict):
    """One text for the next agent."""

    text: str
    tokens: int
    #: How many entries the budget had no room for.
    left_out: int


class Session(TypedDict):
    """A session that has a journal."""

    session: str
    #: When its journal was last written (RFC 3339).
    last: str
    #: Bytes.
    size: int

"""Bad input is an exception that names the argument; nothing ends the process."""

from __future__ import annotations

import pickle
import re
from collections import deque
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

import mindsave as typed_mindsave

# What is tried here is what a type checker would refuse.
mindsave: Any = typed_mindsave
ConstraintCompressor: Any = mindsave.ConstraintCompressor
FailureGraph: Any = mindsave.FailureGraph
MindSave: Any = mindsave.MindSave
InvalidInputError = typed_mindsave.InvalidInputError


class Hostile:
    """Raises whatever is done with it."""

    def __getattribute__(self, name: str) -> Any:
        raise ZeroDivisionError(name)

    def __iter__(self) -> Any:
        raise ZeroDivisionError

    def __str__(self) -> str:
        raise ZeroDivisionError


def nested(depth: int) -> Any:
    value: Any = "x"
    for _ in range(depth):
        value = [value]
    return value


def endless() -> list[Any]:
    own: list[Any] = []
    own.append(own)
    return own


BAD_LISTS = [
    "a text",
    3,
    {"a": 1},
    object(),
    {"a", "b"},
    ["a", 1],
    ["a", None],
    [b"bytes"],
    ["lone \ud800 surrogate"],
    nested(100_000),
    endless(),
    [object()],
    (text for text in ["a"]),
]


@pytest.mark.parametrize("bad", BAD_LISTS, ids=lambda bad: type(bad).__name__)
def test_lists_are_refused_with_their_name(bad: Any, root: Path) -> None:
    for call in (
        lambda: mindsave.compress_layer2(bad),
        lambda: mindsave.find_similar_constraints(bad),
        lambda: MindSave(root).compress(bad),
        lambda: MindSave(root).save(goal="g", constraints=bad),
    ):
        with pytest.raises(InvalidInputError, match="`constraints"):
            call()
    with pytest.raises(InvalidInputError, match="`tried"):
        mindsave.check("x", bad)


@pytest.mark.parametrize("bad", [None, 1, b"x", ["x"], "\udfff", object()], ids=repr)
def test_texts_are_refused_with_their_name(bad: Any, root: Path) -> None:
    compressor, mind = ConstraintCompressor(), MindSave(root)
    for name, call in {
        "text": lambda: compressor.add_constraint(bad),
        "action": lambda: mind.check(bad),
        "name": lambda: mind.record_failure(bad),
        "reason": lambda: mind.record_failure("x", reason=bad if bad is not None else 1),
        "goal": lambda: mind.save(goal=bad),
    }.items():
        with pytest.raises(InvalidInputError, match=f"`{name}"):
            call()


@pytest.mark.parametrize("bad", [0, -1, 1.5, "20", [], 2**70, True, float("nan")], ids=repr)
def test_max_constraints_is_a_whole_number_of_at_least_1(bad: Any) -> None:
    for call in (lambda: ConstraintCompressor(bad), lambda: mindsave.compress_layer2([], max_constraints=bad)):
        with pytest.raises(InvalidInputError, match="`max_constraints`"):
            call()


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("root", lambda mind: MindSave(3)),
        ("state", lambda mind: mind.save([1])),
        ("state", lambda mind: mind.save()),
        ("topic", lambda mind: mind.save(goal="g", topic=3)),
        ("collect", lambda mind: mind.save(goal="g", collect="no")),
        ("variables.n", lambda mind: mind.save(goal="g", variables={"n": float("inf")})),
        ("variables.a.b", lambda mind: mind.save(goal="g", variables={"a": {"b": object()}})),
        ("variables", lambda mind: mind.save(goal="g", variables={1: 2})),
        ("id", lambda mind: mind.load(1.5)),
        ("budget", lambda mind: mind.resume(budget="800")),
        ("budget", lambda mind: mind.resume(budget=-1)),
        ("dry_run", lambda mind: mind.clean(dry_run=1)),
        ("threshold", lambda mind: mindsave.find_similar_constraints(["a"], "high")),
        ("command", lambda mind: mind.check("x", command="yes")),
        ("failures", lambda mind: FailureGraph(3)),
        ("failure", lambda mind: FailureGraph([3])),
        ("decision", lambda mind: ConstraintCompressor().add_decision(3)),
        ("compressed", lambda mind: mindsave.decompress(3)),
        ("mood", lambda mind: mind.record_failure("x", mood="bad")),
        ("session", lambda mind: mind.observe(3, {"type": "goal", "text": "x"})),
        ("events", lambda mind: mind.observe("s", 3)),
        ("event.type", lambda mind: mind.observe("s", {"text": "x"})),
        ("event.text", lambda mind: mind.observe("s", {"type": "prompt", "text": b"x"})),
        ("event.at", lambda mind: mind.observe("s", {"type": "goal", "text": "x", "at": "gestern"})),
        ("subagent", lambda mind: mind.restore_session("s", subagent=1)),
        ("session", lambda mind: mind.pressure(3)),
        ("session", lambda mind: mind.fatigue(["s"])),
        ("force", lambda mind: mind.checkpoint(force="yes")),
        ("type", lambda mind: mind.nodes(3)),
        ("all", lambda mind: mind.nodes(all=1)),
        ("type", lambda mind: mind.log(None, "x")),
        ("text", lambda mind: mind.log("learning", 3)),
        ("alternatives", lambda mind: mind.log("decision", "x", alternatives="y")),
        ("mood", lambda mind: mind.log("decision", "x", mood="bad")),
        ("kind", lambda mind: mind.add_node(3, "x")),
        ("scope", lambda mind: mind.add_node("fact", "x", scope=3)),
        ("text", lambda mind: mind.set_goal(None)),
        ("text", lambda mind: mind.touch(3)),
        ("reason", lambda mind: mind.close("x", 3)),
        ("budget", lambda mind: mind.handoff(budget="800")),
        ("scope", lambda mind: mind.record_failure("x", scope="galaxy")),
    ],
)
def test_arguments_are_named(name: str, call: Any, root: Path) -> None:
    with pytest.raises(InvalidInputError, match=re.escape(f"`{name}`")) as caught:
        call(MindSave(root))
    assert caught.value.kind == "invalid_input"


def test_exceptions_of_the_callers_objects_come_through(root: Path) -> None:
    class Path2:
        def __fspath__(self) -> str:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        MindSave(root).save(goal="g", active_files=[Path2()])
    with pytest.raises(ZeroDivisionError):
        mindsave.compress_layer2([Hostile()])
    with pytest.raises(ZeroDivisionError):
        FailureGraph(Hostile())


def test_what_is_no_result_cannot_be_decompressed() -> None:
    far = {"kind": "constraint", "index": 2**40, "text": "x"}
    with pytest.raises(InvalidInputError, match="no result of a compression"):
        mindsave.decompress({"overflow": [far]})


def test_a_huge_list_is_no_danger() -> None:
    compressed = mindsave.compress_layer2([f"rule {i} about nothing" for i in range(100_000)])
    assert len(compressed["constraints"]) == 20
    assert len(compressed["overflow"]) == 100_000 - 20


def test_numbers_beyond_64_bits_are_refused(root: Path) -> None:
    mind = MindSave(root)
    mind.save(goal="g", variables={"large": 2**64 - 1, "minus": -(2**63)})
    assert mind.load().task.variables == {"large": 2**64 - 1, "minus": -(2**63)}
    for huge in (2**64, 2**70, -(2**63) - 1):
        with pytest.raises(InvalidInputError, match="`variables.huge` is a whole number beyond"):
            mind.save(goal="g", variables={"huge": huge})


def test_every_kind_has_a_class_under_one_base() -> None:
    kinds = {"invalid_input", "not_found", "already_exists", "corrupt", "conflict"}
    kinds |= {"unsupported", "unavailable", "internal"}
    classes = {cls.kind: cls for cls in mindsave.MindSaveError.__subclasses__()}
    assert classes.keys() == kinds
    for kind, cls in classes.items():
        assert mindsave.MindSaveError.of_kind(kind) is cls
        error = cls("text", file="a.md", line=3, column=7, hint="do this")
        again = pickle.loads(pickle.dumps(error))
        assert str(again) == str(error) == "a.md:3:7: text"
        assert (again.kind, again.hint, again.line) == (kind, "do this", 3)
    assert issubclass(InvalidInputError, ValueError)


def test_a_dictionary_that_changes_while_it_is_read_is_read_as_it_was(root: Path) -> None:
    variables: dict[str, object] = {}

    class Growing:
        def __fspath__(self) -> str:
            variables["more"] = 1
            return "a.txt"

    variables["path"] = Growing()
    MindSave(root).save(goal="g", variables=variables)
    assert MindSave(root).load()["variables"] == {"path": "a.txt"}


def test_mappings_and_sequences_are_read_like_dictionaries_and_lists(root: Path) -> None:
    state = MappingProxyType({"goal": "修复登录", "constraints": deque(["不要用 JWT"])})
    MindSave(root).save(state)
    assert MindSave(root).load().constraints == ("不要用 JWT",)
    with pytest.raises(InvalidInputError, match="`variables.a` cannot be kept: it is of type bytes"):
        MindSave(root).save(goal="g", variables={"a": b"x"})


def test_an_object_that_is_no_state_is_named(root: Path) -> None:
    with pytest.raises(InvalidInputError, match="`state` cannot be kept: it is of type object"):
        MindSave(root).save(object())
    with pytest.raises(InvalidInputError, match=r"`tried\[1\]` must be a string, got a number"):
        mindsave.check("x", ["a", 5])


def test_an_empty_root_is_no_folder() -> None:
    with pytest.raises(InvalidInputError, match="`root` is empty"):
        MindSave("")


def test_a_blank_action_is_refused(root: Path) -> None:
    for check in (lambda: mindsave.check(" ", []), lambda: MindSave(root).check("　")):
        with pytest.raises(InvalidInputError, match="`action` is blank"):
            check()


def test_what_the_callers_code_throws_is_passed_on() -> None:
    class Bad:
        def __iter__(self) -> Any:
            raise KeyError("mine")

        def __fspath__(self) -> str:
            raise ZeroDivisionError

    with pytest.raises(KeyError, match="mine"):
        FailureGraph(Bad())
    with pytest.raises(ZeroDivisionError):
        MindSave(Bad())

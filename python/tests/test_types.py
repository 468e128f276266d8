"""The classes: they cannot be changed, compare by value, and survive pickling and copying."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import pytest

from mindsave import Decision, Failure, FailureGraph, InvalidInputError, MindSave, Snapshot, Task

TASK = Task("修复登录", next_action="跑测试", variables={"port": 1}, progress={"done": ["a"], "next": []})
DECISION = Decision("stream rows", options=["stream", "load"], reasoning="4 GB", owner="nia")
FAILURE = Failure("全局锁", reason="deadlock", alternatives=["分片锁"], repeat_count=3)


@pytest.fixture
def snapshot(root: Path) -> Snapshot:
    mind = MindSave(root)
    steps = [{"id": "a", "name": "一"}, {"id": "b", "name": "two", "depends_on": ["a"]}]
    mind.save(
        goal="g", constraints=["不要用 JWT"], execution_dag={"steps": steps}, active_files=["x.rs"], mine=[1]
    )
    return mind.load()


def assert_value_semantics(value: Any) -> None:
    for again in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
        assert again == value
        assert hash(again) == hash(value)
        assert repr(again) == repr(value)
        assert again.to_dict() == value.to_dict()
    assert value != "something else"
    with pytest.raises(AttributeError):
        value.goal = "changed"


@pytest.mark.parametrize("value", [TASK, DECISION, FAILURE, Decision("bare")], ids=repr)
def test_values(value: Any) -> None:
    assert_value_semantics(value)
    assert type(value).from_dict(value.to_dict()) == value or value == Decision("bare")


def test_snapshots_are_values(snapshot: Snapshot) -> None:
    assert_value_semantics(snapshot)
    assert "mine" in snapshot and snapshot["mine"] == [1]
    assert snapshot.get("nothing", 5) == 5 and snapshot.get("nothing") is None
    assert dict(snapshot) == snapshot.to_dict()
    with pytest.raises(KeyError):
        snapshot["nothing"]


def test_values_that_differ_are_not_equal() -> None:
    assert Task("a") != Task("b")
    assert Decision("a") != Decision("a", reasoning="r")
    assert len({Task("a"), Task("a"), Task("b")}) == 2


def test_what_is_shown_says_what_it_is() -> None:
    assert repr(Task("修复登录", next_action="跑测试")) == "Task(goal='修复登录', next_action='跑测试')"
    assert repr(Decision("c", risks="r")) == "Decision(choice='c', risks='r')"
    assert repr(FAILURE) == "Failure(name='全局锁', reason='deadlock', repeat_count=3)"
    assert repr(FailureGraph([FAILURE])) == "FailureGraph(1 failures)"


def test_fields_of_tasks_and_decisions() -> None:
    assert (TASK.progress, TASK.variables) == ({"done": ["a"], "next": []}, {"port": 1})
    assert (DECISION.options, DECISION.risks) == (("stream", "load"), ())
    assert DECISION.to_dict()["owner"] == "nia"
    with pytest.raises(InvalidInputError, match="`constraints` is no field of a task"):
        Task("a", constraints=["x"])
    with pytest.raises(InvalidInputError, match="`mood` is no field of a task"):
        Task("a", mood="good")
    with pytest.raises(InvalidInputError, match="goal"):
        Task("  ")


def test_a_graph_holds_failures_and_their_links() -> None:
    graph = FailureGraph([FAILURE, {"name": "分片锁"}])
    graph.relate("分片锁", "alternative_to", "全局锁")
    assert list(graph.alternatives("全局锁")) == ["分片锁", "分片锁"]
    assert graph.neighbours("全局锁")[0] == {
        "relation": "alternative_to",
        "incoming": True,
        "name": "分片锁",
    }
    graph.record({"name": "超时", "caused_by": ["全局锁"]})
    assert [failure.name for failure in graph.led_to("全局锁")] == ["超时"]
    with pytest.raises(InvalidInputError, match="cycle"):
        graph.relate("全局锁", "caused_by", "超时")
    with pytest.raises(InvalidInputError, match="`caused_by` forms a cycle"):
        graph.record({"name": "全局锁", "caused_by": ["超时"]})
    with pytest.raises(InvalidInputError, match="`relation` must be one of `related`"):
        graph.relate("全局锁", "likes", "超时")
    assert graph.promote("超时").scope == "global"
    assert not graph.retire("超时", "fixed").is_active
    assert {failure.name for failure in graph} == {"全局锁", "分片锁", "超时"}
    assert "超时" in graph and "别的" not in graph
    assert graph.get("别的") is None
    assert "graph" in graph.to_dot() and graph.to_mermaid().startswith("flowchart")
    assert len(graph.to_dict()["nodes"]) == len(graph) == 4

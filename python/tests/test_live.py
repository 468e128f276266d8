"""While the work goes on: events, pressure and fatigue, the working graph."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

import mindsave
from mindsave import MindSave


def prompt(text: str) -> dict[str, Any]:
    return {"type": "prompt", "text": text}


def test_a_session_is_observed_and_restored_in_another_process(root: Path) -> None:
    mind = MindSave(root)
    assert mind.restore_session("s1") is None
    observed = mind.observe("s1", prompt("做一个导出页面。不要用 jQuery。"))
    assert observed == {"saved": None, "notice": None}
    decision = {"type": "decision", "text": "用 fetch", "reason": "no dependency"}
    saved = mind.observe("s1", [decision, {"type": "moon_phase", "full": True}])["saved"]
    assert saved is not None and mind.load(saved)["auto_trigger"]["reason"] == "key-decision"

    other = MindSave(root)
    restored = other.restore_session("s1")
    assert restored is not None
    assert "做一个导出页面" in restored["text"] and "jQuery" in restored["text"]
    assert restored == other.restore_session("s1") and 0 < restored["tokens"] <= 800
    helper = other.restore_session("s1", subagent=True)
    assert helper is not None and "做一个导出页面" not in helper["text"]
    assert [own["session"] for own in other.sessions()] == ["s1"]
    journal = root / ".mindsave" / "sessions" / "s1.jsonl"
    assert '"type":"moon_phase","full":true' in journal.read_text(encoding="utf-8")


def test_secrets_never_reach_the_journal(root: Path) -> None:
    key = "sk-ant-api03-" + "a1B2c3D4" * 6
    MindSave(root).observe("s", prompt(f"use {key}"))
    assert key not in (root / ".mindsave" / "sessions" / "s.jsonl").read_text(encoding="utf-8")


def test_pressure_and_fatigue_have_their_parts(root: Path) -> None:
    mind = MindSave(root)
    nothing = mind.pressure()
    assert (nothing["level"], nothing["session"]) == ("GREEN", None)
    mind.observe("s", [prompt("g"), {"type": "context", "ratio": 0.97}])
    pressure, fatigue = mind.pressure("s"), mind.fatigue()
    assert (pressure["level"], pressure["ratio"], pressure["session"]) == ("RED", 0.97, "s")
    assert abs(sum(part["points"] for part in fatigue["parts"]) - fatigue["score"]) < 1e-3
    assert [part["weight"] for part in fatigue["parts"]] == [0.4, 0.25, 0.2, 0.15]
    status = mind.status()
    assert status["pressure"] is not None and status["pressure"]["level"] == "RED"
    with pytest.raises(mindsave.NotFoundError, match="no session `other`"):
        mind.pressure("other")


def test_a_checkpoint_is_saved_or_says_why_not(root: Path) -> None:
    mind = MindSave(root)
    with pytest.raises(mindsave.NotFoundError, match="no goal"):
        mind.checkpoint()
    mind.set_goal("修复登录")
    assert len(mind.checkpoint(force=True)["saved"]) == 1
    again = mind.checkpoint()
    assert (again["saved"], again["withheld"]) == ([], "cooldown")


def test_entries_are_recorded_used_and_closed(root: Path) -> None:
    mind = MindSave(root)
    node = mind.set_goal("修复登录")["node"]
    assert node is not None and (node["type"], node["policy"]) == ("goal", "never")
    logged = mind.log("decision", "用 Redis，因为要能撤销", alternatives=["JWT"])["node"]
    assert logged is not None and logged["decision"]["reasoning"] == "要能撤销"
    mind.log("rejected", "Tailwind: clashes with our tokens")
    assert mind.check("安装 tailwindcss")["matches"]
    added = mind.add_node("fact", "port 5433", scope="db/", task="t1")["node"]
    assert added is not None and (added["scope"], added["task"]) == (["db/"], "t1")
    assert mind.touch("port 5433")["nodes"][0]["uses"] == 2
    closed = mind.close("修复登录", "done")["nodes"][0]
    assert (closed["status"], closed["closed_because"]) == ("closed", "done")
    assert mind.nodes("goal")["nodes"] == []
    assert len(mind.nodes("goal", all=True)["nodes"]) == 1
    assert [node["text"] for node in mind.nodes(type="fact")["nodes"]] == ["port 5433"]
    assert "用 Redis" in mind.handoff(budget=300)["text"]


def test_room_is_made_without_losing_text(root: Path) -> None:
    mind = MindSave(root)
    assert mind.consolidate() == {"compressed": [], "evicted": []}
    for i in range(5):
        mind.log("progress", f"step {i} " + "word " * 80)
    compressed = mind.consolidate()["compressed"]
    assert len(compressed) == 3
    assert all(len(node["summary"]) < len(node["text"]) for node in compressed)


def test_a_field_that_is_no_field_is_told(root: Path) -> None:
    mind = MindSave(root)
    mind.observe("s", {"type": "goal", "text": "x", "outcom": "ok"})
    assert mind.take_notices() == ["`event.outcom` was left out: a `goal` has no such field"]


def test_threads_observe_at_once(root: Path) -> None:
    mind = MindSave(root)

    def work(name: str) -> None:
        for i in range(20):
            mind.observe("s", {"type": "note", "kind": "learning", "text": f"{name} {i}"})

    threads = [threading.Thread(target=work, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(mind.nodes("learning", all=True)["nodes"]) == 80

"""``python -m mindsave`` is the program."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import mindsave
from mindsave import MindSave


def program(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mindsave", *arguments]
    return subprocess.run(command, input=text, capture_output=True, text=True, encoding="utf-8")


def test_its_version_is_that_of_the_package() -> None:
    assert program("--version").stdout == f"mindsave {mindsave.__version__}\n"


def test_it_reads_what_the_package_wrote_and_the_other_way_round(root: Path) -> None:
    mind = MindSave(root)
    mind.save(goal="修复登录", constraints=["不要用 JWT"])
    loaded = program("--root", str(root), "load", "--json", "--latest")
    assert json.loads(loaded.stdout) == mind.load().to_dict()
    resumed = program("--root", str(root), "resume")
    assert resumed.stdout == mind.resume()
    state = json.dumps({"goal": "第二个", "next_action": "继续"})
    saved = program("--root", str(root), "save", "--json", "--state", "-", text=state)
    assert mind.load(json.loads(saved.stdout)["snapshot_id"]).next_action == "继续"


def test_the_answers_are_the_same_object(root: Path) -> None:
    request: dict[str, Any] = {"constraints": ["use pnpm", "不要用 npm"], "decisions": [], "excluded_paths": ["x"]}
    printed = program("compress", "--json", text=json.dumps(request))
    answer = mindsave.compress_layer2(**request)
    assert json.loads(printed.stdout) == answer
    assert list(json.loads(printed.stdout)) == list(answer)


def test_errors_have_their_exit_codes(root: Path) -> None:
    failed = program("--root", str(root), "load", "--latest")
    assert failed.returncode == 3
    assert "there is no snapshot yet" in failed.stderr
    assert program("no-such-command").returncode == 2


def test_what_is_known_is_the_same_in_both(root: Path) -> None:
    mind = MindSave(root)
    at = ("--root", str(root), "--json")
    logged = program(*at, "log", "--type", "decision", "用 Redis，因为要能撤销")
    assert json.loads(logged.stdout)["node"]["decision"]["reasoning"] == "要能撤销"
    mind.log("learning", "port 5433")
    mind.observe("cli", {"type": "context", "ratio": 0.7})
    for command, answer in {
        "nodes": mind.nodes(),
        "pressure": mind.pressure(),
        "fatigue": mind.fatigue(),
        "status": mind.status(),
    }.items():
        assert json.loads(program(*at, command).stdout) == answer, command
    goal = program(*at, "goal", "修复登录")
    assert json.loads(goal.stdout)["node"] == mind.nodes("goal")["nodes"][0]
    assert json.loads(program(*at, "handoff").stdout) == mind.handoff()
    assert json.loads(program(*at, "consolidate").stdout) == {"compressed": [], "evicted": []}
    assert json.loads(program(*at, "checkpoint").stdout)["saved"]


def test_hooks_of_hosts_run(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = {"session_id": "s1", "hook_event_name": "UserPromptSubmit", "prompt": "修复登录页的重定向。不要用 JWT。"}
    hook = program("hook", "claude-code", text=json.dumps({**said, "cwd": str(root)}))
    assert (hook.returncode, hook.stderr) == (0, "")
    restored = MindSave(root).restore_session("s1")
    assert restored is not None and "JWT" in restored["text"]
    # Settings name the program as the search path finds it.
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent))
    setup = program("--root", str(root), "setup", "claude-code", "--dry-run")
    assert setup.returncode == 0 and '"hook", "claude-code"' in setup.stdout, setup.stderr
    assert not (root / ".claude").exists()

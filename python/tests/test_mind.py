"""A workspace: save, load, resume, list, recall, check, clean."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import mindsave
from mindsave import MindSave, Task

STATE = {
    "goal": "修复登录",
    "next_action": "跑测试",
    "active_files": ["src/auth.ts"],
    "constraints": ["不要用 JWT"],
    "decisions": [{"choice": "session", "reasoning": "simpler"}],
    "excluded_paths": ["retrying on the client"],
    "completed_steps": ["read the code"],
    "variables": {"port": 8080, "deep": {"list": [1, None, True, 0.5]}},
}


def test_what_is_saved_comes_back(root: Path) -> None:
    mind = MindSave(root)
    saved = mind.save(STATE, topic="登录")
    assert saved["snapshot_id"] == "登录_2026-05-10"
    assert Path(saved["path"]).is_file()
    loaded = mind.load()
    assert {key: loaded[key] for key in STATE} == STATE
    assert list(loaded) == list(loaded.keys()) and dict(loaded) == loaded.to_dict()
    assert loaded == mind.restore(saved["snapshot_id"]) == mind.load(1)
    assert (loaded.goal, loaded.next_action) == ("修复登录", "跑测试")
    assert loaded.constraints == ("不要用 JWT",)
    assert loaded.decisions[0].reasoning == "simpler"
    assert loaded.symbolic["auth_strategy"]["rejected"] == ["JWT"]


def test_a_file_is_shown_and_the_workspace_is_checked(root: Path) -> None:
    mind = MindSave(root)
    saved = mind.save(STATE)
    assert mind.show() == mind.show(saved["snapshot_id"]) == Path(saved["path"]).read_text("utf-8")
    checked = mind.doctor()["checks"]
    assert {check["health"] for check in checked} == {"good"}
    (root / ".mindsave/snapshots/torn_2026-05-10.md").write_text("---\ngoal: [", encoding="utf-8")
    poor = [check for check in mind.doctor()["checks"] if check["health"] != "good"]
    assert poor and all(check["remedy"] for check in poor)


def test_fields_may_be_given_one_by_one(root: Path) -> None:
    mind = MindSave(root)
    mind.save(goal="a", next_action="b")
    saved = mind.save(Task("c", next_action="d"), constraints=["用 pnpm"])
    assert {entry["goal"] for entry in mind.list()} == {"a", "c"}
    again = mind.save(mind.load(saved["snapshot_id"]), next_action="e")
    loaded = mind.load(again["snapshot_id"])
    assert (loaded["constraints"], loaded.next_action) == (["用 pnpm"], "e")


def test_a_cycle_in_the_files_hides_no_failure_and_is_told(root: Path) -> None:
    mind = MindSave(root)
    for name in ("全局锁", "分片锁"):
        mind.record_failure(name)
    for path in (root / ".mindsave/failure_graph/project").glob("*.yaml"):
        own = path.read_text(encoding="utf-8")
        other = "分片锁" if "全局锁" in own else "全局锁"
        path.write_text(own + f"caused_by: [{other}]\n", encoding="utf-8")
    assert {failure.name for failure in mind.failures()} == {"全局锁", "分片锁"}
    assert any("cycle" in notice for notice in mind.take_notices())


@pytest.mark.parametrize("form", [str, Path, os.fspath])
def test_the_root_is_any_path(root: Path, form: type) -> None:
    assert MindSave(form(root)).root == root
    assert repr(str(root)) in repr(MindSave(form(root)))
    assert MindSave(form(root / ".mindsave")).root == root


def test_the_root_is_found(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root)
    assert MindSave().root == root
    monkeypatch.chdir(root.parent / "home")
    with pytest.raises(mindsave.NotFoundError):
        MindSave()


def test_paths_are_kept_as_text(root: Path) -> None:
    mind = MindSave(root)
    mind.save(goal="g", active_files=[Path("src") / "a.rs"])
    assert mind.load().task.active_files == (os.path.join("src", "a.rs"),)


def test_the_resume_is_cut_to_its_budget(root: Path) -> None:
    mind = MindSave(root)
    mind.save(goal="g", next_action="n", completed_steps=["x"], constraints=["rule " * 500])
    assert "n" in mind.resume(budget=120)
    with pytest.raises(mindsave.InvalidInputError, match="at least 120"):
        mind.resume(budget=1)


def test_archives_are_recalled(root: Path) -> None:
    mind = MindSave(root)
    mind.save(STATE)
    assert mind.recall()["completed_steps"] == ["read the code"]
    found = mind.recall("code")
    assert found["snapshots"][0]["goal"] == "修复登录"
    with pytest.raises(mindsave.InvalidInputError, match="`keyword` and `id`"):
        mind.recall("x", id="y")


def test_everything_that_was_saved_is_searched(root: Path) -> None:
    mind = MindSave(root)
    mind.save(STATE, topic="登录")
    found = mind.search("JWT")
    assert (found["total"], found["next"]) == (1, None)
    assert found["snapshots"][0]["matches"][0]["text"] == "不要用 JWT"
    assert mind.search("JWT", kinds=["decision"], files=None)["total"] == 0
    assert mind.search("JWT", since="2026-05-11")["total"] == 0
    assert mind.search("测试", until="2026-05-10", sessions=["登录_2026-05-10"])["total"] > 0
    with pytest.raises(mindsave.InvalidInputError, match="`kinds`"):
        mind.search("x", kinds="decision")
    with pytest.raises(mindsave.InvalidInputError, match="`mood` is no option of a search"):
        mind.search("x", mood="good")  # type: ignore[call-arg]


def test_a_failure_warns_before_it_is_repeated(root: Path) -> None:
    mind = MindSave(root)
    failure = mind.record_failure("Tailwind", reason="clash", alternatives=["CSS Modules"])
    assert (failure.reason, failure.repeat_count) == ("clash", 1)
    assert mind.record_failure("tailwind").repeat_count == 2
    matches = mind.check("安装 tailwindcss")["matches"]
    assert matches[0]["failure"]["name"] == "Tailwind"
    assert mind.check("npm uninstall tailwindcss", command=True)["matches"] == []
    assert "Tailwind" in mind.failures()
    assert mind.promote_failure("Tailwind").scope == "global"
    assert not mind.retire_failure("Tailwind", "the design changed").is_active
    copies = mind.failures()
    assert len(copies) == 1
    known = copies.get("Tailwind")
    assert known is not None and not known.is_active


def test_a_gotcha_is_met_by_who_does_something_with_its_things(root: Path) -> None:
    mind = MindSave(root)
    noted = mind.add_gotcha("Vercel Edge has no Node crypto", "用 Web Crypto")
    assert noted["scope"] == "project"
    found = mind.check("在 Vercel Edge 里用 Node crypto 签名")["gotchas"]
    assert [one["gotcha"]["workaround"] for one in found] == ["用 Web Crypto"]
    assert mind.check("deploy the docs to Vercel")["gotchas"] == []
    listed = mind.gotchas()
    assert (listed["gotchas"], listed["warnings"]) == ([noted], [])
    assert mind.remove_gotcha("vercel edge has no node crypto") == noted
    assert mind.gotchas()["gotchas"] == []
    with pytest.raises(mindsave.NotFoundError):
        mind.remove_gotcha("没有")
    with pytest.raises(mindsave.InvalidInputError, match="scope"):
        mind.add_gotcha("a", scope="nowhere")  # type: ignore[arg-type]
    with pytest.raises(mindsave.InvalidInputError, match="title"):
        mind.add_gotcha(5)  # type: ignore[arg-type]


def test_snapshots_are_counted_cleaned_and_deleted(root: Path) -> None:
    mind = MindSave(root)
    for i in range(22):
        mind.save(goal=f"g{i}", status="completed")
    assert mind.stats()["total"] == 20
    assert mind.clean(dry_run=True)["removed"] == []
    first = mind.list()[0]["snapshot_id"]
    assert mind.delete(first) == {"deleted": [first]}
    names = [entry["snapshot_id"] for entry in mind.list()[:2]]
    assert mind.delete(names)["deleted"] == names
    assert mind.status()["snapshots"] == 17


def test_files_that_changed_are_named(root: Path) -> None:
    (root / "a.txt").write_text("one", encoding="utf-8")
    mind = MindSave(root)
    mind.save(goal="g", active_files=["a.txt", "b.txt"])
    assert [drift["kind"] for drift in mind.verify()] == ["unchanged", "missing"]
    (root / "a.txt").write_text("two", encoding="utf-8")
    assert mind.verify(mind.load())[0]["kind"] == "changed"


def test_layer_1_alone_can_be_saved(root: Path) -> None:
    mind = MindSave(root)
    assert mind.save(STATE, layers=["L1"])["layers"] == ["L1"]
    assert mind.load()["constraints"] == []
    assert mind.auto_snapshot(STATE)["snapshot_id"].startswith("OVF_")
    with pytest.raises(mindsave.InvalidInputError, match="`layers`"):
        mind.save(STATE, layers=["L9"])


def test_a_damaged_file_is_put_aside_and_told(root: Path) -> None:
    mind = MindSave(root)
    mind.save(goal="good")
    bad = root / ".mindsave" / "snapshots" / "bad_2026-05-09.md"
    bad.write_text("---\ngoal: [\n---\n", encoding="utf-8")
    with pytest.raises(mindsave.CorruptError) as caught:
        mind.load("bad_2026-05-09")
    error = caught.value
    assert error.file is not None and "bad_2026-05-09" in error.file
    assert error.line is not None and error.hint is not None
    assert str(error).startswith(f"{error.file}:{error.line}:")
    assert mind.load().goal == "good"


def test_packs_of_the_workspace_are_used(root: Path) -> None:
    folder = root / ".mindsave" / "rules"
    folder.mkdir(parents=True)
    pack = """
id: house_tools
symbol: house_tools
name: { en: House tools, zh: 内部工具 }
concepts:
  - id: shipit
    name: shipit
    en: [shipit]
    zh: [发布脚本]
  - id: dragit
    name: dragit
    en: [dragit]
    zh: [拖拽脚本]
examples:
  match:
    - { text: "deploy with shipit", concepts: [shipit] }
    - { text: "用拖拽脚本", concepts: [dragit] }
  no_match:
    - "the ship is late"
"""
    (folder / "house.yaml").write_text(pack, encoding="utf-8")
    rules = ["use shipit", "不要用拖拽脚本"]
    assert "house_tools" in MindSave(root).compress(rules)["symbolic"]
    assert mindsave.compress_layer2(rules)["symbolic"] == {}

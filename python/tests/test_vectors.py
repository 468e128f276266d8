"""The vectors of all languages: same input, same answer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Callable

import pytest
from conftest import VECTORS, vectors

import mindsave

Case = dict[str, Any]


def request_of(case: Case) -> dict[str, Any]:
    """Return the arguments of a request."""
    return {"constraints": [], **case["request"]}


def run_compress(case: Case, root: Path) -> None:
    assert mindsave.compress_layer2(**request_of(case)) == case["expected"]


def run_decompress(case: Case, root: Path) -> None:
    compressed = mindsave.compress_layer2(**request_of(case))
    assert mindsave.decompress(compressed) == case["expected"]
    through_json = json.loads(json.dumps(compressed))
    assert mindsave.decompress(through_json) == case["expected"]


def run_conflicts(case: Case, root: Path) -> None:
    request = request_of(case)
    compressor = mindsave.ConstraintCompressor(request.get("max_constraints", 20))
    for text in request["constraints"]:
        compressor.add_constraint(text)
    for decision in request.get("decisions", []):
        compressor.add_decision(decision)
    for text in request.get("excluded_paths", []):
        compressor.add_excluded_path(text)
    assert compressor.detect_conflicts() == case["expected"]


def run_check(case: Case, root: Path) -> None:
    matches = mindsave.check(case["action"], case["tried"])["matches"]
    found = [
        {"severity": m["severity"], "score": m["score"], "name": m["failure"]["name"]}
        for m in matches
    ]
    assert found == case["expected"]


def run_extract(case: Case, root: Path) -> None:
    assert mindsave.extract(case["text"]) == case["expected"]
    assert mindsave.MindSave(root).extract(case["text"]) == case["expected"]


def run_snapshot_read(case: Case, root: Path) -> None:
    path = root / ".mindsave" / "snapshots" / f"{case['snapshot_id']}.md"
    path.parent.mkdir(parents=True)
    path.write_bytes(case["file"].encode())
    assert mindsave.MindSave(root).load(case["snapshot_id"]).to_dict() == case["loaded"]


def run_snapshot_write(case: Case, root: Path) -> None:
    mind = mindsave.MindSave(root)
    saved = mind.save(case["state"], topic=case["topic"])
    assert (saved["snapshot_id"], saved["layers"]) == (case["snapshot_id"], case["layers"])
    path = root / ".mindsave" / "snapshots" / f"{case['snapshot_id']}.md"
    assert path.read_bytes().decode() == case["file"]
    assert mind.load().to_dict() == case["loaded"]
    assert mind.load().to_markdown() == case["file"]


def run_resume(case: Case, root: Path) -> None:
    mind = mindsave.MindSave(root)
    mind.save(case["state"])
    assert mind.resume(budget=case["budget"]) == case["text"]


def run_live(case: Case, root: Path) -> None:
    mind, session = mindsave.MindSave(root), case["session"]
    assert mind.observe(session, case["events"]) == case["observed"]
    assert mind.restore_session(session) == case["restored"]
    assert mind.resume() == case["resumed"]
    assert mind.nodes() == case["nodes"]
    assert mind.pressure(session) == case["pressure"] == mind.pressure()
    assert mind.fatigue(session) == case["fatigue"] == mind.fatigue()


def run_errors(case: Case, root: Path) -> None:
    mind, given = mindsave.MindSave(root), case["arguments"]
    calls: dict[str, Callable[[], object]] = {
        "compress": lambda: mindsave.compress_layer2(**request_of({"request": given})),
        "save": lambda: mind.save(given),
        "load": lambda: mind.load(given),
        "delete": lambda: mind.delete(given),
        "resume": lambda: mind.resume(budget=given),
        "recall": lambda: mind.recall(given),
        "check": lambda: mindsave.check(**given),
        "observe": lambda: mind.observe(**given),
        "nodes": lambda: mind.nodes(given),
        "log": lambda: mind.log(**given),
        "close": lambda: mind.close(given),
        "handoff": lambda: mind.handoff(budget=given),
        "checkpoint": lambda: mind.checkpoint(given),
        "pressure": lambda: mind.pressure(given),
        "record_failure": lambda: mind.record_failure(**given),
    }
    with pytest.raises(mindsave.MindSaveError) as caught:
        calls[case["call"]]()
    assert (caught.value.kind, caught.value.message) == (case["kind"], case["message"])
    assert caught.value.hint


RUNNERS: dict[str, Callable[[Case, Path], None]] = {
    "compress": run_compress,
    "decompress": run_decompress,
    "conflicts": run_conflicts,
    "check": run_check,
    "extract": run_extract,
    "snapshot_read": run_snapshot_read,
    "snapshot_write": run_snapshot_write,
    "resume": run_resume,
    "live": run_live,
    "errors": run_errors,
}
CASES = [(name, case) for name in RUNNERS for case in vectors(name)]


@pytest.mark.parametrize(("name", "case"), CASES, ids=lambda v: v if isinstance(v, str) else v["name"])
def test_vector(name: str, case: Case, root: Path) -> None:
    RUNNERS[name](case, root)


def test_as_many_cases_run_as_the_manifest_says() -> None:
    manifest = json.loads((VECTORS / "manifest.json").read_text(encoding="utf-8"))["files"]
    assert manifest == {f"{name}.json": len(vectors(name)) for name in RUNNERS}
    files = {path.name for path in VECTORS.glob("*.json")} - {"manifest.json"}
    assert files == set(manifest)

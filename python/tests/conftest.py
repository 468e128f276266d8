"""A fresh workspace for every test, with a home folder and a clock of its own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

NOW = "2026-05-10T14:30:00+08:00"

#: The vectors every language reads; the tests run in a clone of the repository.
VECTORS = Path(__file__).resolve().parents[2] / "tests" / "vectors"


def vectors(name: str) -> list[dict[str, Any]]:
    """Read the cases of a file of vectors."""
    text = (VECTORS / f"{name}.json").read_text(encoding="utf-8")
    cases: list[dict[str, Any]] = json.loads(text)["cases"]
    return cases


@pytest.fixture(autouse=True)
def surroundings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the user's own settings and workspaces out of the tests."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("MINDSAVE_NOW", NOW)
    for name in ("MINDSAVE_ROOT", "CLAUDE_PROJECT_DIR", "CURSOR_PROJECT_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.delenv("GEMINI_PROJECT_DIR", raising=False)
    monkeypatch.delenv("COPILOT_PROJECT_DIR", raising=False)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return the root of an empty workspace."""
    project = tmp_path / "project"
    (project / ".git").mkdir(parents=True)
    return project

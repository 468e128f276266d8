"""The examples in the documents run, and the types are those of the module."""

from __future__ import annotations

import ast
import doctest
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import mindsave

HERE = Path(__file__).resolve().parents[1]
SOURCES = HERE / "src" / "mindsave"


def run_examples(path: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.chdir(root)
    names = {name: getattr(mindsave, name) for name in mindsave.__all__}
    text = path.read_text(encoding="utf-8").replace("```", "").replace('"""', "")
    test = doctest.DocTestParser().get_doctest(text, names, path.name, str(path), 0)
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test)
    assert result.failed == 0
    return result.attempted


@pytest.mark.parametrize("name", ["README.md", "src/mindsave/_native.pyi", "src/mindsave/types.py"])
def test_examples(name: str, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run_examples(HERE / name, root, monkeypatch) > 2


def test_the_types_are_those_of_the_module() -> None:
    command = [sys.executable, "-m", "mypy.stubtest", "mindsave"]
    config = ["--mypy-config-file", str(HERE / "pyproject.toml")]
    checked = subprocess.run([*command, *config], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_sources_and_tests_pass_the_type_checker() -> None:
    command = [sys.executable, "-m", "mypy", "--config-file", "pyproject.toml"]
    checked = subprocess.run(command, capture_output=True, text=True, cwd=HERE)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_help_says_what_the_stub_says() -> None:
    stub = ast.parse((SOURCES / "_native.pyi").read_text(encoding="utf-8"))
    compared = 0
    for cls in (node for node in stub.body if isinstance(node, ast.ClassDef)):
        for method in (node for node in cls.body if isinstance(node, ast.FunctionDef)):
            told = ast.get_docstring(method)
            if told is None or method.name.startswith("__"):
                continue
            own = inspect.getdoc(getattr(getattr(mindsave, cls.name), method.name)) or ""
            assert own.splitlines()[:1] == told.replace("``", "`").splitlines()[:1], method.name
            compared += 1
    assert compared > 100


def test_everything_public_is_documented() -> None:
    stub = (SOURCES / "_native.pyi").read_text(encoding="utf-8")
    for name in mindsave.__all__:
        if not name.endswith("Error") and not name.startswith("__"):
            assert f"class {name}" in stub or f"def {name}(" in stub, name
    assert (SOURCES / "py.typed").is_file()

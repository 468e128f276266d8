"""The compressor, and the sample of the document the product comes from."""

from __future__ import annotations

from typing import Any

import mindsave
from mindsave import ConstraintCompressor, Decision, compress_layer2

#: Seed 000, "SDK Usage", Python, as it is printed there.
SAMPLE = """
from mindsave import ConstraintCompressor, compress_layer2
# Direct usage
compressor = ConstraintCompressor(max_constraints=20)
compressor.addConstraint("No Tailwind CSS")
compressor.addConstraint("Use JWT for auth")
result = compressor.compress()
# Convenience function
compressed = compress_layer2(
constraints=["No Tailwind CSS", "Use JWT"],
decisions=["REST API first"],
excluded_paths=["localStorage for tokens"]
)
"""


def test_the_sample_runs_unchanged() -> None:
    names: dict[str, Any] = {}
    exec(SAMPLE, names)
    symbolic = names["result"]["symbolic"]
    assert symbolic["theme_system"]["rejected"] == ["Tailwind"]
    assert symbolic["auth_strategy"]["chosen"] == ["JWT"]
    assert symbolic["auth_strategy"]["rejected"] == []
    assert names["compressed"]["decisions"] == ["REST API first"]


def test_both_spellings_of_the_methods_do_the_same() -> None:
    snake, camel = ConstraintCompressor(), ConstraintCompressor(20)
    snake.add_constraint("使用 pnpm")
    camel.addConstraint("使用 pnpm")
    snake.add_decision("先做 REST")
    camel.addDecision("先做 REST")
    snake.add_excluded_path("用 npm 安装")
    camel.addExcludedPath("用 npm 安装")
    assert snake.compress() == camel.compress()
    assert snake.detect_conflicts() == camel.detectConflicts()
    assert snake.decompress() == {
        "constraints": ["使用 pnpm"],
        "decisions": ["先做 REST"],
        "excluded_paths": ["用 npm 安装"],
    }


def test_decisions_may_be_objects_of_the_class() -> None:
    decision = Decision("stream rows", reasoning="files reach 4 GB")
    compressed = compress_layer2([], [decision, "用轮询"])
    assert compressed["decisions"] == [decision.to_dict(), "用轮询"]


def test_tuples_are_lists() -> None:
    assert compress_layer2(("no tailwind",)) == compress_layer2(["no tailwind"])


def test_what_is_said_of_an_object_shows_what_it_holds() -> None:
    compressor = ConstraintCompressor(5)
    compressor.add_constraint("不要用 JWT")
    assert compressor.max_constraints == 5
    shown = "ConstraintCompressor(max_constraints=5, constraints=1, decisions=0, excluded_paths=0)"
    assert repr(compressor) == shown


def test_alike_rules_are_found() -> None:
    rules = ["no default exports", "写测试", "default exports are banned", "必须写测试"]
    found = mindsave.find_similar_constraints(rules)
    assert (0, 2, 1.0) in found
    assert mindsave.find_similar_constraints(rules, threshold=2) == []


def test_order_changes_nothing_but_order() -> None:
    rules = ["no tailwind", "使用 pnpm", "use css variables", "不要用 npm"]
    one, other = compress_layer2(rules), compress_layer2(rules[::-1])
    assert one["symbolic"].keys() == other["symbolic"].keys()
    for name, entry in one["symbolic"].items():
        assert sorted(entry["rejected"]) == sorted(other["symbolic"][name]["rejected"])


def test_a_long_list_comes_back_the_same_whichever_way_it_was_given() -> None:
    class Text(str):
        pass

    for rule in ("rule {} of module {} stays", "模块 {} 的第 {} 条，保持原样"):
        rules = [rule.format(i, i) for i in range(40)] + [" "]
        collected = ConstraintCompressor(20)
        for text in rules:
            collected.add_constraint(text)
        whole = collected.compress()
        assert compress_layer2(rules) == compress_layer2([Text(text) for text in rules]) == whole
        assert compress_layer2(tuple(rules), []) == whole
        assert {type(source["text"]) for source in whole["overflow"]} == {str}
        assert len(whole["overflow"]) == 20

"""The codes are for ever, and each rule has a page whose examples are what it says they are."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from leanschema.check.rules import RULES, Rule
from leanschema.check.run import Placed, Settings, check_tools
from leanschema.conformity import RULES as DIALECT_RULES
from leanschema.conformity import violations
from leanschema.targets import TARGETS
from leanschema.tools.envelopes import find_tools

PAGES = Path(__file__).parents[2] / "docs" / "rules"
EACH = pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.code)
FENCE = re.compile(r"```json\n(.*?)```", re.DOTALL)


def test_every_code_has_a_page_and_every_page_a_rule() -> None:
    pages = {page.stem for page in PAGES.glob("LS*.md")}

    assert pages == set(RULES)
    index = (PAGES / "README.md").read_text()
    assert re.findall(r"\[(LS\d+)\]", index) == list(RULES)


def test_codes_and_names_are_one_to_one_and_each_dialect_rule_has_one() -> None:
    names = [rule.name for rule in RULES.values()]

    assert len(set(names)) == len(names)
    assert set(DIALECT_RULES) == {r.name for r in RULES.values() if r.code.startswith("LS1")}


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("LS101", "not-a-schema"), ("LS103", "keyword"), ("LS107", "dangling-reference"),
        ("LS123", "format"), ("LS137", "large-integer"), ("LS150", "too-large"),
        ("LS201", "missing-description"), ("LS203", "hidden-characters"),
        ("LS208", "missing-tool-description"), ("LS301", "too-many-tokens"),
    ],
)  # fmt: skip
def test_a_published_code_keeps_its_rule(code: str, name: str) -> None:
    assert RULES[code].name == name


@EACH
def test_a_page_says_what_the_rule_says(rule: Rule) -> None:
    page = (PAGES / f"{rule.code}.md").read_text()

    assert page.startswith(f"# {rule.code}: {rule.name}\n")
    assert rule.summary in page
    assert rule.why in page
    assert f"Level: {rule.level}." in page
    assert f"--ignore {rule.code}" in page


def found_by(rule: Rule, tools: Any) -> bool:
    placed = [Placed(tool, "page") for tool in find_tools(tools)]
    assert placed
    found = check_tools(placed, Settings(targets=()))
    return rule.code in {finding.code for finding in found.findings}


@EACH
def test_the_first_example_of_a_page_breaks_the_rule_and_the_second_does_not(rule: Rule) -> None:
    page = (PAGES / f"{rule.code}.md").read_text()
    examples = [json.loads(text) for text in FENCE.findall(page)]
    if not examples:
        assert "limit" in page or rule.code == "LS301"
        return
    broken, kept = examples
    if rule.code.startswith("LS1"):
        named = re.search(r"Refused by ([a-z-]+):", page)
        assert named is not None
        target = TARGETS[named.group(1)]
        assert rule.name in {found.rule for found in violations(broken, target)}
        assert rule.name not in {found.rule for found in violations(kept, target)}
    else:
        assert found_by(rule, broken)
        assert not found_by(rule, kept)

"""The fast code against its naive judge, and the proof that the judge sees faults."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from tests.compatible.judge import (
    REFUSED,
    Door,
    assert_agreement,
    fast,
    fast_compacted,
    fast_compacted_from_text,
    fast_from_text,
    slow,
    slow_compacted,
)
from tests.compatible.naive import naive_sizes
from tests.compatible.strategies import large, schemas

AIMED = settings(
    max_examples=500,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
# A planted fault need not be made small.
SEARCH = settings(AIMED, phases=[Phase.generate], report_multiple_bugs=False)


@AIMED
@given(schemas)
def test_the_fast_reading_agrees_with_the_naive_one(value: Any) -> None:
    assert_agreement(value, fast, slow)
    assert_agreement(value, fast_compacted, slow_compacted)


@settings(AIMED, max_examples=200)
@given(schemas)
def test_text_is_read_as_its_value_is(value: Any) -> None:
    assert_agreement(value, fast_from_text, slow)
    assert_agreement(value, fast_compacted_from_text, slow_compacted)


def test_each_pass_of_the_waterfall_runs_in_a_good_share_of_the_examples() -> None:
    passes = dict.fromkeys(range(4), 0)

    @settings(AIMED, max_examples=300)
    @given(large())
    def count(value: Any) -> None:
        passes[3 - naive_sizes(value).count(None)] += 1

    count()
    assert all(passes[n] >= 15 for n in passes), passes


# Planted faults: each is one rule of a second copy of the judge, broken.


def _broken(name: str, fault: Callable[[ModuleType], object]) -> ModuleType:
    path = Path(__file__).with_name("naive.py")
    spec = importlib.util.spec_from_file_location("broken_naive", path)
    assert spec is not None
    assert spec.loader is not None
    copy = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(copy)
    setattr(copy, name, fault(copy))
    return copy


def _door(module: ModuleType, *, compaction: bool) -> Door:
    def door(value: Any) -> object:
        try:
            result: object = module.naive_parse(value, compaction=compaction)
        except module.Refused:
            return REFUSED
        return result

    return door


FAULTS: dict[str, tuple[str, Callable[[ModuleType], object]]] = {
    "nothing is pruned": ("pruned", lambda _: lambda root: root),
    "dropped keywords of a definition hide references": (
        "inner_references",
        lambda module: module.outer_references,
    ),
    "a bad escape still refers": ("BAD_ESCAPE", lambda module: module.re.compile("(?!)")),
    "nothing counts as present": ("inferred_types", lambda _: lambda node: []),
    "one presence is forgotten": ("PRESENCES", lambda module: module.PRESENCES[:3]),
    "duplicate types go": (
        "known_types",
        lambda module: _deduplicated(module.known_types),
    ),
    "any text is a type": ("check_type_name", lambda module: module.check_text),
    "the first pass does nothing": ("without_descriptions", lambda _: lambda node: node),
    "the second pass does nothing": ("without_definitions", lambda _: lambda node: node),
    "the second pass keeps references": ("without_references", lambda _: lambda node: node),
    "the third pass does nothing": ("collapsed", lambda _: lambda node: node),
    "the third pass spares references": ("NESTING", lambda module: module.NESTING[:4]),
}


def _deduplicated(known_types: Callable[[object], list[str]]) -> Callable[[object], list[str]]:
    return lambda given_types: list(dict.fromkeys(known_types(given_types)))


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str) -> None:
    broken = _broken(*FAULTS[fault])

    @SEARCH
    @given(schemas)
    def compare(value: Any) -> None:
        assert_agreement(value, _door(broken, compaction=False), slow)
        assert_agreement(value, _door(broken, compaction=True), slow_compacted)

    with pytest.raises(AssertionError):
        compare()


def test_the_judge_is_no_fault() -> None:
    whole = _broken("TABLES", lambda module: module.TABLES)

    @settings(SEARCH, max_examples=100)
    @given(schemas)
    def compare(value: Any) -> None:
        assert_agreement(value, _door(whole, compaction=False), slow)
        assert_agreement(value, _door(whole, compaction=True), slow_compacted)

    compare()

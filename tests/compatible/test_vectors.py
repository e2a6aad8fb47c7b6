"""The published results, recorded: the project's own share, and all of them where they are."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import leanschema
from tests.compatible.judge import (
    REFUSED,
    Door,
    fast,
    fast_compacted,
    fast_compacted_from_text,
    fast_from_text,
    same_json,
    slow,
    slow_compacted,
)
from tests.compatible.naive import naive_sizes

HERE = Path(__file__).parent
RECORDED = HERE.parents[2] / "shared" / "conformance"
PLAIN: dict[str, Door] = {"value": fast, "text": fast_from_text, "naive": slow}
COMPACTED: dict[str, Door] = {
    "value": fast_compacted,
    "text": fast_compacted_from_text,
    "naive": slow_compacted,
}


def vectors_of(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


OWN = list(vectors_of(HERE / "vectors.jsonl.gz"))


def expected(vector: dict[str, Any], *, compaction: bool) -> object:
    plain = REFUSED if vector["uncompacted"] is None else vector["uncompacted"]
    return vector.get("compacted", plain) if compaction else plain


def rounded(value: object) -> object:
    """Take floats to 13 digits: the published reader is at times a last bit off."""
    if isinstance(value, float):
        return float(f"{value:.12e}")
    if isinstance(value, dict):
        return {key: rounded(child) for key, child in value.items()}
    return [rounded(child) for child in value] if isinstance(value, list) else value


@pytest.mark.parametrize("way", PLAIN)
def test_without_compaction_as_published(way: str) -> None:
    for number, vector in enumerate(OWN):
        got = PLAIN[way](vector["input"])
        assert same_json(expected(vector, compaction=False), got), f"vector {number}"


@pytest.mark.parametrize("way", COMPACTED)
def test_with_compaction_as_published(way: str) -> None:
    for number, vector in enumerate(OWN):
        got = COMPACTED[way](vector["input"])
        assert same_json(expected(vector, compaction=True), got), f"vector {number}"


def test_sizes_as_published() -> None:
    for number, vector in enumerate(OWN):
        assert vector["bytes"] == naive_sizes(vector["input"]), f"vector {number}"
        if vector["uncompacted"] is not None:
            assert sizes_before_and_after(vector["bytes"]) == fast_sizes(vector["input"]), number


def sizes_before_and_after(sizes: list[int | None]) -> tuple[int | None, int | None]:
    return sizes[0], [size for size in sizes if size is not None][-1]


def fast_sizes(value: Any) -> tuple[int, int]:
    plain = leanschema.parse_tool_input_schema_without_compaction(value)
    return len(plain.to_json()), len(leanschema.parse_tool_input_schema(value).to_json())


def test_a_refusal_says_where_and_why() -> None:
    refused = [vector["input"] for vector in OWN if vector["uncompacted"] is None]
    assert len(refused) > 20
    for value in refused:
        with pytest.raises(leanschema.InvalidToolSchema) as caught:
            leanschema.parse_tool_input_schema(value)
        assert isinstance(caught.value, ValueError)
        assert isinstance(caught.value.pointer, str)
        assert caught.value.reason
        assert points_into(value, caught.value.pointer), (value, caught.value.pointer)


def points_into(value: Any, pointer: str) -> bool:
    """Say whether a pointer names a place of the value."""
    if pointer == "":
        return True
    for token in pointer.split("/")[1:]:
        step = token.replace("~1", "/").replace("~0", "~")
        try:
            value = value[int(step)] if isinstance(value, list) else value[step]
        except (KeyError, IndexError, TypeError, ValueError):
            return False
    return pointer.startswith("/")


def test_the_own_vectors_cover_the_waterfall() -> None:
    passes = [3 - vector["bytes"].count(None) for vector in OWN]
    assert all(passes.count(number) >= 10 for number in range(4))


@pytest.mark.parametrize("name", ["fuzz.jsonl.gz", "corpus.jsonl.gz"])
def test_every_recorded_vector_where_they_are_at_hand(name: str) -> None:
    path = RECORDED / name
    if not path.exists():
        pytest.skip("the full recorded vectors are not beside this repository")
    for number, vector in enumerate(vectors_of(path)):
        for ways, compaction in ((PLAIN, False), (COMPACTED, True)):
            want = rounded(expected(vector, compaction=compaction))
            for way, door in ways.items():
                assert same_json(want, rounded(door(vector["input"]))), f"vector {number}, {way}"
        assert vector["bytes"] == naive_sizes(vector["input"]), f"vector {number}"
        if vector["uncompacted"] is not None:
            want_sizes = sizes_before_and_after(vector["bytes"])
            assert want_sizes == fast_sizes(vector["input"]), f"vector {number}"

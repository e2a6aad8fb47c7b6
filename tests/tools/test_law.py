"""Arguments that the tool accepts, as the model sees them, come back as the same arguments."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from leanschema.json_values import same_json
from leanschema.lowered import Lowered
from leanschema.targets import TARGETS
from leanschema.tools.calls import checker_of
from leanschema.tools.compiling import compile_tools
from leanschema.tools.reading import read_each
from leanschema.tools.tool import Tool

Schema = dict[str, Any]
QUIET = settings(
    max_examples=200,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
NAMES = ("a", "a b", "a_b", "$x", "_x", "anyOf", "b.c", "天", "size[max]", "x" * 70)
# Text that looks like something else must stay what it is.
TEXTS = st.sampled_from(["", "5", "null", "true", '{"a": 1}', "[1]", "words"])
WORDS = st.sampled_from(
    ["name", "tools", "function", "type", "inputSchema", "parameters", "properties", "title"]
    + ["toolSpec", "json", "result", "namespace", "description", "strict", "annotations", "x"]
)
LEAVES: list[tuple[Schema, st.SearchStrategy[Any]]] = [
    ({"type": "string"}, TEXTS),
    ({"type": "integer", "minimum": -3, "maximum": 9}, st.integers(-3, 9)),
    ({"type": "number"}, st.floats(-1e6, 1e6) | st.integers(-9, 9)),
    ({"type": "boolean"}, st.booleans()),
    ({"enum": [15, 90]}, st.sampled_from([15, 90])),
    ({"const": 2}, st.just(2)),
    ({"enum": ["north", "5"], "type": "string"}, st.sampled_from(["north", "5"])),
    ({"type": ["string", "integer"]}, TEXTS | st.integers(-9, 9)),
    ({"type": "array", "items": {"type": "string"}}, st.lists(TEXTS, max_size=2)),
    ({"type": ["string", "null"]}, TEXTS),
    ({}, TEXTS | st.integers(-9, 9) | st.booleans()),
]


@st.composite
def objects(draw: st.DrawFn, depth: int, tag: str | None = None) -> tuple[Schema, Any]:
    """Draw the schema of an object, and an object that it accepts."""
    names = draw(st.lists(st.sampled_from(NAMES), unique=True, max_size=4))
    drawn = {name: draw(values(depth - 1)) for name in names}
    required = [name for name in names if draw(st.booleans())]
    schema: Schema = {"type": "object", "properties": {n: s for n, (s, _) in drawn.items()}}
    if required:
        schema["required"] = required
    if draw(st.booleans()):
        schema["additionalProperties"] = False
    own = {n: v for n, (_, v) in drawn.items() if n in required or draw(st.booleans())}
    if tag is not None:
        schema["properties"] = {"tag": {"const": tag}, **schema["properties"]}
        schema["required"] = ["tag", *required]
        own = {"tag": tag, **own}
    return schema, own


@st.composite
def unions(draw: st.DrawFn, depth: int) -> tuple[Schema, Any]:
    """Draw branches that a tag tells apart."""
    tags = draw(st.lists(st.sampled_from("xyz"), min_size=1, max_size=3, unique=True))
    branches = [draw(objects(depth - 1, tag)) for tag in tags]
    word = draw(st.sampled_from(["anyOf", "oneOf"]))
    return {word: [schema for schema, _ in branches]}, draw(st.sampled_from(branches))[1]


@st.composite
def lists(draw: st.DrawFn, depth: int) -> tuple[Schema, Any]:
    schema, value = draw(values(depth - 1))
    return {"type": "array", "items": schema}, [value] * draw(st.integers(0, 2))


@st.composite
def leaves(draw: st.DrawFn) -> tuple[Schema, Any]:
    schema, of_schema = draw(st.sampled_from(LEAVES))
    return schema, draw(of_schema)


def values(depth: int) -> st.SearchStrategy[tuple[Schema, Any]]:
    """Draw a schema and a value that it accepts."""
    if depth <= 0:
        return leaves()
    return leaves() | objects(depth) | unions(depth) | lists(depth)


def hold(drawn: tuple[Schema, Any], target: str, max_bytes: int | None) -> None:
    """Hold the law for one tool and one call."""
    schema, own = drawn
    tool = Tool(name="book", input_schema=schema)
    assert checker_of(tool).judge.is_valid(own)

    compiled = compile_tools([tool], target=target, max_bytes=max_bytes)
    (one,) = compiled.compiled
    call = compiled.call("book", one.lowered.present(own))

    assert call.ok, call.message
    assert () == call.repairs
    given_back = call.arguments
    if one.lowered.target.needs_all_required:
        # A null for an optional property that admits null may as well stand for none.
        given_back, own = without_nulls(given_back), without_nulls(own)
    assert same_json(own, given_back), (own, given_back)


def without_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: without_nulls(member) for name, member in value.items() if member is not None}
    return [without_nulls(member) for member in value] if isinstance(value, list) else value


@QUIET
@given(objects(3), st.sampled_from(sorted(TARGETS)), st.sampled_from([None, 200]))
def test_what_the_model_writes_comes_back(
    drawn: tuple[Schema, Any], target: str, max_bytes: int | None
) -> None:
    hold(drawn, target, max_bytes)


@pytest.mark.parametrize("target", ["anthropic", "gemini", "openai-strict"])
def test_the_law_sees_what_is_not_restored(target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Lowered, "restore", lambda self, arguments: arguments)

    @QUIET
    @given(objects(2))
    def law(drawn: tuple[Schema, Any]) -> None:
        hold(drawn, target, None)

    with pytest.raises((AssertionError, BaseExceptionGroup)):
        law()


@QUIET
@given(objects(3), st.sampled_from(sorted(TARGETS)))
def test_arguments_by_the_tools_own_names_are_taken_too(
    drawn: tuple[Schema, Any], target: str
) -> None:
    schema, own = drawn
    tool = Tool(name="book", input_schema=schema)

    call = compile_tools([tool], target=target).call("book", own)

    assert call.ok, call.message


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=12,
)


@QUIET
@given(st.lists(ANY_JSON, max_size=3), st.sampled_from(["openai", "gemini", "anthropic-strict"]))
def test_any_list_compiles_and_says_what_it_leaves_out(items: list[Any], target: str) -> None:
    compiled = compile_tools(items, target=target)

    assert len(compiled.compiled) + len(compiled.dropped) == len(read_each(items))
    assert all(dropped.reason for dropped in compiled.dropped)


@QUIET
@given(
    objects(3),
    st.recursive(
        st.none() | st.booleans() | st.integers() | TEXTS,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=3),
        max_leaves=6,
    ),
)  # fmt: skip
def test_any_arguments_end_as_valid_or_as_told(drawn: tuple[Schema, Any], given_: Any) -> None:
    tool = Tool(name="book", input_schema=drawn[0])

    call = compile_tools([tool], target="openai").call("book", given_)

    assert call.ok == (call.message is None) == (not call.faults)
    assert call.ok == checker_of(tool).judge.is_valid(call.arguments)

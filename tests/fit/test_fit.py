"""The case page of fitting, what fails without its guards, and hostile schemas."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from leanschema import fit, lower
from leanschema.fit import fragile
from leanschema.fit import part as fit_part
from leanschema.fit.best_first import Queue
from leanschema.fit.fitting import prepared
from leanschema.fit.fragile import leading
from leanschema.schema import JsonSchema
from leanschema.targets import TARGETS
from tests.fit.cases import CASES, Case
from tests.fit.laws import accepts, dangling, fitted, skeleton, tokens
from tests.lower.judges import shown_judge


@pytest.mark.parametrize("case", CASES, ids=[case.title for case in CASES])
def test_case(case: Case) -> None:
    schema = JsonSchema.decode(_json(case.before))
    result = fit(schema, max_bytes=case.max_bytes, target=case.target)
    assert case.after == result.schema.to_dict(), case.why


def _json(raw: Any) -> bytes:
    import msgspec

    return msgspec.json.encode(raw)


def test_changes_say_what_went_and_what_it_saved() -> None:
    schema = JsonSchema.object({"a": JsonSchema.string("What it is.", title="A")})
    changes = fit(schema, max_bytes=60).changes
    told = [(one.pointer, one.keyword, one.by, one.saved) for one in changes]
    assert [
        ("/properties/a", "title", "drop_title", 12),
        ("/properties/a", "description", "shorten_description", 28),
    ] == told


def test_the_estimate_of_bytes_is_exact_after_every_edit() -> None:
    schema = _page_editor()
    for target in ("mcp", "openai", "codex"):
        part, size = prepared("", schema, TARGETS[target], len)
        assert size == part.top.cost
        for number, _ in enumerate(Queue([part], TARGETS[target], len).run()):
            if number % 23 == 0:
                assert part.top.cost == len(part.fitted().to_json())


# Faults planted: each guard is taken away, and what it guards against is seen to happen.


def test_without_the_fragile_mark_not_would_narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = {"type": "object", "properties": {"a": {"not": {"type": "string", "maxLength": 3}}}}
    schema = JsonSchema.decode(_json(raw))
    most = len(schema.to_json()) - 5
    assert accepts(fitted(schema, "mcp", most)[0], {"a": "long enough"})
    monkeypatch.setattr(fit_part, "mark_fragile", lambda spots: [])
    assert not accepts(fitted(schema, "mcp", most)[0], {"a": "long enough"})


def test_without_opening_one_of_a_wider_branch_would_narrow(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    branches = [{"type": "string", "maxLength": 3}, {"type": "string", "minLength": 4}]
    raw = {"type": "object", "properties": {"a": {"oneOf": branches}}}
    schema = JsonSchema.decode(_json(raw))
    most = len(schema.to_json()) - 5
    assert accepts(fitted(schema, "mcp", most)[0], {"a": "four"})
    monkeypatch.setattr(fragile, "_ALWAYS", frozenset())
    monkeypatch.setattr(fit_part, "mark_fragile", lambda spots: [])
    assert not accepts(fitted(schema, "mcp", most)[0], {"a": "four"})


def test_without_the_open_branches_rule_a_merge_would_narrow() -> None:
    from leanschema.fit.merging import merged_branches

    def branch(tag: str, **more: JsonSchema) -> JsonSchema:
        return JsonSchema.object({"op": JsonSchema.enum([tag]), **more}, required=["op"])

    branches = [branch("move", to=JsonSchema.integer()), branch("drop")]
    merged = merged_branches(branches, TARGETS["openai"])
    assert merged is not None
    assert accepts(merged, {"op": "drop", "to": "anything"})


def test_a_stale_edit_of_a_long_enum_does_not_bring_words_back() -> None:
    values = [f"value number {n}" for n in range(40)]
    words = "First. " + "Then much more is told about it, at length. " * 3
    schema = JsonSchema.object({"a": JsonSchema.enum(values, words)})
    after, _ = fitted(schema, "openai", 300)
    assert "at length" not in (after.to_json().decode())


# Hostile schemas.


def _page_editor() -> JsonSchema:
    def style(number: int) -> JsonSchema:
        text = f"How block {number} looks. Told at length, so that nothing is left open to anyone."
        return JsonSchema.object({"colour": JsonSchema.enum(["red", "green"], text)})

    blocks = [
        JsonSchema.object(
            {
                "kind": JsonSchema.enum([f"block_{number}"]),
                **{f"f{i}": JsonSchema.string(f"Field {i} of {number}. " * 4) for i in range(20)},
                "style": style(number),
            },
            required=["kind"],
        )
        for number in range(40)
    ]
    return JsonSchema.object(
        {"page": JsonSchema.string("Which."), "blocks": JsonSchema.array(JsonSchema.any_of(blocks))}
    )


def _wide(count: int) -> JsonSchema:
    return JsonSchema.object(
        {
            f"p{n}": JsonSchema.string(f"Property {n}. More of it.", maxLength=n)
            for n in range(count)
        }
    )


def _deep(levels: int) -> JsonSchema:
    schema = JsonSchema.string("The bottom of it.")
    for level in range(levels):
        schema = JsonSchema.object({"a": schema, f"b{level}": JsonSchema.integer("A number.")})
    return schema


def _doubling(steps: int) -> JsonSchema:
    def reference(step: int) -> JsonSchema:
        return JsonSchema(ref=f"#/$defs/d{step}")

    table = {
        f"d{step}": JsonSchema.object({"a": reference(step + 1), "b": reference(step + 1)})
        for step in range(steps)
    }
    table[f"d{steps}"] = JsonSchema.string("The end of it.")
    return JsonSchema(type="object", properties={"a": reference(0)}, defs=table)


def _cyclic(count: int) -> JsonSchema:
    table = {
        f"d{n}": JsonSchema.object(
            {"next": JsonSchema(ref=f"#/$defs/d{(n + 1) % count}"), "back": JsonSchema(ref="#")},
            description=f"Number {n} of many. It leads on.",
        )
        for n in range(count)
    }
    return JsonSchema(type="object", properties={"a": JsonSchema(ref="#/$defs/d0")}, defs=table)


def _chain(count: int) -> JsonSchema:
    table = {f"d{n}": JsonSchema.array(JsonSchema(ref=f"#/$defs/d{n + 1}")) for n in range(count)}
    table[f"d{count}"] = JsonSchema.string("The end.")
    return JsonSchema(type="object", properties={"a": JsonSchema(ref="#/$defs/d0")}, defs=table)


HOSTILE = {
    "a page editor": _page_editor(),
    "wide": _wide(20_000),
    "deep": _deep(120),
    "doubling": _doubling(60),
    "cyclic": _cyclic(300),
    "a chain of definitions": _chain(2_000),
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("target", ("mcp", "codex", "openai"))
def test_a_hostile_schema_is_fitted(name: str, target: str) -> None:
    schema = HOSTILE[name]
    least = len(skeleton(schema, TARGETS[target]).to_json())
    most = max(least, 2_000)
    after, _ = fitted(schema, target, most)
    assert len(after.to_json()) <= most
    assert list(schema.properties or {}) == list(after.properties or {})
    assert not dangling(after)


def test_definitions_that_cost_more_tokens_than_their_uses_are_written_in_place() -> None:
    rows = {"type": "array", "items": {"type": "object", "additionalProperties": True}}
    some = {**rows, "minItems": 1}
    raw = {
        "type": "object",
        "properties": {"a": some, "b": some},
        "additionalProperties": True,
    }
    bare = {
        "type": "object",
        "properties": {"a": rows, "b": rows},
        "additionalProperties": True,
    }
    most = tokens(JsonSchema.decode(_json(bare)).to_json())
    after, _ = fitted(JsonSchema.decode(_json(raw)), "xai", most, tokens)
    assert bare == after.to_dict()


def test_tokens_of_a_large_schema_are_counted_to_the_end() -> None:
    after, _ = fitted(_page_editor(), "openai", 1_000, tokens)
    assert tokens(after.to_json()) <= 1_000


def test_references_by_path_lead_where_the_schema_has_something() -> None:
    union = JsonSchema(anyOf=(JsonSchema(const=None), JsonSchema(default={"a/b": [1]})))
    schema = JsonSchema.object({"u": union, "v": JsonSchema.enum(["x"])}, defs={"A B": union})
    there = [
        "#/properties/u/anyOf/1", "#/properties/u/anyOf/0/const", "#/properties/v/enum/0",
        "#/properties/u/anyOf/1/default/a~1b/0", "#/$defs/A%20B",
    ]  # fmt: skip
    nowhere = [
        "#/properties/w", "#/properties/u/anyOf/2", "#/properties/u/const", "#/properties/v/enum_",
        "#/properties/u/anyOf/1/default/a~1b/1", "other.json#/properties/u",
    ]  # fmt: skip

    assert leading(schema, [*there, *nowhere]) == set(there)


@pytest.mark.parametrize("target", ["xai", "gemini-json", "mcp", "anthropic", "groq"])
@pytest.mark.parametrize("budget", [200, 150, 120, 80])
def test_what_follows_a_tuple_never_stands_for_its_places(target: str, budget: int) -> None:
    """Without `prefixItems`, `items` would speak of the first places too."""
    pair = {
        "type": "array",
        "prefixItems": [{"type": "string", "maxLength": 9}, {"type": "boolean"}],
        "items": {"type": "number", "minimum": -2},
    }
    lowered = lower({"type": "object", "properties": {"f": pair}}, target, max_bytes=budget)

    judge = shown_judge(lowered)
    assert judge.is_valid(lowered.present({"f": ["a", True, 3]}))
    assert judge.is_valid(lowered.present({"f": ["a"]}))


_TEXT = JsonSchema(type="string")
_TEXTS = JsonSchema(type="array", items=_TEXT)


@pytest.mark.parametrize("target", ["xai", "gemini-json"])
@pytest.mark.parametrize(
    ("items", "kept"),
    [
        (JsonSchema(type="string"), _TEXT),
        (JsonSchema(type="string", enum_=("long", "list", "of", "values")), _TEXT),
        (
            JsonSchema(anyOf=(JsonSchema(type="string", enum_=("a", "b", "c")), _TEXTS)),
            JsonSchema(anyOf=(_TEXT, _TEXTS)),
        ),
    ],
)
def test_a_tuple_ends_as_a_list_where_what_follows_its_places_takes_them_too(
    target: str, items: JsonSchema, kept: JsonSchema
) -> None:
    pair = JsonSchema(type="array", prefixItems=(_TEXT, _TEXT), items=items, maxItems=2)
    least = fit(JsonSchema.object({"pair": pair}), max_bytes=1, target=target).schema

    assert least.properties == {"pair": JsonSchema(type="array", items=kept)}


@pytest.mark.parametrize("target", ["xai", "gemini-json"])
def test_a_tuple_keeps_a_place_whose_type_may_not_follow_it(target: str) -> None:
    pair = JsonSchema(type="array", prefixItems=(_TEXT, _TEXTS), items=_TEXT, maxItems=2)
    least = fit(JsonSchema.object({"pair": pair}), max_bytes=1, target=target).schema

    assert least.properties == {
        "pair": JsonSchema(type="array", prefixItems=(_TEXT, _TEXTS), items=_TEXT)
    }


@pytest.mark.parametrize("description", [None, "What it is called."])
def test_a_target_that_closes_objects_keeps_types(description: str | None) -> None:
    own = replace(TARGETS["openai-strict"], name="own", needs_type=False)
    name = JsonSchema(type="string", description=description)
    schema = JsonSchema.object({"name": name}, required=["name"], additional=False)

    fitted = fit(schema, max_bytes=1, target=own).schema

    assert fitted.properties == {"name": JsonSchema(type="string")}

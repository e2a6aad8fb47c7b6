"""Schemas of the shapes that the passes act on, and values on their edges."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

NAMES = st.sampled_from(["a", "b", "kind", "$filter", "page[size]", "title", "required", "é"])
WORDS = st.sampled_from(["", "x", "ab", "abc", "2024-01-01", "15", "null", "a@b.de"])
NUMBERS = st.one_of(st.integers(-3, 100), st.sampled_from([0.5, 1.0, -1.5, 2**53, 10**20]))
ATOMS = st.one_of(st.none(), st.booleans(), NUMBERS, WORDS)
VALUES = st.recursive(
    ATOMS,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(NAMES, inner, max_size=3)),
    max_leaves=5,
)

LEAVES = st.one_of(
    st.fixed_dictionaries(
        {"type": st.just("string")},
        optional={
            "minLength": st.integers(0, 2),
            "maxLength": st.integers(1, 3),
            "pattern": st.sampled_from(["^a", "^[a-z]+$", "^(?!b)", "\\d"]),
            "format": st.sampled_from(["date", "uri", "int64"]),
            "description": st.just("Some words."),
            "default": WORDS,
        },
    ),
    st.fixed_dictionaries(
        {"type": st.sampled_from(["integer", "number"])},
        optional={
            "minimum": st.integers(-2, 2),
            "exclusiveMinimum": st.integers(-2, 2),
            "maximum": st.integers(2, 9),
            "exclusiveMaximum": st.sampled_from([3, 2.5, 2**60]),
            "multipleOf": st.integers(1, 3),
        },
    ),
    st.fixed_dictionaries({"enum": st.lists(ATOMS, min_size=1, max_size=4)}),
    st.fixed_dictionaries({"const": ATOMS}),
    st.fixed_dictionaries({"type": st.lists(st.sampled_from(["string", "integer", "null", "object", "array"]), min_size=1, max_size=3)}, optional={"maxLength": st.integers(1, 3), "description": st.just("Mixed")}),
    st.sampled_from([{}, True, {"type": "boolean"}, {"type": "null"}, {"type": "array"}, {"type": "object"}]),
    st.fixed_dictionaries({"type": st.sampled_from(["string", "integer"]), "nullable": st.just(True)}),
    st.fixed_dictionaries({"$ref": st.sampled_from(["#/$defs/A", "#/$defs/B", "#", "#/properties/a"])}, optional={"description": st.just("Local words"), "maximum": st.integers(1, 5)}),
)  # fmt: skip


def _containers(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    tables = st.dictionaries(NAMES, inner, max_size=3)
    branches = st.lists(inner, min_size=1, max_size=3)
    return st.one_of(
        st.fixed_dictionaries(
            {"type": st.just("object"), "properties": tables},
            optional={
                "required": st.lists(NAMES, max_size=2, unique=True),
                "additionalProperties": st.one_of(st.booleans(), inner),
                "patternProperties": st.fixed_dictionaries({"^x": inner}),
                "minProperties": st.integers(0, 1),
                "dependentRequired": st.just({"a": ["b"]}),
                "dependentSchemas": st.fixed_dictionaries({"b": inner}),
                "propertyNames": inner,
                "unevaluatedProperties": st.one_of(st.booleans(), inner),
            },
        ),
        st.fixed_dictionaries(
            {"type": st.just("array")},
            optional={
                "items": inner,
                "prefixItems": branches,
                "minItems": st.integers(0, 2),
                "maxItems": st.integers(1, 3),
                "uniqueItems": st.booleans(),
                "unevaluatedItems": st.one_of(st.booleans(), inner),
            },
        ),
        st.fixed_dictionaries(
            {"type": st.just("array"), "contains": inner},
            optional={"minContains": st.integers(0, 1), "maxContains": st.integers(0, 2)},
        ),
        st.fixed_dictionaries({"anyOf": branches}, optional={"description": st.just("Either")}),
        st.fixed_dictionaries({"oneOf": branches}),
        st.fixed_dictionaries({"allOf": branches}),
        st.fixed_dictionaries({"not": inner}),
        st.fixed_dictionaries({"if": inner}, optional={"then": inner, "else": inner}),
        # Without `if`, and without `contains`, they say nothing.
        st.fixed_dictionaries({}, optional={"then": inner, "else": inner}),
        st.fixed_dictionaries({"type": st.just("array"), "maxContains": st.integers(0, 1)}),
    )


NODES = st.recursive(LEAVES, _containers, max_leaves=6)
DEFINITIONS = st.fixed_dictionaries({"A": NODES, "B": NODES})
ROOTS = st.fixed_dictionaries(
    {
        "type": st.just("object"),
        "properties": st.dictionaries(NAMES, NODES, min_size=1, max_size=3),
        "$defs": DEFINITIONS,
    },
    optional={
        "required": st.lists(NAMES, max_size=2, unique=True),
        "additionalProperties": st.booleans(),
        "anyOf": st.just([{"required": ["a"]}, {"required": ["b"]}]),
        "allOf": st.lists(NODES, min_size=1, max_size=2),
    },
)
ARGUMENTS = st.dictionaries(NAMES, VALUES, max_size=3)

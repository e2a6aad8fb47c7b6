"""Arguments as the tool takes them and as a model writes them for a target, case by case."""

from __future__ import annotations

from typing import Any, NamedTuple

from leanschema.schema import JsonSchema
from leanschema.targets.target import Target

RENAMES = Target(
    name="renames",
    title="Names of letters, digits and _",
    facts=(),
    keywords=frozenset(),
    property_name=r"[A-Za-z_][A-Za-z0-9_]{0,15}",
    reserved_property_names=frozenset(("anyOf",)),
)
TEXT_ONLY = Target(
    name="text only",
    title="Enum members are text",
    facts=(),
    keywords=frozenset(("enum",)),
    enum_types=frozenset(("string",)),
    stringifies_enums=True,
)
ALL_REQUIRED = Target(
    name="all required",
    title="Each property is required",
    facts=(),
    keywords=frozenset(),
    needs_all_required=True,
)
EVERYTHING = Target(
    name="everything",
    title="All three at once",
    facts=(),
    keywords=frozenset(("enum",)),
    property_name=RENAMES.property_name,
    reserved_property_names=RENAMES.reserved_property_names,
    enum_types=TEXT_ONLY.enum_types,
    stringifies_enums=True,
    needs_all_required=True,
)
TARGETS = (RENAMES, TEXT_ONLY, ALL_REQUIRED, EVERYTHING)


class Case(NamedTuple):
    title: str
    schema: JsonSchema
    target: Target
    own: Any
    shown: Any
    why: str


node, text, whole = JsonSchema, JsonSchema.string(), JsonSchema.integer()
tree = JsonSchema.object({"kind/of": text, "kids": JsonSchema.array(node(ref="#/$defs/tree"))})
shapes = node(
    anyOf=(
        JsonSchema.object({"k": node(const="n"), "v": JsonSchema.enum([1, 2])}, required=["k"]),
        JsonSchema.object({"k": node(const="s"), "v": text}, required=["k"]),
    )
)
tagged = node(
    oneOf=(
        JsonSchema.object({"k": node(const=1), "a": text}, required=["k"], additional=False),
        JsonSchema.object({"k": node(const=2), "b": text}, required=["k"], additional=False),
    )
)

CASES = (
    Case(
        "a name that the target refuses",
        JsonSchema.object({"$filter": text, "filter": text}, required=["$filter"]),
        RENAMES,
        {"$filter": "f", "filter": "g", "other": 1},
        {"_filter": "f", "filter": "g", "other": 1},
        "its sibling and what nobody listed stay",
    ),
    Case(
        "names that would be the same",
        JsonSchema.object({"page[size]": whole, "page_size_": whole, "anyOf": whole}),
        RENAMES,
        {"page[size]": 1, "page_size_": 2, "anyOf": 3},
        {"page_size__2": 1, "page_size_": 2, "anyOf_": 3},
        "the one that needs no change has it",
    ),
    Case(
        "names at every depth",
        node(ref="#/$defs/tree", defs={"tree": tree}),
        RENAMES,
        {"kids": [{"kind/of": "a", "kids": [{"kind/of": "b"}]}]},
        {"kids": [{"kind_of": "a", "kids": [{"kind_of": "b"}]}]},
        "a definition that refers to itself",
    ),
    Case(
        "names under patterns, maps and tuples",
        JsonSchema.object(
            {"t": JsonSchema.array(text, prefixItems=(JsonSchema.object({"a b": text}),))},
            additional=JsonSchema.object({"c d": text}),
            patternProperties={"^x": JsonSchema.object({"e f": text})},
        ),
        RENAMES,
        {"t": [{"a b": "1"}], "m": {"c d": "2"}, "xx": {"e f": "3"}},
        {"t": [{"a_b": "1"}], "m": {"c_d": "2"}, "xx": {"e_f": "3"}},
        "wherever a schema may speak of a value",
    ),
    Case(
        "names under conditions",
        JsonSchema.object(
            {"$k": text},
            if_=JsonSchema(required=("$k",)),
            then=JsonSchema.object({"a b": text}),
            else_=JsonSchema.object({"c d": text}),
            dependentSchemas={"$k": JsonSchema.object({"e f": text})},
        ),
        RENAMES,
        {"$k": "", "a b": "1", "e f": "2"},
        {"_k": "", "a_b": "1", "e_f": "2"},
        "both ways, whatever the condition says",
    ),
    Case(
        "a key of an open map",
        JsonSchema.object({"m": JsonSchema.object({}, additional=text)}),
        RENAMES,
        {"m": {"a b": "c"}},
        {"m": {"a b": "c"}},
        "it is the user's own text, no name of the schema",
    ),
    Case(
        "numbers, constants and booleans in enums",
        JsonSchema.object(
            {"n": JsonSchema.enum([15, 90]), "c": node(const=2.5), "b": JsonSchema.enum([True, "no"])}
        ),
        TEXT_ONLY,
        {"n": 15, "c": 2.5, "b": True},
        {"n": "15", "c": "2.5", "b": "true"},
        "their compact JSON",
    ),
    Case(
        "text that is a member itself",
        JsonSchema.object({"v": node(type=("string", "integer"), enum_=(1, "1", "2"))}),
        TEXT_ONLY,
        {"v": "1"},
        {"v": "1"},
        "the tool takes it as it stands",
    ),
    Case(
        "text where the tag says text",
        JsonSchema.object({"shapes": JsonSchema.array(shapes)}),
        TEXT_ONLY,
        {"shapes": [{"k": "n", "v": 1}, {"k": "s", "v": "1"}]},
        {"shapes": [{"k": "n", "v": "1"}, {"k": "s", "v": "1"}]},
        "the branch is told by its tag",
    ),
    Case(
        "text where the schema admits no number",
        JsonSchema.object({"v": text}),
        TEXT_ONLY,
        {"v": "15"},
        {"v": "15"},
        "no enum, no change",
    ),
    Case(
        "null for what is absent",
        JsonSchema.object({"a": text, "b": whole, "c": node(type=("null", "string"))}, required=["a", "c"]),
        ALL_REQUIRED,
        {"a": "x", "c": None},
        {"a": "x", "c": None, "b": None},
        "a null that the schema admits stays",
    ),
    Case(
        "null in the branch of a union",
        JsonSchema.object({"v": tagged}, required=["v"]),
        ALL_REQUIRED,
        {"v": {"k": 2}},
        {"v": {"k": 2, "b": None}},
        "only what the branch lists",
    ),
    Case(
        "null in a union at the root",
        tagged,
        ALL_REQUIRED,
        {"k": 1, "a": "x"},
        {"k": 1, "a": "x", "b": None},
        "a target's root is one object, so all branches are asked for",
    ),
    Case(
        "all at once",
        JsonSchema.object({"$top": JsonSchema.enum([1, 2]), "b": JsonSchema.array(tagged)}, required=["b"]),
        EVERYTHING,
        {"b": [{"k": 2, "b": "x"}, {"k": 1}]},
        {"b": [{"k": "2", "b": "x"}, {"k": "1", "a": None}], "_top": None},
        "names, text and nulls do not meet",
    ),
)  # fmt: skip


class OneWay(NamedTuple):
    title: str
    schema: JsonSchema
    target: Target
    shown: Any
    own: Any
    why: str


# What no model should write, and what is made of it.
ONE_WAY = (
    OneWay(
        "the tool's own name",
        JsonSchema.object({"$filter": text}),
        RENAMES,
        {"$filter": "f"},
        {"$filter": "f"},
        "restored arguments stay as they are",
    ),
    OneWay(
        "both names",
        JsonSchema.object({"$filter": text}),
        RENAMES,
        {"$filter": "f", "_filter": "g"},
        {"$filter": "f", "_filter": "g"},
        "neither is lost",
    ),
    OneWay(
        "text that no member shows",
        JsonSchema.object({"n": JsonSchema.enum([15, 90])}),
        TEXT_ONLY,
        {"n": "16"},
        {"n": "16"},
        "the validator says what is wrong with it",
    ),
    OneWay(
        "null for what is required",
        JsonSchema.object({"a": text}, required=["a"]),
        ALL_REQUIRED,
        {"a": None},
        {"a": None},
        "no default stands behind it",
    ),
    OneWay(
        "null for an optional property that admits it",
        JsonSchema.object({"a": node(type=("string", "null"))}),
        ALL_REQUIRED,
        {"a": None},
        {"a": None},
        "it may be meant",
    ),
    OneWay(
        "arguments that are no object",
        JsonSchema.object({"a": text}),
        EVERYTHING,
        ["a", {"$filter": None}],
        ["a", {"$filter": None}],
        "nothing speaks of them",
    ),
)

"""Moonshot (Kimi): the words that its published validator reads."""

from __future__ import annotations

from leanschema.targets.target import Fact, Limits, Target
from leanschema.targets.vocabulary import (
    ITEM_COUNTS,
    LABELS,
    LARGEST_SAFE_INTEGER,
    LENGTHS,
    PRIMITIVES,
    RANGE,
    REFERENCES,
    SAFEST_TOOL_NAME,
    SKELETON,
)

_FACTS = (
    Fact(
        "root type",
        "A root without type object is refused.",
        (
            "https://github.com/14790897/MiqroForge-Desktop/issues/1165",
            "https://github.com/vercel/ai/pull/18921",
        ),
        "2026-09-21",
        "observed",
    ),
    Fact(
        "type beside anyOf",
        "Sources conflict: type beside anyOf is refused by the validator and in four "
        "threads, accepted by one endpoint; written so that both accept: the type in each "
        "branch.",
        (
            "repo MoonshotAI/walle @196bb0c (2026-06-29) validator.go",
            "https://github.com/MoonshotAI/kimi-code/issues/2661",
            "https://github.com/vercel/ai/pull/18921",
            "https://github.com/14790897/MiqroForge-Desktop/issues/1165",
        ),
        "2026-04-30 .. 2026-09-21",
        "observed",
    ),
    Fact(
        "root anyOf",
        "The root has type object, and type may not stand beside anyOf, so a root union is "
        "flattened.",
        (
            "https://github.com/MoonshotAI/kimi-cli/issues/2531",
            "https://github.com/MoonshotAI/kimi-code/issues/2661",
        ),
        "2026-07-22 .. 2026-08-05",
        "observed",
    ),
    Fact(
        "keywords copied in parent and anyOf branch",
        "A word that stands on the parent and in a branch is refused, title and description "
        "excepted below level ultra; the live validator is below it, so those two may stand "
        "beside anyOf.",
        ("repo MoonshotAI/walle @196bb0c (2026-06-29) validator.go CheckAnyOfConflicts",),
        "2026-06-29",
        "documented",
    ),
    Fact(
        "type beside $ref",
        "type beside $ref is refused at every level.",
        ("repo MoonshotAI/walle @196bb0c (2026-06-29) validator.go",),
        "2026-08-28",
        "observed",
    ),
    Fact(
        "$ref siblings",
        "Sources conflict: title and description may stand beside $ref, but clashed with "
        "those of the definition until 2026-06-09; written so that both accept: $ref stands "
        "alone.",
        (
            "repo MoonshotAI/walle @196bb0c (2026-06-29) keyword_validators.go and commit 97488ae",
            "https://github.com/MoonshotAI/kimi-cli/issues/2061",
        ),
        "2026-04-24 .. 2026-06-09",
        "documented",
    ),
    Fact(
        "$ref target",
        "A reference is # or begins with #/$defs/, and its target exists; `definitions` and "
        "#/properties are refused.",
        (
            "repo MoonshotAI/walle @196bb0c (2026-06-29) keyword_validators.go",
            "https://github.com/Softeria/ms-365-mcp-server/pull/643",
        ),
        "2026-08-21",
        "documented",
    ),
    Fact(
        "$defs",
        "$defs stands at the root; no name in it is empty, and neither a name nor a key "
        'inside has a "/".',
        ("repo MoonshotAI/walle @196bb0c (2026-06-29)",),
        "2026-06-29",
        "documented",
    ),
    Fact(
        "recursion",
        "A cycle that cannot end, because each step is required, is refused; others are read.",
        ("repo MoonshotAI/walle @196bb0c (2026-06-29) docs/walle.md",),
        "2026-06-29",
        "documented",
    ),
    Fact(
        "boolean schema",
        "true and false are refused where a schema belongs.",
        (
            "repo MoonshotAI/walle @196bb0c (2026-06-29)",
            "https://github.com/can1357/oh-my-pi/issues/5952",
        ),
        "2026-07-18",
        "observed",
    ),
    Fact(
        "missing type",
        "Sources conflict: the guide and live errors demand a type on every node, the code "
        "has that check commented out except beside enum; written so that both accept: a "
        "type, a reference or anyOf.",
        (
            "repo MoonshotAI/walle @196bb0c (2026-06-29)",
            "https://github.com/MoonshotAI/kimi-cli/issues/1595",
        ),
        "2026-03-26 .. 2026-06-29",
        "observed",
    ),
    Fact(
        "type list",
        "A list of types is read; beside it only title, description, or enum with one type "
        "and null.",
        ("repo MoonshotAI/walle @196bb0c (2026-06-29)",),
        "2026-06-29",
        "documented",
    ),
    Fact(
        "enum",
        "An enum is not empty, has a type beside it that all members fit (null in a list of "
        "two types), and no object.",
        (
            "repo MoonshotAI/walle @196bb0c (2026-06-29)",
            "https://github.com/hugohe3/ppt-master/issues/58",
        ),
        "2026-04-21",
        "documented",
    ),
    Fact(
        "required",
        "required names only what properties has, each once, on objects.",
        ("repo MoonshotAI/walle @196bb0c (2026-06-29)",),
        "2026-06-29",
        "documented",
    ),
    Fact(
        "items",
        "items is one schema; a list or false is refused, and it may be absent.",
        (
            "repo MoonshotAI/walle @196bb0c (2026-06-29)",
            "https://github.com/vercel/ai/pull/18921",
            "vercel/ai packages/moonshotai/src/normalize-json-schema-for-mfjs.ts",
        ),
        "2026-08-14",
        "observed",
    ),
    Fact(
        "property names",
        "$defs, $ref, anyOf, required and additionalProperties may not be names of "
        "properties, and no name is empty.",
        ("repo MoonshotAI/walle @196bb0c (2026-06-29)",),
        "2026-06-29",
        "documented",
    ),
    Fact(
        "keywords outside the list",
        "The strictest level of the validator reads type, properties, additionalProperties, "
        "items, enum, required, anyOf, description, $defs, $ref, title, $id, default, the "
        "lengths, minimum, maximum and the counts of items, and tolerates pattern; the live "
        "one let prefixItems pass, so it ignores others. Level in production unknown; all "
        "others are rewritten or told in words.",
        (
            "repo MoonshotAI/walle @196bb0c (2026-06-29) model.go, "
            "docs/mfjs-walle-vs-draft-2020-12.md",
            "https://github.com/vercel/ai/pull/18921",
        ),
        "2026-06-29 .. 2026-08-14",
        "documented",
    ),
    Fact(
        "minimum/maximum/minLength/maxLength/minItems/maxItems",
        "Sources conflict: the code reads these bounds on the type they fit, within 2^53-1, "
        "an older page calls them unsupported; the code is newer and a page that only "
        "ignores them loses nothing, so they stay.",
        ("repo MoonshotAI/walle @196bb0c (2026-06-29)",),
        "2026-06-29",
        "documented",
    ),
    Fact(
        "additionalProperties, default",
        "additionalProperties is a boolean or a schema; default is read, and not used to "
        "constrain.",
        ("repo MoonshotAI/walle @196bb0c (2026-06-29)",),
        "2026-06-29",
        "documented",
    ),
    Fact(
        "(limit) depth",
        "Sources conflict: 5 in the guide, 10 in a live error, 30 in the later code; the "
        "limit is the one that the server itself told, and arrays are counted here, which "
        "the code does not count.",
        (
            "repo MoonshotAI/walle @196bb0c (2026-06-29) conf.go, validator.go",
            "https://github.com/anomalyco/opencode/issues/25495",
        ),
        "2026-05-02 .. 2026-06-29",
        "observed",
    ),
    Fact(
        "(limit) properties keys, (limit) anyOf branches, (limit) enum",
        "Sources conflict: the code allows 3,000 names of properties, 500 branches, 1,000 "
        "members in one enum and 75,000 characters above 2,500 members; the guide 100 names, "
        "10 branches, 500 enum values in all and 7,500 characters above 250; written so that "
        "both accept: the guide.",
        ("repo MoonshotAI/walle @196bb0c (2026-06-29)",),
        "2026-06-29",
        "documented",
    ),
    Fact(
        "(limit) size",
        "The schema has at most 120,000 bytes of JSON.",
        ("repo MoonshotAI/walle @196bb0c (2026-06-29) conf.go",),
        "2026-06-29",
        "documented",
    ),
    Fact(
        "tool name",
        "A tool name that begins with a digit is refused; the full pattern is not shown, so "
        "the one that every provider takes is used.",
        ("https://github.com/MoonshotAI/kimi-cli/issues/2531",),
        "2026-07-22",
        "observed",
    ),
    Fact(
        "pattern",
        "Tolerated at every level; which regular expressions is not said, so those with "
        "lookaround are told in words.",
        (
            "repo MoonshotAI/walle @196bb0c (2026-06-29) model.go, "
            "docs/mfjs-walle-vs-draft-2020-12.md",
        ),
        "2026-06-29",
        "inferred",
    ),
)

MOONSHOT = Target(
    name="moonshot",
    title="Moonshot AI (Kimi)",
    facts=_FACTS,
    keywords=SKELETON.union(
        REFERENCES,
        RANGE,
        LENGTHS,
        ITEM_COUNTS,
        ("title", "default", "pattern", "additionalProperties"),
    ),
    ref_siblings=frozenset(),
    any_of_siblings=LABELS,
    needs_type=True,
    type_list_siblings=LABELS | {"enum"},
    enum_types=PRIMITIVES,
    needs_typed_enum=True,
    patterns="no-lookaround",
    bounded_types=frozenset(("integer", "number")),
    needs_known_required=True,
    needs_keywords_of_type=True,
    property_name=r"[^/]+",
    reserved_property_names=frozenset(
        ("$defs", "$ref", "anyOf", "required", "additionalProperties")
    ),
    tool_name=SAFEST_TOOL_NAME,
    limits=Limits(
        max_depth=10,
        max_properties=100,
        max_enum_values=500,
        max_values_of_one_enum=500,
        large_enum_values=250,
        max_large_enum_characters=7500,
        max_branches=10,
        max_bytes=120_000,
        max_integer=LARGEST_SAFE_INTEGER,
    ),
)

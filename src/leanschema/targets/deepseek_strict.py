"""DeepSeek, a function with strict: true, on the beta endpoint."""

from __future__ import annotations

from leanschema.targets.target import Fact, Limits, Target
from leanschema.targets.vocabulary import EXCLUSIVE_RANGE, RANGE, SKELETON, TOOL_NAME

_GUIDE = (
    "https://api-docs.deepseek.com/guides/tool_calls (copy: repo petehsu/LLM-Docs "
    "docs-site/docs/DeepSeek/English/guides/tool_calls.md)"
)
_RIG = "https://docs.rs/crate/rig-core/0.46.0/source/src/providers/deepseek.rs"

_FACTS = (
    Fact(
        "switch",
        "Strict works at the beta endpoint, and every function of a request is strict then: "
        "one that falls back makes the whole request plain.",
        (_GUIDE, "https://github.com/vercel/ai/pull/19428"),
        "2026-08-24",
        "documented",
    ),
    Fact(
        "types",
        "Types are object, string, number, integer, boolean, array, enum and anyOf, with "
        "$ref and $def. null is not named; as a branch of anyOf it was refused by no "
        "provider, and an optional property needs it.",
        (_GUIDE,),
        "2026",
        "documented",
    ),
    Fact(
        "required / additionalProperties",
        "Every property is required and additionalProperties is false on every object.",
        (_GUIDE,),
        "2026",
        "documented",
    ),
    Fact(
        "pattern",
        "pattern is read; lookaround is not spoken of and is told in words.",
        (_GUIDE,),
        "2026",
        "documented",
    ),
    Fact(
        "format",
        "Only email, hostname, ipv4, ipv6 and uuid.",
        (_GUIDE, _RIG),
        "2026-09",
        "documented",
    ),
    Fact(
        "minLength, maxLength, minItems, maxItems",
        "Lengths and counts of items are unsupported; told in the description.",
        (_GUIDE,),
        "2026",
        "documented",
    ),
    Fact(
        "const, default, minimum, maximum, exclusive*, multipleOf (numbers)",
        "Read on numbers and integers, by the guide; const and default would stand on text "
        "as well, which is not named, so the first becomes an enum and the second is told.",
        (_GUIDE,),
        "2026",
        "documented",
    ),
    Fact(
        "$ref and $def",
        "References are documented with the spelling $def, and whether $defs works is "
        "unknown; written out in place, and a schema that recurs is not strict.",
        (_GUIDE, _RIG),
        "2026-09",
        "documented",
    ),
    Fact(
        "type list with object or array",
        "A client splits a list with object or array into anyOf; so does this target with "
        "every list.",
        (_RIG,),
        "2026-09",
        "inferred",
    ),
    Fact(
        "maps, untyped values, objects without properties below the root",
        "A client sends tools with maps, untyped values or objects without properties as "
        "plain; maps and untyped values fall back here as well.",
        (_RIG,),
        "2026-09",
        "inferred",
    ),
    Fact(
        "oneOf allOf not if const(strings) patternProperties uniqueItems title",
        "Not named; clients drop them, and so does this target.",
        ("https://github.com/Hmbown/Codewhale/issues/938",),
        "2026-05-07",
        "unknown",
    ),
    Fact(
        "enum (members)",
        "Text is documented; other members are unknown, so a choice of numbers is a number, "
        "told in the description.",
        (_GUIDE,),
        "2026",
        "unknown",
    ),
    Fact(
        "root, tool name",
        "As with strict off: type object, no combiner, 64 characters of [A-Za-z0-9_-].",
        (
            "https://github.com/farion1231/cc-switch/issues/5048",
            "https://docs.rs/crate/ds-api/latest/source/src/raw/request/tool.rs (quotes the API "
            "text)",
        ),
        "2026-07-06",
        "observed",
    ),
)

DEEPSEEK_STRICT = Target(
    name="deepseek-strict",
    title="DeepSeek, strict on (beta)",
    facts=_FACTS,
    keywords=SKELETON.union(
        RANGE, EXCLUSIVE_RANGE, ("multipleOf", "pattern", "format", "additionalProperties")
    ),
    reads_recursion=False,
    reads_root_reference=False,
    any_of_siblings=frozenset(("description",)),
    needs_type=True,
    reads_type_lists=False,
    enum_types=frozenset(("string",)),
    needs_typed_enum=True,
    formats={"string": frozenset(("email", "hostname", "ipv4", "ipv6", "uuid"))},
    patterns="no-lookaround",
    bounded_types=frozenset(("integer", "number")),
    needs_items=True,
    additional_properties="closed",
    needs_all_required=True,
    needs_known_required=True,
    needs_keywords_of_type=True,
    tool_name=TOOL_NAME,
    limits=Limits(max_tools=128),
    falls_back_to="deepseek",
)

"""xAI (Grok): tools follow the rules of structured outputs, strict is always on."""

from __future__ import annotations

from leanschema.targets.target import Fact, Limits, Target
from leanschema.targets.vocabulary import (
    CONDITIONAL,
    EXCLUSIVE_RANGE,
    ITEM_COUNTS,
    LABELS,
    LENGTHS,
    PROPERTY_COUNTS,
    RANGE,
    REFERENCES,
    SAFEST_TOOL_NAME,
    SKELETON,
)

_PAGE = (
    "https://docs.x.ai/developers/model-capabilities/text/structured-outputs.md (a "
    "public copy; page of 2026-10-03)"
)

_FACTS = (
    Fact(
        "dialect",
        "Draft 2020-12 is best, draft-07 accepted; strict is always on for tools.",
        (_PAGE,),
        "2026-10-03",
        "documented",
    ),
    Fact(
        "types, enum, const, anyOf",
        "Types, enum, const and anyOf are read; an enum or anyOf without members is refused.",
        (_PAGE,),
        "2026-10-03",
        "documented",
    ),
    Fact("oneOf", "oneOf is read as anyOf.", (_PAGE,), "2026-10-03", "documented"),
    Fact(
        "allOf",
        "allOf is enforced with one member, with more it is a best effort; it stays where it "
        "cannot be merged.",
        (_PAGE,),
        "2026-10-03",
        "documented",
    ),
    Fact(
        "$ref / $defs",
        "References are read where they make no circle.",
        (_PAGE,),
        "2026-10-03",
        "documented",
    ),
    Fact(
        "recursion",
        "Recursion is not supported; it is unrolled.",
        (_PAGE,),
        "2026-10-03",
        "documented",
    ),
    Fact(
        "additionalProperties",
        "An absent additionalProperties means false, unlike JSON Schema: true is written "
        "out. A schema there is not spoken of, so it becomes true.",
        (_PAGE,),
        "2026-10-03",
        "documented",
    ),
    Fact(
        "required",
        "Properties that required does not list are optional.",
        (_PAGE,),
        "2026-10-03",
        "documented",
    ),
    Fact(
        "format",
        "Enforced: date, time, date-time, email, uuid, ipv4, ipv6 and uri; others are accepted.",
        (_PAGE,),
        "2026-10-03",
        "documented",
    ),
    Fact(
        "pattern",
        "A subset of ECMA, implicitly anchored to the whole text, without backreference, \\p, "
        "\\b, lookaround and inline flags; what happens to others is not said, so only "
        "patterns that are anchored already stay.",
        (_PAGE,),
        "2026-10-03",
        "documented",
    ),
    Fact("min/max numbers", "Bounds of numbers are read.", (_PAGE,), "2026-10-03", "documented"),
    Fact(
        "minLength/maxLength, minItems/maxItems, minProperties/maxProperties",
        "Enforced up to 2,048 characters, 256 items and 64 properties, accepted above.",
        (_PAGE,),
        "2026-10-03",
        "documented",
    ),
    Fact(
        "not, if/then/else",
        "Accepted as a hint, not enforced.",
        (_PAGE,),
        "2026-10-03",
        "documented",
    ),
    Fact(
        "boolean property schema",
        "true or false as the schema of a property is refused.",
        (_PAGE,),
        "2026-10-03",
        "documented",
    ),
    Fact(
        "minContains, maxContains",
        "minContains and maxContains are refused.",
        (_PAGE,),
        "2026-10-03",
        "documented",
    ),
    Fact(
        "items list",
        "items as a list is refused; prefixItems is read.",
        (_PAGE,),
        "2026-10-03",
        "documented",
    ),
    Fact(
        "multipleOf, uniqueItems, propertyNames, patternProperties",
        "Not on the page; told in words.",
        (_PAGE,),
        "2026-10-03",
        "unknown",
    ),
    Fact(
        "root",
        "A nullable root object is refused.",
        ("https://github.com/chenyme/grok2api/pull/766",),
        "2026-07-24",
        "observed",
    ),
    Fact(
        "(limit) tools",
        "At most 200 tools in a request.",
        ("https://github.com/router-for-me/CLIProxyAPI/issues/5214",),
        "2026-08-24",
        "observed",
    ),
    Fact(
        "$ref (siblings), anyOf (siblings), (typeless node), array without items, tool name, "
        "default",
        "Not on the page; written in the form that every provider takes: $ref alone, anyOf "
        "with title and description only, a type, items, a tool name that begins with a "
        "letter or _, the default told.",
        (_PAGE,),
        "2026-10-03",
        "unknown",
    ),
)

XAI = Target(
    name="xai",
    title="xAI (Grok)",
    facts=_FACTS,
    keywords=SKELETON.union(
        REFERENCES,
        CONDITIONAL,
        RANGE,
        EXCLUSIVE_RANGE,
        LENGTHS,
        ITEM_COUNTS,
        PROPERTY_COUNTS,
        (
            "title",
            "const",
            "format",
            "pattern",
            "prefixItems",
            "additionalProperties",
            "oneOf",
            "allOf",
            "not",
        ),
    ),
    ref_siblings=frozenset(),
    reads_recursion=False,
    reads_root_reference=False,
    any_of_siblings=LABELS,
    needs_type=True,
    patterns="anchored",
    needs_items=True,
    additional_properties="boolean",
    assumes_closed=True,
    tool_name=SAFEST_TOOL_NAME,
    limits=Limits(max_tools=200),
)

"""Anthropic Messages, a tool with strict: true: a grammar of a subset of the schema."""

from __future__ import annotations

from leanschema.targets.target import Fact, Limits, Target
from leanschema.targets.vocabulary import (
    LABELS,
    LARGEST_SAFE_INTEGER,
    PRIMITIVES,
    REFERENCES,
    SKELETON,
    TOOL_NAME,
)

_GUIDE = "https://platform.claude.com/docs/en/build-with-claude/structured-outputs"
_SDK_HELPER = "PyPI anthropic 2.15.0 lib/_parse/_transform.py"
_GUIDE_AND_COPIES = (_GUIDE, "a public copy of the page (verbatim; one dated 2026-07-13)")

_FACTS = (
    Fact("types", "All seven types are read.", _GUIDE_AND_COPIES, "2026-07-13", "documented"),
    Fact(
        "enum",
        "Members of an enum are text, numbers, booleans or null; capitals in a text are not "
        "guaranteed.",
        _GUIDE_AND_COPIES,
        "2026-07-13",
        "documented",
    ),
    Fact("const", "const is read.", _GUIDE_AND_COPIES, "2026-07-13", "documented"),
    Fact(
        "anyOf",
        "anyOf is read; every parameter with anyOf or a list of types counts to the limit of 16.",
        _GUIDE_AND_COPIES,
        "2026-07-13",
        "documented",
    ),
    Fact(
        "oneOf",
        "Not in the list; the helper of the SDK writes anyOf.",
        (_SDK_HELPER,),
        "2026-11",
        "documented",
    ),
    Fact(
        "allOf",
        "Read with limits, and never with $ref; which limits is not said, so it is merged.",
        _GUIDE_AND_COPIES,
        "2026-07-13",
        "documented",
    ),
    Fact(
        "$ref / $defs / definitions",
        "Local references are read, others refused; the helper of the SDK strips every word "
        "beside $ref, so none is written there.",
        (_GUIDE, "a public copy of the page (verbatim; one dated 2026-07-13)", _SDK_HELPER),
        "2026-07-13",
        "documented",
    ),
    Fact(
        "recursion", "A recursive schema is refused.", _GUIDE_AND_COPIES, "2026-07-13", "documented"
    ),
    Fact(
        "additionalProperties",
        "additionalProperties is false on every object; anything else is refused.",
        _GUIDE_AND_COPIES,
        "2026-07-13",
        "documented",
    ),
    Fact(
        "required",
        "A property may be optional (24 in all).",
        _GUIDE_AND_COPIES,
        "2026-07-13",
        "documented",
    ),
    Fact("default", "default is read on all types.", _GUIDE_AND_COPIES, "2026-07-13", "documented"),
    Fact(
        "format",
        "Only date-time, time, date, duration, email, hostname, uri, ipv4, ipv6 and uuid; "
        "the helper of the SDK moves others into the description.",
        _GUIDE_AND_COPIES,
        "2026-07-13",
        "documented",
    ),
    Fact(
        "pattern",
        "Read without backreference, lookaround, \\b, \\B and large {n,m}; the Python helper "
        "moves every pattern into the description.",
        _GUIDE_AND_COPIES,
        "2026-07-13",
        "documented",
    ),
    Fact(
        "minimum, maximum, exclusive*, multipleOf",
        "Bounds of numbers are refused; told in the description.",
        _GUIDE_AND_COPIES,
        "2026-07-13",
        "documented",
    ),
    Fact(
        "minLength, maxLength",
        "Lengths are refused; told in the description.",
        _GUIDE_AND_COPIES,
        "2026-07-13",
        "documented",
    ),
    Fact("minItems", "minItems may be 0 or 1.", _GUIDE_AND_COPIES, "2026-07-13", "documented"),
    Fact(
        "maxItems, uniqueItems and other array bounds",
        "maxItems, uniqueItems and other bounds of arrays are refused.",
        _GUIDE_AND_COPIES,
        "2026-07-13",
        "documented",
    ),
    Fact(
        "(limit) strict tools",
        "At most 20 strict tools in a request.",
        _GUIDE_AND_COPIES,
        "2026-07-13",
        "documented",
    ),
    Fact(
        "(limit) optional parameters",
        "At most 24 optional parameters over all strict tools of a request; counted here for "
        "one tool.",
        (
            _GUIDE,
            "a public copy of the page (verbatim; one dated 2026-07-13)",
            "https://github.com/genkit-ai/genkit/issues/5230",
        ),
        "2026-07-13",
        "documented",
    ),
    Fact(
        "(limit) union parameters",
        "At most 16 parameters with anyOf or a list of types over all strict tools of a "
        "request; counted here for one tool.",
        _GUIDE_AND_COPIES,
        "2026-07-13",
        "documented",
    ),
    Fact(
        "(limit) grammar",
        "Further limits on the grammar, without numbers, and 180 s to compile it.",
        _GUIDE_AND_COPIES,
        "2026-07-13",
        "documented",
    ),
    Fact(
        "not, if/then/else, patternProperties, propertyNames, prefixItems, dependent*, "
        "unevaluated*, contains",
        "Neither listed as read nor as refused; the helper of the SDK moves every other word "
        "into the description, and so does this target.",
        (_SDK_HELPER,),
        "2026-11",
        "inferred",
    ),
    Fact(
        "(behaviour) key order",
        "Required properties first, then optional, each in schema order.",
        _GUIDE_AND_COPIES,
        "2026-07-13",
        "documented",
    ),
    Fact(
        "tool name, property names, numbers",
        "As with strict off: 64 characters of [a-zA-Z0-9_-], names [a-zA-Z0-9_.-]{1,64}, "
        "numbers within 2^53-1.",
        (
            "https://github.com/modelcontextprotocol/modelcontextprotocol/issues/1345",
            "https://github.com/aws-solutions-library-samples/accelerated-intelligent-document-processing-on-aws/issues/709",
            "https://github.com/RevenueCat/ai-toolkit/issues/26",
        ),
        "2025-08-14 .. 2026-09-22",
        "observed",
    ),
    Fact(
        "title",
        "Not in the list of the guide; no refusal was found, and every generator of schemas "
        "sends it.",
        (_GUIDE,),
        "2026-07-13",
        "inferred",
    ),
    Fact(
        "(typeless node), array without items",
        "Not named; every node is given a type, and every array items, which is the same schema.",
        ("nothing found in the search of 2026-12-01",),
        "2026-12-01",
        "unknown",
    ),
)

ANTHROPIC_STRICT = Target(
    name="anthropic-strict",
    title="Anthropic Messages, strict on",
    facts=_FACTS,
    keywords=SKELETON.union(
        REFERENCES,
        ("title", "const", "default", "format", "pattern", "minItems", "additionalProperties"),
    ),
    ref_siblings=frozenset(),
    reads_recursion=False,
    reads_root_reference=False,
    any_of_siblings=LABELS | {"default"},
    needs_type=True,
    enum_types=PRIMITIVES,
    needs_typed_enum=True,
    formats={
        "string": frozenset(
            (
                "date-time",
                "time",
                "date",
                "duration",
                "email",
                "hostname",
                "uri",
                "ipv4",
                "ipv6",
                "uuid",
            )
        )
    },
    patterns="simple",
    min_items_up_to=1,
    needs_items=True,
    additional_properties="closed",
    needs_known_required=True,
    needs_keywords_of_type=True,
    property_name=r"[a-zA-Z0-9_.-]{1,64}",
    tool_name=TOOL_NAME,
    limits=Limits(
        max_optional_properties=24, max_unions=16, max_integer=LARGEST_SAFE_INTEGER, max_tools=20
    ),
    falls_back_to="anthropic",
)

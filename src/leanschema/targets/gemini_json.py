"""Gemini `parametersJsonSchema`: JSON Schema, by the list published for response schemas."""

from __future__ import annotations

from leanschema.targets.target import Fact, Limits, Target
from leanschema.targets.vocabulary import ITEM_COUNTS, RANGE, REFERENCES, SKELETON

_SDK = "PyPI google-genai 3.6.1 types.Schema / types.FunctionDeclaration (field docs)"

_FACTS = (
    Fact(
        "field",
        "parametersJsonSchema takes JSON Schema and excludes `parameters`; the root "
        "describes an object.",
        (_SDK,),
        "2026-11",
        "documented",
    ),
    Fact(
        "surface",
        "Sources conflict: one client says the field exists on v1beta of the Developer API "
        "alone, google-genai says on both back ends; the choice of the field is the caller's.",
        (
            "https://raw.githubusercontent.com/nousresearch/hermes-agent/main/agent/gemini_schema.py",
            _SDK,
        ),
        "2026-08",
        "observed",
    ),
    Fact(
        "anyOf, bare arrays, $ref/$defs, additionalProperties",
        "A client ships anyOf, arrays without items, references and additionalProperties as "
        "they are; it removes $schema and writes out local references that end.",
        ("https://github.com/NousResearch/hermes-agent/pull/98928",),
        "2026-08-30",
        "observed",
    ),
    Fact(
        "(supported keyword list)",
        "The published list is for responseJsonSchema: $id $defs $ref $anchor type format "
        "title description enum (text and numbers) items prefixItems minItems maxItems "
        "minimum maximum anyOf oneOf (as anyOf) properties additionalProperties required "
        "propertyOrdering. That it governs tools is inferred; other words may be ignored or "
        "refused, so they are told in words.",
        (
            "PyPI google-genai 3.6.1 types.GenerateContentConfig.response_json_schema",
            "https://github.com/tetsuo-ai/agenc-core/issues/1890",
        ),
        "2026-08-31 .. 2026-11",
        "inferred",
    ),
    Fact(
        "$ref siblings",
        "(Response list) beside $ref only words that begin with $.",
        ("PyPI google-genai 3.6.1 response_json_schema",),
        "2026-11",
        "inferred",
    ),
    Fact(
        "recursion",
        "(Response list) a cycle is unrolled a little and may stand in optional properties "
        "only, which no rule here can promise; cycles are unrolled before.",
        ("PyPI google-genai 3.6.1 response_json_schema",),
        "2026-11",
        "inferred",
    ),
    Fact(
        "anyOf (siblings), type lists, (typeless node), items, required, empty text in an "
        "enum, formats",
        "Not known for this field; written as `parameters` wants them (anyOf alone, one "
        "type, items, known names), each of which JSON Schema allows.",
        (
            "https://github.com/lambda-alpha-labs/Graphenium/issues/37",
            "https://github.com/pleaseai/shunt/pull/454",
            "https://github.com/probelabs/probe/issues/569",
            "https://github.com/weave-os/router/pull/65",
        ),
        "2026-02-03 .. 2026-09-16",
        "inferred",
    ),
    Fact(
        "tool name, property names",
        "By the text of the SDK for function declarations: a letter or _ first, then "
        "letters, digits and _ (in tool names also . : -), 64 at most.",
        (_SDK,),
        "2026-11",
        "documented",
    ),
    Fact(
        "(limit) nesting depth",
        "A limit exists and its number is not published; a proxy claims 4 levels of objects "
        "and arrays for response schemas, another client about 5. Written for 5, the root "
        "counted, because the smallest claim is about another field.",
        (
            "https://github.com/google-gemini/gemini-cli/issues/5923",
            "https://github.com/zereight/gitlab-mcp/issues/223",
            "https://github.com/Portkey-AI/gateway/pull/1616",
            "https://github.com/presenton/presenton/pull/327",
        ),
        "2025-08-10 .. 2026-04-20",
        "observed",
    ),
    Fact(
        "(limit) states, tools per request",
        "A sum of maxItems over about 960 in one tool, and long enum values when a call is "
        "forced, were refused; no number is published, so none is enforced. At most 512 "
        "function declarations.",
        (
            "https://github.com/googleapis/python-genai/issues/2170",
            "https://github.com/googleapis/python-genai/issues/2133",
            "https://github.com/google-gemini/gemini-cli/issues/19083",
        ),
        "2026-02-14",
        "observed",
    ),
    Fact(
        "enum (booleans)",
        "The list has text and numbers; a fixed true or false is a boolean, told in the "
        "description.",
        ("PyPI google-genai 3.6.1 types.GenerateContentConfig.response_json_schema",),
        "2026-11",
        "inferred",
    ),
)

GEMINI_JSON = Target(
    name="gemini-json",
    title="Gemini function declarations, `parametersJsonSchema`",
    facts=_FACTS,
    keywords=SKELETON.union(
        REFERENCES, ITEM_COUNTS, RANGE, ("title", "format", "prefixItems", "additionalProperties")
    ),
    ref_siblings=frozenset(),
    reads_recursion=False,
    reads_root_reference=False,
    any_of_siblings=frozenset(),
    needs_type=True,
    reads_type_lists=False,
    enum_types=frozenset(("string", "number", "integer")),
    needs_typed_enum=True,
    reads_empty_string_in_enum=False,
    formats={
        "string": frozenset(("date-time",)),
        "integer": frozenset(("int32", "int64")),
        "number": frozenset(("float", "double")),
    },
    bounded_types=frozenset(("integer", "number")),
    needs_items=True,
    needs_known_required=True,
    needs_non_empty_required=True,
    needs_keywords_of_type=True,
    property_name=r"[A-Za-z_][A-Za-z0-9_]{0,63}",
    tool_name=r"[A-Za-z_][A-Za-z0-9_.:-]{0,63}",
    limits=Limits(max_depth=5, max_tools=512),
)

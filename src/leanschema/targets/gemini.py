"""Gemini `parameters`: the OpenAPI fragment of the Schema message; an unknown word refuses the request."""

from __future__ import annotations

from leanschema.targets.target import Fact, Limits, Target
from leanschema.targets.vocabulary import ITEM_COUNTS, LENGTHS, PROPERTY_COUNTS, RANGE, SKELETON

_SDK = "PyPI google-genai 3.6.1 types.Schema / types.FunctionDeclaration (field docs)"

_FACTS = (
    Fact(
        "allowed fields",
        "Fields of the message: type, format, title, description, nullable, enum, items, "
        "minItems, maxItems, properties, required, propertyOrdering, minProperties, "
        "maxProperties, minimum, maximum, minLength, maxLength, pattern, anyOf, default, "
        "example.",
        (
            _SDK,
            "https://raw.githubusercontent.com/nousresearch/hermes-agent/main/agent/gemini_schema.py",
        ),
        "2026-11",
        "documented",
    ),
    Fact(
        "$schema, additionalProperties, propertyNames, exclusiveMinimum, exclusiveMaximum, "
        "multipleOf, uniqueItems, if/then/else, const",
        "No field of the message: the whole request is refused (Unknown name … Cannot find field).",
        (
            "https://github.com/router-for-me/CLIProxyAPI/issues/97",
            "https://github.com/thClaws/thClaws/issues/172",
            "https://github.com/mpfaffenberger/code_puppy/pull/923",
            "https://github.com/pizza-bot-app/pizza-bot/issues/62",
            "https://github.com/decolua/9router/pull/2317",
            "https://github.com/decolua/9router/pull/3018",
            "https://github.com/zendev-sh/goai/pull/39",
            "https://github.com/danny-avila/LibreChat/pull/11784",
        ),
        "2025-10-07 .. 2026-09-07",
        "observed",
    ),
    Fact(
        "oneOf, allOf, not, patternProperties, prefixItems, contains, unevaluatedProperties, "
        "unevaluatedItems, contentSchema, dependentRequired, dependentSchemas, examples, "
        "readOnly, deprecated",
        "No field of the message; the SDK refuses them as extra inputs, and by the same rule "
        "so does the API.",
        (_SDK, "the SDK, run here"),
        "2026-11",
        "inferred",
    ),
    Fact(
        "type",
        "One word for the type, in capitals on the wire; a list is refused: null is "
        "nullable, other unions are anyOf.",
        ("https://github.com/epam/ai-dial-adapter-vertexai/issues/219", _SDK),
        "2025-04-22",
        "observed",
    ),
    Fact(
        "enum",
        "Every member is text and none is empty; on integer and number nodes one source "
        "shows members as text, another refuses the enum. Sources conflict; written so that "
        "both accept: a string node with the values as text, which keeps the choice closed, "
        "and `Lowered.restore` turns the argument back.",
        (
            "https://github.com/weave-os/router/pull/65",
            "https://github.com/diegosouzapw/OmniRoute/pull/760",
            "https://github.com/anomalyco/opencode/issues/12784",
            "https://github.com/sbroenne/mcp-server-excel/issues/607",
            _SDK,
        ),
        "2026-02-09 .. 2026-05-12",
        "observed",
    ),
    Fact(
        "format",
        "Sources conflict: live errors allow enum and date-time on text, int32 and int64 on "
        "integers, float and double on numbers, the SDK lists more; written so that both "
        "accept: the short list.",
        ("https://github.com/hideya/langchain-mcp-tools-ts/issues/36", _SDK),
        "2025-06-17 .. 2025-06-27",
        "observed",
    ),
    Fact(
        "anyOf (siblings)",
        "Where anyOf stands nothing else may: the description moves into the branches, null "
        "into their nullable.",
        (
            "https://github.com/lambda-alpha-labs/Graphenium/issues/37",
            "https://github.com/vercel/ai/pull/19000",
        ),
        "2026-07-05 .. 2026-09-16",
        "observed",
    ),
    Fact(
        "$ref / $defs",
        "Refused, or refused beside other words than description and default, by report; "
        "written out in place.",
        (
            "https://github.com/anomalyco/opencode/issues/12295",
            "https://github.com/su-kaka/gcli2api/pull/374",
            "https://github.com/zendev-sh/goai/pull/39",
        ),
        "2026-02-05 .. 2026-05-09",
        "observed",
    ),
    Fact(
        "required",
        "required stands on objects only and names only what properties has; it is never empty.",
        (
            "https://github.com/probelabs/probe/issues/569",
            "https://github.com/NousResearch/hermes-agent/pull/64054",
            "https://github.com/anomalyco/opencode/issues/11889",
        ),
        "2026-02-03 .. 2026-07-14",
        "observed",
    ),
    Fact(
        "required (nested)",
        "Sources conflict: one report says that nested required silences the model, others "
        "ship it; it is kept, because without it more wrong arguments pass and no request "
        "was refused.",
        ("https://github.com/ag-ui-protocol/ag-ui/pull/1664",),
        "2026-05-12",
        "observed",
    ),
    Fact(
        "items",
        "Every array, also as a branch, has items, and items stands on arrays only.",
        (
            "https://github.com/pleaseai/shunt/pull/454",
            "https://github.com/anomalyco/opencode/pull/49392",
        ),
        "2026",
        "observed",
    ),
    Fact(
        "properties on OBJECT",
        "Sources conflict: an object without properties was refused in 2025, accepted in "
        "2026. An open map has no other spelling that takes the same arguments, so it stays.",
        ("user report map-008",),
        "2025-03-20",
        "observed",
    ),
    Fact(
        "root",
        "Root must be OBJECT.",
        (
            "https://github.com/vercel/ai/issues/9761",
            "https://github.com/BerriAI/litellm/issues/41639",
        ),
        "2025-10-23",
        "observed",
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
        "2025-08-10",
        "observed",
    ),
    Fact(
        "(limit) states",
        "Large enums, long texts and many tools can be refused for too many states; measured "
        "by users: a sum of maxItems over about 960 in one tool, and long enum values when a "
        "call is forced. No number is published, so none is enforced here.",
        (
            "user report size-003",
            "https://github.com/googleapis/python-genai/issues/2170",
            "https://github.com/googleapis/python-genai/issues/2133",
        ),
        "2026-08-17",
        "observed",
    ),
    Fact(
        "function name",
        "Starts with a letter or _, then letters, digits and _ . : -; sources conflict on 64 "
        "or 128 characters; written so that both accept: 64.",
        ("https://github.com/kaitranntt/ccs/issues/25", _SDK),
        "2025-11-30 .. 2026-11",
        "documented",
    ),
    Fact(
        "parameter names",
        "By the text of the SDK a name starts with a letter or _, then letters, digits and "
        "_, 64 at most; no error was seen, but renaming and mapping back costs nothing.",
        (_SDK,),
        "2026-11",
        "documented",
    ),
    Fact(
        "(typeless node)",
        "Sources conflict: a node without a type is refused in an old error text, {} was "
        "accepted by newer models; written so that both accept: a type, or anyOf of typed "
        "branches.",
        ("https://github.com/danny-avila/LibreChat/issues/6971",),
        "2025 .. 2026",
        "observed",
    ),
    Fact(
        "title, default",
        "Sources conflict: reports of 2024 saw them refused, the message lists them now; "
        "written so that both accept: left out, the default told in the description.",
        ("https://github.com/promptfoo/promptfoo/issues/6902", _SDK),
        "2024 .. 2026-11",
        "observed",
    ),
    Fact(
        "pattern",
        "A field of the message; whether lookaround is read is unknown, so such a pattern is "
        "told in words.",
        (_SDK,),
        "2026-11",
        "unknown",
    ),
    Fact(
        "(limit) tools per request",
        "At most 512 function declarations.",
        ("https://github.com/google-gemini/gemini-cli/issues/19083",),
        "2026-02-14",
        "observed",
    ),
)

GEMINI = Target(
    name="gemini",
    title="Gemini function declarations, `parameters`",
    facts=_FACTS,
    # title and default are left out: see the facts.
    keywords=SKELETON.union(
        ITEM_COUNTS, PROPERTY_COUNTS, RANGE, LENGTHS, ("nullable", "format", "pattern")
    ),
    vocabulary="openapi",
    reads_recursion=False,
    reads_root_reference=False,
    any_of_siblings=frozenset(),
    needs_type=True,
    reads_type_lists=False,
    enum_types=frozenset(("string",)),
    needs_typed_enum=True,
    reads_empty_string_in_enum=False,
    stringifies_enums=True,
    formats={
        "string": frozenset(("enum", "date-time")),
        "integer": frozenset(("int32", "int64")),
        "number": frozenset(("float", "double")),
    },
    patterns="no-lookaround",
    bounded_types=frozenset(("integer", "number")),
    needs_items=True,
    additional_properties="unread",
    needs_known_required=True,
    needs_non_empty_required=True,
    needs_keywords_of_type=True,
    property_name=r"[A-Za-z_][A-Za-z0-9_]{0,63}",
    tool_name=r"[A-Za-z_][A-Za-z0-9_.:-]{0,63}",
    limits=Limits(max_depth=5, max_tools=512),
)

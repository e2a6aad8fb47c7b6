"""OpenAI, a function that is not strict: the whole schema is a hint, few words are refused."""

from __future__ import annotations

from leanschema.targets.target import Fact, Limits, Target
from leanschema.targets.vocabulary import (
    ANNOTATIONS,
    CONDITIONAL,
    DRAFT_2020_12,
    NAMED_BY_PATTERN,
    STANDARD_FORMATS,
    TOOL_NAME,
)

_FACTS = (
    Fact(
        "root",
        "The root has type object and none of oneOf, anyOf, allOf, enum and not beside it.",
        (
            "https://github.com/Lingtai-AI/lingtai-kernel/issues/113",
            "https://github.com/openai/codex/issues/42283",
            "https://github.com/langchain-ai/langchain-mcp-adapters/issues/137",
        ),
        "2026",
        "observed",
    ),
    Fact(
        "parameters absent",
        "Omitting parameters means an empty parameter list.",
        ("PyPI openai 3.57.0 types/shared/function_definition.py",),
        "2026-11",
        "documented",
    ),
    Fact(
        "root properties",
        'A bare {"type": "object"} was refused, so `properties` is always written, if need '
        "be as {}.",
        ("https://github.com/langchain-ai/langchain-mcp-adapters/issues/137",),
        "2025-05-08",
        "observed",
    ),
    Fact(
        "items",
        "Every array, also inside anyOf, has `items`, and `items` is one schema, never a "
        "list of them.",
        ("https://github.com/tadata-org/fastapi_mcp/issues/165",),
        "2026-03-05",
        "observed",
    ),
    Fact(
        "oneOf (nested)",
        "Sources conflict: one thread saw nested oneOf refused with strict off, another saw "
        "a root union accepted; written so that both accept: anyOf.",
        (
            "https://github.com/can1357/oh-my-pi/issues/920",
            "https://github.com/windoze95/cantinarr/issues/497",
        ),
        "2026-05-02",
        "observed",
    ),
    Fact(
        "$ref / $defs",
        "Sources conflict on recursion: accepted in one report, denied in another, whose own "
        "error is about a reference by a bare name; the guide allows cycles even when strict "
        "and the published coding agent sends them, so they are kept, as #/$defs/NAME.",
        (
            "https://github.com/openai/codex/issues/3152",
            "https://github.com/vercel/ai/issues/19488",
            "https://github.com/luxus/pi-hindsight/issues/365",
        ),
        "2025 .. 2026",
        "observed",
    ),
    Fact(
        "pattern",
        "A pattern with lookaround is refused; any other that a Python-like checker compiles "
        "stays.",
        ("https://github.com/tombii/better-ccflare/issues/357",),
        "2026-07-30",
        "observed",
    ),
    Fact(
        "meta-schema validity",
        "The schema is checked against the meta-schema of JSON Schema: required: false is refused.",
        ("user report req-005",),
        "2026-05-19",
        "observed",
    ),
    Fact(
        "tool name",
        "a-z A-Z 0-9 _ - ; at most 64 characters.",
        ("PyPI openai 3.57.0 types/shared/function_definition.py",),
        "2026-11",
        "documented",
    ),
    Fact(
        "tool description",
        "A description of a tool over 1,024 characters was refused in 2025 (Chat "
        "Completions); the type documentation names no limit, so the number is kept.",
        (
            "https://github.com/janwilmake/openapi-mcp-server/issues/23",
            "https://github.com/getsentry/sentry-mcp/issues/106",
        ),
        "2025-04-25",
        "observed",
    ),
    Fact(
        "strict omitted",
        "Chat Completions takes an absent `strict` as false; Responses may try the strict "
        "form first, so send strict: false.",
        ("https://github.com/Zoo-Code-Org/Zoo-Code/pull/1124",),
        "2026",
        "inferred",
    ),
    Fact(
        "other keywords (allOf nested, not, if, const, format, default, "
        "additionalProperties, min/max...)",
        "No rule was found that refuses not, const, format, default, additionalProperties or "
        "bounds when strict is false; they act as hints and are kept.",
        ("nothing found in the search of 2026-12-01",),
        "2026-12-01",
        "unknown",
    ),
    Fact(
        "(limit) tools per request",
        "At most 128 tools in a request (Chat Completions, seen until 2025-09).",
        (
            "https://github.com/zed-industries/zed/issues/32946",
            "https://github.com/musistudio/claude-code-router/issues/686",
        ),
        "2025-08-23",
        "observed",
    ),
    Fact(
        "enum (duplicates)",
        "A client refused an enum with a member twice; whether OpenAI does is unknown, so "
        "members are unique.",
        ("user report enum-011",),
        "2026-02-06",
        "observed",
    ),
    Fact(
        "allOf (nested)",
        "allOf inside a property was refused with the words of the strict checker; merged "
        "into one schema.",
        ("https://github.com/makenotion/notion-mcp-server/issues/102",),
        "2025-08-07",
        "observed",
    ),
    Fact(
        "if, then, else",
        "Not shown to be refused when strict is off; the strict checker refuses them, and "
        "Responses may try strict first, so they are told in words.",
        (
            "https://developers.openai.com/api/docs/guides/structured-outputs#supported-schemas",
            "https://github.com/Zoo-Code-Org/Zoo-Code/pull/1124",
        ),
        "2026-02 .. 2026",
        "inferred",
    ),
    Fact(
        "propertyNames, patternProperties",
        "Clients that serve OpenAI send neither: the value schemas move to "
        "additionalProperties, which loses nothing where any name is allowed.",
        ("https://github.com/vercel/ai/pull/20621", "https://github.com/gsd-build/gsd-2/pull/1354"),
        "2026-09-10",
        "inferred",
    ),
    Fact(
        "prefixItems",
        "Whether a tuple is taken is unknown; `items` with a union of the positions and the "
        "counts is a spelling that is.",
        ("https://github.com/pleaseai/shunt/pull/454",),
        "2026-09-03",
        "unknown",
    ),
    Fact(
        "format",
        "Formats that JSON Schema or OpenAPI do not name (uint32), or that are of another "
        "type (int64 on a string), fail in clients and go; the rest are kept on their own "
        "type.",
        (
            "https://github.com/anomalyco/opencode/issues/31002",
            "https://github.com/google-gemini/gemini-cli/issues/6948",
        ),
        "2026-06-05",
        "observed",
    ),
    Fact(
        "nullable, readOnly, writeOnly, example, xml, discriminator",
        "Words of OpenAPI that JSON Schema does not know: null moves into the type, the others go.",
        ("https://github.com/tadata-org/fastapi_mcp/issues/218",),
        "2025-08-12",
        "observed",
    ),
    Fact(
        "$ref (siblings)",
        "The strict checker refuses any word beside $ref; with strict off the published "
        "coding agent sends descriptions there, so annotations stay and constraints are "
        "merged.",
        (
            "https://github.com/camel-ai/camel/issues/3001",
            "https://github.com/openai/codex/pull/23904",
        ),
        "2025-08-10 .. 2026",
        "inferred",
    ),
)

OPENAI = Target(
    name="openai",
    title="OpenAI Responses and Chat Completions, strict off",
    facts=_FACTS,
    keywords=DRAFT_2020_12
    - CONDITIONAL
    - NAMED_BY_PATTERN
    - {"prefixItems", "oneOf", "allOf", "readOnly", "writeOnly"},
    # A constraint beside a reference is one that older readers skip.
    ref_siblings=ANNOTATIONS,
    formats=STANDARD_FORMATS,
    patterns="no-lookaround",
    needs_items=True,
    tool_name=TOOL_NAME,
    limits=Limits(max_tools=128, max_tool_description_characters=1024),
)

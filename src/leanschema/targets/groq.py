"""Groq: little is known of its request check; the server checks the arguments by the schema."""

from __future__ import annotations

from leanschema.targets.target import Fact, Target
from leanschema.targets.vocabulary import LENGTHS, PRIMITIVES, RANGE, SKELETON, TOOL_NAME

_FACTS = (
    Fact(
        "required without properties",
        "required without properties is refused.",
        (
            "https://github.com/livekit/agents/issues/4610",
            "https://github.com/usestrix/strix/issues/1204",
        ),
        "2026-01-24 .. 2026-08-31",
        "observed",
    ),
    Fact(
        "(behaviour) argument check",
        "The server checks the arguments by the schema and answers 400; models write null "
        "for optional fields, so a tool should admit null there. That is the tool's to say: "
        "a lowering that adds it would have to take it back.",
        (
            "https://github.com/vierisid/jarvis/pull/199",
            "https://github.com/mastra-ai/mastra/issues/13223",
        ),
        "2026-05-14",
        "observed",
    ),
    Fact(
        "strict (structured outputs)",
        "strict: true (structured outputs, two models) needs all required and "
        "additionalProperties false; not used by this target.",
        ("https://console.groq.com/docs/structured-outputs",),
        "2026",
        "documented",
    ),
    Fact(
        "minItems/maxItems in response_format",
        "Refused in a response format, unknown for tools; told in words.",
        ("https://github.com/i-am-bee/beeai-framework/issues/1215",),
        "2025-10-22",
        "observed",
    ),
    Fact(
        "tool name",
        "a-z A-Z 0-9 _ - , at most 64.",
        ("PyPI groq 1.7.0 types/shared/function_definition.py",),
        "2026",
        "documented",
    ),
    Fact(
        "$ref, combiners, formats",
        "Nothing was found for tools; references are written out, anyOf stands alone on "
        "typed branches, formats and other combiners are told in words.",
        ("nothing found in the search of 2026-12-01",),
        "2026-12-01",
        "unknown",
    ),
    Fact(
        "minimum, maximum, minLength, maxLength, pattern, title, additionalProperties",
        "Nothing was found for tools; every other provider without a strict grammar takes "
        "them on the type they fit, and the server checks arguments as JSON Schema.",
        (
            "https://github.com/vierisid/jarvis/pull/199",
            "nothing found in the search of 2026-12-01",
            "repo MoonshotAI/walle @196bb0c (2026-06-29)",
        ),
        "2026-05-14 .. 2026-06-29",
        "inferred",
    ),
)

GROQ = Target(
    name="groq",
    title="Groq",
    facts=_FACTS,
    keywords=SKELETON.union(RANGE, LENGTHS, ("title", "pattern", "additionalProperties")),
    reads_recursion=False,
    reads_root_reference=False,
    any_of_siblings=frozenset(),
    needs_type=True,
    reads_type_lists=False,
    enum_types=PRIMITIVES,
    needs_typed_enum=True,
    patterns="no-lookaround",
    bounded_types=frozenset(("integer", "number")),
    needs_items=True,
    needs_known_required=True,
    needs_keywords_of_type=True,
    tool_name=TOOL_NAME,
)

"""Mistral: the schema is checked by the meta-schemas of JSON Schema."""

from __future__ import annotations

from leanschema.targets.target import Fact, Target
from leanschema.targets.vocabulary import (
    EXCLUSIVE_RANGE,
    ITEM_COUNTS,
    LENGTHS,
    PRIMITIVES,
    RANGE,
    SKELETON,
    STANDARD_FORMATS,
    TOOL_NAME,
)

_FACTS = (
    Fact(
        "parameters",
        "parameters is mandatory, strict optional; a word beside parameters "
        "(function.required) is refused.",
        (
            "PyPI mistralai 3.7.0 client/models/function.py",
            "https://github.com/mistralai/client-python/issues/91",
        ),
        "2024-05-18 .. 2026-11",
        "documented",
    ),
    Fact(
        "meta-schema validity",
        "The schema is checked by meta-schemas; boolean exclusiveMinimum was refused.",
        ("https://github.com/SylphxAI/pdf-reader-mcp/issues/63",),
        "2025-05-22",
        "observed",
    ),
    Fact(
        "tool name",
        "Letters, digits, _ and -, 64 at most.",
        ("https://github.com/Kochava-Studios/witsy/pull/164",),
        "2025-04-04",
        "observed",
    ),
    Fact(
        "format, minLength, anyOf, additionalProperties",
        "They stood in a schema that was refused for exclusiveMinimum alone; no refusal of "
        "them was found.",
        ("https://github.com/SylphxAI/pdf-reader-mcp/issues/63",),
        "2025-05-22",
        "inferred",
    ),
    Fact(
        "$ref, root combiners, strict subset, limits",
        "Nothing was found; references are written out, the root has no combiner, nested "
        "ones become anyOf or words.",
        ("nothing found in the search of 2026-12-01",),
        "2026-12-01",
        "unknown",
    ),
    Fact(
        "title, default, bounds, lengths, counts of items, pattern",
        "No refusal was found, and the meta-schemas know them; lookaround is left out, as "
        "the engine is unknown.",
        ("https://github.com/SylphxAI/pdf-reader-mcp/issues/63",),
        "2025-05-22",
        "inferred",
    ),
)

MISTRAL = Target(
    name="mistral",
    title="Mistral",
    facts=_FACTS,
    keywords=SKELETON.union(
        RANGE,
        EXCLUSIVE_RANGE,
        LENGTHS,
        ITEM_COUNTS,
        ("title", "default", "format", "pattern", "additionalProperties"),
    ),
    reads_recursion=False,
    reads_root_reference=False,
    any_of_siblings=frozenset(("title", "description", "default")),
    needs_type=True,
    reads_type_lists=False,
    enum_types=PRIMITIVES,
    needs_typed_enum=True,
    formats=STANDARD_FORMATS,
    patterns="no-lookaround",
    bounded_types=frozenset(("integer", "number")),
    needs_items=True,
    needs_known_required=True,
    needs_keywords_of_type=True,
    tool_name=TOOL_NAME,
)

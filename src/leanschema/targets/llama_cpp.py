"""llama.cpp: the schema becomes a grammar, and what the converter does not know is skipped."""

from __future__ import annotations

from leanschema.targets.target import Fact, Limits, Target
from leanschema.targets.vocabulary import (
    EXCLUSIVE_RANGE,
    ITEM_COUNTS,
    LABELS,
    LENGTHS,
    RANGE,
    SAFEST_TOOL_NAME,
    SKELETON,
)

_README = "repo ggml-org/llama.cpp grammars/README.md @363a490"

_FACTS = (
    Fact(
        "additionalProperties",
        "An absent additionalProperties means false, so it is always written; true may give "
        "keys with raw newlines.",
        (_README,),
        "2026",
        "documented",
    ),
    Fact(
        "unsupported features",
        "Words that the converter does not know are skipped in silence.",
        (_README,),
        "2026",
        "documented",
    ),
    Fact(
        "properties with anyOf/oneOf",
        "properties and a union cannot stand on one node: the converter reads the union and "
        "skips all else.",
        (_README,),
        "2026",
        "documented",
    ),
    Fact("prefixItems", "prefixItems is broken, items works.", (_README,), "2026", "documented"),
    Fact(
        "minimum/maximum/exclusive*",
        "Bounds work on integers, not on numbers.",
        (_README,),
        "2026",
        "documented",
    ),
    Fact(
        "$ref (nested)",
        "References inside definitions are broken, remote ones not read; written out in place.",
        (_README,),
        "2026",
        "documented",
    ),
    Fact("pattern", "A pattern starts with ^ and ends with $.", (_README,), "2026", "documented"),
    Fact(
        "format",
        "uri and email are missing; the converter has date, time, date-time and uuid.",
        (_README,),
        "2026",
        "documented",
    ),
    Fact("patternProperties", "Not supported.", (_README,), "2026", "documented"),
    Fact(
        "uniqueItems, contains, minContains, $anchor, not, if/then/else, dependentSchemas",
        "Not supported and not planned.",
        (_README,),
        "2026",
        "documented",
    ),
    Fact(
        "(typeless node)",
        "{} is read as an object and not as anything, so every node has a type.",
        ("llama.cpp common/json-schema-to-grammar.cpp and its Python twin, several public copies",),
        "2026-12-01",
        "observed",
    ),
    Fact(
        "enum, const",
        "Any JSON value may be a member.",
        ("llama.cpp common/json-schema-to-grammar.cpp and its Python twin, several public copies",),
        "2026-12-01",
        "observed",
    ),
    Fact(
        "type lists",
        "One branch for each type; the Python twin drops the words beside the list, so only "
        "title and description stand there.",
        ("llama.cpp common/json-schema-to-grammar.cpp and its Python twin, several public copies",),
        "2026-12-01",
        "observed",
    ),
    Fact(
        "minimum, maximum (size)",
        "Older builds read a bound as 32 bits, newer ones as 64; written so that both "
        "accept: within 2^31-1.",
        ("llama.cpp common/json-schema-to-grammar.cpp and its Python twin, several public copies",),
        "2026-12-01",
        "observed",
    ),
    Fact(
        "allOf, oneOf, multipleOf, minProperties",
        "allOf of objects is read in part, oneOf as anyOf, the others not at all; rewritten "
        "or told in words.",
        ("llama.cpp common/json-schema-to-grammar.cpp and its Python twin, several public copies",),
        "2026-12-01",
        "observed",
    ),
)

LLAMA_CPP = Target(
    name="llama-cpp",
    title="llama.cpp server",
    facts=_FACTS,
    keywords=SKELETON.union(
        RANGE,
        EXCLUSIVE_RANGE,
        LENGTHS,
        ITEM_COUNTS,
        ("title", "default", "const", "format", "pattern", "additionalProperties"),
    ),
    reads_recursion=False,
    reads_root_reference=False,
    any_of_siblings=LABELS,
    needs_type=True,
    type_list_siblings=LABELS,
    formats={"string": frozenset(("date", "time", "date-time", "uuid"))},
    patterns="anchored",
    bounded_types=frozenset(("integer",)),
    needs_known_required=True,
    needs_keywords_of_type=True,
    assumes_closed=True,
    tool_name=SAFEST_TOOL_NAME,
    limits=Limits(max_integer=2**31 - 1),
)

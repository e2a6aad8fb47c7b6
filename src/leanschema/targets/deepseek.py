"""DeepSeek, a function that is not strict: an API made after OpenAI's."""

from __future__ import annotations

from leanschema.targets.target import Fact, Limits, Target
from leanschema.targets.vocabulary import (
    ANNOTATIONS,
    ITEM_COUNTS,
    NUMBERS,
    PROPERTY_COUNTS,
    REFERENCES,
    SKELETON,
    STANDARD_FORMATS,
    TEXT,
    TOOL_NAME,
)

_FACTS = (
    Fact(
        "root type",
        "A schema without type object at the root is refused, strict or not.",
        ("https://github.com/farion1231/cc-switch/issues/5048",),
        "2026-07-06",
        "observed",
    ),
    Fact(
        "root oneOf/anyOf/allOf/enum/not",
        "oneOf, anyOf, allOf, enum and not at the root are refused, by one thread, with the "
        "words of OpenAI.",
        ("https://github.com/Lingtai-AI/lingtai-kernel/issues/113",),
        "2026",
        "observed",
    ),
    Fact(
        "type beside anyOf",
        "The official endpoint accepts a type beside anyOf.",
        ("https://github.com/14790897/MiqroForge-Desktop/issues/1165",),
        "2026-09-21",
        "observed",
    ),
    Fact(
        "tool name",
        "a-z A-Z 0-9 _ - , at most 64.",
        (
            "https://docs.rs/crate/ds-api/latest/source/src/raw/request/tool.rs (quotes the API "
            "text)",
        ),
        "2026",
        "documented",
    ),
    Fact(
        "all other keywords, not strict",
        "No rule was found for any other word without strict. Written as for `openai`, less "
        "what that target keeps only because OpenAI takes it: words with a simpler spelling "
        "(contains, dependent*, unevaluated*, not) are told in the description.",
        ("nothing found in the search of 2026-12-01",),
        "2026-12-01",
        "unknown",
    ),
    Fact(
        "$ref, $defs, recursion",
        "Documented for strict functions, cycles too, with the spelling $def; a plain "
        "function is not checked that far, so $defs is kept, alone on its node.",
        (
            "https://api-docs.deepseek.com/guides/tool_calls (copy: repo petehsu/LLM-Docs "
            "docs-site/docs/DeepSeek/English/guides/tool_calls.md)",
        ),
        "2026-09",
        "inferred",
    ),
    Fact(
        "items, pattern, tools per request",
        "As `openai`: every array has items, no lookaround, 128 tools.",
        (
            "https://github.com/tadata-org/fastapi_mcp/issues/165",
            "https://github.com/tombii/better-ccflare/issues/357",
            "https://github.com/zed-industries/zed/issues/32946",
        ),
        "2025-08-23 .. 2026-07-30",
        "inferred",
    ),
)

DEEPSEEK = Target(
    name="deepseek",
    title="DeepSeek, strict off",
    facts=_FACTS,
    keywords=SKELETON.union(
        REFERENCES,
        ANNOTATIONS,
        TEXT,
        NUMBERS,
        ITEM_COUNTS,
        PROPERTY_COUNTS,
        ("const", "uniqueItems", "additionalProperties"),
    ),
    ref_siblings=frozenset(),
    reads_root_reference=False,
    formats=STANDARD_FORMATS,
    patterns="no-lookaround",
    needs_items=True,
    tool_name=TOOL_NAME,
    limits=Limits(max_tools=128),
)

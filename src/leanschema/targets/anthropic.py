"""Anthropic Messages, a tool that is not strict: 2020-12 below the root, nothing enforced."""

from __future__ import annotations

from leanschema.targets.target import Fact, Limits, Target
from leanschema.targets.vocabulary import (
    DRAFT_2020_12,
    LARGEST_SAFE_INTEGER,
    STANDARD_FORMATS,
    TOOL_NAME,
)

_FACTS = (
    Fact(
        "root type",
        "input_schema has type object; other words may stand beside it.",
        ("PyPI anthropic 2.15.0 types/tool_param.py",),
        "2026-11",
        "documented",
    ),
    Fact(
        "root oneOf/anyOf/allOf",
        "oneOf, anyOf and allOf are refused at the root, with the whole request; nested they "
        "are accepted.",
        (
            "https://github.com/anthropics/claude-code/issues/5973",
            "https://github.com/marianfoo/mcp-sap-docs/pull/51",
            "https://github.com/windoze95/cantinarr/issues/497",
            "https://github.com/langchain-ai/langchainjs/issues/11302",
        ),
        "2025-08-17 .. 2026-08-23",
        "observed",
    ),
    Fact(
        "meta-schema validity",
        "The whole schema is valid by draft 2020-12: required: false, text in minimum, enum: "
        "null and boolean exclusiveMinimum are refused.",
        (
            "https://github.com/anthropics/claude-code/issues/86665",
            "https://github.com/anthropics/claude-code/issues/9605",
            "https://github.com/kestra-io/kestra/pull/17075",
        ),
        "2025-02-28 .. 2026-08-14",
        "observed",
    ),
    Fact(
        "property names",
        "Sources conflict: two measurements say that only names at the root are checked, one "
        "client renames nested ones; written so that both accept: [a-zA-Z0-9_.-]{1,64} at "
        "every depth.",
        (
            "https://github.com/aws-solutions-library-samples/accelerated-intelligent-document-processing-on-aws/issues/709",
            "https://github.com/decocms/studio/pull/6874",
            "https://github.com/beautyfree/appstore-connect-mcp/issues/2",
            "https://github.com/valon-technologies/gestalt/pull/272",
        ),
        "2026-03-31 .. 2026-09-02",
        "observed",
    ),
    Fact(
        "tool name",
        "Sources conflict: 128 characters in the newest errors, 64 until the middle of 2025 "
        "and in tool references in 2026; written so that both accept: 64, no dot.",
        (
            "https://github.com/modelcontextprotocol/modelcontextprotocol/issues/1345",
            "https://github.com/nicobailon/pi-mcp-adapter/pull/190",
            "https://github.com/anthropics/claude-code/issues/96152",
            "https://github.com/anthropics/claude-code/issues/20830",
        ),
        "2025-08-14 .. 2026-09-22",
        "observed",
    ),
    Fact(
        "$ref / $defs",
        "Local references are taken; one into #/properties was refused as not found after a "
        "client had moved it, so only # and #/$defs/NAME are written. Nothing was found that "
        "refuses a cycle when the tool is not strict.",
        (
            "https://github.com/anthropics/claude-code/issues/82652",
            "https://github.com/yc-software/qm/pull/622",
        ),
        "2026-08-15 .. 2026-08-20",
        "observed",
    ),
    Fact(
        "$ref",
        "Custom tools of Managed Agents refuse references anywhere, root combiners and names "
        "outside [a-zA-Z0-9_.-]{1,64}; that is another API, which `portable` suits.",
        (
            "https://github.com/diegosouzapw/OmniRoute/issues/13552",
            "https://platform.claude.com/docs/en/managed-agents/self-hosted-sandboxes",
        ),
        "2026-09-15",
        "documented",
    ),
    Fact(
        "integer literals beyond 64 bit range",
        'A number beyond 64 bits is refused ("int too big to convert"); the exact border is '
        "unknown, so it is drawn at 2^53-1.",
        ("https://github.com/RevenueCat/ai-toolkit/issues/26",),
        "2026-06-20",
        "observed",
    ),
    Fact(
        "{} property",
        "An untyped property is accepted, but its arguments come back as text; it gets the "
        "list of all types.",
        ("https://github.com/anthropics/claude-code/issues/82652",),
        "2026-08-15",
        "observed",
    ),
    Fact(
        "pattern, format, min/max, if/then/else (nested), patternProperties, not, const, "
        "prefixItems",
        "No refusal was found for nested pattern, format, bounds, conditions, "
        "patternProperties, not, const or prefixItems in a valid schema; nothing is "
        "enforced, so all are kept as hints.",
        ("https://github.com/tombii/better-ccflare/issues/357",),
        "2026",
        "inferred",
    ),
    Fact(
        "enum null / required null",
        "enum: null and required: null break the check against 2020-12; the word goes.",
        ("user report enum-010", "user report req-004"),
        "2026-03-19",
        "observed",
    ),
    Fact(
        "format",
        "Formats that JSON Schema or OpenAPI do not name (uint32), or that are of another "
        "type, fail in clients and go; the rest are kept on their own type.",
        ("https://github.com/anomalyco/opencode/issues/31002",),
        "2026-06-05",
        "observed",
    ),
    Fact(
        "nullable, readOnly, writeOnly, example, xml, discriminator",
        "Words of OpenAPI: null moves into the type, the others go.",
        ("https://github.com/tadata-org/fastapi_mcp/issues/218",),
        "2025-08-12",
        "observed",
    ),
)

ANTHROPIC = Target(
    name="anthropic",
    title="Anthropic Messages, strict off",
    facts=_FACTS,
    keywords=DRAFT_2020_12 - {"readOnly", "writeOnly"},
    needs_type=True,
    formats=STANDARD_FORMATS,
    property_name=r"[a-zA-Z0-9_.-]{1,64}",
    tool_name=TOOL_NAME,
    limits=Limits(max_integer=LARGEST_SAFE_INTEGER),
)

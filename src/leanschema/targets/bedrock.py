"""Amazon Bedrock Converse: one form for Claude and for Nova."""

from __future__ import annotations

from leanschema.targets.target import Fact, Limits, Target
from leanschema.targets.vocabulary import (
    DRAFT_2020_12,
    LARGEST_SAFE_INTEGER,
    REFERENCES,
    STANDARD_FORMATS,
    TOOL_NAME,
)

_BOTOCORE = "PyPI botocore 1.44.8 data/bedrock-runtime service-2"

_FACTS = (
    Fact(
        "toolSpec.name",
        "Letters, digits, _ and -, 64 at most, by the service model; an old page asked for a "
        "letter first and no -, and is taken as old.",
        (_BOTOCORE, "https://github.com/aws/aws-sdk-js-v3/issues/7287"),
        "2026-11",
        "documented",
    ),
    Fact(
        "toolSpec.description",
        "The description of a tool may be absent, and is not empty.",
        (_BOTOCORE,),
        "2026-11",
        "documented",
    ),
    Fact(
        "inputSchema.json root",
        "The root is an object; below it the service model takes any JSON document.",
        (_BOTOCORE,),
        "2026-11",
        "documented",
    ),
    Fact(
        "Claude models",
        "Claude models follow the Anthropic API, errors included: draft 2020-12, names "
        "[a-zA-Z0-9_.-]{1,64}.",
        (
            "https://github.com/aws-solutions-library-samples/accelerated-intelligent-document-processing-on-aws/issues/709",
            "https://github.com/acomagu/vscode-as-mcp-server/issues/6",
        ),
        "2026-08-31",
        "observed",
    ),
    Fact(
        "Nova models: root keys",
        "Nova reads type, properties and required at the root; any other word there makes it "
        "ignore the tool, without an error. So no $defs: references are written out.",
        ("https://docs.aws.amazon.com/nova/latest/userguide/prompting-tool-troubleshooting.html",),
        "2025 .. 2026",
        "documented",
    ),
    Fact(
        "strict:true",
        "strict: true is checked by a subset like that of anthropic-strict; the page was not "
        "read to its end, and this target is not strict.",
        ("https://docs.aws.amazon.com/bedrock/latest/userguide/structured-output.html",),
        "2026",
        "documented",
    ),
    Fact(
        "nested keywords",
        "The service model takes any document, and Claude takes all of 2020-12 below the "
        "root; which nested words Nova reads is unknown, and its page names no refusal.",
        (
            _BOTOCORE,
            "https://docs.aws.amazon.com/nova/latest/userguide/prompting-tool-troubleshooting.html",
        ),
        "2025 .. 2026-11",
        "inferred",
    ),
)

BEDROCK = Target(
    name="bedrock",
    title="Amazon Bedrock Converse (Claude and Nova)",
    facts=_FACTS,
    keywords=DRAFT_2020_12 - REFERENCES - {"readOnly", "writeOnly"},
    root_keywords=frozenset(("type", "properties", "required")),
    reads_recursion=False,
    reads_root_reference=False,
    needs_type=True,
    formats=STANDARD_FORMATS,
    property_name=r"[a-zA-Z0-9_.-]{1,64}",
    tool_name=TOOL_NAME,
    limits=Limits(max_integer=LARGEST_SAFE_INTEGER),
)

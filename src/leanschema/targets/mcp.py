"""The Model Context Protocol: 2020-12 as the protocol has it, repaired and with nothing lost."""

from __future__ import annotations

from leanschema.targets.target import Fact, Target
from leanschema.targets.vocabulary import DRAFT_2020_12

_BASIC = (
    "repo modelcontextprotocol/modelcontextprotocol docs/specification/2026-07-28/basic/index.mdx"
)
_TOOLS = (
    "repo modelcontextprotocol/modelcontextprotocol docs/specification/2026-07-28/server/tools.mdx"
)

_FACTS = (
    Fact(
        "revisions",
        "Revisions: 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25 and 2026-07-28, the newest.",
        ("repo modelcontextprotocol/modelcontextprotocol docs/specification/2026-07-28",),
        "2026-07-28",
        "documented",
    ),
    Fact(
        "dialect",
        "Without $schema a schema is 2020-12, since 2025-11-25; another may be named, and "
        "2020-12 must be supported. What this target writes is 2020-12, so $schema goes.",
        (
            _BASIC,
            "repo modelcontextprotocol/modelcontextprotocol "
            "docs/specification/2025-11-25/changelog.mdx",
        ),
        "2025-11-25",
        "documented",
    ),
    Fact(
        "unknown keywords",
        "A word that is none of JSON Schema's own is an annotation: it is passed over, not refused.",
        ("JSON Schema 2020-12 core, section 6.5",),
        "2022-06-10",
        "documented",
    ),
    Fact(
        "inputSchema",
        "inputSchema is an object schema and not null. Since 2026-07-28 any word of 2020-12 "
        "may stand at the root, combiners too; older revisions know type, properties and "
        "required there. Written so that both accept: no combiner at the root.",
        (
            "repo modelcontextprotocol/modelcontextprotocol "
            "docs/specification/2026-07-28/changelog.mdx, /server/tools.mdx",
        ),
        "2026-07-28",
        "documented",
    ),
    Fact(
        "no parameters",
        'For no parameters {"type": "object", "additionalProperties": false} is recommended, '
        '{"type": "object"} is valid.',
        (_TOOLS,),
        "2026-07-28",
        "documented",
    ),
    Fact(
        "$ref to network",
        "A reference to the network is never fetched; a schema that cannot be checked for it "
        "should be refused. Here it is widened and reported.",
        (_BASIC,),
        "2026-07-28",
        "documented",
    ),
    Fact(
        "bounds",
        "Implementations should bound depth, number of schemas or time.",
        (_BASIC,),
        "2026-07-28",
        "documented",
    ),
    Fact(
        "tool name",
        "1 to 128 of A-Z a-z 0-9 _ - . (should), case-sensitive, unique in a server; the SDK "
        "only warns.",
        (_TOOLS, "PyPI mcp 2.3.0 shared/tool_name_validation.py"),
        "2025-11-25",
        "documented",
    ),
    Fact(
        "x-mcp-header",
        "An annotation for the client (Streamable HTTP), on integers, text and booleans; the "
        "model has no use for it.",
        (_TOOLS,),
        "2026-07-28",
        "documented",
    ),
    Fact(
        "tools/list order",
        "The order of tools should be the same each time, for prompt caches.",
        (_TOOLS,),
        "2026-07-28",
        "documented",
    ),
)

MCP = Target(
    name="mcp",
    title="Model Context Protocol",
    facts=_FACTS,
    # All of 2020-12; `nullable` and `definitions` are read, and written as 2020-12 says them.
    reads_root_combiners=True,
    passes_over_unknown_keywords=True,
    keywords=DRAFT_2020_12,
    tool_name=r"[A-Za-z0-9_.-]{1,128}",
)

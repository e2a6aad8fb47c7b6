"""The coding agent whose lowering is published: the compatible door, as one more target."""

from __future__ import annotations

from leanschema.targets.target import Fact, Target
from leanschema.targets.vocabulary import REFERENCES, SKELETON, TOOL_NAME

_FACTS = (
    Fact(
        "kept keywords",
        "$ref, type, description, enum, items, properties, required, additionalProperties, "
        "anyOf, $defs and definitions are kept, and no other.",
        ("the recorded vectors of conformance/",),
        "2026-12-01",
        "observed",
    ),
    Fact(
        "const",
        "Becomes an enum of one value, in place of an enum beside it.",
        ("the recorded vectors of conformance/",),
        "2026-12-01",
        "observed",
    ),
    Fact(
        "boolean schema",
        'Becomes {"type": "string"}.',
        ("the recorded vectors of conformance/",),
        "2026-12-01",
        "observed",
    ),
    Fact(
        "(typeless node)",
        "A node with neither $ref nor anyOf takes its type from the keywords it has; one "
        "that has none becomes {}, without its description.",
        ("the recorded vectors of conformance/",),
        "2026-12-01",
        "observed",
    ),
    Fact(
        "type",
        "Unknown names are ignored; one name is written as text, several as a list.",
        ("the recorded vectors of conformance/",),
        "2026-12-01",
        "observed",
    ),
    Fact(
        "properties, items",
        'An object without properties gets {}, an array without items gets {"type": "string"}.',
        ("the recorded vectors of conformance/",),
        "2026-12-01",
        "observed",
    ),
    Fact(
        "wrong shapes",
        "A kept keyword of another shape, and a root of type null, refuse the tool; null "
        "means absent.",
        ("the recorded vectors of conformance/",),
        "2026-12-01",
        "observed",
    ),
    Fact(
        "$defs, definitions",
        "Entries of the root that no reference reaches go; cycles stay, and so do references "
        "that lead nowhere.",
        ("the recorded vectors of conformance/", "https://github.com/openai/codex/pull/23904"),
        "2026-12-01",
        "observed",
    ),
    Fact(
        "(budget) 4,000 bytes",
        "Over 4,000 bytes of compact JSON descriptions go first, then definitions, then "
        "nodes from depth 2 on become {}; a best effort, so a result may still be larger. "
        "Newer revisions of the agent allow 5,000 bytes and depth 3.",
        (
            "the recorded vectors of conformance/",
            "https://github.com/openai/codex/pull/23904",
            "https://github.com/openai/codex/pull/31497",
            "https://github.com/openai/codex/pull/27084",
        ),
        "2026-12-01",
        "observed",
    ),
    Fact(
        "order",
        "properties and the tables are sorted by key.",
        ("the recorded vectors of conformance/",),
        "2026-12-01",
        "observed",
    ),
)

CODEX = Target(
    name="codex",
    title="The published lowering of a coding agent",
    facts=_FACTS,
    keywords=SKELETON.union(REFERENCES, ("definitions", "additionalProperties")),
    tool_name=TOOL_NAME,
    reading="published",
)

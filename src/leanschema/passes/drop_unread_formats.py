"""Drop a `format` or `pattern` that the target refuses, and say it in words.

Before:  {"type": "string", "format": "uri", "pattern": "^(?!/)"}
After:   {"type": "string", "description": "Format: uri"}

Left alone: formats of the target's list for the node's type; patterns that its engine compiles.
Law: widens.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from leanschema.passes.rewrite import Pass, Setting
from leanschema.passes.telling import told
from leanschema.patterns import has_lookaround, is_anchored, is_simple
from leanschema.schema import JsonSchema
from leanschema.targets.target import Target


def drop_unread_formats(node: JsonSchema, setting: Setting) -> JsonSchema:
    """Drop what the target does not read of `format` and `pattern`."""
    target = setting.target
    words: list[str] = []
    gone: dict[str, Any] = {}
    if node.format is not None and not _reads_format(node, target):
        gone["format"] = None
        words.append(f"format: {node.format}")
    if node.pattern is not None and not (
        "pattern" in target.keywords and reads_pattern(node.pattern, target)
    ):
        gone["pattern"] = None
        words.append(f"pattern: {node.pattern}")
    if not gone:
        return node
    return told(replace(node, **gone), ", ".join(words))


def _reads_format(node: JsonSchema, target: Target) -> bool:
    if "format" not in target.keywords:
        return False
    if target.formats is None:
        return True
    types = (node.type,) if isinstance(node.type, str) else node.type or ("string",)
    return any(node.format in target.formats.get(name, ()) for name in types)


def reads_pattern(pattern: str, target: Target) -> bool:
    """Tell whether the target's engine compiles a pattern."""
    if target.patterns == "no-lookaround":
        return not has_lookaround(pattern)
    if target.patterns == "simple":
        return is_simple(pattern)
    return target.patterns == "any" or is_anchored(pattern)


PASS = Pass(
    "drop_unread_formats",
    "widens",
    "this format or pattern is not read",
    drop_unread_formats,
    fields=("format", "pattern"),
    writes=("description",),
    needed=lambda target: (
        not {"format", "pattern"} <= target.keywords
        or target.formats is not None
        or target.patterns != "any"
    ),
)

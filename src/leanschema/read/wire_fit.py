"""The passes of the published waterfall (`fit/waterfall.py`), on the nodes of the text lane.

Before:  a tree whose compact JSON is over its budget
After:   the same tree, changed in place, and its compact JSON

Left alone: what the next pass would do once the budget holds. Best effort, as published.
Law: widens.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Final

from msgspec import MsgspecError

from leanschema.read.wire_nodes import (
    ABSENT,
    Node,
    Root,
    children,
    decode,
    definitions_of,
    encode,
    walk,
)
from leanschema.references import definition_of

_structure: Final = attrgetter("items", "anyOf", "properties", "additionalProperties", "ref")
_NO_STRUCTURE: Final = (ABSENT,) * 5
_EMPTY: Final = Node()


def fit_text(lowered: bytes, max_bytes: int) -> list[bytes] | None:
    """Fit a lowered schema's compact JSON; None for what these nodes cannot carry.

    Gives what each pass that ran left, the last one's in the end.
    """
    try:
        return fit(decode(lowered), max_bytes)
    except (MsgspecError, RecursionError):
        return None


def fit(root: Root, max_bytes: int) -> list[bytes]:
    """Run the passes in order until the compact JSON has at most `max_bytes` bytes."""
    texts: list[bytes] = []
    for change in (_drop_descriptions, _drop_definitions, _collapse_deep_nodes):
        change(root)
        texts.append(encode(root))
        if len(texts[-1]) <= max_bytes:
            break
    return texts


def _drop_descriptions(root: Root) -> None:
    for node in walk(root, *definitions_of(root)):
        node.description = ABSENT


def _drop_definitions(root: Root) -> None:
    root.defs = root.definitions = ABSENT
    for node in walk(root):
        if node.ref is not None and definition_of(node.ref) is not None:
            _empty(node)


def _collapse_deep_nodes(root: Root) -> None:
    for child in children(root):
        for node in children(child):
            # What is not structured has nothing below it.
            if _structure(node) != _NO_STRUCTURE:
                _empty(node)


def _empty(node: Node) -> None:
    for field in Node.__struct_fields__:
        setattr(node, field, getattr(_EMPTY, field))

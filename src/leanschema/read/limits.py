"""What a schema may be at most, so that no input can crash, hang, or recurse out."""

from __future__ import annotations

from typing import Final

from leanschema.errors import InvalidToolSchema

# Levels of JSON nesting (an object or list inside another is one deeper). The published
# implementation's JSON reader stops at 128; real schemas need 16. Twice the former leaves Python's
# own stack, 1,000 frames by default, room for the caller.
MAX_DEPTH: Final = 256

# Schema nodes, counted with repetition where one Python object stands in several places (YAML
# anchors do that): such an input of a few lines can stand for a tree of any size.
MAX_NODES: Final = 1_000_000


def too_deep() -> InvalidToolSchema:
    """Say that the nesting passes the limit, or what is left of the caller's stack."""
    return InvalidToolSchema(f"nested deeper than {MAX_DEPTH} levels, or than the stack has room")


def too_large(depth: int) -> InvalidToolSchema:
    """Say which limit was passed."""
    if depth > MAX_DEPTH:
        return InvalidToolSchema(f"nested deeper than {MAX_DEPTH} levels")
    return InvalidToolSchema(f"more than {MAX_NODES:,} values, counted with repetition")

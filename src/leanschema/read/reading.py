"""What a reader gives: the tree, and what it met on the way."""

from __future__ import annotations

import msgspec

from leanschema.read.findings import Finding, Moved
from leanschema.schema import JsonSchema


class Reading(msgspec.Struct, frozen=True):
    """The tree, what was met, which nodes stood elsewhere, what occurs."""

    schema: JsonSchema
    findings: tuple[Finding, ...]
    moved: Moved
    # Bits of fields, types and rare traits (see presence.py, rare.py); more than occur, never fewer.
    seen: int
    deepest: int  # how many nodes stand in one another, down to one that holds others or names them
    names: (
        int  # how many properties there are in all, with those that only `required` names, or more
    )
    # The names in `properties` or `required` of each object that has one that is not simple.
    odd_names: tuple[tuple[str, ...], ...]

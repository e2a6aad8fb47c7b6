"""What stands beside a union where the target does not read it: words, and limits."""

from __future__ import annotations

from typing import Final

from leanschema.fields import Fields, fields_beside
from leanschema.targets.target import Target

WORDS: Final = ("title", "description", "default", "examples")
_NOTHING: Final = Fields(())


def unread_words(target: Target) -> Fields:
    """Give the words that the target reads, though not beside a union.

    A default that it reads nowhere is told in the description, and so belongs to it.
    """
    allowed = target.any_of_siblings
    if allowed is None:
        return _NOTHING
    read = target.keywords | ({"default"} if "description" not in allowed else frozenset())
    return fields_beside(allowed).among(read.intersection(WORDS))


def unread_limits(target: Target) -> Fields:
    """Give all else that the target does not read beside a union."""
    allowed = target.any_of_siblings
    return _NOTHING if allowed is None else fields_beside(allowed, "anyOf", "defs", *WORDS)

"""What stands beside a union where the target does not read it: words, and limits."""

from __future__ import annotations

from typing import Final

from leanschema.fields import Fields, fields_beside
from leanschema.targets.target import Target

WORDS: Final = ("title", "description", "default", "examples")
_NOTHING: Final = Fields(())


def unread_words(target: Target) -> Fields:
    """Give the words that the target does not read beside a union."""
    allowed = target.any_of_siblings
    return _NOTHING if allowed is None else fields_beside(allowed).among(WORDS)


def unread_limits(target: Target) -> Fields:
    """Give all else that the target does not read beside a union."""
    allowed = target.any_of_siblings
    return _NOTHING if allowed is None else fields_beside(allowed, "anyOf", "defs", *WORDS)

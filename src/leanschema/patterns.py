r"""What a regular expression asks of its engine, read by a scanner and not by another expression.

The grammar is the one that JSON Schema names, ECMA-262: `[]` is a class of nothing, `[^]` of
everything, and a bracket or parenthesis inside of a class is a letter.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

_LOOKAROUND: Final = ("(?=", "(?!", "(?<=", "(?<!")
# Assertions, properties and references by name; \u, \A, \z and \Z, which engines read differently.
_ESCAPES_OF_SOME_ENGINES: Final = frozenset("bBpPkuAzZ0123456789")


class Piece(NamedTuple):
    """An escape with its letter, a group with what opens it, or one letter."""

    text: str
    depth: int  # of groups around it
    in_class: bool


@lru_cache(maxsize=1_024)
def has_lookaround(pattern: str) -> bool:
    """Tell whether a pattern has a lookahead or a lookbehind group."""
    if "(?" not in pattern:
        return False
    return any(piece.text.startswith(_LOOKAROUND) for piece in _pieces(pattern))


@lru_cache(maxsize=1_024)
def is_simple(pattern: str) -> bool:
    r"""Tell a pattern without lookaround, backreferences, `\b`, `\B`, `\p{…}` and inline flags.

    Named groups, and escapes that engines read differently, are not simple either; no escape of
    those is simple inside of a class.
    """
    if "(?" not in pattern and "\\" not in pattern:
        return True
    for text, _, _ in _pieces(pattern):
        if text.startswith("(?") and not text.startswith("(?:"):
            return False
        if text.startswith("\\") and text[1:] in _ESCAPES_OF_SOME_ENGINES:
            return False
    return True


@lru_cache(maxsize=1_024)
def is_anchored(pattern: str) -> bool:
    """Tell a simple pattern that says where the text begins and where it ends.

    `^a|b$` says neither: each of its two sides has one anchor.
    """
    last = None
    for last in _pieces(pattern):
        if last == ("|", 0, False):
            return False
    return pattern.startswith("^") and last == ("$", 0, False) and is_simple(pattern)


def _pieces(pattern: str) -> Iterator[Piece]:
    index, depth, in_class = 0, 0, False
    while index < len(pattern):
        letter = pattern[index]
        if letter == "\\":
            yield Piece(pattern[index : index + 2], depth, in_class)
            index += 2
            continue
        if in_class:
            yield Piece(letter, depth, in_class)
            in_class = letter != "]"
        elif letter == "(":
            yield Piece(pattern[index : index + 4], depth, in_class)
            depth += 1
        else:
            depth -= letter == ")"
            yield Piece(letter, depth, in_class)
            in_class = letter == "["
        index += 1

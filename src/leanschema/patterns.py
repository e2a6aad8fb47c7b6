"""What a regular expression asks of its engine, read by a scanner and not by another expression."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

_LOOKAROUND: Final = ("(?=", "(?!", "(?<=", "(?<!")


def has_lookaround(pattern: str) -> bool:
    """Tell whether a pattern has a lookahead or a lookbehind group."""
    return any(piece.startswith(_LOOKAROUND) for piece in _pieces(pattern))


def is_simple(pattern: str) -> bool:
    r"""Tell a pattern without lookaround, backreferences, `\b`, `\B`, `\p{…}` and inline flags."""
    for piece in _pieces(pattern):
        if piece.startswith("(?") and not piece.startswith("(?:"):
            return False
        if piece.startswith("\\") and (piece[1:2] in "bBpPkuAzZ" or piece[1:2].isdigit()):
            return False
    return True


def is_anchored(pattern: str) -> bool:
    """Tell a simple pattern that says where the text begins and where it ends."""
    return pattern.startswith("^") and pattern.endswith("$") and is_simple(pattern)


def _pieces(pattern: str) -> Iterator[str]:
    """Yield each escape with its letter and each group with what opens it, outside of classes."""
    index, in_class = 0, False
    while index < len(pattern):
        letter = pattern[index]
        if letter == "\\":
            if not in_class:
                yield pattern[index : index + 2]
            index += 2
            continue
        if in_class:
            in_class = letter != "]"
        elif letter == "[":
            in_class = True
        elif letter == "(":
            yield pattern[index : index + 4]
        index += 1

"""Tool names that a provider takes, no two the same, whatever the order of the tools.

Before:  "créer page", "a.b", "a_b", "very.long…"   with  [A-Za-z0-9_-]{1,64}
After:   "creer_page", "a_b_31ab0c2e", "a_b", "very_long…_5d41402a"

A name that the rule takes stays. One that is cut, or that meets another one, ends in a hash of
what it was.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Final, NamedTuple

_DIGITS: Final = 8
# Longer names are cut whatever the rule says.
_LONGEST: Final = 256


class Named(NamedTuple):
    """A name as published, and bytes that tell two things of the same name apart."""

    name: str
    content: bytes


def shown_tool_names(named: Sequence[Named], rule: str) -> list[str]:
    """Give each a name whose whole text matches `rule`, in the order in which they came.

    Two of the same name and content get the same name.
    """
    distinct = sorted(set(named))
    same_name = Counter(one.name for one in distinct)
    wanted = {one: repaired_name(one.name, rule) for one in distinct}
    alike = Counter(wanted.values())
    # A name that needs no repair has the first right to it.
    owned = {name for name, count in same_name.items() if count == 1 and _rule(rule)(name)}
    shown: dict[Named, str] = {}
    for one in distinct:
        name = wanted[one]
        if one.name in owned or (alike[name] == 1 and name not in owned):
            shown[one] = name
    used = set(shown.values()) | owned
    for one in distinct:
        if one not in shown:
            told_apart = one.content if same_name[one.name] > 1 else b""
            shown[one] = _suffixed(wanted[one], one.name, told_apart, rule, used)
            used.add(shown[one])
    return [shown[one] for one in named]


@lru_cache(maxsize=8192)
def repaired_name(name: str, rule: str) -> str:
    """Keep of a name what the rule takes."""
    matches, longest, start = _rule(rule), _max_length(rule), _start(rule)
    if matches(name):
        return name
    plain = unicodedata.normalize("NFKD", name)
    letters = [letter for letter in plain if not unicodedata.combining(letter)]
    kept = "".join(letter if matches(start + letter) else "_" for letter in letters)
    if not kept.strip("_-."):
        kept = f"tool_{_hash(name, b'')[:_DIGITS]}"
    elif not matches(kept[:1]):
        kept = start + kept
    if len(kept) > longest:
        kept = _cut(kept, _hash(name, b"")[:_DIGITS], longest)
    return kept


def _suffixed(wanted: str, name: str, content: bytes, rule: str, used: set[str]) -> str:
    digest = _hash(name, content)
    for digits in range(_DIGITS, len(digest), 4):
        new = _cut(wanted, digest[:digits], _max_length(rule))
        if new not in used:
            return new
    return _cut(wanted, digest, _max_length(rule))


def _cut(name: str, suffix: str, longest: int) -> str:
    return f"{name[: max(longest - len(suffix) - 1, 1)]}_{suffix}"[:longest]


def _hash(name: str, content: bytes) -> str:
    text = name.encode("utf-8", "surrogatepass")
    return sha256(b"%d:%s%s" % (len(text), text, content)).hexdigest()


@lru_cache(maxsize=64)
def _rule(pattern: str) -> Callable[[str], bool]:
    whole = re.compile(pattern).fullmatch
    return lambda name: whole(name) is not None


@lru_cache(maxsize=64)
def _start(pattern: str) -> str:
    """Find a character that a name may begin with and that says nothing."""
    return next((letter for letter in "_tx0" if _rule(pattern)(letter)), "t")


@lru_cache(maxsize=64)
def _max_length(pattern: str) -> int:
    """Measure how long a name may be."""
    matches, start = _rule(pattern), _start(pattern)
    lengths = range(1, _LONGEST + 1)
    return next((n - 1 for n in lengths if not matches(start * n)), _LONGEST) or _LONGEST

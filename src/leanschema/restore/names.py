"""Names and values as a target shows them: each rule once, for the passes and for the way back."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache
from typing import Any, Final

from msgspec import UNSET

from leanschema.errors import InvalidTarget, shown
from leanschema.json_values import type_of
from leanschema.read.rare import SIMPLE_NAME, is_simple_name
from leanschema.schema import JsonSchema
from leanschema.targets.target import Target

_HASH_DIGITS: Final = 6
# Longer names are cut whatever the target's rule says of them.
_LONGEST: Final = 256
_MOST_KNOWN: Final = 10_000
# Names of one schema that come out alike, and are told apart by a number.
_MOST_ALIKE: Final = 100_000
# A hash in letters alone.
_LETTERS: Final = str.maketrans("0123456789abcdef", "ghijklmnopabcdef")


def shown_enum_member(value: Any) -> str:
    """Write an enum's member as text: text stays, anything else is its compact JSON."""
    if isinstance(value, str):
        return value
    import json

    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def is_stringified(members: Sequence[Any], target: Target) -> bool:
    """Tell whether the target gets the members of this enum as text."""
    if not target.stringifies_enums or "string" not in target.enum_types:
        return False
    kinds = {type_of(member) for member in members if member is not None}
    return not kinds <= target.enum_types and kinds.isdisjoint(("object", "array"))


def renames(target: Target) -> bool:
    """Tell whether there are names of properties that the target does not take."""
    return target.property_name is not None or bool(target.reserved_property_names)


def renamed_in(schema: JsonSchema, target: Target) -> dict[str, str]:
    """Map each property's name that the target does not take to the one that it is shown as.

    `schema` is the tree as read. A name is shown as the same one wherever it stands: several nodes
    may speak of one object, and no two names of a schema are shown alike.
    """
    if not renames(target):
        return {}
    names: set[str] = set()
    known: set[int] = set()
    pending = [schema]
    while pending:
        node = pending.pop()
        if id(node) in known:
            continue
        known.add(id(node))
        if node.properties is not None:
            names.update(node.properties)
        if node.required is not None and target.needs_known_required:
            names.update(node.required)
        pending.extend(node.subschemas())
    return new_names(names, target)


def names_in(node: JsonSchema) -> Iterable[str]:
    """Give the names of properties of which a node itself speaks."""
    yield from node.properties or ()
    yield from node.required or ()
    yield from node.dependentSchemas or ()
    for name, others in (node.dependentRequired or {}).items():
        yield from (name, *others)
    if node.propertyNames is not None:
        listed = members_of(node.propertyNames) or ()
        yield from (name for name in listed if isinstance(name, str))
    for member in members_of(node) or ():
        if isinstance(member, dict):
            yield from member


def members_of(node: JsonSchema) -> tuple[Any, ...] | None:
    """Give the only values that a node admits, where it lists them."""
    return (node.const,) if node.const is not UNSET else node.enum_


def are_taken(names: Collection[str], target: Target) -> bool:
    """Tell whether the target takes all of these names as they are."""
    return not _not_taken(names, target)


def _not_taken(names: Collection[str], target: Target) -> list[str]:
    """Give those of the names that the target does not take as they are."""
    known = _known_names(target.property_name, target.reserved_property_names)
    if known.issuperset(names):
        return []
    matches, reserved = _rule(target.property_name), target.reserved_property_names
    others = [name for name in names if name not in known]
    odd = [name for name in others if not name or name in reserved or not matches(name)]
    if len(known) + len(others) <= _MOST_KNOWN:
        known.update(set(others).difference(odd))
    return odd


def takes_simple_names(target: Target) -> bool:
    """Tell whether the target takes every simple name; False where that cannot be said."""
    return target.property_name in _TAKING_SIMPLE_NAMES and not any(
        map(is_simple_name, target.reserved_property_names)
    )


# Of any other regular expression nobody knows.
_TAKING_SIMPLE_NAMES: Final = frozenset((None, SIMPLE_NAME, r"[a-zA-Z0-9_.-]{1,64}", r"[^/]+"))


@lru_cache(maxsize=64)
def _known_names(pattern: str | None, reserved: frozenset[str]) -> set[str]:
    """Give the names that were found to be taken: most of an API's names come again."""
    return set()


def new_names(names: Collection[str], target: Target) -> dict[str, str]:
    """Give each name that the target does not take another one, no two of all names the same.

    The order of the names is no matter.
    """
    odd = _not_taken(names, target)
    if not odd:
        return {}
    reserved = target.reserved_property_names
    readable = _known_readable(target.property_name, reserved)
    used = set(names).difference(odd)
    counts: dict[str, int] = {}
    shown: dict[str, str] = {}
    for name in sorted(odd):
        wanted = readable.get(name)
        if wanted is None:
            wanted = _readable(name, target)
            if len(readable) < _MOST_KNOWN:
                readable[name] = wanted
        new, number = wanted, counts.get(wanted, 1)
        while new in used or new in reserved:
            number += 1
            new = _numbered(wanted, number, target)
            if number > _MOST_ALIKE:
                raise _too_narrow(name, target)
        counts[wanted] = number
        used.add(new)
        shown[name] = new
    return shown


@lru_cache(maxsize=64)
def _known_readable(pattern: str | None, reserved: frozenset[str]) -> dict[str, str]:
    """Give what was made of names that are not taken."""
    return {}


def _readable(name: str, target: Target) -> str:
    """Keep of a name what the target takes; a hash stands for what is lost."""
    matches, length = _rule(target.property_name), _max_length(target.property_name)
    start = _taken_start(target.property_name)
    gap = "_" if matches(start + "_") else ""
    kept = "".join(
        next((new for new in (letter, letter.swapcase()) if matches(start + new)), gap)
        for letter in name[: length + 1]
    )
    if not kept.strip("_"):
        kept = f"property_{_hash_of(name)}"
    elif not matches(kept[:1]):
        kept = start + kept
    if len(name) > length or len(kept) > length:
        kept = f"{kept[: length - _HASH_DIGITS - 1]}_{_hash_of(name)}"
    if kept in target.reserved_property_names:
        kept = f"{kept[: length - 1]}_"
    return kept if matches(kept) else _made_of_hash(name, target)


def _numbered(wanted: str, number: int, target: Target) -> str:
    """Tell a name from those before it that came out alike."""
    matches, length = _rule(target.property_name), _max_length(target.property_name)
    for suffix in (f"_{number}", str(number)):
        new = wanted[: length - len(suffix)] + suffix
        if matches(new):
            return new
    return _made_of_hash(f"{wanted} {number}", target)


def _made_of_hash(name: str, target: Target) -> str:
    """Name a property after its hash, in letters that the target takes."""
    matches, length = _rule(target.property_name), _max_length(target.property_name)
    digits = _hash_of(name)
    letters = digits.translate(_LETTERS)
    for new in (f"property_{digits}", f"property_{letters}", digits, letters, letters.upper()):
        if matches(new[-length:]):
            return new[-length:]
    raise _too_narrow(name, target)


def _too_narrow(name: str, target: Target) -> InvalidTarget:
    reason = f"`property_name` takes no name that could stand for {shown(name)}"
    return InvalidTarget(target.name, reason)


def _hash_of(name: str) -> str:
    from hashlib import sha256

    return sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:_HASH_DIGITS]


@lru_cache(maxsize=64)
def _rule(pattern: str | None) -> Callable[[str], bool]:
    if pattern is None:
        return bool
    whole = re.compile(pattern).fullmatch
    return lambda name: whole(name) is not None


@lru_cache(maxsize=64)
def _taken_start(pattern: str | None) -> str:
    """Find a character that a name may begin with and that says nothing."""
    return next((letter for letter in "_apx0" if _rule(pattern)(letter)), "_")


@lru_cache(maxsize=64)
def _max_length(pattern: str | None) -> int:
    """Measure how long a name may be."""
    matches, start = _rule(pattern), _taken_start(pattern)
    lengths = range(1, _LONGEST + 1)
    return next((n - 1 for n in lengths if not matches(start * n)), _LONGEST) or _LONGEST

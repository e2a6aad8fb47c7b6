"""What arguments break, in words for the model: where, what was wrong, what is allowed there.

/parent/type: "crate" is not allowed; allowed: "shelf_id" or "crate_id"
/ids: a required property is missing; allowed: a list of integers
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from leanschema.json_values import distinct, type_of
from leanschema.pointer import Token, pointer_of
from leanschema.restore.names import members_of
from leanschema.schema import JsonSchema
from leanschema.tools.places import Nodes, Places
from leanschema.tools.validate import Broken

_MOST_FAULTS: Final = 12
_MOST_VALUES: Final = 60
_MOST_CHARACTERS: Final = 80
_NOUNS: Final = {
    "string": "text",
    "integer": "an integer",
    "number": "a number",
    "boolean": "true or false",
    "null": "null",
    "object": "an object",
    "array": "a list",
}
_BOUNDS: Final = {
    "Minimum": "at least {}",
    "Maximum": "at most {}",
    "ExclusiveMinimum": "more than {}",
    "ExclusiveMaximum": "less than {}",
    "MinLength": "at least {} characters",
    "MaxLength": "at most {} characters",
    "MinItems": "at least {} items",
    "MaxItems": "at most {} items",
    "MinProperties": "at least {} properties",
    "MaxProperties": "at most {} properties",
    "MultipleOf": "a multiple of {}",
    "Pattern": "text that matches {}",
    "UniqueItems": "a list without repeated items",
    "Contains": "a list with an item of the kind described",
}


class Fault(NamedTuple):
    """One thing wrong with arguments: where (as the model knows it), what, and what is allowed."""

    pointer: str
    problem: str
    allowed: str | None = None

    def __str__(self) -> str:
        where = self.pointer or "(the arguments)"
        allowed = "" if self.allowed is None else f"; allowed: {self.allowed}"
        return f"{where}: {self.problem}{allowed}"


class Teller:
    """Says what a tool's arguments break, by the names that a target shows."""

    def __init__(self, places: Places, arguments: Any, new_names: Mapping[str, str]) -> None:
        self._places = places
        self._arguments = arguments
        self._new_names = new_names

    def faults(self, errors: Iterable[Broken]) -> tuple[Fault, ...]:
        """Say the errors, each place and problem once, the outer ones first."""
        said = dict.fromkeys(fault for error in errors for fault in self._tell(error))
        return tuple(sorted(said, key=lambda fault: fault.pointer.count("/")))[:_MOST_FAULTS]

    def _tell(self, error: Broken) -> Iterator[Fault]:
        if error.branches:
            yield from self._union(error)
        elif error.keyword == "Required":
            tokens = (*error.tokens, error.wanted)
            what = self._allowed(tokens)
            yield Fault(self._pointer(tokens), "a required property is missing", what)
        elif error.keyword in ("AdditionalProperties", "UnevaluatedProperties"):
            for name in error.wanted or ():
                pointer = self._pointer((*error.tokens, name))
                yield Fault(pointer, "there is no such property", self._names(error.tokens))
        elif error.keyword in ("Enum", "Constant"):
            yield self._refused(error.tokens, _values(error))
        elif error.keyword == "Type":
            problem = f"{_value(self._value(error.tokens))} is of the wrong type"
            kinds = error.wanted if isinstance(error.wanted, list) else []
            allowed = self._allowed(error.tokens) or _or(
                _NOUNS[kind] for kind in kinds if kind in _NOUNS
            )
            yield Fault(self._pointer(error.tokens), problem, allowed)
        elif error.keyword == "FalseSchema":
            yield Fault(self._pointer(error.tokens), "nothing is allowed here")
        elif error.keyword in _BOUNDS:
            allowed = _BOUNDS[error.keyword].format(_value(error.wanted))
            problem = f"{_value(self._value(error.tokens))} is not allowed"
            yield Fault(self._pointer(error.tokens), problem, allowed)
        else:
            yield Fault(
                self._pointer(error.tokens), _short(error.message), self._allowed(error.tokens)
            )

    def _union(self, error: Broken) -> Iterator[Fault]:
        """Say what is wrong in the branch that was meant, or which tags there are."""
        meant = [
            branch
            for branch in error.branches
            if not any(_rules_out(e, error.tokens) for e in branch)
        ]
        if len(meant) == 1:
            for inner in meant[0]:
                yield from self._tell(inner)
            return
        tags = {} if meant else _tags(error)
        for tokens, values in tags.items():
            yield self._refused(tokens, values)
        if not tags:
            problem = f"{_value(self._value(error.tokens))} has none of the allowed forms"
            if error.keyword == "OneOfMultipleValid":
                problem = f"{_value(self._value(error.tokens))} has more than one of the forms"
            yield Fault(self._pointer(error.tokens), problem, self._allowed(error.tokens))

    def _refused(self, tokens: tuple[Token, ...], values: Iterable[Any]) -> Fault:
        given = _value(self._value(tokens))
        return Fault(self._pointer(tokens), f"{given} is not allowed", listed_values(values))

    def _allowed(self, tokens: tuple[Token, ...]) -> str | None:
        nodes = self._places.at(tokens, self._arguments)
        return described(self._places, nodes) or None

    def _names(self, tokens: tuple[Token, ...]) -> str:
        nodes = self._places.at(tokens, self._arguments)
        names = self._places.names(nodes)
        shown = [self._places.shown_name(nodes, name, self._new_names) for name in names]
        return _or(f"`{name}`" for name in shown[:_MOST_VALUES]) if shown else "no property"

    def _pointer(self, tokens: tuple[Token, ...]) -> str:
        return pointer_of(self._places.shown_tokens(tokens, self._arguments, self._new_names))

    def _value(self, tokens: tuple[Token, ...]) -> Any:
        value = self._arguments
        for token in tokens:
            try:
                value = value[token]
            except (KeyError, IndexError, TypeError):
                return None
        return value


def described(places: Places, nodes: Nodes, depth: int = 3) -> str:
    """Say in a few words what these nodes admit; nothing, where they admit anything."""
    said = dict.fromkeys(_described(places, node, depth) for node in nodes)
    return " or ".join(text for text in said if text)


def _described(places: Places, node: JsonSchema, depth: int) -> str:
    members = members_of(node)
    if members is not None:
        return listed_values(members)
    if depth == 0:
        return ""
    named = places.resolve(node)
    if named is not None:
        return _described(places, named, depth - 1)
    branches = node.anyOf or node.oneOf
    if branches:
        said = [_described(places, branch, depth - 1) for branch in branches]
        return " or ".join(dict.fromkeys(said)) if all(said) else ""
    if node.type is None:
        parts = (_described(places, part, depth - 1) for part in node.allOf or ())
        return next((part for part in parts if part), "")
    kinds = (node.type,) if isinstance(node.type, str) else node.type
    return " or ".join(_noun(places, node, kind, depth) for kind in kinds)


def _noun(places: Places, node: JsonSchema, kind: str, depth: int) -> str:
    if kind == "array" and node.items is not None:
        inside = _described(places, node.items, depth - 1)
        return f"a list, each item {inside}" if inside else "a list"
    if kind == "object" and node.properties:
        needed = [f"`{name}`" for name in node.properties if name in (node.required or ())]
        names = needed or [f"`{name}`" for name in node.properties]
        what = "with" if needed else "that may have"
        return f"an object {what} {', '.join(names[:_MOST_VALUES])}"
    return _NOUNS[kind]


def listed_values(values: Iterable[Any]) -> str:
    """List values as JSON, the first ones of many."""
    written = [_value(value) for value in values]
    if not written:
        return "no value"
    more = len(written) - _MOST_VALUES
    return _or(written[:_MOST_VALUES]) + (f" or {more} more" if more > 0 else "")


def _rules_out(error: Broken, place: tuple[Token, ...]) -> bool:
    """Tell whether an error says that this branch was not meant: another type, or another tag."""
    if error.keyword in ("Enum", "Constant"):
        return len(error.tokens) <= len(place) + 1
    return error.keyword == "Type" and error.tokens == place


def _tags(error: Broken) -> dict[tuple[Token, ...], list[Any]]:
    """Collect the values that the tags of the branches for objects may have, by their place."""
    of_objects = [
        branch
        for branch in error.branches
        if not any(e.keyword == "Type" and e.tokens == error.tokens for e in branch)
    ]
    each = [
        {e.tokens: _values(e) for e in branch if e.keyword in ("Enum", "Constant")}
        for branch in of_objects
    ]
    shared = [tokens for tokens in (each[0] if each else ()) if all(tokens in one for one in each)]
    return {
        tokens: list(distinct(value for one in each for value in one[tokens])) for tokens in shared
    }


def _values(error: Broken) -> list[Any]:
    if error.keyword == "Enum" and isinstance(error.wanted, list):
        return error.wanted
    return [error.wanted]


def _value(value: Any) -> str:
    """Write a value of any size in a few characters."""
    if isinstance(value, (dict, list)) and len(value) > _MOST_VALUES:
        return f"{_NOUNS[type_of(value)]} of {len(value)}"
    try:
        return _short(json.dumps(value, ensure_ascii=False, default=str))
    except (ValueError, RecursionError):
        return f"a {type(value).__name__}"


def _short(text: str) -> str:
    return text if len(text) <= _MOST_CHARACTERS else text[:_MOST_CHARACTERS] + "…"


def _or(words: Iterable[str]) -> str:
    listed = list(words)
    if len(listed) < 2:  # noqa: PLR2004 - one word needs no `or`
        return "".join(listed)
    return f"{', '.join(listed[:-1])} or {listed[-1]}"

"""JSON values inside a schema (`enum`, `const`): checked, and copied so that nobody can change them."""

from __future__ import annotations

from math import isfinite
from typing import Any, Final

from leanschema.errors import InvalidToolSchema, shown
from leanschema.read.limits import MAX_DEPTH, MAX_NODES, too_large

_ATOMS: Final = frozenset((str, bool, type(None)))
# Python writes integers of up to 4,300 digits; more are refused, for their time grows with the
# square of their length.
_MAX_BITS: Final = 14_000


def read_literals(values: list[Any], depth: int) -> tuple[Any, ...]:
    """Read a list of JSON values that stands `depth` levels deep.

    Raises InvalidToolSchema, with a pointer from this list on, for what JSON cannot say: NaN and
    infinity, keys that are not strings, other Python objects, nesting beyond the limit.
    """
    if _ATOMS.issuperset(map(type, values)):
        return tuple(values)
    copied: list[Any] = read_literal(values, depth, [MAX_NODES])
    return tuple(copied)


def read_literal(value: Any, depth: int, budget: list[int]) -> Any:
    """Read one JSON value; `budget` holds how many values may still be read."""
    kind = type(value)
    if kind in _ATOMS:
        return value
    if kind is int:
        if is_writable(value):
            return value
        raise InvalidToolSchema("expected a number of at most 4,300 digits, found a longer one")
    if kind is float:
        if isfinite(value):
            return value
        raise InvalidToolSchema(f"a number must be finite in JSON, found {value}")
    if not isinstance(value, (dict, list)):
        raise InvalidToolSchema(f"expected a JSON value, found {shown(value)}")
    budget[0] -= len(value)
    if depth > MAX_DEPTH or budget[0] < 0:
        raise too_large(depth)
    token: Any = None
    try:
        if isinstance(value, list):
            items = []
            for token, item in enumerate(value):  # noqa: B007 - told in the except
                items.append(read_literal(item, depth + 1, budget))
            return items
        table = {}
        for token, item in value.items():
            if not isinstance(token, str):
                raise not_a_key(token)
            table[token] = read_literal(item, depth + 1, budget)
        return table
    except InvalidToolSchema as fault:
        raise fault.under(token) from None


def is_writable(number: int) -> bool:
    """Tell whether an integer can be written in decimal."""
    return number.bit_length() <= _MAX_BITS


def not_a_key(key: object) -> InvalidToolSchema:
    """Say that JSON's keys are strings."""
    return InvalidToolSchema(f"a key must be a string, found {shown(key)}")

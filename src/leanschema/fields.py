"""Some fields of a node, looked at together.

One call gives the values of them all, and one comparison tells that none of them is there: most
nodes have few of the fields that a pass asks about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import compress
from operator import attrgetter, is_not, itemgetter
from typing import Any, Final

from leanschema.schema import ABSENT, JsonSchema, keyword_of, values_of


class Fields:
    """Some fields of `JsonSchema`: `values` of a node in their order, `nothing` where all are absent.

    A single field counts twice in both: of one name, `attrgetter` gives no tuple.
    """

    __slots__ = ("_named", "_pick", "names", "nothing", "values")

    def __init__(self, names: Iterable[str]) -> None:
        self.names: Final = tuple(names)
        self._named: Final = self.names * 2 if len(self.names) == 1 else self.names
        self.values: Final = _getter_of(self._named)
        self._pick: Final = _picker_of(self._named)
        self.nothing: Final = tuple(ABSENT[name] for name in self._named)

    def are_absent(self, node: JsonSchema) -> bool:
        """Tell a node that has none of them."""
        return self.values(node) == self.nothing

    def present(self, node: JsonSchema) -> Iterable[tuple[str, Any]]:
        """Give each that a node has, with its value."""
        values = self.values(node)
        if values == self.nothing:
            return _NONE
        return compress(zip(self.names, values, strict=False), map(is_not, values, self.nothing))

    def with_set(self, values: tuple[Any, ...], fields: Mapping[str, Any]) -> tuple[Any, ...]:
        """Give the values of a node once some fields are set."""
        return tuple(map(fields.get, self._named, values))

    def among_values(self, values: tuple[Any, ...]) -> Iterable[tuple[str, Any]]:
        """Give each that a node has, with its value, by `values_of` that node."""
        picked = self._pick(values)
        if picked == self.nothing:
            return _NONE
        return compress(zip(self.names, picked, strict=False), map(is_not, picked, self.nothing))

    def among(self, names: Iterable[str]) -> Fields:
        """Give those of them that have one of these names."""
        wanted = frozenset(names)
        return Fields(name for name in self.names if name in wanted)


def fields_beside(keywords: Iterable[str], *others: str) -> Fields:
    """Give the fields whose keyword is none of `keywords`, and that are none of `others`."""
    named = frozenset(keywords)
    return Fields(f for f in ABSENT if keyword_of(f) not in named and f not in others)


_NONE: Final = ()
_FEW: Final = 8


def _picker_of(names: tuple[str, ...]) -> Callable[[tuple[Any, ...]], tuple[Any, ...]]:
    places = list(ABSENT)
    return itemgetter(*map(places.index, names)) if names else lambda values: ()


def _getter_of(names: tuple[str, ...]) -> Callable[[JsonSchema], tuple[Any, ...]]:
    if names == tuple(ABSENT):
        return values_of
    start = len(ABSENT) - len(names)
    if names == tuple(ABSENT)[start:] and len(names) > _FEW:
        # All that follow one field: cheaper taken at once than one by one.
        return lambda node: values_of(node)[start:]
    return attrgetter(*names) if names else lambda node: ()

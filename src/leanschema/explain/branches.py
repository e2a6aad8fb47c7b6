"""Which branch of one union became which branch of another."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Hashable, Sequence
from typing import Any, NamedTuple

Look = Callable[[Any], Any]
Number = Callable[[Any], int]


class Matching(NamedTuple):
    """Pairs of positions that belong together, and the positions that have no partner."""

    pairs: list[tuple[int, int]]
    gone: list[int]
    new: list[int]

    def is_reordered(self) -> bool:
        """Tell whether the partners stand in another order."""
        partners = [after for _, after in self.pairs]
        return partners != sorted(partners)


def match_branches(
    before: Sequence[Any], after: Sequence[Any], number: Number, resolve: tuple[Look, Look]
) -> Matching:
    """Pair the branches by likeness, in linear time.

    Equal ones first, then those with the same tag, type and properties, the same tag and type,
    the same type, and the rest in their order. `resolve` gives what a reference leads to, for
    either side.
    """
    pairs: list[tuple[int, int]] = []
    left, right = list(range(len(before))), list(range(len(after)))
    likenesses: list[tuple[Callable[[Any], Hashable], Callable[[Any], Hashable]]] = [
        (number, number)
    ]
    for detail in (2, 1, 0):
        look = [
            lambda node, look=look, detail=detail: _signature(look(node), detail, number)
            for look in resolve
        ]
        likenesses.append((look[0], look[1]))
    for of_before, of_after in likenesses:
        if not left or not right:
            break
        found = _paired(
            [(of_before(before[i]), i) for i in left], [(of_after(after[i]), i) for i in right]
        )
        pairs.extend(found)
        taken_left, taken_right = {i for i, _ in found}, {i for _, i in found}
        left = [i for i in left if i not in taken_left]
        right = [i for i in right if i not in taken_right]
    rest = min(len(left), len(right))
    pairs.extend(zip(left[:rest], right[:rest], strict=True))
    return Matching(sorted(pairs), left[rest:], right[rest:])


def _paired(
    left: list[tuple[Hashable, int]], right: list[tuple[Hashable, int]]
) -> list[tuple[int, int]]:
    waiting: dict[Hashable, deque[int]] = defaultdict(deque)
    for key, index in right:
        waiting[key].append(index)
    return [
        (index, waiting[key].popleft()) for key, index in left if key is not None and waiting[key]
    ]


def _signature(node: Any, detail: int, number: Number) -> Hashable:
    """Give what like branches share; None where there is nothing to go by."""
    if not isinstance(node, dict):
        return None
    properties = node.get("properties")
    table = properties if isinstance(properties, dict) else {}
    kind = number(node.get("type", "object" if table else None))
    if detail == 0:
        return kind if "type" in node or table else None
    tag = _tag_of(table, number)
    if detail == 1:
        return (kind, tag) if tag is not None else None
    return kind, tag, frozenset(table), number(node.get("title"))


def _tag_of(properties: dict[Any, Any], number: Number) -> Hashable:
    """Find the property that can have one value only."""
    for name, node in properties.items():
        if isinstance(node, dict):
            if "const" in node:
                return name, number(node["const"])
            values = node.get("enum")
            if isinstance(values, list) and len(values) == 1:
                return name, number(values[0])
    return None

"""How large a value may be for a walk over it: counted before anything else looks at it."""

from __future__ import annotations

from typing import Any

from leanschema.read.limits import MAX_DEPTH, MAX_NODES, too_large


def count_values(value: Any) -> int:
    """Count the values inside a JSON value, with repetition.

    Raises InvalidToolSchema for one that is too deep or too large (a Python object that holds
    itself is both).
    """
    count = 1
    level = [value]
    depth = 0
    while level:
        depth += 1
        deeper: list[Any] = []
        for item in level:
            if isinstance(item, dict):
                count += len(item)
                deeper.extend([child for child in item.values() if isinstance(child, _CONTAINERS)])
            elif isinstance(item, (list, tuple)):
                count += len(item)
                deeper.extend([child for child in item if isinstance(child, _CONTAINERS)])
            if count > MAX_NODES:
                raise too_large(0)
        if depth > MAX_DEPTH:
            raise too_large(depth)
        level = deeper
    return count


_CONTAINERS = (dict, list, tuple)

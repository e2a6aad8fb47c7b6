"""Which branch of a union a value was written for: a look of a few levels, never a validation."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from leanschema.json_values import admits, same_json
from leanschema.restore.names import is_stringified, members_of, shown_enum_member
from leanschema.schema import EMPTY, JsonSchema
from leanschema.targets.target import Target

_MAX_DEPTH: Final = 8
_MAX_STEPS: Final = 500
_ITEMS_LOOKED_AT: Final = 4


class Likeness:
    """Tells whether a value may belong to a node; doubt is yes.

    With `are_shown`, values are as the model wrote them: enum members as text, and nulls for
    absent properties. One Likeness looks at a bounded number of nodes.
    """

    def __init__(
        self, target: Target, resolve: Callable[[str], JsonSchema | None], are_shown: bool
    ) -> None:
        self._target = target
        self._resolve = resolve
        self._shows_text = are_shown and target.stringifies_enums
        self._shows_nulls = are_shown and target.needs_all_required
        self._steps = _MAX_STEPS

    def fits(self, node: JsonSchema, value: Any, depth: int = _MAX_DEPTH) -> bool:
        """Compare types, values, tags and names."""
        self._steps -= 1
        if depth == 0 or self._steps < 0:
            return True
        if not (self._fits_itself(node, value) and self._fits_beside(node, value, depth - 1)):
            return False
        if isinstance(value, dict):
            return self._fits_object(node, value, depth - 1)
        return not isinstance(value, list) or self._fits_array(node, value, depth - 1)

    def _fits_beside(self, node: JsonSchema, value: Any, depth: int) -> bool:
        """Compare with the other nodes that speak of the same value."""
        named = None if node.ref is None else self._resolve(node.ref)
        parts = (*((named,) if named is not None else ()), *(node.allOf or ()))
        return all(self.fits(part, value, depth) for part in parts) and all(
            any(self.fits(branch, value, depth) for branch in branches)
            for branches in (node.anyOf, node.oneOf)
            if branches
        )

    def _fits_itself(self, node: JsonSchema, value: Any) -> bool:
        members = members_of(node)
        if members is not None:
            if (
                self._shows_text
                and isinstance(value, str)
                and is_stringified(members, self._target)
            ):
                return any(shown_enum_member(member) == value for member in members)
            if not any(same_json(member, value) for member in members):
                return False
        if value is None and node.nullable:
            return True
        if node.not_ is not None and node.not_ == EMPTY:
            return False
        return admits(node.type, value)

    def _fits_object(self, node: JsonSchema, value: dict[str, Any], depth: int) -> bool:
        table, needed = node.properties or {}, node.required or ()
        if not all(name in value for name in needed):
            return False
        closed = node.additionalProperties is False and not node.patternProperties
        for name, child in value.items():
            if child is None and self._shows_nulls and name not in needed:
                continue
            if name not in table:
                if closed:
                    return False
            elif not self.fits(table[name], child, depth):
                return False
        return True

    def _fits_array(self, node: JsonSchema, value: list[Any], depth: int) -> bool:
        prefix = node.prefixItems or ()
        for index, item in enumerate(value[:_ITEMS_LOOKED_AT]):
            child = prefix[index] if index < len(prefix) else node.items
            if child is not None and not self.fits(child, item, depth):
                return False
        return True

    def fits_all(self, nodes: Iterable[tuple[JsonSchema, bool]], value: Any) -> bool:
        """Tell whether a value may belong to every certain node, and to one of the others."""
        listed = tuple(nodes)
        others = [node for node, is_certain in listed if not is_certain]
        return all(self.fits(node, value) for node, is_certain in listed if is_certain) and (
            not others or any(self.fits(node, value) for node in others)
        )

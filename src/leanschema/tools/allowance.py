"""What all strict tools of one request may have together."""

from __future__ import annotations

from leanschema.schema import JsonSchema
from leanschema.targets import looser_of
from leanschema.targets.target import Target


class StrictAllowance:
    """Counts the strict tools of a request against the target's limits.

    A target whose fallback has the same limit gains nothing by it, so that one does not count.
    """

    def __init__(self, target: Target) -> None:
        looser = (looser_of(target) or target).limits
        own = target.limits
        pairs = (
            (own.max_tools, looser.max_tools),
            (own.max_optional_properties, looser.max_optional_properties),
            (own.max_unions, looser.max_unions),
        )
        self._most = [most if most != other else None for most, other in pairs]
        self._used = [0, 0, 0]

    @property
    def is_spent(self) -> bool:
        """Tell whether no other strict tool can be taken, whatever its schema."""
        most = self._most[0]
        return most is not None and self._used[0] >= most

    def takes(self, schema: JsonSchema) -> bool:
        """Count one more strict tool, if it may be one."""
        if not any(self._most):
            return True
        used = [one + more for one, more in zip(self._used, _counts(schema), strict=True)]
        limits = zip(used, self._most, strict=True)
        if any(most is not None and count > most for count, most in limits):
            return False
        self._used = used
        return True


def _counts(schema: JsonSchema) -> tuple[int, int, int]:
    optional = unions = 0
    pending = [schema]
    while pending:
        node = pending.pop()
        pending.extend(node.subschemas())
        table = node.properties or {}
        optional += len(table.keys() - set(node.required or ()))
        unions += sum(
            child.anyOf is not None or isinstance(child.type, tuple) for child in table.values()
        )
    return 1, optional, unions

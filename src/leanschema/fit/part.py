"""One schema of a set that is fitted: its places, and what is left of it."""

from __future__ import annotations

from leanschema.fit.definitions import has_cycle, spots_of
from leanschema.fit.fragile import leading, mark_fragile, without_dangling
from leanschema.fit.scale import Cost, scale_of
from leanschema.references import prune
from leanschema.schema import JsonSchema


class Part:
    """One schema of a set: its spots, its weight beside the others, and the least it keeps."""

    def __init__(
        self, key: str, schema: JsonSchema, cost: Cost, weight: float = 1.0, keeps: float = 0.0
    ) -> None:
        self.key = key
        self.schema = schema
        self.scale = scale_of(cost)
        self.top, self.spots, by_path = spots_of(schema, self.scale)
        self.odd = leading(schema, by_path)
        self.opened = mark_fragile(self.spots)
        self.weight = weight
        self.floor = keeps * self.top.cost
        self._has_cycle = has_cycle(self.spots)
        self.is_exact = self.scale.is_bytes and not self._has_cycle and not self.odd
        self.has_definitions = schema.defs is not None or schema.definitions is not None
        self._fitted: JsonSchema | None = schema

    def touch(self) -> None:
        """Note that something has changed: it is built anew when it is asked for."""
        self._fitted = None

    def fitted(self) -> JsonSchema:
        """Give what is left of the schema."""
        if self._fitted is None:
            left = self.top.built()
            if self._has_cycle:
                left = prune(left)
            self._fitted = without_dangling(left, self.odd) if self.odd else left
        return self._fitted

"""What lowering gives: the schema, what it changed, and the way back for the model's arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final

import msgspec

from leanschema.changes import Change
from leanschema.compatible import (
    parse_tool_input_schema,
    parse_tool_input_schema_without_compaction,
)
from leanschema.explain import explain
from leanschema.fit.best_first import Applied
from leanschema.fit.fitting import Budget, changes_of, fit_into, place_in_tree
from leanschema.fit.sizes import count_tokens
from leanschema.fit.spots import Spot
from leanschema.passes.log import Log, Rewrite
from leanschema.pointer import pointer_of
from leanschema.read.findings import Path, origins_of, tokens_of_path
from leanschema.read.limits import too_deep
from leanschema.read.reading import Reading
from leanschema.restore import present, renamed_in, restore
from leanschema.schema import JsonSchema, as_json, keyword_of
from leanschema.targets.target import Target

_WORDS: Final = frozenset(("title", "description", "default", "examples", "deprecated"))


class Trace(msgspec.Struct, dict=True, eq=False):
    """How a schema was lowered.

    Lowering is pure, so it keeps no log: asked for one, it is done again, and written down.
    """

    schema: JsonSchema
    reading: Reading
    target: Target
    lower: Callable[[Reading, Target, Log], JsonSchema]

    @cached_property
    def _log(self) -> Log:
        log = Log()
        try:
            again = self.lower(self.reading, self.target, log)
        except RecursionError:
            raise too_deep() from None
        log.paired(self.schema, again)
        return log

    @cached_property
    def _origins(self) -> dict[int, Path]:
        return origins_of(self.reading.schema, self.reading.moved)

    def changes(self, target: Target) -> Iterator[Change]:
        """Yield the reader's findings, then the inlined references, then what each pass did."""
        for finding in self.reading.findings:
            yield finding.change()
        for node, is_cut in self._log.inlined_references():
            yield Change(
                pointer=self._pointer(node),
                keyword="$ref",
                before=node.ref,
                law="widens" if is_cut else "exact",
                by="inline",
                reason="cut: recursive, or too large to inline" if is_cut else "inlined",
                source=target.source_of("$ref"),
            )
        for rewrite in self._log.rewrites:
            yield from self._rewritten(rewrite, target)

    def _rewritten(self, rewrite: Rewrite, target: Target) -> Iterator[Change]:
        pointer = self._pointer(rewrite.origin)
        law = rewrite.by.law_of(rewrite.before, rewrite.after)
        for field in JsonSchema.__struct_fields__:
            before, after = getattr(rewrite.before, field), getattr(rewrite.after, field)
            if before is after or before == after:
                continue
            keyword = keyword_of(field)
            yield Change(
                pointer=pointer,
                keyword=keyword,
                before=as_json(field, before),
                after=as_json(field, after),
                law="exact" if field in _WORDS else law,
                by=rewrite.by.name,
                reason=rewrite.by.reason,
                source=target.source_of(keyword),
            )

    def place(self, spot: Spot) -> str:
        """Give the pointer of what a fitter edited: its own, or the nearest above it."""
        current: Spot | None = spot
        while current is not None:
            if self._log.ancestor(current.node, self._origins) is not None:
                return self._pointer(current.node)
            current = current.parent
        return ""

    def _pointer(self, node: JsonSchema) -> str:
        ancestor = self._log.ancestor(node, self._origins)
        if ancestor is None:
            return ""
        return pointer_of(tokens_of_path(self._origins[id(ancestor)]))


class Lowered:
    """A lowered schema.

    `schema` is the tree, `target` the target that it was written for (the fallback of a strict
    target that it does not fit; then `strict` is False and `reason` says why). `holds` is False
    where the budget cannot be held: even the bare skeleton costs more.
    """

    def __init__(
        self,
        schema: JsonSchema,
        target: Target,
        trace: Trace | None,
        *,
        is_strict: bool = False,
        not_strict_because: str | None = None,
        published: Any = None,
        applied: Sequence[Applied] = (),
        holds: bool = True,
    ) -> None:
        self.schema = schema
        self.target = target
        self.strict = is_strict
        self.reason = not_strict_because
        self.holds = holds
        self._trace = trace
        self._published = published
        self._applied = applied

    @classmethod
    def published(cls, value: Any, target: Target, *, is_compacted: bool) -> Lowered:
        """Lower by the compatible door."""
        parse = parse_tool_input_schema
        if not is_compacted:
            parse = parse_tool_input_schema_without_compaction
        return cls(parse(value), target, None, published=value)

    def fitted_into(self, budget: Budget) -> Lowered:
        """Give this, fitted into a budget; `holds` tells whether that could be done."""
        schema, applied = fit_into(self.schema, self.target, budget)
        return Lowered(
            schema,
            self.target,
            self._trace,
            is_strict=self.strict,
            not_strict_because=self.reason,
            published=self._published,
            applied=applied,
            holds=budget.cost(schema.to_json()) <= budget.most,
        )

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """What the model no longer sees, or sees otherwise."""
        if self._trace is None:
            return explain(self._published, self.schema)
        return (*self._trace.changes(self.target), *self.fitting)

    @cached_property
    def fitting(self) -> tuple[Change, ...]:
        """The edits that fitting into a budget took, in their order, with what each saved."""
        place = place_in_tree if self._trace is None else self._trace.place
        return tuple(changes_of(self._applied, place))

    @cached_property
    def bytes(self) -> int:
        """The bytes of the schema's compact JSON."""
        return len(self.schema.to_json())

    @cached_property
    def tokens(self) -> int:
        """The o200k_base tokens of the schema's compact JSON."""
        return count_tokens(self.schema.to_json())

    def to_dict(self) -> dict[str, Any]:
        """Give the schema as plain JSON values."""
        return self.schema.to_dict()

    def restore(self, arguments: Any) -> Any:
        """Turn the model's arguments into what the tool expects.

        Undoes renamed properties, stringified enums, and nulls that stand for "left out". The
        arguments given are not changed.
        """
        if self._trace is None:
            return arguments
        return restore(arguments, self._trace.reading.schema, self.target, self.new_names)

    def present(self, arguments: Any) -> Any:
        """Turn arguments of the tool into what the model would write: undo `restore`."""
        if self._trace is None:
            return arguments
        return present(arguments, self._trace.reading.schema, self.target, self.new_names)

    @cached_property
    def new_names(self) -> Mapping[str, str]:
        """The names of properties that the target does not take, with those that it shows."""
        trace = self._trace
        return {} if trace is None else renamed_in(trace.reading.schema, self.target)

    def __repr__(self) -> str:
        return f"Lowered({self.schema!r}, target={self.target.name!r}, strict={self.strict})"

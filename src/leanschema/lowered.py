"""What lowering gives: the schema, what it changed, and the way back for the model's arguments."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, Final

from msgspec import UNSET

from leanschema.changes import Change
from leanschema.compatible import parse_tool_input_schema
from leanschema.explain import explain
from leanschema.fit.sizes import count_tokens
from leanschema.passes.rewrite import Log, Rewrite
from leanschema.pointer import pointer_of
from leanschema.read.any_dialect import Reading
from leanschema.read.findings import tokens_of_path
from leanschema.restore import present, restore
from leanschema.schema import JsonSchema, keyword_of
from leanschema.targets.target import Target

_WORDS: Final = frozenset(("title", "description", "default", "examples", "deprecated"))


class Trace:
    """How a schema was lowered: read on demand, so that lowering alone stays quick."""

    def __init__(self, value: Any, reading: Reading, log: Log) -> None:
        self.value = value
        self.reading = reading
        self._log = log

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
        for field in JsonSchema.__struct_fields__:
            before, after = getattr(rewrite.before, field), getattr(rewrite.after, field)
            if before is after or before == after:
                continue
            keyword = keyword_of(field)
            yield Change(
                pointer=pointer,
                keyword=keyword,
                before=plain(before),
                after=plain(after),
                law="exact" if field in _WORDS else rewrite.by.law,
                by=rewrite.by.name,
                reason=rewrite.by.reason,
                source=target.source_of(keyword),
            )

    def _pointer(self, node: JsonSchema) -> str:
        ancestor = self._log.ancestor(node, self.reading.origins)
        if ancestor is None:
            return ""
        return pointer_of(tokens_of_path(self.reading.origins[id(ancestor)]))


class Lowered:
    """A lowered schema.

    `schema` is the tree, `target` the target that it was written for (the fallback of a strict
    target that it does not fit; then `strict` is False and `reason` says why).
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
    ) -> None:
        self.schema = schema
        self.target = target
        self.strict = is_strict
        self.reason = not_strict_because
        self._trace = trace
        self._published = published

    @classmethod
    def published(cls, value: Any, target: Target) -> Lowered:
        """Lower by the compatible door."""
        return cls(parse_tool_input_schema(value), target, None, published=value)

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """What the model no longer sees, or sees otherwise."""
        if self._trace is None:
            return explain(self._published, self.schema)
        return tuple(self._trace.changes(self.target))

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
        return restore(arguments, self._trace.reading.schema, self.target)

    def present(self, arguments: Any) -> Any:
        """Turn arguments of the tool into what the model would write: undo `restore`."""
        if self._trace is None:
            return arguments
        return present(arguments, self._trace.reading.schema, self.target)

    def __repr__(self) -> str:
        return f"Lowered({self.schema!r}, target={self.target.name!r}, strict={self.strict})"


def plain(value: Any) -> Any:
    """Give a field's value as plain JSON; UNSET where the keyword is absent."""
    if value is None or value is UNSET:
        return UNSET
    if isinstance(value, JsonSchema):
        return value.to_dict()
    if isinstance(value, dict):
        return {name: plain(member) for name, member in value.items()}
    if isinstance(value, tuple):
        return [plain(member) for member in value]
    return value

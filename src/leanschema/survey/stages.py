"""What is surveyed: a target, a budget and a fitter, and the stages that they take a schema through.

    published ─ lower ─► no compaction ─ one pass after the other, or one fitter ─► compacted

A stage is the compact JSON that it left. Another lowering or fitter is another `Stages`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, Literal, Protocol

import msgspec

from leanschema.changes import Change
from leanschema.compatible import (
    compacted_texts,
    parse_tool_input_schema_without_compaction_json,
    read_json,
)
from leanschema.fit.fitting import budget_of
from leanschema.fit.waterfall import MAX_BYTES, PASSES
from leanschema.lower import lower
from leanschema.lowered import Lowered
from leanschema.read.wire import lower_text_compared
from leanschema.survey.content import Loss, loss_between
from leanschema.targets import target_named

PUBLISHED_TARGET: Final = "codex"
_LOWERED: Final = "no compaction"

Fitter = Literal["waterfall", "best-first"]


class Taken(msgspec.Struct, frozen=True, gc=False):
    """A schema taken through the stages, and what of it can no longer be read.

    `texts` is the compact JSON that each stage left, in order; a stage that did not run is missing.
    """

    texts: tuple[bytes, ...]
    loss: Loss | None


class Stages(Protocol):
    """Takes a schema through the stages; `names` are all that there are, in order.

    It gets the compact JSON of the published schema. The first stage is the lowered schema; a
    later one is there only if it ran. Raises InvalidToolSchema.
    """

    names: tuple[str, ...]

    def __call__(self, published: bytes, /) -> Taken:
        """Give the stages of one schema."""
        ...

    def changes(self, published: bytes, /) -> Iterator[Change]:
        """Yield the edits that fitting a schema took, in their order, where they can be told."""
        ...


class Settings(msgspec.Struct, frozen=True):
    """What is surveyed: lowering for a target, and fitting each schema into a budget.

    A budget is bytes or tokens, or None. The waterfall is the published agent's: it fits its own
    target, by bytes.
    """

    max_bytes: int | None = MAX_BYTES
    max_tokens: int | None = None
    target: str = PUBLISHED_TARGET
    fitter: Fitter = "waterfall"

    def stages(self) -> Stages:
        """Make the stages. Raises UnknownTarget, and ValueError for a budget that is none."""
        if self.fitter == "waterfall":
            if self.target != PUBLISHED_TARGET or self.max_tokens is not None:
                raise ValueError("the waterfall fits the target codex into bytes")
            return WaterfallStages(self.max_bytes)
        return LoweredStages(self)

    def described(self) -> dict[str, str | int | None]:
        """Say in words what the report is about."""
        described = {"target": self.target, "fitter": self.fitter}
        if self.max_tokens is not None:
            return {**described, "max_tokens": self.max_tokens}
        return {**described, "max_bytes": self.max_bytes}


class WaterfallStages:
    """The stages of the published coding agent: lowered, then each waterfall pass that ran."""

    names: tuple[str, ...] = (_LOWERED, *(name for name, _ in PASSES))

    def __init__(self, max_bytes: int | None) -> None:
        self._max_bytes = max_bytes

    def __call__(self, published: bytes, /) -> Taken:
        """Lower one schema and compact it while it is over the budget."""
        lowered, is_whole = lower_text_compared(published) or (None, False)
        if lowered is None:
            lowered = parse_tool_input_schema_without_compaction_json(published).to_json()
        if self._max_bytes is None or len(lowered) <= self._max_bytes:
            return Taken((lowered,), None if is_whole else loss_between(published, lowered))
        fitted = compacted_texts(lowered, self._max_bytes)
        return Taken((lowered, *fitted), loss_between(published, fitted[-1]))

    def changes(self, published: bytes, /) -> Iterator[Change]:
        """Yield nothing: a pass of the waterfall takes all of a kind, and the steps say which."""
        return iter(())


class LoweredStages:
    """The better door's stages: lowered for a target, then fitted with the least loss."""

    names: tuple[str, ...] = (_LOWERED, "best-first")

    def __init__(self, settings: Settings) -> None:
        self._target = settings.target
        self._is_published = settings.target == PUBLISHED_TARGET
        max_bytes = settings.max_bytes if settings.max_tokens is None else None
        self._budget = budget_of(max_bytes, settings.max_tokens, None)

    def __call__(self, published: bytes, /) -> Taken:
        """Lower one schema, and fit it where it is over the budget."""
        lowered = self._lowered(read_json(published))
        first = lowered.schema.to_json()
        if self._budget is None or self._budget.cost(first) <= self._budget.most:
            return Taken((first,), loss_between(published, first))
        fitted = lowered.fitted_into(self._budget).schema.to_json()
        return Taken((first, fitted), loss_between(published, fitted))

    def changes(self, published: bytes, /) -> Iterator[Change]:
        """Yield the edits that fitting a schema took."""
        if self._budget is not None:
            yield from self._lowered(read_json(published)).fitted_into(self._budget).fitting

    def _lowered(self, value: Any) -> Lowered:
        if self._is_published:
            return Lowered.published(value, target_named(self._target), is_compacted=False)
        return lower(value, self._target)

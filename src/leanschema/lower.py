"""Lower a tool's input schema to what a provider reads.

The pipeline (pipeline.py) and all its passes are imported by the first call: who only reads a
schema, or draws up a command line, does not wait for them.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from leanschema.fit.sizes import TokenCounter
    from leanschema.lowered import Lowered
    from leanschema.targets.target import Target

__all__ = ["lower"]


def lower(
    value: Any,
    target: str | Target = "mcp",
    *,
    max_tokens: int | None = None,
    max_bytes: int | None = None,
    strict: bool = False,
    tokenizer: TokenCounter | None = None,
) -> Lowered:
    """Lower a published input schema to a target's dialect, and fit it into a budget.

    `value` is any parsed JSON value and is not changed; `target` a name of `TARGETS` or a
    `Target` of your own. A budget is `max_tokens` (o200k_base, or `tokenizer`'s own, of the
    schema's compact JSON) or `max_bytes`; without one nothing is left out. With `strict` a value
    of the wrong shape is an error and not a repair.
    Raises InvalidToolSchema where the root cannot describe an object, UnknownTarget,
    InvalidTarget, and ValueError for a budget that is none.
    """
    return _pipeline()(value, target, max_bytes, max_tokens, tokenizer, strict=strict)


@cache
def _pipeline() -> Callable[..., Lowered]:
    from leanschema.pipeline import lowered_for

    return lowered_for

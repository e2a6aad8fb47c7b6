"""Fitting: a schema, or a whole tool set, into a budget with the least loss."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from leanschema.fit.fitting import Fitted
    from leanschema.fit.sizes import TokenCounter
    from leanschema.schema import JsonSchema
    from leanschema.targets.target import Target

__all__ = ["fit"]


def fit(
    schema: JsonSchema,
    *,
    max_bytes: int | None = None,
    max_tokens: int | None = None,
    target: str | Target = "mcp",
    tokenizer: TokenCounter | None = None,
) -> Fitted:
    """Fit a schema into a budget of bytes, or of tokens (o200k_base, or `tokenizer`'s own).

    `target` says which vocabulary the result may use. The budget holds wherever the bare skeleton
    (root property names and `required`) holds it; root names and `required` stay whatever it is.
    Raises UnknownTarget, InvalidTarget, and ValueError for two budgets at once and for one below 1.
    """
    from leanschema.fit.fitting import budget_of, fitted_into
    from leanschema.targets import target_of

    goal = target_of(target)
    return fitted_into(schema, goal, budget_of(max_bytes, max_tokens, tokenizer))

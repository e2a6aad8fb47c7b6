"""What stands beside a union where the target does not read it: words, and limits."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from leanschema.fields import Fields, fields_beside
from leanschema.schema import JsonSchema
from leanschema.targets.target import Target

WORDS: Final = ("title", "description", "default", "examples")


def unread_words(node: JsonSchema, target: Target) -> dict[str, Any]:
    """Give the words beside a node's union that the target does not read there."""
    return _present(node, target, _words)


def unread_limits(node: JsonSchema, target: Target) -> dict[str, Any]:
    """Give all else beside a node's union that the target does not read there."""
    return _present(node, target, _limits)


def _present(
    node: JsonSchema, target: Target, unread: Callable[[frozenset[str]], Fields]
) -> dict[str, Any]:
    allowed = target.any_of_siblings
    return {} if allowed is None or not node.anyOf else dict(unread(allowed).present(node))


@lru_cache(maxsize=256)
def _words(allowed: frozenset[str]) -> Fields:
    return fields_beside(allowed).among(WORDS)


@lru_cache(maxsize=256)
def _limits(allowed: frozenset[str]) -> Fields:
    return fields_beside(allowed, "anyOf", "defs", *WORDS)

"""Move what may not stand beside a union into its branches.

Before:  {"type": "array", "anyOf": [{"items": {"type": "string"}}, {"maxItems": 3}]}
After:   {"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "array", "maxItems": 3}]}

Words go to the first branch, limits to each. Left alone: what the target reads beside `anyOf`.
Law: exact, up to what one node can say (see `merge_all_of`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from msgspec.structs import replace

from leanschema.conjunction import conjunction, meet
from leanschema.fields import Fields, fields_beside
from leanschema.passes.rewrite import Pass, Setting
from leanschema.schema import ABSENT, JsonSchema

_WORDS: Final = ("title", "description", "default", "examples")


def distribute_over_union(node: JsonSchema, setting: Setting) -> JsonSchema:
    """Join each branch with the limits beside the union, and the first one with the words."""
    allowed = setting.target.any_of_siblings
    if allowed is None:
        return node
    moved = dict(_forbidden(allowed).present(node))
    if not moved:
        return node
    gone: dict[str, Any] = {field: ABSENT[field] for field in moved}
    words: dict[str, Any] = {f: moved.pop(f) for f in _WORDS if f in moved}
    branches = list(node.anyOf or ())
    if moved:
        limits = JsonSchema(**moved)
        met = [branch for branch in branches if meet(branch, limits)] or branches
        branches = [conjunction(branch, limits) for branch in met]
    if words:
        branches[0] = _with_words(branches[0], words, setting)
    if len(branches) == 1:
        return replace(node, **gone | {"anyOf": None}) if not moved and not words else branches[0]
    return replace(node, **gone | {"anyOf": tuple(branches)})


@lru_cache(maxsize=256)
def _forbidden(allowed: frozenset[str]) -> Fields:
    """Give the fields that may not stand beside a union."""
    return fields_beside(allowed, "anyOf", "defs")


def _with_words(branch: JsonSchema, words: dict[str, Any], setting: Setting) -> JsonSchema:
    if branch.ref is not None:
        beside = setting.target.ref_siblings
        words = {k: v for k, v in words.items() if beside is None or k in beside}
    outer, inner = words.pop("description", None), branch.description
    free = {k: v for k, v in words.items() if getattr(branch, k) is ABSENT[k]}
    if outer is not None:
        free["description"] = outer if not inner or inner == outer else f"{outer} {inner}"
    return replace(branch, **free) if free else branch


PASS = Pass(
    "distribute_over_union",
    "widens",
    "may not stand beside anyOf",
    distribute_over_union,
    fields=("anyOf",),
    needed=lambda target: target.any_of_siblings is not None,
)

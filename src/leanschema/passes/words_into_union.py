"""Move words that may not stand beside a union into its first branch.

Before:  {"description": "A size", "anyOf": [{"type": "integer"}, {"type": "null"}]}
After:   {"anyOf": [{"type": "integer", "description": "A size"}, {"type": "null"}]}

Left alone: words that the target reads beside `anyOf`.
Law: exact.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from msgspec.structs import replace

from leanschema.fields import Fields, fields_beside
from leanschema.passes.rewrite import Pass, Setting
from leanschema.schema import ABSENT, JsonSchema

WORDS: Final = ("title", "description", "default", "examples")


def words_into_union(node: JsonSchema, setting: Setting) -> JsonSchema:
    """Give the first branch the words, beside its own."""
    allowed = setting.target.any_of_siblings
    if allowed is None or not node.anyOf:
        return node
    words = dict(_forbidden(allowed).present(node))
    if not words:
        return node
    first, *others = node.anyOf
    gone: dict[str, Any] = {field: ABSENT[field] for field in words}
    return replace(node, **gone, anyOf=(_with_words(first, words, setting), *others))


@lru_cache(maxsize=256)
def _forbidden(allowed: frozenset[str]) -> Fields:
    return fields_beside(allowed).among(WORDS)


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
    "words_into_union",
    "exact",
    "may not stand beside anyOf",
    words_into_union,
    fields=("anyOf",),
    needed=lambda target: (
        target.any_of_siblings is not None and not target.any_of_siblings.issuperset(WORDS)
    ),
)

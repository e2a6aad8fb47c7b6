"""Move words that may not stand beside a union into its first branch.

Before:  {"description": "A size", "anyOf": [{"type": "integer"}, {"type": "null"}]}
After:   {"anyOf": [{"type": "integer", "description": "A size"}, {"type": "null"}]}

Left alone: words that the target reads beside `anyOf`, or nowhere.
Law: exact.
"""

from __future__ import annotations

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from leanschema.passes.rewrite import Pass, Setting, Tailored
from leanschema.passes.union_siblings import unread_words
from leanschema.schema import ABSENT, JsonSchema
from leanschema.targets.target import Target


def words_into_union(bits: int, target: Target) -> Tailored:
    """Give what gives the first branch of a union the words, beside its own."""
    unread = unread_words(target)
    reads_default = "default" in target.keywords

    def move(node: JsonSchema, setting: Setting) -> JsonSchema:
        if unread.are_absent(node) or not node.anyOf:
            return node
        words = dict(unread.present(node))
        if not reads_default and words.get("default", UNSET) is None:
            # Nothing is told of it.
            del words["default"]
            if not words:
                return node
        first, *others = node.anyOf
        gone: dict[str, Any] = {field: ABSENT[field] for field in words}
        return replace(node, **gone, anyOf=(_with_words(first, words, target), *others))

    return Tailored(move)


def _with_words(branch: JsonSchema, words: dict[str, Any], target: Target) -> JsonSchema:
    if branch.ref is not None:
        beside = target.ref_siblings
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
    fields=("anyOf",),
    for_fields=words_into_union,
    needed=lambda target: bool(unread_words(target).names),
)

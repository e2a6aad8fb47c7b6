"""Write a union as simply as it can be said.

Before:  {"anyOf": [{"anyOf": [{"const": "a"}, {"const": "b"}]}, {"type": "null"}, {"type": "null"}]}
After:   {"anyOf": [{"enum": ["a", "b"]}, {"type": "null"}]}

A union inside a union is opened, equal branches are one, constants are one enum, and a union of
one is its branch. Left alone: branches with words of their own, beside others.
Law: exact.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET
from msgspec.structs import replace

from leanschema.conjunction import conjunction
from leanschema.json_values import distinct
from leanschema.passes.rewrite import Pass, Setting
from leanschema.schema import EMPTY, JsonSchema


def flatten_unions(node: JsonSchema, setting: Setting) -> JsonSchema:
    """Open, fold and unwrap the union of a node."""
    given = node.anyOf or ()
    node, opened = _opened(node, given)
    branches = _folded(_distinct(opened))
    if EMPTY in branches:
        return replace(node, anyOf=None)
    if len(branches) == 1 and _may_unwrap(node, branches[0], setting):
        return conjunction(replace(node, anyOf=None), branches[0])
    if len(branches) == len(given) and all(a is b for a, b in zip(branches, given, strict=True)):
        return node
    return replace(node, anyOf=branches)


def _opened(node: JsonSchema, given: tuple[JsonSchema, ...]) -> tuple[JsonSchema, list[JsonSchema]]:
    """Put the branches of an inner union among the outer ones; its words move out where free."""
    branches: list[JsonSchema] = []
    for branch in given:
        inner = branch.anyOf
        bare = (
            branch if inner is None else replace(branch, anyOf=None, description=None, title=None)
        )
        if inner is None or bare != EMPTY:
            branches.append(branch)
            continue
        branches.extend(inner)
        if branch.description is not None and node.description is None:
            node = replace(node, description=branch.description)
    return node, branches


def _distinct(branches: list[JsonSchema]) -> list[JsonSchema]:
    kept: dict[bytes, JsonSchema] = {}
    for branch in branches:
        kept.setdefault(branch.to_json(), branch)
    return list(kept.values())


def _folded(branches: list[JsonSchema]) -> tuple[JsonSchema, ...]:
    """Fold neighbours that are constants and nothing else into one enum."""
    folded: list[JsonSchema] = []
    for branch in branches:
        last = folded[-1] if folded else None
        if (
            last is not None
            and _is_constant(last)
            and _is_constant(branch)
            and last.type == branch.type
        ):
            values = distinct((*_values(last), *_values(branch)))
            folded[-1] = replace(last, const=UNSET, enum_=values)
        else:
            folded.append(branch)
    return tuple(folded)


def _is_constant(branch: JsonSchema) -> bool:
    bare = replace(branch, const=UNSET, enum_=None, type=None)
    return bare == EMPTY and any(True for _ in _values(branch))


def _values(branch: JsonSchema) -> Iterator[object]:
    if branch.const is not UNSET:
        yield branch.const
    elif branch.enum_ is not None:
        yield from branch.enum_


def _may_unwrap(node: JsonSchema, branch: JsonSchema, setting: Setting) -> bool:
    if branch.ref is None:
        return True
    allowed = setting.target.ref_siblings
    siblings = {keyword for keyword, _ in node.keywords()} - {"anyOf", "$defs"}
    return node.ref is None and (siblings <= (allowed or frozenset()) or allowed is None)


PASS = Pass(
    "flatten_unions",
    "exact",
    "the same union in fewer words",
    flatten_unions,
    fields=("anyOf",),
    writes=("type", "enum_", "description"),
)

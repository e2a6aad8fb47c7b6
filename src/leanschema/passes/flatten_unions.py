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
from leanschema.read.rare import ODD_UNION
from leanschema.schema import EMPTY, JsonSchema


def flatten_unions(node: JsonSchema, setting: Setting) -> JsonSchema:
    """Open, fold and unwrap the union of a node."""
    if node.oneOf is not None and len(node.oneOf) == 1 and node.anyOf is None:
        # Exactly one of one: that one.
        return flatten_unions(replace(node, oneOf=None, anyOf=node.oneOf), setting)
    given = node.anyOf or ()
    if not given or _is_plain(given):
        return node
    node, opened = _opened(node, given)
    branches = _folded(_distinct(opened))
    if any(branch.type is None and branch == EMPTY for branch in branches):
        return replace(node, anyOf=None)
    if len(branches) == 1 and _may_unwrap(node, branches[0], setting):
        return conjunction(replace(node, anyOf=None), branches[0])
    if len(branches) == len(given) and all(a is b for a, b in zip(branches, given, strict=True)):
        return node
    return replace(node, anyOf=branches)


def _is_plain(branches: tuple[JsonSchema, ...]) -> bool:
    """Tell two branches or more, each of another type, and none a union itself."""
    types = set()
    for branch in branches:
        if branch.type is None or branch.anyOf is not None:
            return False
        types.add(branch.type)
    return len(types) == len(branches) > 1


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
    if len(set(map(hash, branches))) == len(branches):
        return branches
    kept: dict[bytes, JsonSchema] = {}
    for branch in branches:
        kept.setdefault(branch.to_json(), branch)
    return list(kept.values())


def _folded(branches: list[JsonSchema]) -> tuple[JsonSchema, ...]:
    """Fold neighbours that are constants of one type, and nothing else, into one enum."""
    folded: list[JsonSchema] = []
    alike: list[JsonSchema] = []
    for branch in branches:
        is_constant = _is_constant(branch)
        if alike and not (is_constant and branch.type == alike[0].type):
            folded.append(_one_enum(alike))
            alike = []
        (alike if is_constant else folded).append(branch)
    if alike:
        folded.append(_one_enum(alike))
    return tuple(folded)


def _one_enum(constants: list[JsonSchema]) -> JsonSchema:
    if len(constants) == 1:
        return constants[0]
    values = distinct(value for branch in constants for value in _values(branch))
    return replace(constants[0], const=UNSET, enum_=values)


def _is_constant(branch: JsonSchema) -> bool:
    if branch.const is UNSET and not branch.enum_:
        return False
    return replace(branch, const=UNSET, enum_=None, type=None) == EMPTY


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
    fields=("anyOf", "oneOf"),
    writes=("type", "enum_", "description", "anyOf"),
    brings=ODD_UNION,
    only_where=lambda target: ODD_UNION,
)

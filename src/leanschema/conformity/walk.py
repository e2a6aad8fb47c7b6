"""Walk a raw schema, node by node, without recursion, and ask the rules of each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from leanschema.conformity.counts import Counts
from leanschema.conformity.nodes import judge_node
from leanschema.conformity.references import judge_references
from leanschema.conformity.rules import RULES, Violation
from leanschema.errors import shown
from leanschema.pointer import Token, pointer_of
from leanschema.read.limits import MAX_DEPTH, MAX_NODES
from leanschema.targets.target import Target

_SINGLE: Final = frozenset(
    ("items", "additionalProperties", "contains", "propertyNames", "not", "if", "then", "else")
    + ("unevaluatedItems", "unevaluatedProperties", "additionalItems")
)
_LISTS: Final = frozenset(("anyOf", "oneOf", "allOf", "prefixItems"))
_TABLES: Final = frozenset(
    ("properties", "patternProperties", "dependentSchemas", "$defs", "definitions")
)
# Where a boolean is not a schema of its own but a plain yes or no.
_FLAGS: Final = frozenset(
    ("additionalProperties", "unevaluatedItems", "unevaluatedProperties", "additionalItems")
)
_MAX_VIOLATIONS: Final = 1_000


class Node(NamedTuple):
    """An object in a schema position: its place, its value, and how deep it is nested."""

    tokens: tuple[Token, ...]
    value: dict[str, Any]
    level: int


def violations(schema: Any, target: Target) -> tuple[Violation, ...]:
    """Give what a target refuses, or does not read, of a schema; () where it takes all of it.

    Takes any JSON value and never raises; at most 1,000 violations are given.
    """
    found: list[Violation] = []
    if not isinstance(schema, dict):
        return (violation((), "not-a-schema", schema, target),)
    counts = Counts()
    nodes: list[Node] = []
    for node in _nodes(schema, target, found):
        nodes.append(node)
        counts.add(node.value, node.level)
        for rule, value in judge_node(node.value, target, is_root=not node.tokens):
            found.append(violation(node.tokens, rule, value, target))
        if len(found) >= _MAX_VIOLATIONS:
            return tuple(found[:_MAX_VIOLATIONS])
    named = [(node.tokens, node.value) for node in nodes]
    for tokens, rule, value in judge_references(schema, named, target):
        found.append(violation(tokens, rule, value, target))
    for rule, value in counts.over(schema, target.limits):
        found.append(violation((), rule, value, target))
    return tuple(found[:_MAX_VIOLATIONS])


def violation(tokens: tuple[Token, ...], rule: str, found: Any, target: Target) -> Violation:
    """Say a violation in words, with the source of the target's rule."""
    text = shown(found)
    return Violation(
        pointer=pointer_of(tokens),
        rule=rule,
        found=text,
        message=f"{RULES[rule].rstrip('.')}; found {text}",
        source=target.source_of(_ABOUT.get(rule, str(found) if rule == "keyword" else rule)),
    )


# The keyword that a rule is about, by which its source is found.
_ABOUT: Final = {
    "boolean-schema": "boolean schema",
    "root-type": "root",
    "root-combiner": "root",
    "root-properties": "root",
    "dangling-reference": "$ref",
    "reference-form": "$ref",
    "reference-siblings": "$ref",
    "nested-definitions": "$defs",
    "any-of-siblings": "anyOf",
    "empty-union": "anyOf",
    "untyped": "type",
    "type-name": "type",
    "type-list": "type",
    "type-list-siblings": "type",
    "enum-type": "enum",
    "enum-empty": "enum",
    "enum-duplicate": "enum",
    "enum-empty-string": "enum",
    "enum-untyped": "enum",
    "bounds-type": "minimum",
    "min-items": "minItems",
    "array-items": "items",
    "additional-properties": "additionalProperties",
    "closed": "additionalProperties",
    "says-open": "additionalProperties",
    "all-required": "required",
    "unknown-required": "required",
    "empty-required": "required",
    "keywords-of-type": "properties",
    "property-name": "names",
    "reserved-property-name": "names",
    "large-integer": "integer",
    "limit-depth": "depth",
    "limit-properties": "properties",
    "limit-enum-values": "enum",
    "limit-one-enum": "enum",
    "limit-large-enum": "enum",
    "limit-names": "characters",
    "limit-branches": "anyOf",
    "limit-optional": "optional",
    "limit-unions": "union",
    "limit-bytes": "size",
}


def _nodes(schema: dict[str, Any], target: Target, found: list[Violation]) -> Iterator[Node]:
    """Yield the objects in schema positions; what else stands there is a violation."""
    pending = [Node((), schema, 1)]
    seen = 0
    while pending:
        node = pending.pop()
        seen += 1
        if len(node.tokens) > 2 * MAX_DEPTH or seen > MAX_NODES:
            found.append(violation(node.tokens, "limit-depth", node.value, target))
            return
        yield node
        level = node.level + ("properties" in node.value or "items" in node.value)
        for step, value in _steps(node.value):
            tokens = (*node.tokens, *step)
            if isinstance(value, dict):
                pending.append(Node(tokens, value, level))
            elif isinstance(value, bool):
                found.append(violation(tokens, "boolean-schema", value, target))
            else:
                found.append(violation(tokens, "not-a-schema", value, target))


def _steps(node: dict[str, Any]) -> Iterator[tuple[tuple[Token, ...], Any]]:
    for keyword, value in node.items():
        if keyword == "items" and isinstance(value, list):
            # The list form is one fault, and what is inside it are schemas.
            yield from (((keyword, i), item) for i, item in enumerate(value))
        elif keyword in _SINGLE:
            if not (keyword in _FLAGS and isinstance(value, bool)):
                yield (keyword,), value
        elif keyword in _LISTS:
            if isinstance(value, list):
                yield from (((keyword, i), branch) for i, branch in enumerate(value))
            else:
                yield (keyword,), value
        elif keyword in _TABLES:
            if isinstance(value, dict):
                yield from (((keyword, str(name)), child) for name, child in value.items())
            else:
                yield (keyword,), value

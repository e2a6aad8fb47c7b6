"""Walk a raw schema, node by node, without recursion, and ask the rules of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Any, Final, NamedTuple, TypeAlias

from leanschema.conformity.counts import Counts
from leanschema.conformity.documents import look_at
from leanschema.conformity.nodes import judge_node
from leanschema.conformity.references import judge_references
from leanschema.conformity.rules import Violation
from leanschema.conformity.wording import violation
from leanschema.pointer import Token
from leanschema.read.limits import MAX_DEPTH
from leanschema.targets.target import Target

# The place, the rule, and what was found.
Faults: TypeAlias = Iterator[tuple[tuple[Token, ...], str, Any]]

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


class Place(NamedTuple):
    """A schema position: the tokens that lead there, what stands there, and how deep it nests."""

    tokens: tuple[Token, ...]
    value: Any
    level: int


def violations(schema: Any, target: Target) -> tuple[Violation, ...]:
    """Give what a target refuses, or does not read, of a schema; () where it takes all of it.

    Takes any value and never raises. They come in the order of the document, between what
    concerns it as text and what is counted over all of it; at most 1,000 are given.
    """
    document = look_at(schema)
    faults: Faults = (((), *fault) for fault in document.faults)
    if document.is_walkable:
        faults = chain(faults, _faults(schema, target))
    return tuple(violation(*fault, target) for fault in islice(faults, _MAX_VIOLATIONS))


def _faults(schema: Any, target: Target) -> Faults:
    counts = Counts()
    nodes: list[tuple[tuple[Token, ...], dict[str, Any]]] = []
    for tokens, value, level in _places(schema):
        if isinstance(value, dict):
            nodes.append((tokens, value))
            counts.add(value, level)
            for rule, found in judge_node(value, target, is_root=not tokens):
                yield tokens, rule, found
        else:
            is_boolean = isinstance(value, bool) and tokens
            yield tokens, "boolean-schema" if is_boolean else "not-a-schema", value
    if isinstance(schema, dict):
        yield from judge_references(schema, nodes, target)
        for rule, found in counts.over(schema, target.limits):
            yield (), rule, found


def _places(schema: Any) -> Iterator[Place]:
    """Yield what stands in schema positions, in the order of the document."""
    pending = [Place((), schema, 1)]
    while pending:
        place = pending.pop()
        yield place
        tokens, value, level = place
        if isinstance(value, dict) and len(tokens) < MAX_DEPTH:
            inner = level + Counts.is_level(value)
            steps = [Place((*tokens, *step), child, inner) for step, child in _steps(value)]
            pending.extend(reversed(steps))


def _steps(node: dict[str, Any]) -> Iterator[tuple[tuple[Token, ...], Any]]:
    """Yield the schema positions of a node; a keyword of another shape has none (see `shapes`)."""
    for keyword, value in node.items():
        if keyword in _SINGLE and not (keyword == "items" and isinstance(value, list)):
            if not (keyword in _FLAGS and isinstance(value, bool)):
                yield (keyword,), value
            continue
        members: Iterable[tuple[Any, Any]] = ()
        if isinstance(value, list) and (keyword in _LISTS or keyword == "items"):
            # The list form of `items` is one fault, and what is inside it are schemas.
            members = enumerate(value)
        elif isinstance(value, dict) and keyword in _TABLES:
            members = value.items()
        for name, child in members:
            yield (keyword, name), child

"""What a pass is.

A pass takes a node whose children are done and gives a node back; the very same node means that
nothing changed. The one traversal (see traversal.py) records what a pass changed, with the node
that the user gave.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, TypeAlias

from leanschema.changes import Law
from leanschema.read.presence import EVERY_TYPE, LIST_OF_TYPES, TYPE_BITS, bits_of
from leanschema.read.rare import (
    BARE_LIST,
    BARE_OBJECT,
    FOREIGN,
    LONG,
    ODD_ENUM,
    OF_JOINS,
    UNKNOWN_REQUIRED,
    UNTYPED,
)
from leanschema.references import Definitions, name_in
from leanschema.schema import EMPTY, JsonSchema
from leanschema.targets.target import Target


class Setting(NamedTuple):
    """What a pass may know beside the node: the target's facts, the definitions, the new names."""

    target: Target
    definitions: Definitions
    # Where following references would unfold too far: they stay, and what stands beside them goes.
    is_cautious: bool = False
    # What the properties are renamed to whose names the target does not take.
    names: Mapping[str, str] = {}

    def resolved(self, reference: str) -> JsonSchema | None:
        """Give the definition that a reference names; None for the root."""
        return self.definitions.get(name_in(reference))

    def is_endless(self, reference: str) -> bool:
        """Tell whether to join a reference with its siblings would have no end."""
        name = name_in(reference)
        if self.is_cautious or name in self.definitions.endless:
            return True
        # Limits beside a union go into its branches there.
        joins_branches = self.target.any_of_siblings is not None
        return joins_branches and name in self.definitions.in_unions_of_themselves


NO_DEFINITIONS: Final = Definitions(EMPTY)

# What rewrites one node.
Apply: TypeAlias = Callable[[JsonSchema, Setting], JsonSchema]


class Tailored(NamedTuple):
    """The rewrite of all nodes in which the same occurs.

    `gives` are the fields that it sets, to the same values in all of them, where it writes nothing
    else but words; None where that cannot be said.
    """

    apply: Apply
    gives: Mapping[str, Any] | None = None


def _always(target: Target) -> bool:
    return True


def _anywhere(target: Target) -> int:
    return 0


def _as_it_is(node: JsonSchema, setting: Setting) -> JsonSchema:
    return node


class Pass(NamedTuple):
    """One rewrite.

    `apply` makes it; one that `for_fields` makes, or that is made on the whole tree, has none.
    It concerns a node that has one of `fields`, or whose type is one of `types` ("list" is a list
    of types, None no type at all), for the targets that it is `needed` for. Where `concerns` is
    there, it has the last word: by what occurs in the node (see presence.py) and by the target.
    `writes` are the fields that it may set on a node, or on one that it adds, though no node had
    them, and `brings` the rare traits that these do not tell (a union that it writes is odd where it
    stands beside limits, or two of its branches are of one type); one that `joins` makes one node of
    several, which may have what none of them has.
    `only_where` gives the rare traits (see rare.py) without which it changes nothing in a schema for
    that target, and 0 where that cannot be said. A pass that `reveals` puts nodes into the tree that
    no pass has seen yet; one that `renames` has to be told the new names. `for_fields` gives the
    rewrite of all nodes in which the same occurs, where more can be settled once for them all than
    for each. `law` is the worst that it does to a node; `judge` tells for one rewrite.
    """

    name: str
    law: Law
    reason: str
    apply: Apply = _as_it_is
    fields: tuple[str, ...] = ()
    types: tuple[str | None, ...] = ()
    writes: tuple[str, ...] = ()
    brings: int = 0
    joins: bool = False
    reveals: bool = False
    renames: bool = False
    needed: Callable[[Target], bool] = _always
    only_where: Callable[[Target], int] = _anywhere
    concerns: Callable[[int, Target], bool] | None = None
    for_fields: Callable[[int, Target], Tailored] | None = None
    judge: Callable[[JsonSchema, JsonSchema], Law] | None = None

    def law_of(self, before: JsonSchema, after: JsonSchema) -> Law:
        """Give the law of one rewrite: the pass's own judgement of it, or its law at worst."""
        return self.law if self.judge is None else self.judge(before, after)

    @property
    def reads(self) -> int:
        """Give the bits of what it looks for."""
        bits = bits_of(self.fields)
        for name in self.types:
            bits |= LIST_OF_TYPES if name == "list" else TYPE_BITS[name]
        return bits

    @property
    def sets(self) -> int:
        """Give the bits of what it may set."""
        bits = bits_of(self.writes) | self.brings | (OF_JOINS | EVERY_TYPE if self.joins else 0)
        for field, others in _WITH.items():
            bits |= others if field in self.writes else 0
        return bits


# What a field that a pass writes may bring about.
_WITH: Final = {
    "type": EVERY_TYPE | FOREIGN | BARE_LIST | BARE_OBJECT,
    "items": UNTYPED,
    "enum_": ODD_ENUM | LONG,
    "anyOf": LONG,
    "properties": UNKNOWN_REQUIRED | BARE_OBJECT,
    "required": UNKNOWN_REQUIRED,
}

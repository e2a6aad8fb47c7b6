"""Plans: which passes concern which nodes, decided once for all nodes alike.

A node's type and the classes of its values say what occurs in it, and that says which passes have
a look at it. Most nodes of most schemas concern none.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from leanschema.fields import Fields
from leanschema.passes import fragile
from leanschema.passes.rewrite import NO_DEFINITIONS, Apply, Pass, Setting
from leanschema.read.presence import FIELD_BITS, LIST_OF_TYPES, TYPE_BITS, bits_of, fields_of
from leanschema.read.rare import TYPED_MAP
from leanschema.schema import SUBSCHEMAS, JsonSchema
from leanschema.targets.target import Target


class Step(NamedTuple):
    """A pass that concerns the nodes of a shape."""

    bit: int  # bit i is pass number i of the plan
    by: Pass
    apply: Apply
    # The shape that it gives them, where that is the same for all.
    then: Shape | None
    # No pass has a look at what it gave.
    ends: bool


class Shape(NamedTuple):
    """What a plan does with the nodes in which the same occurs."""

    passes: int  # the bits of the passes
    steps: list[Step]
    tables: tuple[str, ...]  # the fields that hold sub-schemas
    is_leaf: bool  # nothing is in it, and it leads nowhere


class _Family:
    """The passes that a target needs, and a plan for each set of what occurs in a schema."""

    def __init__(self, passes: tuple[Pass, ...], target: Target) -> None:
        # The passes before selection are kept, so that their identity stays theirs.
        self.key = (passes, target)
        self.target = target
        self.passes = [one for one in passes if one.needed(target)]
        self.reads = [one.reads for one in self.passes]
        self.traits = [one.only_where(target) for one in self.passes]
        self.sets = [one.sets for one in self.passes]
        self.asked = _ALWAYS
        for bits in (*self.reads, *self.traits):
            self.asked |= bits
        # By what occurs, and by what follows from it: most differences make none.
        self.plans: dict[int, Plan] = {}
        self.different: dict[tuple[tuple[int, ...], int], Plan] = {}

    def plan(self, seen: int) -> Plan:
        """Give the plan for schemas in which no more than `seen` occurs."""
        seen &= self.asked
        return self.plans.get(seen) or self._new_plan(seen)

    def _new_plan(self, seen: int) -> Plan:
        chosen, occurs = self._chosen(seen)
        key = (chosen, occurs)
        if len(self.plans) >= _MAX_PLANS:
            self.plans.clear()
            self.different.clear()
        plan = self.different.get(key)
        if plan is None:
            plan = self.different[key] = Plan(self, chosen, occurs)
        self.plans[seen] = plan
        return plan

    def _chosen(self, seen: int) -> tuple[tuple[int, ...], int]:
        """Choose the passes by number; with the fields that may occur of those that they look for."""
        chosen: tuple[int, ...] = ()
        before = -1
        while before != seen:
            before = seen
            asked = enumerate(zip(self.reads, self.traits, strict=True))
            chosen = tuple(
                number
                for number, (reads, traits) in asked
                if reads & seen and (not traits or traits & seen)
            )
            for number in chosen:
                seen |= self.sets[number]
        looked_for = _ALWAYS
        for number in chosen:
            looked_for |= self.reads[number]
        return chosen, seen & looked_for & _FIELDS


class Plan:
    """Which passes of a family concern which nodes of schemas in which no more than `occurs` does.

    `sets` are the bits of what its passes may bring into a schema.
    """

    def __init__(self, family: _Family, chosen: tuple[int, ...], occurs: int) -> None:
        self.passes = [family.passes[number] for number in chosen]
        self._reads = [family.reads[number] for number in chosen]
        self.reveals = any(one.reveals for one in self.passes)
        self.renames = any(one.renames for one in self.passes)
        self.is_fragile = bool(occurs & fragile.FRAGILE)
        self.sets, read = 0, _TABLES
        for number in chosen:
            self.sets |= family.sets[number]
            read |= family.reads[number]
        # Of a schema without definitions.
        self.setting = Setting(family.target, NO_DEFINITIONS)
        self._target = family.target
        fields = Fields(fields_of(read & occurs))
        self._fields = fields
        self._bits = tuple(FIELD_BITS[field] for field in fields.names)
        self.values, self.nothing = fields.values, fields.nothing
        # Shapes by the node's type and the classes of its values.
        self.shapes: dict[tuple[Any, ...], Shape] = {}
        # A node with nothing but such a type concerns no pass.
        self.idle_types = frozenset(
            name for name in TYPE_BITS if not self._passes(_bits_of_type(name))
        )

    def shape_of(self, node: JsonSchema, values: tuple[Any, ...]) -> Shape:
        """Give the shape of a node with these values."""
        kind = node.type
        return self.shapes.get((kind, *map(type, values))) or self.new_shape(kind, values)

    def new_shape(self, kind: Any, values: tuple[Any, ...]) -> Shape:
        """Give the shape of nodes of a type with such values, and keep it in `shapes`."""
        bits, tables = _bits_of_type(kind), 0
        for value, bit, absent in zip(values, self._bits, self.nothing, strict=False):
            if value is not absent:
                bits |= bit
                if not isinstance(value, bool):
                    tables |= bit & _TABLES
        if tables & _OR_FLAG:
            bits |= TYPED_MAP
        if len(self.shapes) >= _MAX_SHAPES:
            self.shapes.clear()
        is_leaf = not tables and not bits & _REF
        shape = Shape(self._passes(bits), [], fields_of(tables), is_leaf)
        self.shapes[kind, *map(type, values)] = shape
        for number, one in enumerate(self.passes):
            if shape.passes & 1 << number:
                shape.steps.append(self._step(number, one, bits, kind, values))
        return shape

    def _step(self, number: int, one: Pass, bits: int, kind: Any, values: tuple[Any, ...]) -> Step:
        if one.for_fields is None:
            return Step(1 << number, one, one.apply, None, ends=False)
        apply, gives = one.for_fields(bits, self._target)
        if gives is None or "description" in self._fields.names:
            return Step(1 << number, one, apply, None, ends=False)
        after = self._fields.with_set(values, gives)
        then = self.shapes.get((kind, *map(type, after))) or self.new_shape(kind, after)
        return Step(1 << number, one, apply, then, ends=not then.passes & ~(1 << number))

    def _passes(self, bits: int) -> int:
        """Give the bits of the passes that concern nodes in which this occurs."""
        passes = 0
        for number, (one, reads) in enumerate(zip(self.passes, self._reads, strict=True)):
            if reads & bits and (one.concerns is None or one.concerns(bits, self._target)):
                passes |= 1 << number
        return passes


def _bits_of_type(kind: Any) -> int:
    """Give the bits of what a node names as its type: a type, several, or none."""
    return TYPE_BITS[None] if kind is None else _TYPE | TYPE_BITS.get(kind, LIST_OF_TYPES)


_TABLES: Final = bits_of(SUBSCHEMAS)
_OR_FLAG: Final = bits_of(("additionalProperties", "unevaluatedProperties", "unevaluatedItems"))
_REF: Final = bits_of(("ref",))
# What each plan asks for, whatever its passes do.
_ALWAYS: Final = _TABLES | fragile.FRAGILE
_TYPE: Final = bits_of(("type",))
# A plan asks for a node's type beside them.
_FIELDS: Final = sum(FIELD_BITS.values()) & ~_TYPE
_MAX_SHAPES: Final = 500
_MAX_PLANS: Final = 4_000
_MAX_FAMILIES: Final = 64
_FAMILIES: Final[dict[tuple[int, int], _Family]] = {}


def plan_of(passes: tuple[Pass, ...], seen: int, target: Target) -> Plan:
    """Give the plan of these passes for schemas in which no more than `seen` occurs."""
    family = _FAMILIES.get((id(passes), id(target)))
    if family is None:
        if len(_FAMILIES) >= _MAX_FAMILIES:
            _FAMILIES.clear()
        family = _FAMILIES[id(passes), id(target)] = _Family(passes, target)
    return family.plan(seen)

"""Read every dialect that people publish into one: JSON Schema 2020-12 with references at hand.

Before:  {"properties": {"n": {"type": "int", "required": true, "nullable": true}}}
After:   {"type": "object", "properties": {"n": {"type": ["integer", "null"]}}, "required": ["n"]}

What comes out keeps these promises: types have JSON Schema's names; every `ref` is `#` or
`#/$defs/NAME` and leads somewhere; `defs` stands on the root only and holds what is reached;
`nullable`, `definitions`, list-form `items`, boolean bounds and `dependencies` are gone.

A value of the wrong shape is dropped and told in `findings`; a strict reading raises instead.
Law: exact, except where a finding says that it widens or narrows.
"""

from __future__ import annotations

import re
from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from leanschema.changes import Law
from leanschema.errors import InvalidToolSchema, shown
from leanschema.read.clean import read_clean
from leanschema.read.findings import AN_OBJECT, Finding, Moved, Path
from leanschema.read.keywords import types
from leanschema.read.limits import MAX_DEPTH, MAX_NODES
from leanschema.read.locate import Locator, Place
from leanschema.read.plans import OCCURRING, PLANS, NodePlan, occurring_in, plan_of
from leanschema.read.presence import LEAF, SCALARS, TYPE_BITS, bits_of
from leanschema.read.rare import (
    BARE_LIST,
    BARE_OBJECT,
    FOREIGN,
    LIST,
    ODD_NAME,
    UNKNOWN_REQUIRED,
    UNTYPED,
    in_enum,
    in_names,
    in_required,
)
from leanschema.read.reading import Reading
from leanschema.read.repairs import finish_node
from leanschema.read.type_names import known_type
from leanschema.schema import JsonSchema, Table

_DEFINITIONS: Final = bits_of(("defs",))
_ANYTHING: Final = TYPE_BITS[None] | UNTYPED
_NEGATION: Final = bits_of(("not_",)) | _ANYTHING


def read_any_dialect(document: Any, *, strict: bool = False) -> Reading:
    """Read a tool's input schema.

    Raises InvalidToolSchema where the root cannot describe an object, and in a strict reading
    for every value of the wrong shape (the first one, with the others in `.others`).
    """
    return read_clean(document, strict=strict) or read_closely(document, strict=strict)


def read_closely(document: Any, *, strict: bool = False) -> Reading:
    """Read a tool's input schema keyword by keyword; raises what `read_any_dialect` raises."""
    reader = Reader(document)
    schema = reader.read_root()
    if strict:
        faults = [finding.error() for finding in reader.findings if finding.is_fault]
        if faults:
            faults[0].others = tuple(faults[1:])
            raise faults[0]
    return Reading(
        schema,
        tuple(reader.findings),
        reader.moved,
        reader.seen,
        reader.deepest,
        reader.names,
        tuple(reader.odd_names),
    )


class Reader:
    """Reads one document; the readers of the keywords hand its parts back to it."""

    def __init__(self, document: Any) -> None:
        self.document = document
        self.findings: list[Finding] = []
        self.moved: Moved = {}
        self.seen = LEAF
        self.deepest = 1
        self.names = 0
        self._level = 0
        self.budget = MAX_NODES
        self.odd_names: list[tuple[str, ...]] = []
        self._locator: Locator | None = None
        self._names: dict[Place, str] = {}
        self._taken: dict[str, int] = {}
        self._pending: list[Place] = []
        self._base: Place = ()

    # The root and the definitions that it reaches.

    def read_root(self) -> JsonSchema:
        """Read the document, and the definitions that its references lead to."""
        if not isinstance(self.document, (dict, bool)) or self.document is False:
            raise InvalidToolSchema(
                f"a tool's input schema must be an object, found {shown(self.document)}"
            )
        root = self._as_object(self.position(self.document, None, 1))
        defs: Table = {}
        while self._pending:
            place = self._pending.pop()
            self._base = self.locator.resource_of(place)
            path: Path = None
            for token in place:
                path = (path, token)
            node = self.position(self.locator.at(place), path, 3)
            defs[self._names[place]] = self.move(node, path)
        self._report_unreached()
        if not defs:
            return root
        self.seen |= _DEFINITIONS
        return replace(root, defs=defs)

    def _as_object(self, root: JsonSchema) -> JsonSchema:
        """Make the root `type: object`: the arguments of a tool are one."""
        if root.type == "object" or (root.type is None and root.ref is not None):
            return root
        if root.type is not None and "object" not in root.type:
            raise InvalidToolSchema(
                f"the root's type must be object, as a tool's arguments are, found {root.type}",
                pointer="/type",
            )
        self.find(None, "type", UNSET, "object", "exact", AN_OBJECT)
        self.seen |= TYPE_BITS["object"] | FOREIGN | BARE_OBJECT
        return replace(root, type="object")

    def _report_unreached(self) -> None:
        for word in ("$defs", "definitions"):
            table = self.document.get(word) if isinstance(self.document, dict) else None
            if not isinstance(table, dict):
                continue
            for name, raw in table.items():
                if (word, name) not in self._names:
                    self.find(
                        (None, word), str(name), raw, UNSET, "exact", "no reference reaches it"
                    )

    def resolve(self, reference: str) -> str | None:
        """Give the reference as `#` or `#/$defs/NAME`, or None where it leads nowhere."""
        place = self._located(reference)
        if place is None:
            return None
        if not place:
            return "#"
        name = self._names.get(place)
        if name is None:
            name = self._names[place] = self._new_name(place)
            self._pending.append(place)
        return f"#/$defs/{name}"

    @property
    def locator(self) -> Locator:
        """Give what finds places in this document."""
        if self._locator is None:
            self._locator = Locator(self.document)
        return self._locator

    def _located(self, reference: str) -> Place | None:
        return self.locator.locate(reference, self._base)

    def _new_name(self, place: Place) -> str:
        """Name a definition after the last token of its place, in letters that need no escape."""
        wanted = re.sub(r"[^A-Za-z0-9_.-]", "_", str(place[-1]))[:64] or "schema"
        name = wanted
        while name in self._taken:
            self._taken[wanted] += 1
            name = f"{wanted}_{self._taken[wanted]}"
        self._taken[name] = 1
        return name

    def find(
        self,
        path: Path,
        keyword: str,
        before: Any,
        after: Any,
        law: Law,
        reason: str,
        is_fault: bool = False,
    ) -> None:
        """Note that a keyword was read as something else."""
        self.findings.append(Finding(path, keyword, before, after, law, reason, is_fault))

    def drop(
        self, path: Path, keyword: str, value: Any, expected: str, law: Law = "widens"
    ) -> None:
        """Note that a value of the wrong shape was dropped."""
        self.find(path, keyword, value, UNSET, law, f"expected {expected}", is_fault=True)

    # Schema positions.

    def position(self, raw: Any, path: Path, depth: int) -> JsonSchema:
        """Read what stands where a schema should."""
        if isinstance(raw, dict):
            return self.node(raw, path, depth)
        if raw is True:
            self.find(path, "", True, {}, "exact", "any value")
            self.seen |= _ANYTHING
            return JsonSchema()
        if raw is False:
            self.find(path, "", False, {"not": {}}, "exact", "no value")
            self.seen |= _NEGATION
            return JsonSchema(not_=self.move(JsonSchema(), path))
        return self._stand_in(raw, path)

    def move(self, node: JsonSchema, path: Path) -> JsonSchema:
        """Note a node that stands elsewhere in the tree than in the document."""
        self.moved[id(node)] = (node, path)
        return node

    def _stand_in(self, raw: Any, path: Path) -> JsonSchema:
        """Read what is no schema at all: a type's name, or anything else as any value."""
        known, name = known_type(raw)
        if known:
            self.find(path, "", raw, {"type": name}, "exact", "a schema is an object", True)
            self.seen |= TYPE_BITS[name] | BARE_LIST | BARE_OBJECT
            return JsonSchema(type=name)
        self.find(path, "", raw, {}, "widens", "expected a schema", True)
        self.seen |= _ANYTHING
        return JsonSchema(description=raw) if isinstance(raw, str) else JsonSchema()

    def node(self, raw: dict[str, Any], path: Path, depth: int) -> JsonSchema:
        """Read a schema object."""
        kind = raw.get("type")
        if kind.__class__ is str and len(raw) <= 2 and kind in SCALARS:  # noqa: PLR2004
            # Half of all real nodes end here, with their type alone or with a description.
            if len(raw) == 1:
                return JsonSchema(None, kind)
            description = raw.get("description")
            if description.__class__ is str:
                return JsonSchema(None, kind, None, None, description)
        self.budget -= len(raw)
        self._level += 1
        if depth > MAX_DEPTH or self.budget < 0:
            self.find(path, "", UNSET, {}, "widens", f"deeper than {MAX_DEPTH} levels", True)
            self.seen |= _ANYTHING
            self._level -= 1
            return JsonSchema()
        plan = PLANS.get(tuple(raw)) or plan_of(tuple(raw))
        if plan.is_inner and self._level > self.deepest:
            self.deepest = self._level
        outer_base = self._base
        if plan.has_id and depth > 1 and isinstance(raw["$id"], str):
            self._base = self._located(raw["$id"]) or outer_base
        fields: dict[str, Any] = {}
        for (keyword, field, quick, read), value in zip(plan.steps, raw.values(), strict=True):
            if value.__class__ in quick:
                fields[field] = value
            else:
                read(self, fields, keyword, value, path, depth)
        kind = fields.get("type")
        if kind.__class__ is str and kind not in TYPE_BITS:
            types(self, fields, "type", kind, path, depth)
        if plan.looks_twice or (plan.has_items and "items" not in fields):
            finish_node(self, fields, raw, path, depth)
        self._note_rare(fields, raw, plan)
        self._base = outer_base
        self._level -= 1
        return JsonSchema(**fields)

    def _note_rare(self, fields: dict[str, Any], raw: dict[str, Any], plan: NodePlan) -> None:
        """Note what occurs in a node, and what few nodes have (see rare.py)."""
        kind, listed = fields.get("type"), tuple(fields)
        bits, kinds = OCCURRING.get(listed) or occurring_in(listed)
        self.seen |= bits | plan.joins | kinds[kind if kind in TYPE_BITS else LIST]
        if not plan.may_be_rare:
            return
        table, names = fields.get("properties"), fields.get("required")
        self.names += len(table or ())
        if table is not None and not table:
            self.seen |= BARE_OBJECT
        if table and in_names(table):
            self.seen |= ODD_NAME
            self.odd_names.append(tuple(table))
        if names is not None:
            traits = in_required(set(names), table)
            self.seen |= traits
            if traits & UNKNOWN_REQUIRED:
                self.names += len(names)
            if traits & ODD_NAME:
                self.odd_names.append(tuple(names))
        if "enum" in raw:
            self.seen |= in_enum(fields.get("enum_", ()), fields.get("type"))

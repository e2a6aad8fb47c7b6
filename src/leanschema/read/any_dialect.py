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
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from leanschema.changes import Law
from leanschema.errors import InvalidToolSchema, shown
from leanschema.read.findings import Finding, Path
from leanschema.read.limits import MAX_DEPTH, MAX_NODES
from leanschema.read.locate import Locator, Place
from leanschema.read.repairs import finish_node
from leanschema.read.type_names import known_type, read_types
from leanschema.read.values import COUNTS, FLAGS, LITERALS, NUMBERS, TEXTS, read_plain
from leanschema.schema import JsonSchema, Table

_SCALARS: Final = frozenset(("string", "integer", "number", "boolean", "null"))
_PLAIN_LEAF: Final = frozenset(("type", "description"))
# Keywords that need a second look once the whole node is known.
_SECOND_LOOK: Final = frozenset(
    ("enum", "nullable", "exclusiveMinimum", "exclusiveMaximum", "items", "additionalItems")
)
# Keywords that say nothing about arguments and that this reader resolves or passes over.
_SILENT: Final = frozenset(
    ("$schema", "$id", "id", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$vocabulary")
    + ("$comment", "discriminator", "xml", "externalDocs", "contentSchema")
)
_MISPLACED: Final = frozenset(("$schema", "$id", "$comment", "title", "description", "type"))


class Reading(NamedTuple):
    """What a reader gives: the tree, what it met, where nodes come from, the keywords seen."""

    schema: JsonSchema
    findings: list[Finding]
    origins: dict[int, Path]
    keywords: set[str]


def read_any_dialect(document: Any, *, strict: bool = False) -> Reading:
    """Read a tool's input schema.

    Raises InvalidToolSchema where the root cannot describe an object, and in a strict reading
    for every value of the wrong shape (the first one, with the others in `.others`).
    """
    reader = _Reader(document)
    schema = reader.read_root()
    if strict:
        faults = [finding.error() for finding in reader.findings if finding.is_fault]
        if faults:
            faults[0].others = tuple(faults[1:])
            raise faults[0]
    return Reading(schema, reader.findings, reader.origins, reader.keywords)


class _Reader:
    def __init__(self, document: Any) -> None:
        self.document = document
        self.findings: list[Finding] = []
        self.origins: dict[int, Path] = {}
        self.keywords: set[str] = set()
        self._budget = MAX_NODES
        self._locator = Locator(document)
        self._names: dict[Place, str] = {}
        self._taken: set[str] = set()
        self._pending: list[Place] = []
        self._base: Place = ()

    # The root and the definitions that it reaches.

    def read_root(self) -> JsonSchema:
        if not isinstance(self.document, (dict, bool)) or self.document is False:
            raise InvalidToolSchema(
                f"a tool's input schema must be an object, found {shown(self.document)}"
            )
        root = self._as_object(self.position(self.document, None, 1))
        defs: Table = {}
        while self._pending:
            place = self._pending.pop()
            self._base = self._locator.resource_of(place)
            path: Path = None
            for token in place:
                path = (path, token)
            defs[self._names[place]] = self.position(self._locator.at(place), path, 3)
        self._report_unreached()
        if not defs:
            return root
        rooted = replace(root, defs=defs)
        self.origins[id(rooted)] = None
        return rooted

    def _as_object(self, root: JsonSchema) -> JsonSchema:
        """Make the root `type: object`: the arguments of a tool are one."""
        if root.type == "object" or (root.type is None and root.ref is not None):
            return root
        if root.type is not None and "object" not in root.type:
            raise InvalidToolSchema(
                f"the root's type must be object, as a tool's arguments are, found {root.type}",
                pointer="/type",
            )
        self.find(None, "type", UNSET, "object", "exact", "the arguments of a tool are an object")
        typed = replace(root, type="object")
        self.origins[id(typed)] = None
        return typed

    def _report_unreached(self) -> None:
        for word in ("$defs", "definitions"):
            table = self.document.get(word) if isinstance(self.document, dict) else None
            if not isinstance(table, dict):
                continue
            for name, raw in table.items():
                if (word, name) not in self._names:
                    self.find((None, word), str(name), raw, UNSET, "exact", "no reference reaches it")

    def resolve(self, reference: str) -> str | None:
        """Give the reference as `#` or `#/$defs/NAME`, or None where it leads nowhere."""
        place = self._locator.locate(reference, self._base)
        if place is None:
            return None
        if not place:
            return "#"
        name = self._names.get(place)
        if name is None:
            name = self._names[place] = self._new_name(place)
            self._pending.append(place)
        return f"#/$defs/{name}"

    def _new_name(self, place: Place) -> str:
        """Name a definition after the last token of its place, in letters that need no escape."""
        wanted = re.sub(r"[^A-Za-z0-9_.-]", "_", str(place[-1]))[:64] or "schema"
        name, number = wanted, 2
        while name in self._taken:
            name, number = f"{wanted}_{number}", number + 1
        self._taken.add(name)
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

    def drop(self, path: Path, keyword: str, value: Any, expected: str, law: Law = "widens") -> None:
        """Note that a value of the wrong shape was dropped."""
        self.find(path, keyword, value, UNSET, law, f"expected {expected}", is_fault=True)

    # Schema positions.

    def position(self, raw: Any, path: Path, depth: int) -> JsonSchema:
        """Read what stands where a schema should."""
        if raw.__class__ is dict or isinstance(raw, dict):
            node = self._node(raw, path, depth)
        elif raw is True:
            node = JsonSchema()
        elif raw is False:
            node = JsonSchema(not_=JsonSchema())
            self.keywords.add("not")
        else:
            node = self._stand_in(raw, path)
        self.origins[id(node)] = path
        return node

    def _stand_in(self, raw: Any, path: Path) -> JsonSchema:
        """Read what is no schema at all: a type's name, or anything else as any value."""
        known, name = known_type(raw)
        if known:
            self.find(path, "", raw, {"type": name}, "exact", "a schema is an object", True)
            return JsonSchema(type=name)
        self.find(path, "", raw, {}, "widens", "expected a schema", True)
        return JsonSchema(description=raw) if isinstance(raw, str) else JsonSchema()

    def _node(self, raw: dict[str, Any], path: Path, depth: int) -> JsonSchema:
        kind = raw.get("type")
        if kind.__class__ is str and kind in _SCALARS and _PLAIN_LEAF.issuperset(raw):
            description = raw.get("description")
            if description is None or description.__class__ is str:
                return JsonSchema(type=kind, description=description)
        self._budget -= len(raw)
        if depth > MAX_DEPTH or self._budget < 0:
            self.find(path, "", UNSET, {}, "widens", f"deeper than {MAX_DEPTH} levels", True)
            return JsonSchema()
        self.keywords.update(raw)
        outer_base = self._base
        if depth > 1 and isinstance(raw.get("$id"), str):
            self._base = self._locator.locate(raw["$id"], outer_base) or outer_base
        fields: dict[str, Any] = {}
        for keyword, value in raw.items():
            read = _READERS.get(keyword)
            if read is not None:
                read(self, fields, keyword, value, path, depth)
            elif keyword in _SILENT:
                self.find(path, keyword, value, UNSET, "exact", "says nothing about arguments")
            elif keyword not in _READ_ELSEWHERE:
                self.find(path, str(keyword), value, UNSET, "exact", "not a keyword of JSON Schema")
            elif path is not None and keyword in ("$defs", "definitions"):
                self.find(path, keyword, value, UNSET, "exact", "definitions stand at the root")
        self._base = outer_base
        if not _SECOND_LOOK.isdisjoint(raw):
            finish_node(self, fields, raw, path)
        return JsonSchema(**fields)

    # Keywords that hold schemas.

    def single(
        self, fields: dict[str, Any], keyword: str, value: Any, path: Path, depth: int
    ) -> None:
        """Read a keyword that holds one schema."""
        if value is None:
            self.drop(path, keyword, value, "a schema", "exact")
        elif isinstance(value, (dict, bool)):
            field = _FIELDS.get(keyword, keyword)
            fields[field] = self.position(value, (path, keyword), depth + 1)
        else:
            self.drop(path, keyword, value, "a schema")

    def boolean_or_single(
        self, fields: dict[str, Any], keyword: str, value: Any, path: Path, depth: int
    ) -> None:
        """Read `additionalProperties` and its like: a boolean stays one, `{}` is true."""
        if value is True or value is False:
            fields[keyword] = value
        elif value == {} and isinstance(value, dict):
            fields[keyword] = True
        else:
            self.single(fields, keyword, value, path, depth)

    def branches(
        self, fields: dict[str, Any], keyword: str, value: Any, path: Path, depth: int
    ) -> None:
        """Read a list of schemas; an empty union admits nothing and is dropped."""
        if not isinstance(value, list) or not value:
            self.drop(path, keyword, value, "a list of schemas")
            return
        self._budget -= len(value)
        fields[keyword] = tuple(
            [self.position(v, (path, keyword, i), depth + 2) for i, v in enumerate(value)]
        )

    def table(
        self, fields: dict[str, Any], keyword: str, value: Any, path: Path, depth: int
    ) -> None:
        """Read an object of schemas."""
        if not isinstance(value, dict):
            self.drop(path, keyword, value, "an object of schemas")
            return
        self._budget -= len(value)
        depth += 2
        fields[keyword] = {
            name: self.position(child, (path, keyword, name), depth)
            for name, child in value.items()
            if isinstance(name, str) or self._refuse_key(path, keyword, name)
        }

    def _refuse_key(self, path: Path, keyword: str, name: Any) -> bool:
        self.drop(path, keyword, shown(name), "keys that are strings")
        return False

    def properties(
        self, fields: dict[str, Any], keyword: str, value: Any, path: Path, depth: int
    ) -> None:
        """Read `properties`, and what people put there that belongs beside it."""
        if not isinstance(value, dict):
            self.drop(path, keyword, value, "an object of schemas")
            return
        strays = [n for n, v in value.items() if v.__class__ is not dict and self._is_stray(n, v)]
        needed = [n for n, v in value.items() if v.__class__ is dict and v.get("required") is True]
        for name in strays:
            stray = value[name]
            self.find((path, keyword), name, stray, UNSET, "exact", "a keyword, not a property", True)
            if name == "required":
                needed.extend(stray)
        if strays:
            value = {name: child for name, child in value.items() if name not in strays}
        self.table(fields, keyword, value, path, depth)
        if needed:
            fields["required"] = tuple(dict.fromkeys((*fields.get("required", ()), *needed)))

    def _is_stray(self, name: str, value: Any) -> bool:
        """Tell a keyword that slipped in among the properties."""
        if name == "required":
            return isinstance(value, list) and all(isinstance(item, str) for item in value)
        return name in _MISPLACED and isinstance(value, str)

    def dependencies(
        self, fields: dict[str, Any], keyword: str, value: Any, path: Path, depth: int
    ) -> None:
        """Read `dependencies` (to draft-07), `dependentRequired` and `dependentSchemas`."""
        if not isinstance(value, dict):
            self.drop(path, keyword, value, "an object")
            return
        names = {n: tuple(v) for n, v in value.items() if _are_strings(v) and isinstance(n, str)}
        schemas = {n: v for n, v in value.items() if isinstance(v, (dict, bool))}
        if names and keyword != "dependentSchemas":
            fields["dependentRequired"] = fields.get("dependentRequired", {}) | names
        if schemas and keyword != "dependentRequired":
            held = fields.get("dependentSchemas", {})
            self.table(fields, "dependentSchemas", schemas, path, depth)
            fields["dependentSchemas"] = held | fields["dependentSchemas"]
        odd = {n: v for n, v in value.items() if n not in names and n not in schemas}
        if odd:
            self.drop(path, keyword, odd, "lists of property names")
        if keyword == "dependencies":
            self.find(path, keyword, value, UNSET, "exact", "written as dependentRequired and dependentSchemas")

    # Keywords that hold values.

    def types(
        self, fields: dict[str, Any], keyword: str, value: Any, path: Path, depth: int
    ) -> None:
        """Read `type`."""
        types, plain = read_types(value)
        if types is not None:
            fields["type"] = types
        if not plain:
            law: Law = "exact" if types is not None else "widens"
            self.find(path, keyword, value, types or UNSET, law, "not a type name of JSON Schema", True)

    def required(
        self, fields: dict[str, Any], keyword: str, value: Any, path: Path, depth: int
    ) -> None:
        """Read `required`; true or false inside a property is read by its parent."""
        if not isinstance(value, list):
            self.drop(path, keyword, value, "a list of property names")
            return
        names = tuple(dict.fromkeys(name for name in value if isinstance(name, str)))
        if len(names) != len(value):
            self.find(path, keyword, value, names, "exact", "expected property names, each once", True)
        fields["required"] = tuple(dict.fromkeys((*fields.get("required", ()), *names)))

    def reference(
        self, fields: dict[str, Any], keyword: str, value: Any, path: Path, depth: int
    ) -> None:
        """Read a reference; one that leads nowhere, or to another document, admits any value."""
        resolved = self.resolve(value) if isinstance(value, str) else None
        if resolved is None:
            self.find(path, keyword, value, UNSET, "widens", "leads to nothing in this document", True)
            return
        self.keywords.add("$ref")
        fields["ref"] = resolved
        if resolved != value:
            self.find(path, keyword, value, resolved, "exact", "written as a reference into $defs")

    def plain(
        self, fields: dict[str, Any], keyword: str, value: Any, path: Path, depth: int
    ) -> None:
        """Read a keyword whose value is text, a number, a flag or any JSON value."""
        taken, expected = read_plain(keyword, value, depth)
        if expected is None:
            fields[_FIELDS.get(keyword, keyword)] = taken
        else:
            self.drop(path, keyword, value, expected)


def _are_strings(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


_FIELDS: Final = {"enum": "enum_", "not": "not_", "if": "if_", "else": "else_", "example": "examples"}
# Read elsewhere: definitions where a reference leads there, the others in a second look.
_READ_ELSEWHERE: Final = frozenset(("$defs", "definitions", "items", "additionalItems", "nullable"))

_Read = Callable[[_Reader, dict[str, Any], str, Any, Path, int], None]
_READERS: Final[dict[str, _Read]] = {
    "type": _Reader.types,
    "properties": _Reader.properties,
    "required": _Reader.required,
    **dict.fromkeys(("$ref", "$recursiveRef", "$dynamicRef"), _Reader.reference),
    **dict.fromkeys(
        ("contains", "propertyNames", "not", "if", "then", "else"), _Reader.single
    ),
    **dict.fromkeys(
        ("additionalProperties", "unevaluatedProperties", "unevaluatedItems"),
        _Reader.boolean_or_single,
    ),
    **dict.fromkeys(("prefixItems", "anyOf", "oneOf", "allOf"), _Reader.branches),
    "patternProperties": _Reader.table,
    **dict.fromkeys(
        ("dependencies", "dependentRequired", "dependentSchemas"), _Reader.dependencies
    ),
    **dict.fromkeys((*TEXTS, *NUMBERS, *COUNTS, *FLAGS, *LITERALS), _Reader.plain),
}

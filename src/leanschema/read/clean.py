"""Read a schema that says everything as JSON Schema 2020-12 does, in the decoder's own time.

Most published schemas need no mending: every keyword that is known holds what it should, nothing
refers, nothing has two spellings. A walk over the raw nodes makes sure of that and notes what
occurs; the decoder then builds the tree. `any_dialect.py` has the rules; this is its fast lane,
with the same reading for every schema that it takes.

Left alone: references and definitions, boolean schemas, `nullable`, values that are lists or
objects, enums of anything but text, whatever repeats itself, and everything of an odd shape.
Law: as `any_dialect.py`.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final, NamedTuple

from msgspec import UNSET, ValidationError, convert

from leanschema.read.clean_values import CHECKS, LISTS, SINGLE, TABLES, Check
from leanschema.read.findings import (
    AN_OBJECT,
    NO_KEYWORD,
    NO_TYPE_NAME,
    SILENCE,
    Finding,
    Moved,
    Path,
)
from leanschema.read.keywords import FIELDS, KEYWORDS, SILENT
from leanschema.read.limits import MAX_DEPTH, MAX_NODES
from leanschema.read.presence import LEAF, SCALARS, TYPE_BITS, bits_of
from leanschema.read.rare import (
    BARE_OBJECT,
    LIST,
    ODD_NAME,
    SIMPLE_NAMES,
    UNKNOWN_REQUIRED,
    Kind,
    bits_of_kinds,
    in_joins,
    in_names,
)
from leanschema.read.reading import Reading
from leanschema.read.type_names import known_type
from leanschema.schema import JsonSchema


class _NotClean(Exception):
    """Raised at what this lane does not read."""


def read_clean(document: Any, *, strict: bool = False) -> Reading | None:
    """Read a tool's input schema; None for one that is not clean."""
    if document.__class__ is not dict:
        return None
    walk, untyped = _Walk(), None
    if document.get("type") != "object":
        # Half-clean: what many publish on the root, and nowhere else.
        untyped = _untyped(document)
        if untyped is None or (strict and untyped.is_fault):
            return None
        document = {**document, "type": "object"}
        walk.seen |= TYPE_BITS["object"]
    try:
        walk.node(document, 1)
        # It passes over keywords that are no fields.
        schema = convert(document, JsonSchema)
    except (_NotClean, ValidationError):
        return None
    return Reading(
        schema,
        _findings(document, walk, untyped),
        _NOTHING_MOVED,
        walk.seen,
        walk.deepest,
        walk.names,
        tuple(walk.odd_names),
    )


def _findings(
    document: dict[Any, Any], walk: _Walk, untyped: Finding | None
) -> tuple[Finding, ...]:
    findings: list[Finding] = []
    if walk.unread:
        is_of_root = walk.unread == 1 and not all(map(CHECKS.__contains__, document))
        _find_unread(document, None, findings, goes_down=not is_of_root)
    if untyped is not None:
        findings.append(untyped)
    return tuple(findings)


def _untyped(root: dict[Any, Any]) -> Finding | None:
    """Tell of a root without a type, or with what other languages call an object."""
    kind = root.get("type", UNSET)
    if kind is UNSET:
        return Finding(None, "type", UNSET, "object", "exact", AN_OBJECT, False)
    if known_type(kind) == (True, "object"):
        return Finding(None, "type", kind, "object", "exact", NO_TYPE_NAME, True)
    return None


class _Walk:
    """Walks over the raw nodes: notes what occurs, and stops at what is not clean."""

    def __init__(self) -> None:
        self.seen = LEAF
        self.deepest = 1
        self.names = 0
        self.unread = 0  # nodes with a keyword that is passed over
        self.budget = MAX_NODES
        self.odd_names: list[tuple[str, ...]] = []

    def node(self, raw: dict[Any, Any], level: int) -> None:
        """Look at a node, the `level`th one inside another, and at all below it."""
        keywords = tuple(raw)
        plan = _PLANS.get(keywords) or _plan_of(keywords)
        size, has_unread, kinds, checks, inner = plan
        kind = raw.get("type")
        seen = kinds.get(kind if kind is None or kind.__class__ is str else LIST)
        if seen is None:
            raise _NotClean
        for keyword, usual, look in checks:
            value = raw[keyword]
            if value.__class__ is not usual:
                traits = look(value, raw)
                if traits is None:
                    raise _NotClean
                seen |= traits
        self.seen |= seen
        self.budget -= size
        self.unread += has_unread
        if inner is not None:
            if "required" in raw:
                self._required(raw["required"], seen)
            if level > self.deepest:
                self.deepest = level
                if level > _MAX_LEVEL:
                    raise _NotClean
            self._inside(raw, inner, level + 1)

    def _required(self, names: list[str], seen: int) -> None:
        """Count the names of `required`; `seen` is what occurs in the node."""
        self.budget -= len(names)
        if seen & UNKNOWN_REQUIRED:
            self.names += len(names)
            if seen & ODD_NAME:
                self.odd_names.append(tuple(names))

    def _inside(self, raw: dict[Any, Any], inner: _Inner, level: int) -> None:
        """Look at the names and the schemas in a node."""
        tables, branches, nodes = inner
        for keyword in tables:
            table = raw[keyword]
            if keyword == "properties":
                self.names += len(table)
                if not table:
                    self.seen |= BARE_OBJECT
                if not SIMPLE_NAMES.issuperset(table) and in_names(table):
                    self.seen |= ODD_NAME
                    self.odd_names.append(tuple(table))
            self._children(table.values(), level)
        for keyword in branches:
            self._children(raw[keyword], level)
        for keyword in nodes:
            child = raw[keyword]
            if child is not True and child is not False:
                self._children((child,), level)
                self.budget += 1  # a single one is not counted

    def _children(self, held: Collection[Any], level: int) -> None:
        """Look at sub-schemas; half of all real ones have a type, a description and no more."""
        self.budget -= len(held)
        if self.budget < 0:
            raise _NotClean
        for child in held:
            if child.__class__ is not dict:
                raise _NotClean
            if len(child) <= 2:  # noqa: PLR2004 - these two
                kind = child.get("type")
                is_alone = len(child) == 1 or child.get("description").__class__ is str
                if is_alone and kind.__class__ is str and kind in SCALARS:
                    continue
            self.node(child, level)


def _is_unread(keyword: Any) -> bool:
    """Tell a keyword that the reader passes over: it says nothing, or JSON Schema has none such."""
    return keyword.__class__ is str and (keyword in SILENT or keyword not in KEYWORDS)


def _find_unread(
    raw: dict[str, Any], path: Path, findings: list[Finding], *, goes_down: bool = True
) -> None:
    """Note the keywords that are passed over, in the order in which they stand."""
    for keyword, value in raw.items():
        if keyword in CHECKS and not goes_down:
            continue
        if keyword in TABLES:
            for name, child in value.items():
                _find_unread(child, (path, keyword, name), findings)
        elif keyword in LISTS:
            for index, child in enumerate(value):
                _find_unread(child, (path, keyword, index), findings)
        elif keyword in SINGLE:
            if value.__class__ is dict:
                _find_unread(value, (path, keyword), findings)
        elif keyword not in CHECKS:
            reason = SILENCE if keyword in SILENT else NO_KEYWORD
            findings.append(Finding(path, keyword, value, UNSET, "exact", reason, False))


class _Inner(NamedTuple):
    """Which keywords hold a table of schemas, which a list of them, and which a single one."""

    tables: tuple[str, ...]
    branches: tuple[str, ...]
    nodes: tuple[str, ...]


class _Plan(NamedTuple):
    """How the nodes with the same keywords are looked at."""

    size: int  # how many keywords there are
    has_unread: bool  # one is passed over
    # What occurs with each type, and with a list of types; nothing where a keyword is not one of
    # `CHECKS`, and not passed over.
    kinds: dict[Kind, int]
    checks: tuple[tuple[str, type | None, Check], ...]
    inner: _Inner | None  # nothing where there is no property's name, and no other schema


def _plan_of(keywords: tuple[Any, ...]) -> _Plan:
    """Give the plan of a node with these keywords, and keep it in `_PLANS`."""
    read = [keyword for keyword in keywords if keyword in CHECKS]
    is_clean = all(map(_is_unread, set(keywords).difference(read)))
    bits = bits_of(FIELDS.get(keyword, keyword) for keyword in read)
    seen = bits | in_joins(keywords)
    inner = _Inner(
        tuple(keyword for keyword in keywords if keyword in TABLES),
        tuple(keyword for keyword in keywords if keyword in LISTS),
        tuple(keyword for keyword in keywords if keyword in SINGLE),
    )
    plan = _Plan(
        len(keywords),
        len(read) < len(keywords),
        {kind: seen | more for kind, more in bits_of_kinds(bits).items() if is_clean},
        tuple((keyword, *CHECKS[keyword]) for keyword in read),
        inner if any(inner) or "required" in keywords else None,
    )
    if len(keywords) <= len(CHECKS):
        if len(_PLANS) >= _MAX_PLANS:
            _PLANS.clear()
        _PLANS[keywords] = plan
    return plan


_NOTHING_MOVED: Final[Moved] = {}
_PLANS: Final[dict[tuple[Any, ...], _Plan]] = {}
# A node is two levels of JSON deeper than the one around it at most, and so is what it holds.
_MAX_LEVEL: Final = MAX_DEPTH // 2 - 1
_MAX_PLANS: Final = 4_096

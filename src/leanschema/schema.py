"""JsonSchema: the one tree that everything inside reads, rewrites and writes.

A frozen `msgspec.Struct` with one field for each keyword of JSON Schema 2020-12 that matters to a
tool, and OpenAPI's `nullable`. A field has the name of its keyword; `ref` and `defs` leave out the
dollar sign, and a trailing underscore marks the four whose word Python or a constructor of this
class needs (`enum_`, `not_`, `if_`, `else_`).

An absent keyword is None (`const` and `default`, which may be null, are UNSET) and is left out of
the encoding. The order of the fields is the canonical order of the encoding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import astuple, replace

from leanschema.json_values import same_json
from leanschema.pointer import Token

TypeName = Literal["string", "number", "integer", "boolean", "object", "array", "null"]
TYPE_NAMES: Final = frozenset(("string", "number", "integer", "boolean", "object", "array", "null"))
_TYPE_NAMES_OR_NONE: Final = TYPE_NAMES | {None}

Table: TypeAlias = dict[str, "JsonSchema"]
Branches: TypeAlias = tuple["JsonSchema", ...]

_KEYWORDS: Final = {
    "ref": "$ref",
    "defs": "$defs",
    "enum_": "enum",
    "not_": "not",
    "if_": "if",
    "else_": "else",
}


class JsonSchema(
    msgspec.Struct,
    frozen=True,
    gc=False,
    omit_defaults=True,
    rename=_KEYWORDS,
    repr_omit_defaults=True,
):
    """One schema node. Build it with keywords or with the constructors below.

    Raises ValueError for a `type` that is not one of the seven names or a tuple of them.
    """

    ref: str | None = None
    type: str | tuple[str, ...] | None = None
    nullable: bool | None = None
    title: str | None = None
    description: str | None = None
    enum_: tuple[Any, ...] | None = None
    const: Any | UnsetType = UNSET
    default: Any | UnsetType = UNSET
    examples: tuple[Any, ...] | None = None
    format: str | None = None
    pattern: str | None = None
    minLength: int | None = None
    maxLength: int | None = None
    minimum: int | float | None = None
    exclusiveMinimum: int | float | None = None
    maximum: int | float | None = None
    exclusiveMaximum: int | float | None = None
    multipleOf: int | float | None = None
    contentEncoding: str | None = None
    contentMediaType: str | None = None
    items: JsonSchema | None = None
    prefixItems: Branches | None = None
    contains: JsonSchema | None = None
    minContains: int | None = None
    maxContains: int | None = None
    minItems: int | None = None
    maxItems: int | None = None
    uniqueItems: bool | None = None
    unevaluatedItems: bool | JsonSchema | None = None
    properties: Table | None = None
    required: tuple[str, ...] | None = None
    additionalProperties: bool | JsonSchema | None = None
    patternProperties: Table | None = None
    propertyNames: JsonSchema | None = None
    minProperties: int | None = None
    maxProperties: int | None = None
    dependentRequired: dict[str, tuple[str, ...]] | None = None
    dependentSchemas: Table | None = None
    unevaluatedProperties: bool | JsonSchema | None = None
    anyOf: Branches | None = None
    oneOf: Branches | None = None
    allOf: Branches | None = None
    not_: JsonSchema | None = None
    if_: JsonSchema | None = None
    then: JsonSchema | None = None
    else_: JsonSchema | None = None
    readOnly: bool | None = None
    writeOnly: bool | None = None
    deprecated: bool | None = None
    defs: Table | None = None
    definitions: Table | None = None

    def __post_init__(self) -> None:
        """Refuse a type that JSON Schema does not have."""
        kind = self.type
        if kind.__class__ is not tuple and kind in _TYPE_NAMES_OR_NONE:
            return
        names = kind if isinstance(kind, tuple) else (kind,)
        for name in names:
            if name not in TYPE_NAMES:
                known = ", ".join(sorted(TYPE_NAMES))
                raise ValueError(f"unknown type name {name!r}, expected one of {known}")

    # Constructors: a schema written by hand.

    @classmethod
    def string(cls, description: str | None = None, **keywords: Any) -> JsonSchema:
        """Build a string schema; other keywords are fields of this class."""
        return cls(type="string", description=description, **keywords)

    @classmethod
    def integer(cls, description: str | None = None, **keywords: Any) -> JsonSchema:
        """Build an integer schema."""
        return cls(type="integer", description=description, **keywords)

    @classmethod
    def number(cls, description: str | None = None, **keywords: Any) -> JsonSchema:
        """Build a number schema."""
        return cls(type="number", description=description, **keywords)

    @classmethod
    def boolean(cls, description: str | None = None, **keywords: Any) -> JsonSchema:
        """Build a boolean schema."""
        return cls(type="boolean", description=description, **keywords)

    @classmethod
    def null(cls, description: str | None = None) -> JsonSchema:
        """Build the schema of null."""
        return cls(type="null", description=description)

    @classmethod
    def array(
        cls, items: JsonSchema, description: str | None = None, **keywords: Any
    ) -> JsonSchema:
        """Build the schema of a list of `items`."""
        return cls(type="array", items=items, description=description, **keywords)

    @classmethod
    def object(
        cls,
        properties: Mapping[str, JsonSchema] | None = None,
        *,
        required: Iterable[str] | None = None,
        additional: bool | JsonSchema | None = None,
        description: str | None = None,
        **keywords: Any,
    ) -> JsonSchema:
        """Build an object schema; `additional` is what other properties must match."""
        return cls(
            type="object",
            properties=dict(properties or {}),
            required=None if required is None else tuple(required),
            additionalProperties=additional,
            description=description,
            **keywords,
        )

    @classmethod
    def enum(
        cls, values: Iterable[Any], description: str | None = None, **keywords: Any
    ) -> JsonSchema:
        """Build the schema of one value out of several; all strings have `type: string`."""
        chosen = tuple(values)
        if chosen and all(isinstance(value, str) for value in chosen):
            keywords.setdefault("type", "string")
        return cls(enum_=chosen, description=description, **keywords)

    @classmethod
    def any_of(
        cls, branches: Iterable[JsonSchema], description: str | None = None, **keywords: Any
    ) -> JsonSchema:
        """Build the union of several schemas."""
        return cls(anyOf=tuple(branches), description=description, **keywords)

    @classmethod
    def decode(cls, text: bytes | str) -> JsonSchema:
        """Read back what `to_json` wrote.

        Raises `msgspec.ValidationError` for a keyword of another shape: this reads our own
        encoding; the doors read what people publish.
        """
        return _DECODER.decode(text)

    # Out.

    def to_dict(self) -> dict[str, Any]:
        """Give the schema as plain JSON values, keys in canonical order."""
        plain: dict[str, Any] = msgspec.json.decode(_encode(self))
        return plain

    def to_json(self) -> bytes:
        """Give the schema as compact JSON: UTF-8, no spaces, no escapes of non-ASCII text."""
        return _encode(self)

    # Equality, as JSON values.

    def __eq__(self, other: Any) -> bool:
        """Compare as JSON values: the order of keys is no difference, and true is not 1."""
        if self is other:
            return True
        if other.__class__ is not JsonSchema:
            return NotImplemented
        return _fields_equal(self, other) and all(
            same_json(getattr(self, name), getattr(other, name)) for name in _LITERALS
        )

    def __hash__(self) -> int:
        """Hash what is cheap and hashable; equal nodes have equal hashes."""
        return hash(
            (self.ref, self.type, self.title, self.description, self.required, self.format)
            + (frozenset(self.properties or ()), len(self.anyOf or ()), self.items is None)
        )

    # What is inside.

    def keywords(self) -> Iterator[tuple[str, Any]]:
        """Yield each keyword that is present with its value, in canonical order."""
        values = zip(self.__struct_encode_fields__, ABSENT.values(), values_of(self), strict=True)
        for keyword, absent, value in values:
            if value is not absent:
                yield keyword, value

    @property
    def is_inner(self) -> bool:
        """Tell a node that has sub-schemas, or booleans in their place."""
        return _subschemas_of(self) != _NO_SUBSCHEMAS

    def children(self) -> Iterator[tuple[tuple[Token, ...], JsonSchema]]:
        """Yield each sub-schema with the tokens that lead to it, in canonical order."""
        values = _subschemas_of(self)
        if values == _NO_SUBSCHEMAS:
            return
        for field, value in zip(SUBSCHEMAS, values, strict=True):
            if value is None or value is True or value is False:
                continue
            keyword = _KEYWORDS.get(field, field)
            if value.__class__ is dict:
                for name, child in value.items():
                    yield (keyword, name), child
            elif value.__class__ is tuple:
                for index, child in enumerate(value):
                    yield (keyword, index), child
            else:
                yield (keyword,), value

    def subschemas(self) -> Sequence[JsonSchema]:
        """Give the sub-schemas alone, as `children` yields them with their tokens."""
        values = _subschemas_of(self)
        if values == _NO_SUBSCHEMAS:
            return ()
        found: list[JsonSchema] = []
        for value in values:
            if value is None or value is True or value is False:
                continue
            if value.__class__ is dict:
                found += value.values()
            elif value.__class__ is tuple:
                found += value
            else:
                found.append(value)
        return found

    def map_children(
        self, change: Callable[[JsonSchema], JsonSchema], among: tuple[str, ...] | None = None
    ) -> JsonSchema:
        """Replace each sub-schema by `change(sub-schema)`; `among` names the fields that hold any.

        Gives this very node back where every call gave back the very node that it was given.
        """
        if among is None:
            if _subschemas_of(self) == _NO_SUBSCHEMAS:
                return self
            among = SUBSCHEMAS
        changed: dict[str, Any] = {}
        for field in among:
            value = getattr(self, field)
            if value is None or value is True or value is False:
                continue
            after: Any
            if value.__class__ is dict:
                after = _map_table(value, change)
            else:
                after = _map_list(value, change) if value.__class__ is tuple else change(value)
            if after is not value:
                changed[field] = after
        return replace(self, **changed) if changed else self


# The one table of where sub-schemas live: the fields that hold a schema, a tuple of schemas or a
# dict of schemas (or a boolean, which has nothing inside).
SUBSCHEMAS: Final = (
    "items", "prefixItems", "contains", "unevaluatedItems",
    "properties", "additionalProperties", "patternProperties", "propertyNames",
    "dependentSchemas", "unevaluatedProperties",
    "anyOf", "oneOf", "allOf", "not_", "if_", "then", "else_",
    "defs", "definitions",
)  # fmt: skip
_subschemas_of: Final = attrgetter(*SUBSCHEMAS)
_NO_SUBSCHEMAS: Final = (None,) * len(SUBSCHEMAS)

# The fields that hold JSON values of any kind.
_LITERALS: Final = ("enum_", "const", "default", "examples")

EMPTY: Final = JsonSchema()

# What a field holds where its keyword is absent: null is a value of `const` and of `default`.
ABSENT: Final[dict[str, UnsetType | None]] = {
    field: UNSET if field in ("const", "default") else None
    for field in JsonSchema.__struct_fields__
}

# All fields of a node, in their order, in one call.
values_of: Final[Callable[[JsonSchema], tuple[Any, ...]]] = astuple
_DECODER: Final = msgspec.json.Decoder(JsonSchema)
_encode: Final = msgspec.json.Encoder().encode
_fields_equal: Final = msgspec.Struct.__eq__


def as_json(field: str, value: Any) -> Any:
    """Give a field's value as plain JSON; UNSET where the keyword is absent."""
    if value is ABSENT[field]:
        return UNSET
    return msgspec.json.decode(msgspec.json.encode(value))


def keyword_of(field: str) -> str:
    """Name the JSON Schema keyword of a field of `JsonSchema`."""
    return _KEYWORDS.get(field, field)


def _map_list(branches: Branches, change: Callable[[JsonSchema], JsonSchema]) -> Branches:
    after: list[JsonSchema] | None = None
    for index, branch in enumerate(branches):
        changed = change(branch)
        if changed is not branch:
            after = after or [*branches]
            after[index] = changed
    return branches if after is None else tuple(after)


def _map_table(table: Table, change: Callable[[JsonSchema], JsonSchema]) -> Table:
    after = table
    for name, child in table.items():
        changed = change(child)
        if changed is not child:
            after = {**table} if after is table else after
            after[name] = changed
    return after

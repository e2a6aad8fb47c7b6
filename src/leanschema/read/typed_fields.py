"""Which keywords speak about the values of which type (JSON Schema 2020-12, validation)."""

from __future__ import annotations

from typing import Final

_TEXT: Final = (
    "format",
    "pattern",
    "minLength",
    "maxLength",
    "contentEncoding",
    "contentMediaType",
)
_NUMBER: Final = ("minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf")
_LIST: Final = (
    "items",
    "prefixItems",
    "contains",
    "minContains",
    "maxContains",
    "minItems",
    "maxItems",
) + ("uniqueItems", "unevaluatedItems")
_MEMBERS: Final = (
    ("properties", "required", "additionalProperties", "patternProperties", "propertyNames")
    + ("minProperties", "maxProperties", "dependentRequired", "dependentSchemas")
    + ("unevaluatedProperties",)
)

FIELDS_OF_TYPE: Final[dict[str, tuple[str, ...]]] = {
    "string": _TEXT,
    "number": (*_NUMBER, "format"),
    "integer": (*_NUMBER, "format"),
    "array": _LIST,
    "object": _MEMBERS,
    "boolean": (),
    "null": (),
}
TYPED_FIELDS: Final = tuple(dict.fromkeys((*_TEXT, *_NUMBER, *_LIST, *_MEMBERS)))

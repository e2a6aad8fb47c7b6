"""Which kind of value JSON Schema 2020-12 gives each keyword.

Left to others: what stands in a schema position (`not-a-schema`), `enum`, `$ref`, and the names
of `type`, which have rules of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final


def misshapen(node: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield each keyword of a node whose value is of another kind, with the value."""
    for keyword, value in node.items():
        is_well = _SHAPES.get(keyword)
        if is_well is not None and not is_well(value):
            yield keyword, value


def is_number(value: Any) -> bool:
    """Tell a JSON number: true is none."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_positive(value: Any) -> bool:
    return is_number(value) and value > 0


def _is_count(value: Any) -> bool:
    whole = is_number(value) and (isinstance(value, int) or value.is_integer())
    return bool(whole and value >= 0)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_flag(value: Any) -> bool:
    return isinstance(value, bool)


def _is_list(value: Any) -> bool:
    return isinstance(value, list)


def _is_table(value: Any) -> bool:
    return isinstance(value, dict)


def _is_filled(value: Any) -> bool:
    return isinstance(value, list) and bool(value)


def _are_names(value: Any) -> bool:
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        return False
    return len(set(value)) == len(value)


def _are_types(value: Any) -> bool:
    # What a name must be is another rule; here a list has one, and none twice.
    if not isinstance(value, list):
        return True
    names = [name for name in value if isinstance(name, str)]
    return bool(value) and len(set(names)) == len(names)


def _is_table_of_names(value: Any) -> bool:
    return isinstance(value, dict) and all(_are_names(names) for names in value.values())


_KINDS: Final[tuple[tuple[Callable[[Any], bool], tuple[str, ...]], ...]] = (
    (
        _is_text,
        ("title", "description", "format", "pattern", "contentEncoding", "contentMediaType")
        + ("$schema", "$id", "$anchor", "$comment"),
    ),
    (is_number, ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")),
    (_is_positive, ("multipleOf",)),
    (
        _is_count,
        ("minLength", "maxLength", "minItems", "maxItems", "minContains", "maxContains")
        + ("minProperties", "maxProperties"),
    ),
    (_is_flag, ("uniqueItems", "nullable", "readOnly", "writeOnly", "deprecated")),
    (_is_list, ("examples", "anyOf", "oneOf", "allOf")),
    (_is_filled, ("prefixItems",)),
    (
        _is_table,
        ("properties", "patternProperties", "dependentSchemas", "$defs", "definitions"),
    ),
    (_are_names, ("required",)),
    (_are_types, ("type",)),
    (_is_table_of_names, ("dependentRequired",)),
)
_SHAPES: Final = {keyword: is_well for is_well, keywords in _KINDS for keyword in keywords}

"""The types of a node, as the published reading (`published.py`) reads or infers them.

Before:  {"type": ["string", "date"]}     {"format": "date"}     {"minimum": 1}
After:   {"type": "string"}               {"type": "string"}     {"type": "number"}
"""

from __future__ import annotations

from typing import Any, Final

from leanschema.errors import wrong_shape
from leanschema.schema import TYPE_NAMES

# Which keywords tell the type of a node that names none, in the order in which they are asked.
_HINTS: Final = (
    ("object", ("properties", "required", "additionalProperties")),
    ("array", ("items", "prefixItems")),
    ("string", ("enum", "const", "format")),
    ("number", ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")),
)


def read_types(raw: dict[str, Any], kind: Any) -> str | tuple[str, ...] | None:
    """Read the types, or infer one where no known name stands."""
    if kind.__class__ is str and kind in TYPE_NAMES:
        return kind
    if isinstance(kind, list):
        names = tuple(name for name in kind if isinstance(name, str) and name in TYPE_NAMES)
        if names:
            return names if len(names) > 1 else names[0]
    if "$ref" in raw or "anyOf" in raw:
        return _read_bare_types(kind)
    for name, keywords in _HINTS:
        for keyword in keywords:
            if keyword in raw:
                return name
    return None


def _read_bare_types(kind: Any) -> tuple[str, ...] | None:
    """Read the `type` beside a reference or a union: nothing is inferred there, nor ignored."""
    if kind is None:
        return None
    if kind == []:
        return ()
    raise wrong_shape("type", f"one of {', '.join(sorted(TYPE_NAMES))}", kind).under("type")

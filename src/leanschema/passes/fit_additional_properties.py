"""Say what other properties an object may have in the way that the target reads.

Before:  {"type": "object", "additionalProperties": {"type": "string"}}
After:   {"type": "object", "description": "Other values: string"}

Where the target takes an absent keyword for false, an open object says true.
Left alone: closed objects where the target reads `false`; strict targets (see `close_objects`).
Law: widens.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from leanschema.passes.rewrite import Pass, Setting, Tailored
from leanschema.passes.telling import told
from leanschema.read.presence import FIELD_BITS, TYPE_BITS
from leanschema.read.rare import TYPED_MAP
from leanschema.schema import JsonSchema
from leanschema.targets.target import Target


def fit_additional_properties(node: JsonSchema, setting: Setting) -> JsonSchema:
    """Rewrite `additionalProperties` by the target's rule."""
    rule, additional = setting.target.additional_properties, node.additionalProperties
    if isinstance(additional, JsonSchema) and rule in ("boolean", "unread"):
        words = f"other values: {additional.type}" if isinstance(additional.type, str) else ""
        left = True if rule == "boolean" else None
        if not words:
            return replace(node, additionalProperties=left)
        return told(node, words, additionalProperties=left)
    if additional is not None and rule == "unread":
        # What the target has no word for goes with all else that it does not read.
        is_read = "additionalProperties" in setting.target.keywords
        return replace(node, additionalProperties=None) if is_read else node
    if additional is None and setting.target.assumes_closed and _is_object(node):
        return replace(node, additionalProperties=True)
    return node


def fit_additional_properties_of(bits: int, target: Target) -> Tailored:
    """Give what rewrites it in nodes in which these fields and types occur."""
    is_open_object = bits & TYPE_BITS["object"] and not bits & _ADDITIONAL
    return Tailored(_opened, _OPEN) if is_open_object else Tailored(fit_additional_properties)


def _opened(node: JsonSchema, setting: Setting) -> JsonSchema:
    return replace(node, additionalProperties=True)


def _is_object(node: JsonSchema) -> bool:
    return node.type == "object" or (node.type.__class__ is tuple and "object" in (node.type or ()))


def _may_concern(bits: int, target: Target) -> bool:
    if bits & _ADDITIONAL:
        rule = target.additional_properties
        return rule == "unread" or (rule == "boolean" and bool(bits & TYPED_MAP))
    return target.assumes_closed


_ADDITIONAL: Final = FIELD_BITS["additionalProperties"]
_OPEN: Final = {"additionalProperties": True}

PASS = Pass(
    "fit_additional_properties",
    "widens",
    "additionalProperties is read otherwise",
    fields=("additionalProperties",),
    types=("object", "list"),
    writes=("description", "additionalProperties"),
    needed=lambda target: (
        target.assumes_closed or target.additional_properties in ("boolean", "unread")
    ),
    concerns=_may_concern,
    for_fields=fit_additional_properties_of,
    # What the target has no word for is dropped with all else that it does not read.
    only_where=lambda target: (
        0 if target.assumes_closed or "additionalProperties" in target.keywords else TYPED_MAP
    ),
)

"""Write `true` where the schema of other properties or items came to admit any value.

Before:  {"type": "object", "additionalProperties": {}}
After:   {"type": "object", "additionalProperties": true}

It is the spelling that the reader gives `{}` there, so that what is lowered lowers to itself.
Left alone: schemas that say anything.
Law: exact.
"""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from leanschema.fields import Fields
from leanschema.passes.rewrite import Pass, Setting
from leanschema.read.rare import TYPED_MAP
from leanschema.schema import EMPTY, JsonSchema

_OTHERS: Final = Fields(("additionalProperties", "unevaluatedProperties", "unevaluatedItems"))


def true_for_any_value(node: JsonSchema, setting: Setting) -> JsonSchema:
    """Replace each schema there that says nothing."""
    said: dict[str, Any] = {
        field: True
        for field, value in _OTHERS.present(node)
        # Most have a type: to compare a node costs more.
        if value is not True and value is not False and value.type is None and value == EMPTY
    }
    return replace(node, **said) if said else node


PASS = Pass(
    "true_for_any_value",
    "exact",
    "any value",
    true_for_any_value,
    fields=_OTHERS.names,
    only_where=lambda target: TYPED_MAP,
)

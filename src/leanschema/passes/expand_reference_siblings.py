"""Give a reference that stands beside other keywords a form that the target reads.

Before:  {"$ref": "#/$defs/Level", "maximum": 50}       Level: {"type": "integer", "maximum": 5}
After:   {"type": "integer", "maximum": 5}

The meaning is the conjunction: never does one side delete the other's limits. Words alone beside
the reference get a union of one around it, which keeps the definition shared.
Left alone: siblings that the target reads beside `$ref`.
Law: exact, up to what one node can say (see `merge_all_of`).
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from leanschema.fields import fields_beside
from leanschema.passes.merge_all_of import content
from leanschema.passes.rewrite import Pass, Setting
from leanschema.schema import JsonSchema

_BESIDE: Final = fields_beside(("$ref",))
_WORDS: Final = frozenset(("title", "description", "default", "examples", "deprecated"))


def expand_reference_siblings(node: JsonSchema, setting: Setting) -> JsonSchema:
    """Wrap the reference, or replace it by what it names joined with its siblings."""
    if _BESIDE.are_absent(node):
        # Most references stand alone.
        return node
    allowed = setting.target.ref_siblings
    siblings = {keyword for keyword, _ in node.keywords()} - {"$ref", "$defs"}
    if allowed is None or siblings <= allowed or setting.resolved(node.ref or "") is None:
        return node
    beside = setting.target.any_of_siblings
    if siblings <= _WORDS and (beside is None or siblings <= beside):
        return replace(node, ref=None, anyOf=(JsonSchema(ref=node.ref),))
    if setting.is_endless(node.ref or ""):
        return JsonSchema(ref=node.ref)
    return content(node, setting)


PASS = Pass(
    "expand_reference_siblings",
    "widens",
    "other keywords may not stand beside $ref",
    expand_reference_siblings,
    fields=("ref",),
    writes=("type", "anyOf", "allOf"),
    joins=True,
    reveals=True,
    judge=lambda before, after: (
        "exact" if after.anyOf == (JsonSchema(ref=before.ref),) else "widens"
    ),
    needed=lambda target: target.ref_siblings is not None,
)

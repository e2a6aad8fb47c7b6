"""Write a tuple as a list whose items are any of its places.

Before:  {"prefixItems": [{"type": "string"}, {"type": "integer"}], "maxItems": 2}
After:   {"items": {"anyOf": [{"type": "string"}, {"type": "integer"}]}, "maxItems": 2}

A tuple without an end admits anything after its places, so its items become any value.
Left alone: `prefixItems` where the target reads it.
Law: widens.
"""

from __future__ import annotations

from msgspec.structs import replace

from leanschema.passes.rewrite import Pass, Setting
from leanschema.passes.telling import told
from leanschema.read.rare import ODD_UNION
from leanschema.schema import EMPTY, JsonSchema


def tuples_to_items(node: JsonSchema, setting: Setting) -> JsonSchema:
    """Replace `prefixItems` by the union of the places and of what may follow."""
    if "prefixItems" in setting.target.keywords:
        return node
    places = list(node.prefixItems or ())
    is_closed = node.maxItems is not None and node.maxItems <= len(places)
    if not is_closed:
        places.append(node.items or EMPTY)
    items = union(places)
    words = "in this order: " + ", ".join(_word(place) for place in node.prefixItems or ())
    return told(replace(node, prefixItems=None), words, items=items)


def union(nodes: list[JsonSchema]) -> JsonSchema:
    """Give the union of some schemas: one of them where all are equal, any value where one is."""
    distinct = list({node.to_json(): node for node in nodes}.values())
    if len(distinct) == 1:
        return distinct[0]
    if any(node == EMPTY for node in distinct):
        return EMPTY
    return JsonSchema(anyOf=tuple(distinct))


def _word(place: JsonSchema) -> str:
    if place.title or place.description:
        return (place.title or place.description or "")[:20]
    if isinstance(place.type, str):
        return place.type
    return "one of a list" if place.enum_ else "any"


PASS = Pass(
    "tuples_to_items",
    "widens",
    "prefixItems is not read",
    tuples_to_items,
    fields=("prefixItems",),
    writes=("items", "anyOf", "description"),
    brings=ODD_UNION,
    needed=lambda target: "prefixItems" not in target.keywords,
)

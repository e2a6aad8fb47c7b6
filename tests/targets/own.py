"""Targets of a user's own: what the known ones say, put together anew."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from msgspec.structs import fields, replace

from leanschema.targets import TARGETS
from leanschema.targets.consistency import contradiction_of
from leanschema.targets.target import Target

KNOWN = [
    target
    for target in TARGETS.values()
    if target.reading != "published" and target.falls_back_to is None
]
_FACTS = [
    field.name
    for field in fields(Target)
    if field.name not in ("name", "title", "facts", "keywords", "root_keywords")
    and field.name not in ("vocabulary", "reading", "falls_back_to", "tool_name")
]
_NAMES = (r"[a-z_]{1,32}", r"[A-Za-z][A-Za-z0-9]{0,15}", r"[A-Z]+")
_CORE = frozenset(("type", "properties"))


@st.composite
def own_targets(draw: st.DrawFn) -> Target:
    """Take some facts from other targets, and a few keywords away."""
    base = draw(st.sampled_from(KNOWN))
    taken: dict[str, Any] = {
        fact: getattr(draw(st.sampled_from(KNOWN)), fact)
        for fact in draw(st.lists(st.sampled_from(_FACTS), max_size=5, unique=True))
    }
    if draw(st.integers(0, 3)) == 0:
        taken["property_name"] = draw(st.sampled_from(_NAMES))
    removable = st.sampled_from(sorted(base.keywords - _CORE))
    gone = set(draw(st.lists(removable, max_size=8, unique=True)))
    if gone & {"$ref", "$defs"}:
        gone |= {"$ref", "$defs"}
    root = base.root_keywords
    target = replace(
        base,
        name="own",
        keywords=base.keywords - gone,
        root_keywords=None if root is None else root - gone,
        **taken,
    )
    # A target that contradicts itself is refused.
    return target if contradiction_of(target) is None else base

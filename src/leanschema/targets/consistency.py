"""What a target may not say at once: facts of which one cannot be kept with the other."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from leanschema.targets.target import Target

_REFERENCES: Final = frozenset(("$ref", "$defs"))
_KEYWORDS: Final = ("keywords", "root_keywords")
_OF_THE_ROOT: Final = frozenset(("type", "properties", "additionalProperties", "required"))


def contradiction_of(target: Target) -> str | None:
    """Say the first thing in which a target contradicts itself; None where it does not."""
    return next(_contradictions(target), None)


def _contradictions(target: Target) -> Iterator[str]:
    keywords = target.keywords
    for keyword, (reason, need) in _NEEDED.items():
        for field in _KEYWORDS if keyword in _OF_THE_ROOT else _KEYWORDS[:1]:
            listed = getattr(target, field)
            if listed is not None and keyword not in listed and need(target):
                yield f"`{keyword}` must be among `{field}`: {reason}"
    if len(_REFERENCES & keywords) == 1:
        yield "`$ref` and `$defs` are in `keywords` both or neither"
    beside = target.any_of_siblings
    if target.reads_root_combiners and not (beside is None or beside >= {"type", "properties"}):
        yield "`any_of_siblings` must have `type` and `properties`, as `reads_root_combiners`"
    if target.additional_properties == "unread" and target.assumes_closed:
        yield "`assumes_closed` objects say that they are open, which `unread` leaves no way to say"
    if target.vocabulary == "openapi" and target.reads_type_lists:
        yield "`reads_type_lists` must be false: OpenAPI 3.0 has no lists of types"
    if target.stringifies_enums and "string" not in target.enum_types:
        yield "`enum_types` must have `string`, as `stringifies_enums` writes members as strings"
    for field, pattern in (
        ("property_name", target.property_name),
        ("tool_name", target.tool_name),
    ):
        try:
            re.compile(pattern or "")
        except (re.error, RecursionError, OverflowError) as fault:
            yield f"`{field}` is no regular expression: {fault}"


# The keywords that a target must read: why, and which targets.
_NEEDED: Final[dict[str, tuple[str, Callable[[Target], bool]]]] = {
    "type": ("the root is of type object", lambda target: True),
    "properties": ("the root lists its properties", lambda target: True),
    "items": ("`needs_items`", lambda target: target.needs_items),
    "additionalProperties": (
        "`assumes_closed`, and `closed`, are said by it",
        lambda target: target.assumes_closed or target.additional_properties == "closed",
    ),
    "required": ("`needs_all_required`", lambda target: target.needs_all_required),
    "anyOf": (
        "with `needs_type` or `needs_items` a node of any type is written as a union",
        lambda target: target.needs_type or target.needs_items,
    ),
    "nullable": ("OpenAPI 3.0 says null by it", lambda target: target.vocabulary == "openapi"),
}

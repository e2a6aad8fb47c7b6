"""Some fields of a node, looked at together."""

from __future__ import annotations

import pytest

from leanschema.fields import Fields, fields_beside
from leanschema.schema import ABSENT, JsonSchema

NODE = JsonSchema(type="string", description="Words", default=None)


@pytest.mark.parametrize(
    ("names", "present"),
    [
        ((), {}),
        (("title",), {}),
        (("default",), {"default": None}),
        (("title", "description"), {"description": "Words"}),
        (tuple(ABSENT)[2:], {"description": "Words", "default": None}),
        (tuple(ABSENT), {"type": "string", "description": "Words", "default": None}),
    ],
    ids=["none", "one that is absent", "one that is null", "two", "all but the first", "all"],
)
def test_what_is_present_comes_with_its_value(
    names: tuple[str, ...], present: dict[str, object]
) -> None:
    fields = Fields(names)

    assert dict(fields.present(NODE)) == present
    assert fields.are_absent(NODE) == (not present)


def test_fields_are_chosen_by_what_a_target_reads_and_by_what_occurs() -> None:
    unread = fields_beside({"type", "$ref", "enum"}, "defs")

    assert {"type", "ref", "enum_", "defs"}.isdisjoint(unread.names)
    assert {"not_", "definitions", "title"} <= set(unread.names)
    assert unread.among(iter(("title", "type", "not_"))).names == ("title", "not_")

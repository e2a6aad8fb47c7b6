"""Say what differs between two schemas, ours or another library's.

Both are walked together, as JSON values. Each keyword that differs at a schema position is one
`Change`: its pointer leads into `before` (for what only `after` has, to the nearest node of
`before`), and its law says whether that node accepts the same values, more, or fewer. A property,
a branch or a definition that is gone is a change of the whole node: its own pointer, and "" as
keyword. Those that are new are a change of the keyword that holds them, with the new ones alone
in `after`.

The same thing in another spelling is followed and reported as exact: `definitions` and `$defs`,
list-form `items` and `prefixItems`, `const` and `enum`, a definition inlined or an inline schema
made a definition, a union of one written in place. The order of keys is no difference.

    explain({"type": "string", "maxLength": 9}, {"type": "string"})
    (Change(pointer="", keyword="maxLength", before=9, law="widens", reason="dropped"),)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from leanschema.changes import Change
    from leanschema.schema import JsonSchema

__all__ = ["explain"]


def explain(before: JsonSchema | Any, after: JsonSchema | Any) -> tuple[Change, ...]:
    """List what differs between two schemas, in the order of `before`.

    Each is a JsonSchema or any JSON value. Raises InvalidToolSchema for one that is nested deeper,
    or has more values, than any schema may.
    """
    from leanschema.explain.walk import changes_between

    return changes_between(before, after)

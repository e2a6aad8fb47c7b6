"""Is a schema valid in the dialect that it says it is in? The meta-schemas judge."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from leanschema.errors import MissingExtra
from leanschema.pointer import pointer_of
from leanschema.read.limits import MAX_DEPTH

_MAX_MESSAGE = 200


def invalid_by_its_own_dialect(schema: Any) -> Iterator[tuple[str, str]]:
    """Yield the pointer and the reason of the first place where a schema breaks its meta-schema.

    Without `$schema` the dialect is 2020-12, as MCP has it. Raises MissingExtra.
    """
    try:
        import jsonschema_rs
    except ImportError:
        raise MissingExtra("jsonschema-rs", "validate") from None
    if not isinstance(schema, (dict, bool)) or _is_too_deep(schema):
        return
    try:
        jsonschema_rs.meta.validate(schema)
    except jsonschema_rs.ValidationError as error:
        yield pointer_of(error.instance_path), str(error.message)[:_MAX_MESSAGE]
    except (ValueError, TypeError, jsonschema_rs.ReferencingError):
        # A `$schema` of one's own: nothing judges it.
        return


def _is_too_deep(schema: Any) -> bool:
    pending = [(schema, 0)]
    seen: set[int] = set()
    while pending:
        value, depth = pending.pop()
        if depth > MAX_DEPTH:
            return True
        if isinstance(value, (dict, list)):
            if id(value) in seen:
                continue
            seen.add(id(value))
            members = value.values() if isinstance(value, dict) else value
            pending.extend((member, depth + 1) for member in members)
    return False

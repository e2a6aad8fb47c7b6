"""How a model would write a tool's arguments under a peer's schema, where the peer cannot say.

A benefit of the doubt: an optional property that the peer made required is written as null where
the peer's schema admits null there, and a number or boolean is written as text where it admits
only a list of texts. Nobody but us has a way back from either (`Lowered.restore`).
"""

from __future__ import annotations

from typing import Any

from leanschema.pointer import fragment_tokens


def as_written(arguments: Any, published: Any, output: Any) -> Any:
    """Give arguments of the published schema as a model writes them under a peer's output."""
    return _written(arguments, published, output, (published, output))


def _written(value: Any, published: Any, output: Any, roots: tuple[Any, Any]) -> Any:
    before, after = _resolved(published, roots[0]), _resolved(output, roots[1])
    if isinstance(value, dict):
        return _written_object(value, before, after, roots)
    if isinstance(value, list):
        inner = before.get("items"), after.get("items")
        return [_written(item, *inner, roots) for item in value]
    allowed = after.get("enum")
    if isinstance(value, int | float) and isinstance(allowed, list) and allowed:
        is_text = all(isinstance(member, str) for member in allowed)
        return _as_text(value) if is_text else value
    return value


def _written_object(
    value: dict[str, Any], before: dict[str, Any], after: dict[str, Any], roots: tuple[Any, Any]
) -> dict[str, Any]:
    old, new = _table(before, "properties"), _table(after, "properties")
    written = {
        name: _written(item, old.get(name), new.get(name), roots) for name, item in value.items()
    }
    for name in _names(after):
        is_added = name in old and name not in value and name not in _names(before)
        if is_added and _admits_null(new.get(name), roots[1]):
            written[name] = None
    return written


def _admits_null(schema: Any, root: Any) -> bool:
    node = _resolved(schema, root)
    kinds = node.get("type")
    if node.get("nullable") is True or kinds == "null":
        return True
    if isinstance(kinds, list) and "null" in kinds:
        return True
    branches = node.get("anyOf")
    return isinstance(branches, list) and any(_admits_null(one, root) for one in branches)


def _resolved(schema: Any, root: Any) -> dict[str, Any]:
    """Give the schema, or what its reference leads to within one step; {} where that is nothing."""
    reference = schema.get("$ref") if isinstance(schema, dict) else None
    if isinstance(reference, str):
        found = at(root, reference)
        return found if isinstance(found, dict) else {}
    return schema if isinstance(schema, dict) else {}


def at(root: Any, reference: str) -> Any:
    """Give what a reference leads to in a document, or None."""
    tokens = fragment_tokens(reference)
    if tokens is None:
        return None
    for token in tokens:
        if isinstance(root, dict) and token in root:
            root = root[token]
        elif isinstance(root, list) and token.isdigit() and int(token) < len(root):
            root = root[int(token)]
        else:
            return None
    return root


def _table(node: dict[str, Any], keyword: str) -> dict[str, Any]:
    found = node.get(keyword)
    return found if isinstance(found, dict) else {}


def _names(node: dict[str, Any]) -> list[Any]:
    found = node.get("required")
    return found if isinstance(found, list) else []


def _as_text(value: float) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)

"""The rules of the compatible door once more: slow, plain, and blind to the product's code.

The judge of the fast code. It knows the rules as text and the recorded vectors, nothing else:
rewrite the JSON value, prune it, check the shape of what is kept, then run the waterfall.
Where the text is unclear the vectors decided; each such place says `Finding`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import unquote_to_bytes

TABLES = ("$defs", "definitions")
TYPES = ("string", "number", "boolean", "integer", "object", "array", "null")
# The first presence that matches gives a node without a type its type.
PRESENCES = (
    ("object", ("properties", "required", "additionalProperties")),
    ("array", ("items", "prefixItems")),
    ("string", ("enum", "format")),
    ("number", ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")),
)
NESTING = ("items", "anyOf", "properties", "additionalProperties", "$ref")
BAD_ESCAPE = re.compile(r"~(?![01])")
SINGLETON_NULL = "tool input schema must not be a singleton null type"


class Refused(Exception):
    """The rules refuse this input."""

    def __init__(self, reason: str, pointer: str = "") -> None:
        super().__init__(f"{reason} at {pointer!r}")
        self.reason = reason
        self.pointer = pointer


def naive_parse(value: object, *, compaction: bool = True, max_bytes: int = 4000) -> object:
    """Lower one tool input schema, as plain JSON."""
    node = shaped(value)
    if node.get("type") == "null":
        raise Refused(SINGLETON_NULL)
    return waterfall(node, max_bytes)[0] if compaction else node


def naive_sizes(value: object, *, max_bytes: int = 4000) -> list[int | None]:
    """Say the size in bytes before the waterfall and after each pass; None where none ran."""
    # Finding: a root of exactly `null` has its sizes all the same; it is refused after them.
    try:
        return waterfall(shaped(value), max_bytes)[1]
    except Refused:
        return [0, None, None, None]


def shaped(value: object) -> dict[str, Any]:
    # Finding: the shape is checked last, so a fault in a definition that nothing reaches, or
    # anywhere in a node without a type, is never seen.
    return checked(pruned(lowered(value)), "")


# Rewriting


def lowered(value: Any) -> Any:
    """Rewrite a value in a schema position, bottom-up."""
    if isinstance(value, bool):
        return {"type": "string"}
    if not isinstance(value, dict):
        return value
    node = dict(value)
    lower_children(node)
    if "const" in node:
        node["enum"] = [node.pop("const")]
    return typed(node)


def lower_children(node: dict[str, Any]) -> None:
    for table in TABLES:
        if table in node and not isinstance(node[table], dict):
            del node[table]
    for key in ("properties", *TABLES):
        if isinstance(node.get(key), dict):
            node[key] = {name: lowered(child) for name, child in node[key].items()}
    for key in ("prefixItems", "anyOf"):
        if isinstance(node.get(key), list):
            node[key] = [lowered(child) for child in node[key]]
    if "items" in node:
        node["items"] = lowered(node["items"])
    if "additionalProperties" in node and not isinstance(node["additionalProperties"], bool):
        node["additionalProperties"] = lowered(node["additionalProperties"])


def typed(node: dict[str, Any]) -> dict[str, Any]:
    """Settle the type of a node whose children are settled."""
    names = known_types(node.get("type"))
    if not names and ("$ref" in node or "anyOf" in node):
        return node
    if not names:
        names = inferred_types(node)
    if not names:
        return {}
    node["type"] = names[0] if len(names) == 1 else names
    if "object" in names:
        node.setdefault("properties", {})
    if "array" in names:
        node.setdefault("items", {"type": "string"})
    return node


def known_types(given: object) -> list[str]:
    names = given if isinstance(given, list) else [given]
    return [name for name in names if isinstance(name, str) and name in TYPES]


def inferred_types(node: dict[str, Any]) -> list[str]:
    for name, keys in PRESENCES:
        if any(key in node for key in keys):
            return [name]
    return []


# Pruning


def pruned(root: Any) -> Any:
    """Drop the root definitions that no reference reaches."""
    if not isinstance(root, dict):
        return root
    reached = reached_entries(root)
    kept = dict(root)
    for table in TABLES:
        if table not in root:
            continue
        kept[table] = {
            name: entry for name, entry in root[table].items() if (table, name) in reached
        }
        if not kept[table]:
            del kept[table]
    return kept


def reached_entries(root: dict[str, Any]) -> set[tuple[str, str]]:
    waiting = list(outer_references(root))
    reached: set[tuple[str, str]] = set()
    while waiting:
        entry = definition_of(waiting.pop())
        if entry is None or entry in reached:
            continue
        table, name = entry
        if name in root.get(table, {}):
            reached.add(entry)
            waiting += inner_references(root[table][name])
    return reached


def outer_references(node: Any) -> Iterator[str]:
    """Yield the references of a schema, its definition tables left out."""
    if not isinstance(node, dict):
        return
    if isinstance(node.get("$ref"), str):
        yield node["$ref"]
    for child in children_of(node):
        yield from outer_references(child)


def children_of(node: dict[str, Any]) -> Iterator[Any]:
    if isinstance(node.get("properties"), dict):
        yield from node["properties"].values()
    if isinstance(node.get("anyOf"), list):
        yield from node["anyOf"]
    yield node.get("items")
    yield node.get("additionalProperties")


def inner_references(value: Any) -> Iterator[str]:
    """Yield every reference anywhere in a reached definition."""
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        value = list(value.values())
    if isinstance(value, list):
        for child in value:
            yield from inner_references(child)


def definition_of(reference: str) -> tuple[str, str] | None:
    """Say which entry of which root table a reference is about."""
    if not reference.startswith("#"):
        return None
    try:
        pointer = unquote_to_bytes(reference[1:]).decode()
    except UnicodeDecodeError:
        return None
    # Finding: one bad escape anywhere (`~2`, a last `~`) and the text is no reference at all.
    if BAD_ESCAPE.search(pointer):
        return None
    tokens = [token.replace("~1", "/").replace("~0", "~") for token in pointer.split("/")]
    # Finding: the slash may be percent-encoded too (`#%2F$defs%2FUser`).
    if len(tokens) > 2 and tokens[0] == "" and tokens[1] in TABLES:
        return tokens[1], tokens[2]
    return None


# Shape


def checked(value: Any, pointer: str) -> dict[str, Any]:
    """Keep the kept keywords of a node; refuse a wrong shape."""
    if not isinstance(value, dict):
        raise Refused("a schema must be an object or a boolean", pointer)
    return {
        key: check(value[key], f"{pointer}/{key}")
        for key, check in KEPT.items()
        if value.get(key) is not None
    }


def check_text(value: Any, pointer: str) -> str:
    if not isinstance(value, str):
        raise Refused("must be a string", pointer)
    return value


def check_list(value: Any, pointer: str) -> list[Any]:
    if not isinstance(value, list):
        raise Refused("must be a list", pointer)
    return value


def check_texts(value: Any, pointer: str) -> list[str]:
    return [check_text(item, f"{pointer}/{i}") for i, item in enumerate(check_list(value, pointer))]


def check_type(value: Any, pointer: str) -> Any:
    if isinstance(value, list):
        return [check_type_name(name, f"{pointer}/{i}") for i, name in enumerate(value)]
    return check_type_name(value, pointer)


def check_type_name(value: Any, pointer: str) -> str:
    if check_text(value, pointer) not in TYPES:
        raise Refused("unknown type", pointer)
    return str(value)


def check_table(value: Any, pointer: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Refused("must be an object", pointer)
    return {
        name: checked(child, f"{pointer}/{escaped(name)}") for name, child in sorted(value.items())
    }


def check_branches(value: Any, pointer: str) -> list[Any]:
    branches = check_list(value, pointer)
    return [checked(branch, f"{pointer}/{i}") for i, branch in enumerate(branches)]


def check_additional(value: Any, pointer: str) -> Any:
    return value if isinstance(value, bool) else checked(value, pointer)


def escaped(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")


KEPT: dict[str, Callable[[Any, str], Any]] = {
    "$ref": check_text,
    "type": check_type,
    "description": check_text,
    "enum": check_list,
    "items": checked,
    "properties": check_table,
    "required": check_texts,
    "additionalProperties": check_additional,
    "anyOf": check_branches,
    "$defs": check_table,
    "definitions": check_table,
}


# Waterfall


def waterfall(node: Any, max_bytes: int) -> tuple[Any, list[int | None]]:
    """Run each pass while the result is too large; give the result and the sizes."""
    sizes: list[int | None] = [len(encoded(node))]
    for run_pass in (without_descriptions, without_definitions, collapsed):
        if (sizes[-1] or 0) <= max_bytes:
            break
        node = run_pass(node)
        sizes.append(len(encoded(node)))
    return node, sizes + [None] * (4 - len(sizes))


def with_children(
    node: dict[str, Any], change: Callable[[Any], Any], keys: tuple[str, ...]
) -> dict[str, Any]:
    """Change the schemas one step below a node, under these keywords."""
    out = dict(node)
    for key in keys:
        if key in ("properties", *TABLES) and key in node:
            out[key] = {name: change(child) for name, child in node[key].items()}
        elif key == "anyOf" and key in node:
            out[key] = [change(branch) for branch in node[key]]
        elif isinstance(node.get(key), dict):
            out[key] = change(node[key])
    return out


STEPS = ("properties", "items", "anyOf", "additionalProperties")


def without_descriptions(node: dict[str, Any]) -> dict[str, Any]:
    bare = {key: value for key, value in node.items() if key != "description"}
    return with_children(bare, without_descriptions, (*STEPS, *TABLES))


def without_definitions(root: dict[str, Any]) -> dict[str, Any]:
    bare = {key: value for key, value in root.items() if key not in TABLES}
    return without_references(bare)


def without_references(node: dict[str, Any]) -> dict[str, Any]:
    if "$ref" in node and definition_of(node["$ref"]) is not None:
        return {}
    return with_children(node, without_references, STEPS)


def collapsed(node: dict[str, Any], depth: int = 0) -> dict[str, Any]:
    if depth >= 2 and any(key in node for key in NESTING):
        return {}
    return with_children(node, lambda child: collapsed(child, depth + 1), STEPS)


def encoded(value: Any) -> bytes:
    """Encode as compact JSON in UTF-8."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()

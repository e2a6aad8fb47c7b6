"""What a case says that a lowered schema must be: one function for each word that it can use.

A `must` is an object: `for` names the targets that it is about (without it, all of the case's),
`at` the node that it is about (a JSON Pointer into the lowered schema, references followed;
without it, every node), and one further key names the function here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from leanschema import Lowered
from leanschema.pointer import tokens_of

TABLES = ("properties", "$defs", "definitions", "patternProperties", "dependentSchemas")
LISTS = ("anyOf", "oneOf", "allOf", "prefixItems")
SINGLES = ("items", "additionalProperties", "not", "if", "then", "else", "propertyNames")


def nodes_of(schema: Any) -> Iterator[Any]:
    """Yield every schema, itself first; names of properties and values are none."""
    waiting = [schema]
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, dict):
            continue
        for key in TABLES:
            waiting.extend(node.get(key, {}).values())
        for key in LISTS:
            waiting.extend(node.get(key, ()))
        waiting.extend(node[key] for key in SINGLES if key in node)


def keyworded(schema: Any) -> list[dict[str, Any]]:
    return [node for node in nodes_of(schema) if isinstance(node, dict)]


def resolved(schema: dict[str, Any], node: Any) -> Any:
    while isinstance(node, dict) and "$ref" in node:
        node = at(schema, node["$ref"].removeprefix("#"))
    return node


def at(schema: dict[str, Any], pointer: str) -> Any:
    node: Any = schema
    for token in tokens_of(pointer) or ():
        node = resolved(schema, node)
        node = node[int(token)] if isinstance(node, list) else node[token]
    return resolved(schema, node)


def branches(schema: dict[str, Any], node: Any) -> list[Any]:
    node = resolved(schema, node)
    if isinstance(node, dict) and "anyOf" in node:
        return [leaf for branch in node["anyOf"] for leaf in branches(schema, branch)]
    return [node]


def types_of(schema: dict[str, Any], node: Any) -> set[str]:
    found: set[str] = set()
    for branch in branches(schema, node):
        named = branch.get("type", [])
        found |= {named} if isinstance(named, str) else set(named)
        if branch.get("nullable"):
            found.add("null")
    return found


def lacks(lowered: Lowered, node: Any, keywords: list[str]) -> None:
    every = keyworded(lowered.to_dict()) if node is None else [node]
    for one in every:
        assert not set(keywords) & set(one), one


def has(_: Lowered, node: Any, expected: dict[str, Any]) -> None:
    assert {key: node.get(key) for key in expected} == expected


def is_(_: Lowered, node: Any, expected: Any) -> None:
    assert node == expected


def properties(_: Lowered, node: Any, expected: list[str]) -> None:
    assert sorted(node["properties"]) == sorted(expected)


def count(_: Lowered, node: Any, expected: int) -> None:
    assert len(node["properties"]) == expected


def required(_: Lowered, node: Any, expected: list[str]) -> None:
    assert sorted(node.get("required", [])) == sorted(expected)


def requires(_: Lowered, node: Any, name: str) -> None:
    assert name in node["required"]


def tells(_: Lowered, node: Any, words: list[str]) -> None:
    assert all(word in node.get("description", "") for word in words), node


def types(lowered: Lowered, node: Any, expected: list[str]) -> None:
    assert types_of(lowered.to_dict(), node) == set(expected)


def not_only(lowered: Lowered, node: Any, name: str) -> None:
    assert types_of(lowered.to_dict(), node) != {name}


def offers(_: Lowered, node: Any, words: list[str]) -> None:
    text = json.dumps(node)
    assert all(json.dumps(word) in text for word in words), text


def not_closed(_: Lowered, node: Any, __: bool) -> None:
    assert node.get("additionalProperties") is not False


def cut_marked(_: Lowered, node: Any, __: bool) -> None:
    assert node["description"].endswith("…")


def everywhere(lowered: Lowered, _: Any, words: list[str]) -> None:
    name, keyword = words
    for node in keyworded(lowered.to_dict()):
        if name in types_of({}, {"type": node.get("type", [])}):
            assert keyword in node, node


def one_type(lowered: Lowered, _: Any, __: bool) -> None:
    assert not any(isinstance(node.get("type"), list) for node in keyworded(lowered.to_dict()))


def no_booleans(lowered: Lowered, _: Any, __: bool) -> None:
    for node in keyworded(lowered.to_dict()):
        assert not any(isinstance(child, bool) for child in node.get("properties", {}).values())
        assert not isinstance(node.get("items"), bool)


def text_enums(lowered: Lowered, _: Any, __: bool) -> None:
    for node in keyworded(lowered.to_dict()):
        if "enum" in node:
            assert node["type"] == "string"
            assert all(isinstance(member, str) and member for member in node["enum"])


def null_in_enum(lowered: Lowered, _: Any, __: bool) -> None:
    for node in keyworded(lowered.to_dict()):
        if "enum" in node:
            assert ("null" in types_of({}, node)) == (None in node["enum"]), node


def typed(lowered: Lowered, _: Any, __: bool) -> None:
    for node in keyworded(lowered.to_dict()):
        assert {"type", "anyOf", "$ref"} & set(node), node


def never_both(lowered: Lowered, _: Any, keywords: list[str]) -> None:
    assert not any(set(keywords) <= set(node) for node in keyworded(lowered.to_dict()))


def never(lowered: Lowered, _: Any, pair: list[Any]) -> None:
    assert not any(node.get(pair[0]) == pair[1] for node in keyworded(lowered.to_dict()))


def never_nested(lowered: Lowered, _: Any, keyword: str) -> None:
    for node in keyworded(lowered.to_dict()):
        assert not any(keyword in branch for branch in node.get(keyword, ())), node


def at_most_bytes(lowered: Lowered, _: Any, most: int) -> None:
    assert lowered.bytes <= most


def bare_references(lowered: Lowered, _: Any, __: bool) -> None:
    assert all(set(node) == {"$ref"} for node in keyworded(lowered.to_dict()) if "$ref" in node)


def required_exist(lowered: Lowered, _: Any, __: bool) -> None:
    for node in keyworded(lowered.to_dict()):
        assert set(node.get("required", [])) <= set(node.get("properties", {})), node


def names_match(lowered: Lowered, _: Any, pattern: str) -> None:
    for node in keyworded(lowered.to_dict()):
        assert all(re.match(pattern, name) for name in node.get("properties", {})), node


def unsent(lowered: Lowered, _: Any, text: str) -> None:
    assert text not in lowered.schema.to_json().decode()


def reports(lowered: Lowered, _: Any, pointer: str) -> None:
    assert pointer in {change.pointer for change in lowered.changes}


def law(lowered: Lowered, _: Any, name: str) -> None:
    assert {change.law for change in lowered.changes} <= {name}


def restores(lowered: Lowered, _: Any, pair: list[Any]) -> None:
    given, expected = pair
    assert lowered.restore(given) == expected


def strict(lowered: Lowered, _: Any, expected: bool) -> None:
    assert lowered.strict is expected
    assert (lowered.reason is None) is expected


def reason(lowered: Lowered, _: Any, words: str) -> None:
    assert lowered.reason is not None
    assert words in lowered.reason


MUSTS: dict[str, Callable[[Lowered, Any, Any], None]] = {
    function.__name__.removesuffix("_"): function
    for function in (
        lacks, has, is_, properties, count, required, requires, tells, types, not_only, offers,
        not_closed, cut_marked, everywhere, one_type, no_booleans, text_enums, null_in_enum, typed,
        never_both, never, never_nested, at_most_bytes, bare_references, required_exist, names_match, unsent,
        reports, law, restores, strict, reason,
    )
}  # fmt: skip


def check(lowered: Lowered, must: dict[str, Any]) -> None:
    """Assert everything that one `must` says; fail on a word that is not known."""
    node = at(lowered.to_dict(), must["at"]) if "at" in must else None
    words = set(must) - {"for", "at"}
    assert words <= set(MUSTS), words
    assert words
    for word in sorted(words):
        MUSTS[word](lowered, node, must[word])

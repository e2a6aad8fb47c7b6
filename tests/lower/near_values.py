"""Values near what a schema asks for: most of them it accepts, some it refuses by one thing."""

from __future__ import annotations

from random import Random
from typing import Any

from leanschema.pointer import fragment_tokens

TEXTS = ("", "a", "ab", "abc", "abcd", "b", "15", "2024-01-01", "a@b.de")
NUMBERS = (0, 1, 2, 3, 4, 5, 6, 2.5, -1, 100)
ODD: tuple[Any, ...] = (None, True, "x", 7, 0.5, [], ["a", None], {}, {"a": 1}, [[1]])
TYPES = ("string", "integer", "number", "boolean", "null", "array", "object")
_MAX_DEPTH = 8
_JOINED = ("properties", "patternProperties", "dependentSchemas")


def near_value(schema: Any, seed: int) -> Any:
    """Make a value for a schema in JSON Schema 2020-12, the same one for the same seed."""
    return _Maker(schema, Random(seed)).value(schema, 0)


class _Maker:
    def __init__(self, root: Any, random: Random) -> None:
        self._root = root
        self._random = random

    def value(self, node: Any, depth: int) -> Any:
        random = self._random
        if random.random() < 0.03 or not isinstance(node, dict) or depth > _MAX_DEPTH:
            return random.choice(ODD)
        node = self._whole(node)
        if "const" in node:
            return node["const"]
        if node.get("enum"):
            return random.choice(node["enum"])
        named = node.get("type") or _spoken_of(node)
        kind = random.choice(named) if isinstance(named, (list, tuple)) else named
        if kind == "object":
            return self._object(node, depth)
        if kind == "array":
            return self._array(node, depth)
        bounds = [node[word] for word in ("minimum", "maximum", "multipleOf") if word in node]
        number = random.choice((*NUMBERS, *bounds, *bounds))
        scalars = {"integer": int(number), "number": number, "boolean": number < 3}
        return {"string": random.choice(TEXTS), **scalars}.get(kind)

    def _whole(self, node: dict[str, Any]) -> dict[str, Any]:
        """Join a node with what it refers to, its members, and one branch of each union."""
        for _ in range(_MAX_DEPTH):
            parts = [self._resolved(node["$ref"])] if "$ref" in node else []
            parts += node.get("allOf", ())
            parts += [
                self._random.choice(node[word]) for word in ("anyOf", "oneOf") if node.get(word)
            ]
            parts += [node[word] for word in ("then", "else") if word in node and "if" in node][:1]
            if not parts:
                break
            gone = {"$ref", "allOf", "anyOf", "oneOf", "if", "then", "else"}
            node = {key: value for key, value in node.items() if key not in gone}
            for part in parts:
                node = _joined(node, part) if isinstance(part, dict) else node
        return node

    def _resolved(self, reference: str) -> Any:
        found = self._root
        for token in fragment_tokens(reference) or ():
            found = found.get(token, {}) if isinstance(found, dict) else {}
        return found

    def _object(self, node: dict[str, Any], depth: int) -> dict[str, Any]:
        random, table = self._random, node.get("properties", {})
        rest = node.get("additionalProperties", True)
        names = [n for n in table if n in node.get("required", ()) or random.random() < 0.6]
        names += [n for n in node.get("required", ()) if n not in table and random.random() < 0.95]
        made = {name: self.value(table.get(name, rest), depth + 1) for name in names}
        if rest is not False and random.random() < 0.3:
            made[random.choice("abx")] = self.value(rest, depth + 1)
        if random.random() < 0.05 and made:
            del made[random.choice(list(made))]
        return made

    def _array(self, node: dict[str, Any], depth: int) -> list[Any]:
        random, heads = self._random, node.get("prefixItems", [])
        fewest = max(node.get("minItems", 0), len(heads) if random.random() < 0.7 else 0)
        length = random.randint(fewest, max(fewest, min(node.get("maxItems", 3), 3)))
        rest = node.get("contains") if random.random() < 0.5 else None
        rest = rest or node.get("items", random.choice(({"type": "string"}, {"type": "integer"})))
        return [self.value(one, depth + 1) for one in [*heads, *[rest] * length][:length]]


def _joined(left: dict[str, Any], right: dict[str, Any]) -> dict[str, Any]:
    joined = {**left, **right}
    for word in _JOINED:
        if word in left and word in right:
            joined[word] = {**left[word], **right[word]}
    if "required" in left and "required" in right:
        joined["required"] = [*left["required"], *right["required"]]
    return joined


def _spoken_of(node: dict[str, Any]) -> Any:
    if not {"properties", "required", "additionalProperties"}.isdisjoint(node):
        return "object"
    return "array" if not {"items", "prefixItems", "contains"}.isdisjoint(node) else TYPES

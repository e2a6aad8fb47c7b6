"""What `peers.py` counts of a peer's outputs, by judges of which no peer is the author.

The one that knows the providers' rules is ours (`leanschema.conformity`, from the tables of
`leanschema targets`, without code of the passes); that is a bias, and the page says so.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import jsonschema_rs
from peers_arguments import as_written, at

from leanschema.conformity import violations
from leanschema.fit.sizes import count_tokens
from leanschema.targets import TARGETS
from leanschema.targets.target import Target

# What stands in these is data and no schema, and a `$ref` in it refers to nothing.
_DATA: Final = frozenset(("enum", "const", "default", "examples", "example"))


class Measures:
    """Counts over one peer's outputs; `kind` is `corpus` or `faults`."""

    def __init__(self, target: str) -> None:
        self._target = target
        self.cases: Counter[str] = Counter()  # by kind
        self.exceptions: Counter[str] = Counter()
        self.dangling: Counter[str] = Counter()  # outputs with such a reference
        self.refused: Counter[str] = Counter()  # outputs that the target's checker refuses
        self.rules: Counter[str] = Counter()  # by rule: outputs that break it
        self.raised: Counter[str] = Counter()  # by class of error
        self.strict = 0  # outputs sent to the row's own target, and not to its fallback
        self.uncompiled = 0  # outputs that jsonschema-rs does not read
        self.accepts = self.accepts_refused = 0
        self.rejects = self.rejects_refused = 0
        self.tokens = self.published_tokens = 0  # of the corpus, over what the peer converted

    def add(self, case: dict[str, Any], result: dict[str, Any]) -> None:
        """Count one case, and what the peer made of it."""
        kind = case["kind"]
        self.cases[kind] += 1
        if "error" in result:
            self.exceptions[kind] += 1
            self.raised[result["error"].split(":")[0]] += 1
            return
        target = TARGETS[result["target"] or self._target]
        schema = result["schema"]
        self.strict += target.name == self._target
        if target.vocabulary == "openapi":
            schema = with_lower_types(schema)
        self.dangling[kind] += has_dangling(schema)
        broken = {violation.rule for violation in violations(schema, target)}
        self.refused[kind] += bool(broken)
        self.rules.update(broken)
        if kind == "corpus":
            self.tokens += count_tokens(compact(result["schema"]))
            self.published_tokens += count_tokens(compact(case["schema"]))
        self._judge(case, result, schema, target)

    def _judge(
        self, case: dict[str, Any], result: dict[str, Any], schema: Any, target: Target
    ) -> None:
        """Count what the output refuses of the arguments that the tool accepts and refuses."""
        plain = in_json_schema(schema) if target.vocabulary == "openapi" else schema
        try:
            judge = jsonschema_rs.Draft202012Validator(plain)
        except (ValueError, jsonschema_rs.ReferencingError):
            self.uncompiled += 1
            return
        given = {
            name: result[name]
            if name in result
            else [as_written(one, case["schema"], schema) for one in case[name]]
            for name in ("accepts", "rejects")
        }
        self.accepts += len(given["accepts"])
        self.accepts_refused += sum(not judge.is_valid(one) for one in given["accepts"])
        self.rejects += len(given["rejects"])
        self.rejects_refused += sum(not judge.is_valid(one) for one in given["rejects"])


def compact(value: Any) -> str:
    """Write JSON as short as it goes."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def with_lower_types(node: Any) -> Any:
    """Spell the types of Gemini's `Schema` (STRING) as JSON Schema does, at every schema."""
    if isinstance(node, list):
        return [with_lower_types(item) for item in node]
    if not isinstance(node, dict):
        return node
    return {
        key: value.lower()
        if key == "type" and isinstance(value, str) and value.isupper()
        else value
        if key in _DATA
        else with_lower_types(value)
        for key, value in node.items()
    }


def in_json_schema(node: Any) -> Any:
    """Say OpenAPI's `nullable` in JSON Schema, for a judge that knows only that."""
    if isinstance(node, list):
        return [in_json_schema(item) for item in node]
    if not isinstance(node, dict):
        return node
    plain = {key: in_json_schema(value) for key, value in node.items()}
    if plain.get("nullable") is not True:
        return plain
    del plain["nullable"]
    return {"anyOf": [plain, {"type": "null"}]}


def has_dangling(schema: Any) -> bool:
    """Tell whether a reference into the document leads nowhere."""
    return any(
        reference.startswith("#") and at(schema, reference) is None
        for reference in references(schema)
    )


def references(node: Any) -> Iterator[str]:
    """Yield every `$ref` that is text, wherever it stands outside of data."""
    if isinstance(node, list):
        for item in node:
            yield from references(item)
    elif isinstance(node, dict):
        for key, value in node.items():
            if key == "$ref" and isinstance(value, str):
                yield value
            elif key not in _DATA or isinstance(value, dict):
                yield from references(value)

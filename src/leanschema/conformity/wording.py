"""Say a violation in words: what was found, what the target takes, and where that is written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, Final

from leanschema.conformity.rules import RULES, Violation
from leanschema.errors import shown
from leanschema.pointer import Token, pointer_of
from leanschema.targets.target import Fact, Target

_LISTED_NAMES = 12
_LONGEST_WORD = 100


def violation(tokens: tuple[Token, ...], rule: str, found: Any, target: Target) -> Violation:
    """Say a violation in words, with the source of the target's rule."""
    text, words = shown(found), _ABOUT.get(rule, (rule,))
    if rule == "keyword":
        words = (found, *words)
    elif rule == "keyword-shape":
        keyword, value = found
        text, words = f"{keyword}: {shown(value)}", (keyword, *words)
    takes = _TAKES.get(rule)
    expected = "" if takes is None else f"; {target.name} takes {_listed(takes(target))}"
    return Violation(
        pointer=pointer_of(tokens),
        rule=rule,
        found=text,
        message=f"{RULES[rule].rstrip('.')}; found {text}{expected}",
        source=_source(words, target.facts),
    )


# What a target takes, where it is more than what the rule's own line says.
_TAKES: Final[dict[str, Callable[[Target], Any]]] = {
    "reference-siblings": lambda target: target.ref_siblings,
    "any-of-siblings": lambda target: target.any_of_siblings,
    "type-list-siblings": lambda target: target.type_list_siblings,
    "enum-type": lambda target: target.enum_types,
    "format": lambda target: frozenset().union(*(target.formats or {}).values()),
    "pattern": lambda target: f"{target.patterns} patterns",
    "bounds-type": lambda target: target.bounded_types,
    "min-items": lambda target: target.min_items_up_to,
    "additional-properties": lambda target: (
        "true or false" if target.additional_properties == "boolean" else "none"
    ),
    "property-name": lambda target: target.property_name,
    "large-integer": lambda target: target.limits.max_integer,
    "limit-depth": lambda target: target.limits.max_depth,
    "limit-properties": lambda target: target.limits.max_properties,
    "limit-enum-values": lambda target: target.limits.max_enum_values,
    "limit-one-enum": lambda target: target.limits.max_values_of_one_enum,
    "limit-large-enum": lambda target: target.limits.max_large_enum_characters,
    "limit-names": lambda target: target.limits.max_name_and_value_characters,
    "limit-branches": lambda target: target.limits.max_branches,
    "limit-optional": lambda target: target.limits.max_optional_properties,
    "limit-unions": lambda target: target.limits.max_unions,
    "limit-bytes": lambda target: target.limits.max_bytes,
}


def _listed(taken: Any) -> str:
    if not isinstance(taken, frozenset):
        return f"{taken:,}" if isinstance(taken, int) else str(taken)
    names = sorted(taken)
    more = f" and {len(names) - _LISTED_NAMES} more" if len(names) > _LISTED_NAMES else ""
    return (", ".join(names[:_LISTED_NAMES]) or "none") + more


def _source(words: Iterable[Any], facts: tuple[Fact, ...]) -> str | None:
    """Give the sources of the fact that is most about the first of these words that any is about."""
    for word in words:
        if not isinstance(word, str) or not word or len(word) > _LONGEST_WORD:
            continue
        best = max(facts, key=lambda fact: _closeness(word, fact.keyword), default=None)
        if best is not None and _closeness(word, best.keyword):
            return "; ".join(best.sources) or None
    return None


@lru_cache(maxsize=4096)
def _closeness(word: str, keyword: str) -> int:
    """Rate a fact: it is about this word alone, about this and others, or the word occurs in it."""
    if keyword == word:
        return 3
    if word in re.split(r",\s*|\s*/\s*", keyword):
        return 2
    return int(re.search(rf"(?<![\w$]){re.escape(word)}(?!\w)", keyword) is not None)


_ROOT: Final = ("root type", "root", "inputSchema.json root", "inputSchema", "parameters")
_REFERENCE: Final = ("$ref", "$ref / $defs", "$defs")
_LIMIT: Final = "(limit)"
# By which keyword of a fact the source of a rule is found: the closest first.
_ABOUT: Final[dict[str, tuple[str, ...]]] = {
    "not-a-schema": ("wrong shapes", "meta-schema validity"),
    "boolean-schema": ("boolean schema", "boolean property schema", "boolean schemas"),
    "keyword": ("keywords outside the list", "allowed fields", "kept keywords", "keywords"),
    "keyword-shape": ("meta-schema validity",),
    "root-type": _ROOT,
    "root-combiner": ("root oneOf/anyOf/allOf/enum/not", "root oneOf/anyOf/allOf", *_ROOT),
    "root-properties": ("root properties", *_ROOT),
    "dangling-reference": ("$ref target", *_REFERENCE),
    "reference-form": ("$ref target", *_REFERENCE),
    "reference-siblings": ("$ref siblings", "$ref (siblings)", *_REFERENCE),
    "recursion": ("recursion", *_REFERENCE),
    "nested-definitions": ("$defs", "$ref / $defs"),
    "any-of-siblings": ("anyOf (siblings)", "type beside anyOf", "anyOf"),
    "empty-union": ("anyOf", "meta-schema validity"),
    "untyped": ("(typeless node)", "missing type", "type", "types"),
    "type-name": ("type", "types", "type lists"),
    "type-list": ("type list", "type lists", "type", "types"),
    "type-list-siblings": ("type list with object or array", "type list", "type lists", "type"),
    "enum-type": ("enum (members)", "enum", "types"),
    "enum-empty": ("enum", "meta-schema validity"),
    "enum-duplicate": ("enum (duplicates)", "enum", "meta-schema validity"),
    "enum-empty-string": ("empty text in an enum", "enum (members)", "enum"),
    "enum-untyped": ("enum (members)", "enum", "type"),
    "format": ("format", "formats"),
    "pattern": ("pattern",),
    "bounds-type": ("minimum", "minimum/maximum/exclusive*", "min/max numbers", "bounds"),
    "min-items": ("minItems",),
    "array-items": ("items", "array without items", "items list"),
    "additional-properties": ("additionalProperties",),
    "closed": ("additionalProperties",),
    "says-open": ("additionalProperties",),
    "all-required": ("required",),
    "unknown-required": ("required",),
    "empty-required": ("required",),
    "keywords-of-type": ("properties on OBJECT", "properties", "type"),
    "property-name": ("property names", "parameter names", "root properties"),
    "reserved-property-name": ("property names", "parameter names"),
    "large-integer": ("numbers", "integer literals beyond 64 bit range", "minimum, maximum (size)"),
    "limit-depth": (f"{_LIMIT} nesting depth", f"{_LIMIT} depth", f"{_LIMIT} sizes"),
    "limit-properties": (f"{_LIMIT} properties keys", "object properties", f"{_LIMIT} sizes"),
    "limit-enum-values": (f"{_LIMIT} enum values", f"{_LIMIT} enum", f"{_LIMIT} sizes"),
    "limit-one-enum": (f"{_LIMIT} enum", f"{_LIMIT} sizes"),
    "limit-large-enum": ("one large string enum", f"{_LIMIT} enum", f"{_LIMIT} sizes"),
    "limit-names": ("characters", f"{_LIMIT} sizes"),
    "limit-branches": (f"{_LIMIT} anyOf branches", f"{_LIMIT} sizes"),
    "limit-optional": (f"{_LIMIT} optional parameters",),
    "limit-unions": (f"{_LIMIT} union parameters",),
    "limit-bytes": (f"{_LIMIT} size", f"{_LIMIT} sizes"),
}

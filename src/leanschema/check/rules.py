"""The rules of `leanschema check`: a stable code, a name, a level, and why it is one.

LS1xx: the target's dialect (one for each rule of `leanschema.conformity`).
LS2xx: what public reports show to go wrong whatever the target.
LS3xx: what a tool costs.
A code is never given to another rule.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from leanschema.conformity import RULES as DIALECT_RULES

Level = Literal["error", "warning", "note"]


class Rule(NamedTuple):
    """A rule: its code, its name, how grave it is, what it says, and why."""

    code: str
    name: str
    level: Level
    summary: str
    why: str


# Codes are for ever: a new rule gets the next one, and the code of a rule that is gone stays free.
_DIALECT_CODES: Final = {
    "not-a-schema": "LS101",
    "boolean-schema": "LS102",
    "keyword": "LS103",
    "root-type": "LS104",
    "root-combiner": "LS105",
    "root-properties": "LS106",
    "dangling-reference": "LS107",
    "reference-form": "LS108",
    "reference-siblings": "LS109",
    "recursion": "LS110",
    "nested-definitions": "LS111",
    "any-of-siblings": "LS112",
    "empty-union": "LS113",
    "untyped": "LS114",
    "type-name": "LS115",
    "type-list": "LS116",
    "type-list-siblings": "LS117",
    "enum-type": "LS118",
    "enum-empty": "LS119",
    "enum-duplicate": "LS120",
    "enum-empty-string": "LS121",
    "enum-untyped": "LS122",
    "format": "LS123",
    "pattern": "LS124",
    "bounds-type": "LS125",
    "min-items": "LS126",
    "array-items": "LS127",
    "additional-properties": "LS128",
    "closed": "LS129",
    "says-open": "LS130",
    "all-required": "LS131",
    "unknown-required": "LS132",
    "empty-required": "LS133",
    "keywords-of-type": "LS134",
    "property-name": "LS135",
    "reserved-property-name": "LS136",
    "large-integer": "LS137",
    "limit-depth": "LS138",
    "limit-properties": "LS139",
    "limit-enum-values": "LS140",
    "limit-one-enum": "LS141",
    "limit-large-enum": "LS142",
    "limit-names": "LS143",
    "limit-branches": "LS144",
    "limit-optional": "LS145",
    "limit-unions": "LS146",
    "limit-bytes": "LS147",
    "keyword-shape": "LS148",
    "not-json": "LS149",
    "too-large": "LS150",
}

_LINT: Final = (
    Rule(
        "LS201",
        "missing-description",
        "warning",
        "A required parameter has no description.",
        "The model fills a required parameter whatever it knows about it; without a word on what "
        "it is, it guesses.",
    ),
    Rule(
        "LS202",
        "enum-in-prose",
        "warning",
        "The description lists the values of a parameter that has no enum.",
        "Models write a value that is close to the list; an enum is shown to them as the only ones "
        "and can be enforced.",
    ),
    Rule(
        "LS203",
        "hidden-characters",
        "error",
        "A name or description holds characters that nobody sees.",
        "Zero-width, bidirectional and tag characters carry instructions past the person who "
        "reviews a tool: a known way of prompt injection.",
    ),
    Rule(
        "LS204",
        "required-without-property",
        "warning",
        "`required` names a property that `properties` does not have.",
        "Some providers refuse the request; others let the model invent the property.",
    ),
    Rule(
        "LS205",
        "near-duplicate-name",
        "warning",
        "Two tools have names that differ only by case, separators or a plural.",
        "The model calls one for the other.",
    ),
    Rule(
        "LS206",
        "invalid-schema",
        "error",
        "The schema is not valid in its own dialect of JSON Schema.",
        "Several providers check it against the meta-schema and refuse the whole request.",
    ),
    Rule(
        "LS207",
        "unusable-schema",
        "error",
        "The schema cannot describe the arguments of a tool.",
        "The arguments of a tool are an object; a tool of another kind is left out or refused.",
    ),
    Rule(
        "LS208",
        "missing-tool-description",
        "warning",
        "The tool has no description.",
        "The model chooses a tool by its description; by the name alone it guesses.",
    ),
)
_COST: Final = (
    Rule(
        "LS301",
        "too-many-tokens",
        "error",
        "The tool costs more tokens than `--max-tokens-per-tool` allows.",
        "Every turn of every conversation pays for every tool.",
    ),
)


def _dialect(name: str, summary: str) -> Rule:
    why = "The target refuses the request, or does not read what is written there."
    return Rule(_DIALECT_CODES[name], name, "error", summary, why)


RULES: Final[dict[str, Rule]] = {
    rule.code: rule
    for rule in (
        *(_dialect(name, summary) for name, summary in DIALECT_RULES.items()),
        *_LINT,
        *_COST,
    )
}
BY_NAME: Final = {rule.name: rule for rule in RULES.values()}

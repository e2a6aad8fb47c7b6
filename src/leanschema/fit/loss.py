"""The loss model: what a part of a schema is worth to the model that reads it, in numbers.

Every part has a worth, in one unit: what the name of a required root property is worth is 8. The
fitter drops what costs the least worth for each byte or token that it saves. The numbers were
chosen on real schemas against alternatives (benchmarks/fit.py prints the comparison):

- a name is worth most: a model cannot use what it does not see;
- a type or an enum that is gone turns a wrong argument into a refused call, so it is worth more
  than any sentence about it;
- the first sentence of a description says what a property is, and the rest how to use it well;
- what is deeper, and what is optional, is used less often: half for each level, a third less
  where optional.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Final

from leanschema.schema import JsonSchema

NAME: Final = 8.0
TYPE: Final = 1.2
ENUM: Final = 2.0
TAG: Final = 6.0  # an enum or constant of one value: it tells the branches of a union apart
REQUIRED: Final = 0.7  # for each name
CLOSED: Final = 0.5
LIMIT: Final = 0.4  # a bound, a format, a pattern
CONDITION: Final = 0.6
REFERENCE: Final = 1.0
DEFAULT: Final = 0.15
EXAMPLE: Final = 0.08
TITLE: Final = 0.04
WORD: Final = 0.05  # of the first sentence
LATER_WORD: Final = 0.02
LEVEL: Final = 0.5
OPTIONAL: Final = 0.7

# The words that a shortened description keeps, where its first sentence is longer.
SHORT_WORDS: Final = 10
CUT: Final = " …"

_SENTENCE_END: Final = re.compile(r"(?<=[.!?])\s+(?=\S)|\n+|(?<=[。！？；])(?=\S)")
# Han, kana and Hangul are written without spaces: two letters count as a word.
_DENSE: Final = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")

_MARK: Final = re.compile("[，、；：,;:（(]")

FIELD_WORTH: Final[dict[str, float]] = {
    "title": TITLE,
    "default": DEFAULT,
    "examples": EXAMPLE,
    "deprecated": TITLE,
    "readOnly": TITLE,
    "writeOnly": TITLE,
    "additionalProperties": CLOSED,
    "unevaluatedProperties": CLOSED,
    "unevaluatedItems": CLOSED,
    "patternProperties": CONDITION,
    "propertyNames": LIMIT,
    "dependentRequired": CONDITION,
    "dependentSchemas": CONDITION,
    "not_": CONDITION,
    "if_": CONDITION,
    "contains": CONDITION,
    "uniqueItems": LIMIT,
    "ref": REFERENCE,
    "type": TYPE,
}


def worth_of_field(field: str, value: Any) -> float:
    """Give the worth of one keyword by itself, before the weight of its place."""
    if field == "enum_":
        return TAG if len(value) == 1 else ENUM
    if field == "const":
        return TAG
    if field == "required":
        return REQUIRED * len(value)
    if value is True and field == "additionalProperties":
        return 0.0
    if field == "description":
        return worth_of_text(value)
    return FIELD_WORTH.get(field, LIMIT)


@lru_cache(maxsize=4_096)
def worth_of_text(text: str) -> float:
    """Give the worth of a description: its first sentence by the word, the rest for less."""
    early = count_words(first_sentence(text))
    return WORD * early + LATER_WORD * max(0, count_words(text) - early)


def count_words(text: str) -> int:
    """Count the words of a text in any script."""
    return len(text.split()) + (0 if text.isascii() else len(_DENSE.findall(text)) // 2)


def first_sentence(text: str) -> str:
    """Give the first sentence of a text, or its first line, whole."""
    return _SENTENCE_END.split(text.strip(), maxsplit=1)[0].strip()


def shorter_texts(text: str) -> list[str]:
    """Give the steps in which a description is shortened: cut at a sentence or word, and marked."""
    steps = []
    first = first_sentence(text)
    if len(first) < len(text.strip()):
        steps.append(first + CUT)
    short = _shortened(first)
    if len(short) + len(CUT) < len(first):
        steps.append(short + CUT)
    return steps


def _shortened(sentence: str) -> str:
    """Keep the first words of a sentence; text without spaces is cut at a mark."""
    words = sentence.split()
    short = " ".join(words[:SHORT_WORDS])
    if _DENSE.search(short):
        short = _MARK.split(short, maxsplit=1)[0]
    return short.rstrip(",;:，；：")


def weight_of_child(weight: float, parent: JsonSchema, field: str, token: str | int) -> float:
    """Give the weight of a sub-schema's place: a property is one level deeper."""
    if field != "properties":
        return weight
    return weight * LEVEL * (1.0 if token in (parent.required or ()) else OPTIONAL)

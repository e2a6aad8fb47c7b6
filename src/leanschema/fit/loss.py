"""The loss model: what a part of a schema is worth to the model that reads it, in numbers.

Every part has a worth, in one unit: what the name of a required root property is worth is 8. The
fitter drops what costs the least worth for each byte or token that it saves.

- A name is worth most: a model cannot use what it does not see.
- A type or an enum that is gone turns a wrong argument into a refused call, so it is worth more
  than any sentence about it. A tag tells the branches of a union apart: nearly a name.
- The first sentence of a description says what a property is, and the rest how to use it well.
- What is deeper is used less often: half for each level. What is optional is, too, but only a
  little: most calls use some of it.

The numbers were chosen on real schemas (benchmarks/fit.py --alternatives; `openai`, 640 schemas
over 500 tokens): paths and words that stay visible, faults that are still refused, and schemas on
which the published waterfall shows more paths.

    model                      paths   words   refused   below
    as it is                   0.986   0.551    0.882      0
    no depth weighting         0.983   0.545    0.877      2
    a quarter for each level   0.981   0.565    0.874      3
    optional at 0.7            0.985   0.553    0.881      2
    words before all else      0.985   0.471    0.886      0
    words last of all          0.935   0.760    0.593     99
    types worth as words       0.987   0.629    0.736      0
    no sharing                 0.986   0.555    0.877      0
    no merging of branches     0.984   0.551    0.880      2
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, Final

import msgspec

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
WORD: Final = 0.04  # of the first sentence
LATER_WORD: Final = 0.015
LEVEL: Final = 0.5
OPTIONAL: Final = 0.85

# The words that a shortened description keeps, where its first sentence is longer.
SHORT_WORDS: Final = 10
CUT: Final = " …"

_WORTH_A_CUT: Final = 6
# A sentence ends at a mark before a space, but not in "e.g." or "i.e."; a line ends it too.
_SENTENCE_END: Final = re.compile(r"[.!?\n](?:(?<=\n)|(?<!e\.g\.)(?<!i\.e\.)(?=\s))")
_SENTENCE_END_ANYWHERE: Final = re.compile(
    r"[.!?\n。！？；](?:(?<=\n)|(?<=[。！？；])(?=.)|(?<![。！？；])(?<!e\.g\.)(?<!i\.e\.)(?=\s))"
)

_MARK: Final = re.compile("[，、；：,;:（(]")


@cache
def _dense() -> re.Pattern[str]:
    """Give what finds Han, kana and Hangul, which are written without spaces.

    Two letters count as a word. Made when it is first needed: to compile ranges this large takes
    as long as to import most of this package.
    """
    return re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


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
    "const": TAG,
}


def worth_of_field(field: str, value: Any) -> float:
    """Give the worth of one keyword by itself, before the weight of its place."""
    if field == "description":
        return text_of(value).worth
    if field == "enum_":
        return TAG if len(value) == 1 else ENUM
    if field == "required":
        return REQUIRED * len(value)
    if value is True and field == "additionalProperties":
        return 0.0
    return FIELD_WORTH.get(field, LIMIT)


class Text(msgspec.Struct, frozen=True, gc=False):
    """What a description is worth, the next shorter form of it, and what that is worth.

    None where only leaving it out is shorter.
    """

    worth: float
    shorter: str | None
    left: float


@lru_cache(maxsize=4_096)
def text_of(text: str) -> Text:
    """Measure a description: its first sentence counts by the word, the rest for less.

    It is shortened to that sentence, then to the first words of it, and each cut is marked.
    """
    whole = first = text.removesuffix(CUT).strip()
    end = (_SENTENCE_END if whole.isascii() else _SENTENCE_END_ANYWHERE).search(whole)
    if end is not None:
        first = whole[: end.end()].rstrip()
    early = worth = WORD * (words := count_words(first))
    if end is not None:
        worth += LATER_WORD * max(0, count_words(whole) - words)
    # A mark takes as much room as a short word: less than that is not worth a cut.
    if first and len(first) + _WORTH_A_CUT < len(whole):
        return Text(worth, first + CUT, early)
    short = _shortened(first)
    if short and len(short) + _WORTH_A_CUT < len(whole):
        return Text(worth, short + CUT, WORD * count_words(short))
    return Text(worth, None, 0.0)


def count_words(text: str) -> int:
    """Count the words of a text in any script, near enough."""
    spaced = text.count(" ") + 1 if text else 0
    return spaced if text.isascii() else spaced + len(_dense().findall(text)) // 2


def repeats(text: str, names: Sequence[str]) -> bool:
    """Tell whether a text says no more than one of these names, whatever its case and spacing."""
    for name in names:
        if len(text) <= 2 * len(name) + 2 and _letters(name) == _letters(text):
            return True
    return not text


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).casefold()


def _shortened(sentence: str) -> str:
    """Keep the first words of a sentence; text without spaces is cut at a mark."""
    if len(sentence) <= SHORT_WORDS:
        return sentence
    words = sentence.split(None, SHORT_WORDS)
    short = " ".join(words[:SHORT_WORDS])
    if not short.isascii() and _dense().search(short):
        short = _MARK.split(short, maxsplit=1)[0]
    return short.rstrip(",;:，；：")


def weight_of_child(weight: float, parent: JsonSchema, field: str, token: str | int) -> float:
    """Give the weight of a sub-schema's place: a property is one level deeper."""
    if field != "properties":
        return weight
    return weight * LEVEL * (1.0 if token in (parent.required or ()) else OPTIONAL)

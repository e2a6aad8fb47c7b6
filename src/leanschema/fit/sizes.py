"""How large a schema is: bytes of compact JSON, and o200k_base tokens of that text."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Final, Protocol

from leanschema.errors import MissingExtra
from leanschema.schema import JsonSchema

if TYPE_CHECKING:
    from bpe_openai import Encoding


class TokenCounter(Protocol):
    """Counts the tokens of a text."""

    def __call__(self, text: str, /) -> int:
        """Give the number of tokens."""
        ...


def size_bytes(schema: JsonSchema) -> int:
    """Count the bytes of the schema's compact JSON."""
    return len(schema.to_json())


def count_tokens(text: str | bytes) -> int:
    """Count the o200k_base tokens of a text; needs no network.

    Raises MissingExtra where the tokenizer is not installed.
    """
    if isinstance(text, bytes):
        text = text.decode()
    encode = _o200k().encode_ordinary
    if len(text) <= _MAX_CHARACTERS:
        return len(encode(text))
    return sum(len(encode(part)) for part in _parts(text))


# The tokenizer takes 200,000 tokens at a time, and a character is four bytes, so four tokens, at
# most.
_MAX_CHARACTERS: Final = 50_000

# Between a letter or digit and a quotation mark no token of o200k_base runs on, so the tokens of
# two parts that are cut there add up to the tokens of the whole.
_TOKEN_END: Final = re.compile(r'(?<=[A-Za-z0-9])(?=")')


def _parts(text: str) -> Iterator[str]:
    """Cut a long text where a token ends, or, in a run without such a place, anywhere."""
    start = 0
    while len(text) - start > _MAX_CHARACTERS:
        latest = start + _MAX_CHARACTERS
        ends = [match.start() for match in _TOKEN_END.finditer(text, latest - 5_000, latest)]
        end = ends[-1] if ends else latest
        yield text[start:end]
        start = end
    yield text[start:]


@cache
def _o200k() -> Encoding:
    try:
        with warnings.catch_warnings():
            # It reads its vocabulary by a function that Python deprecates.
            warnings.simplefilter("ignore", DeprecationWarning)
            import bpe_openai
    except ImportError:
        raise MissingExtra("bpe-openai", "all") from None
    encoding: Encoding = bpe_openai.get_encoding("o200k_base")
    return encoding

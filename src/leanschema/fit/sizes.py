"""How large a schema is: bytes of compact JSON, and o200k_base tokens of that text."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterator
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
    elif not text.isascii():
        # Half of a surrogate pair has no UTF-8: it counts as the character that stands for it.
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    count = _counter()
    if len(text) <= _MAX_CHARACTERS:
        return count(text)
    return sum(count(part) for part in _parts(text))


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
def _counter() -> Callable[[str], int]:
    encoding = _o200k()
    # The library's own counter makes no list of the tokens: three quarters of the time. It is no
    # part of its interface, so it is used where it is there and agrees.
    count: Callable[[str], int] | None = getattr(getattr(encoding, "_backend", None), "count", None)
    encode = encoding.encode_ordinary
    if count is None or count(_SAMPLE) != len(encode(_SAMPLE)):
        return lambda text: len(encode(text))
    return count


_SAMPLE: Final = '{"type":"object","description":"Größe in µm,  1234567 ≤ x\\n"}'


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

"""Text that cannot be written as UTF-8: lone surrogates, found only once the encoder refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from leanschema.errors import InvalidToolSchema
from leanschema.pointer import Token
from leanschema.schema import JsonSchema

_REASON = "text must be Unicode, found a lone surrogate"


def find_surrogate(schema: JsonSchema) -> InvalidToolSchema:
    """Say where the text stands that the encoder refused."""
    for tokens, text in _texts(schema):
        try:
            text.encode()
        except UnicodeEncodeError:
            return InvalidToolSchema(_REASON).under(*tokens)
    return InvalidToolSchema(_REASON)


def _texts(schema: JsonSchema) -> Iterator[tuple[tuple[Token, ...], str]]:
    """Yield every text of a tree, keys included, with its place."""
    pending: list[tuple[tuple[Token, ...], Any]] = [((), schema)]
    while pending:
        tokens, value = pending.pop()
        if isinstance(value, str):
            yield tokens, value
        elif isinstance(value, dict):
            for key, member in value.items():
                yield (*tokens, key), key
                pending.append(((*tokens, key), member))
        elif isinstance(value, (list, tuple)):
            pending.extend(((*tokens, index), item) for index, item in enumerate(value))
        elif isinstance(value, JsonSchema):
            pending.extend(((*tokens, word), member) for word, member in value.keywords())


def without_surrogates(schema: JsonSchema) -> JsonSchema:
    """Replace every lone surrogate of a tree's texts and names by U+FFFD."""
    fields = {field: _clean(getattr(schema, field)) for field in JsonSchema.__struct_fields__}
    return JsonSchema(**fields)


def _clean(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
    if isinstance(value, JsonSchema):
        return without_surrogates(value)
    if isinstance(value, dict):
        return {_clean(key): _clean(member) for key, member in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(map(_clean, value))
    return value

"""JSON Pointer (RFC 6901): text, tokens, and URI fragments."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

Token = str | int

_BAD_ESCAPE = re.compile("~(?![01])")


def pointer_of(tokens: Iterable[Token]) -> str:
    """Write tokens as a JSON Pointer: `("properties", "a/b")` is `/properties/a~1b`."""
    return "".join(f"/{escape_token(str(token))}" for token in tokens)


def escape_token(token: str) -> str:
    """Escape `~` and `/` of one token."""
    return token.replace("~", "~0").replace("/", "~1")


def unescape_token(token: str) -> str:
    """Undo `escape_token`."""
    return token.replace("~1", "/").replace("~0", "~")


def tokens_of(pointer: str) -> tuple[str, ...] | None:
    """Split a JSON Pointer into its tokens, or give None where it is none."""
    if not pointer:
        return ()
    if not pointer.startswith("/") or _BAD_ESCAPE.search(pointer):
        return None
    return tuple(unescape_token(token) for token in pointer[1:].split("/"))


@lru_cache(maxsize=1_024)
def fragment_tokens(reference: str) -> tuple[str, ...] | None:
    """Split a same-document reference (`#`, `#/a/b`) into tokens, or give None.

    The fragment is percent-decoded first, then split (RFC 6901, section 6).
    """
    if not reference.startswith("#"):
        return None
    fragment = reference[1:]
    if "%" in fragment:
        from urllib.parse import unquote

        fragment = unquote(fragment)
    return tokens_of(fragment)

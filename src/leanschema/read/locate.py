"""Where a reference leads inside its document: pointers, anchors, and `$id`s."""

from __future__ import annotations

from typing import Any

from leanschema.pointer import Token, fragment_tokens
from leanschema.read.limits import MAX_DEPTH

Place = tuple[Token, ...]

_ANCHORS = ("$anchor", "$dynamicAnchor", "$recursiveAnchor")


class Locator:
    """Finds the place that a reference names, or None for another document or nowhere."""

    def __init__(self, document: Any) -> None:
        self._document = document
        self._named: dict[str, Place] | None = None
        self._root_id = _identifier(document) or ""

    def locate(self, reference: str, base: Place) -> Place | None:  # noqa: PLR0911 - one a form
        """Find the place of a reference that stands inside the resource at `base`."""
        if reference in ("#", ""):
            return base
        if reference.startswith("#/") or reference.startswith("#%2F"):
            return self._pointed(fragment_tokens(reference), base)
        named = self._names().get(reference)
        if named is not None:
            return named
        try:
            from urllib.parse import urldefrag

            address, fragment = urldefrag(_joined(self._root_id, reference))
        except ValueError:
            # `http://[`: no address at all.
            return None
        home = () if address == self._root_id.partition("#")[0] else self._names().get(address)
        if home is None or (not address and not fragment):
            return None
        if not fragment:
            return home
        if fragment.startswith("/"):
            return self._pointed(fragment_tokens("#" + fragment), home)
        return self._names().get("#" + fragment)

    def at(self, place: Place) -> Any:
        """Give what stands at a place that `locate` gave."""
        value = self._document
        for token in place:
            value = value[token]
        return value

    def resource_of(self, place: Place) -> Place:
        """Give the innermost resource (a schema with an `$id` of its own) around a place."""
        value, resource = self._document, 0
        for depth, token in enumerate(place, start=1):
            value = value[token]
            if _identifier(value):
                resource = depth
        return place[:resource]

    def _pointed(self, tokens: tuple[str, ...] | None, base: Place) -> Place | None:
        """Follow a pointer from the resource at `base`, or, as many mean it, from the root."""
        if tokens is None:
            return None
        return self._followed(tokens, base) or (self._followed(tokens, ()) if base else None)

    def _followed(self, tokens: tuple[str, ...], base: Place) -> Place | None:
        value, place = self.at(base), list(base)
        for token in tokens:
            step: Token = token
            if isinstance(value, list):
                if not (token.isascii() and token.isdigit() and int(token) < len(value)):
                    return None
                step = int(token)
            elif not (isinstance(value, dict) and token in value):
                return None
            value = value[step]
            place.append(step)
        return tuple(place) if isinstance(value, (dict, bool)) else None

    def _names(self) -> dict[str, Place]:
        """Index the document's anchors (with their `#`) and identifiers, once and on demand."""
        if self._named is None:
            self._named = {}
            pending: list[tuple[Any, Place]] = [(self._document, ())]
            seen: set[int] = set()
            while pending:
                value, place = pending.pop()
                if id(value) in seen or len(place) > MAX_DEPTH:
                    continue
                if isinstance(value, dict):
                    self._index(value, place)
                    steps: Any = value.items()
                elif isinstance(value, list):
                    steps = enumerate(value)
                else:
                    continue
                seen.add(id(value))
                pending.extend((child, (*place, step)) for step, child in steps)
        return self._named

    def _index(self, value: dict[str, Any], place: Place) -> None:
        assert self._named is not None
        for keyword in _ANCHORS:
            if isinstance(value.get(keyword), str):
                self._named.setdefault("#" + value[keyword], place)
        name = _identifier(value)
        if name:
            self._named.setdefault(name, place)
            self._named.setdefault(_joined(self._root_id, name).partition("#")[0], place)


def _identifier(value: Any) -> str | None:
    """Give the `$id` (draft-04: `id`) of a schema, where it is an identifier and not a property."""
    if not isinstance(value, dict):
        return None
    for keyword in ("$id", "id"):
        name = value.get(keyword)
        if isinstance(name, str) and name:
            return name
    return None


def _joined(base: str, reference: str) -> str:
    try:
        from urllib.parse import urljoin

        return urljoin(base, reference)
    except ValueError:
        return reference

"""What a reader met that it could not take as it stands: where, what, and what became of it."""

from __future__ import annotations

from typing import Any, Final, NamedTuple, TypeAlias

from msgspec import UNSET

from leanschema.changes import Change, Law
from leanschema.errors import InvalidToolSchema, shown
from leanschema.pointer import Token, pointer_of
from leanschema.schema import JsonSchema

# A place in the raw document, as a chain from the inside out: cheap to make, dear to read.
Path: TypeAlias = "tuple[Path, Token] | tuple[Path, Token, Token] | None"

# Nodes that stand elsewhere in the tree than in the raw document, by identity, with their place.
Moved: TypeAlias = "dict[int, tuple[JsonSchema, Path]]"

# Reasons that more than one reader gives.
AN_OBJECT: Final = "the arguments of a tool are an object"
NO_TYPE_NAME: Final = "not a type name of JSON Schema"
NO_KEYWORD: Final = "not a keyword of JSON Schema"
SILENCE: Final = "says nothing about arguments"


def origins_of(root: JsonSchema, moved: Moved) -> dict[int, Path]:
    """Give the place in the raw document of each node of a tree as it was read."""
    origins: dict[int, Path] = {}
    pending: list[tuple[JsonSchema, Path]] = [(root, None)]
    while pending:
        node, path = pending.pop()
        if id(node) in moved:
            path = moved[id(node)][1]
        origins[id(node)] = path
        pending.extend((child, (path, *tokens)) for tokens, child in node.children())  # type: ignore[misc]
    return origins


def tokens_of_path(path: Path) -> tuple[Token, ...]:
    """Unroll a path into its tokens, outermost first."""
    tokens: list[Token] = []
    while path is not None:
        tokens.extend(reversed(path[1:]))
        path = path[0]
    return tuple(reversed(tokens))


class Finding(NamedTuple):
    """One keyword that was read as something else than what it says."""

    path: Path
    keyword: str
    before: Any
    after: Any
    law: Law
    reason: str
    is_fault: bool

    def change(self) -> Change:
        """Say it as a change."""
        return Change(
            pointer=pointer_of(tokens_of_path(self.path)),
            keyword=self.keyword,
            before=self.before,
            after=self.after,
            law=self.law,
            by="read",
            reason=self.reason,
        )

    def error(self) -> InvalidToolSchema:
        """Say it as the error of a strict reading."""
        tokens = tokens_of_path(self.path)
        place = pointer_of((*tokens, self.keyword) if self.keyword else tokens)
        found = "" if self.before is UNSET else f", found {shown(self.before)}"
        return InvalidToolSchema(f"`{self.keyword}`: {self.reason}{found}", pointer=place)

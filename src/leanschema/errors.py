"""What can go wrong, each with a place.

    LeanschemaError
    ├── InvalidToolSchema   a schema that cannot be used: pointer, found, expected, hint
    ├── UnreadableInput     a file or text that holds no tools: where, and why
    ├── MissingExtra        a command whose optional dependency is not installed
    ├── UnknownTarget       a name that no target has: the names, and the closest
    └── InvalidTarget       a target of your own that contradicts itself: what, and why

The classes and their fields are public; the wording of a message is not.
"""

from __future__ import annotations

from typing import Any

from leanschema.pointer import pointer_of

_SHOWN_CHARACTERS = 60


class LeanschemaError(Exception):
    """The base of every error that this package raises on purpose. It can be pickled."""

    def __reduce__(self) -> tuple[Any, ...]:
        # By default a copy is made with the message alone, which few of these classes take.
        return _copy, (type(self), self.args), self.__dict__


def _copy(kind: type[LeanschemaError], args: tuple[Any, ...]) -> LeanschemaError:
    """Make an error without its `__init__`, for `pickle`, which then sets the fields."""
    return kind.__new__(kind, *args)


class InvalidToolSchema(LeanschemaError, ValueError):
    """A tool's input schema that cannot be used.

    `pointer` is the JSON Pointer of the offending node in the schema that was given, `reason`
    says what was found and what was expected there, `hint` names the likely slip (or is None),
    `tool` is the tool's name once somebody knows it, and `others` are the further faults that a
    strict reading found in the same schema.
    """

    def __init__(
        self, reason: str, *, pointer: str = "", hint: str | None = None, tool: str | None = None
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.pointer = pointer
        self.hint = hint
        self.tool = tool
        self.others: tuple[InvalidToolSchema, ...] = ()

    def under(self, *tokens: str | int) -> InvalidToolSchema:
        """Prefix the place: a child's fault, told by its parent."""
        self.pointer = pointer_of(tokens) + self.pointer
        return self

    def of_tool(self, name: str) -> InvalidToolSchema:
        """Name the tool whose schema this is."""
        self.tool = name
        return self

    def __str__(self) -> str:
        owner = f"tool {self.tool}: " if self.tool is not None else ""
        where = self.pointer if self.pointer else "the root"
        return f"{owner}{self.reason} at {where}"


class UnreadableInput(LeanschemaError):
    """A source that holds no tools: `where` (file, line) and `reason`."""

    def __init__(self, where: str, reason: str) -> None:
        super().__init__(f"{where}: {reason}")
        self.where = where
        self.reason = reason


class MissingExtra(LeanschemaError):
    """An optional dependency that a command needs: `extra` is the name to install."""

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(f"this needs {package}: pip install 'leanschema[{extra}]'")
        self.package = package
        self.extra = extra


class UnknownTarget(LeanschemaError, ValueError):
    """A name that no target has: `name`, the `names` there are, and the `closest` (or None)."""

    def __init__(self, name: str, names: tuple[str, ...], *, closest: str | None = None) -> None:
        offer = "" if closest is None else f"; did you mean {closest!r}?"
        super().__init__(f"no target is named {name!r}{offer} (known: {', '.join(names)})")
        self.name = name
        self.names = names
        self.closest = closest


class InvalidTarget(LeanschemaError, ValueError):
    """A target whose fields contradict each other: its `name`, and the `reason`."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"target {name}: {reason}")
        self.name = name
        self.reason = reason


def wrong_shape(keyword: str, expected: str, found: object) -> InvalidToolSchema:
    """Say that `keyword` must be `expected` and what stands there instead."""
    return InvalidToolSchema(f"`{keyword}` must be {expected}, found {shown(found)}")


def shown(value: object) -> str:
    """Show a value of any size or kind in a few characters."""
    if isinstance(value, dict):
        return "{}" if not value else f"an object of {len(value)}"
    if isinstance(value, list):
        return "[]" if not value else f"a list of {len(value)}"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int) and value.bit_length() > 128:  # noqa: PLR2004 - repr of a huge int is refused or slow
        return "a very large integer"
    if isinstance(value, (str, int, float)):
        text = ascii(value[:_SHOWN_CHARACTERS] if isinstance(value, str) else value)
        return text if len(text) <= _SHOWN_CHARACTERS else text[:_SHOWN_CHARACTERS] + "…"
    return f"a Python {type(value).__name__}"

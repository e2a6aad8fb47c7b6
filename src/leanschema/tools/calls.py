"""The way back: a model's call to the tool's own arguments, restored, repaired and judged."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import msgspec

from leanschema.json_values import same_json
from leanschema.lowered import Lowered
from leanschema.tools.cache import ContentCache
from leanschema.tools.messages import Fault, Teller
from leanschema.tools.places import Places
from leanschema.tools.repair import Repair, repaired
from leanschema.tools.tool import Tool
from leanschema.tools.validate import Judge


class Call(NamedTuple):
    """A model's call, as the tool takes it.

    `name` and `namespace` are the tool's own (as given, where there is no such tool). `arguments`
    are restored and repaired; where `faults` has any, the tool would refuse them, and `message`
    says so to the model.
    """

    name: str
    namespace: str | None
    arguments: Any
    repairs: tuple[Repair, ...] = ()
    faults: tuple[Fault, ...] = ()
    message: str | None = None

    @property
    def ok(self) -> bool:
        """Whether the tool accepts these arguments."""
        return self.message is None


class Checker(NamedTuple):
    """What judges one tool's arguments, and what knows its places."""

    judge: Judge
    places: Places


def checked_call(tool: Tool, lowered: Lowered, shown_name: str, arguments: Any) -> Call:
    """Turn a model's arguments into those of the tool, and judge them by its own schema.

    `arguments` are a JSON object, or its text as providers send it. Raises MissingExtra.
    """
    given, problem = _read(arguments)
    if problem is not None:
        fault = Fault("", problem, "one JSON object")
        return _failed(tool, arguments, (), (fault,), shown_name)
    checker = checker_of(tool)
    restored = lowered.restore(given)
    own, repairs = repaired(restored, checker.judge, checker.places)
    if repairs:
        own = _restored_again(own, lowered, checker.judge)
    errors = checker.judge.broken(own)
    if not errors:
        return Call(tool.name, tool.namespace, own, repairs)
    faults = Teller(checker.places, own, lowered.new_names).faults(errors)
    return _failed(tool, own, repairs, faults, shown_name)


def checker_of(tool: Tool) -> Checker:
    """Give what judges a tool's arguments; made once for each schema."""
    try:
        key = tool.content
    except (TypeError, ValueError, OverflowError, RecursionError, msgspec.MsgspecError):
        return _checker(tool)
    return _CHECKERS.get(key) or _CHECKERS.put(key, _checker(tool))


def _checker(tool: Tool) -> Checker:
    judge = Judge(tool.input_schema)
    return Checker(judge, Places(judge.tree))


def _read(arguments: Any) -> tuple[Any, str | None]:
    """Read the text that providers send; no text at all is no arguments."""
    if arguments is None:
        return {}, None
    if not isinstance(arguments, (str, bytes, bytearray)):
        return arguments, None
    if not arguments.strip():
        return {}, None
    try:
        return msgspec.json.decode(arguments), None
    except (msgspec.MsgspecError, UnicodeError) as fault:
        return None, f"the arguments are not valid JSON: {fault}"
    except RecursionError:
        return None, "the arguments are nested too deeply"


def _restored_again(own: Any, lowered: Lowered, judge: Judge) -> Any:
    """Restore what a repair brought to light: names and values inside what was text."""
    again = lowered.restore(own)
    if again is own or same_json(again, own):
        return own
    return again if len(judge.broken(again)) <= len(judge.broken(own)) else own


def _failed(
    tool: Tool,
    arguments: Any,
    repairs: tuple[Repair, ...],
    faults: tuple[Fault, ...],
    shown_name: str,
) -> Call:
    lines = "\n".join(f"- {fault}" for fault in faults)
    message = f"The arguments of {shown_name} were not accepted:\n{lines}"
    return Call(tool.name, tool.namespace, arguments, repairs, faults, message)


_CHECKERS: Final[ContentCache[Checker]] = ContentCache(2_048)

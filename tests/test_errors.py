"""Errors as values: what a process pool, or a log, does with them."""

from __future__ import annotations

import copy
import pickle

import pytest

from leanschema.errors import (
    InvalidTarget,
    InvalidToolSchema,
    LeanschemaError,
    MissingExtra,
    UnknownTarget,
    UnreadableInput,
)
from leanschema.live.collecting import ServerFault

INVALID = InvalidToolSchema("expected a string, found 3", hint="a slip").under("type").of_tool("t")
INVALID.others = (InvalidToolSchema("another"),)
ERRORS = [
    LeanschemaError("what went wrong"),
    INVALID,
    UnreadableInput("a.json:3", "not JSON"),
    MissingExtra("pyarrow", "survey"),
    UnknownTarget("opnai", ("openai", "mcp"), closest="openai"),
    InvalidTarget("mine", "it contradicts itself"),
    ServerFault("calendar", "it does not start", ["Traceback", "ImportError"]),
]


def fields_of(fault: LeanschemaError) -> dict[str, object]:
    return {**vars(fault), "others": [str(other) for other in getattr(fault, "others", ())]}


def test_every_error_is_here() -> None:
    assert {LeanschemaError, *LeanschemaError.__subclasses__()} == {type(f) for f in ERRORS}


@pytest.mark.parametrize("fault", ERRORS, ids=lambda fault: type(fault).__name__)
def test_an_error_can_be_sent_to_another_process(fault: LeanschemaError) -> None:
    for again in (pickle.loads(pickle.dumps(fault)), copy.copy(fault), copy.deepcopy(fault)):
        assert type(fault) is type(again)
        assert str(fault) == str(again)
        assert fault.args == again.args
        assert fields_of(fault) == fields_of(again)

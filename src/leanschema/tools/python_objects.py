"""Python functions, Pydantic models and SDK objects, to the fields of a `Tool`."""

from __future__ import annotations

import inspect
from typing import Any

from leanschema.errors import MissingExtra, UnreadableInput
from leanschema.tools.published import Fields


def is_model_class(value: Any) -> bool:
    """Tell whether this is a Pydantic model, as a class."""
    return isinstance(value, type) and callable(getattr(value, "model_json_schema", None))


def fields_of_model(model: Any) -> Fields:
    """Read a Pydantic model: its name, its docstring, its schema."""
    schema = dict(model.model_json_schema())
    schema.pop("title", None)
    description = schema.pop("description", None)
    return {"name": model.__name__, "description": description, "input_schema": schema}


def fields_of_function(function: Any) -> Fields:
    """Read a Python function: its name, its docstring, its parameters by Pydantic.

    Raises UnreadableInput for a signature that no JSON object can fill, MissingExtra without
    Pydantic.
    """
    name = getattr(function, "__name__", None) or type(function).__name__
    try:
        import pydantic
    except ImportError:
        raise MissingExtra("pydantic", "live") from None
    try:
        schema = pydantic.TypeAdapter(function).json_schema()
    except pydantic.PydanticUserError as fault:
        raise UnreadableInput(f"function {name}", str(fault).partition("\n")[0]) from None
    if schema.get("type") != "object":
        raise UnreadableInput(f"function {name}", "every parameter must have a name to be given by")
    return {"name": name, "description": inspect.getdoc(function), "input_schema": schema}


def plain_object(value: Any) -> Any:
    """Give an SDK's object as the JSON that it stands for; anything else as it is."""
    if isinstance(value, dict):
        return value
    dump = getattr(value, "model_dump", None)
    if dump is None or isinstance(value, type):
        return value
    return dump(mode="json", by_alias=True, exclude_none=True)

"""Tool: one tool, whoever published it, and the form in which each provider takes it."""

from __future__ import annotations

import copy
from functools import cached_property
from typing import Any, Final

import msgspec

from leanschema.errors import UnreadableInput
from leanschema.tools.published import Fields, Namespace, fields_of
from leanschema.tools.python_objects import (
    fields_of_function,
    fields_of_model,
    is_model_class,
    plain_object,
)

_CONTENT: Final = msgspec.msgpack.Encoder().encode


class Tool(msgspec.Struct, frozen=True, kw_only=True, dict=True, omit_defaults=True):
    """A tool that a model can call.

    `input_schema` is the raw schema of the arguments, as published; `strict` what its author asks
    for (None: nothing); a `deferred` tool is loaded by the provider's tool search. What is inside
    a tool is not to be changed: make another one with `msgspec.structs.replace`.
    """

    name: str
    input_schema: Any
    namespace: str | None = None
    namespace_description: str | None = None
    title: str | None = None
    description: str | None = None
    output_schema: Any = None
    annotations: dict[str, Any] | None = None
    strict: bool | None = None
    deferred: bool = False

    @classmethod
    def read(cls, value: Any, *, namespace: str | None = None) -> Tool:
        """Read a tool from a published form, an SDK's object, a function or a Pydantic model.

        The tool shares nothing with a dict or list that it was read from. Raises UnreadableInput
        for what is no single tool.
        """
        if isinstance(value, Tool):
            return value
        plain = plain_object(value)
        if plain is value:
            plain = copy.deepcopy(plain) if isinstance(plain, dict) else plain
        return cls.of_plain(plain, Namespace(namespace, None) if namespace else None)

    @classmethod
    def of_plain(cls, value: Any, namespace: Namespace | None = None) -> Tool:
        """Read a tool from a value that nobody else will change."""
        fields: Fields
        if isinstance(value, dict):
            fields = fields_of(value, namespace)
        elif is_model_class(value):
            fields = fields_of_model(value)
        elif callable(value) and not isinstance(value, type):
            fields = fields_of_function(value)
        else:
            raise UnreadableInput("tool", f"a Python {type(value).__name__} is no tool")
        if namespace is not None:
            fields.setdefault("namespace", namespace.name)
        return cls(**fields)

    @property
    def qualified_name(self) -> str:
        """The name with its namespace before it, as `namespace__name`."""
        return self.name if self.namespace is None else f"{self.namespace}__{self.name}"

    @cached_property
    def content(self) -> bytes:
        """All that the tool says, as bytes: equal for equal tools.

        Raises what msgspec raises for a value that is not JSON.
        """
        return _CONTENT(self)

    def to_responses(self) -> dict[str, Any]:
        """Give the function as OpenAI Responses takes it; `write.to_responses` adds namespaces."""
        tool: dict[str, Any] = {"type": "function", "name": self.name}
        tool |= _present(description=self.description)
        # Without it Responses tries the strict form by itself.
        tool |= {"strict": bool(self.strict), "parameters": self.input_schema}
        if self.deferred:
            tool["defer_loading"] = True
        return tool | _present(output_schema=self.output_schema)

    def to_chat(self) -> dict[str, Any]:
        """Give the tool as OpenAI Chat Completions and those who copy it take it."""
        function = {"name": self.name, **_present(description=self.description)}
        function |= {"parameters": self.input_schema, **_present(strict=self.strict)}
        return {"type": "function", "function": function}

    def to_anthropic(self) -> dict[str, Any]:
        """Give the tool as Anthropic Messages takes it."""
        tool = {"name": self.name, **_present(description=self.description)}
        tool |= {"input_schema": self.input_schema, **_present(strict=self.strict)}
        return tool | ({"defer_loading": True} if self.deferred else {})

    def to_gemini(self, *, openapi: bool = False) -> dict[str, Any]:
        """Give the function declaration, its schema as JSON Schema or as an OpenAPI fragment."""
        key = "parameters" if openapi else "parametersJsonSchema"
        return {
            "name": self.name,
            **_present(description=self.description),
            key: self.input_schema,
        }

    def to_bedrock(self) -> dict[str, Any]:
        """Give the tool as Bedrock Converse takes it in `toolConfig.tools`."""
        # An empty description is refused.
        spec = {"name": self.name, **_present(description=self.description or None)}
        spec |= {"inputSchema": {"json": self.input_schema}, **_present(strict=self.strict)}
        return {"toolSpec": spec}

    def to_mcp(self) -> dict[str, Any]:
        """Give the tool as an MCP server lists it."""
        tool = {"name": self.name, **_present(title=self.title, description=self.description)}
        tool["inputSchema"] = self.input_schema
        return tool | _present(outputSchema=self.output_schema, annotations=self.annotations)


def _present(**fields: Any) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}

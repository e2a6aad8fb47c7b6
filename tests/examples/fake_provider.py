"""A provider on this machine: it judges a request's tools by a target's rules, and answers.

A tool that the target's documented rules refuse gets the 400 that the provider would give. Else
the model "calls" the first tool: at first it forgets a required argument, as models do (a strict
tool's it cannot), then it calls as the schema that it was shown says, then it says "Done.".

Responses, Chat Completions, Messages and generateContent are spoken. The first step of a path may
name another target than the usual one: `/groq/v1/chat/completions`.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from leanschema import TARGETS, Target
from leanschema.conformity import violations

# The one model that it has. Names of real ones are retired within a year or two.
MODEL = "model-of-the-day"
TEXTS = {
    "date-time": "2026-01-05T09:00:00Z",
    "date": "2026-01-05",
    "time": "09:00:00Z",
    "email": "ada@example.org",
}


class Shown(NamedTuple):
    """A tool as it stands in a request: where, by which target, its name and schema."""

    where: str
    target: Target
    name: str
    schema: Any
    is_strict: bool = False


class Refusal(Exception):
    """What the provider would answer with status 400."""


class Api:
    """How one API writes requests, calls, texts and errors."""

    path: str
    usual: str

    def shown(self, request: Any, name: str) -> Iterator[Shown]:
        """Yield the tools of a request."""
        raise NotImplementedError

    def results(self, request: Any) -> int:
        """Count the results of tools that the request brings back."""
        raise NotImplementedError

    def answer(self, request: Any, called: tuple[str, Any] | None) -> Any:
        """Write a call, or the text "Done."."""
        raise NotImplementedError

    def refusal(self, text: str) -> Any:
        """Write an error."""
        return {"error": {"message": text, "type": "invalid_request_error", "param": "tools"}}


class Responses(Api):
    """OpenAI Responses."""

    path = "/responses"
    usual = "openai"

    def shown(self, request: Any, name: str) -> Iterator[Shown]:
        for index, tool in enumerate(request.get("tools", [])):
            # The API takes a tool that does not say otherwise as strict.
            is_strict = tool.get("strict") is not False
            yield Shown(
                f"tools[{index}].parameters",
                strict_form(name, is_strict),
                tool["name"],
                tool["parameters"],
                is_strict,
            )

    def results(self, request: Any) -> int:
        given = request["input"]
        return sum(
            isinstance(item, dict) and item.get("type") == "function_call_output" for item in given
        )

    def answer(self, request: Any, called: tuple[str, Any] | None) -> Any:
        number = self.results(request)
        item: Any = {
            "type": "message",
            "id": "msg_1",
            "role": "assistant",
            "status": "completed",
            "content": [{"type": "output_text", "text": "Done.", "annotations": []}],
        }
        if called is not None:
            item = {
                "type": "function_call",
                "id": f"fc_{number}",
                "call_id": f"call_{number}",
                "name": called[0],
                "arguments": json.dumps(called[1]),
                "status": "completed",
            }
        return {
            "id": f"resp_{number}",
            "object": "response",
            "created_at": 0,
            "status": "completed",
            "model": request["model"],
            "output": [item],
            "parallel_tool_calls": True,
            "tool_choice": "auto",
            "tools": request.get("tools", []),
            "usage": {
                "input_tokens": 1,
                "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0},
                "output_tokens": 1,
                "output_tokens_details": {"reasoning_tokens": 0},
                "total_tokens": 2,
            },
        }


class Chat(Api):
    """OpenAI Chat Completions, which many others speak."""

    path = "/chat/completions"
    usual = "openai"

    def shown(self, request: Any, name: str) -> Iterator[Shown]:
        for index, tool in enumerate(request.get("tools", [])):
            function = tool["function"]
            is_strict = bool(function.get("strict"))
            yield Shown(
                f"tools[{index}].function.parameters",
                strict_form(name, is_strict),
                function["name"],
                function["parameters"],
                is_strict,
            )

    def results(self, request: Any) -> int:
        return sum(message["role"] == "tool" for message in request["messages"])

    def answer(self, request: Any, called: tuple[str, Any] | None) -> Any:
        message: Any = {"role": "assistant", "content": "Done."}
        if called is not None:
            function = {"name": called[0], "arguments": json.dumps(called[1])}
            one = {"id": f"call_{self.results(request)}", "type": "function", "function": function}
            message = {"role": "assistant", "content": None, "tool_calls": [one]}
        finish = "stop" if called is None else "tool_calls"
        return {
            "id": "chatcmpl_1",
            "object": "chat.completion",
            "created": 0,
            "model": request["model"],
            "choices": [{"index": 0, "message": message, "finish_reason": finish}],
            "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
        }


class Messages(Api):
    """Anthropic Messages."""

    path = "/messages"
    usual = "anthropic"

    def shown(self, request: Any, name: str) -> Iterator[Shown]:
        for index, tool in enumerate(request.get("tools", [])):
            is_strict = bool(tool.get("strict"))
            yield Shown(
                f"tools.{index}.custom.input_schema",
                strict_form(name, is_strict),
                tool["name"],
                tool["input_schema"],
                is_strict,
            )

    def results(self, request: Any) -> int:
        blocks = [
            block
            for message in request["messages"]
            if isinstance(message["content"], list)
            for block in message["content"]
        ]
        return sum(block["type"] == "tool_result" for block in blocks)

    def answer(self, request: Any, called: tuple[str, Any] | None) -> Any:
        block: Any = {"type": "text", "text": "Done."}
        if called is not None:
            number = f"toolu_{self.results(request)}"
            block = {"type": "tool_use", "id": number, "name": called[0], "input": called[1]}
        return {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": request["model"],
            "content": [block],
            "stop_reason": "end_turn" if called is None else "tool_use",
            "stop_sequence": None,
            "usage": {"input_tokens": 1, "output_tokens": 1},
        }

    def refusal(self, text: str) -> Any:
        return {"type": "error", "error": {"type": "invalid_request_error", "message": text}}


class GenerateContent(Api):
    """Gemini generateContent, which takes OpenAPI or JSON Schema."""

    path = ":generateContent"
    usual = "gemini"

    def shown(self, request: Any, name: str) -> Iterator[Shown]:
        for outer, tool in enumerate(request.get("tools", [])):
            for inner, declared in enumerate(tool["functionDeclarations"]):
                where = f"tools[{outer}].function_declarations[{inner}]"
                if "parameters" in declared:
                    schema = of_the_wire(declared["parameters"])
                    yield Shown(f"{where}.parameters", TARGETS[name], declared["name"], schema)
                elif "parametersJsonSchema" in declared:
                    schema = declared["parametersJsonSchema"]
                    json_schema = TARGETS["gemini-json"]
                    where = f"{where}.parameters_json_schema"
                    yield Shown(where, json_schema, declared["name"], schema)

    def results(self, request: Any) -> int:
        parts = [part for content in request["contents"] for part in content["parts"]]
        return sum("functionResponse" in part for part in parts)

    def answer(self, request: Any, called: tuple[str, Any] | None) -> Any:
        part: Any = {"text": "Done."}
        if called is not None:
            part = {"functionCall": {"name": called[0], "args": called[1]}}
        content = {"role": "model", "parts": [part]}
        return {"candidates": [{"index": 0, "content": content, "finishReason": "STOP"}]}

    def refusal(self, text: str) -> Any:
        return {"error": {"code": 400, "message": text, "status": "INVALID_ARGUMENT"}}


APIS = (Responses(), Chat(), Messages(), GenerateContent())


def strict_form(name: str, is_strict: bool) -> Target:
    """Give the target that a strict tool has to meet, where its provider has one."""
    return TARGETS.get(f"{name}-strict", TARGETS[name]) if is_strict else TARGETS[name]


def of_the_wire(schema: Any) -> Any:
    """Read an OpenAPI schema of protobuf's JSON: types in capitals, fields in either spelling."""
    if isinstance(schema, list):
        return [of_the_wire(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    read: dict[str, Any] = {}
    for field, value in schema.items():
        keyword = re.sub(r"_([a-z])", lambda found: found[1].upper(), field)
        if keyword == "properties":
            read[keyword] = {name: of_the_wire(inner) for name, inner in value.items()}
        elif keyword in ("items", "anyOf"):
            read[keyword] = of_the_wire(value)
        else:
            is_one_type = keyword == "type" and isinstance(value, str)
            read[keyword] = value.lower() if is_one_type else value
    return read


def judged(shown: list[Shown]) -> None:
    """Raise Refusal for the first fault: providers tell of one at a time."""
    for tool in shown:
        if re.fullmatch(tool.target.tool_name, tool.name) is None:
            raise Refusal(f"Invalid name '{tool.name}': expected {tool.target.tool_name}")
        for fault in violations(tool.schema, tool.target):
            raise Refusal(
                f"Invalid schema for function '{tool.name}' at {tool.where}{fault.pointer}: "
                f"{fault.message}"
            )
    most = shown[0].target.limits.max_tools if shown else None
    if most is not None and len(shown) > most:
        raise Refusal(f"At most {most} tools are allowed, found {len(shown)}")


def called(tool: Shown, results: int) -> tuple[str, Any] | None:
    """Give the model's call, or None where it has what it wanted."""
    arguments = instance_of(tool.schema, tool.schema)
    forgets = bool(arguments) and not tool.is_strict
    if results > forgets:
        return None
    if results == 0 and forgets:
        arguments.popitem()
    return tool.name, arguments


def instance_of(schema: Any, root: Any) -> Any:
    """Give the least value that a schema describes: what is required, and the first choice."""
    if "$ref" in schema:
        name = schema["$ref"].removeprefix("#").rpartition("/")[2]
        return instance_of(root["$defs"][name] if name else root, root)
    if "anyOf" in schema:
        null = {"type": "null"}
        branches = schema["anyOf"]
        return instance_of(null if null in branches else branches[0], root)
    if "enum" in schema:
        return schema["enum"][0]
    type_ = schema.get("type", "object")
    if isinstance(type_, list):
        type_ = "null" if "null" in type_ else type_[0]
    scalars = {
        "null": None,
        "boolean": True,
        "integer": schema.get("minimum", 1),
        "number": schema.get("minimum", 1),
        "string": TEXTS.get(schema.get("format"), "text"),
    }
    if type_ == "object":
        required = schema.get("required", [])
        return {name: instance_of(schema["properties"][name], root) for name in required}
    least = schema.get("minItems", 0)
    return [instance_of(schema["items"], root)] * least if type_ == "array" else scalars[type_]


class Provider(ThreadingHTTPServer):
    """The server; `statuses` are those of its answers, in their order."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answering)
        self.statuses: list[int] = []

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.server_port}"


class Answering(BaseHTTPRequestHandler):
    """Answers one request."""

    server: Provider

    def do_POST(self) -> None:
        length = int(self.headers["Content-Length"])
        request = json.loads(self.rfile.read(length))
        path = self.path.partition("?")[0]
        api = next(api for api in APIS if path.endswith(api.path))
        first = path.split("/")[1]
        # generateContent names the model in the path alone.
        model = request.get("model") or path.rpartition("/")[2].removesuffix(api.path)
        try:
            if model != MODEL:
                raise Refusal(f"The model '{model}' does not exist")
            shown = list(api.shown(request, first if first in TARGETS else api.usual))
            judged(shown)
        except Refusal as refusal:
            self._send(400, api.refusal(str(refusal)))
            return
        call = called(shown[0], api.results(request)) if shown else None
        self._send(200, api.answer(request, call))

    def _send(self, status: int, answer: Any) -> None:
        self.server.statuses.append(status)
        body = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


@contextmanager
def fake_provider() -> Iterator[Provider]:
    """Run the provider until the block ends."""
    with Provider() as provider:
        thread = threading.Thread(target=provider.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield provider
        finally:
            provider.shutdown()
            thread.join()

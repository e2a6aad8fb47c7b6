"""A provider that keeps to its documented rules: 400 for a tool that it does not take.

It answers as OpenAI's Responses API, Anthropic's Messages API and the Gemini API do, with a call of
the first tool, or refuses the whole request with the status and the body that each of them has.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from leanschema import TARGETS
from leanschema.conformity import violations

COUNTS = (
    "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties",
)  # fmt: skip
ARGUMENTS = {"from": "2026-01-05T00:00:00Z", "to": "2026-01-06T00:00:00Z", "limit": "20"}


def first_fault(target: str, schemas: list[tuple[str, Any]]) -> str | None:
    """Say what the provider would, of the first schema that it refuses."""
    for name, schema in schemas:
        found = violations(schema, TARGETS[target])
        if found:
            return f"Invalid schema for function '{name}': {found[0].message}"
    return None


def openai(body: Any) -> tuple[int, Any]:
    fault = first_fault("openai", [(tool["name"], tool["parameters"]) for tool in body["tools"]])
    if fault is not None:
        error = {"message": fault, "type": "invalid_request_error", "param": "tools[0]"}
        return 400, {"error": error | {"code": "invalid_function_parameters"}}
    call = {
        "type": "function_call", "id": "fc_1", "call_id": "call_1", "status": "completed",
        "name": body["tools"][0]["name"], "arguments": json.dumps(ARGUMENTS),
    }  # fmt: skip
    return 200, {
        "id": "resp_1", "object": "response", "created_at": 1, "model": body["model"],
        "status": "completed", "output": [call], "parallel_tool_calls": True,
        "tool_choice": "auto", "tools": [],
    }  # fmt: skip


def anthropic(body: Any) -> tuple[int, Any]:
    schemas = [(tool["name"], tool["input_schema"]) for tool in body["tools"]]
    fault = first_fault("anthropic", schemas)
    if fault is not None:
        error = {"type": "invalid_request_error", "message": f"tools.0: {fault}"}
        return 400, {"type": "error", "error": error}
    name = body["tools"][0]["name"]
    use = {"type": "tool_use", "id": "toolu_1", "name": name, "input": ARGUMENTS}
    return 200, {
        "id": "msg_1", "type": "message", "role": "assistant", "model": body["model"],
        "content": [use], "stop_reason": "tool_use", "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 1},
    }  # fmt: skip


def gemini(body: Any) -> tuple[int, Any]:
    declared = [one for tool in body["tools"] for one in tool["functionDeclarations"]]
    lower = [(one["name"], lower_types(one.get("parameters", {}))) for one in declared]
    fault = first_fault("gemini", lower)
    if fault is not None:
        return 400, {"error": {"code": 400, "message": fault, "status": "INVALID_ARGUMENT"}}
    call = {"functionCall": {"name": declared[0]["name"], "args": ARGUMENTS}}
    content = {"role": "model", "parts": [call]}
    return 200, {"candidates": [{"content": content, "finishReason": "STOP", "index": 0}]}


def lower_types(node: Any, *, are_names: bool = False) -> Any:
    """Read a schema as the JSON form of a protocol buffer has it.

    Types are in capitals, int64 is text, and a field has two spellings, `maxLength` and
    `max_length`; the keys of `properties` are names.
    """
    if isinstance(node, list):
        return [lower_types(item) for item in node]
    if not isinstance(node, dict):
        return node
    if are_names:
        return {name: lower_types(value) for name, value in node.items()}
    plain = {
        camel(key): lower_types(value, are_names=key == "properties") for key, value in node.items()
    }
    if isinstance(plain.get("type"), str):
        plain["type"] = plain["type"].lower()
    return {k: int(v) if k in COUNTS and isinstance(v, str) else v for k, v in plain.items()}


def camel(key: str) -> str:
    first, *rest = key.split("_")
    return first + "".join(word.title() for word in rest)


class Provider(BaseHTTPRequestHandler):
    """Routes a request to the API that its path is of, and keeps what was refused."""

    refusals: list[str]

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        apis = {"/responses": openai, "/messages": anthropic, ":generateContent": gemini}
        api = next(one for end, one in apis.items() if self.path.partition("?")[0].endswith(end))
        status, answer = api(body)
        if status != 200:
            self.refusals.append(json.dumps(answer))
        text = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextmanager
def provider() -> Iterator[tuple[str, list[str]]]:
    """Give the address of a running provider, and what it refused."""
    refusals: list[str] = []
    handler = type("OneProvider", (Provider,), {"refusals": refusals})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}", refusals
    finally:
        server.shutdown()
        server.server_close()

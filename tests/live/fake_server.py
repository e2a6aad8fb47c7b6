"""A server of MCP in one page, with no library, that misbehaves as it is told to.

    python fake_server.py [MODE]

Modes: fine, dies, hangs, floods, chatters, huge, malformed, changes, many, slow, exits.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from typing import Any

MODE = sys.argv[1] if len(sys.argv) > 1 else "fine"
ECHO = {
    "name": "echo",
    "description": "Give back what was given.",
    "inputSchema": {
        "type": "object",
        "properties": {
            "text": {"type": "string", "description": "What to say. It comes back as it is."},
            "n": {"type": "integer", "minimum": 0},
        },
        "required": ["text"],
        "additionalProperties": False,
    },
}
LOCK = threading.Lock()


def send(message: dict[str, Any]) -> None:
    with LOCK:
        sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        sys.stdout.flush()


def tools() -> list[Any]:
    if MODE == "huge":
        enum = [f"value-{k:07}" for k in range(3_000_000)]
        schema = {"type": "object", "properties": {"e": {"type": "string", "enum": enum}}}
        return [ECHO, {"name": "huge", "inputSchema": schema}]
    if MODE == "malformed":
        return [
            None, 3, {"inputSchema": {}}, {"name": "text", "inputSchema": "x"},
            {"name": "list", "inputSchema": {"type": "array"}}, ECHO,
        ]  # fmt: skip
    if MODE == "many":
        return [{**ECHO, "name": f"echo_{k}"} for k in range(500)]
    if MODE == "changes" and CALLS:
        return [ECHO, {**ECHO, "name": "late"}]
    return [ECHO]


CALLS: list[Any] = []


def called(request: dict[str, Any]) -> None:
    params = request["params"]
    CALLS.append(params)
    if MODE == "dies" and len(CALLS) == 1 and not os.environ.get("ALIVE"):
        sys.stderr.write("something broke\n")
        os._exit(3)
    if MODE == "hangs":
        return
    if MODE == "slow":
        time.sleep(float(params["arguments"].get("n", 0)) / 1000)
    if MODE == "floods":
        block = "x" * 65_536
        for _ in range(16_384):  # 1 GB
            sys.stderr.write(block)
    if MODE == "chatters":
        print("I am no message", flush=True)
        print('{"jsonrpc": "2.0", "id": 77, "result": {}}', flush=True)
        print("{broken", flush=True)
    if MODE == "changes":
        send({"method": "notifications/tools/list_changed"})
    text = json.dumps({"name": params["name"], "arguments": params.get("arguments")})
    send({"id": request["id"], "result": {"content": [{"type": "text", "text": text}]}})


def answer(request: dict[str, Any]) -> None:
    method = request.get("method")
    if method == "initialize":
        about = {"name": "fake", "version": "1"}
        version = request["params"]["protocolVersion"]
        capabilities = {"tools": {"listChanged": True}}
        result = {"protocolVersion": version, "capabilities": capabilities, "serverInfo": about}
        send({"id": request["id"], "result": result})
    elif method == "tools/list":
        send({"id": request["id"], "result": {"tools": tools()}})
    elif method == "tools/call" and MODE == "slow":
        threading.Thread(target=called, args=(request,)).start()
    elif method == "tools/call":
        called(request)
    elif method == "ping":
        send({"id": request["id"], "result": {}})
    elif "id" in request and method is not None:
        send({"id": request["id"], "error": {"code": -32601, "message": "Method not found"}})


if MODE == "exits":
    sys.stderr.write("first line\nno licence was found\n")
    sys.exit(4)
for line in sys.stdin:
    answer(json.loads(line))

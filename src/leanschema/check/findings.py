"""A finding: a rule that a tool breaks, with its place; and what a target makes of a tool."""

from __future__ import annotations

import hashlib

import msgspec

from leanschema.changes import Change


class Finding(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One broken rule. `pointer` leads into the tool's input schema as published."""

    code: str
    name: str
    level: str
    tool: str
    message: str
    target: str | None = None
    pointer: str = ""
    source: str | None = None
    where: str = ""

    def fingerprint(self) -> str:
        """Tell this finding from others, whatever its wording: what a baseline holds."""
        parts = (self.code, self.tool, self.target or "", self.pointer)
        return hashlib.sha256("\0".join(parts).encode("utf-8", "replace")).hexdigest()[:16]


class ToolReport(msgspec.Struct, frozen=True, kw_only=True):
    """What one target makes of one tool: its tokens, and what the model does not see."""

    tool: str
    target: str
    published_tokens: int
    lowered_tokens: int
    share: float
    is_strict: bool | None
    not_seen: tuple[Change, ...]


class CheckResult(msgspec.Struct, frozen=True, kw_only=True):
    """All findings and reports of one run; `known` counts those that a baseline held back."""

    findings: tuple[Finding, ...]
    reports: tuple[ToolReport, ...]
    tools: int
    known: int = 0
    ignored: int = 0

"""Run the rules over tools and targets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from leanschema.check.dialects import invalid_by_its_own_dialect
from leanschema.check.findings import CheckResult, Finding, ToolReport
from leanschema.check.lint import Spotted, lint_names, lint_tool
from leanschema.check.rules import BY_NAME, Rule
from leanschema.conformity import violations
from leanschema.errors import InvalidToolSchema
from leanschema.fit.sizes import count_tokens
from leanschema.lower import lower
from leanschema.targets.target import Target
from leanschema.tools.envelopes import FoundTool


class Placed(NamedTuple):
    """A tool and the file, or line of it, that it stands in."""

    tool: FoundTool
    where: str


class Settings(NamedTuple):
    """What a run checks: the targets, the most tokens of one tool, and what is not reported."""

    targets: tuple[Target, ...]
    max_tokens_per_tool: int | None = None
    ignored: frozenset[str] = frozenset()  # `LS201`, `LS201:create_issue`, `*:create_issue`
    baseline: frozenset[str] = frozenset()  # fingerprints


def check_tools(tools: Iterable[Placed], settings: Settings) -> CheckResult:
    """Check tools against the lints and the targets.

    One tool's fault never takes others down. Findings come in the order of the tools.
    """
    placed = list(tools)
    found: list[Finding] = []
    reports: list[ToolReport] = []
    tokens = [_tokens(one.tool.schema) for one in placed]
    in_all = sum(tokens) or 1
    for one, cost in zip(placed, tokens, strict=True):
        found.extend(_lint(one))
        found.extend(_cost(one, cost, settings.max_tokens_per_tool))
        for target in settings.targets:
            found.extend(_against(one, target))
            report = _report(one, target, cost, cost / in_all)
            if report is not None:
                reports.append(report)
    for tool, spotted in lint_names([one.tool for one in placed]):
        where = next(one.where for one in placed if one.tool is tool)
        found.append(_finding(Placed(tool, where), spotted))
    return _sifted(found, reports, len(placed), settings)


def _sifted(
    found: list[Finding], reports: list[ToolReport], tools: int, settings: Settings
) -> CheckResult:
    wanted = [finding for finding in found if not is_ignored(finding, settings.ignored)]
    new = [finding for finding in wanted if finding.fingerprint() not in settings.baseline]
    return CheckResult(
        findings=tuple(new),
        reports=tuple(reports),
        tools=tools,
        known=len(wanted) - len(new),
        ignored=len(found) - len(wanted),
    )


def is_ignored(finding: Finding, ignored: frozenset[str]) -> bool:
    """Tell whether a rule is not to be reported, for all tools or for this one."""
    return not ignored.isdisjoint(
        (
            finding.code,
            finding.name,
            f"{finding.code}:{finding.tool}",
            f"{finding.name}:{finding.tool}",
            f"*:{finding.tool}",
        )
    )


def _tokens(schema: Any) -> int:
    try:
        return count_tokens(msgspec.json.encode(schema))
    except (TypeError, ValueError, RecursionError):
        return 0


def _lint(one: Placed) -> Iterator[Finding]:
    yield from (_finding(one, spotted) for spotted in lint_tool(one.tool))
    for pointer, message in invalid_by_its_own_dialect(one.tool.schema):
        yield _finding(one, Spotted("invalid-schema", pointer, message))
    try:
        lower(one.tool.schema, "mcp")
    except InvalidToolSchema as fault:
        yield _finding(one, Spotted("unusable-schema", fault.pointer, fault.reason))


def _cost(one: Placed, tokens: int, most: int | None) -> Iterator[Finding]:
    if most is not None and tokens > most:
        yield _finding(one, Spotted("too-many-tokens", "", f"{tokens} tokens, {most} are allowed"))


def _against(one: Placed, target: Target) -> Iterator[Finding]:
    for violation in violations(one.tool.schema, target):
        rule = BY_NAME[violation.rule]
        yield _with(rule, one, violation.pointer, violation.message, target, violation.source)


def _report(one: Placed, target: Target, tokens: int, share: float) -> ToolReport | None:
    try:
        lowered = lower(one.tool.schema, target)
    except InvalidToolSchema:
        return None
    return ToolReport(
        tool=one.tool.name,
        target=target.name,
        published_tokens=tokens,
        lowered_tokens=lowered.tokens,
        share=share,
        is_strict=lowered.strict if target.falls_back_to else None,
        not_seen=tuple(change for change in lowered.changes if change.law != "exact"),
    )


def _finding(one: Placed, spotted: Spotted) -> Finding:
    return _with(BY_NAME[spotted.rule], one, spotted.pointer, spotted.message, None, None)


def _with(
    rule: Rule, one: Placed, pointer: str, message: str, target: Target | None, source: str | None
) -> Finding:
    return Finding(
        code=rule.code,
        name=rule.name,
        level=rule.level,
        tool=one.tool.name,
        message=message,
        target=None if target is None else target.name,
        pointer=pointer,
        source=source,
        where=one.where,
    )


def worst(findings: Sequence[Finding]) -> int:
    """Give the exit status that some findings ask for."""
    return 1 if any(finding.level != "note" for finding in findings) else 0

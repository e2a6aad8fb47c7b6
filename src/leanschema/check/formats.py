"""How a check's result is written: for people, for programs, for pull requests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, Final

import msgspec

from leanschema.check.findings import CheckResult, Finding, ToolReport
from leanschema.check.rules import RULES

_SARIF_SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
_SARIF_LEVELS: Final = {"error": "error", "warning": "warning", "note": "note"}
_HOME: Final = "https://github.com/leanschema/leanschema"
_SHOWN_LOSSES: Final = 5


def as_text(result: CheckResult) -> str:
    """Write one line for each finding, then what each target makes of the tools."""
    lines = [_line(finding) for finding in result.findings]
    lines += [_report_line(report) for report in result.reports]
    lines.append(_closing(result))
    return "\n".join(lines) + "\n"


def _line(finding: Finding) -> str:
    target = f" [{finding.target}]" if finding.target else ""
    place = f" at {finding.pointer}" if finding.pointer else ""
    source = f" ({finding.source.split('; ')[0]})" if finding.source else ""
    return (
        f"{finding.where}: {finding.tool}: {finding.code} {finding.level}{target}: "
        f"{finding.message}{place}{source}"
    )


def _report_line(report: ToolReport) -> str:
    lost = [f"{c.keyword} at {c.pointer or 'the root'}" for c in report.not_seen]
    more = f" and {len(lost) - _SHOWN_LOSSES} more" if len(lost) > _SHOWN_LOSSES else ""
    unseen = f"; not seen as published: {', '.join(lost[:_SHOWN_LOSSES])}{more}" if lost else ""
    strict = "" if report.is_strict is None else f", strict: {'yes' if report.is_strict else 'no'}"
    return (
        f"{report.tool} for {report.target}: {report.published_tokens} -> "
        f"{report.lowered_tokens} tokens, {report.share:.1%} of all{strict}{unseen}"
    )


def _closing(result: CheckResult) -> str:
    levels = Counter(finding.level for finding in result.findings)
    counted = ", ".join(f"{levels[level]} {level}s" for level in ("error", "warning", "note"))
    held = f", {result.known} known, {result.ignored} ignored"
    return f"{result.tools} tools: {counted}{held if result.known or result.ignored else ''}"


def as_json(result: CheckResult) -> str:
    """Write the whole result as JSON."""
    text = msgspec.json.encode(result)
    return msgspec.json.format(text, indent=2).decode() + "\n"


def as_github(result: CheckResult) -> str:
    """Write workflow commands: GitHub shows them beside the lines of a pull request."""
    commands = {"error": "error", "warning": "warning", "note": "notice"}
    return "".join(
        f"::{commands[f.level]} file={_property(_file(f))},line={_line_number(f)},"
        f"title={_property(f'{f.code} {f.name}')}::{_data(f'{f.tool}: {f.message} {f.pointer}')}\n"
        for f in result.findings
    )


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _file(finding: Finding) -> str:
    head, _, line = finding.where.rpartition(":")
    return head if line.isdigit() else finding.where


def _line_number(finding: Finding) -> int:
    line = finding.where.rpartition(":")[2]
    return int(line) if line.isdigit() and int(line) > 0 else 1


def as_markdown(result: CheckResult) -> str:
    """Write tables for a pull request."""
    lines = [f"**{_closing(result)}**", ""]
    if result.findings:
        lines += ["| rule | tool | target | place | what |", "| --- | --- | --- | --- | --- |"]
        lines += [
            _row(f"{f.code} {f.name}", f.tool, f.target or "", f.pointer, f.message)
            for f in result.findings
        ]
        lines.append("")
    if result.reports:
        lines += [
            "| tool | target | tokens | lowered | not seen |",
            "| --- | --- | ---: | ---: | ---: |",
        ]
        lines += [
            _row(r.tool, r.target, r.published_tokens, r.lowered_tokens, len(r.not_seen))
            for r in result.reports
        ]
    return "\n".join(lines).rstrip() + "\n"


def _row(*cells: object) -> str:
    escaped = (str(cell).replace("\\", "\\\\").replace("|", "\\|") for cell in cells)
    return "| " + " | ".join(" ".join(cell.split()) for cell in escaped) + " |"


def as_sarif(result: CheckResult) -> str:
    """Write SARIF 2.1.0, which code scanning services read."""
    used = sorted({finding.code for finding in result.findings})
    log: dict[str, Any] = {
        "$schema": _SARIF_SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "leanschema",
                        "informationUri": _HOME,
                        "rules": [_sarif_rule(code) for code in used],
                    }
                },
                "results": list(_sarif_results(result.findings, used)),
            }
        ],
    }
    return msgspec.json.format(msgspec.json.encode(log), indent=2).decode() + "\n"


def _sarif_rule(code: str) -> dict[str, Any]:
    rule = RULES[code]
    return {
        "id": code,
        "name": "".join(word.capitalize() for word in rule.name.split("-")),
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": rule.why},
        "helpUri": f"{_HOME}/blob/main/docs/rules/{code}.md",
        "defaultConfiguration": {"level": _SARIF_LEVELS[rule.level]},
    }


def _sarif_results(findings: Iterable[Finding], used: list[str]) -> Iterable[dict[str, Any]]:
    for finding in findings:
        target = f" [{finding.target}]" if finding.target else ""
        yield {
            "ruleId": finding.code,
            "ruleIndex": used.index(finding.code),
            "level": _SARIF_LEVELS[finding.level],
            "message": {"text": f"{finding.tool}{target}: {finding.message}"},
            "locations": [
                {
                    "physicalLocation": {
                        "artifactLocation": {"uri": _uri(_file(finding))},
                        "region": {"startLine": _line_number(finding)},
                    },
                    "logicalLocations": [
                        {
                            "fullyQualifiedName": f"{finding.tool}#{finding.pointer}",
                            "kind": "member",
                        }
                    ],
                }
            ],
            "partialFingerprints": {"leanschema/v1": finding.fingerprint()},
        }


def _uri(path: str) -> str:
    from urllib.parse import quote

    return quote(path.replace("\\", "/"), safe="/")


FORMATS: Final[dict[str, Callable[[CheckResult], str]]] = {
    "text": as_text,
    "json": as_json,
    "sarif": as_sarif,
    "github": as_github,
    "markdown": as_markdown,
}

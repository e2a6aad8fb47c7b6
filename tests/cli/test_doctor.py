"""`leanschema doctor` and `leanschema completion`, as a user runs them."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from leanschema import LeanschemaError, lower
from leanschema.cli import doctor, main
from leanschema.targets import TARGETS


def test_doctor_names_what_is_installed_and_says_that_all_is_well(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert 0 == main(["doctor"])

    said = capsys.readouterr().out
    for name in (
        "leanschema",
        "msgspec",
        "bpe-openai",
        "jsonschema-rs",
        "o200k_base",
        "all is well",
    ):
        assert name in said
    assert f"{len(TARGETS)} targets" in said
    assert "missing" not in said


def test_doctor_tells_what_is_missing_and_what_fails(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails() -> str:
        raise RuntimeError("no vocabulary")

    monkeypatch.setattr(doctor, "CHECKS", (doctor.Check("tokenizer", fails), *doctor.CHECKS[1:]))
    monkeypatch.setattr(doctor, "_version", lambda package: None)

    assert 1 == main(["doctor"])

    said = capsys.readouterr().out
    assert "FAILED: RuntimeError: no vocabulary" in said
    assert "missing: pip install 'leanschema[survey]'" in said
    assert "1 checks failed" in said


class _Finding:
    message, pointer = "planted", ""


PLANTED: dict[str, tuple[str, Any]] = {
    "tokenizer": ("_SAMPLE_TOKENS", 8),
    "compatible door": ("_PUBLISHED", b"{}"),
    "targets": ("violations", lambda schema, target: [_Finding]),
    "fitting": ("lower", lambda schema, target, max_tokens=None: lower(schema, target)),
}


@pytest.mark.parametrize("check", doctor.CHECKS, ids=lambda check: check.name)
def test_each_check_can_fail(check: doctor.Check, monkeypatch: pytest.MonkeyPatch) -> None:
    assert check.run()
    monkeypatch.setattr(doctor, *PLANTED[check.name])

    with pytest.raises(LeanschemaError):
        check.run()


def test_bash_completes_commands_and_options() -> None:
    pytest.importorskip("shtab")
    script = subprocess.run(
        [sys.executable, "-m", "leanschema", "completion", "bash"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    asked = f"""{script}
COMP_WORDS=(leanschema lower --max-) COMP_CWORD=2
_shtab_leanschema && printf '%s\\n' "${{COMPREPLY[@]}}"
COMP_WORDS=(leanschema do) COMP_CWORD=1
_shtab_leanschema && printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    offered = subprocess.run(["bash", "-c", asked], capture_output=True, text=True, check=True)

    assert ["--max-bytes", "--max-tokens", "doctor"] == sorted(offered.stdout.split())

"""The providers whose dialects are known, by name."""

from __future__ import annotations

from leanschema.errors import InvalidTarget, UnknownTarget
from leanschema.targets.anthropic import ANTHROPIC
from leanschema.targets.anthropic_strict import ANTHROPIC_STRICT
from leanschema.targets.bedrock import BEDROCK
from leanschema.targets.codex import CODEX
from leanschema.targets.consistency import contradiction_of
from leanschema.targets.deepseek import DEEPSEEK
from leanschema.targets.deepseek_strict import DEEPSEEK_STRICT
from leanschema.targets.gemini import GEMINI
from leanschema.targets.gemini_json import GEMINI_JSON
from leanschema.targets.groq import GROQ
from leanschema.targets.llama_cpp import LLAMA_CPP
from leanschema.targets.mcp import MCP
from leanschema.targets.mistral import MISTRAL
from leanschema.targets.moonshot import MOONSHOT
from leanschema.targets.openai import OPENAI
from leanschema.targets.openai_strict import OPENAI_STRICT
from leanschema.targets.portable import PORTABLE
from leanschema.targets.target import Target
from leanschema.targets.xai import XAI

_ALL = (
    OPENAI,
    OPENAI_STRICT,
    ANTHROPIC,
    ANTHROPIC_STRICT,
    GEMINI,
    GEMINI_JSON,
    MOONSHOT,
    DEEPSEEK,
    DEEPSEEK_STRICT,
    XAI,
    GROQ,
    BEDROCK,
    MISTRAL,
    LLAMA_CPP,
    PORTABLE,
    MCP,
    CODEX,
)
TARGETS: dict[str, Target] = {target.name: target for target in _ALL}


def target_named(name: str) -> Target:
    """Give the target of that name.

    Raises:
        UnknownTarget: no target has it; the error names all, and the closest one.
    """
    target = TARGETS.get(name)
    if target is None:
        spelled = name.strip().lower().replace("_", "-").replace(".", "-")
        from difflib import get_close_matches

        closest = get_close_matches(spelled, TARGETS, n=1)
        raise UnknownTarget(name, tuple(TARGETS), closest=closest[0] if closest else None)
    return target


def target_of(target: str | Target) -> Target:
    """Give a target by its name, or your own as it is.

    Raises:
        UnknownTarget: no target has the name.
        InvalidTarget: your own contradicts itself.
    """
    if isinstance(target, str):
        return target_named(target)
    if TARGETS.get(target.name) is not target:
        reason = contradiction_of(target)
        if reason is not None:
            raise InvalidTarget(target.name, reason)
        looser_of(target)
    return target


def looser_of(target: Target) -> Target | None:
    """Give the target to which a strict one falls back; raises what `target_of` raises."""
    looser = target.falls_back_to
    return looser if looser is None else target_of(looser)

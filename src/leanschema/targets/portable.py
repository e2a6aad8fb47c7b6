"""The form that no provider refuses: what all targets of this package have in common."""

from __future__ import annotations

from leanschema.targets.target import Fact, Limits, Target
from leanschema.targets.vocabulary import LARGEST_SAFE_INTEGER, SAFEST_TOOL_NAME, SKELETON

_LLGUIDANCE = "repo guidance-ai/llguidance docs/json_schema.md @0bc7a5f"
_GUIDE = "https://platform.claude.com/docs/en/build-with-claude/structured-outputs"
_LLGUIDANCE_AND_RUN = (_LLGUIDANCE, "llguidance 1.9.1, run here on 2026-12-01")

_FACTS = (
    Fact(
        "tool parameters (Ollama, Python client 0.6.3)",
        "The typed client keeps type, $defs, items, required and properties at the root, and "
        "type, items, description and enum in a property; it drops anyOf, which raw HTTP "
        "takes, and nested properties.",
        ("PyPI ollama 0.6.3 _types.py", "the SDK, run here"),
        "2026-12-01",
        "observed",
    ),
    Fact(
        "nested properties (server) (Ollama)",
        "Dropped in silence by servers before about 2025-12.",
        (
            "https://github.com/ollama/ollama/issues/13472",
            "https://github.com/ollama/ollama/pull/13508",
        ),
        "2025-12-14",
        "observed",
    ),
    Fact(
        "type list (Ollama)",
        "A list was refused in early 2025; null is a branch of anyOf.",
        ("https://github.com/tidyverse/ellmer/pull/342",),
        "2025-02-27",
        "observed",
    ),
    Fact(
        "grammar from tool schema (Ollama)",
        "Not found whether Ollama constrains the arguments of tools.",
        ("nothing found in the search of 2026-12-01",),
        "2026-12-01",
        "unknown",
    ),
    Fact(
        "when constrained (vLLM)",
        "A named function and tool_choice required are always constrained, auto only where a "
        "tool is strict.",
        ("repo vllm-project/vllm docs/features/tool_calling.md @0064cc9",),
        "2026",
        "documented",
    ),
    Fact(
        "xgrammar back end (vLLM)",
        "Refused: multipleOf, uniqueItems, contains, unknown formats, pattern or format "
        "beside lengths, propertyNames and patternProperties beside others.",
        ("repo vllm-project/vllm vllm/v1/structured_output/backend_xgrammar.py @030141c",),
        "2026",
        "documented",
    ),
    Fact(
        "xgrammar formats (vLLM)",
        "Read: email, date, time, date-time, duration, ipv4, ipv6, hostname, uuid, uri, "
        "uri-reference, uri-template, json-pointer and relative-json-pointer.",
        ("repo vllm-project/vllm backend_xgrammar.py",),
        "2026",
        "documented",
    ),
    Fact(
        "guidance back end (vLLM)",
        "patternProperties is screened; else the rules of llguidance.",
        ("repo vllm-project/vllm vllm/v1/structured_output/backend_guidance.py @0492a43",),
        "2026",
        "documented",
    ),
    Fact(
        "oneOf (llguidance)",
        "Read where branches are provably disjoint, else an error.",
        _LLGUIDANCE_AND_RUN,
        "2026-12-01",
        "documented",
    ),
    Fact(
        "not, if, then, else, propertyNames, dependentRequired, dependencies, uniqueItems, "
        "contains, unevaluatedProperties, $dynamicRef (llguidance)",
        "Each is an error.",
        _LLGUIDANCE_AND_RUN,
        "2026-12-01",
        "documented",
    ),
    Fact(
        "format (llguidance)",
        "Read: date-time, time, date, duration, email, hostname, ipv4, ipv6, uuid and uri; "
        "another format of text is an error.",
        _LLGUIDANCE_AND_RUN,
        "2026-12-01",
        "documented",
    ),
    Fact(
        "pattern (llguidance)",
        "Lookaround is an error.",
        _LLGUIDANCE_AND_RUN,
        "2026-12-01",
        "documented",
    ),
    Fact(
        "minProperties/maxProperties (llguidance)",
        "Read only where every listed property is required.",
        _LLGUIDANCE_AND_RUN,
        "2026-12-01",
        "documented",
    ),
    Fact(
        "$ref (llguidance)",
        "Local references are read, cycles and # too; remote and dangling ones are errors.",
        _LLGUIDANCE_AND_RUN,
        "2026-12-01",
        "documented",
    ),
    Fact(
        "allOf, anyOf, prefixItems, items list, patternProperties, const, enum, multipleOf, "
        "bounds, boolean schemas, {} , type list, unknown keywords (llguidance)",
        "Accepted.",
        _LLGUIDANCE_AND_RUN,
        "2026-12-01",
        "documented",
    ),
    Fact(
        "most keywords (outlines-core)",
        "Errors only for an unknown format, boolean schemas, items as a list, $dynamicRef "
        "and references that lead nowhere; whether the rest is enforced was not tested.",
        ("outlines-core 0.2.14, run here",),
        "2026-12-01",
        "observed",
    ),
    Fact(
        "root",
        "Type object, properties and required, and nothing else: Nova ignores a tool with "
        "any other word there.",
        ("https://docs.aws.amazon.com/nova/latest/userguide/prompting-tool-troubleshooting.html",),
        "2025 .. 2026",
        "documented",
    ),
    Fact(
        "keywords",
        "type, description, properties, required, items, enum and anyOf; each other word is "
        "refused, or read otherwise, by some provider.",
        ("the other targets of this package",),
        "2026-12-01",
        "inferred",
    ),
    Fact(
        "(typeless node), anyOf",
        "Every node has one type, or is anyOf alone with a type in each branch: Gemini wants "
        "nothing beside it, Moonshot no type.",
        (
            "https://github.com/lambda-alpha-labs/Graphenium/issues/37",
            "repo MoonshotAI/walle @196bb0c (2026-06-29) validator.go",
        ),
        "2026-04-30 .. 2026-09-21",
        "observed",
    ),
    Fact(
        "enum (members)",
        "Text that is not empty, with type string beside it; numbers and booleans are told "
        "in the description.",
        ("https://github.com/weave-os/router/pull/65",),
        "2026-02-09 .. 2026-05-12",
        "observed",
    ),
    Fact(
        "null",
        "A branch of anyOf: no provider that reads JSON Schema was found to refuse it; "
        "`gemini` writes nullable instead, and so is not served by this form where null "
        "matters.",
        (
            "https://github.com/epam/ai-dial-adapter-vertexai/issues/219",
            "https://github.com/tidyverse/ellmer/pull/342",
        ),
        "2025-02-27 .. 2025-04-22",
        "inferred",
    ),
    Fact(
        "additionalProperties",
        "False is a must in strict modes, refused by Gemini, and the meaning of its absence "
        "to xAI and llama.cpp, so it is not written; an open map is closed by those two.",
        (
            "https://github.com/thClaws/thClaws/issues/172",
            "https://docs.x.ai/developers/model-capabilities/text/structured-outputs.md (a "
            "public copy; page of 2026-10-03)",
            "repo ggml-org/llama.cpp grammars/README.md @363a490",
        ),
        "2026 .. 2026-10-03",
        "documented",
    ),
    Fact(
        "bounds, lengths, counts, pattern, format, default",
        "Refused by some grammar or another; told in the description.",
        (
            _GUIDE,
            "https://api-docs.deepseek.com/guides/tool_calls (copy: repo petehsu/LLM-Docs "
            "docs-site/docs/DeepSeek/English/guides/tool_calls.md)",
            "https://github.com/i-am-bee/beeai-framework/issues/1215",
        ),
        "2025-10-22 .. 2026-07-13",
        "documented",
    ),
    Fact(
        "$ref, $defs",
        "Written out; a cycle ends in a described open object.",
        (
            "https://github.com/anomalyco/opencode/issues/12295",
            "https://docs.aws.amazon.com/nova/latest/userguide/prompting-tool-troubleshooting.html",
        ),
        "2026-02-05 .. 2026-05-09",
        "observed",
    ),
    Fact(
        "property names, tool names",
        "[A-Za-z_][A-Za-z0-9_]{0,63} and none of anyOf, required, additionalProperties; "
        "tools [A-Za-z_][A-Za-z0-9_-]{0,63}.",
        (
            "PyPI google-genai 3.6.1 types.Schema / types.FunctionDeclaration (field docs)",
            "repo MoonshotAI/walle @196bb0c (2026-06-29)",
            "https://github.com/MoonshotAI/kimi-cli/issues/2531",
        ),
        "2026-06-29 .. 2026-11",
        "documented",
    ),
    Fact(
        "(limit) sizes",
        "The smallest numbers found anywhere: 5 levels, 100 properties, 10 branches, 500 "
        "enum values, 1,024 characters of a tool's description, 128 tools; some are old.",
        (
            "repo MoonshotAI/walle @196bb0c (2026-06-29) conf.go, validator.go",
            "https://github.com/zed-industries/zed/issues/32946",
            "https://github.com/janwilmake/openapi-mcp-server/issues/23",
        ),
        "2025-04-25 .. 2026-06-29",
        "observed",
    ),
    Fact(
        "strict modes",
        "Not served: OpenAI and DeepSeek want every property required, Anthropic at most 16 "
        "unions, so there is no common strict form.",
        (
            "https://developers.openai.com/api/docs/guides/structured-outputs#supported-schemas",
            _GUIDE,
        ),
        "2026-07-13 .. 2026-08-26",
        "documented",
    ),
)

PORTABLE = Target(
    name="portable",
    title="Every provider",
    facts=_FACTS,
    keywords=SKELETON,
    root_keywords=frozenset(("type", "properties", "required")),
    reads_recursion=False,
    reads_root_reference=False,
    any_of_siblings=frozenset(),
    needs_type=True,
    reads_type_lists=False,
    enum_types=frozenset(("string",)),
    needs_typed_enum=True,
    reads_empty_string_in_enum=False,
    needs_items=True,
    additional_properties="unread",
    needs_known_required=True,
    needs_non_empty_required=True,
    needs_keywords_of_type=True,
    property_name=r"[A-Za-z_][A-Za-z0-9_]{0,63}",
    reserved_property_names=frozenset(("anyOf", "required", "additionalProperties")),
    tool_name=SAFEST_TOOL_NAME,
    limits=Limits(
        max_depth=5,
        max_properties=100,
        max_enum_values=500,
        max_values_of_one_enum=500,
        large_enum_values=250,
        max_large_enum_characters=7500,
        max_branches=10,
        max_bytes=120_000,
        max_integer=LARGEST_SAFE_INTEGER,
        max_tools=128,
        max_tool_description_characters=1024,
    ),
)

"""OpenAI, a function with strict: true: the arguments follow the schema, the schema a subset."""

from __future__ import annotations

from leanschema.targets.target import Fact, Limits, Target
from leanschema.targets.vocabulary import (
    ITEM_COUNTS,
    LABELS,
    NUMBERS,
    PRIMITIVES,
    REFERENCES,
    SKELETON,
    TOOL_NAME,
)

_GUIDE = "https://developers.openai.com/api/docs/guides/structured-outputs#supported-schemas"
_JS_HELPER = "npm openai@6.49.0 src/lib/transform.ts"
_PROFILE = "https://jsonschemaprofiles.unitvectorylabs.com/schemas/openai"
_PYTHON_HELPER = "PyPI openai 3.57.0 openai/lib/_pydantic.py"

_FACTS = (
    Fact(
        "root",
        "The root has type object and is no anyOf; the official helper throws for any other root.",
        (_GUIDE, _JS_HELPER, _PROFILE),
        "2026-02 .. 2026-12",
        "documented",
    ),
    Fact(
        "required",
        "Every object has `required`, and it lists every property; an optional one is a "
        "union with null.",
        (
            _GUIDE,
            _PYTHON_HELPER,
            "https://github.com/anomalyco/opencode/issues/45245",
            "https://raw.githubusercontent.com/ben-vargas/ai-sdk-provider-codex-cli/HEAD/LIMITATIONS.md",
        ),
        "2026-08-26",
        "documented",
    ),
    Fact(
        "additionalProperties",
        "additionalProperties is literally false on every object, in branches and "
        "definitions too; an open map cannot be strict.",
        (
            _GUIDE,
            _JS_HELPER,
            "https://github.com/openai/openai-agents-python/pull/4310",
            "https://github.com/lastmile-ai/openai-agents-mcp/issues/2",
        ),
        "2025-03-14 .. 2026-02",
        "documented",
    ),
    Fact(
        "(limit) object properties",
        "At most 5,000 properties in all; texts of 2024 and 2025, and a review bot of "
        "2026-08, say 100: taken as old, because the guide of the provider itself is newer.",
        (
            _GUIDE,
            _PROFILE,
            "https://docs.rs/crate/artifactize-core/latest/source/src/agent/verdict/structured/limits.rs",
            "https://github.com/coder/xum/pull/3821",
        ),
        "2026-02 .. 2026-07",
        "documented",
    ),
    Fact(
        "(limit) nesting depth",
        "At most 10 levels of nesting (older copies of the guide: 5); whether an array is a "
        "level is not said, so it is counted as one.",
        (
            _GUIDE,
            _PROFILE,
            "https://github.com/tidyverse/ellmer/issues/671",
            "a public copy of the page",
        ),
        "2026-02",
        "documented",
    ),
    Fact(
        "(limit) name/enum/const characters, (limit) enum values, (limit) one large string enum",
        "Names of properties and definitions, enum and const values have at most 120,000 "
        "characters together; at most 1,000 enum values in all; a string enum of more than "
        "250 values has at most 15,000 characters in them.",
        (_GUIDE, _PROFILE),
        "2026-02",
        "documented",
    ),
    Fact(
        "type, const",
        'All seven types, lists of types such as ["string", "null"], and const are read.',
        (_GUIDE,),
        "2026-02",
        "documented",
    ),
    Fact(
        "(typeless node)",
        "Every property has a type, an anyOf or a reference.",
        ("https://github.com/Gitlawb/openclaude/issues/1114",),
        "2026-05-11",
        "observed",
    ),
    Fact(
        "enum",
        "enum is read; where the type admits null, null stands in the enum too.",
        (_GUIDE, "https://github.com/livekit/agents/pull/5080"),
        "2026-03-11",
        "documented",
    ),
    Fact(
        "anyOf",
        "anyOf is read below the root, and every branch is strict itself; seen in 2024 and "
        "2025: two object branches that begin with the same key are refused. Not written "
        "around: tags come first in most unions, and the guide does not name it.",
        (_GUIDE, "https://zenn.dev/nicopin/scraps/a8d8f53f5faebb"),
        "2024 .. 2025",
        "documented",
    ),
    Fact(
        "oneOf",
        "Refused.",
        (
            "https://github.com/livekit/agents/issues/5302",
            "https://github.com/openai/openai-agents-python/pull/1884",
        ),
        "2026-04-01",
        "observed",
    ),
    Fact(
        "allOf",
        "Refused; helpers merge a single member or plain objects, else they give up strict.",
        (
            _GUIDE,
            _JS_HELPER,
            _PYTHON_HELPER,
            "https://github.com/makenotion/notion-mcp-server/issues/102",
        ),
        "2025-08-07",
        "documented",
    ),
    Fact(
        "not, if, then, else, dependentRequired, dependentSchemas",
        "Named in the guide as unsupported: the request is refused.",
        (_GUIDE, _JS_HELPER),
        "2026-02",
        "documented",
    ),
    Fact(
        "patternProperties, propertyNames, minProperties, maxProperties, "
        "unevaluatedProperties, unevaluatedItems, prefixItems, contains, minContains, "
        "maxContains, uniqueItems, dependencies, contentEncoding, contentMediaType, "
        "contentSchema, $anchor, $dynamicRef, $dynamicAnchor, $recursiveRef, $recursiveAnchor",
        "The official helper refuses them before it sends strict: true.",
        (_JS_HELPER, "https://github.com/openai/openai-node/pull/1997"),
        "2026-07-21",
        "documented",
    ),
    Fact(
        "default",
        "Sources conflict: refused in older reports, left in place as an annotation by the "
        "newest helper; written so that both accept: told in the description.",
        (
            "https://zenn.dev/nicopin/scraps/a8d8f53f5faebb",
            "https://github.com/dotnet/extensions/issues/6266",
            _JS_HELPER,
            _PYTHON_HELPER,
        ),
        "2025-04-09 .. 2026-07",
        "observed",
    ),
    Fact(
        "title, description, examples, $comment, readOnly, writeOnly",
        "The official helper passes them on as annotations, and the guide names description "
        "alone; title is what every generator sends, the others are left out.",
        (_JS_HELPER,),
        "2026-07",
        "inferred",
    ),
    Fact(
        "pattern",
        "pattern is read, without lookaround.",
        (_GUIDE, "https://github.com/tombii/better-ccflare/issues/357"),
        "2026-07-30",
        "documented",
    ),
    Fact(
        "format",
        "Only date-time, time, date, duration, email, hostname, ipv4, ipv6 and uuid; any "
        "other value, uri for one, refuses the request.",
        (
            _GUIDE,
            "https://github.com/BuilderIO/agent-native/pull/3085",
            "https://github.com/can1357/oh-my-pi/issues/206",
        ),
        "2026-08-18",
        "documented",
    ),
    Fact(
        "minLength, maxLength",
        "Sources conflict: missing from the guide, listed as supported by one profile; "
        "written so that both accept: told in the description.",
        (_GUIDE, _PROFILE, "a public copy of the page"),
        "2026",
        "observed",
    ),
    Fact(
        "minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, minItems, maxItems",
        "Bounds of numbers and counts of items are read, except by fine-tuned models.",
        (_GUIDE, _PROFILE),
        "2026-02",
        "documented",
    ),
    Fact(
        "$ref",
        "A local reference into $defs, or #, is read; no other word may stand beside it.",
        (
            _GUIDE,
            _PYTHON_HELPER,
            "https://github.com/camel-ai/camel/issues/3001",
            "https://github.com/docker/docker-agent/pull/4155",
        ),
        "2025-08-10",
        "documented",
    ),
    Fact(
        "$ref (external), boolean schema (true/false)",
        "A reference into another document, and a boolean where a schema belongs, are "
        "refused by the helper.",
        (_JS_HELPER,),
        "2026-07",
        "documented",
    ),
    Fact(
        "$defs / definitions, recursion",
        "Definitions are read and are strict themselves; they may recur, also by #.",
        (_GUIDE, _PYTHON_HELPER),
        "2026-02",
        "documented",
    ),
    Fact(
        "(behaviour) key order, (behaviour) one error at a time",
        "Arguments come in the order of the properties in the schema; one fault is reported "
        "at a time, and one bad tool fails the request.",
        (_GUIDE, "https://github.com/BuilderIO/agent-native/pull/3085"),
        "2026-02 .. 2026-08-18",
        "observed",
    ),
    Fact(
        "items, tool name, tools per request, tool description",
        "As with strict off: every array has items, 64 characters of [A-Za-z0-9_-], 128 "
        "tools, 1,024 characters.",
        (
            "https://github.com/tadata-org/fastapi_mcp/issues/165",
            "PyPI openai 3.57.0 types/shared/function_definition.py",
            "https://github.com/zed-industries/zed/issues/32946",
            "https://github.com/getsentry/sentry-mcp/issues/106",
        ),
        "2025-04-25 .. 2026-11",
        "observed",
    ),
)

OPENAI_STRICT = Target(
    name="openai-strict",
    title="OpenAI Responses and Chat Completions, strict on",
    facts=_FACTS,
    keywords=SKELETON.union(
        REFERENCES,
        NUMBERS,
        ITEM_COUNTS,
        ("title", "const", "pattern", "format", "additionalProperties"),
    ),
    ref_siblings=frozenset(),
    # Each branch is closed, so properties beside anyOf could never be met.
    any_of_siblings=LABELS,
    needs_type=True,
    enum_types=PRIMITIVES,
    needs_typed_enum=True,
    formats={
        "string": frozenset(
            ("date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid")
        )
    },
    patterns="no-lookaround",
    needs_items=True,
    additional_properties="closed",
    needs_all_required=True,
    needs_known_required=True,
    needs_keywords_of_type=True,
    tool_name=TOOL_NAME,
    limits=Limits(
        max_depth=10,
        max_properties=5000,
        max_enum_values=1000,
        large_enum_values=250,
        max_large_enum_characters=15_000,
        max_name_and_value_characters=120_000,
        max_tools=128,
        max_tool_description_characters=1024,
    ),
    falls_back_to="openai",
)

"""Words of JSON Schema in groups, so that a target's keywords read as a sum of few terms."""

from __future__ import annotations

# What every provider reads somewhere: the whole of `portable`.
SKELETON = frozenset(("type", "description", "properties", "required", "items", "enum", "anyOf"))
REFERENCES = frozenset(("$ref", "$defs"))
# Read by the model and by nobody else.
LABELS = frozenset(("title", "description"))
ANNOTATIONS = LABELS | {"default", "examples", "deprecated"}

RANGE = frozenset(("minimum", "maximum"))
EXCLUSIVE_RANGE = frozenset(("exclusiveMinimum", "exclusiveMaximum"))
NUMBERS = RANGE | EXCLUSIVE_RANGE | {"multipleOf"}
LENGTHS = frozenset(("minLength", "maxLength"))
TEXT = LENGTHS | {"pattern", "format"}
CONTENT = frozenset(("contentEncoding", "contentMediaType"))

ITEM_COUNTS = frozenset(("minItems", "maxItems"))
CONTAINS = frozenset(("contains", "minContains", "maxContains"))
PROPERTY_COUNTS = frozenset(("minProperties", "maxProperties"))
NAMED_BY_PATTERN = frozenset(("patternProperties", "propertyNames"))
DEPENDENT = frozenset(("dependentRequired", "dependentSchemas"))
UNEVALUATED = frozenset(("unevaluatedItems", "unevaluatedProperties"))
CONDITIONAL = frozenset(("if", "then", "else"))

# All that a `JsonSchema` can say in the words of 2020-12 (`nullable` and `definitions` are older).
DRAFT_2020_12 = SKELETON.union(
    REFERENCES, ANNOTATIONS, NUMBERS, TEXT, CONTENT, ITEM_COUNTS, CONTAINS, PROPERTY_COUNTS,
    NAMED_BY_PATTERN, DEPENDENT, UNEVALUATED, CONDITIONAL,
    ("const", "prefixItems", "uniqueItems", "additionalProperties", "oneOf", "allOf", "not"),
    ("readOnly", "writeOnly"),
)  # fmt: skip

# Words of other dialects that limit values, or hold definitions, there.
OTHER_DIALECTS = frozenset(
    ("additionalItems", "definitions", "dependencies", "divisibleBy", "extends", "nullable")
)

# JSON types of an enum's members that are no object and no array.
PRIMITIVES = frozenset(("string", "number", "integer", "boolean", "null"))

# The formats of text in 2020-12, and what OpenAPI adds for numbers.
_TEXT_FORMATS = (
    "date-time", "date", "time", "duration", "email", "idn-email", "hostname", "idn-hostname",
    "ipv4", "ipv6", "uri", "uri-reference", "iri", "iri-reference", "uri-template", "uuid",
    "json-pointer", "relative-json-pointer", "regex",
)  # fmt: skip
STANDARD_FORMATS = {
    "string": frozenset(_TEXT_FORMATS),
    "integer": frozenset(("int32", "int64")),
    "number": frozenset(("float", "double")),
}

# The largest integer that every JSON reader keeps exact.
LARGEST_SAFE_INTEGER = 2**53 - 1

# The tool name that OpenAI and those who copy its API take.
TOOL_NAME = r"[A-Za-z0-9_-]{1,64}"
# The one that nobody refuses.
SAFEST_TOOL_NAME = r"[A-Za-z_][A-Za-z0-9_-]{0,63}"

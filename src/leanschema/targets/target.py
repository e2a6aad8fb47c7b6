"""What a target is: a provider's dialect as data, each fact with its source.

No pass asks a target's name, only its facts; `conformity` checks finished schemas by the same
facts, with no code of the passes. Your own target is a value of this type.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Confidence = Literal["documented", "observed", "inferred", "unknown"]
ALL_TYPES = frozenset(("string", "number", "integer", "boolean", "object", "array", "null"))


class Fact(msgspec.Struct, frozen=True):
    """One rule of a provider, as a person reads it: a row of `leanschema targets NAME`.

    `keyword` is the JSON Schema keyword or the thing that the rule is about, `rule` what happens
    to it, `sources` where that is written or was seen.
    """

    keyword: str
    rule: str
    sources: tuple[str, ...]
    date: str
    confidence: Confidence


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """Counted limits of one tool's schema; None where there is none, or none is known."""

    max_depth: int | None = None  # levels of objects and arrays inside another, the root is 1
    max_properties: int | None = None  # property names in all
    max_enum_values: int | None = None  # values of all enums
    max_values_of_one_enum: int | None = None
    max_large_enum_characters: int | None = None  # of one enum of more than `large_enum_values`
    large_enum_values: int = 250
    max_name_and_value_characters: int | None = None  # names, enum and const values in all
    max_branches: int | None = None  # of one union
    max_optional_properties: int | None = None
    max_unions: int | None = None  # properties with anyOf or a type list
    max_bytes: int | None = None  # compact JSON of the schema
    max_integer: int | None = None  # the largest number, either sign, that may stand in a schema
    max_tools: int | None = None  # tools of one request
    max_tool_description_characters: int | None = None


class Target(msgspec.Struct, frozen=True, kw_only=True):
    """A provider's dialect of JSON Schema for the arguments of a tool.

    A field says what the provider allows or needs; its default is what JSON Schema 2020-12 says.
    The root of every target is `type: object` with `properties`, and without a combiner unless
    `reads_root_combiners`.
    """

    name: str
    title: str
    facts: tuple[Fact, ...]

    # Keywords that may stand on a node; `root_keywords` where fewer may stand on the root.
    keywords: frozenset[str]
    root_keywords: frozenset[str] | None = None
    # JSON Schema says that a word which is none of its own is passed over; a provider may refuse it.
    passes_over_unknown_keywords: bool = False
    # JSON Schema, or the OpenAPI 3.0 fragment of Gemini's `parameters` (`nullable`).
    vocabulary: Literal["json-schema", "openapi"] = "json-schema"

    reads_root_combiners: bool = False  # anyOf, oneOf, allOf, not, enum, const, if on the root

    # References. `$ref` is read where it is in `keywords`, only as `#` or `#/$defs/NAME`.
    ref_siblings: frozenset[str] | None = None  # what may stand beside `$ref`; None: anything
    reads_recursion: bool = True
    reads_root_reference: bool = True  # `#`

    # Unions.
    any_of_siblings: frozenset[str] | None = None  # what may stand beside `anyOf`; None: anything

    # Types.
    needs_type: bool = False  # each node has a type, a union or a reference
    reads_type_lists: bool = True
    type_list_siblings: frozenset[str] | None = None  # what may stand beside a list of types

    # Values.
    enum_types: frozenset[str] = ALL_TYPES  # JSON types that a member of an enum may have
    needs_typed_enum: bool = False  # an enum's node has one type (and null), its members fit it
    reads_empty_string_in_enum: bool = True
    stringifies_enums: bool = False  # members of other types are written as strings, and restored

    # Text and numbers.
    formats: dict[str, frozenset[str]] | None = None  # by type; None: any
    # Each a part of the one before: no lookaround; no backreference, \b, \B, \p or flags either;
    # and written between ^ and $.
    patterns: Literal["any", "no-lookaround", "simple", "anchored"] = "any"
    bounded_types: frozenset[str] = ALL_TYPES  # where a number's bounds may stand
    min_items_up_to: int | None = None

    # Arrays and objects.
    needs_items: bool = False
    additional_properties: Literal["any", "boolean", "closed", "unread"] = "any"
    assumes_closed: bool = False  # an absent `additionalProperties` means false
    needs_all_required: bool = False
    needs_known_required: bool = False  # `required` names only what `properties` has
    needs_non_empty_required: bool = False
    needs_keywords_of_type: bool = False  # `properties` only on objects, `items` only on arrays

    # Names.
    property_name: str | None = None  # a regular expression that a property's whole name matches
    reserved_property_names: frozenset[str] = frozenset()
    tool_name: str = r"[A-Za-z0-9_.-]{1,128}"

    limits: Limits = Limits()

    # A strict target closes objects and may refuse a tool; this one is used then.
    falls_back_to: str | Target | None = None

    # Which reading, and for the published one which fitter.
    reading: Literal["every dialect", "published"] = "every dialect"

    def source_of(self, keyword: str) -> str | None:
        """Give the sources of the first fact about a keyword, or None."""
        for fact in self.facts:
            if keyword in fact.keyword:
                return "; ".join(fact.sources) or None
        return None

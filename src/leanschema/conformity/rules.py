"""The rules by which a schema is judged, and what a violation of one says."""

from __future__ import annotations

from typing import Final

import msgspec

# Each rule's id, and in one line what it asks. Ids are stable: a code of `leanschema check` stands
# for each, in this order; a new rule goes to the end.
RULES: Final[dict[str, str]] = {
    "not-a-schema": "A schema is a JSON object.",
    "boolean-schema": "A schema position holds an object, not true or false.",
    "keyword": "Only keywords that the target reads stand on a node.",
    "root-type": "The root's type is exactly object.",
    "root-combiner": "No combiner, enum, const, condition or reference stands on the root.",
    "root-properties": "The root has properties.",
    "dangling-reference": "A reference leads to a definition of this document.",
    "reference-form": "A reference is # or #/$defs/NAME.",
    "reference-siblings": "Only what the target reads there stands beside $ref.",
    "recursion": "No definition refers to itself, directly or through others.",
    "nested-definitions": "Definitions stand at the root.",
    "any-of-siblings": "Only what the target reads there stands beside anyOf.",
    "empty-union": "A union has at least one branch.",
    "untyped": "Each node has a type, a union or a reference.",
    "type-name": "A type is one of JSON Schema's seven.",
    "type-list": "A type is one name and no list.",
    "type-list-siblings": "Only what the target reads there stands beside a list of types.",
    "enum-type": "The members of an enum are of types that the target reads.",
    "enum-empty": "An enum has at least one member.",
    "enum-duplicate": "An enum names each member once.",
    "enum-empty-string": "No member of an enum is the empty text.",
    "enum-untyped": "An enum stands beside the one type of its members.",
    "format": "A format is one that the target reads for the type.",
    "pattern": "A pattern is one that the target's engine compiles.",
    "bounds-type": "Numeric bounds stand only on the types that may have them.",
    "min-items": "minItems is no larger than the target reads.",
    "array-items": "A list has items, of one schema.",
    "additional-properties": "additionalProperties has the form that the target reads.",
    "closed": "Each object is closed.",
    "says-open": "Each object says whether other properties may be there.",
    "all-required": "Each property is required.",
    "unknown-required": "Each required name is a property.",
    "empty-required": "required is left out where it is empty.",
    "keywords-of-type": "Keywords about objects or lists stand only on those types.",
    "property-name": "A property's name has only letters that the target takes.",
    "reserved-property-name": "A property's name is none that the target keeps for itself.",
    "large-integer": "No number is larger than the target reads.",
    "limit-depth": "Objects and lists are nested no deeper than the target reads.",
    "limit-properties": "There are no more properties than the target takes.",
    "limit-enum-values": "There are no more enum values in all than the target takes.",
    "limit-one-enum": "No enum has more values than the target takes.",
    "limit-large-enum": "The text of a large enum is no longer than the target takes.",
    "limit-names": "Names and values are together no longer than the target takes.",
    "limit-branches": "A union has no more branches than the target takes.",
    "limit-optional": "There are no more optional properties than the target takes.",
    "limit-unions": "There are no more properties with a union than the target takes.",
    "limit-bytes": "The schema is no larger than the target takes.",
    "keyword-shape": "A keyword holds a value of the kind that JSON Schema gives it.",
    "not-json": "The schema can be written as JSON text.",
    "too-large": "The schema is of a size that can be judged: what lies deeper or later is not.",
}


class Violation(msgspec.Struct, frozen=True):
    """A rule that a schema breaks.

    `pointer` is the JSON Pointer of the node, `rule` an id of `RULES`, `found` what stands there,
    `message` one sentence for a person, and `source` where the target's rule is written.
    """

    pointer: str
    rule: str
    found: str
    message: str
    source: str | None = None

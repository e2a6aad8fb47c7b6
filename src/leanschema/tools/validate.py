"""Arguments against the tool's own schema: jsonschema-rs judges, and nothing is fetched.

The raw schema judges by its own dialect. Where it is not valid there (type names such as `dict`,
boolean bounds, a dangling reference), the tree that was read from it judges in its place; and where
it plainly means more than its letter (`nullable`, which JSON Schema does not know, an `enum` that is
meant for the items), what either of them accepts is accepted.
"""

from __future__ import annotations

from itertools import islice
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from leanschema.errors import InvalidToolSchema, MissingExtra
from leanschema.pointer import Token
from leanschema.read.any_dialect import read_any_dialect
from leanschema.read.findings import Finding
from leanschema.read.unicode import without_surrogates
from leanschema.schema import JsonSchema

_MOST_ERRORS: Final = 200
# Where each kind of error keeps what the schema asks for.
_WANTED: Final = (
    "options",
    "expected_value",
    "types",
    "property",
    "unexpected",
    "limit",
    "pattern",
    "multiple_of",
)


class Broken(NamedTuple):
    """One keyword that a value breaks: where, which (`Enum`, `Type`, …), and what it wants.

    `branches` are the errors of each branch of a union.
    """

    tokens: tuple[Token, ...]
    keyword: str
    wanted: Any
    message: str
    branches: tuple[tuple[Broken, ...], ...] = ()


class Judge:
    """Judges arguments by one tool's input schema.

    `tree` is the schema as read. Raises MissingExtra without jsonschema-rs.
    """

    def __init__(self, raw: Any) -> None:
        of_raw = _validator(raw) if isinstance(raw, (dict, bool)) else None
        self.tree, is_letter = _read(raw)
        of_tree = None
        if of_raw is None or not is_letter:
            of_tree = _validator(self.tree.to_dict())
            if of_tree is None:
                of_tree = _validator(_without_patterns(self.tree).to_dict())
        self._validators = [one for one in (of_raw, of_tree) if one is not None]

    def is_valid(self, arguments: Any) -> bool:
        """Tell whether the tool accepts these arguments."""
        return next(iter(self.broken(arguments)), None) is None

    def broken(self, arguments: Any) -> tuple[Broken, ...]:
        """Give what the arguments break; nothing where they are valid."""
        if not isinstance(arguments, dict):
            return (Broken((), "Type", ["object"], "the arguments are no object"),)
        errors: tuple[Broken, ...] = ()
        for validator in self._validators:
            try:
                if validator.is_valid(arguments):
                    return ()
                found = islice(validator.iter_errors(arguments), _MOST_ERRORS)
                errors = tuple([_broken(error) for error in found])
            except ValueError as fault:
                # Too deep for the validator, or no JSON.
                return (Broken((), "Unreadable", None, str(fault).partition("\n")[0]),)
        return errors


def _read(raw: Any) -> tuple[JsonSchema, bool]:
    """Read a schema, and tell whether the tree says what the letter says, and no more."""
    try:
        reading = read_any_dialect(raw)
    except InvalidToolSchema:
        # A target of looser rules took it: nothing is known of its places.
        return JsonSchema(type="object"), True
    is_letter = not any(map(_means_more, reading.findings))
    try:
        reading.schema.to_json()
    except UnicodeEncodeError:
        return without_surrogates(reading.schema), is_letter
    return reading.schema, is_letter


def _means_more(finding: Finding) -> bool:
    """Tell whether something was read as more than its letter; an empty list says what it says."""
    return finding.keyword == "nullable" or (finding.law == "widens" and bool(finding.before))


def _validator(schema: Any) -> Any:
    """Build a validator, or give None where the schema is not valid in its dialect."""
    try:
        import jsonschema_rs
    except ImportError:
        raise MissingExtra("jsonschema-rs", "validate") from None
    try:
        return jsonschema_rs.validator_for(schema, validate_formats=False, retriever=_nothing)
    except (ValueError, TypeError, jsonschema_rs.ReferencingError):
        return None


def _nothing(uri: str) -> Any:
    raise ValueError(f"not fetched: {uri}")


def _broken(error: Any) -> Broken:
    kind = error.kind
    keyword = type(kind).__name__.rpartition("_")[2]
    wanted = next((getattr(kind, name) for name in _WANTED if hasattr(kind, name)), None)
    branches = getattr(kind, "context", ())
    return Broken(
        tuple(error.instance_path),
        keyword,
        wanted,
        str(error.message),
        tuple(tuple(_broken(inner) for inner in branch) for branch in branches),
    )


def _without_patterns(node: JsonSchema) -> JsonSchema:
    """Leave out the regular expressions, which are of another language; widens."""
    bare = replace(
        node,
        pattern=None,
        patternProperties=None,
        additionalProperties=None if node.patternProperties else node.additionalProperties,
        anyOf=node.anyOf or node.oneOf,
        # Where a wider part inside would make these narrower, they go.
        **dict.fromkeys(("oneOf", "not_", "if_", "then", "else_", "maxContains")),
        **dict.fromkeys(("unevaluatedItems", "unevaluatedProperties")),
    )
    return bare.map_children(_without_patterns)

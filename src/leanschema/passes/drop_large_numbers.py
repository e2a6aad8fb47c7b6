"""Drop numbers that are larger than the target reads.

Before:  {"type": "integer", "maximum": 9223372036854775807, "default": 10}
After:   {"type": "integer", "description": "At most 9223372036854775807", "default": 10}

Left alone: numbers within the target's limit; the members of an enum (see `fit_enums`).
Law: widens; exact for defaults and examples.
"""

from __future__ import annotations

from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from leanschema.fields import Fields
from leanschema.passes.fit_enums import has_large, told_instead
from leanschema.passes.rewrite import Pass, Setting
from leanschema.passes.round_bounds import BOUNDS, without_bounds
from leanschema.passes.telling import literal, told
from leanschema.read.rare import LARGE_NUMBER, LARGEST_USUAL
from leanschema.read.values import COUNTS
from leanschema.schema import JsonSchema
from leanschema.targets.target import Target


def drop_large_numbers(node: JsonSchema, setting: Setting) -> JsonSchema:
    """Drop them, and tell of those that the model should know."""
    largest = setting.target.limits.max_integer
    if largest is None:
        return node
    if node.const is not UNSET and has_large(node.const, largest):
        node = told_instead(replace(node, const=UNSET), (node.const,))
    if node.default is not UNSET and has_large(node.default, largest):
        node = told(node, f"default: {literal(node.default)}", default=UNSET)
    if node.examples is not None and has_large(node.examples, largest):
        node = replace(node, examples=None)
    large = [field for field, value in _NUMBERS.present(node) if abs(value) > largest]
    return without_bounds(node, large)


_NUMBERS: Final = Fields((*BOUNDS, *COUNTS))


def _rare_traits(target: Target) -> int:
    largest = target.limits.max_integer
    return LARGE_NUMBER if largest is not None and largest > LARGEST_USUAL else 0


PASS = Pass(
    "drop_large_numbers",
    "widens",
    "numbers as large are not read here",
    drop_large_numbers,
    fields=(*BOUNDS, *COUNTS, "const", "default", "examples"),
    writes=("description", "type"),
    needed=lambda target: target.limits.max_integer is not None,
    only_where=_rare_traits,
)

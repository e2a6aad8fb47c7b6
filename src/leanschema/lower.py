"""Lower a tool's input schema to what a provider reads: the pipeline, in one page.

    raw JSON ─ read ─► inline ─► structure ─► root ─► vocabulary ─► strict ─► limits ─► prune

Sound: it never refuses arguments that the tool accepts, but where a change says `narrows` and
names the target's rule.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from msgspec.structs import replace

from leanschema.errors import InvalidToolSchema
from leanschema.fit.fitting import budget_of
from leanschema.fit.sizes import TokenCounter
from leanschema.inlining import expanded_size, growth_bound, inline
from leanschema.lowered import Lowered, Trace
from leanschema.passes import (
    add_items,
    anchor_conditions,
    distribute_over_union,
    drop_foreign_keywords,
    drop_unread_formats,
    drop_unread_keywords,
    expand_reference_siblings,
    fit_additional_properties,
    fit_enums,
    fit_required,
    flatten_unions,
    fold_constants,
    limits,
    merge_all_of,
    one_of_to_any_of,
    open_pattern_properties,
    rename_properties,
    root,
    round_bounds,
    spell_null,
    split_types,
    strict,
    tuples_to_items,
    type_untyped_nodes,
)
from leanschema.passes.rewrite import Log, Pass, Setting, run_passes
from leanschema.read.any_dialect import Reading, read_any_dialect
from leanschema.read.limits import too_deep
from leanschema.read.unicode import without_surrogates
from leanschema.references import prune
from leanschema.schema import JsonSchema
from leanschema.targets import target_named
from leanschema.targets.target import Target

# Combiners first: what they join is new to the passes after them, so they have a round of their
# own, and the root, which may be such a combiner, is merged between the two.
STRUCTURE: Final[tuple[Pass, ...]] = (
    merge_all_of.PASS,
    one_of_to_any_of.PASS,
    flatten_unions.PASS,
    expand_reference_siblings.PASS,
)


@cache
def vocabulary(keywords: frozenset[str]) -> tuple[Pass, ...]:
    """Give the passes that write each keyword as a target of these keywords reads it, in order."""
    return (
        drop_foreign_keywords.PASS,
        fold_constants.PASS,
        tuples_to_items.PASS,
        open_pattern_properties.PASS,
        # Types before unions: a list of types may become one.
        fit_enums.PASS,
        round_bounds.PASS,
        drop_unread_formats.PASS,
        spell_null.PASS,
        split_types.PASS,
        distribute_over_union.PASS,
        flatten_unions.PASS,
        add_items.PASS,
        fit_additional_properties.PASS,
        drop_unread_keywords.pass_for(keywords),
        # Last, because dropping leaves nodes untyped and objects without a required property.
        type_untyped_nodes.PASS,
        fit_required.PASS,
        rename_properties.PASS,
        limits.FIT_LIMITS,
    )


STRICT: Final[tuple[Pass, ...]] = (
    strict.CLOSE_OBJECTS,
    strict.REQUIRE_ALL_PROPERTIES,
    expand_reference_siblings.PASS,
    split_types.PASS,
)
_SETTLED: Final = 4


def lower(
    value: Any,
    target: str | Target = "mcp",
    *,
    max_tokens: int | None = None,
    max_bytes: int | None = None,
    strict: bool = False,
    tokenizer: TokenCounter | None = None,
) -> Lowered:
    """Lower a published input schema to a target's dialect, and fit it into a budget.

    `value` is any parsed JSON value and is not changed; `target` a name of `TARGETS` or a
    `Target` of your own. A budget is `max_tokens` (o200k_base, or `tokenizer`'s own, of the
    schema's compact JSON) or `max_bytes`; without one nothing is left out. With `strict` a value
    of the wrong shape is an error and not a repair.
    Raises InvalidToolSchema where the root cannot describe an object, UnknownTarget, and
    ValueError for a budget that is none.
    """
    goal = target_named(target) if isinstance(target, str) else target
    budget = budget_of(max_bytes, max_tokens, tokenizer)
    try:
        lowered = _lowered_whole(value, goal, strict=strict, fits=budget is not None)
        if budget is None:
            return lowered
        fitted = lowered.fitted_into(budget)
        if lowered.strict and not fitted.holds and goal.falls_back_to is not None:
            # A strict form can only lose words: the other one is asked instead.
            looser = target_named(goal.falls_back_to)
            return _lowered_whole(value, looser, strict=strict, fits=True).fitted_into(budget)
        return fitted
    except RecursionError:
        raise too_deep() from None


def _lowered_whole(value: Any, target: Target, *, strict: bool, fits: bool) -> Lowered:
    if target.reading == "published":
        return Lowered.published(value, target, is_compacted=not fits)
    reading = read_any_dialect(value, strict=strict)
    try:
        return _lowered(value, reading, target)
    except UnicodeEncodeError:
        clean = without_surrogates(reading.schema)
        return _lowered(value, reading._replace(schema=clean), target)


def _lowered(value: Any, reading: Reading, target: Target) -> Lowered:
    log = Log()
    schema, reason = reading.schema, None
    if target.falls_back_to is not None:
        structured = _structured(schema, target, reading, log)
        reason = why_not(structured, target)
        if reason is None:
            finished = _finished(structured, target, reading, log)
            reason = limits.over_limits(finished, target)
        if reason is None:
            return Lowered(finished, target, Trace(value, reading, log), is_strict=True)
        log, target = Log(), target_named(target.falls_back_to)
    structured = _structured(schema, target, reading, log)
    finished = _finished(structured, target, reading, log)
    return Lowered(finished, target, Trace(value, reading, log), not_strict_because=reason)


def why_not(structured: JsonSchema, target: Target) -> str | None:
    """Say why a schema cannot be strict, with its place."""
    if target.additional_properties != "closed":
        return None
    found = strict.why_not_strict(structured, target)
    return None if found is None else f"{found[1]} at {found[0] or 'the root'}"


def _structured(schema: JsonSchema, target: Target, reading: Reading, log: Log) -> JsonSchema:
    """Resolve references and combiners as far as the target needs it."""
    keywords = fields_of(reading.keywords)
    if "ref" in keywords and ("$ref" not in target.keywords or not target.reads_recursion):
        keeps = "$ref" in target.keywords
        inlined = inline(schema, keeps, log.made)
        log.inlined(schema, inlined.cut)
        schema = inlined.schema
        keywords |= {"allOf", "anyOf"}
    anchored = anchor_conditions.anchor_conditions(schema, _setting(schema, target, keywords))
    if anchored is not schema:
        log.changed(anchor_conditions.PASS, schema, schema, anchored)
        keywords |= {"dependentRequired", "dependentSchemas"}
        schema = anchored
    plain = _run(schema, STRUCTURE, keywords, target, log)
    if not keywords.isdisjoint(("ref", "allOf")) and expanded_size(plain) > growth_bound(schema):
        cautious = _setting(schema, target, keywords)._replace(is_cautious=True)
        plain = run_passes(schema, STRUCTURE, keywords, cautious, log)
    schema = plain
    merged = root.merge_root(schema, _setting(schema, target, keywords))
    if merged is not schema:
        log.changed(root.MERGE_ROOT, schema, schema, merged)
        merged = _run(merged, STRUCTURE, set(JsonSchema.__struct_fields__), target, log)
    reading.keywords.update(keywords)
    return merged


def _finished(schema: JsonSchema, target: Target, reading: Reading, log: Log) -> JsonSchema:
    """Write every keyword as the target reads it, until nothing is left to write."""
    keywords = fields_of(reading.keywords)
    passes = vocabulary(target.keywords)
    if target.additional_properties == "closed" or target.needs_all_required:
        passes = (*passes, *STRICT)
    for _ in range(_SETTLED):
        before = len(log.rewrites)
        schema = _run(schema, passes, keywords, target, log)
        if len(log.rewrites) == before:
            break
    schema = limits.cut_levels(schema, target, log)
    setting = _setting(schema, target, keywords)
    slim = root.drop_unread_root_keywords(schema, setting)
    if slim is not schema:
        log.changed(root.DROP_UNREAD_ROOT_KEYWORDS, schema, schema, slim)
    pruned = prune(slim)
    if pruned is not slim:
        log.made(pruned, slim)
    return pruned


def _run(
    schema: JsonSchema, passes: tuple[Pass, ...], keywords: set[str], target: Target, log: Log
) -> JsonSchema:
    return run_passes(schema, passes, keywords, _setting(schema, target, keywords), log)


def _setting(schema: JsonSchema, target: Target, keywords: set[str]) -> Setting:
    if schema.defs is None and "ref" not in keywords:
        return Setting(target, {})
    return Setting(target, {**(schema.defs or {}), "": replace(schema, defs=None)})


def fields_of(keywords: set[str]) -> set[str]:
    """Name the fields of keywords that were seen."""
    return keywords | {_RENAMED[word] for word in _RENAMED.keys() & keywords}


_RENAMED: Final = {"$ref": "ref", "enum": "enum_", "not": "not_", "if": "if_", "else": "else_"}


__all__ = ["InvalidToolSchema", "Lowered", "lower"]

"""The pipeline, in one page: how `lower` makes of a tool's input schema what a provider reads.

    raw JSON ─ read ─► inline ─► structure ─► root ─► vocabulary ─► strict ─► limits ─► prune

Sound: it never refuses arguments that the tool accepts, but where a change says `narrows` and
names the target's rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from msgspec.structs import replace

from leanschema.fit.fitting import budget_of
from leanschema.fit.sizes import TokenCounter
from leanschema.inlining import expanded_size, inline, may_grow_to
from leanschema.lowered import Lowered, Trace
from leanschema.passes import (
    add_items,
    anchor_conditions,
    distribute_over_union,
    drop_foreign_keywords,
    drop_large_numbers,
    drop_unread_formats,
    drop_unread_keywords,
    expand_reference_siblings,
    fit_additional_properties,
    fit_enums,
    fit_required,
    flatten_unions,
    fold_constants,
    fragile,
    limits,
    merge_all_of,
    name_root,
    one_of_to_any_of,
    open_pattern_properties,
    rename_properties,
    root,
    round_bounds,
    spell_null,
    split_types,
    strict,
    true_for_any_value,
    tuples_to_items,
    type_property_names,
    type_untyped_nodes,
    words_into_union,
)
from leanschema.passes.log import Log
from leanschema.passes.plans import Plan, plan_of
from leanschema.passes.rewrite import NO_DEFINITIONS, Pass, Setting
from leanschema.passes.traversal import Rewriting
from leanschema.read.any_dialect import read_any_dialect
from leanschema.read.limits import too_deep
from leanschema.read.presence import bits_of
from leanschema.read.rare import ODD_NAME, ODD_UNION
from leanschema.read.reading import Reading
from leanschema.read.unicode import without_surrogates
from leanschema.references import Definitions, prune
from leanschema.restore import are_taken, renamed_in, takes_simple_names
from leanschema.schema import JsonSchema
from leanschema.targets import looser_of, target_of
from leanschema.targets.target import Target

# Combiners first: what they join is new to the passes after them, so they have a round of their
# own, and the root, which may be such a combiner, is merged between the two.
STRUCTURE: Final[tuple[Pass, ...]] = (
    merge_all_of.PASS,
    one_of_to_any_of.PASS,
    flatten_unions.PASS,
    expand_reference_siblings.PASS,
)


@lru_cache(maxsize=256)
def vocabulary(keywords: frozenset[str], is_strict: bool) -> tuple[Pass, ...]:
    """Give the passes that write each keyword as a target of these keywords reads it, in order."""
    return (
        drop_foreign_keywords.PASS,
        fold_constants.PASS,
        tuples_to_items.PASS,
        open_pattern_properties.PASS,
        # Types before unions: a list of types may become one.
        fit_enums.PASS,
        round_bounds.PASS,
        drop_large_numbers.PASS,
        drop_unread_formats.PASS,
        spell_null.PASS,
        split_types.PASS,
        distribute_over_union.PASS,
        words_into_union.PASS,
        flatten_unions.PASS,
        # What stood beside a union may stand beside a reference now.
        expand_reference_siblings.PASS,
        add_items.PASS,
        fit_additional_properties.PASS,
        drop_unread_keywords.pass_for(keywords),
        true_for_any_value.PASS,
        # Last, because dropping leaves nodes untyped and objects without a required property.
        type_untyped_nodes.PASS,
        type_property_names.PASS,
        fit_required.PASS,
        rename_properties.PASS,
        limits.FIT_LIMITS,
        *(STRICT if is_strict else ()),
        # What passes have told since, where nothing reads it.
        *((drop_unread_keywords.pass_for(keywords),) if "description" not in keywords else ()),
    )


STRICT: Final[tuple[Pass, ...]] = (
    strict.CLOSE_OBJECTS,
    strict.REQUIRE_ALL_PROPERTIES,
    expand_reference_siblings.PASS,
    split_types.PASS,
)
_SETTLED: Final = 4
_NO_NAMES: Final[Mapping[str, str]] = {}


def lowered_for(
    value: Any,
    target: str | Target,
    max_bytes: int | None,
    max_tokens: int | None,
    tokenizer: TokenCounter | None,
    *,
    strict: bool,
) -> Lowered:
    """Lower a schema for a target, and fit it into a budget; raises what `lower` raises."""
    goal = target_of(target)
    budget = budget_of(max_bytes, max_tokens, tokenizer)
    try:
        lowered = _lowered_whole(value, goal, strict=strict, fits=budget is not None)
        if budget is None:
            return lowered
        fitted = lowered.fitted_into(budget)
        looser = looser_of(goal)
        if lowered.strict and not fitted.holds and looser is not None:
            # A strict form can only lose words: the other one is asked instead.
            return _lowered_whole(value, looser, strict=strict, fits=True).fitted_into(budget)
        return fitted
    except RecursionError:
        raise too_deep() from None


def _lowered_whole(value: Any, target: Target, *, strict: bool, fits: bool) -> Lowered:
    if target.reading == "published":
        return Lowered.published(value, target, is_compacted=not fits)
    reading = read_any_dialect(value, strict=strict)
    try:
        return _lowered(reading, target)
    except UnicodeEncodeError:
        clean = without_surrogates(reading.schema)
        return _lowered(replace(reading, schema=clean), target)


def _lowered(reading: Reading, target: Target) -> Lowered:
    reason = None
    looser = looser_of(target)
    if looser is not None:
        structured, seen = _structured(reading, target, None)
        reason = why_not(structured, seen, target)
        if reason is None:
            finished = _finished(structured, seen, reading, target, None)
            deepest = None if seen & _REFERENCE else reading.deepest + _ADDED_LEVELS
            reason = limits.over_limits(finished, target, deepest=deepest)
        if reason is None:
            trace = Trace(finished, reading, target, rewritten)
            return Lowered(finished, target, trace, is_strict=True)
        target = looser
    finished = rewritten(reading, target, None)
    trace = Trace(finished, reading, target, rewritten)
    return Lowered(finished, target, trace, not_strict_because=reason)


def why_not(structured: JsonSchema, seen: int, target: Target) -> str | None:
    """Say why a schema cannot be strict, with its place; `seen` is what occurs in it."""
    if target.additional_properties != "closed":
        return None
    found = strict.why_not_strict(structured, seen)
    return None if found is None else f"{found[1]} at {found[0] or 'the root'}"


def rewritten(reading: Reading, target: Target, log: Log | None) -> JsonSchema:
    """Rewrite what was read; the same each time, so that a log can be had afterwards."""
    structured, seen = _structured(reading, target, log)
    return _finished(structured, seen, reading, target, log)


def _structured(reading: Reading, target: Target, log: Log | None) -> tuple[JsonSchema, int]:
    """Resolve references and combiners as far as the target needs it; give what may occur then."""
    schema, seen = reading.schema, reading.seen
    if seen & _REFERENCE and ("$ref" not in target.keywords or not target.reads_recursion):
        inlined = inline(schema, "$ref" in target.keywords, log.made if log else _unlogged)
        schema = inlined.schema
        if log is not None:
            log.inlined(reading.schema, inlined.cut)
        if seen & fragile.FRAGILE:
            schema = fragile.open_fragile(schema, set(map(id, inlined.widened)), log)
            seen |= fragile.PASS.sets
        if "$ref" not in target.keywords:
            seen &= ~_REFERENCE
    elif seen & _REFERENCE and not target.reads_root_reference:
        schema = name_root.name_root(schema, log)
        seen |= _DEFINITIONS
    if seen & _CONDITIONS and not target.reads_root_combiners:
        anchored = anchor_conditions.anchor_conditions(
            schema, Setting(target, _definitions(schema, seen))
        )
        if anchored is not schema:
            schema = _changed(anchor_conditions.PASS, schema, anchored, log)
            seen |= anchor_conditions.PASS.sets
    if seen & _COMBINED:
        told = 0 if log is None else len(log.rewrites)
        plain, seen_then = _combined(schema, seen, target, log)
        if plain is not schema and seen & _GROWING and _has_grown(schema, plain):
            if log is not None:
                log.take_back(told)
            plain, seen_then = _combined(schema, seen, target, log, is_cautious=True)
        schema, seen = plain, seen_then
    if seen & _MERGED or schema.type != "object" or schema.properties is None:
        merged = root.merge_root(schema, Setting(target, _definitions(schema, seen)))
        if merged is not schema:
            schema = _changed(root.MERGE_ROOT, schema, merged, log)
            return _combined(schema, seen | root.MERGE_ROOT.sets, target, log)
    return schema, seen


def _combined(
    schema: JsonSchema, seen: int, target: Target, log: Log | None, *, is_cautious: bool = False
) -> tuple[JsonSchema, int]:
    """Write the combiners as the target reads them; give what may occur then."""
    plan = plan_of(STRUCTURE, seen, target)
    if not plan.passes:
        return schema, seen
    schema, is_settled = _written(schema, plan, seen, log, is_cautious=is_cautious)
    seen |= plan.sets
    return schema, seen & ~_ONE_OF if is_settled and "oneOf" not in target.keywords else seen


def _finished(
    schema: JsonSchema, seen: int, reading: Reading, target: Target, log: Log | None
) -> JsonSchema:
    """Write every keyword as the target reads it, until nothing is left to write."""
    is_strict = target.additional_properties == "closed" or target.needs_all_required
    passes = vocabulary(target.keywords, is_strict)
    if seen & ODD_NAME and takes_simple_names(target):
        is_odd = not all(are_taken(names, target) for names in reading.odd_names)
        seen = seen if is_odd else seen & ~ODD_NAME
    plan = plan_of(passes, seen, target)
    names = renamed_in(reading.schema, target) if plan.renames else _NO_NAMES
    schema, _ = _written(schema, plan, seen, log, names)
    if _may_be_large(reading, target):
        shallow = limits.cut_levels(
            schema, target, log, is_fragile=bool((seen | plan.sets) & fragile.FRAGILE)
        )
        if shallow is not schema:
            # What was cut may be alike now: branches of a union, say.
            plan = plan_of(passes, seen | limits.CUT_LEVELS.sets, target)
            schema, _ = _written(shallow, plan, seen, log, names)
    slim = root.drop_unread_root_keywords(schema, target, seen | plan.sets)
    if slim is not schema:
        schema = _changed(root.DROP_UNREAD_ROOT_KEYWORDS, schema, slim, log)
    pruned = prune(schema)
    if pruned is not schema and log is not None:
        log.made(pruned, schema)
    return pruned


def _may_be_large(reading: Reading, target: Target) -> bool:
    """Tell by what the reader counted whether a tree may be over the target's limits.

    Only references make it deeper, and combiners repeat names; beside them, a pass adds one level
    at most.
    """
    deepest, most = target.limits.max_depth, target.limits.max_properties
    if target.falls_back_to is not None:
        # What is too large to be strict is sent whole, without it.
        return False
    if deepest is not None and (
        reading.seen & _REFERENCE or reading.deepest + _ADDED_LEVELS > deepest
    ):
        return True
    # A plain union repeats no names.
    return most is not None and bool(reading.seen & ODD_UNION or reading.names > most)


def _written(
    schema: JsonSchema,
    plan: Plan,
    seen: int,
    log: Log | None,
    names: Mapping[str, str] = _NO_NAMES,
    *,
    is_cautious: bool = False,
) -> tuple[JsonSchema, bool]:
    """Run a plan until nothing is left to write; tells whether that was reached."""
    if not plan.passes:
        return schema, True
    rewriting = Rewriting(plan, log, has_shared_nodes=bool(seen & _SHARING))
    # What a reference brought in, or a node became, may be for a pass that it had had before.
    for _ in range(_SETTLED):
        setting = _setting(plan, schema, seen)
        if names or is_cautious:
            setting = setting._replace(names=names, is_cautious=is_cautious)
        schema = rewriting.run(schema, setting)
        if rewriting.settled:
            return schema, True
    return schema, False


# A level of objects and lists is a node inside another; a pass that gives a list items adds one.
_ADDED_LEVELS: Final = 1


def _has_grown(before: JsonSchema, after: JsonSchema) -> bool:
    """Tell of a schema that writing out its references makes far larger."""
    return expanded_size(after) > may_grow_to(len(before.to_json()))


def _changed(by: Pass, before: JsonSchema, after: JsonSchema, log: Log | None) -> JsonSchema:
    if log is not None:
        log.changed(by, before, before, after)
    return after


def _unlogged(after: JsonSchema, before: JsonSchema) -> None:
    """Note nothing."""


def _definitions(schema: JsonSchema, seen: int) -> Definitions:
    is_alone = schema.defs is None and not seen & _REFERENCE
    return NO_DEFINITIONS if is_alone else Definitions(schema)


def _setting(plan: Plan, schema: JsonSchema, seen: int) -> Setting:
    definitions = _definitions(schema, seen)
    if definitions is NO_DEFINITIONS:
        return plan.setting
    return plan.setting._replace(definitions=definitions)


_MERGED: Final = root.MERGE_ROOT.reads
_REFERENCE: Final = bits_of(("ref",))
_DEFINITIONS: Final = bits_of(("defs",))
_ONE_OF: Final = bits_of(("oneOf",))
_COMBINED: Final = bits_of(("ref", "allOf", "anyOf", "oneOf"))
_GROWING: Final = bits_of(("ref", "allOf"))
# A plain tree has no node twice, and no pass puts one there.
_SHARING: Final = _REFERENCE | ODD_UNION
_CONDITIONS: Final = bits_of(("if_", "not_", "allOf"))

"""What fitting loses: the published waterfall and best_first side by side at the same budget.

python benchmarks/fit.py                  the corpus, both doors, three budgets, a whole set
python benchmarks/fit.py --alternatives   other loss models at 4,000 bytes and 500 tokens
python benchmarks/fit.py --optimum        how far small schemas are from the best possible
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterable
from statistics import mean
from typing import Any, NamedTuple

from fit_faults import faults, validator
from fit_measures import (
    BYTES,
    TOKENS,
    Record,
    Unit,
    fallen,
    lowered,
    paths,
    paths_kept,
    records,
    skeleton,
    words,
)

from leanschema import lower
from leanschema.compatible import parse_tool_input_schema_without_compaction
from leanschema.fit.fitting import Budget, fit_into
from leanschema.fit.waterfall import drop_descriptions
from leanschema.schema import JsonSchema
from leanschema.targets import TARGETS

BUDGETS = ((4_000, BYTES), (1_000, TOKENS), (500, TOKENS))
DOORS: dict[str, Callable[[Any], JsonSchema]] = {
    "codex": parse_tool_input_schema_without_compaction,
    "openai": lambda value: lower(value, target="openai").schema,
}
_EPSILON = 1e-9


class Kept(NamedTuple):
    """What one fitted schema kept of its original."""

    paths: float
    words: float
    refused: int
    faults: int
    holds: bool


class Case:
    """A schema over its budget, with what it shows and refuses whole."""

    def __init__(self, schema: JsonSchema, most: int, unit: Unit, seed: int) -> None:
        self.schema, self.most, self.unit = schema, most, unit
        self.paths = paths(schema)
        self.words = words(schema)
        self.faults = faults(schema.to_dict(), seed) if seed >= 0 else []
        # Whether the waterfall needs more than its first pass, which drops what no judge reads.
        self.falls_far = unit.cost(drop_descriptions(schema).to_json()) > most
        self.can_hold = unit.cost(skeleton(schema).to_json()) <= most

    def kept(self, fitted: JsonSchema) -> Kept:
        judge = validator(fitted.to_dict()) if self.faults else None
        return Kept(
            paths_kept(self.paths, fitted),
            words(fitted) / self.words if self.words else 1.0,
            sum(not judge.is_valid(fault) for fault in self.faults) if judge else 0,
            len(self.faults),
            self.unit.cost(fitted.to_json()) <= self.most,
        )

    def fitted(self, door: str) -> JsonSchema:
        return fit_into(self.schema, TARGETS[door], Budget(self.most, self.unit.cost))[0]


def over(
    schemas: Iterable[JsonSchema], most: int, unit: Unit, *, with_faults: bool = True
) -> list[Case]:
    return [
        Case(schema, most, unit, number if with_faults else -1)
        for number, schema in enumerate(schemas)
        if unit.cost(schema.to_json()) > most
    ]


def row(name: str, cases: list[Case], kept: list[Kept], against: list[Kept]) -> str:
    can = [one.holds for case, one in zip(cases, kept, strict=True) if case.can_hold]
    shown = sorted(one.paths for one in kept)
    below = sum(a.paths < b.paths - _EPSILON for a, b in zip(kept, against, strict=True))
    far = [one for case, one in zip(cases, kept, strict=True) if case.falls_far]
    return (
        f"  {name:24} held {sum(can)}/{len(can)}  paths {mean(shown):.3f}"
        f"  worst tenth {shown[len(shown) // 10]:.3f}  below {below}"
        f"  words {mean(one.words for one in kept):.3f}"
        f"  refused {refused(kept)}, of {len(far)} that fall far {refused(far)}"
    )


def refused(kept: list[Kept]) -> str:
    some, total = sum(one.refused for one in kept), sum(one.faults for one in kept)
    return f"{some}/{total} = {some / total if total else 0:.3f}"


def compare(schemas: dict[str, list[JsonSchema]]) -> None:
    for door, found in schemas.items():
        for most, unit in BUDGETS:
            cases = over(found, most, unit)
            if not cases:
                continue
            print(f"{door}, {most:,} {unit.name}: {len(cases)} schemas over it")
            fell = [case.kept(fallen(case.schema, most, unit)) for case in cases]
            print(row("waterfall", cases, fell, fell))
            fitted = [case.kept(case.fitted(door)) for case in cases]
            print(row("best_first", cases, fitted, fell), flush=True)


def compare_sets(found: list[Record]) -> None:
    """Fit the tools of each of the ten largest providers into a third of their tokens."""
    from leanschema.fit.toolset import Member, fit_set

    largest = Counter(record.provider for record in found).most_common(10)
    shares = []
    for provider, count in largest:
        members = [
            Member(r.name, r.description, lower(r.schema, target="openai").schema)
            for r in found
            if r.provider == provider and isinstance(r.schema, dict)
        ]
        whole = fit_set(members, TARGETS["openai"], Budget(10**9, TOKENS.cost))
        fitted = fit_set(members, TARGETS["openai"], Budget(whole.size // 3, TOKENS.cost))
        least = fit_set(members, TARGETS["openai"], Budget(1, TOKENS.cost)).size
        pairs = zip(members, fitted.members, strict=True)
        kept = mean(paths_kept(paths(before.schema), after.schema) for before, after in pairs)
        shares.append(kept)
        print(
            f"  {provider[:40]:40} {count:5} tools {whole.size:7,} -> {fitted.size:7,} tokens"
            f" (least {least:6,})  held {fitted.holds}  paths {kept:.3f}",
            flush=True,
        )
    print(f"  mean of paths over the providers: {mean(shares):.3f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--alternatives", action="store_true", help="other loss models")
    parser.add_argument("--optimum", action="store_true", help="against exhaustive search")
    parser.add_argument("--sets", action="store_true", help="whole tool sets only")
    options = parser.parse_args()
    found = records()
    if options.sets:
        compare_sets(found)
        return
    schemas = {door: lowered(found, low) for door, low in DOORS.items()}
    if options.alternatives:
        from fit_alternatives import compare_alternatives

        compare_alternatives(schemas)
    elif options.optimum:
        from fit_optimum import compare_with_optimum

        compare_with_optimum(schemas["openai"])
    else:
        compare(schemas)
        print("whole sets, openai, a third of their tokens")
        compare_sets(found)


if __name__ == "__main__":
    main()

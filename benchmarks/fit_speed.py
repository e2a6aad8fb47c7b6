"""How fast fitting is: a page editor's schema of 84 kB, and the corpus against the waterfall.

python benchmarks/fit_speed.py
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from fit_measures import BYTES, TOKENS, lowered, records

from leanschema.compatible import parse_tool_input_schema_without_compaction
from leanschema.fit.fitting import Budget, fit_into
from leanschema.fit.waterfall import waterfall
from leanschema.schema import JsonSchema
from leanschema.targets import TARGETS

_ROUNDS = 15


def page_editor(blocks: int = 14) -> JsonSchema:
    """A tool that edits pages: blocks of many kinds, each with a style of its own, told at length."""
    colour = JsonSchema.enum(
        ["red", "green", "blue", "grey"], "The colour. Grey where none is given."
    )

    def style(number: int) -> JsonSchema:
        sides = {
            side: JsonSchema.integer(
                f"The margin at the {side} of block {number}, in points.", minimum=0
            )
            for side in ("top", "right", "bottom", "left")
        }
        return JsonSchema.object(
            {"colour": colour, "margin": JsonSchema.object(sides)}, description="How it looks."
        )

    def block(number: int) -> JsonSchema:
        fields = {
            f"field_{number}_{index}": JsonSchema.string(
                f"What field {index} of a block of kind {number} shows. It is told to the reader in "
                "full, with each case, so that nothing about it is left open to anyone."
            )
            for index in range(10)
        }
        kind = JsonSchema(type="string", enum_=(f"block_{number}",))
        return JsonSchema.object(
            {"kind": kind, **fields, "style": style(number)}, required=["kind"], additional=False
        )

    union = JsonSchema.any_of([block(number) for number in range(blocks)], "One block of the page.")
    return JsonSchema.object(
        {
            "page_id": JsonSchema.string("Which page to edit."),
            "blocks": JsonSchema.array(union, "The blocks, from top to bottom."),
            "before": JsonSchema.array(union, "The blocks that are there now."),
            "settings": JsonSchema.object({f"s{n}": style(n) for n in range(blocks)}),
        },
        required=["page_id", "blocks"],
    )


def best_by_turns(*runs: Callable[[], Any]) -> list[float]:
    """Time each between the others, so that a machine that slows down slows all of them."""
    times: list[list[float]] = [[] for _ in runs]
    for _ in range(_ROUNDS):
        for measured, run in zip(times, runs, strict=True):
            gc.collect()
            start = time.perf_counter()
            run()
            measured.append(time.perf_counter() - start)
    return [min(measured) for measured in times]


def main() -> None:
    schema = page_editor()
    print(f"a page editor's schema of {len(schema.to_json()):,} bytes")
    for most, unit in ((4_000, BYTES), (1_000, TOKENS)):
        budget = Budget(most, unit.cost)
        (seconds,) = best_by_turns(partial(fit_into, schema, TARGETS["openai"], budget))
        left = unit.cost(fit_into(schema, TARGETS["openai"], budget)[0].to_json())
        print(f"  into {most:,} {unit.name}: {seconds:.3f} s (goal: under 0.5), {left:,} left")
    found = lowered(records(), parse_tool_input_schema_without_compaction)
    over = [(one, size) for one in found if (size := len(one.to_json())) > 4_000]
    falls, fits = best_by_turns(
        lambda: [waterfall(one, 4_000, size) for one, size in over],
        lambda: [fit_into(one, TARGETS["codex"], Budget(4_000, len)) for one, _ in over],
    )
    print(
        f"{len(over)} schemas over 4,000 bytes: waterfall {falls * 1e3:.1f} ms, best_first"
        f" {fits * 1e3:.1f} ms, {fits / falls:.1f} times (goal: at most 10)"
    )


if __name__ == "__main__":
    main()

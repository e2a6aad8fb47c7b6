"""The loss model against other ones, at the same budgets and by the same measures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from fit_measures import BYTES, TOKENS, fallen

from leanschema.fit import edits, fitting, loss
from leanschema.schema import JsonSchema

Changes = dict[str, float]

MODELS: dict[str, Changes] = {
    "as it is": {},
    "no depth weighting": {"LEVEL": 1.0, "OPTIONAL": 1.0},
    "a quarter a level": {"LEVEL": 0.25},
    "optional as required": {"OPTIONAL": 1.0},
    "optional at 0.7": {"OPTIONAL": 0.7},
    "words first": {"WORD": 1e-6, "LATER_WORD": 1e-7},
    "words at half": {"WORD": loss.WORD / 2, "LATER_WORD": loss.LATER_WORD / 2},
    "words last": {"WORD": 2.0, "LATER_WORD": 1.0},
    "all words alike": {"LATER_WORD": loss.WORD},
    "types as words": {"TYPE": 0.1, "ENUM": 0.2},
}


@contextmanager
def model(changes: Changes) -> Iterator[None]:
    """Run with other numbers in the loss model."""
    before = {name: getattr(loss, name) for name in changes}
    table = dict(loss.FIELD_WORTH)
    try:
        for name, value in changes.items():
            setattr(loss, name, value)
        if "TYPE" in changes:
            loss.FIELD_WORTH["type"] = changes["TYPE"]
        loss.text_of.cache_clear()
        yield
    finally:
        for name, value in before.items():
            setattr(loss, name, value)
        loss.FIELD_WORTH.update(table)
        loss.text_of.cache_clear()


@contextmanager
def replaced(module: Any, name: str, value: Any) -> Iterator[None]:
    before = getattr(module, name)
    setattr(module, name, value)
    try:
        yield
    finally:
        setattr(module, name, before)


def compare_alternatives(schemas: dict[str, list[JsonSchema]]) -> None:
    from fit import over, row

    def without_sharing(schema: JsonSchema, **_: Any) -> JsonSchema:
        return schema

    no_merge: Callable[..., bool] = lambda edit, target: False  # noqa: E731 - stands in for one
    for most, unit in ((4_000, BYTES), (500, TOKENS)):
        cases = over(schemas["openai"], most, unit)
        print(f"openai, {most:,} {unit.name}: {len(cases)} schemas over it")
        fell = [case.kept(fallen(case.schema, most, unit)) for case in cases]
        print(row("waterfall", cases, fell, fell))
        for name, changes in MODELS.items():
            with model(changes):
                kept = [case.kept(case.fitted("openai")) for case in cases]
            print(row(name, cases, kept, fell), flush=True)
        with replaced(fitting, "without_repetition", without_sharing):
            kept = [case.kept(case.fitted("openai")) for case in cases]
        print(row("no sharing", cases, kept, fell))
        with replaced(edits, "work_out_merge", no_merge):
            kept = [case.kept(case.fitted("openai")) for case in cases]
        print(row("no merging of branches", cases, kept, fell), flush=True)

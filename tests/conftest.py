"""What all tests share: Hypothesis draws the same examples each time, but for a fuzz.

    LEANSCHEMA_FUZZ=2000 python -m pytest tests/lower tests/fit

draws as many examples for each law as the variable says, others in every run.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "repeatable",
    max_examples=40,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("repeatable")

_FUZZ = os.environ.get("LEANSCHEMA_FUZZ")


def pytest_collection_modifyitems(items: list[object]) -> None:
    """Begin with the linters, whose checker of types takes longest, so that no worker waits for it.

    Let each law draw as many examples as a fuzz asks for, others in every run.
    """
    items.sort(key=lambda item: "test_house" not in getattr(item, "nodeid", ""))
    if not _FUZZ:
        return
    for item in items:
        test = getattr(item, "obj", None)
        own = getattr(test, "_hypothesis_internal_use_settings", None)
        if own is not None and test is not None:
            asked = settings(own, max_examples=int(_FUZZ), derandomize=False)
            test._hypothesis_internal_use_settings = asked

"""A change: what the model no longer sees, or sees otherwise, at one place of one schema."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

Law = Literal["exact", "widens", "narrows"]


class Change(msgspec.Struct, frozen=True, omit_defaults=True):
    """One keyword of one node that is not as it was.

    `pointer` is the JSON Pointer of the node in the schema that was given; `before` and `after`
    are JSON values (UNSET where the keyword was, or is, absent). `law` says whether the node
    accepts the same arguments, more, or fewer. `by` names the pass, `reason` says why in a few
    words, and `source` where the rule that forces it is written. `saved` is what the change saved
    (bytes or tokens, as the budget was given), where a fitter made it.
    """

    pointer: str
    keyword: str
    before: Any | UnsetType = UNSET
    after: Any | UnsetType = UNSET
    law: Law = "exact"
    by: str = ""
    reason: str = ""
    source: str | None = None
    saved: int | None = None

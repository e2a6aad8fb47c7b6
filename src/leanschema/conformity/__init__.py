"""Judge a schema by a target's own facts: what the provider refuses, or does not read.

No code of a pass is used here, and nothing is assumed about who wrote the schema: `violations`
takes any JSON value, published, lowered by us, or lowered by another library.
"""

from __future__ import annotations

from leanschema.conformity.rules import RULES, Violation
from leanschema.conformity.walk import violations

__all__ = ["RULES", "Violation", "violations"]

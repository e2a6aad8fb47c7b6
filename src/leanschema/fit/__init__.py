"""Fitting: a schema, or a whole tool set, into a budget with the least loss."""

from __future__ import annotations

from leanschema.fit.fitting import Fitted, fit

__all__ = ["Fitted", "fit"]

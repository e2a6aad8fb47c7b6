"""Fitting: how large a schema is, and how it is made smaller."""

"""Readers: raw JSON to `JsonSchema`. One file for each way of reading."""

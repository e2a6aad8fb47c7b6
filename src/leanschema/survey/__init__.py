"""A corpus of tools: sources, measures, tables, page."""

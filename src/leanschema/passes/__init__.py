"""Passes: one rewrite a file, each with its rule, what it leaves alone, and its law."""

"""Check tools as an author would before a provider does: what is refused, lost, costly, or odd."""

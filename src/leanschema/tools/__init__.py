"""Tools: the envelopes in which schemas reach a model."""

"""Derivatives of runs by parameters, past events, and the optimiser that uses them."""

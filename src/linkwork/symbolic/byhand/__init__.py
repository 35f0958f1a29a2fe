"""Equations derived by hand: a sheet of symbols, the two derivations, and the way into a compiled system."""

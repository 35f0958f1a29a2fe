"""Graphs as formulas that one can read: normal form, names for what is shared, printed forms."""

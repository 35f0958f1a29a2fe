"""Measures: what a law sees of the relative motion."""

"""Equilibria: their conditions, the ways to a solution, and whether they are stable."""

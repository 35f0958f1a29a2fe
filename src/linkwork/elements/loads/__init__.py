"""Loads from outside on bodies and points."""

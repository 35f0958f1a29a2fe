"""Runs read back from files, and what computes their other channels again."""

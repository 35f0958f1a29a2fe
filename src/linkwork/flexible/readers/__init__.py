"""Readers of finite-element models, one format a file."""

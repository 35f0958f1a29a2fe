"""Signals: numbers that depend on time alone, with as many derivatives as they have."""

from ...contract import Expression, register

__all__ = ["Expression"]

register(Expression)

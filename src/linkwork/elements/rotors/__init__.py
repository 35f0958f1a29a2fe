"""Rotors inside bodies."""

from ...contract import register
from .wheel import Wheel

__all__ = ["Wheel"]

register(Wheel)

"""Names, shapes and units of everything in a model that has a value in motion: one table for both formulations."""

from .channel import Channel, Needs, component_names
from .table import ChannelTable
from .units import ACCELERATIONS, BALANCE, BODY, ENERGIES, MEANS, rate, unit_text

__all__ = [
    "ACCELERATIONS",
    "BALANCE",
    "BODY",
    "ENERGIES",
    "MEANS",
    "Channel",
    "ChannelTable",
    "Needs",
    "component_names",
    "rate",
    "unit_text",
]

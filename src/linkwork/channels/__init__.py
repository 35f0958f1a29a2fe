"""Names, shapes and units of everything in a model that has a value in motion: one table for both formulations."""

from .channel import NOT_UNIQUE, Channel, Needs, component_names
from .table import ChannelTable
from .units import (
    ACCELERATIONS,
    BALANCE,
    BODY,
    ENERGIES,
    MEANS,
    MODIFIED,
    MOMENTA,
    MOMENTUM,
    RUN_CHANNELS,
    rate,
    unit_text,
)

__all__ = [
    "ACCELERATIONS",
    "BALANCE",
    "BODY",
    "ENERGIES",
    "MEANS",
    "MODIFIED",
    "MOMENTA",
    "MOMENTUM",
    "NOT_UNIQUE",
    "RUN_CHANNELS",
    "Channel",
    "ChannelTable",
    "Needs",
    "component_names",
    "rate",
    "unit_text",
]

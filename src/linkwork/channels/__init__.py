"""Names, shapes and units of everything in a model that has a value in motion: listed by
providers, one for each formulation, and found in one table."""

from .channel import NOT_UNIQUE, Channel, Needs, component_names
from .system_provider import AbsoluteProvider, FrameProvider, SystemProvider, TreeProvider
from .table import ChannelProvider, ChannelTable, ListedChannels
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
    "AbsoluteProvider",
    "Channel",
    "ChannelProvider",
    "ChannelTable",
    "FrameProvider",
    "ListedChannels",
    "Needs",
    "SystemProvider",
    "TreeProvider",
    "component_names",
    "rate",
    "unit_text",
]

"""Names, shapes and units of everything in a model that has a value in motion: listed by
providers, one for each formulation, and found in one table."""

from .channel import (
    ACCELERATIONS,
    BALANCE,
    BODY,
    ENERGIES,
    MEANS,
    MODIFIED,
    MOMENTA,
    MOMENTUM,
    NOT_UNIQUE,
    RUN_CHANNELS,
    BodyQuantity,
    Channel,
    Needs,
    component_names,
    rate,
    unit_text,
)
from .system_provider import AbsoluteProvider, FrameProvider, SystemProvider, TreeProvider
from .table import ChannelProvider, ChannelTable, ListedChannels

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
    "BodyQuantity",
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

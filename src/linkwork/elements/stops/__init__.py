"""Stops, ropes, clearances and freewheels: what holds on one side only."""

# The imports of elements and `__all__` are written by `python -m tools.stub`.
from .bump_stop import BumpStop
from .clearance_revolute import ClearanceRevolute
from .joint_stop import JointStop
from .one_way_clutch import OneWayClutch
from .pin_in_slot import PinInSlot
from .ratchet import Ratchet
from .rope import Rope

__all__ = ["BumpStop", "ClearanceRevolute", "JointStop", "OneWayClutch", "PinInSlot", "Ratchet", "Rope"]

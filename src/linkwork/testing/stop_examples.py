"""Examples of stops, ropes, clearances and freewheels."""

from __future__ import annotations

from .. import elements as lw
from ..contract import Element, Parameter

STOP_EXAMPLES: dict[str, tuple[Element, ...]] = {
    "BumpStop": (lw.BumpStop(0.4, 0.9), lw.BumpStop(longest=Parameter("stroke", 0.9), friction=0.2)),
    "ClearanceRevolute": (
        lw.ClearanceRevolute(0.01, 0.1, friction=0.2),
        lw.ClearanceRevolute(0.01, 0.1, "y", width=0.3, restitution=0.5),
    ),
    "JointStop": (lw.JointStop(-0.5, 0.7, restitution=0.3), lw.JointStop(upper=Parameter("limit", 0.7))),
    "OneWayClutch": (lw.OneWayClutch(), lw.OneWayClutch(Parameter("drive", 2.5))),
    "PinInSlot": (lw.PinInSlot(0.3, 0.01, 0.05, friction=0.2), lw.PinInSlot(0.3, 0.01, 0.05, "z", "x")),
    "Ratchet": (lw.Ratchet(), lw.Ratchet(backward=True)),
    "Rope": (lw.Rope(0.7), lw.Rope(Parameter("line", 0.7), restitution=0.4)),
}

"""Materials at hand, by mean values at room temperature: for a first model. Measure those of the last one."""

from ..contract import Material, register

__all__ = ["ALUMINIUM", "BRASS", "CAST_IRON", "COPPER", "POLYAMIDE", "STAINLESS_STEEL", "STEEL", "TITANIUM"]


STEEL = Material(210e9, 0.3, 7850.0)
"""Structural steel."""
STAINLESS_STEEL = Material(195e9, 0.29, 7900.0)
"""Austenitic stainless steel."""
CAST_IRON = Material(110e9, 0.26, 7200.0)
"""Grey cast iron."""
ALUMINIUM = Material(70e9, 0.33, 2700.0)
"""Aluminium and its common alloys."""
TITANIUM = Material(110e9, 0.34, 4500.0)
"""Titanium alloy."""
COPPER = Material(120e9, 0.34, 8940.0)
"""Copper."""
BRASS = Material(105e9, 0.35, 8500.0)
"""Brass."""
POLYAMIDE = Material(2.7e9, 0.39, 1140.0)
"""Polyamide, dry."""

register(Material)

"""The energy that force elements hold and can give back."""

from __future__ import annotations

import inspect
from typing import Any

from ..contract import ModelError
from ..contract.derived.force_motion import energy_in
from .force_law import ForceLaw


def stored_energy(law: ForceLaw) -> Any | None:
    """V of an element in motion, None where it has none or it is not known."""
    element = law.element
    written = element.stored_energy
    needs_inputs = written is not None and "i" in inspect.signature(written).parameters
    return energy_in(element, lambda: law.measured[0][0], law.known if needs_inputs else law.seen)


def channel_energy(law: ForceLaw) -> Any:
    """The same for a channel, which must have a value."""
    found = stored_energy(law)
    if found is None:
        raise ModelError(
            f"connection {law.name!r}: the energy in {law.element.kind} is not known; write its stored_energy(...)."
        )
    return found

"""One point of a contact among the rows of a system, and the numbers of its law at a state."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ...contract import Contact
from ...contract.contact import MODE_SWITCHES
from ...results import State
from ...topology.contacts import ContactPoint
from ...topology.switches import Switch


@dataclass(frozen=True, eq=False)
class PointRows:
    """One point: whose it is, and where its rows stand."""

    point: ContactPoint
    element: Contact
    normal: int
    """Its row of the gap."""
    slips: tuple[int, ...]
    """Its rows of sliding."""
    g: int | None
    """Its place among residuals of positions; None where it goes one way."""
    switch: Switch | None = None
    """What switches its contact."""

    has_edges: bool = False
    """Whether the face that it touches ends somewhere."""
    is_detected: bool = False
    """Whether time stepping finds it by the detection of collisions, and not by this row."""
    pair: str = ""
    """The connection and the two bodies of a contact that was detected."""

    @property
    def label(self) -> str:
        """Its name."""
        return self.point.label

    @cached_property
    def names(self) -> dict[str, str]:
        """The names of the numbers that a run sets of it, by what they are."""
        return {name: self.point.switch(name) for name in MODE_SWITCHES}

    def friction(self, speed: float, state: State) -> float:
        """μ at a sliding speed."""
        mu = self.element.friction
        return _worth(mu(speed) if callable(mu) else mu, state)

    def static_friction(self, state: State) -> float:
        """What sticking bears, as a part of the normal force."""
        static = self.element.static_friction
        return self.friction(0.0, state) if static is None else _worth(static, state)

    def is_active(self, state: State) -> bool:
        """Whether its contact is switched on."""
        return self.switch is None or self.switch.worth(state)

    def restitution(self, state: State) -> float:
        """e."""
        return _worth(self.element.restitution, state)


def _worth(value: Any, state: State) -> float:
    """A number, or an expression of Parameters at a state."""
    return value if isinstance(value, float) else float(state.worth(value))

"""How far a point of a contact is from going on in another way."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ContactMargin:
    """One point of a contact at a state: how it is, and what is left until that changes."""

    point: str
    """"floor", or "floor.corner 3" where a contact has several points."""
    mode: str
    """"open", "stick" or "slip"; a closed point without friction sticks."""
    gap: float
    """In m, as the contact writes it; zero where it is closed."""
    normal_force: float = 0.0
    """λ_N in N: it lifts off where this is zero."""
    friction: float = 0.0
    """‖λ_T‖ in N."""
    grip: float | None = None
    """μ λ_N − ‖λ_T‖ in N, with the coefficient of sticking: a point that sticks begins to slide where this is zero."""
    slip: float = 0.0
    """Sliding speed in m/s."""
    gap_dot: float = 0.0
    """The speed at which it parts, in m/s."""

    @property
    def least(self) -> float:
        """What is left, in the unit of what ends the mode: the gap, the normal force, the grip or the sliding speed."""
        if self.mode == "open":
            return self.gap
        if self.mode == "slip":
            return min(self.normal_force, self.slip)
        return self.normal_force if self.grip is None else min(self.normal_force, self.grip)

    def __str__(self) -> str:
        if self.mode == "open":
            return f"{self.point}: open by {self.gap:.4g} m"
        said = f"{self.point}: pressed by {self.normal_force:.4g} N"
        if self.mode == "slip":
            return f"{said}, slides at {self.slip:.4g} m/s"
        return said if self.grip is None else f"{said}, sticks with {self.grip:.4g} N of friction left"

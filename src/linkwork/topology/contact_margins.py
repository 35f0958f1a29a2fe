r"""Margins of a contact's points: positive while a point may go on as it is, zero where it has to change.

| mode | touch | slide | speed |
|---|---|---|---|
| open | g; γ_N of what goes one way | – | – |
| sticks | λ_N | μ λ_N − ‖λ_T‖ | – |
| slides along its velocity | λ_N | ‖γ_T‖ − v | – |
| slides in a given direction d | λ_N | d·γ_T | v − d·γ_T |

`touch` is counted in numbers between rounding and what happens, of forces or of gaps: what may be rounding is known.
Where faces have edges, a closed point may go on only until it leaves its face, and an open one is apart while it is
outside of them: with w, how far it is inside, touch is min(λ_N, w) and max(g, −w).

Near rest the direction of a velocity has no limit that a method could follow: below the speed v a point slides in a
direction that is kept, so that d·γ_T passes zero smoothly where it stops. Where rows repeat each other their
multipliers are only one way to carry the load: a point has a share beside them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ..contract.derived.contact_form import NO_SPEED
from ..expr import array, dot, maximum, minimum, sqrt, where
from ..expr.graph import as_expr
from .contacts import WITHIN, ContactPoint, DrawnContact

MARGINS = ("touch", "slide", "speed")
_IDLE = 1.0
"""A margin that never ends anything."""
TOUCH_ROUNDING = 1e-3
"""What of `touch` may be rounding."""


@dataclass(frozen=True)
class Margin:
    """One margin of one point."""

    contact: DrawnContact
    point: ContactPoint
    kind: str

    def __call__(self, x: Any) -> Any:
        """Its value by channels."""
        return _KINDS[self.kind](self, x)

    @property
    def name(self) -> str:
        """That of the event at which it is zero."""
        return f"{self.point.label}: {self.kind}"

    @property
    def rounding(self) -> float:
        """Changes of it that may be rounding."""
        return TOUCH_ROUNDING if self.kind == "touch" else 0.0

    def switch(self, x: Any, name: str) -> Any:
        """A number that the run sets."""
        return as_expr(x[self.point.switch(name)])

    def value(self, x: Any, what: str) -> Any:
        """A channel of the point."""
        return x[f"{self.point.label}.{what}"]


def margins_of(contacts: Sequence[DrawnContact]) -> list[Margin]:
    """All margins of all points."""
    found = []
    for contact in contacts:
        for point in contact.points:
            kinds = MARGINS if len(point.slips) == 2 else MARGINS[:2] if len(point.slips) else MARGINS[:1]
            found += [Margin(contact, point, kind) for kind in kinds]
    return found


def _normal(margin: Margin, x: Any) -> Any:
    return margin.value(x, "normal_force") + margin.switch(x, "share_normal")


def _touch(margin: Margin, x: Any) -> Any:
    force, length = margin.switch(x, "force_shift"), margin.switch(x, "gap_unit")
    pressed = _counted(_normal(margin, x) + force, force)
    if margin.contact.element.one_way:
        speed = margin.switch(x, "speed_shift")
        free = _counted(margin.value(x, "gap_dot") + speed, speed)
    else:
        free = _counted(margin.value(x, "gap") + margin.switch(x, "gap_shift"), length)
    if margin.contact.form.margins_within is not None:
        inside = _counted(margin.value(x, WITHIN), length)
        pressed, free = minimum(pressed, inside), maximum(free, -inside)
    switch, active = margin.contact.switch, margin.contact.element.active
    if active is None and switch is not None:
        active = switch.on(x)
    if active is not None:
        free = where(as_expr(active) > 0.5, free, _IDLE)
    return where(margin.switch(x, "closed") > 0.5, pressed, free)


def _counted(value: Any, unit: Any) -> Any:
    """A value in units that a run sets; as it is where none has yet."""
    return where(unit > 0.0, value / unit, value)


def _direction(margin: Margin, x: Any) -> Any:
    return array([margin.switch(x, f"direction_{k + 1}") for k in range(len(margin.point.slips))])


def _slide(margin: Margin, x: Any) -> Any:
    element = margin.contact.element
    slip, force = (array(margin.value(x, what)).ravel() for what in ("slip", "friction_force"))
    static = element.static_friction
    if static is None:
        static = element.friction(0.0) if callable(element.friction) else element.friction
    force = array([part + margin.switch(x, f"share_{k + 1}") for k, part in enumerate(force)])
    grip = sqrt(dot(force, force) + NO_SPEED)
    sticking = static * _normal(margin, x) - grip + margin.switch(x, "force_shift")
    following = sqrt(dot(slip, slip) + NO_SPEED) - margin.switch(x, "slow")
    direction = _direction(margin, x)
    kept = dot(direction, slip) + margin.switch(x, "speed_shift")
    given = where(dot(direction, direction) > 0.25, kept, _IDLE)
    return where(margin.switch(x, "stick") > 0.5, sticking, where(margin.switch(x, "follow") > 0.5, following, given))


def _speed(margin: Margin, x: Any) -> Any:
    slow, direction = margin.switch(x, "slow"), _direction(margin, x)
    slip = array(margin.value(x, "slip")).ravel()
    # Without a speed (in the plane) the direction is kept however fast a point slides.
    kept = where(slow > 0.0, slow - dot(direction, slip), _IDLE)
    return where(margin.switch(x, "follow") > 0.5, _IDLE, where(dot(direction, direction) > 0.25, kept, _IDLE))


_KINDS: dict[str, Callable[[Margin, Any], Any]] = {"touch": _touch, "slide": _slide, "speed": _speed}

"""The contract of one-sided contacts: a gap that must not become negative."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from ..expr import symbols
from ..spatial import Relative
from .contact_law import (
    CONTACT_LAW_FIELDS,
    FRICTION,
    IMPACT_LAW,
    RESTITUTION,
    STATIC_FRICTION,
    check_friction,
    has_friction,
)
from .derived.relative import relative_symbols
from .element import Element
from .errors import ModelError
from .fields import option, parameter
from .own_unknowns import OwnUnknowns
from .parameters import value_of
from .surface import ContactSurface

C = TypeVar("C", bound="Contact")
MOST_FRICTION = 5.0
"""Coefficients of friction above this are mentioned."""

LOAD_SHARES = ("share_normal", "share_1", "share_2")
"""What a point carries beside the multipliers of its rows where these repeat others (N): normal, and across."""
HELD_DIRECTIONS = ("held_1", "held_2")
"""Directions of sliding that other constraints hold, so that no friction is needed there."""
MODE_SWITCHES = (
    *("closed", "stick", "follow", "direction_1", "direction_2", "slow", "gap_shift"),
    *LOAD_SHARES,
    *HELD_DIRECTIONS,
)
"""What a run sets of every point: whether it is closed; sticks; slides along its own velocity, until that is below
`slow`; or in a direction that is given, until it is faster than `slow`. One that has just opened counts as apart until
its gap is below −`gap_shift`."""
MARGIN_SHIFTS = ("force_shift", "speed_shift", "gap_unit")
"""What margins are shifted by, so that rounding is not an event; and what gaps are counted in."""
SWITCHES = (*MODE_SWITCHES, *MARGIN_SHIFTS)


def _missing(self: Contact, *_: Any) -> Any:
    """Gaps."""
    raise ModelError(f"{self.kind}: a contact must have gap(self, {'q' if self.of_coordinates else 'rel'}, t).")


def _nothing(self: Contact, *_: Any) -> Any:
    """Not written."""
    return None


class Contact(OwnUnknowns):
    r"""Bodies that touch and do not enter each other: $0 \le g \perp \lambda_N \ge 0$, with impacts and dry friction.

    An author writes

    * `gap(rel, t)`: what is positive where bodies are apart and zero where they touch (a number, or one for every point
      that may touch). It is divided by the length of its slope $\partial g/\partial p$, so that its multiplier is a
      force and its rate a speed;
    * `point(rel, t)`, where the gap depends on the rotation and there is friction: the place of contact in the axes of
      the first end (one for every gap). Without it, that is the origin of the second end;
    * `tangents(rel, t)`, where other directions than two across the normal are wanted: one or two unit vectors (or a
      list of them for every gap);
    * `within(rel, t)`, where the face that is touched has edges: how far inside them each point stands.

    Rows, their rates and those of sliding follow by differentiation. With `of_coordinates`, ends are coordinates
    ("A.angle"), `gap(q, t)` and `slide(q, t)` are functions of these, and the rate of `slide` is the sliding speed.
    What goes one way (`one_way`) writes `gap_rate(rel, t)`, linear in `rel.w` and `rel.v`; on coordinates it is the
    rate of `gap`. Where bodies touch may need unknowns (`auxiliary`, as constraints have them): functions then take
    them as a third argument, `s`, and `held(rel, t, s)` gives the residuals that make them known, closed or open.

    `restitution` e is that of `law` "newton" (γ⁺ = −e γ⁻), "poisson" (of impulses) or "sequential" (one pair after
    the other, as in Newton's cradle). `friction` μ is a number or a function of the sliding speed, `static_friction`
    what sticking bears before it slides.
    """

    ends: ClassVar[int | None] = 2
    of_coordinates: ClassVar[bool] = False
    one_way: ClassVar[bool] = False
    """Whether the rate of the gap is what must not be negative, wherever bodies are: a ratchet, a freewheel."""
    rarely_given: ClassVar[tuple[str, ...]] = (*CONTACT_LAW_FIELDS, "switches", "active", "surfaces")

    restitution = RESTITUTION
    friction = FRICTION
    static_friction = STATIC_FRICTION
    law = IMPACT_LAW
    switches = parameter(
        default=None, shape=(None, len(SWITCHES)), internal=True, doc="how each point is; a run sets it"
    )
    active = parameter(default=None, internal=True, doc="1 where it holds, 0 where not; its connection says it")
    surfaces = option(default=None, internal=True, doc="those of its ends, which carry them")

    @property
    def is_limit(self) -> bool:
        """Whether it is a limit of a coordinate, a distance or a way, where no surfaces meet."""
        return self.of_coordinates

    @property
    def doubts(self) -> tuple[tuple[str, str], ...]:
        """A coefficient of friction that no pair of dry surfaces has."""
        found = None if callable(self.friction) or self.friction is None else float(value_of(self.friction))
        if found is None or found <= MOST_FRICTION:
            return ()
        angle = f"; tan({found:g}°) = {math.tan(math.radians(found)):.3g}" if found < 90.0 else ""
        said = f"friction = {found:g}; dry surfaces have 0.05 to 1, rubber up to 4. Is it an angle in degrees{angle}?"
        return (("friction", said),)

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls._put_last(Contact.fields)
        if callable(vars(cls).get("law")):
            raise ModelError(
                f"{cls.__name__}: writes a law of force, law(…); a contact has a gap and no law of its own: choose "
                "one. A force that grows with the depth is a lw.Force, as lw.PointPlaneContact is."
            )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        check_friction(self)
        if self.one_way and (self.has_friction or not self.is_default("restitution")):
            what = "friction" if self.has_friction else "restitution"
            raise ModelError(f"{self.kind}: goes one way, and closes without an approach or sliding; leave {what} out.")

    def placed(self: C, surfaces: Sequence[ContactSurface | None]) -> C:
        """The contact between ends that carry these surfaces, None where an end carries none; `connect` asks for it.

        An author's gap may read them: `self.surfaces[1].radius`.
        """
        return self.with_values(surfaces=tuple(surfaces)) if any(x is not None for x in surfaces) else self

    @property
    def is_smooth(self) -> bool:
        """Whether it has a gap that can be differentiated; without one it is for time stepping alone."""
        return True

    @property
    def is_detected(self) -> bool:
        """Whether time stepping finds its points by the detection of collisions instead of by its gaps."""
        return not self.is_smooth

    gap: ClassVar[Callable[..., Any]] = _missing
    """`gap(rel, t)`, `gap(rel, t, s)` with auxiliary unknowns, `gap(q, t)` on coordinates: positive where apart."""

    def gap_rate(self, rel: Relative, t: Any) -> Any:
        """What must not be negative of bodies that go one way: linear in velocities."""
        raise ModelError(f"{self.kind}: what goes one way must have gap_rate(self, rel, t).")

    point: ClassVar[Callable[..., Any]] = _nothing
    """`point(rel, t)`: where bodies touch, in the axes of the first end."""

    tangents: ClassVar[Callable[..., Any]] = _nothing
    """`tangents(rel, t)`: directions of sliding in the axes of the first end; None where any two across the normal will
    do."""

    within: ClassVar[Callable[..., Any]] = _nothing
    """`within(rel, t)`: how far inside the edges of its face each point stands, where faces end: outside it touches
    nothing. The gap goes on smoothly beyond the edge."""

    held: ClassVar[Callable[..., Any]] = _nothing
    """`held(rel, t, s)`: residuals that make auxiliary unknowns known, whether bodies touch or not."""

    def slide(self, q: Any, t: Any) -> Any:
        """What changes by sliding, of contacts on coordinates; None where there is no friction."""
        return None

    @property
    def is_distance(self) -> bool:
        """Whether its gap has a slope of length one everywhere, so that it need not be divided by that."""
        return False

    @property
    def has_friction(self) -> bool:
        """Whether sliding meets any resistance."""
        return has_friction(self)

    @property
    def point_names(self) -> tuple[str, ...]:
        """Names of the points; contacts of one point need none."""
        return ()

    def traced(self) -> Mapping[str, Any]:
        """Its gaps, and friction where that is a function."""
        found = {"friction": self.friction(symbols("speed"))} if callable(self.friction) else {}
        if self.is_smooth:
            found["gap"] = written_gaps(self, relative_symbols()[0], symbols("s", gap_unknowns(self)), symbols("t"))
        return found


def gap_unknowns(contact: Contact) -> int:
    """How many coordinates or auxiliary unknowns the gap of a contact depends on."""
    return (contact.ends or 0) if contact.of_coordinates else len(contact.auxiliary)


def at_unknowns(contact: Contact, function: Callable[..., Any], rel: Relative, s: Any, t: Any) -> Any:
    """What a function of a contact gives: `function(rel, t)`, with auxiliary unknowns `function(rel, t, s)`."""
    return function(rel, t, *((contact.s(s),) if contact.auxiliary else ()))


def written_gaps(contact: Contact, rel: Relative, s: Any, t: Any) -> Any:
    """Gaps, or the rate of what goes one way, as a contact returns them; `s` are coordinates, or auxiliary unknowns."""
    if contact.of_coordinates:
        return contact.gap(s, t)
    if contact.one_way:
        return contact.gap_rate(rel, t)
    return at_unknowns(contact, contact.gap, rel, s, t)


class ContactSet(Element):
    """Contacts between any two of its ends that are on different bodies: a heap of stones.

    It writes `contact`, what all of them have in common. Ends carry surfaces, and there may be any number.
    """

    ends: ClassVar[int | None] = None

    @property
    def contact(self) -> Contact:
        """Restitution, friction and law of all of them."""
        raise ModelError(f"{self.kind}: a set of contacts must have a property `contact`.")

    def between(self, first: ContactSurface, second: ContactSurface) -> Contact:
        """The contact of two ends with these surfaces."""
        return self.contact.placed((first, second))

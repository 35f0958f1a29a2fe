"""The contract of constraints."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from ..expr import symbols
from ..spatial import Relative
from .contact_law import (
    CONTACT_LAW_FIELDS,
    FRICTION,
    IMPACT_LAW,
    RESTITUTION,
    STATIC_FRICTION,
    check_friction,
)
from .derived.relative import relative_symbols, relatives
from .errors import ModelError
from .fields import option
from .own_unknowns import OwnUnknowns

CONSTRAINT_SIDES = ("shortest", "longest")
"""Of a one-sided constraint: its residuals may be positive, or negative."""
FrictionTerm = tuple[int, Any, Any]
"""(row, coefficient, rate): the multiplier of the row, times the coefficient, acts along the rate as well."""


def _missing(self: Constraint, *_: Any) -> Any:
    """Holonomic residuals of the relative pose."""
    raise ModelError(f"{self.kind}: a constraint must have position, velocity or coupling.")


def as_side(given: bool | str | None) -> str | None:
    """The side that bodies may be on: "shortest" (residuals not negative), "longest" (not positive), None for none."""
    if given is None or given is False:
        return None
    if given is True:
        return CONSTRAINT_SIDES[0]
    if given not in CONSTRAINT_SIDES:
        raise ModelError(
            "choose True or 'shortest' (its residuals may be positive: at least this distance), or 'longest' (they may "
            "be negative: at most this distance)"
        )
    return str(given)


class Constraint(OwnUnknowns):
    r"""Functions that are zero: on the relative motion of two frames, or on coordinates of the model.

    An implementation writes one of

    * `position(rel, t)`: holonomic, f(R, p, t) = 0. Its rows on velocity and acceleration level follow by
      differentiation: $\dot f = P\,u + P_0$, $\ddot f = P\,\dot u + P_{00}$ (S0 (3.3.8), (3.3.9));
    * `velocity(rel, t)`: nonholonomic (Pfaff), linear in `rel.w`, `rel.v`; that it is linear is checked;
    * `coupling(q, t)`: a function of coordinates of the model; the ends are then coordinates ("A.angle") instead of
      points, and `q[0]`, `q[1]`, … their values.

    With another number of `ends` than two, `rel` is a list: the motion of each further end seen from the first.
    It reads nothing but its own values and these arguments. Curves and surfaces may need unknowns of their own (where
    on the curve the contact is): name them in `auxiliary`, and `position` gets them as a third argument, `s`; where
    `assemble` starts with them, `guess(rel, t)` **may** say. A constraint that rolls writes `velocity` beside
    `position`: conditions on velocities behind its rows, which get `s` as well.

    It **may** show more than its load: `outputs` names numbers and vectors with their shape and unit, which
    `output(rel, t, s)` gives, and `pushes` names multipliers. `faults` says of some of these what it means where they
    are negative: such a run, or such a state, is not what was asked for.

    A constraint with one residual may hold on one side only: with `one_sided` True or "shortest" it may be positive and
    not negative (a distance is at least this), with "longest" the other way round (a rope). It is a `Contact` then, the
    residual its gap, with `restitution`, `friction` and `law` of impacts; a condition on velocities goes one way.
    """

    ends: ClassVar[int | None] = 2
    holds_rates: ClassVar[bool] = False
    """Whether a coupling holds the rates of its residuals only."""
    rarely_given: ClassVar[tuple[str, ...]] = ("one_sided", *CONTACT_LAW_FIELDS)

    one_sided = option(default=None, convert=as_side, doc='True or "shortest", "longest": holds on one side only')
    restitution = RESTITUTION
    friction = FRICTION
    static_friction = STATIC_FRICTION
    law = IMPACT_LAW

    position: ClassVar[Callable[..., Any]] = _missing
    """`position(rel, t)`, or `position(rel, t, s)` with auxiliary unknowns: residuals of the relative pose."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls._put_last(Constraint.fields)
        written = [name for name in _LEVELS if getattr(cls, name) is not getattr(Constraint, name)]
        if len(written) > 1 and written != list(_LEVELS[:2]):
            raise ModelError(f"{cls.__name__}: writes {' and '.join(written)}; a constraint is one of them.")
        for name in written:
            if list(inspect.signature(getattr(cls, name)).parameters)[1:2] == ["t"]:
                raise ModelError(f"{cls.__name__}.{name}: the time t is its second argument, not its first.")
        if cls.auxiliary and written[:1] != ["position"]:
            raise ModelError(f"{cls.__name__}: auxiliary unknowns go with position(rel, t, s).")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        check_friction(self)
        if self.one_sided is not None and self.rolls:
            raise ModelError(
                f"{self.kind}: rolls, and can hold on both sides only; leave one_sided out, or take a contact with "
                "friction."
            )
        given = [name for name in CONTACT_LAW_FIELDS if name in self.fields and not self.is_default(name)]
        if self.one_sided is not None and self.ends != 2 and not self.on_coordinates:
            raise ModelError(f"{self.kind}: joins {self.ends} points; one_sided is for constraints between two.")
        if given and self.one_sided is None:
            raise ModelError(
                f"{self.kind}: {given[0]} is that of a constraint on one side, and this one holds on both; give "
                "one_sided=True, 'shortest' or 'longest'."
            )

    velocity: ClassVar[Callable[..., Any]] = _missing
    """`velocity(rel, t)`, or `velocity(rel, t, s)` with auxiliary unknowns: residuals linear in the velocities."""

    def coupling(self, q: Any, t: Any) -> Any:
        """Residuals on coordinates of the model."""
        raise ModelError(f"{self.kind}: a constraint must have position, velocity or coupling.")

    @property
    def level(self) -> str:
        """Which of the three it writes; "position" where it rolls as well."""
        for name in _LEVELS:
            if getattr(type(self), name) is not getattr(Constraint, name):
                return name
        raise ModelError(f"{self.kind}: a constraint must have position, velocity or coupling.")

    @property
    def on_coordinates(self) -> bool:
        """Whether its ends are coordinates instead of points."""
        return self.level == "coupling"

    def traced(self) -> Mapping[str, Any]:
        """Its residuals."""
        at = self.relative, symbols("s", self.unknowns), symbols("t")
        return {self.level: self.residuals(*at), "rolling": self.rolling(*at)}

    @property
    def relative(self) -> Any:
        """Symbols of what its functions get as `rel`: one relative motion, or a list of them for more than two ends."""
        return relative_symbols()[0] if self.on_coordinates else relatives(self.ends)

    @property
    def unknowns(self) -> int:
        """How many auxiliary unknowns or coordinates it has."""
        return (self.ends or 0) if self.on_coordinates else len(self.auxiliary)

    def residuals(self, rel: Relative, s: Any, t: Any) -> Any:
        """What it writes, as it returns it; `s` are its auxiliary unknowns, or coordinates of the model."""
        if self.on_coordinates:
            return self.coupling(s, t)
        own = (self.s(s),) if self.auxiliary else ()
        return self.velocity(rel, t) if self.level == "velocity" else self.position(rel, t, *own)

    @property
    def rolls(self) -> bool:
        """Whether there are conditions on velocities behind its holonomic rows."""
        return self.level == "position" and type(self).velocity is not Constraint.velocity

    def rolling(self, rel: Relative, s: Any, t: Any) -> Any:
        """Conditions on velocities behind its holonomic rows; none where it does not roll."""
        return self.velocity(rel, t, *((self.s(s),) if self.auxiliary else ())) if self.rolls else []

    def one_side(self, rel: Relative, t: Any, s: Any = ()) -> tuple[Any, Any]:
        """(residuals that may be left on one side, residuals that make auxiliary unknowns known on either)."""
        if self.auxiliary and self.level == "position":
            raise ModelError(
                f"{self.kind}: has unknowns of its own, {', '.join(self.auxiliary)}, and does not say which rows make "
                "them known where it lets go, so that it cannot be one-sided; write one_side(self, rel, t, s)."
            )
        return self.residuals(rel, s, t), ()

    def touching_point(self, rel: Relative, t: Any, s: Any = ()) -> Any:
        """Where bodies touch on one side, in the axes of the first end, for friction; None: at the second end."""
        return None

    def within_edges(self, rel: Relative, t: Any, s: Any = ()) -> Any:
        """On one side, how far inside the edges of what is touched the point is; None where there are no edges."""
        return None

    def friction_terms(self) -> list[FrictionTerm]:
        """What multipliers do besides enforcing their rows, on the symbols of `ConstraintForm`; nothing where ideal."""
        return []


_LEVELS = ("position", "velocity", "coupling")

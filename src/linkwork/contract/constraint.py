"""The contract of constraints."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from ..expr import symbols
from ..spatial import Relative
from .derived.relative import relative_symbols
from .element import Element
from .errors import ModelError
from .named_values import named


def _missing(self: Constraint, *_: Any) -> Any:
    """Holonomic residuals of the relative pose."""
    raise ModelError(f"{self.kind}: a constraint must have position, velocity or coupling.")


class Constraint(Element):
    r"""Functions that are zero: on the relative motion of two frames, or on coordinates of the model.

    An implementation writes exactly one of

    * `position(rel, t)`: holonomic, f(R, p, t) = 0. Its rows on velocity and acceleration level follow by
      differentiation: $\dot f = P\,u + P_0$, $\ddot f = P\,\dot u + P_{00}$ (S0 (3.3.8), (3.3.9));
    * `velocity(rel, t)`: nonholonomic (Pfaff), linear in `rel.w`, `rel.v`; that it is linear is checked;
    * `coupling(q, t)`: a function of coordinates of the model; the ends are then coordinates ("A.angle") instead of
      points, and `q[0]`, `q[1]`, … their values.

    It reads nothing but its own values and these arguments. Curves and surfaces may need unknowns of their own (where
    on the curve the contact is): name them in `auxiliary`, and `position` gets them as a third argument, `s`.
    """

    ends: ClassVar[int | None] = 2
    auxiliary: ClassVar[tuple[str, ...]] = ()

    position: ClassVar[Callable[..., Any]] = _missing
    """`position(rel, t)`, or `position(rel, t, s)` with auxiliary unknowns: residuals of the relative pose."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        written = [name for name in _LEVELS if getattr(cls, name) is not getattr(Constraint, name)]
        if len(written) > 1:
            raise ModelError(f"{cls.__name__}: writes {' and '.join(written)}; a constraint is one of them.")
        if cls.auxiliary and written != ["position"]:
            raise ModelError(f"{cls.__name__}: auxiliary unknowns go with position(rel, t, s).")

    def velocity(self, rel: Relative, t: Any) -> Any:
        """Residuals that are linear in the relative velocities."""
        raise ModelError(f"{self.kind}: a constraint must have position, velocity or coupling.")

    def coupling(self, q: Any, t: Any) -> Any:
        """Residuals on coordinates of the model."""
        raise ModelError(f"{self.kind}: a constraint must have position, velocity or coupling.")

    @property
    def level(self) -> str:
        """Which of the three it writes."""
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
        return {self.level: self.residuals(relative_symbols()[0], symbols("s", self.unknowns), symbols("t"))}

    @property
    def unknowns(self) -> int:
        """How many auxiliary unknowns or coordinates it has."""
        return (self.ends or 0) if self.on_coordinates else len(self.auxiliary)

    def residuals(self, rel: Relative, s: Any, t: Any) -> Any:
        """What it writes, as it returns it; `s` are its auxiliary unknowns, or coordinates of the model."""
        if self.on_coordinates:
            return self.coupling(s, t)
        if self.level == "velocity":
            return self.velocity(rel, t)
        return self.position(rel, t, *((self.s(s),) if self.auxiliary else ()))

    def s(self, values: Any) -> Any:
        """The auxiliary unknowns by name."""
        return named("s", self.auxiliary, values)


_LEVELS = ("position", "velocity", "coupling")

"""Passive moments of a joint that stiffens at the ends of its range."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...contract import ModelError, option, parameter, register, value_of
from ...expr import exp
from ...spatial import matrix
from ..measures.relative_angle import RelativeAngle
from ..on_measure import OnMeasure, as_measure


@register
class JointLimit(OnMeasure):
    r"""F = −k (ε − ε₀) − c ε̇ − M (e^{(ε − ε₊)/s} − e^{(ε₋ − ε)/s}): a joint that stiffens at the ends of its range.

    The double exponential of Audu and Davy (J. Biomech. Eng. 107, 1985), smooth everywhere: at `lower` ε₋ and `upper`
    ε₊ it pushes back with `moment` M, and e times as much with every further `width` s. `stiffness` k about `rest` ε₀
    and `damping` c act in the whole range. Put it on the coordinate of a joint, `m.connect("stop", lw.JointLimit(…),
    "knee.angle")`, or by `on` on a measure; with several numbers, such as `CardanAngles()`, each has its own values.
    """

    lower = parameter(unit="rad", shape=(None,), doc="ε₋, one for each number measured")
    upper = parameter(unit="rad", shape=(None,), doc="ε₊")
    moment = parameter(unit="N*m", shape=(None,), check="nonnegative", doc="M at a limit")
    width = parameter(unit="rad", default=0.06, check="positive", doc="s in which the moment grows by e")
    stiffness = parameter(unit="N*m/rad", default=None, shape=(None,), check="nonnegative", doc="k; none by default")
    rest = parameter(unit="rad", default=None, shape=(None,), doc="ε₀; zero by default")
    damping = parameter(unit="N*m*s/rad", default=None, shape=(None,), check="nonnegative", doc="c; none by default")
    on = option(default=RelativeAngle(), convert=as_measure, doc="what is measured")
    several = True

    def validate(self) -> None:
        """A limit for every number, and ranges that are not empty."""
        super().validate()
        wanted = len(self.on.units)
        for name in ("lower", "upper", "moment", "stiffness", "rest", "damping"):
            given = getattr(self, name)
            if given is not None and len(given) != wanted:
                raise ModelError(f"{self.kind}: {name} has {len(given)} numbers; on = {self.on!r} measures {wanted}.")
        if np.any(np.asarray(value_of(self.lower)) >= np.asarray(value_of(self.upper))):
            raise ModelError(f"{self.kind}: lower must be less than upper.")

    def law(self, e: Any, e_dot: Any) -> Any:
        """F."""
        e, e_dot = matrix(e).reshape(-1), matrix(e_dot).reshape(-1)
        beyond, below = self._growth(e)
        load = -matrix([m * (x - y) for m, x, y in zip(self.moment, beyond, below, strict=True)])
        if self.stiffness is not None:
            load = load - self.stiffness * self._turned(e)
        if self.damping is not None:
            load = load - self.damping * e_dot
        return load if len(load) > 1 else load[0]

    def stored_energy(self, e: Any) -> Any:
        """½ k (ε − ε₀)² + M s (e^{(ε − ε₊)/s} + e^{(ε₋ − ε)/s}), added up."""
        e = matrix(e).reshape(-1)
        ends = zip(self.moment, *self._growth(e), strict=True)
        stored = sum(m * self.width * (x + y) for m, x, y in ends)
        if self.stiffness is None:
            return stored
        return stored + 0.5 * sum(k * x**2 for k, x in zip(self.stiffness, self._turned(e), strict=True))

    def _turned(self, e: Any) -> Any:
        return e if self.rest is None else e - self.rest

    def _growth(self, e: Any) -> tuple[list[Any], list[Any]]:
        beyond = [exp((x - end) / self.width) for x, end in zip(e, self.upper, strict=True)]
        below = [exp((end - x) / self.width) for x, end in zip(e, self.lower, strict=True)]
        return beyond, below

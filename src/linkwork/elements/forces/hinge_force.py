"""A given torque or force at a joint."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...contract import Active, ModelError, Signal, as_signal, is_of_time, option, parameter, register
from ...expr import is_symbolic
from ..measures.relative_angle import RelativeAngle
from ..on_measure import OnMeasure, as_measure


def as_strength(given: Any) -> Any:
    """A number or expression of Parameters as it is; functions of time and expressions of `lw.t` as signals."""
    if is_symbolic(given) and np.shape(given) == () and not is_of_time(given):
        return given
    if isinstance(given, (int, float, np.number)) and not isinstance(given, bool) and np.isfinite(given):
        return float(given)
    found = as_signal(given)
    if not isinstance(found, Signal):
        raise ModelError("is not a force; give a number, a signal, a function of time, or the input 'force'")
    return found


@register
class HingeForce(OnMeasure, Active):
    """F = f: a given torque or force at a joint; a motor or jack as it is thought of before it is chosen.

    Connect it to the coordinate of a joint, `m.connect("motor", lw.HingeForce(5.0), "A.angle")`: it acts along that
    coordinate, as a torque in N·m on an angle, as a force in N on a displacement, also where the joint is cut. `force`
    f is a number, a signal, a function of time or an expression of `lw.t`; without it, f is the input `force`, which a
    channel may drive. Between two points it acts on the angle about z, or on what `on` says.
    """

    force = parameter(unit="N", default=None, convert=as_strength, doc="f; the input `force` where it is not given")
    on = option(default=RelativeAngle(), convert=as_measure, doc="what it acts on")
    inputs = ("force",)

    def validate(self) -> None:
        """It has an input where its force is not given."""
        super().validate()
        object.__setattr__(self, "inputs", ("force",) if self.force is None else ())

    def law(self, t: Any, i: Any = None) -> Any:
        """F."""
        if self.force is None:
            return i.force
        return self.force.value(t) if isinstance(self.force, Signal) else self.force

r"""A PID controller between named channels."""

from __future__ import annotations

from typing import Any

from ...contract import Active, ModelError, parameter, register, value_of
from ...expr import clip


@register
class PID(Active):
    r"""y = k_p e + I + k_d d, e = target − measured: a controller. It has no ends and acts on nothing itself.

    $$ \dot I = k_i e + (y_{lim} - y)/T_t,\qquad d = (e - f)/T_f,\qquad \dot f = d $$

    Its inputs `target` and `measured` are numbers, signals or channels ("A.angle"); its output channel `output` drives
    the input of another element: `inputs={"voltage": "controller.output"}`. `proportional` k_p, `integral` k_i,
    `derivative` k_d; the derivative is that of the error after a first-order filter of time `filter` T_f, whose state
    starts at zero. Between `least` and `most` the output is limited, and the integral then follows the limit within
    `tracking` T_t, so that it does not wind up.
    """

    ends = 0
    proportional = parameter(doc="k_p")
    integral = parameter(default=0.0, doc="k_i, per second")
    derivative = parameter(default=0.0, doc="k_d, seconds")
    filter = parameter(unit="s", default=1e-3, check="positive", doc="T_f")
    least = parameter(default=None, doc="lower limit of the output")
    most = parameter(default=None, doc="upper limit of the output")
    tracking = parameter(unit="s", default=1.0, check="positive", doc="T_t")
    states = ("integrated", "filtered")
    inputs = ("target", "measured")
    outputs = ("output", "error")

    def validate(self) -> None:
        """Limits come in pairs."""
        if (self.least is None) != (self.most is None):
            raise ModelError(f"{self.kind}: give both least and most, or neither.")
        if self.least is not None and not value_of(self.least) < value_of(self.most):
            raise ModelError(f"{self.kind}: least must be below most.")

    def _unlimited(self, z: Any, i: Any) -> tuple[Any, Any]:
        error = i.target - i.measured
        slope = (error - z.filtered) / self.filter
        return self.proportional * error + z.integrated + self.derivative * slope, slope

    def _limited(self, y: Any) -> Any:
        return y if self.least is None else clip(y, self.least, self.most)

    def state_dot(self, z: Any, i: Any) -> Any:
        """İ and ḟ."""
        y, slope = self._unlimited(z, i)
        back = 0.0 if self.least is None else (self._limited(y) - y) / self.tracking
        return [self.integral * (i.target - i.measured) + back, slope]

    def output(self, z: Any, i: Any) -> Any:
        """y and e."""
        return [self._limited(self._unlimited(z, i)[0]), i.target - i.measured]

    def kinks(self, z: Any, i: Any) -> Any:
        """Where the output meets its limits."""
        y, _ = self._unlimited(z, i)
        return [] if self.least is None else [y - self.least, y - self.most]

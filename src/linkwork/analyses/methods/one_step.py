"""One-step methods of one's own, written in Python."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

import numpy as np

from ...contract import ModelError
from ...contract.arguments import COUNT
from ..common.bound_kernels import BoundKernels
from ..engines import Engine
from ..engines.one_step import OneStepEngine, RightHandSide
from .method import EITHER, FIXED, Accuracy, Method


class OneStep(Method):
    """A one-step method of one's own, on trees: a subclass has a `name`, an `order` and a function `step`.

    Error control, projection on constraints, events, cubic dense output, files and certificate are the run's. A method
    keeps nothing between steps. It is as fast as Python: a table of coefficients, `lw.Tableau`, runs natively.
    """

    error_order: int = 0
    """The order of the lower of the two solutions whose difference is the error; 0 where steps are fixed by `h`."""

    @abstractmethod
    def step(self, f: RightHandSide, t: float, y: np.ndarray, h: float) -> Any:
        """y at t + h from y = (q, u, z) at t; with an `error_order` a pair (y, error), error entry by entry.

        `f(t, y)` are the rates, `f.jacobian(t, y)` is ∂f/∂y, `f.nq`, `f.nu`, `f.nz` are the sizes of q, u and z. None
        says that the equations of the step have no solution.
        """

    @property
    def steps(self) -> str:
        """Fixed where there is no error estimate, as one likes elsewhere."""
        return EITHER if self.error_order else FIXED

    def check_fields(self) -> None:
        """Raises where the name or an order is none."""
        super().check_fields()
        for name, least in (("order", 1), ("error_order", 0)):
            value = getattr(self, name)
            if not COUNT.fits(value) or value < least:
                raise ModelError(f"method {self.name!r}: {name} = {value!r}; give a whole number, {least} or more.")

    def engine(self, bound: BoundKernels, accuracy: Accuracy) -> Engine:
        """The loop in Python around `step`."""
        rtol, atol, is_fixed = accuracy.rtol, accuracy.atol, accuracy.is_fixed
        return OneStepEngine(bound, self.name, self.step, self.error_order, rtol, atol, is_fixed)

    def __repr__(self) -> str:
        options = ", ".join(f"{name}={value!r}" for name, value in vars(self).items())
        return f"{type(self).__name__}({options})"

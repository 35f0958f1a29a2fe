"""Unknowns of an element that its residuals make known, and how they follow its motion.

They are found before anything else is computed (`absolute/condensation.py`), together with their derivatives, which the
other functions of the element take as numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ...expr import array, jacobian, symbols
from ...expr.graph import as_expr
from .element_motion import ElementMotion


@dataclass(frozen=True, eq=False)
class ElementUnknowns:
    """The unknowns of one kind of element; derivatives of its other functions are those in which they follow."""

    motion: ElementMotion

    def __len__(self) -> int:
        return len(self.names)

    @property
    def names(self) -> tuple[str, ...]:
        """What they are called."""
        return tuple(name.partition(".")[2] for name in self.motion.layout.equations.topology.layout.s)

    @property
    def s(self) -> Any:
        """Their symbols."""
        return array(self.motion.layout.equations.kinematics.symbols.s)

    @cached_property
    def residual(self) -> dict[str, Any]:
        """R, which is zero at the right unknowns, and its derivatives by unknowns, velocities and places."""
        motion = self.motion
        R = array(motion.put(motion.layout.equations.laws.residual))
        return {"R": R, "R_s": jacobian(R, self.s), "R_u": jacobian(R, motion.u), "R_q": motion.by_places(R)}

    @cached_property
    def given(self) -> dict[str, Any]:
        """Symbols of what is given: unknowns, and how they follow velocities (s_u) and places (s_q)."""
        shape = (len(self), len(self.motion.u))
        return {"s": self.s, "s_u": symbols("s_u", shape), "s_q": symbols("s_q", shape)}

    @cached_property
    def s_u(self) -> Any:
        """∂s/∂u."""
        return self._felt("s_u", "R_u")

    @cached_property
    def s_q(self) -> Any:
        """∂s/∂(rotations, displacements, own unknowns)."""
        return self._felt("s_q", "R_q")

    def _felt(self, name: str, slopes: str) -> Any:
        """What is given, in the columns on which R depends at all."""
        felt = [any(not is_zero_constant(as_expr(x)) for x in column) for column in array(self.residual[slopes]).T]
        return array([[x if k else 0.0 for x, k in zip(row, felt, strict=True)] for row in self.given[name]])

    def by_q(self, values: Any) -> Any:
        """Derivatives by a spatial rotation and a displacement of every body, and by own unknowns (… × velocities)."""
        entries, columns = array(values), len(self.motion.u)
        if not entries.size:
            return np.zeros((*entries.shape, columns))
        found = self.motion.by_places(entries.ravel())
        if len(self):
            found = found + jacobian(entries.ravel(), self.s) @ self.s_q
        return found.reshape(*entries.shape, columns)

    def by_u(self, values: Any) -> Any:
        """Derivatives by velocities, of a list of expressions."""
        entries = array(values)
        found = jacobian(entries, self.motion.u)
        return found + jacobian(entries, self.s) @ self.s_u if len(self) else found


def is_zero_constant(x: Any) -> bool:
    """Whether an expression is the constant 0."""
    return bool(x.op == "const" and x.data == 0.0)

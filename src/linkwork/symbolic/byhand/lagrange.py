r"""Lagrange's equations of the second kind from energies (S4.1).

$$ \frac{d}{dt}\frac{\partial T}{\partial u} - \frac{\partial T}{\partial q} + \frac{\partial V}{\partial q} = Q, \qquad
M = \frac{\partial^2 T}{\partial u\,\partial u}, \qquad
h = \frac{\partial T}{\partial q} - \frac{\partial^2 T}{\partial u\,\partial q}u
  - \frac{\partial^2 T}{\partial u\,\partial t} - \frac{\partial V}{\partial q} + Q $$
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from ...contract import ModelError
from ...expr import array, dot, forward_derivatives, jacobian, symbols, zeros
from ...expr.graph import as_expr
from ...expr.node import is_structural_zero, symbols_of
from .readout import HandDerived
from .sheet import Sheet
from .terms import Derived, constraint_rows, depends, frames_on, without


class LagrangeEquations(HandDerived):
    """Equations of motion from the kinetic energy T(q, u, t) and the potential energy V(q, t).

    `forces` are the generalised forces Q that have no potential: a column, or a mapping from coordinates. `constraints`
    by name are g(q, t) = 0, or linear in the speeds. `frames` by name are (position, rotation) of what a viewer shows.
    """

    def __init__(
        self,
        T: Any,
        V: Any,
        q: Any,
        *,
        u: Any = None,
        t: Any = None,
        forces: Any = None,
        constraints: Any = None,
        frames: Mapping[str, Any] | None = None,
    ) -> None:
        self.sheet = Sheet.of(q, u, t)
        self.T = self._scalar(T, "kinetic energy T")
        self.V = self._scalar(V, "potential energy V")
        self.Q = self._forces(forces)
        self.rows = constraint_rows(self.sheet, constraints)
        self.frames = frames_on(self.sheet, frames)
        if set(symbols_of([as_expr(self.V)])) & set(self.sheet.symbols.u):
            raise ModelError("potential energy V: it contains speeds; put what depends on them into forces=.")

    def _scalar(self, value: Any, place: str) -> Any:
        entries = array(self.sheet.put(value, place))
        if entries.size != 1:
            raise ModelError(f"{place}: is one expression, has {entries.size} entries.")
        return entries.ravel()[0]

    def _forces(self, forces: Any) -> Any:
        n = len(self.sheet.q)
        if forces is None:
            return zeros(n)
        if isinstance(forces, Mapping):
            strange = [x for x in forces if x not in self.sheet.q]
            if strange:
                raise ModelError(f"forces: {strange[0]} is none of the coordinates {', '.join(self.sheet.names[0])}.")
            forces = [forces.get(x, 0) for x in self.sheet.q]
        found = array(self.sheet.put(forces, "forces")).ravel()
        if len(found) != n:
            raise ModelError(f"forces: {len(found)} are given for {n} coordinates.")
        return found

    @cached_property
    def momentum(self) -> Any:
        """p = ∂T/∂u."""
        return jacobian(array([self.T]), self.sheet.symbols.u)[0]

    def steps(self) -> dict[str, Any]:
        """T, V, Q and p."""
        return {"T": self.T, "V": self.V, "Q": self.Q, "p": self.momentum}

    @cached_property
    def derived(self) -> Derived:
        """M and h by differentiation."""
        sheet, names = self.sheet, self.sheet.symbols
        of_t, of_v = (jacobian(array([x]), names.q)[0] for x in (self.T, self.V))
        h = of_t - array(forward_derivatives([as_expr(x) for x in self.momentum], sheet.motion)) - of_v + self.Q
        u_dot = symbols("u_dot", len(sheet.q))
        return Derived(sheet, self._mass(), h, self.T, self.V, u_dot, self._power(u_dot), self.frames, self.rows)

    def _mass(self) -> Any:
        """∂²T/∂u∂u, which must not depend on the speeds."""
        u, called = self.sheet.symbols.u, self.sheet.names[1]
        mass = jacobian(self.momentum, u)
        if depends(mass, u):
            found = {s.data for s in symbols_of([as_expr(x) for x in mass.ravel()])}
            raise ModelError(
                "kinetic energy T: it is not quadratic in the speeds: ∂²T/∂u∂u contains "
                f"{', '.join(name for name in called if name in found)}. A mass matrix M(q, t) needs "
                "T = ½ uᵀ M u + …; what is of another kind belongs into forces=."
            )
        mass = without(mass, u)
        for k, name in enumerate(called):
            if is_structural_zero(mass[k, k]):
                raise ModelError(f"kinetic energy T: it does not contain the speed {name}; has it no mass?")
        return mass

    def _power(self, u_dot: Any) -> Any:
        """Q·u + ∂(V − T)/∂t + d(T₁ + 2 T₀)/dt: what forces and moving supports do, T = T₂ + T₁ + T₀ by degree in u."""
        names = self.sheet.symbols
        at_rest = without([self.T], names.u)[0]
        linear = dot(without(self.momentum, names.u), names.u)
        moving = {**self.sheet.motion, **dict(zip(names.u, u_dot, strict=True))}
        carried = forward_derivatives([as_expr(linear + 2.0 * at_rest)], moving)[0]
        explicit = forward_derivatives([as_expr(self.V - self.T)], {names.t: 1.0})[0]
        return dot(self.Q, names.u) + explicit + carried

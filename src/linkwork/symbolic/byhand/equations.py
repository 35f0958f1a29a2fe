"""`HandEquations`: equations derived by hand in the form in which a system uses those of a model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ...contract import Parameter
from ...expr import array, dot, substitute
from ...expr.graph import as_expr
from ...formulation import MotionEquations
from ...formulation.constraints import ConstraintRows
from ...formulation.links import Symbols
from ...model import Model
from ...topology import Topology
from .channels import HandChannels


@dataclass(frozen=True, eq=False)
class HandParts:
    """M, h and what goes with them, all in the symbols of one system; every other symbol has got its value."""

    symbols: Symbols
    parameters: Sequence[Parameter]
    M: Any
    h: Any
    rows: Sequence[ConstraintRows]
    kinetic_energy: Any
    potential_energy: Any
    attitudes: tuple[Any, Any]
    kinks: Any
    outputs: Mapping[str, Any]
    """What else has a name: inputs, and what the user asked for."""
    balance: tuple[Any, Any]
    """Symbols of accelerations, and the power of forces and moving supports in them."""


@dataclass(frozen=True, eq=False)
class HandEquations(MotionEquations):
    """Equations in coordinates and their rates, as somebody derived them."""

    model: Model
    topology: Topology
    parts: HandParts

    @property
    def symbols(self) -> Symbols:
        """Fresh ones."""
        return self.parts.symbols

    @property
    def parameters(self) -> Sequence[Parameter]:
        """Those that were given."""
        return self.parts.parameters

    @property
    def M(self) -> Any:
        """Mass matrix."""
        return self.parts.M

    @property
    def h(self) -> Any:
        """Right-hand side."""
        return self.parts.h

    @property
    def rows(self) -> Sequence[ConstraintRows]:
        """Constraints by name."""
        return self.parts.rows

    @property
    def kinetic_energy(self) -> Any:
        """T."""
        return self.parts.kinetic_energy

    @property
    def potential_energy(self) -> Any:
        """V."""
        return self.parts.potential_energy

    @property
    def attitudes(self) -> tuple[Any, Any]:
        """(R, p) of the ground and of all frames."""
        return self.parts.attitudes

    @property
    def kinks(self) -> Any:
        """Those that were given."""
        return self.parts.kinks

    @cached_property
    def channels(self) -> HandChannels:
        """Coordinates, speeds, frames, energies, inputs and outputs by name."""
        return HandChannels(self)

    @property
    def q_dot(self) -> Any:
        """Speeds are the rates of the coordinates."""
        return self.symbols.u

    @cached_property
    def acceleration(self) -> tuple[Any, Any]:
        """(u̇, smallest pivot)."""
        u_dot, _, pivot = self.by_mass_matrix
        return u_dot, pivot

    def power(self, u_dot: Any, lam: Any) -> Any:
        """Forces, moving supports, and constraints that move by themselves: −λ·P_0."""
        names, expression = self.parts.balance
        known = dict(zip(names, map(as_expr, u_dot), strict=True))
        total = substitute([as_expr(expression)], known)[0]
        _, p_0, _ = self.constraint_matrices
        return total - dot(lam, p_0) if len(p_0) else total

    def report(self) -> str:
        """Coordinates, constraints, parameters and frames."""
        layout = self.topology.layout
        lines = [f"{self.model.name}: equations derived by hand, {layout.nq} coordinates, {layout.nu} speeds.", ""]
        lines += [f"Coordinates: {', '.join(layout.q)}", f"Speeds: {', '.join(layout.u)}"]
        if self.rows:
            lines.append("Constraints: " + ", ".join(f"{r.name} ({len(r.g_dot)})" for r in self.rows))
        if self.parameters:
            lines.append("Parameters: " + ", ".join(f"{p.name} = {p.value:g}" for p in self.parameters))
        if self.model.bodies:
            lines.append(f"Frames: {', '.join(self.model.bodies)}")
        if self.parts.outputs:
            lines.append(f"Also by name: {', '.join(self.parts.outputs)}")
        return "\n".join(lines)

    @property
    def s(self) -> Any:
        """There are no unknowns: every law is explicit."""
        return array([])

    @property
    def residual(self) -> Any:
        """None."""
        return array([])

    @property
    def z_dot(self) -> Any:
        """There are no states besides coordinates and speeds."""
        return array([])

    @property
    def invariants(self) -> Any:
        """None: coordinates are free."""
        return array([])

    @property
    def prescribed_rates(self) -> dict[int, Any]:
        """What is prescribed is written as a function of time, and is no coordinate."""
        return {}

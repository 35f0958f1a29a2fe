"""`HandEquations`: equations derived by hand in the form in which a system uses those of a model."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ...expr import array, dot, substitute
from ...expr.graph import as_expr
from ...formulation import MotionEquations
from ...formulation.equations.dynamics import DynamicEquations
from ...formulation.equations.kinematics import KinematicEquations
from ...formulation.equations.laws import Energies, ForceLaws
from ...formulation.equations.motion_equations import Origin
from ...formulation.equations.rows import ConstraintEquations
from ...formulation.inputs_over_time import TimeInput, parts_of_time
from .channels import HandChannels


@dataclass(frozen=True, eq=False)
class HandKinematics(KinematicEquations):
    """Coordinates and their rates. What is prescribed is written as a function of time, and is not a coordinate."""

    frames: tuple[Any, Any]

    @property
    def body_poses(self) -> tuple[Any, Any]:
        """(R, p) of the ground and of all frames."""
        return self.frames


@dataclass(frozen=True, eq=False)
class HandLaws(ForceLaws):
    """No elements: every law is a part of h, and only where laws change branch is said."""

    given: Any
    """Kinks as they were given."""

    @property
    def kinks(self) -> Any:
        """Functions whose sign changes where some law changes branch."""
        return self.given

    @property
    def kink_owners(self) -> tuple[str, ...]:
        """All of them are called kinks."""
        return ("kinks",) * len(self.given)

    @property
    def discontinuities(self) -> tuple[Any, ...]:
        """None of them is known to leap."""
        return (None,) * len(self.given)


@dataclass(frozen=True, eq=False)
class HandDynamics(DynamicEquations):
    """M and h as they were derived."""

    given: tuple[Any, Any]

    @property
    def mass_and_forces(self) -> tuple[Any, Any]:
        """(M, h)."""
        return self.given


@dataclass(frozen=True, eq=False)
class HandEnergies(Energies):
    """T and V as they were derived."""

    rows: ConstraintEquations
    T: Any
    V: Any
    balance: tuple[Any, Any]
    """Symbols of accelerations, and the power of forces and moving supports in them."""

    @property
    def kinetic(self) -> Any:
        """T."""
        return self.T

    @property
    def potential(self) -> Any:
        """V."""
        return self.V

    def power(self, u_dot: Any, lam: Any) -> Any:
        """Forces, moving supports, and constraints that move by themselves: −λ·P_0."""
        names, expression = self.balance
        known = dict(zip(names, map(as_expr, u_dot), strict=True))
        total = substitute([as_expr(expression)], known)[0]
        _, p_0, _ = self.rows.matrices
        return total - dot(lam, p_0) if len(p_0) else total


@dataclass(frozen=True, eq=False)
class HandEquations(MotionEquations):
    """Equations in coordinates and their rates, as somebody derived them; every other symbol has got its value."""

    channels: HandChannels

    @cached_property
    def origin(self) -> HandOrigin:
        """Somebody's derivation."""
        return HandOrigin(self)


@dataclass(frozen=True, eq=False)
class HandOrigin(Origin):
    """Equations as somebody derived them."""

    equations: HandEquations

    def inputs_over_time(self, shape_of: Callable[[str], tuple[int, ...]]) -> tuple[TimeInput, ...]:
        """The parts of M, h and the constraints that depend on time alone."""
        e = self.equations
        rows = [x for part in e.rows.by_connection for x in (*part.g, *part.g_dot)]
        values = [*array(e.dynamics.M).ravel(), *array(e.dynamics.h).ravel(), *rows]
        t = e.kinematics.symbols.t
        return tuple(TimeInput("the equations", x, t, of_law=True) for x in parts_of_time(values, t))

    def report(self) -> str:
        """Coordinates, constraints, parameters and frames."""
        e = self.equations
        layout = e.topology.layout
        lines = [f"{e.model.name}: equations derived by hand, {layout.nq} coordinates, {layout.nu} speeds.", ""]
        lines += [f"Coordinates: {', '.join(layout.q)}", f"Speeds: {', '.join(layout.u)}"]
        if e.rows.by_connection:
            lines.append("Constraints: " + ", ".join(f"{r.name} ({len(r.g_dot)})" for r in e.rows.by_connection))
        if e.parameters:
            lines.append("Parameters: " + ", ".join(f"{p.name} = {p.value:g}" for p in e.parameters))
        if e.model.bodies:
            lines.append(f"Frames: {', '.join(e.model.bodies)}")
        if e.channels.outputs:
            lines.append(f"Also by name: {', '.join(e.channels.outputs)}")
        return "\n".join(lines)

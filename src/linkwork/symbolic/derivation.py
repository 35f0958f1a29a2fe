r"""`derive`: the equations of a system to read, replayed from the graph that is compiled.

$$ M(q,t)\,\dot u = h(q, u, t) + P^T\lambda, \qquad P\,\dot u + P_{00} = 0, \qquad \dot q = \dot q(q, u, t) $$
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import sympy

from ..contract import ModelError
from ..expr import array, forward_derivatives, jacobian, operation_count
from ..expr.graph import as_expr
from ..expr.node import is_structural_zero
from ..formulation.loads import connection_loads
from ..mechanics.tree import TreeSystem
from .readable.printout import Written, write_out
from .readable.reader import FormulaReader

READABLE_OPERATIONS, READABLE_SPEEDS = 20_000, 60
"""Operations of M and h, and speeds, beyond which nobody reads them."""


@dataclass(frozen=True, eq=False)
class Derivation:
    """The equations of a system in SymPy: symbols are called as in the model, `A.angle`, `A.angle_dot`."""

    system: TreeSystem

    @cached_property
    def leaves(self) -> dict[Any, Any]:
        """Symbols of the graph to those one reads."""
        e, layout = self.system.equations, self.system.layout
        names = e.kinematics.symbols
        u_dot, lam = e.dynamics.known
        rates = [f"{name[:-4]}_ddot" if name.endswith("_dot") else f"{name}_dot" for name in layout.u]
        pairs = [
            *zip(names.q, layout.q, strict=True),
            *zip(names.u, layout.u, strict=True),
            *zip(names.z, layout.z, strict=True),
            *zip(e.unknowns.s, self.system.unknowns, strict=True),
            *zip(u_dot, rates, strict=True),
            *zip(lam, [f"lambda_{k + 1}" for k in range(len(lam))], strict=True),
            *((p, p.name) for p in e.parameters),
            (names.t, "t"),
        ]
        return {node: sympy.Symbol(name, real=True) for node, name in pairs}

    @cached_property
    def _reader(self) -> FormulaReader:
        return FormulaReader(self.leaves)

    @property
    def definitions(self) -> list[tuple[Any, Any]]:
        """Names in M, h, P for what is too long to be written out; usually none."""
        return list(self._reader.definitions)

    @cached_property
    def M(self) -> Any:
        """Mass matrix."""
        return self._reader.matrix(self.system.equations.dynamics.M)

    @cached_property
    def h(self) -> Any:
        """Generalised forces less what velocities ask for."""
        return self._reader.matrix(self.system.equations.dynamics.h)

    @cached_property
    def P(self) -> Any:
        """Constraint rows on accelerations."""
        return self._reader.matrix(self.system.equations.rows.matrices[0])

    @cached_property
    def P_00(self) -> Any:
        """P u̇ + P_00 = 0."""
        return self._reader.matrix(self.system.equations.rows.matrices[2])

    @cached_property
    def g(self) -> Any:
        """Holonomic constraints g(q, t) = 0."""
        return self._reader.matrix(self.system.equations.rows.g)

    @cached_property
    def q_dot(self) -> Any:
        """Kinematical equations."""
        return self._reader.matrix(self.system.equations.kinematics.q_dot)

    @cached_property
    def written(self) -> Written:
        """All of it with names for what recurs; trivial parts are left out."""
        e = self.system.equations
        parts = {"M": e.dynamics.M, "h": e.dynamics.h}
        if e.rows.by_connection:
            (P, _, P_00), nonzero = e.rows.matrices, e.rows.nonzero
            parts |= {"g": e.rows.g, "P": P[nonzero], "P_00": P_00[nonzero]}
        q_dot, u, free = e.kinematics.q_dot, e.kinematics.symbols.u, e.kinematics.free
        rates = [q_dot[k] for k in free] if len(q_dot) == len(u) else []
        if not rates or any(as_expr(x) is not as_expr(u[k]) for x, k in zip(rates, free, strict=True)):
            parts["q_dot"] = q_dot
        parts |= {entry.name: e.kinematics.q[entry.q] for entry in e.topology.layout.driven}
        return write_out(self._title, parts, self.leaves)

    @property
    def _title(self) -> str:
        layout = self.system.layout
        found = self.system.equations.rows
        rows = f", {len(found.nonzero)} constraint rows" if found.by_connection else ""
        return f"{self.system.model.name}: M u_dot = h{' + P^T lam' if rows else ''}, q = ({', '.join(layout.q)}){rows}"

    def text(self) -> str:
        """The equations as plain text."""
        return self.written.text()

    def latex(self) -> str:
        """The equations in LaTeX."""
        return self.written.latex()

    def markdown(self) -> str:
        """The equations as Markdown."""
        return self.written.markdown()

    def reactions(self) -> Written:
        """Moment and force in every hinge and constraint, in accelerations and multipliers."""
        e = self.system.equations.origin.of_tree("reactions")
        parts: dict[str, Any] = {}
        for name, (moment, force) in connection_loads(e.dynamics, *e.dynamics.known).items():
            parts |= {f"moment of {name}": array(moment), f"force of {name}": array(force)}
        return write_out(f"{self.system.model.name}: loads on the second end of each connection", parts, self.leaves)

    def page(self) -> Written:
        """The worked derivation: positions → velocities → Jacobians → M and h, for every body with mass."""
        e = self.system.equations.origin.of_tree("the steps of a derivation")
        modal = [name for name, body in self.system.model.bodies.items() if body.elastic is not None]
        if modal:
            raise ModelError(
                f"derive: body {modal[0]!r} is elastic, and its centre of mass is not fixed in it; its M and h are "
                "what derive(system) shows, without the steps that lead there."
            )
        parts: dict[str, Any] = {}
        (R, p), u = e.kinematics.body_poses, e.kinematics.symbols.u
        for vertex in e.topology.bodies[1:]:
            if not vertex.is_drawn or is_structural_zero(vertex.body.mass):
                continue
            r = array(p[vertex.number] + R[vertex.number] @ array(vertex.body.com))
            v = array(forward_derivatives([as_expr(x) for x in r], e.kinematics.motion))
            w = array(e.channels[f"{vertex.name}.angular_velocity"])
            steps = {"r": r, "v": v, "omega": w, "J_T": jacobian(v, u), "J_R": jacobian(w, u)}
            parts |= {f"{what} of {vertex.name}": value for what, value in steps.items()}
        parts |= {"M": e.dynamics.M, "h": e.dynamics.h}
        return write_out(f"{self.system.model.name}: from positions to M and h", parts, self.leaves)

    def __str__(self) -> str:
        return self.text()

    def _repr_markdown_(self) -> str:
        return self.markdown()


def derive(system: TreeSystem) -> Derivation:
    """The equations of a system, to read: what is shown is what runs."""
    d, nu = system.equations.dynamics, system.layout.nu
    # Large mass matrices are not even derived: that alone takes long.
    is_short = nu <= READABLE_SPEEDS
    count = operation_count([as_expr(x) for x in (*array(d.M).ravel(), *array(d.h).ravel())]) if is_short else 0
    if count > READABLE_OPERATIONS or nu > READABLE_SPEEDS:
        size = f"there are {nu} speeds" if nu > READABLE_SPEEDS else f"M and h take {count} operations"
        raise ModelError(
            f"{system.model.name!r}: {size}, more than anybody reads. Derive a part of the model, or use "
            'system.evaluate("dynamics", state) for numbers.'
        )
    return Derivation(system)

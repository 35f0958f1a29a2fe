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
from ..formulation import Equations, of_tree
from ..formulation.loads import connection_loads
from ..formulation.motion_equations import is_structural_zero
from ..system import System
from .readable.printout import Written, write_out
from .readable.reader import FormulaReader

READABLE_OPERATIONS, READABLE_SPEEDS = 20_000, 60
"""Operations of M and h, and speeds, beyond which nobody reads them."""


@dataclass(frozen=True, eq=False)
class Derivation:
    """The equations of a system in SymPy: symbols are called as in the model, `A.angle`, `A.angle_dot`."""

    system: System

    @cached_property
    def leaves(self) -> dict[Any, Any]:
        """Symbols of the graph to those one reads."""
        e, layout = self.system.equations, self.system.layout
        names = e.symbols
        u_dot, lam = e.known
        rates = [f"{name[:-4]}_ddot" if name.endswith("_dot") else f"{name}_dot" for name in layout.u]
        pairs = [
            *zip(names.q, layout.q, strict=True),
            *zip(names.u, layout.u, strict=True),
            *zip(names.z, layout.z, strict=True),
            *zip(e.s, self.system.unknowns, strict=True),
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
        return self._reader.matrix(self.system.equations.M)

    @cached_property
    def h(self) -> Any:
        """Generalised forces less what velocities ask for."""
        return self._reader.matrix(self.system.equations.h)

    @cached_property
    def P(self) -> Any:
        """Constraint rows on accelerations."""
        return self._reader.matrix(self.system.equations.constraint_matrices[0])

    @cached_property
    def P_00(self) -> Any:
        """P u̇ + P_00 = 0."""
        return self._reader.matrix(self.system.equations.constraint_matrices[2])

    @cached_property
    def g(self) -> Any:
        """Holonomic constraints g(q, t) = 0."""
        return self._reader.matrix(self.system.equations.g)

    @cached_property
    def q_dot(self) -> Any:
        """Kinematical equations."""
        return self._reader.matrix(self.system.equations.q_dot)

    @cached_property
    def written(self) -> Written:
        """All of it with names for what recurs; trivial parts are left out."""
        e = self.system.equations
        parts = {"M": e.M, "h": e.h}
        if e.rows:
            felt = e.felt
            parts |= {"g": e.g, "P": e.constraint_matrices[0][felt], "P_00": e.constraint_matrices[2][felt]}
        rates = [e.q_dot[k] for k in e.free] if len(e.q_dot) == len(e.symbols.u) else []
        if not rates or any(as_expr(x) is not as_expr(e.symbols.u[k]) for x, k in zip(rates, e.free, strict=True)):
            parts["q_dot"] = e.q_dot
        if isinstance(e, Equations):
            parts |= {entry.name: e.tree.q[entry.q] for entry in e.topology.layout.driven}
        return write_out(self._title, parts, self.leaves)

    @property
    def _title(self) -> str:
        layout = self.system.layout
        rows = f", {len(self.system.equations.felt)} constraint rows" if self.system.equations.rows else ""
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
        e = of_tree(self.system.equations, "reactions")
        parts: dict[str, Any] = {}
        for name, (moment, force) in connection_loads(e, *e.known).items():
            parts |= {f"moment of {name}": array(moment), f"force of {name}": array(force)}
        return write_out(f"{self.system.model.name}: loads on the second end of each connection", parts, self.leaves)

    def page(self) -> Written:
        """The worked derivation: positions → velocities → Jacobians → M and h, for every body with mass."""
        e = of_tree(self.system.equations, "the steps of a derivation")
        parts: dict[str, Any] = {}
        R, p = e.attitudes
        for vertex in e.topology.bodies[1:]:
            if vertex.is_twin or is_structural_zero(vertex.body.mass):
                continue
            r = array(p[vertex.number] + R[vertex.number] @ array(vertex.body.com))
            v = array(forward_derivatives([as_expr(x) for x in r], e.motion))
            w = array(e.channels[f"{vertex.name}.angular_velocity"])
            steps = {"r": r, "v": v, "omega": w, "J_T": jacobian(v, e.symbols.u), "J_R": jacobian(w, e.symbols.u)}
            parts |= {f"{what} of {vertex.name}": value for what, value in steps.items()}
        return write_out(
            f"{self.system.model.name}: from positions to M and h", parts | {"M": e.M, "h": e.h}, self.leaves
        )

    def __str__(self) -> str:
        return self.text()

    def _repr_markdown_(self) -> str:
        return self.markdown()


def derive(system: System) -> Derivation:
    """The equations of a system, to read: what is shown is what runs."""
    e, nu = system.equations, system.layout.nu
    # Large mass matrices are not even derived: that alone takes long.
    count = (
        operation_count([as_expr(x) for x in (*array(e.M).ravel(), *array(e.h).ravel())])
        if nu <= READABLE_SPEEDS
        else 0
    )
    if count > READABLE_OPERATIONS or nu > READABLE_SPEEDS:
        size = f"there are {nu} speeds" if nu > READABLE_SPEEDS else f"M and h take {count} operations"
        raise ModelError(
            f"{system.model.name!r}: {size}, more than anybody reads. Derive a part of the model, or use "
            'system.evaluate("dynamics", state) for numbers.'
        )
    return Derivation(system)

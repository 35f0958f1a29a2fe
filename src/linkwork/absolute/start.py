"""Where bodies start whose connections give starting values of their coordinates: the start of the tree of hinges."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from ..contract import Hinge
from ..expr import array
from ..expr.evaluate import evaluate
from ..expr.graph import as_expr
from ..formulation import Equations, derive
from ..formulation.assemblies import with_acting_assemblies
from ..formulation.links import Link
from ..formulation.recursion import velocities
from ..model import Model
from ..spatial import Pose, euler_parameters


@dataclass(frozen=True, eq=False)
class TreeStart:
    """The start of a model along its hinges: X_0k = X_0p X_pk outwards, and twists by the recursion of velocities."""

    model: Model

    @cached_property
    def is_given(self) -> bool:
        """Whether any hinge has starting values or is prescribed; where none is, no tree is looked for."""
        hinges = [c for c in self.model.connections.values() if isinstance(c.element, Hinge)]
        return any(c.initial or c.drive or c.lock for c in hinges)

    @cached_property
    def equations(self) -> Equations:
        """Those of the tree that the hinges make; only its motion is traced."""
        return derive(with_acting_assemblies(self.model))

    def values(self, parameters: Mapping[str, float], t: float) -> dict[str, float]:
        """Coordinates and speeds of an absolute system by name: of bodies, and of hinges in the tree."""
        tree, known = self.equations.tree, self._known(parameters, t)
        links = [_number(link, known) for link in tree.links]
        q, u, q_dot = (_numbers(x, known) for x in (tree.q, tree.u, tree.q_dot))
        layout = tree.topology.layout
        found = {name: float(x) for name, x in zip(layout.q, q, strict=True)}
        found |= {f"{name}_dot": float(x) for name, x in zip(layout.q, q_dot, strict=True)}
        w, v = velocities(links, u)
        internal = [Pose()]
        for link in links:
            internal.append(internal[link.parent] @ link.X)
        for name in self.model.bodies:
            k = tree.topology.body(name).number
            at = internal[k]
            frame = at @ links[k - 1].X_BI.inverse
            spin = at.R @ w[k]
            twist = [*spin, *(at.R @ v[k] + np.cross(spin, frame.p - at.p))]
            numbers = [*euler_parameters(frame.R), *frame.p, *twist]
            labels = ("e0", "e1", "e2", "e3", "x", "y", "z", "w_x", "w_y", "w_z", "v_x", "v_y", "v_z")
            found |= {f"{name}.{label}": float(x) for label, x in zip(labels, numbers, strict=True)}
        return found

    def _known(self, parameters: Mapping[str, float], t: float) -> dict[Any, Any]:
        """Values of all symbols and Parameters."""
        topology, symbols = self.equations.topology, self.equations.symbols
        q, u = np.zeros(topology.layout.nq), np.zeros(topology.layout.nu)
        places_q = {name: k for k, name in enumerate(topology.layout.q)}
        places_u = {name: k for k, name in enumerate(topology.layout.u)}
        for branch in topology.branches:
            q[branch.q] = branch.hinge.rest_values
        for connection in self.equations.model.connections.values():
            for name, value in connection.initial.items() if isinstance(connection.element, Hinge) else ():
                full = f"{connection.name}.{name}"
                for places, into in ((places_q, q), (places_u, u)):
                    if full in places:
                        into[places[full]] = evaluate([as_expr(value)], parameters)[0]
        known: dict[Any, Any] = {as_expr(symbols.t): t, **parameters}
        known |= {as_expr(x): value for x, value in zip(symbols.q, q, strict=True)}
        return known | {as_expr(x): value for x, value in zip(symbols.u, u, strict=True)}


def _numbers(values: Any, known: Mapping[Any, Any]) -> np.ndarray:
    entries = array(values)
    return np.array(evaluate([as_expr(x) for x in entries.ravel()], known), dtype=float).reshape(entries.shape)


def _number(link: Link, known: Mapping[Any, Any]) -> Link:
    """A link with numbers in place of expressions, as far as velocities need them."""
    X, X_BI, *steps = (Pose(_numbers(x.R, known), _numbers(x.p, known)) for x in (link.X, link.X_BI, *link.steps))
    phi, v_0 = (_numbers(x, known) for x in (link.phi, link.V_0))
    return replace(link, X=X, X_BI=X_BI, steps=tuple(steps), phi=phi, V_0=v_0)

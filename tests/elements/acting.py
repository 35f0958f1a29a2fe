"""What a force element does between a fixed first end and further ends in given motion."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp

import linkwork as lw
from linkwork.contract import Force
from linkwork.contract.derived.force_motion import strength_of
from linkwork.formulation import derive_equations
from linkwork.spatial import Relative, euler_parameters


def moving(p: Any, R: Any = None, w: Any = (0, 0, 0), v: Any = (0, 0, 0)) -> Relative:
    """A motion relative to the first end."""
    given = (np.eye(3) if R is None else R, p, w, v)
    return Relative(*(np.array(x, dtype=float) for x in given))


def acting(
    force: Force, *ends: Relative, z: Any = (), inputs: Any = None, t: float = 0.0, s: Any = ()
) -> SimpleNamespace:
    """Wrenches (moment, force) on the further ends in the axes of the first, rates of states, kinks and outputs.

    `s` are unknowns; what they should make zero is the residual.
    """
    m = lw.Model("acting", gravity=(0, 0, 0))
    bodies = [m.body(f"b{k}", mass=1.0, inertia=(1, 1, 1)) for k in range(len(ends))]
    for body in bodies:
        m.connect(f"{body.name}_free", lw.Free(), m.ground, body)
    given = (m.ground, *bodies) if force.ends != 0 else ()
    m.connect("x", force, *given, inputs=inputs or {})
    e = derive_equations(m)
    law = e.laws.by_name["x"]
    parts: dict[str, Any] = {"wrenches": [[*moment, *load] for moment, load in law.wrenches]}
    if law.element.measured is not None:
        parts |= {"e": law.measured[0], "e_dot": law.measured[1], "F": strength_of(law.element, law.known)}
    parts |= {"z_dot": law.state_dot, "kinks": law.kinks, "outputs": list(law.outputs.values())}
    parts |= {"residual": law.residual}
    kept = {name: value for name, value in parts.items() if np.size(value)}
    function = e.tracer.function("acting", **kept, t_again=e.kinematics.symbols.t)
    q = [x for rel in ends for x in (*euler_parameters(rel.R), *rel.p)]
    u = [x for rel in ends for x in (*(rel.R.T @ rel.w), *(rel.R.T @ rel.v))]
    found = function(q, u, list(z), list(s), t, [p.value for p in e.parameters])
    return SimpleNamespace(**{name: np.asarray(getattr(found, name)) for name in kept})


def motion(system: lw.System, times: Any, start: lw.State | None = None) -> np.ndarray:
    """(q, u, z) at times after zero, one row each, by DOP853 restarted at each: its dense output is less exact."""
    kernel, layout = system.kernel("rates"), system.layout
    cuts = (layout.nq, layout.nq + layout.nu)
    state = system.rest if start is None else start
    parameters = system.arguments(state)[5]

    def rates(t: float, y: np.ndarray) -> np.ndarray:
        q, u, z = np.split(y, cuts)
        found = kernel(q, u, z, [], t, parameters)
        return np.concatenate([found.q_dot, found.u_dot, found.z_dot])

    y, before, rows = np.concatenate([state.q, state.u, state.z]), state.t, []
    for t in times:
        y = solve_ivp(rates, (before, t), y, "DOP853", rtol=1e-13, atol=1e-14).y[:, -1]
        before = t
        rows.append(y)
    return np.array(rows)

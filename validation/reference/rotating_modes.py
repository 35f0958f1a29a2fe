"""F2: the bending frequencies of a thin rod that turns: stretched by its spin, it swings faster."""

from collections.abc import Iterator

import numpy as np

import linkwork as lw
from validation.case import Case, Figure, carried, compare, compiled
from validation.reference.numbers import case

LENGTH, SIDE, SPIN = 1.0, 0.005, 2.0
STEEL = lw.Material(2.1e11, 0.3, 7850.0)
UNIT = np.sqrt(STEEL.E * SIDE**2 / (12 * STEEL.density)) / LENGTH**2
"""The frequency in which the reference counts: √(E I / ρ A L⁴)."""


ROD = lw.FlexibleRod(LENGTH, lw.Rectangle(SIDE, SIDE), STEEL, modes=8)


def model(spin: float) -> lw.Model:
    m = lw.Model("rotor", gravity=(0, 0, 0))
    rod = m.body("rod", ROD)
    m.connect("hub", lw.Revolute("z"), m.ground, rod.at("root"), drive={"angle": spin * UNIT * lw.t})
    return m


def stretched(system: lw.System) -> lw.State:
    """The state in which the rod turns steadily: what its spin asks of it is what its stiffness gives."""
    data, free = ROD.modal, list(system.layout.elastic_u)
    state = system.state()
    for _ in range(6):
        h = np.asarray(system.evaluate("dynamics", state).h)[free]
        e = state.q[list(system.layout.elastic_q)] + np.linalg.solve(data.stiffness, h)
        state = system.state({f"rod.{name}": x for name, x in zip(data.coordinates, e, strict=True)})
    return state


def check() -> Iterator[Figure]:
    rows = case("F2_rotating_modes")["results"]
    wanted = next(x for x in rows if (x["spin"], x["hub_radius"], x["tip_mass"]) == (SPIN, 0.0, 0.0))
    system = compiled(model(SPIN))
    steady = carried(system, stretched(system.hinged))
    roots = np.abs(np.linalg.eigvals(lw.linearize(system, steady, moving=True).A).imag) / UNIT
    for name in ("lag", "flap"):
        known = float(wanted[name][0])
        nearest = roots[np.argmin(np.abs(roots - known))]
        yield compare(f"first frequency, {name}", [nearest], [known], 1e-13, allowed=1e-3)


def cases() -> Iterator[Case]:
    remark = "the closed form has neither shear nor the inertia of sections, and the rod has few modes"
    yield Case("F2_rotating_modes", "frequencies of a rod that turns", check, (model,), remark)

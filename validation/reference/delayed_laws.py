"""D2: laws with history: delays that change, a law on its own past force, rightmost roots, a matrix of kernels."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

import linkwork as lw
from validation.case import Case, Figure, compare, compiled
from validation.reference.numbers import case, column, times

D2 = case("D2_history_laws")
TIGHT: dict[str, Any] = {"rtol": 1e-12, "atol": 1e-13, "method": "dop853"}


def slider(law: lw.Force, place: float, speed: float = 0.0, mass: float = 1.0) -> lw.Model:
    """D2: a mass on a rail under a delayed law."""
    m = lw.Model("delayed", gravity=(0, 0, 0))
    body = m.body("slider", mass=mass, inertia=(1, 1, 1))
    m.connect("rail", lw.Prismatic("x"), m.ground, body, initial={"displacement": place, "displacement_dot": speed})
    m.connect("law", law, m.ground, body)
    return m


def delayed(text: str, delay: Any, using: Any = ()) -> lw.Force:
    """A law that has been at rest before."""
    return lw.DelayedFormula(text, delay=delay, history="start", on=lw.Displacement("x"), using=using)


def changing() -> Iterator[Figure]:
    for which, delay in (("time", "{tau0} + {tau1}*sin({nu}*t)"), ("state", "{tau0} + {tau1}*e**2")):
        p, samples = D2["changing_delay"][which]["parameters"], D2["changing_delay"][which]["samples"]
        law = delayed(f"-{p['k']}*e - {p['c']}*e_dot - {p['gain']}*e_delayed", delay.format(**p))
        system = compiled(slider(law, p["x0"]))
        run = lw.simulate(system, times=[0.0, *times(samples)], **TIGHT)
        digits = 1e-13 if which == "time" else 8e-12
        yield compare(
            f"place, delay of {which}", run["rail.displacement"][1:], column(samples, "x"), digits, allowed=1e-11
        )


def own_past_force() -> Iterator[Figure]:
    p, samples = D2["own_past_force"]["parameters"], D2["own_past_force"]["samples"]

    def law(e: Any, force_delayed: Any) -> Any:
        return -p["k"] * e - p["b"] * e**3 + p["r"] * p["F0"] * lw.tanh(force_delayed / p["F0"])

    force = lw.DelayedForce(law, p["tau"], "start", on=lw.Displacement("x"))
    run = lw.simulate(compiled(slider(force, p["x0"], p["v0"], p["m"])), times=times(samples), **TIGHT)
    yield compare("place", run["rail.displacement"], column(samples, "x"), 1e-14, allowed=1e-12)
    yield compare("force", -run["law.force"], column(samples, "F"), 1e-14, allowed=1e-11)


def roots() -> Iterator[Figure]:
    p = D2["delayed_roots"]["parameters"]
    text = f"-{p['k']}*e - {p['c']}*e_dot - {p['gain']}*e_delayed - {p['rate_gain']}*e_dot_delayed"
    found = lw.equilibrium(compiled(slider(delayed(text, p["tau"]), 0.1))).eigenvalues
    wanted = np.array([complex(float(a), float(b)) for a, b in D2["delayed_roots"]["roots"]])
    off = np.abs(found[found.imag >= 0.0] - wanted)
    yield Figure("rightmost roots", float((off / np.abs(wanted)).max()), 1e-17, 1e-12)


def boundary() -> Iterator[Figure]:
    p, rows = D2["delayed_roots"]["parameters"], D2["delayed_roots"]["boundary"]["rows"][-2:]
    gain, tau = lw.Parameter("gain", 1.0), lw.Parameter("tau", 0.7)
    law = delayed(f"-{p['k']}*e - {p['c']}*e_dot - gain*e_delayed", tau, [gain])
    system = compiled(slider(law, 0.1))
    border = lw.stability_chart(system, ("gain", [-4.0, 0.0, 5.0]), ("tau", [r["delay"] for r in rows])).border
    wanted = [(float(r[f"gain_{e}"]), r["delay"], float(r[f"frequency_at_{e}"])) for r in rows for e in ("min", "max")]
    off = max(np.abs(border - one).max(axis=1).min() for one in wanted)
    yield Figure("border of stability", float(off), 1e-17, 1e-9)


def tissue() -> lw.Force:
    """D2: two variables that a matrix of relaxation functions couples, which is not symmetric."""
    p = D2["fung_matrix"]["parameters"]
    (a1, a2), (b1, b2) = p["A"], p["B"]

    def response(e: Any) -> list[Any]:
        both = p["coupling"]
        return [a1 * lw.expm1(b1 * e[0]) + both * e[1], a2 * lw.expm1(b2 * e[1]) + both * e[0], 0.0 * e[2]]

    rows = [[0.0] * 3 for _ in range(3)]
    for i, j in np.ndindex(2, 2):
        parts = [f"({G[i][j]})*exp(-x/{tau})" for G, tau in zip(p["G_k"], p["tau_k"], strict=True)]
        rows[i][j] = " + ".join([f"({p['G_inf'][i][j]})", *parts])
    return lw.FungMatrix(response, tuple(map(tuple, rows)), 3.0, 1e-12, passive=False, on=lw.Vector())


def two_masses() -> lw.Model:
    """D2: masses that move along two axes."""
    p = D2["fung_matrix"]["parameters"]
    m = lw.Model("active tissue", gravity=(0, 0, 0))
    first = m.body("first", mass=p["masses"][0] - p["masses"][1], inertia=(1, 1, 1))
    second = m.body("second", mass=p["masses"][1], inertia=(1, 1, 1))
    m.connect("x", lw.Prismatic("x"), m.ground, first, initial={"displacement": p["e0"][0]})
    m.connect("y", lw.Prismatic("y"), first, second, initial={"displacement": p["e0"][1]})
    m.connect("tissue", tissue(), m.ground, second)
    for axis, one, two in (("x", m.ground, first), ("y", first, second)):
        m.connect(f"damper {axis}", lw.Damper(p["dashpot"], on=lw.Displacement(axis)), one, two)
    return m


def tissue_of_two() -> Iterator[Figure]:
    samples, e0 = D2["fung_matrix"]["free"]["samples"], D2["fung_matrix"]["parameters"]["e0"]
    system = compiled(two_masses())
    # Applied suddenly: what has not relaxed yet is the elastic response.
    held = np.array([float(x) for x in tissue().elastic(np.array([*e0, 0.0]))])
    names = [name for name in system.layout.z if name.startswith("tissue.")]
    start = lw.assemble(system).with_values({name: held[int(name[-1]) - 1] for name in names})
    run = lw.simulate(system, start, times=times(samples), **TIGHT)
    yield compare("strain", run["second.position"][:, :2], column(samples, "e"), 3e-14, allowed=1e-10)
    yield compare("force", -run["tissue.force"][:, :2], column(samples, "F"), 3e-14, allowed=1e-9)


def cases() -> Iterator[Case]:
    shows = (slider, delayed)
    yield Case("D2_changing_delays", "delays of time and of state", changing, shows)
    yield Case("D2_own_past_force", "a law on its own past force", own_past_force, (slider,))
    yield Case("D2_roots", "rightmost roots of a delayed oscillator", roots, shows)
    yield Case("D2_boundary", "border of stability over gain and delay", boundary, shows)
    yield Case("D2_matrix", "tissue with a matrix of kernels", tissue_of_two, (tissue, two_masses))

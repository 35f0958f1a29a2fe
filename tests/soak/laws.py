"""Random laws and signals on a block against SciPy on equations written by hand."""

from typing import Any

import numpy as np
from scipy.integrate import solve_ivp

import linkwork as lw

END = 2.0
TERMS = (
    (lambda c, x, v, t: -c * x, (1.0, 200.0)),
    (lambda c, x, v, t: -c * v, (0.0, 3.0)),
    (lambda c, x, v, t: -c * x * x * x, (0.0, 50.0)),
    (lambda c, x, v, t: -c * lw.tanh(20.0 * v), (0.0, 2.0)),
    (lambda c, x, v, t: c * lw.sin(3.0 * t + x), (0.0, 5.0)),
    (lambda c, x, v, t: c * lw.exp(-x * x) * lw.cos(t), (0.0, 5.0)),
    (lambda c, x, v, t: -c * lw.maximum(x, 0.0), (0.0, 100.0)),
    (lambda c, x, v, t: -c * v * lw.sqrt(v * v + 1e-2), (0.0, 2.0)),
    (lambda c, x, v, t: -c * lw.atan2(x, 1.0 + x * x), (0.0, 20.0)),
)
"""Terms of a law, and between what their numbers lie."""


def against_scipy(rng: np.random.Generator) -> None:
    """The end of a motion under a law that is a sum of terms."""
    chosen = rng.choice(len(TERMS), size=rng.integers(1, 5), replace=False)
    parts = [(TERMS[k][0], float(rng.uniform(*TERMS[k][1]))) for k in sorted(chosen)]
    mass, x0, v0 = (float(rng.uniform(*between)) for between in ((0.5, 3.0), (-0.3, 0.3), (-1.0, 1.0)))

    def force(x: Any, v: Any, t: Any) -> Any:
        return sum(term(c, x, v, t) for term, c in parts)

    m = lw.Model("block", gravity=(0, 0, 0))
    block = m.body("block", mass=mass)
    m.connect("slide", lw.Prismatic("x"), m.ground, block)
    m.connect("law", lw.FunctionForce(lambda e, e_dot, t: force(e, e_dot, t), on=lw.Displacement("x")), m.ground, block)
    system = lw.compile_model(m)
    start = system.state({"slide.displacement": x0, "slide.displacement_dot": v0})
    method = str(rng.choice(["auto", "dop853", "dopri5", "radau", "bdf"]))
    run = lw.simulate(system, start, END, rtol=1e-9, atol=1e-11, method=method)

    def by_hand(t: float, y: np.ndarray) -> list[float]:
        return [y[1], float(force(y[0], y[1], t)) / mass]

    end = solve_ivp(by_hand, (0.0, END), [x0, v0], rtol=1e-10, atol=1e-12, method="DOP853").y[:, -1]
    off = np.abs([run["slide.displacement"][-1] - end[0], run["slide.displacement_dot"][-1] - end[1]]).max()
    assert run.success, str(run.certificate)
    assert off < 1e-5 * (1.0 + np.abs(end).max()), f"{method}, terms {sorted(chosen)}: off by {off:.1e}"

"""Four-bars side by side (A02), links of 1 m and 1 kg; where all bars lie in one line the loops lose rank.

The cranks stay parallel, so it moves as one pendulum: its equation is integrated here by SciPy. It starts upright with
1 m/s at the top and goes through the singular configurations at the level of the ground.
"""

from collections.abc import Iterator

import numpy as np
from scipy.integrate import solve_ivp

import linkwork as lw
from validation.case import Case, Figure, compare, compiled

G, END = 9.81, 10.0


def model(count: int) -> lw.Model:
    m = lw.Model("four-bars", gravity=(0, -G, 0))
    turn = lw.Revolute("z")
    before = None
    for k in range(count + 1):
        crank = m.body(f"crank{k}", lw.Rod(length=1.0, mass=1.0))
        m.connect(f"A{k}", turn, m.ground.at(k, 0, 0), crank)
        if before is not None:
            bar = m.body(f"bar{k}", lw.Rod(length=1.0, mass=1.0))
            m.connect(f"B{k}", turn, before.at(1, 0, 0), bar)
            m.connect(f"C{k}", turn, bar.at(1, 0, 0), crank.at(1, 0, 0))
        before = crank
    return m


def as_one_pendulum(count: int, times: np.ndarray) -> np.ndarray:
    """The angle of the cranks: (N + 1)/3 + N on the left, the weight of bars and cranks on the right."""
    inertia, weight = (count + 1) / 3 + count, ((count + 1) / 2 + count) * G

    def rates(t: float, y: np.ndarray) -> list[float]:
        return [y[1], -weight / inertia * np.cos(y[0])]

    start = [np.pi / 2, -1.0]
    found = solve_ivp(rates, (0.0, END), start, method="DOP853", rtol=1e-13, atol=1e-13, t_eval=times)
    return np.asarray(found.y[0])


def check(count: int) -> Iterator[Figure]:
    times = np.linspace(0.0, END, 101)
    system = compiled(model(count))
    cranks = {f"A{k}.angle": np.pi / 2 for k in range(count + 1)}
    bars = {f"B{k}.angle": -np.pi / 2 for k in range(1, count + 1)}
    known = [name for name in (cranks | bars) if name in system.hinged.layout.q]
    start = lw.assemble(system, guess={n: (cranks | bars)[n] for n in known}, velocities={"A0.angle_dot": -1.0})
    run = lw.simulate(system, start, times=times, rtol=1e-10, atol=1e-12)
    angle = as_one_pendulum(count, times)
    place = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    axis = run["crank0.rotation"][:, :2, 0]
    yield compare("place of the first joint", axis, place, 1e-11, allowed=1e-6)
    yield compare(
        "energy", run.energy, np.full(len(run), run.energy[0]), 1e-16, allowed=1e-7, size=abs(run.energy).max()
    )


def cases() -> Iterator[Case]:
    yield Case("A02_four_bars_2", "two four-bars, through singular configurations, 10 s", lambda: check(2), (model,))
    yield Case("A02_four_bars_10", "ten of them", lambda: check(10), (model,), slow=True)

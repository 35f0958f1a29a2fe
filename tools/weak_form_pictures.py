"""Pictures of weak forms in time: `python -m tools.weak_form_pictures` writes them for the documentation.

The first shows what one element makes of an oscillator's amplitude, over the length of the element: the primal form
with exact integration has limits and gaps, the mixed form (and reduced integration, the same method) has none. Another
shows the energy of a pendulum over many periods against methods of Runge–Kutta type.
"""

from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import linkwork as lw
from linkwork.mechanics.tree import TreeSystem
from linkwork.mechanics.weak_tree import WeakState, WeakTree
from linkwork.numerics.integrators.time_elements import step
from linkwork.numerics.integrators.time_shapes import TimeElement

FOLDER = Path(__file__).parents[1] / "docs" / "images"
LENGTHS = np.linspace(0.02, 9.0, 300)


def oscillator() -> WeakTree:
    """Mass and spring with ω = 1."""
    m = lw.Model("oscillator", gravity=(0, 0, 0))
    ball = m.body("ball", lw.PointMass(mass=1.0))
    m.connect("rail", lw.Prismatic("x"), m.ground, ball)
    m.connect("spring", lw.Spring(stiffness=1.0, length=0.0, on=lw.Displacement("x")), m.ground, ball)
    system = lw.compile_model(m)
    return WeakTree(system, system.arguments(system.rest)[-1])


def growth(mechanics: WeakTree, element: TimeElement, h: float) -> float:
    """The largest eigenvalue of one element."""
    columns = []
    for q, p in np.eye(2):
        found = step(element, mechanics, WeakState(np.array([q]), np.array([p]), 0.0), np.array([p]), h)
        assert found is not None
        columns.append([found.at.q[0], found.momenta[0]])
    return float(np.abs(np.linalg.eigvals(np.array(columns).T)).max())


def draw_stability(path: Path) -> None:
    """Growth in one element against its length."""
    mechanics = oscillator()
    figure, axes = plt.subplots(1, 2, figsize=(9, 3.4), sharey=True, layout="constrained")
    for axis, k in zip(axes, (1, 2), strict=True):
        for quadrature, label in (("full", "primal, exact"), ("lobatto", "primal, Lobatto points")):
            values = [growth(mechanics, TimeElement(k, quadrature), h) for h in LENGTHS]
            axis.plot(LENGTHS, values, label=label)
        axis.plot(
            LENGTHS, [growth(mechanics, TimeElement(k, "full", fields="mixed"), h) for h in LENGTHS], "k", label="mixed"
        )
        reduced = [growth(mechanics, TimeElement(k), h) for h in LENGTHS[::15]]
        axis.plot(LENGTHS[::15], reduced, "o", mfc="none", label="primal, reduced")
        axis.set(title=f"{k + 1} nodes", xlabel="ω h", ylim=(0.8, 4.0))
    axes[0].set_ylabel("growth in one element")
    figure.legend(*axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=4, frameon=False)
    figure.savefig(path, dpi=110)


def pendulum() -> TreeSystem:
    """A bar that turns about its end."""
    m = lw.Model("pendulum")
    bar = m.body("bar", mass=1.0, com=(0.5, 0, 0), inertia=(0.01, 1 / 12, 1 / 12))
    m.connect("A", lw.Revolute("y"), m.ground, bar)
    return lw.compile_model(m)


def draw_energy(path: Path, periods: int = 300) -> None:
    """Energy against time, elements of constant length against Runge–Kutta methods at the same or finer steps."""
    system = pendulum()
    start = system.state({"A.angle": -0.4})
    h, count = 0.1, periods * 20
    figure, axis = plt.subplots(figsize=(9, 3.4), layout="constrained")
    times = np.linspace(0, count * h, 1500)
    runs = {
        "Runge–Kutta, order 4, h = 0.1 s": lw.simulate(system, start, times=times, method="rk4", h=h),
        "Dormand–Prince, tolerance 1e-4": lw.simulate(
            system, start, times=times, method="dopri5", rtol=1e-4, atol=1e-6
        ),
    }
    for label, run in runs.items():
        energy = run["energy"]
        axis.plot(run.t, energy - energy[0], label=label)
    run = lw.simulate(system, start, times=times, method="weak2", h=h)
    axis.plot(run.t, run["energy"] - run["energy"][0], "k", lw=0.8, label="time elements, three nodes, h = 0.1 s")
    axis.set(xlabel="t (s)", ylabel="change of energy (J)")
    axis.legend(frameon=False)
    figure.savefig(path, dpi=110)


def main() -> None:
    """Writes both."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    draw_stability(FOLDER / "weak_forms_stability.png")
    draw_energy(FOLDER / "weak_forms_energy.png")


if __name__ == "__main__":
    main()

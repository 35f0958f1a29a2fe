"""A double pendulum from its energies: traced, differentiated exactly, compiled, run by a loop on native code.

Lagrange's equations of the second kind, M(q) u_dot = h(q, u), need only the kinetic energy T and the potential V:
M = ∂²T/∂u², h = ∂(T − V)/∂q − (∂²T/∂u∂q) u. Nothing is derived by hand. Run it to get a page with the motion.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numba
import numpy as np

from linkwork import expr as ex
from linkwork.kernels import Kernel, compile_function

LENGTH, MASS, GRAVITY = (0.6, 0.5), (1.0, 0.8), 9.81
START = np.array([2.0, 2.6, 0.0, 0.0])


@ex.traced(q=2, u=2)
def energies(q: Any, u: Any) -> dict[str, Any]:
    """Kinetic and potential energy, from the positions of the two bobs."""
    tip = ex.array([0.0, 0.0])
    kinetic = potential = 0.0
    for k in range(2):
        tip = tip + LENGTH[k] * ex.array([ex.sin(q[k]), -ex.cos(q[k])])
        velocity = ex.jacobian(tip, q) @ u
        kinetic = kinetic + 0.5 * MASS[k] * ex.dot(velocity, velocity)
        potential = potential + MASS[k] * GRAVITY * tip[1]
    return {"T": kinetic, "V": potential}


def equations() -> ex.Function:
    """q_dot and u_dot, with the energies and the smallest pivot of the mass matrix, as one traced function."""
    q, u = energies.input("q"), energies.input("u")
    mass_matrix = energies.hessian("T", "u")
    momentum = energies.gradient("T", "u")
    h = energies.gradient("T", "q") - energies.gradient("V", "q") - ex.jacobian(momentum, q) @ u
    u_dot, pivot = ex.solve_ldlt(mass_matrix, h)
    energy = energies.output("T") + energies.output("V")
    return energies.with_outputs(rate=[*u, *u_dot], energy=energy, pivot=pivot)


@numba.njit  # type: ignore[misc]
def runge_kutta(
    rate: Any, x: Any, dx: Any, ins: int, outs: int, work: int, samples: Any, h: float, between: int
) -> None:
    """Fixed steps of the classical method; `rate` reads the state x and writes its derivative dx, both by address."""
    start, total = np.empty_like(x), np.empty_like(x)
    for k in range(len(samples)):
        samples[k] = x
        for _ in range(between):
            start[:] = x
            total[:] = 0.0
            for weight, part in ((1.0, 0.5), (2.0, 0.5), (2.0, 1.0), (1.0, 0.0)):
                rate(ins, outs, work)
                total += weight * dx
                x[:] = start + part * h * dx
            x[:] = start + (h / 6.0) * total


def simulate(kernel: Kernel, seconds: float = 10.0, samples: int = 1001, between: int = 50) -> np.ndarray:
    """The states at equally spaced times."""
    x = START.copy()
    call = kernel.bind(q=x[:2], u=x[2:])
    states = np.empty((samples, 4))
    h = seconds / ((samples - 1) * between)
    runge_kutta(kernel.numba, x, call.outputs["rate"], *call.addresses, states, h, between)
    return states


def main() -> dict[str, float]:
    """The numbers of the run, and a page in build/demo."""
    function = equations()
    kernel = compile_function(function)
    states = simulate(kernel)
    results = kernel.batch(q=states[:, :2], u=states[:, 2:])
    drift = float(np.ptp(results.energy))
    page = write_page(function, states, results.energy)
    return {
        "operations": function.operations,
        "energy": float(results.energy[0]),
        "drift": drift,
        "pivot": float(results.pivot.min()),
        "page": page,  # type: ignore[dict-item]
    }


def path_of_tip(states: np.ndarray) -> np.ndarray:
    """Positions of the second bob."""
    angles = states[:, :2]
    return np.stack([np.sin(angles) @ LENGTH, -np.cos(angles) @ LENGTH], axis=1)


def picture(states: np.ndarray) -> str:
    """The path of the second bob and the pendulum at its start, as SVG."""
    reach = sum(LENGTH) * 1.05

    def screen(points: np.ndarray) -> str:
        return " ".join(f"{200 + 180 * x / reach:.1f},{200 - 180 * y / reach:.1f}" for x, y in points)

    first = LENGTH[0] * np.array([np.sin(START[0]), -np.cos(START[0])])
    arm = np.array([np.zeros(2), first, path_of_tip(states[:1])[0]])
    bobs = "".join(f'<circle cx="{p.split(",")[0]}" cy="{p.split(",")[1]}" r="6"/>' for p in screen(arm).split())
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" role="img" aria-label="double pendulum">'
        '<rect width="400" height="400" fill="#fbfbf8"/>'
        f'<polyline points="{screen(path_of_tip(states))}" fill="none" stroke="#b5502b" stroke-width="0.8"/>'
        '<g fill="#22333b" stroke="#22333b" stroke-width="3">'
        f'<polyline points="{screen(arm)}" fill="none"/>{bobs}</g></svg>'
    )


def write_page(function: ex.Function, states: np.ndarray, energy: np.ndarray) -> Path:
    """One self-contained page: picture, what was traced, how well energy was kept."""
    folder = Path(__file__).parents[1] / "build" / "demo"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "double_pendulum.svg").write_text(picture(states), encoding="utf-8")
    rows = {
        "traced function": repr(function),
        "run": "10 s in 50,000 Runge–Kutta steps, each four calls of native code",
        "energy": f"{energy[0]:.6f} J, kept to {np.ptp(energy):.1e} J",
    }
    table = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in rows.items())
    page = folder / "index.html"
    page.write_text(
        "<!doctype html><html lang=en><meta charset=utf-8><title>linkwork: double pendulum</title>"
        "<style>body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#22333b}"
        "svg{width:100%;max-width:30rem}th{text-align:left;padding-right:1rem;vertical-align:top;white-space:nowrap}</style>"
        f"<h1>A double pendulum</h1><p>Written as two energies, derived and compiled by linkwork.</p>{picture(states)}"
        f"<table>{table}</table></html>",
        encoding="utf-8",
    )
    return page


if __name__ == "__main__":
    numbers = main()
    print(f"traced and compiled: {numbers['operations']} operations")
    print(f"energy {numbers['energy']:.6f} J, kept to {numbers['drift']:.1e} J over 10 s")
    print(f"The page is at {Path(str(numbers['page'])).relative_to(Path(__file__).parents[1])}")

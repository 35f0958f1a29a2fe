"""Graphs of known size to measure kernels on: the forward dynamics of a serial arm, written out plainly.

Recursive Newton–Euler for the bias, composite bodies for the mass matrix, LDLᵀ for the accelerations: what a kernel of
this package will mostly be made of. Masses, offsets and inertias are constants drawn once.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.case import Timer, time_per_evaluation
from linkwork import expr as ex
from linkwork.kernels.kernel import Kernel
from linkwork.kernels.loops import call, compiled_loop


def arm(joints: int, seed: int = 0) -> ex.Function:
    """u_dot(q, u, tau) of a serial arm with generic geometry; about 3,000 operations for seven joints."""
    bodies = _bodies(joints, seed)
    return ex.trace(
        lambda q, u, tau: {"u_dot": _accelerations(bodies, q, u, tau)},
        {"q": joints, "u": joints, "tau": joints},
        name=f"arm{joints}",
    )


def arms(copies: int) -> ex.Function:
    """`copies` different seven-joint arms side by side in one function: about 3,000 operations each."""
    bodies = [_bodies(7, seed) for seed in range(copies)]

    def side_by_side(q: Any, u: Any, tau: Any) -> dict[str, Any]:
        rows = [_accelerations(b, q[k], u[k], tau[k]) for k, b in enumerate(bodies)]
        return {"u_dot": ex.array(rows)}

    return ex.trace(side_by_side, dict.fromkeys(("q", "u", "tau"), (copies, 7)), name=f"arms{copies}")


def sines(count: int) -> ex.Function:
    """As many sines and nothing else."""
    return ex.trace(lambda x: {"y": ex.sin(x)}, {"x": count}, name=f"sines{count}")


def planar_chain(links: int) -> ex.Function:
    """The tip of a planar chain: one sine, one cosine and four sums or products a link."""

    def tip(q: Any, length: Any) -> dict[str, Any]:
        angle, x, y = 0.0, 0.0, 0.0
        for k in range(links):
            angle = angle + q[k]
            x, y = x + length[k] * ex.cos(angle), y + length[k] * ex.sin(angle)
        return {"x": x, "y": y}

    return ex.trace(tip, {"q": links, "length": links}, name=f"planar{links}")


def spring() -> ex.Function:
    """The force of a spring between two points: a small body for loops over rows."""

    def force(a: Any, b: Any, row: Any) -> dict[str, Any]:
        d = b - a
        distance = ex.norm(d)
        return {"force": row[0] * (distance - row[1]) / distance * d}

    return ex.trace(force, {"a": 3, "b": 3, "row": 2}, name="spring")


def state(function: ex.Function) -> dict[str, np.ndarray]:
    """Random inputs for a function, always the same."""
    rng = np.random.default_rng(7)
    return {name: rng.normal(size=shape) for name, shape in function.shapes.items()}


def native_loop(kernel: Kernel, inputs: dict[str, np.ndarray], evaluations: int) -> Timer:
    """A timer of the kernel called by address from a compiled loop, in ns."""
    bound = kernel.bind(**inputs)
    repeat = compiled_loop(_repeat)
    repeat(bound.row, 1)
    timer = time_per_evaluation(lambda: repeat(bound.row, evaluations), evaluations)
    return lambda: timer() if bound else 0.0  # the closure keeps the buffers alive


def _repeat(kernel: Any, times: int) -> None:
    for _ in range(times):
        call(kernel)


def _bodies(joints: int, seed: int) -> list[dict[str, Any]]:
    rng = np.random.default_rng(seed)
    bodies = []
    for _ in range(joints):
        root = rng.normal(size=(3, 3))
        frame, _ = np.linalg.qr(rng.normal(size=(3, 3)))
        bodies.append(
            {
                "R": frame,
                "p": rng.normal(size=3) * 0.3,
                "m": rng.uniform(1, 3),
                "c": rng.normal(size=3) * 0.1,
                "I": root @ root.T * 0.02 + 0.05 * np.eye(3),
            }
        )
    return bodies


def _accelerations(bodies: list[dict[str, Any]], q: Any, u: Any, tau: Any) -> Any:
    rotations, bias = _bias(bodies, q, u)
    mass = _mass_matrix(bodies, rotations)
    x, _ = ex.solve_ldlt(mass, [t - h for t, h in zip(tau, bias, strict=True)], order=range(len(bodies)))
    return x


def _bias(bodies: list[dict[str, Any]], q: Any, u: Any) -> tuple[list[Any], list[Any]]:
    """Joint rotations and the torques that keep the speeds constant, gravity included."""
    n = len(bodies)
    rotations, loads = [], []
    w, dw, a = ex.array([0, 0, 0]), ex.array([0, 0, 0]), ex.array([0, 0, 9.81])
    z = ex.array([0, 0, 1])
    for body, angle, rate in zip(bodies, q, u, strict=True):
        c, s = ex.cos(angle), ex.sin(angle)
        r = body["R"] @ ex.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
        a = r.T @ (a + ex.cross(dw, body["p"]) + ex.cross(w, ex.cross(w, body["p"])))
        w, dw = r.T @ w, r.T @ dw
        dw = dw + ex.cross(w, z * rate)
        w = w + z * rate
        a_c = a + ex.cross(dw, body["c"]) + ex.cross(w, ex.cross(w, body["c"]))
        loads.append((body["m"] * a_c, body["I"] @ dw + ex.cross(w, body["I"] @ w)))
        rotations.append(r)
    bias: list[Any] = [None] * n
    force, moment = ex.array([0, 0, 0]), ex.array([0, 0, 0])
    for k in reversed(range(n)):
        f, t = loads[k]
        force_k = force + f
        moment_k = moment + t + ex.cross(bodies[k]["c"], f)
        bias[k] = moment_k[2]
        force = rotations[k] @ force_k
        moment = rotations[k] @ moment_k + ex.cross(bodies[k]["p"], force)
    return rotations, bias


def _mass_matrix(bodies: list[dict[str, Any]], rotations: list[Any]) -> Any:
    """Composite bodies: mass, first moment and inertia about the joint, gathered from the tip."""
    n = len(bodies)
    matrix = np.full((n, n), 0.0, dtype=object)
    m, h, inertia = 0.0, ex.array([0, 0, 0]), ex.array(np.zeros((3, 3)))
    for k in reversed(range(n)):
        body = bodies[k]
        c = body["c"]
        own = body["I"] + body["m"] * (np.dot(c, c) * np.eye(3) - np.outer(c, c))
        m, h, inertia = m + body["m"], h + body["m"] * c, inertia + own
        force, moment = ex.cross([0, 0, 1], h), inertia[:, 2]
        matrix[k, k] = moment[2]
        for j in reversed(range(k)):
            force = rotations[j + 1] @ force
            moment = rotations[j + 1] @ moment + ex.cross(bodies[j + 1]["p"], force)
            matrix[k, j] = matrix[j, k] = moment[2]
        r, p = rotations[k], body["p"]
        h_p = r @ h
        inertia = r @ inertia @ r.T + _shift(m, h_p, p)
        h = h_p + m * p
    return matrix


def _shift(m: Any, h: Any, p: Any) -> Any:
    """What the inertia gains when its point moves by −p: 2(h·p)E − hpᵀ − phᵀ + m(p·p E − ppᵀ)."""
    return (2 * ex.dot(h, p) + m * np.dot(p, p)) * np.eye(3) - np.outer(h, p) - np.outer(p, h) - m * np.outer(p, p)

r"""How impulses of an impact follow velocities, Delassus matrix, restitution and friction: exact, in the modes found.

In its modes a contact problem is a set of equations, whose variation is linear:

* open: dx = 0;
* stick: dy = 0 in all rows;
* slip: dy_N = 0 and x_T + μ (x_N + p) s = 0 varied, s = y_T/‖y_T‖, so that ds = (1 − s sᵀ) dy_T/‖y_T‖,

with dy = dG x + G dx + db. An impact is a chain of such problems (`ImpactPhase`). Its derivatives hold as long as the
modes stay; at the border of two modes they are those of one side, which `near_borders` tells.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from .impact_laws import ImpactPhase
from .problem import ContactProblem
from .solution import MODE_TOLERANCE, ContactSolution

BORDER = 1e-7
"""Margins of a mode below this part of the sizes in the problem are none."""


def impact_slopes(
    phases: Sequence[ImpactPhase],
    G: np.ndarray,
    G_x: np.ndarray,
    gamma: np.ndarray,
    gamma_x: np.ndarray,
    restitution: np.ndarray,
    restitution_x: np.ndarray,
    mu_x: np.ndarray,
) -> np.ndarray:
    """dΛ (rows × variables) of an impact with G (m × m) and γ⁻ (m), of which …_x are derivatives (… × variables).

    `restitution` has one entry for every row, zero in tangential ones; `mu_x` one for every contact.
    """
    count = gamma_x.shape[1]
    total_x = np.zeros((len(gamma), count))
    gamma, gamma_x = gamma.copy(), gamma_x.copy()
    before = before_x = np.zeros(0)
    for phase in phases:
        rows, problem, x = phase.rows, phase.problem, phase.solution.x
        inner_x, e = G_x[np.ix_(rows, rows)], restitution[rows]
        kept, kept_x = np.zeros(len(rows)), np.zeros((len(rows), count))
        b_x = gamma_x[rows]
        if phase.kind == "newton":
            b_x = (1.0 + e)[:, None] * b_x + gamma[rows][:, None] * restitution_x[rows]
        elif phase.kind == "expansion":
            kept, kept_x = e * before, e[:, None] * before_x + before[:, None] * restitution_x[rows]
            b_x = b_x + np.einsum("ijv,j->iv", inner_x, kept) + problem.G @ kept_x
        preload_x = kept_x[problem.starts]
        x_x = solution_slopes(problem, phase.solution, inner_x, b_x, mu_x[phase.contacts], preload_x)
        step, step_x = x + kept, x_x + kept_x
        gamma_x = gamma_x + np.einsum("ijv,j->iv", G_x[:, rows], step) + G[:, rows] @ step_x
        gamma = gamma + G[:, rows] @ step
        total_x[rows] += step_x
        before, before_x = x, x_x
    return total_x


def solution_slopes(
    problem: ContactProblem,
    solution: ContactSolution,
    G_x: np.ndarray,
    b_x: np.ndarray,
    mu_x: np.ndarray,
    preload_x: np.ndarray,
) -> np.ndarray:
    """dx of a contact problem in the modes of its solution (rows × variables)."""
    size = len(problem.b)
    matrix, right = np.zeros((size, size)), np.zeros((size, b_x.shape[1]))
    given = np.einsum("ijv,j->iv", G_x, solution.x) + b_x
    for k, mode in enumerate(solution.modes):
        n, *t = problem.rows(k)
        held = "stick" if problem.bilateral[k] else mode
        if held == "open":
            matrix[n, n] = 1.0
            held = _tangential_mode(problem, solution, k)
        else:
            matrix[n], right[n] = problem.G[n], -given[n]
        if held == "open":
            matrix[t, t] = 1.0
            continue
        if held == "stick":
            matrix[t], right[t] = problem.G[t], -given[t]
            continue
        s, turn = slip_direction(solution, problem, k)
        mu, pressed = problem.mu_slip[k], solution.x[n] + problem.preload[k]
        matrix[t] = mu * pressed * (turn @ problem.G[t])
        matrix[t, t] += 1.0
        matrix[t, n] += mu * s
        right[t] = -mu * pressed * (turn @ given[t]) - np.outer(s, mu_x[k] * pressed + mu * preload_x[k])
    # Rows in comparable units; where impulses are not unique, changes of least norm give the same velocities.
    scale = 1.0 / np.maximum(np.abs(matrix).max(axis=1), 1e-300)
    return np.linalg.lstsq(scale[:, None] * matrix, scale[:, None] * right, rcond=1e-12)[0]


def _tangential_mode(problem: ContactProblem, solution: ContactSolution, k: int) -> str:
    """How a contact that separates goes on sideways: the preload of Poisson's expansion lets it stick or slide yet."""
    if not problem.preload[k] or not problem.tangents[k]:
        return "open"
    rows = problem.rows(k)
    terms = np.abs(problem.b[rows]) + np.abs(problem.G[rows]) @ np.abs(solution.x)
    return "slip" if np.linalg.norm(solution.y[rows[1:]]) > MODE_TOLERANCE * float(terms.max()) else "stick"


def slip_direction(solution: ContactSolution, problem: ContactProblem, k: int) -> tuple[np.ndarray, np.ndarray]:
    """(s, ∂s/∂y_T) of a contact that slides."""
    _, *t = problem.rows(k)
    y, x = solution.y[t], solution.x[t]
    speed = float(np.linalg.norm(y))
    if len(t) == 1 or not speed:
        # At the very border of stick, friction tells the direction.
        s = np.sign(y) if speed else -x / (float(np.linalg.norm(x)) or 1.0)
        return s, np.zeros((len(t), len(t)))
    s = y / speed
    return s, (np.eye(2) - np.outer(s, s)) / speed


def near_borders(phases: Sequence[ImpactPhase]) -> Iterator[tuple[str, str]]:
    """(contact, what is nearly otherwise) where a mode of some phase is at its border: derivatives are one-sided."""
    for phase in phases:
        problem, found = phase.problem, phase.solution
        force = float(np.abs(found.x).max(initial=0.0)) + float(problem.preload.max(initial=0.0)) or 1.0
        speed = float((np.abs(problem.b) + np.abs(problem.G) @ np.abs(found.x)).max(initial=0.0)) or 1.0
        for k, mode in enumerate(found.modes):
            n, *t = problem.rows(k)
            sliding, holding = float(np.linalg.norm(found.y[t])), float(np.linalg.norm(found.x[t]))
            if mode == "open":
                if found.y[n] < BORDER * speed:
                    yield problem.labels[k], "nearly stays closed"
                mode = _tangential_mode(problem, found, k)
            elif found.x[n] < BORDER * force:
                yield problem.labels[k], "nearly opens"
            if mode == "slip" and sliding < BORDER * speed:
                yield problem.labels[k], "nearly sticks"
            elif (
                mode == "stick"
                and t
                and (problem.mu_stick[k] * (found.x[n] + problem.preload[k]) - holding < BORDER * force)
            ):
                yield problem.labels[k], "nearly slides"

r"""One contact with no or one tangential row, by its few modes: the same as enumeration, number by number.

Runs that go from impact to impact mostly solve problems of one contact. With y = G x + b: open x = 0, stick y = 0, slip
$x_T = -\mu s x_N$ with $x_N = -b_N/(G_{NN} - \mu s G_{NT})$; a mode is a solution where its inequalities hold.
"""

from __future__ import annotations

import numpy as np

from .problem import ContactProblem
from .solution import (
    FEASIBLE,
    MODE_TOLERANCE,
    SAME_VELOCITIES,
    SINGULAR,
    ContactResidual,
    ContactSolution,
    allowed_mode,
)

FitCandidate = tuple[float, float, float, float]
"""(x_N, x_T, y_N, y_T)."""


def solve_one(problem: ContactProblem) -> list[ContactSolution] | None:
    """All solutions, the one to keep first; none where there are none. None where the problem is another one."""
    if problem.count != 1 or problem.bilateral[0] or problem.tangents[0] > 1 or problem.preload[0]:
        return None
    found = _without_friction(problem) if not problem.tangents[0] else _with_friction(problem)
    if found is None:
        return None
    kept: list[FitCandidate] = []
    for candidate in found:
        size = SAME_VELOCITIES * (max(map(abs, candidate[2:]), default=0.0) + float(np.abs(problem.b).max()))
        if all(abs(candidate[2] - c[2]) + abs(candidate[3] - c[3]) > size for c in kept):
            kept.append(candidate)
    solutions = [_solution(problem, candidate) for candidate in kept]
    if len(solutions) > 1:
        has_two = problem.mu_stick[0] > problem.mu_slip[0]
        solutions.sort(key=lambda s: (-int(has_two and s.modes[0] == "stick"), float(s.x @ (s.y + problem.b))))
    return solutions


def _without_friction(problem: ContactProblem) -> list[FitCandidate]:
    a, b, excluded = float(problem.G[0, 0]), float(problem.b[0]), problem.excluded[0]
    found: list[FitCandidate] = []
    if b >= 0.0 and "open" not in excluded:
        found.append((0.0, 0.0, b, 0.0))
    if a and -b / a >= 0.0 and "stick" not in excluded:
        found.append((-b / a, 0.0, 0.0, 0.0))
    return found


def _with_friction(problem: ContactProblem) -> list[FitCandidate] | None:
    (nn, nt), (tn, tt) = problem.G.tolist()
    a, b = problem.b.tolist()
    excluded, stick, slip = problem.excluded[0], float(problem.mu_stick[0]), float(problem.mu_slip[0])
    det = nn * tt - nt * tn
    if abs(det) <= SINGULAR * (abs(nn * tt) + abs(nt * tn)):
        return None
    found: list[FitCandidate] = []
    if "open" not in excluded and a >= -FEASIBLE * abs(b):
        found.append((0.0, 0.0, max(a, 0.0), b))
    if "stick" not in excluded:
        n, t = (nt * b - tt * a) / det, (tn * a - nn * b) / det
        room = FEASIBLE * (abs(nt * b) + abs(tt * a) + abs(tn * a) + abs(nn * b)) / abs(det)
        if n >= -room and abs(t) <= stick * n + room:
            found.append((max(n, 0.0), t, 0.0, 0.0))
    for sign, name in ((1.0, "slip+"), (-1.0, "slip-")):
        slope = nn - slip * sign * nt
        if name in excluded or "slip" in excluded or abs(slope) <= SINGULAR * (abs(nn) + abs(slip * nt)):
            continue
        n = -a / slope
        t = -slip * sign * n
        y = b + tn * n + tt * t
        # Without friction both directions are one mode.
        is_along = slip == 0.0 or sign * y >= -FEASIBLE * (abs(b) + abs(tn * n) + abs(tt * t))
        if n >= -FEASIBLE * abs(t + n) and is_along:
            found.append((max(n, 0.0), t, 0.0, y))
    return found


def _solution(problem: ContactProblem, candidate: FitCandidate) -> ContactSolution:
    x_n, x_t, y_n, y_t = candidate
    has_friction = bool(problem.tangents[0])
    x, y = (np.array([n, t] if has_friction else [n]) for n, t in ((x_n, x_t), (y_n, y_t)))
    limit = MODE_TOLERANCE * float((np.abs(problem.b) + np.abs(problem.G) @ np.abs(x)).max())
    mode = "open" if y_n > limit else "slip" if abs(y_t) > limit else "stick"
    mode = allowed_mode(mode, problem.excluded[0], has_friction, x_n <= 0.0)
    residual = ContactResidual(np.zeros(1), np.zeros(1), np.ones(1))
    return ContactSolution(x, y, (mode,), residual, True, "closed form", 1)

r"""Contacts that sweeps are slow for, solved together: a stiff convex problem for velocities, by Newton's method.

With impulses x from the sweeps before and $z = x - \rho\,(y(u) + s)$, velocities minimise

$$ \varphi(u) = \tfrac12 \|u - u^*\|_M^2 + \sum_i \frac{1}{2\rho_i} |P_{K_i}(z_i)|^2 , $$

$P_K$ the nearest point of the cone of friction, whose gradient is $M(u - u^*) - W\Lambda(u)$ with $\Lambda = P_K(z)$.
These are the laws of contact but for $(x - \Lambda)/\rho$, which the next pass with $x = \Lambda$ takes out (method of
multipliers), and for $s = \mu|y_T| n$ (De Saxcé), which is that of the pass before: without it what slides would lift
off. The matrix of Newton's step is $M + \rho W P_K' W^T$, symmetric and in a band; redundant contacts do no harm. The
step is as long as the minimum along it, so that each pass ends (after Acary and Cadoux 2013 for the passes, Castro et
al. 2022 for the convex problem).

First passes take contacts as firm: those that stick keep doing so without bound, the friction of those that slide stays
as it is. Where nothing begins to slide or to stick, as in walls that land and rest, this is less work.
"""

from __future__ import annotations

from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from ...kernels.loops import vectorised
from ..collision.vectors import turned_to_local, turned_to_world
from .band_factors import factor_band, solve_band
from .bodies import BodyState, BodyTable
from .body_order import BodyGraph, body_graph
from .step_rows import ARM_1, ARM_2, LEAST_IMPULSE, NORMAL, STEP_ROWS_FRICTION, STEP_ROWS_SLIP, TARGET, StepRows

SOFTEST_PASS, STIFFEST_PASS, PASS_GROWTH = 10.0, 1e4, 2.0
"""ρ times the inverse mass that a direction feels: in the first pass of multipliers and in the last ones, and how much
more in each. Soft problems take few of Newton's steps, stiff ones leave less to multipliers."""
AT_TIP, ON_RAY, IN_CONE, ON_CONE, FIRM = range(5)
"""Parts of the cone that Λ may lie in: its tip, the ray of a contact without friction, its inside, its side; or that
it is firm."""
GRIPPING = 0.998
"""The part of the squared radius of its disc up to which friction of a firm contact counts as sticking."""
STIFF_ITERATIONS = 40
LINE_ITERATIONS = 20
WIDEST = 40
"""Bodies that the band may be wide on average; beyond, sweeps alone are faster."""


class StiffProblem(NamedTuple):
    """Memory of the matrix, its factors, and what contacts do."""

    graph: BodyGraph
    matrix: Any
    step: Any
    """(6 × bodies + 6): Newton's step, in the order of the graph, and none of the ground."""
    moved: Any
    """(6 × bodies + 6): change of velocities since the start."""
    work: Any
    one: Any
    two: Any
    """(6): a direction as rows of both bodies."""
    speed: Any
    """(contacts × 3): y."""
    rate: Any
    """(contacts × 3): how y changes along the step."""
    pushed: Any
    """(contacts × 3): Λ."""
    stiff: Any
    """(contacts): ρ."""
    lift: Any
    """(contacts): μ|y_T| at the start."""
    grip: Any
    """(contacts): ρ of the tangents of firm contacts; negative for those with a cone."""
    push: Any
    there: Any
    """Λ of one contact with its slope, and velocities along a step."""
    saved: Any
    """(contacts × 3): impulses to return to."""
    factored: Any
    """How many factors were made, in all."""


def stiff_problem(bodies: int, contacts: int) -> StiffProblem:
    """Memory for so many bodies and contacts."""
    return StiffProblem(
        body_graph(bodies, contacts),
        np.zeros(36 * bodies * min(bodies, WIDEST)),
        np.zeros(6 * bodies + 6),
        np.zeros(6 * bodies + 6),
        np.zeros(6 * bodies + 6),
        np.zeros(6),
        np.zeros(6),
        np.zeros((contacts, 3)),
        np.zeros((contacts, 3)),
        np.zeros((contacts, 3)),
        np.zeros(contacts),
        np.zeros(contacts),
        np.zeros(contacts),
        np.zeros(9),
        np.zeros(3),
        np.zeros((contacts, 3)),
        np.zeros(1, dtype=np.int64),
    )


@vectorised
def add_product(panel: Any, width: int, at: int, scale: float, a: Any, b: Any) -> None:
    """Adds scale · a bᵀ to a block of a block row; written out, for loops of six are not worth their set-up."""
    p, q, r, s, t, u = b[0], b[1], b[2], b[3], b[4], b[5]
    for i in range(6):
        left, row = scale * a[i], i * width + at
        panel[row] += left * p
        panel[row + 1] += left * q
        panel[row + 2] += left * r
        panel[row + 3] += left * s
        panel[row + 4] += left * t
        panel[row + 5] += left * u


@vectorised
def load_direction(record: Any, a: float, b: float, c: float, one: Any, two: Any) -> None:
    """A direction with parts along the frame of a contact as rows of both bodies."""
    for i in range(3):
        one[i] = -(a * record[ARM_1 + i] + b * record[ARM_1 + 3 + i] + c * record[ARM_1 + 6 + i])
        two[i] = a * record[ARM_2 + i] + b * record[ARM_2 + 3 + i] + c * record[ARM_2 + 6 + i]
        two[3 + i] = a * record[i] + b * record[3 + i] + c * record[6 + i]
        one[3 + i] = -two[3 + i]


@vectorised
def add_direction(problem: StiffProblem, rows: StepRows, k: int, scale: float) -> None:
    """Adds scale · w wᵀ of the loaded direction of contact k to the matrix."""
    graph, matrix, one, two = problem.graph, problem.matrix, problem.one, problem.two
    a, b, ground = rows.body[k, 0], rows.body[k, 1], len(graph.order)
    p, q = graph.place[a], graph.place[b]
    if a < ground:
        width = 6 * (graph.last[p] - p + 1)
        panel = matrix[graph.offset[p] : graph.offset[p] + 6 * width]
        add_product(panel, width, 0, scale, one, one)
        if b < ground and p < q:
            add_product(panel, width, 6 * (q - p), scale, one, two)
    if b < ground:
        width = 6 * (graph.last[q] - q + 1)
        panel = matrix[graph.offset[q] : graph.offset[q] + 6 * width]
        add_product(panel, width, 0, scale, two, two)
        if a < ground and q < p:
            add_product(panel, width, 6 * (p - q), scale, two, one)


@vectorised
def add_inertia(panel: Any, width: int, bodies: BodyTable, turn: Any, body: int) -> None:
    """Adds R I Rᵀ and the mass of a body to its block on the diagonal."""
    inner = bodies.inertia[body]
    for i in range(3):
        x, y, z = turn[3 * i], turn[3 * i + 1], turn[3 * i + 2]
        a = x * inner[0] + y * inner[3] + z * inner[6]
        b = x * inner[1] + y * inner[4] + z * inner[7]
        c = x * inner[2] + y * inner[5] + z * inner[8]
        for j in range(3):
            panel[i * width + j] += a * turn[3 * j] + b * turn[3 * j + 1] + c * turn[3 * j + 2]
        panel[(3 + i) * width + 3 + i] += 1.0 / bodies.inverse_mass[body]


@vectorised
def assemble_stiff(problem: StiffProblem, bodies: BodyTable, motion: BodyState, rows: StepRows, count: int) -> None:
    """The matrix of Newton's step at the velocities of contacts at hand: M + Σ W D Wᵀ, D the slope of Λ."""
    graph, matrix, one, two, push = problem.graph, problem.matrix, problem.one, problem.two, problem.push
    ground = len(graph.order)
    for k in range(graph.offset[ground]):
        matrix[k] = 0.0
    for p in range(ground):
        body, width = graph.order[p], 6 * (graph.last[p] - p + 1)
        add_inertia(matrix[graph.offset[p] : graph.offset[p] + 6 * width], width, bodies, motion.turn[body], body)
    for k in range(count):
        record, stiff = rows.record[k], problem.stiff[k]
        mode = push_contact(record, rows.impulse[k], problem.speed[k], problem.lift[k], stiff, problem.grip[k], push)
        if mode == AT_TIP:
            continue
        if mode == FIRM:
            if push[3] > 0.0:
                load_direction(record, 1.0, 0.0, 0.0, one, two)
                add_direction(problem, rows, k, stiff)
            if problem.grip[k] > 0.0:
                load_direction(record, 0.0, 1.0, 0.0, one, two)
                add_direction(problem, rows, k, problem.grip[k])
                load_direction(record, 0.0, 0.0, 1.0, one, two)
                add_direction(problem, rows, k, problem.grip[k])
            continue
        if mode == ON_CONE:
            load_direction(record, push[3], push[4], push[5], one, two)
            add_direction(problem, rows, k, stiff)
            load_direction(record, 0.0, -push[7], push[6], one, two)
            add_direction(problem, rows, k, stiff * push[8])
            continue
        load_direction(record, 1.0, 0.0, 0.0, one, two)
        add_direction(problem, rows, k, stiff)
        if mode == IN_CONE:
            load_direction(record, 0.0, 1.0, 0.0, one, two)
            add_direction(problem, rows, k, stiff)
            load_direction(record, 0.0, 0.0, 1.0, one, two)
            add_direction(problem, rows, k, stiff)


@vectorised
def push_contact(record: Any, x: Any, y: Any, lift: float, stiff: float, grip: float, push: Any) -> int:
    """Λ = P_K(x − ρ(y + μ|y_T| n)) of one contact into `push`, and in which part of the cone it lies.

    Behind it stand, for one that slides, the unit ray of the cone, the direction of sliding and the slope across it.
    """
    normal, mu = x[0] - stiff * (y[0] + lift), record[STEP_ROWS_FRICTION]
    push[0], push[1], push[2] = max(record[LEAST_IMPULSE], normal), 0.0, 0.0
    if grip >= 0.0:
        push[1], push[2] = x[1] - grip * y[1], x[2] - grip * y[2]
        push[3] = 1.0 if normal > record[LEAST_IMPULSE] else 0.0
        return FIRM
    if mu == 0.0:
        return ON_RAY if normal > record[LEAST_IMPULSE] else AT_TIP
    along, across = x[1] - stiff * y[1], x[2] - stiff * y[2]
    size = sqrt(along * along + across * across)
    if normal <= -mu * size:
        push[0] = 0.0
        return AT_TIP
    if size <= mu * normal:
        push[1], push[2] = along, across
        return IN_CONE
    scale = 1.0 / (1.0 + mu * mu)
    on_ray = scale * (normal + mu * size)
    along, across = along / size, across / size
    push[0], push[1], push[2] = on_ray, mu * on_ray * along, mu * on_ray * across
    push[3] = sqrt(scale)
    push[4], push[5] = mu * push[3] * along, mu * push[3] * across
    push[6], push[7], push[8] = along, across, mu * on_ray / size
    return ON_CONE


@vectorised
def set_grip(problem: StiffProblem, rows: StepRows, count: int, stiffness: float) -> None:
    """ρ of tangents: none where a contact slides, less where it carries little, so that friction follows the load."""
    load, closed = 0.0, 0
    for k in range(count):
        if rows.record[k, STEP_ROWS_FRICTION] > 0.0 and rows.impulse[k, 0] > 0.0:
            load += rows.impulse[k, 0]
            closed += 1
    mean = load / float(max(closed, 1))
    for k in range(count):
        record, impulse = rows.record[k], rows.impulse[k]
        most = record[STEP_ROWS_FRICTION] * impulse[0]
        problem.grip[k], problem.lift[k], problem.stiff[k] = 0.0, 0.0, stiffness * record[NORMAL]
        if impulse[1] * impulse[1] + impulse[2] * impulse[2] < GRIPPING * most * most:
            problem.grip[k] = stiffness * record[STEP_ROWS_SLIP] * min(1.0, impulse[0] / mean)


@vectorised
def direction_speed(record: Any, c: int, one: Any, two: Any) -> float:
    """γ along the direction c at velocities of both bodies."""
    total = 0.0
    for i in range(3):
        total += record[ARM_2 + 3 * c + i] * two[i] - record[ARM_1 + 3 * c + i] * one[i]
        total += record[3 * c + i] * (two[3 + i] - one[3 + i])
    return total


@vectorised
def push_contacts(problem: StiffProblem, rows: StepRows, count: int) -> None:
    """Λ of all contacts at their velocities."""
    for k in range(count):
        push, pushed = problem.push, problem.pushed[k]
        push_contact(
            rows.record[k], rows.impulse[k], problem.speed[k], problem.lift[k], problem.stiff[k], problem.grip[k], push
        )
        pushed[0], pushed[1], pushed[2] = push[0], push[1], push[2]


@vectorised
def negative_gradient(problem: StiffProblem, bodies: BodyTable, motion: BodyState, rows: StepRows, count: int) -> None:
    """−φ' into the step: W (Λ − x) − M Δu."""
    graph, step = problem.graph, problem.step
    ground = len(graph.order)
    inertia_times(problem, bodies, motion, problem.moved, step)
    for k in range(6 * ground):
        step[k] = -step[k]
    for k in range(count):
        record, p, q = rows.record[k], 6 * graph.place[rows.body[k, 0]], 6 * graph.place[rows.body[k, 1]]
        one, two = step[p : p + 6], step[q : q + 6]
        for c in range(3):
            force = problem.pushed[k, c] - rows.impulse[k, c]
            if force != 0.0:
                for i in range(3):
                    one[i] -= force * record[ARM_1 + 3 * c + i]
                    one[3 + i] -= force * record[3 * c + i]
                    two[i] += force * record[ARM_2 + 3 * c + i]
                    two[3 + i] += force * record[3 * c + i]
    # The ground does not move.
    for i in range(6):
        step[6 * ground + i] = 0.0


@vectorised
def inertia_times(problem: StiffProblem, bodies: BodyTable, motion: BodyState, x: Any, into: Any) -> None:
    """M x of all bodies, in the order of the graph."""
    graph = problem.graph
    for p in range(len(graph.order)):
        body = graph.order[p]
        turn, inner = motion.turn[body], bodies.inertia[body]
        v = x[6 * p : 6 * p + 6]
        a, b, c = turned_to_local(turn, v[0], v[1], v[2])
        d = inner[0] * a + inner[1] * b + inner[2] * c
        e = inner[3] * a + inner[4] * b + inner[5] * c
        f = inner[6] * a + inner[7] * b + inner[8] * c
        into[6 * p], into[6 * p + 1], into[6 * p + 2] = turned_to_world(turn, d, e, f)
        for i in range(3):
            into[6 * p + 3 + i] = v[3 + i] / bodies.inverse_mass[body]


@vectorised
def slope_along(
    problem: StiffProblem, rows: StepRows, count: int, t: float, start: float, bend: float
) -> tuple[float, float]:
    """φ' and φ'' at a part t of the step; `start` + t `bend` is what inertia and the old impulses add."""
    slope, curve, push, there = start + t * bend, bend, problem.push, problem.there
    for k in range(count):
        record, y, dy, stiff = rows.record[k], problem.speed[k], problem.rate[k], problem.stiff[k]
        there[0], there[1], there[2] = y[0] + t * dy[0], y[1] + t * dy[1], y[2] + t * dy[2]
        mode = push_contact(record, rows.impulse[k], there, problem.lift[k], stiff, problem.grip[k], push)
        slope -= push[0] * dy[0] + push[1] * dy[1] + push[2] * dy[2]
        if mode == IN_CONE:
            curve += stiff * (dy[0] * dy[0] + dy[1] * dy[1] + dy[2] * dy[2])
        elif mode == ON_RAY:
            curve += stiff * dy[0] * dy[0]
        elif mode == FIRM:
            curve += push[3] * stiff * dy[0] * dy[0] + problem.grip[k] * (dy[1] * dy[1] + dy[2] * dy[2])
        elif mode == ON_CONE:
            ray = push[3] * dy[0] + push[4] * dy[1] + push[5] * dy[2]
            side = push[6] * dy[2] - push[7] * dy[1]
            curve += stiff * (ray * ray + push[8] * side * side)
    return slope, curve


@vectorised
def length_of_step(problem: StiffProblem, rows: StepRows, count: int, start: float, bend: float) -> float:
    """The part of the step at which φ is least along it: Newton's method between bounds."""
    low, high, t = 0.0, -1.0, 1.0
    first, _ = slope_along(problem, rows, count, 0.0, start, bend)
    for _ in range(LINE_ITERATIONS):
        slope, curve = slope_along(problem, rows, count, t, start, bend)
        if abs(slope) <= 1e-3 * abs(first):
            break
        if slope > 0.0:
            high = t
        else:
            low = t
        t = t - slope / curve
        if t <= low or (high > 0.0 and t >= high):
            t = 0.5 * (low + high) if high > 0.0 else 2.0 * low
    return t


@vectorised
def solve_stiff(
    problem: StiffProblem,
    bodies: BodyTable,
    motion: BodyState,
    rows: StepRows,
    count: int,
    tolerance: float,
    stiffness: float,
    firm: bool,
) -> bool:
    """Λ − x of all contacts into `rows.towards`; False, and nothing there, where they are not found."""
    graph, step, moved = problem.graph, problem.step, problem.moved
    ground, u = len(graph.order), motion.u
    for k in range(6 * ground):
        moved[k] = 0.0
    for k in range(count):
        for c in range(3):
            y = direction_speed(rows.record[k], c, u[rows.body[k, 0]], u[rows.body[k, 1]])
            problem.speed[k, c] = y + (rows.record[k, TARGET] if c == 0 else 0.0)
        speed, mu, stiff = problem.speed[k], rows.record[k, STEP_ROWS_FRICTION], rows.record[k, NORMAL]
        problem.grip[k], problem.lift[k] = -1.0, mu * sqrt(speed[1] * speed[1] + speed[2] * speed[2])
        problem.stiff[k] = stiffness * (min(stiff, rows.record[k, STEP_ROWS_SLIP]) if mu > 0.0 else stiff)
    if firm:
        set_grip(problem, rows, count, stiffness)
    for _ in range(STIFF_ITERATIONS):
        push_contacts(problem, rows, count)
        negative_gradient(problem, bodies, motion, rows, count)
        if imbalance(problem, bodies, motion) <= tolerance:
            for k in range(count):
                for c in range(3):
                    rows.towards[k, c] = problem.pushed[k, c] - rows.impulse[k, c]
            return True
        assemble_stiff(problem, bodies, motion, rows, count)
        problem.factored[0] += 1
        if not factor_band(problem.matrix, graph.offset, graph.last, ground):
            return False
        solve_band(problem.matrix, graph.offset, graph.last, ground, step)
        step_to_minimum(problem, bodies, motion, rows, count)
    return False


@vectorised
def imbalance(problem: StiffProblem, bodies: BodyTable, motion: BodyState) -> float:
    """The largest velocity that the gradient in the step stands for."""
    worst = 0.0
    for p in range(len(problem.graph.order)):
        body = problem.graph.order[p]
        light, inverse = bodies.inverse_mass[body], motion.inverse[body]
        for i in range(3):
            turned = sqrt(light * inverse[4 * i]) * abs(problem.step[6 * p + i])
            worst = max(worst, max(turned, light * abs(problem.step[6 * p + 3 + i])))
    return worst


@vectorised
def step_to_minimum(problem: StiffProblem, bodies: BodyTable, motion: BodyState, rows: StepRows, count: int) -> float:
    """Moves velocities along the step to the minimum; which part of it that was."""
    graph, step, moved, work = problem.graph, problem.step, problem.moved, problem.work
    ground = len(graph.order)
    inertia_times(problem, bodies, motion, step, work)
    bend, start = 0.0, 0.0
    for k in range(6 * ground):
        bend += step[k] * work[k]
        start += moved[k] * work[k]
    for k in range(count):
        record, p, q = rows.record[k], 6 * graph.place[rows.body[k, 0]], 6 * graph.place[rows.body[k, 1]]
        for c in range(3):
            rate = direction_speed(record, c, step[p : p + 6], step[q : q + 6])
            problem.rate[k, c] = rate
            start += rows.impulse[k, c] * rate
    t = length_of_step(problem, rows, count, start, bend)
    for k in range(6 * ground):
        moved[k] += t * step[k]
    for k in range(count):
        for c in range(3):
            problem.speed[k, c] += t * problem.rate[k, c]
    return t

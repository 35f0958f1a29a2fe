r"""What a step by Moreau's rule reads and writes (`moreau`), and what it asks of the equations, whatever these are.

Two have an answer: those of a tree, with dense matrices (`moreau_tree`), and those of an absolute system, with sparse
or dense factors (`absolute.step_loops`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..contact.step_points import StepPoints, make_step_points
from ..contact.step_solver import StepSolver, make_step_solver

OFF_PLACE = 1e-13
"""m or rad: residuals that are left alone; of velocities, relative to these."""


class StepLoops(NamedTuple):
    """What a step asks of the equations at what `flow.x` holds: functions, known when a march is compiled.

    `m` are the `MoreauTerms`. Loads and changes stand in `m.load`, by free speeds; what rows of no contact are to have
    in `m.wanted`.
    """

    begin: Any
    """(flow, m, y) → status: at the start of a step, where constraints hold."""
    reach: Any
    """(flow, m, y) → whether it works: in the middle, from now on the place of `hold`; speeds y are carried there, on
    rows of no contact: into `m.before` and `flow.x`, and what rows have changed of them into `m.turned`."""
    force: Any
    """(flow, m) → whether it works: forces at other speeds in the same place."""
    momentum: Any
    """(m, u): M u into `m.load`."""
    push: Any
    """(m, h): adds to `m.load` what forces do in a time h, but for what turning axes and bodies ask."""
    want: Any
    """(m, u): what rows of no contact ask of free speeds, beside speeds u of those that are prescribed."""
    hold: Any
    """(m): `m.load` becomes u with M u = load + Pᵀμ, P u = wanted of rows of no contact."""
    row: Any
    """(m, row, into): a row of P, by all speeds."""
    heaviest: Any
    """(m): the largest inertia along a speed."""
    work_of: Any
    """(m, change): ½ (u⁻ + u⁺)·M Δu, of all speeds, u⁻ in `m.before`, u⁺ in `m.star`."""
    accelerate: Any
    """(flow, m): u̇ of all speeds without forces in contacts, into `m.u_dot`, and P_00."""
    leave: Any
    """(flow, m): carries speeds to the end of the step, at which `flow.x` stands."""
    place: Any
    """(flow, m): g, and how far points are inside their edges."""
    shift: Any
    """(flow, m) → the largest residual: `m.load` becomes the least change that takes constraints, and points that rest,
    back to their positions; not a number where there is none, and nothing where all are in place."""
    settle: Any
    """(flow, m) → whether it works: speeds in `flow.x` on rows of no contact at the end, by their least change."""
    power: Any
    """(flow, m, t, y, f) → whether it works: the power of all elements at the end of a step, behind the other f."""


class FoundRows(NamedTuple):
    """Rows of contacts that are found where bodies are: three for each of a number of slots, behind all others."""

    look: Any
    """Is called at what `flow.x` holds, and writes what follows, gaps and laws of points."""
    first: int
    """The number of the first of these rows."""
    P: Any
    P_0: Any
    P_00: Any
    lacking: Any
    """How many more slots are needed than there are."""


class ImpactLog(NamedTuple):
    """Steps in which points hit, until somebody reads them; none are kept where it has no rows."""

    count: Any
    t: Any
    before: Any
    """States (steps × y)."""
    after: Any
    impulse: Any
    """Of all points (steps × points × 3)."""
    hits: Any
    work: Any


def make_log(room: int, size: int, points: int) -> ImpactLog:
    """Room for so many steps with impacts."""
    states, whole = np.zeros((2, room, size)), np.int64
    impulse, hits = np.zeros((room, points, 3)), np.zeros((room, points), dtype=whole)
    return ImpactLog(np.zeros(1, dtype=whole), np.zeros(room), states[0], states[1], impulse, hits, np.zeros(room))


class MoreauTerms(NamedTuple):
    """Kernels of a system with contacts, what they write, and memory of a step."""

    loops: StepLoops
    side: Any
    """What these need."""
    kinematics: Any
    """q̇ at a state, into `q_dot`."""
    chart: Any
    """q and u with prescribed ones on time, Euler parameters of length one, into `q` and `u`."""
    laws: Any
    """Laws of points at a state, where no kernel of the equations writes them."""
    solve: Any
    """Solves contact problems, where that is not done by `step_solver`."""
    q_dot: Any
    q: Any
    u: Any
    g: Any
    P_0: Any
    P_00: Any
    u_dot: Any
    z_dot: Any
    free: Any
    """Places of speeds that are not prescribed."""
    residual_of: Any
    """For every row its place in g, −1 where it has none."""
    middle: Any
    """q_m."""
    before: Any
    """u before the impulses, carried to the middle."""
    star: Any
    """u*, then u⁺."""
    pushed: Any
    """Accelerations by forces alone, of all speeds."""
    turned: Any
    """What rows that turn change of free speeds on the way to the middle."""
    load: Any
    """Work, of free speeds."""
    wanted: Any
    """Work, of rows."""
    told: Any
    gaps: Any
    """Of all points, where somebody asks for them (`gaps_at`)."""
    worst: Any
    """The deepest penetration, and what contact problems have left, since the run began."""
    forces: Any
    """Mean forces over the steps that end at samples (samples × points × 3)."""
    kept: Any
    """The same of steps that are kept."""
    since: Any
    """How often each point was hit since the last sample."""
    struck: Any
    """The same of every sample (samples × points)."""
    points: StepPoints
    solver: StepSolver
    found: FoundRows
    log: ImpactLog


def make_terms(
    loops: StepLoops,
    side: Any,
    kernels: dict[str, Any],
    values: dict[str, Any],
    residual_of: Any,
    free: Any,
    normals: Any,
    slips: Any,
    laws: dict[str, Any],
    found: FoundRows,
) -> MoreauTerms:
    """Memory of a step: `values` are arrays that kernels write, `laws` those of points."""
    nq, nu, n = len(values["q"]), len(values["u"]), len(normals)
    size = nq + nu + len(values["z_dot"]) + 1
    real, whole = np.zeros, np.int64
    # A contact that is found has three rows at most.
    rows = n + int((slips >= 0).sum()) + len(found.P) - len(found.P) // 3
    return MoreauTerms(
        loops=loops,
        side=side,
        **kernels,
        **values,
        free=free,
        residual_of=residual_of,
        middle=real(nq),
        **{name: real(nu) for name in ("before", "star", "pushed")},
        **{name: real(len(free)) for name in ("turned", "load")},
        wanted=real(len(residual_of) + n),
        told=real(3),
        gaps=real(n),
        worst=real(2),
        forces=real((0, n, 3)),
        kept=real((0, n, 3)),
        since=real(n, dtype=whole),
        struck=real((0, n), dtype=whole),
        points=make_step_points(normals, slips, laws, rows, len(free), nu),
        solver=make_step_solver(n, rows),
        found=found,
        log=ImpactLog(
            real(1, dtype=whole), real(0), *(real((0, size)),) * 2, real((0, n, 3)), real((0, n), dtype=whole), real(0)
        ),
    )

"""Members of an ensemble that run one after the other: where lanes side by side cannot serve."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...contract import ModelError
from ...results import Ensemble, State, Trajectory
from ...results.ensemble import MemberEnd
from ...run import Plan, Statistics
from ...run.certificate import certificate_of
from ...run.progress import Progress
from ...system import System

PARTS_OF_ROWS = ("q", "u", "z", "work")
NOT_BEGUN = "interrupted before it began"


def one_by_one(
    system: System, states: Sequence[State], run: Callable[[State], Trajectory], plan: Plan, progress: bool
) -> Ensemble:
    """The runs of all members. One that cannot begin has no rows and says why. Ctrl-C: no further one is run."""
    began = time.perf_counter()
    bar = Progress(progress, 0.0, float(len(states)), system.model.name)
    found: list[Trajectory] = []
    is_stopped = False
    try:
        for k, state in enumerate(states):
            member = _none(system, state, plan, "paused", NOT_BEGUN) if is_stopped else _run(system, state, run, plan)
            is_stopped = member.certificate.status == "paused"
            found.append(member)
            bar.show(float(k + 1), member.certificate.steps)
    finally:
        bar.close()
    counts = np.array([len(member) for member in found])
    q, u, z, work = (_table([getattr(member, name) for member in found], len(plan.times)) for name in PARTS_OF_ROWS)
    return Ensemble(
        plan.times,
        q,
        u,
        z,
        work,
        counts,
        tuple(MemberEnd(member.certificate.status, member.certificate.sentence) for member in found),
        np.array([member.certificate.steps for member in found]),
        time.perf_counter() - began,
        lambda k: found[k],
    )


def _run(system: System, state: State, run: Callable[[State], Trajectory], plan: Plan) -> Trajectory:
    try:
        return run(state)
    except ModelError as error:
        return _none(system, state, plan, "failed", error.text)


def _none(system: System, state: State, plan: Plan, status: str, sentence: str) -> Trajectory:
    """A run that did not begin."""
    known = Statistics(
        method="none",
        t_end=plan.t_start,
        steps=0,
        rejected=0,
        evaluations=0,
        jacobians=0,
        step_range=(0.0, 0.0),
        energy={"energy_scale": 0.0, "energy_error": float("nan")},
        position_error=0.0,
        velocity_error=0.0,
        correction=0.0,
        rank=None,
        rows=system.rows.count,
        freedoms=None,
        notes=(),
    )
    layout = system.layout
    q, u, z = (np.zeros((0, size)) for size in (layout.nq, layout.nu, layout.nz))
    told = certificate_of(system, plan, known, status, sentence, None, 0.0)
    none = np.zeros(0)
    return Trajectory(system.channels.provider, none, q, u, z, none, dict(state.parameters), told, _unread)


def _unread(names: Sequence[str], run: Trajectory) -> dict[str, Any]:
    raise ModelError(f"the run has no rows: {run.certificate.sentence}")


def _table(rows: Sequence[np.ndarray], count: int) -> np.ndarray:
    """Rows of all members (members first); NaN after the end of a member that stopped early."""
    found = np.full((len(rows), count, *rows[0].shape[1:]), np.nan)
    for table, own in zip(found, rows, strict=True):
        table[: len(own)] = own
    return found

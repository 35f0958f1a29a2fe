"""Hinges tried out: the pose is one, rates are linear in the speeds, the residual is zero on the pose."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from ...expr import array, symbols
from ...expr.graph import as_expr
from ...expr.node import symbols_of
from ...spatial import Pose, Relative
from ..errors import ModelError, joined
from ..hinge import Hinge
from .coordinate_rank import ELSEWHERE, dependent_speeds
from .hinge_form import HingeForm
from .hinge_numbers import meet_invariants, sample_coordinates
from .probe import check_linear, check_smooth_in_time, looks_linear, numbers, rows_returned, sampled
from .relative import relative_symbols

HINGE_TOLERANCE = 1e-9
TRIAL_STATES = 3
HINGE_TRIAL_TIME = 0.3
NO_VELOCITY = np.zeros(3)


def try_hinge(hinge: Any) -> None:
    """Raises `ModelError` where one of the hinge's functions does not give what it should."""
    form = HingeForm(hinge)
    for name in ("pose", "q_dot", "invariants", "velocity_rows"):
        getattr(form, name)
    if hinge.writes("q_dot"):
        check_linear(f"{hinge.kind}.q_dot", form.q_dot, list(form.u), form.sample_points)
    if hinge.writes("residual"):
        _check_residual(hinge)
    if any(s is form.t for s in symbols_of([as_expr(x) for x in (*array(form.pose.R).ravel(), *form.pose.p)])):
        moving = [*array(form.pose.R).ravel(), *form.pose.p, *form.V, *form.bias]
        check_smooth_in_time(f"{hinge.kind}.pose", moving, form.t, form.sample_points[:2])
    rng = np.random.default_rng(20)
    for q in (hinge.rest_values, _aside(hinge), *(sample_coordinates(form, rng) for _ in range(TRIAL_STATES))):
        problem = _problem(hinge, q)
        if problem:
            raise ModelError(f"{hinge.kind}.{problem}")
    _check_rank(hinge, form)  # after the pose: a matrix that is no rotation may seem to move nothing
    if not np.isfinite(numbers(_pose(hinge, hinge.rest_values).R)).all():
        raise ModelError(f"{hinge.kind}.pose: the rotation at rest is not finite; check it, or give `rest`.")


def hinge_looks_right(hinge: Any) -> bool:
    """Whether numbers at one state show nothing wrong: for a hinge whose class has been checked with other values."""
    q = _aside(hinge)
    for rows in (hinge.q_dot, hinge.velocity):
        if hinge.writes(rows.__name__) and not looks_linear(partial(_rates, hinge, rows, q), len(hinge.speed_names)):
            return False
    return _problem(hinge, q) is None and not dependent_speeds(hinge, q, HINGE_TRIAL_TIME)


def _check_rank(hinge: Hinge, form: HingeForm) -> None:
    """Raises where speeds are not independent at any configuration: the rank test of the coordinates (S0 §3.3)."""
    count = len(hinge.speed_names)
    entries = [as_expr(x) for x in array(form.phi).ravel()] if count else []
    found = [row.reshape(6, count) for row in sampled(entries, form.sample_points)] if count else []
    ranks = [int(np.linalg.matrix_rank(phi, tol=HINGE_TOLERANCE)) for phi in found if np.isfinite(phi).all()]
    if ranks and max(ranks) < count:
        names = ", ".join(hinge.speed_names)
        motions = "motion" if max(ranks) == 1 else "motions"
        loose = dependent_speeds(hinge, _aside(hinge), HINGE_TRIAL_TIME) or range(count)
        which = joined([repr(hinge.speed_names[k]) for k in loose])
        wrong = f"{which} depend on each other" if len(loose) > 1 else f"{which} moves nothing"
        raise ModelError(
            f"{hinge.kind}.pose: its {count} speeds ({names}) give only {max(ranks)} independent {motions} at every "
            f"configuration: {wrong}. Take some away, or let the pose move by each of them."
        )


def _rates(hinge: Hinge, rows: Callable[..., Any], q: np.ndarray, u: np.ndarray) -> Any:
    return rows(hinge.q(q.tolist()), hinge.u(u.tolist()), HINGE_TRIAL_TIME)


def _aside(hinge: Hinge) -> np.ndarray:
    """Coordinates somewhere beside the plain configuration, that satisfy the invariants."""
    q = hinge.rest_values + ELSEWHERE[: len(hinge.coordinates)]
    return meet_invariants(HingeForm(hinge), q) if hinge.writes("invariants") else q


def _pose(hinge: Hinge, q: np.ndarray) -> Pose:
    try:
        return hinge.pose(hinge.q(q.tolist()), HINGE_TRIAL_TIME)
    except ArithmeticError as error:
        raise ModelError(
            f"{hinge.kind}.pose: is not defined at q = {_shown(q)} ({error}). Write it so that it is, or give `rest`, "
            "coordinates at which it is."
        ) from error


def _problem(hinge: Hinge, q: np.ndarray) -> str | None:
    """What is wrong with pose and residual at numbers, None where nothing is. Outside their domain they may be NaN."""
    pose = _pose(hinge, q)
    R, p = numbers(pose.R), numbers(pose.p)
    if not np.isfinite(R).all() or not np.isfinite(p).all():
        return None
    if np.abs(R @ R.T - np.eye(3)).max() > HINGE_TOLERANCE:
        return f"pose: the rotation at q = {_shown(q)} is not orthogonal; check it, or give `rest`."
    if np.linalg.det(R) < 0:
        return f"pose: the rotation at q = {_shown(q)} mirrors (its determinant is −1); check its signs."
    if not hinge.writes("residual") or len(hinge.speed_names) == 6:
        return None
    found = numbers(hinge.residual(Relative(R, p, NO_VELOCITY, NO_VELOCITY), HINGE_TRIAL_TIME)).ravel()
    if np.abs(found).max(initial=0.0) > HINGE_TOLERANCE * (1.0 + np.abs(p).max()):
        return f"residual: is not zero on the joint's own pose at q = {_shown(q)}; it is {_shown(found)}."
    return None


def _shown(values: np.ndarray) -> str:
    return f"({', '.join(f'{x:.4g}' for x in values)})"


def _check_residual(hinge: Hinge) -> None:
    label = f"{hinge.kind}.residual"
    rel, velocities = relative_symbols()
    rows = rows_returned(label, hinge.residual(rel, symbols("t")))
    needed = 6 - len(hinge.speed_names)
    # What restricts velocities too is never closed by its residual, which does not know how many speeds there are.
    if len(rows) != needed and hinge.is_holonomic:
        raise ModelError(f"{label}: has {len(rows)} rows, needs {needed}: 6 less its speeds.")
    refuse_velocities(label, rows, velocities)


def refuse_velocities(label: str, rows: Any, velocities: list[Any]) -> None:
    """Raises where rows on position level depend on velocities."""
    read = {node.uid for node in symbols_of(list(rows))} & {v.uid for v in velocities}
    if read:
        raise ModelError(f"{label}: reads rel.w or rel.v; a condition on positions depends on rel.R, rel.p and t only.")

"""Conformance of constraints: rows on velocity and acceleration level agree with differences, and are independent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..contract import Constraint, ConstraintForm, try_element
from ..contract.parameters import parameter_values
from ..spatial import rotation
from .report import DIFFERENCE_STEP, DIFFERENCES, check_native, require, require_close


@dataclass(frozen=True)
class ConstraintMotion:
    """Numbers for everything a constraint can see: pose, velocities in F, auxiliary unknowns or coordinates, time.

    With more than two ends, R, p, w and v are stacked: one for each end after the first.
    """

    R: np.ndarray
    p: np.ndarray
    w: np.ndarray
    v: np.ndarray
    s: np.ndarray
    s_dot: np.ndarray
    t: float

    @property
    def velocities(self) -> np.ndarray:
        """(ω, v, ṡ), (ω, v) of one end after the other."""
        return np.concatenate([np.stack([self.w, self.v], axis=-2).ravel(), self.s_dot])

    def moved(self, step: np.ndarray) -> ConstraintMotion:
        """The pose after a small turn and shift, (δ turn, δp, δs)."""
        n = len(self.s)
        shift = step[len(step) - n :]
        if len(step) == n:
            return replace(self, s=self.s + shift)
        turns, shifts = np.moveaxis(step[: len(step) - n].reshape(*self.p.shape[:-1], 2, 3), -2, 0)
        R = np.array([rotation_by(x) for x in turns.reshape(-1, 3)]).reshape(self.R.shape) @ self.R
        return replace(self, R=R, p=self.p + shifts, s=self.s + shift)

    def later(self, tau: float, rates: np.ndarray) -> ConstraintMotion:
        """After a short time τ, to first order; `rates` are those of the velocities."""
        there = self.moved(tau * self.velocities)
        velocities, s_dot = np.split(self.velocities + tau * rates, [2 * self.w.size])
        w, v = np.moveaxis(velocities.reshape(*self.p.shape[:-1], 2, 3), -2, 0)
        return replace(there, w=w, v=v, s_dot=s_dot, t=self.t + tau)


def rotation_by(vector: np.ndarray) -> np.ndarray:
    """The rotation by |vector| about it."""
    angle = float(np.linalg.norm(vector))
    return rotation(vector / angle, angle) if angle else np.eye(3)


def random_motion(form: ConstraintForm, rng: np.random.Generator) -> ConstraintMotion:
    """A motion of order one."""
    n, several = len(form.s), isinstance(form.rel, list)
    p, w, v, turn = rng.normal(size=(4, len(form.rels), 3) if several else (4, 3))
    s, s_dot = rng.normal(size=(2, n))
    R = np.array([rotation_by(0.7 * x) for x in turn.reshape(-1, 3)]).reshape(*p.shape, 3)
    return ConstraintMotion(R, p, w, v, s, s_dot, float(rng.uniform(0.1, 2.0)))


def check_constraint(constraint: Constraint, samples: int = 3, seed: int = 1) -> None:
    """Raises `ConformanceError` where the constraint breaks a promise of its contract, at random motions."""
    try_element(constraint)
    form, rng = ConstraintForm(constraint), np.random.default_rng(seed)
    values = value_function(form)
    for _ in range(samples):
        motion = random_motion(form, rng)
        rates = rng.normal(size=len(motion.velocities))
        check_row_rates(constraint, values, motion, rates)
    _check_rank(constraint, values, form, rng)
    outputs = {name: getattr(form, name) for name in ("f", "P", "P_0", "P_00") if np.size(getattr(form, name))}
    check_native(constraint, form.function(**outputs), arguments(form, random_motion(form, rng)))


def arguments(form: ConstraintForm, motion: ConstraintMotion) -> dict[str, Any]:
    """Inputs of the form's functions."""
    return {**vars(motion), "parameters": parameter_values(form.parameters)}


def value_function(form: ConstraintForm) -> Callable[[ConstraintMotion], Any]:
    """f, the rows, P, P_0 and P_00 at a motion; P on all of (ω, v, ṡ)."""
    traced = form.function(f=form.f, rows=form.rows, P=form.P, P_0=form.P_0, P_00=form.P_00)

    def values(motion: ConstraintMotion) -> Any:
        found = traced(**arguments(form, motion))
        if not form.constraint.on_coordinates:
            return found
        return found._replace(P=np.hstack([np.zeros((len(found.P), 6)), found.P]))

    return values


def check_row_rates(
    constraint: Constraint, values: Callable[[ConstraintMotion], Any], motion: ConstraintMotion, rates: np.ndarray
) -> None:
    """Raises where rows on velocity and acceleration level differ from differences along a motion."""
    now, after, before = (
        values(motion),
        values(motion.later(DIFFERENCE_STEP, rates)),
        values(motion.later(-DIFFERENCE_STEP, rates)),
    )
    require(np.isfinite(now.rows).all(), constraint, "values", "are not finite at an ordinary pose.")
    linear = now.P @ motion.velocities + now.P_0
    require_close(now.rows, linear, constraint, "velocity rows", "are not linear in the velocities")
    if constraint.level != "velocity":
        slope = (after.f - before.f) / (2 * DIFFERENCE_STEP)
        require_close(
            linear[: len(slope)], slope, constraint, "velocity rows", "P ẏ + P_0 is not the rate of f", DIFFERENCES
        )
    bend = (after.rows - before.rows) / (2 * DIFFERENCE_STEP)
    accelerated = now.P @ rates + now.P_00
    require_close(
        accelerated, bend, constraint, "acceleration rows", "P ÿ + P_00 is not the rate of the rows", DIFFERENCES
    )


def _check_rank(
    constraint: Constraint, values: Callable[[ConstraintMotion], Any], form: ConstraintForm, rng: np.random.Generator
) -> None:
    """Where the constraint holds, its rows are independent."""
    motion = next(filter(None, (satisfied_motion(values, random_motion(form, rng)) for _ in range(40))), None)
    require(motion is not None, constraint, "rank", "no pose was found that satisfies it, from 40 random ones.")
    p = values(motion).P  # type: ignore[arg-type]
    rank = independent(p)
    require(rank == len(p), constraint, "rank", f"its {len(p)} rows have rank {rank} where it holds.")


def independent(rows: np.ndarray) -> int:
    """How many rows are independent, whatever the size of each."""
    sizes = np.linalg.norm(rows, axis=1, keepdims=True)
    return int(np.linalg.matrix_rank(rows / np.where(sizes > 0.0, sizes, 1.0), tol=1e-8))


def satisfied_motion(values: Callable[[ConstraintMotion], Any], motion: ConstraintMotion) -> ConstraintMotion | None:
    """The motion brought to a pose where f = 0 (damped Gauss–Newton), None where that fails."""
    for _ in range(60):
        now = values(motion)
        size = np.abs(now.f).max(initial=0.0)
        if size < 1e-12:
            return motion
        if not np.isfinite(size):
            return None
        step = -np.linalg.lstsq(now.P[: len(now.f)], now.f, rcond=1e-12)[0]
        step *= min(1.0, 0.5 / max(float(np.abs(step).max()), 1e-300))
        motion = motion.moved(step)
    return motion if size < 1e-9 else None

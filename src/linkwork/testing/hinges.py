"""Conformance of joints: what follows from `pose` agrees with differences of it, and all forms with each other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..contract import ConstraintForm, Hinge, HingeForm, ImplicitHinge, Joint, try_element
from ..contract.derived.hinge_numbers import hinge_function, hinge_values, sample_coordinates
from ..contract.parameters import parameter_values
from ..spatial import untilde
from .constraints import independent
from .report import DIFFERENCE_STEP, DIFFERENCES, check_native, require, require_close


@dataclass(frozen=True, eq=False)
class Trial:
    """A joint at a random state: coordinates q that satisfy the invariants, speeds u, their rates a, time t."""

    form: HingeForm
    q: np.ndarray
    u: np.ndarray
    a: np.ndarray
    t: float

    @property
    def hinge(self) -> Hinge:
        """The joint."""
        return self.form.hinge

    def along(self, tau: float, *names: str) -> Any:
        """Values of the form's `names` at time t + τ on the motion through this state, to first order."""
        outputs = {
            n: self.form.pose.R if n == "R" else self.form.pose.p if n == "p" else getattr(self.form, n) for n in names
        }
        q = self.q + tau * hinge_values(self.form, self.q, self.u, self.t, q_dot=self.form.q_dot).q_dot
        return hinge_values(self.form, q, self.u + tau * self.a, self.t + tau, **outputs)

    def difference(self, name: str) -> np.ndarray:
        """The time derivative of one value of the form, by central differences."""
        after, before = (getattr(self.along(tau, name), name) for tau in (DIFFERENCE_STEP, -DIFFERENCE_STEP))
        return (np.asarray(after) - np.asarray(before)) / (2 * DIFFERENCE_STEP)

    @cached_property
    def now(self) -> Any:
        """All values at the state."""
        return self.along(0.0, "R", "p", "q_dot", "Y_1", "Y_2", "V", "V_0", "phi", "bias")


def trials(hinge: Hinge, count: int, seed: int) -> list[Trial]:
    """Random states, the same for the same seed."""
    form, rng = HingeForm(hinge), np.random.default_rng(seed)
    n = len(hinge.speed_names)
    return [
        Trial(form, sample_coordinates(form, rng), rng.normal(size=n), rng.normal(size=n), float(rng.uniform(0.1, 2.0)))
        for _ in range(count)
    ]


def check_hinge(hinge: Hinge, samples: int = 3, seed: int = 1) -> None:
    """Raises `ConformanceError` where the joint breaks a promise of its contract, at random states."""
    try_element(hinge)
    for trial in trials(hinge, samples, seed):
        for check in HINGE_CHECKS:
            check(trial)
    _native(trials(hinge, 1, seed)[0])


def _rotation(trial: Trial) -> None:
    r = trial.now.R
    require_close(r @ r.T, np.eye(3), trial.hinge, "rotation", "R Rᵀ is not E")
    require(np.linalg.det(r) > 0, trial.hinge, "rotation", "det R is negative: the frame is mirrored.")


def _kinematics(trial: Trial) -> None:
    now, hinge = trial.now, trial.hinge
    rates = now.Y_1 @ trial.u + now.Y_2
    require_close(now.q_dot, rates, hinge, "kinematical equations", "q_dot is not linear in the speeds")
    drift = trial.difference("invariants")
    require_close(drift, 0 * drift, hinge, "invariants", "q_dot does not keep them", DIFFERENCES)


def _modes(trial: Trial) -> None:
    now, hinge = trial.now, trial.hinge
    r_dot, p_dot = trial.difference("R"), trial.difference("p")
    moved = np.concatenate([now.R.T @ untilde(r_dot @ now.R.T), now.R.T @ p_dot])
    require_close(
        now.phi @ trial.u + now.V_0, moved, hinge, "modes", "φ u + V_0 is not the rate of the pose", DIFFERENCES
    )
    require_close(now.V, now.phi @ trial.u + now.V_0, hinge, "modes", "V is not φ u + V_0")


def _bias(trial: Trial) -> None:
    now = trial.now
    wanted = trial.difference("V")
    require_close(now.phi @ trial.a + now.bias, wanted, trial.hinge, "bias", "φ u̇ + b is not V̇", DIFFERENCES)


def _rank(trial: Trial) -> None:
    joint, hinge = Joint(trial.hinge), trial.hinge
    verdict = joint.rank(trial.q, trial.t)
    require(verdict.generic == verdict.speeds, hinge, "rank", str(verdict))
    at_rest = joint.rank(hinge.rest_values, trial.t)
    require(at_rest.is_regular, hinge, "rank", f"the plain configuration is singular ({at_rest}); give `rest`.")


def _dual_basis(trial: Trial) -> None:
    joint, hinge = Joint(trial.hinge), trial.hinge
    if not joint.rank(trial.q, trial.t).is_regular:
        return
    modes = joint.modes(trial.q, trial.t)
    require_close(modes.dual.T @ modes.basis, np.eye(6), hinge, "dual basis", "ψ̂ᵀ φ̂ is not E")
    load = np.random.default_rng(5).normal(size=6)
    applied, held = modes.applied(load), modes.constraint(load)
    # The power of a load on the joint's own motion is that of its generalised forces (S1 (3.28), (3.32)).
    require_close(load @ modes.free @ trial.u, applied @ trial.u, hinge, "power", "λ · g is not A · φ g")
    whole = modes.dual_free @ applied + modes.constraint_load(held)
    require_close(whole, load, hinge, "dual basis", "ψ λ + ψ̄ λ̄ is not A")


def _implicit(trial: Trial) -> None:
    hinge, now = trial.hinge, trial.now
    if not hinge.writes("residual"):
        return
    form = ConstraintForm(ImplicitHinge(hinge))
    rows = 6 - len(hinge.speed_names)
    require(len(form.f) == rows, hinge, "residual", f"has {len(form.f)} entries, needs {rows}: 6 less its speeds.")
    if not rows:
        return
    w, v = now.R @ now.V[:3], now.R @ now.V[3:]
    outputs = {"f": form.f, "P": form.P, "P_0": form.P_0, "P_00": form.P_00}
    at = form.function(**outputs)(now.R, now.p, w, v, [], [], trial.t, parameter_values(form.parameters))
    require_close(at.f, np.zeros(rows), hinge, "residual", "is not zero on the joint's own pose")
    rank = independent(at.P)
    require(rank == rows, hinge, "residual", f"its {rows} entries have rank {rank}: they are not independent.")
    require_close(
        at.P @ [*w, *v] + at.P_0, np.zeros(rows), hinge, "residual", "its rate is not zero on a motion of the joint"
    )
    # Components in F: d(R a)/dt = R (ȧ + ω × a).
    rate = now.phi @ trial.a + now.bias
    alpha, accel = now.R @ rate[:3], now.R @ (rate[3:] + np.cross(now.V[:3], now.V[3:]))
    gone = at.P @ [*alpha, *accel] + at.P_00
    require_close(
        gone, np.zeros(rows), hinge, "residual", "its acceleration is not zero on a motion of the joint", 1e-8
    )


def _implicit_form(trial: Trial) -> None:
    """The implicit form, written or derived, against the explicit one (S1 (3.1), (3.5), (3.12))."""
    hinge, now, joint = trial.hinge, trial.now, Joint(trial.hinge)
    if hinge.modes_may_depend or not joint.rank(trial.q, trial.t).is_regular:
        return
    at = joint.implicit.at(now.R, now.p, trial.t, trial.q)
    require_close(at.f, 0 * at.f, hinge, "implicit form", "is not zero on the joint's own pose")
    rank = independent(at.w) if at.w.size else 0
    require(rank == len(at.f), hinge, "implicit form", f"its {len(at.f)} equations have rank {rank}.")
    motion = np.concatenate([now.R @ now.V[:3], now.R @ now.V[3:]])
    gone = at.w @ motion + at.rate
    require_close(gone, 0 * gone, hinge, "implicit form", "its rate is not zero on a motion of the joint")
    rows, zeta = joint.implicit.velocity_rows(trial.q, trial.t)
    own = len(rows) - (6 - len(hinge.speed_names))  # what the hinge asks of its speeds is not met by any speeds
    met = (rows @ motion - zeta)[: len(rows) - own]
    require_close(met, 0 * met, hinge, "implicit form", "wᵀ V is not ζ on a motion of the joint")


def _native(trial: Trial) -> None:
    form = trial.form
    outputs = {"R": form.pose.R, "p_FM": form.pose.p, "rates": form.q_dot, "phi": form.phi, "bias": form.bias}
    function = hinge_function(form, **{name: value for name, value in outputs.items() if np.size(value)})
    values = parameter_values(form.parameters)
    check_native(trial.hinge, function, {"q": trial.q, "u": trial.u, "t": trial.t, "parameters": values})


HINGE_CHECKS: tuple[Callable[[Trial], None], ...] = (
    _rotation,
    _kinematics,
    _modes,
    _bias,
    _rank,
    _dual_basis,
    _implicit,
    _implicit_form,
)

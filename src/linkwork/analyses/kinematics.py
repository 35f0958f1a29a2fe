r"""`kinematics`: positions, velocities and accelerations over time where all motion is prescribed (S0 §8.3).

KSP/0 solves $g(q, t) = 0$ from where the mechanism was a moment ago, KSP/1 $P u + P_0 = 0$, KSP/2
$P\dot u + P_{00} = 0$. Coordinates that only nonholonomic rows move are integrated.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

import numpy as np

from .._blas_threads import small_on_one_thread
from .._display import Viewed
from ..contract import ModelError
from ..contract.arguments import NUMBER_ARGUMENT, TIMES_ARGUMENT, one_of, takes
from ..results import State, Verdict
from ..results.analysis_rules import verdict_of_kinematics
from ..results.verdict import Alarm
from ..system import System
from ..topology import Layout
from .common.delays import refuse_delays
from .common.state_arguments import SYSTEM, given_state
from .constraints.explain import open_closures
from .constraints.loop_closure import solve_closure
from .constraints.row_wrenches import loop_closures
from .contact.state_margins import deepest_overlap, without_contacts
from .path.continuation import STOPPED, FollowedMotion, Follower
from .path.singularities import Singularity
from .path.speed_rows import speed_rows

KINEMATICS_SAMPLES = 201


@dataclass(frozen=True, eq=False)
class Kinematics(Viewed):
    """A prescribed motion: `times` (n), `q` (n × nq), `u` and `u_dot` (n × nu). `run["A.angle"]` gives one channel."""

    system: System = field(repr=False)
    times: np.ndarray
    q: np.ndarray
    u: np.ndarray
    u_dot: np.ndarray
    singularities: tuple[Singularity, ...]
    """Where the mechanism passed, or could not pass, a singular configuration."""
    complete: bool
    """Whether all times asked for were reached."""
    message: str
    """How it ended, in words."""
    parameters: Any = field(repr=False, default_factory=dict)
    stopped: bool = False
    """Whether it ended where it was asked to: at a singular configuration, with singular="stop"."""
    entered: str = ""
    """Which contact the motion enters, and when; a prescribed motion asks no contact."""
    open: tuple[float, float] = (0.0, 0.0)
    """The largest residual of constraints at a configuration, in radians or lever arms, and when."""
    _alarm: Alarm = field(default_factory=Alarm, repr=False)

    @property
    def layout(self) -> Layout:
        """Names and places of coordinates and speeds."""
        return self.system.layout

    @cached_property
    def verdict(self) -> Verdict:
        """Whether it can be trusted, and why not."""
        return verdict_of_kinematics(self)

    def _check(self) -> None:
        """Warns where numbers of a bad motion are read for the first time."""
        self._alarm.sound(self, "the prescribed motion")

    def __getitem__(self, name: str) -> np.ndarray:
        """A channel: a coordinate "A.angle", a speed "A.angle_dot", an acceleration "A.angle_ddot", or any other.

        Others are read at each state, as `system.channels` does.
        """
        self._check()
        layout = self.layout
        if name in layout.q:
            return self.q[:, layout.q_index(name)]
        if name in layout.u:
            return self.u[:, layout.u_index(name)]
        second = {_acceleration(u): k for k, u in enumerate(layout.u)}
        if name in second:
            return self.u_dot[:, second[name]]
        table = self.system.channel_table
        if name not in table and name not in layout.cut:
            raise ModelError(table.unknown(name, second))
        placed = name in layout.cut or name in layout.hinged or name.partition(".")[0] in self.system.model.bodies
        if layout.nz and not placed:
            raise ModelError(
                f"kinematics: {name!r} may depend on states of elements, which a prescribed motion does not follow; "
                "simulate the model to have it."
            )
        return np.array([self.system.channels(self.state(k))[name] for k in range(len(self))])

    def state(self, k: int) -> State:
        """The state at the k-th time."""
        self._check()
        return State(self.layout, self.q[k], self.u[k], float(self.times[k]), self.parameters)

    def __len__(self) -> int:
        return len(self.times)

    def __str__(self) -> str:
        said = str(self.verdict) if self.message in self.verdict.reasons else f"{self.verdict}\n  {self.message}"
        return "\n".join([said, *(f"  {s}" for s in self.singularities)])

    def __repr__(self) -> str:
        return f"<prescribed motion: {len(self)} configurations, {self.verdict.in_short}>"


@takes(
    system=SYSTEM,
    t_end=NUMBER_ARGUMENT | None,
    times=TIMES_ARGUMENT | None,
    rtol=NUMBER_ARGUMENT,
    singular=one_of("pass", "stop"),
)
@small_on_one_thread
def kinematics(
    system: System,
    start: State,
    t_end: float | None = None,
    times: Sequence[float] | np.ndarray | None = None,
    rtol: float = 1e-10,
    singular: Literal["pass", "stop"] = "pass",
) -> Kinematics:
    """The motion that driven coordinates impose, at `times`, or at evenly spaced times up to `t_end`.

    It starts from the configuration of `start` and stays on its branch: singular configurations are located, reported,
    and passed with the directions kept, or end the run with `singular="stop"`. `rtol` is the accuracy of what is
    integrated; the rest is solved to rounding. Where the mechanism cannot follow, the result holds what was reached and
    says why. In absolute coordinates singular configurations are looked for up to 400 rows. Contacts are absent; where
    the motion enters one, its verdict says so.
    """
    refuse_delays(system, "kinematics", "lw.simulate moves driven coordinates too, and keeps it.")
    start = without_contacts(system, given_state(system, start, "kinematics"))
    wanted = _times(start, t_end, times)
    state = system.prescribed(start)
    closures = loop_closures(system, state)
    closed = solve_closure(closures, state)
    if not closed.is_closed:
        raise ModelError(
            f"the start is not a possible configuration: {open_closures(closures, closed)} Assemble it first."
        )
    closures = loop_closures(system, closed.state)
    stops = singular == "stop"
    rows, integrated = speed_rows(closures, stops)
    motion = Follower(closures, rows, integrated, rtol, stops).follow(closed.state, wanted)
    return _result(system, motion, wanted, start)


def _times(start: State, t_end: float | None, times: Sequence[float] | np.ndarray | None) -> np.ndarray:
    if (t_end is None) == (times is None):
        raise ModelError("kinematics needs either t_end or times.")
    if t_end is not None and not np.isfinite(t_end):
        raise ModelError(f"kinematics: t_end must be finite, not {t_end}.")
    wanted = (
        np.linspace(start.t, float(t_end), KINEMATICS_SAMPLES) if t_end is not None else np.asarray(times, dtype=float)
    )
    if wanted.ndim != 1 or not len(wanted) or not np.isfinite(wanted).all():
        raise ModelError("kinematics: times must be a list of finite numbers.")
    if t_end is not None and t_end <= start.t:
        raise ModelError(f"kinematics: t_end = {t_end:g} is not after the start, which is at t = {start.t:g}.")
    if np.any(np.diff(wanted) <= 0.0) or wanted[0] < start.t:
        raise ModelError(f"kinematics: times must rise and not begin before the start, which is at t = {start.t:g}.")
    return wanted


def _result(system: System, motion: FollowedMotion, wanted: np.ndarray, start: State) -> Kinematics:
    complete = len(motion.times) == len(wanted)
    if complete:
        message = f"{system.model.name}: {len(wanted)} configurations from t = {wanted[0]:g} to {wanted[-1]:g}."
    else:
        message = f"{system.model.name}: stopped at t = {motion.end:.9g} of {wanted[-1]:g}. {motion.cause}"
    shape = (len(motion.times), -1)
    return Kinematics(
        system,
        np.array(motion.times),
        np.reshape(motion.q, shape) if motion.q else np.zeros((0, system.layout.nq)),
        np.reshape(motion.u, shape) if motion.u else np.zeros((0, system.layout.nu)),
        np.reshape(motion.u_dot, shape) if motion.u_dot else np.zeros((0, system.layout.nu)),
        tuple(motion.singularities),
        complete,
        message,
        start.parameters,
        motion.cause == STOPPED,
        deepest_overlap(system, [_state_of(system, motion, k, start) for k in range(len(motion.times))]),
        motion.open,
    )


def _state_of(system: System, motion: FollowedMotion, k: int, start: State) -> State:
    return State(system.layout, motion.q[k], motion.u[k], float(motion.times[k]), start.parameters)


def _acceleration(speed: str) -> str:
    return f"{speed.removesuffix('_dot')}_ddot" if speed.endswith("_dot") else f"{speed}_dot"

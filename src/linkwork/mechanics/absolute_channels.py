"""Channels of a system in absolute coordinates."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any
from weakref import ReferenceType, WeakKeyDictionary, ref

import numpy as np

from ..absolute import Configuration
from ..absolute.channels import carried_loads, state_channel, wrenches
from ..absolute.run_states import RunStates
from ..channels import MEANS, MOMENTUM, AbsoluteProvider, Channel
from ..contract import ModelError
from ..contract.derived.pure import called_twice
from ..contract.errors import unknown
from ..expr import array, forward_derivatives, jacobian, symbols
from ..expr.evaluate import evaluate
from ..expr.graph import as_expr
from ..formulation.absolute.element_motion import world_rates
from ..results import State, Trajectory
from ..spatial import AXES, matrix, rotation_euler_parameters
from .absolute_channel_slopes import ChannelVariations, frame_channel_variations
from .channels import OwnOutputs, SystemChannels
from .frames import frames_at
from .motion import Weights


class AbsoluteValues:
    """Outputs and channels along runs in absolute coordinates; what is known of the last run that was read is kept."""

    def __init__(self, system: Any, outputs: OwnOutputs, solution: tuple[str, Weights]) -> None:
        self.system, self.outputs, self.solution = system, outputs, solution
        self._shared: WeakKeyDictionary[Trajectory, np.ndarray] = WeakKeyDictionary()
        self._last: tuple[ReferenceType[Trajectory], RunStates] | None = None

    def __call__(self, names: Sequence[str], run: Trajectory) -> dict[str, np.ndarray]:
        """The values along a run."""
        return {name: self._read(name, run) for name in names}

    def _read(self, name: str, run: Trajectory) -> np.ndarray:
        if name in self.outputs:
            return np.asarray(called_twice(f"output {name!r}", self.outputs[name], run))
        if name in run.parameters:
            return np.array([run.parameters_at(k)[name] for k in range(len(run))])
        table = self.system.channel_table
        channel, axis = table.whole(name)
        if channel is None:
            raise ModelError(table.unknown(name, self.outputs))
        found = self._answered(channel, run)
        return found if axis is None else found[:, axis]

    def _answered(self, channel: Channel, run: Trajectory) -> np.ndarray:
        """Who answers for a channel is asked for all rows at once, or for one after the other."""
        own = {"load": self._load, "mean": self._load, "momentum": _momentum, "body": _body, "state": _column}
        if channel.source in own:
            return own[channel.source](channel, run)
        if channel.source == "time":
            return np.array(run.t)
        if channel.source == "energy":
            return np.array([row[channel.name] for row in self._states(run).energies])
        is_shared = channel.needs == "motion" and bool(run.certificate.not_unique)
        if channel.source in ("element", "point", "contact", "margin") and len(run) and not is_shared:
            return self._states(run).watched(channel)
        given = self._least_loads(run) if is_shared else [None] * len(run)
        rows = [state_channel(self.system.elements, channel.name, run.state(k), lam) for k, lam in enumerate(given)]
        return np.array(rows)

    def _states(self, run: Trajectory) -> RunStates:
        """What is known of the states of a run, that of the last one which was read."""
        if self._last is None or self._last[0]() is not run:
            self._last = ref(run), RunStates(self.system.elements, run)
        return self._last[1]

    def _load(self, channel: Channel, run: Trajectory) -> np.ndarray:
        """Force or moment, or their means: of least loads where they are not unique."""
        is_shared, is_mean = bool(run.certificate.not_unique), channel.source == "mean"
        if not (is_shared or is_mean):
            rows = self._states(run).loads
        else:
            given = run[MEANS] if not is_shared else self._least_means(run) if is_mean else self._least_loads(run)
            rows = [wrenches(self.system.elements, run.state(k), lam) for k, lam in enumerate(given)]
        found = np.array([carried_loads(row, channel.owner) for row in rows])
        return found[:, 3:] if channel.what.endswith("force") else found[:, :3]

    def _least_loads(self, run: Trajectory) -> np.ndarray:
        """Multipliers of least loads, row by row."""
        if run not in self._shared:
            motion = self.system.functions.loaded_motion
            self._shared[run] = np.array([motion(run.state(k), *self.solution).lam for k in range(len(run))])
        return self._shared[run]

    def _least_means(self, run: Trajectory) -> np.ndarray:
        """Mean multipliers of least loads."""
        least, still = self.system.functions.least_loads, np.zeros(run.layout.nu)
        return np.array([least(run.state(k), still, lam)[0] for k, lam in enumerate(run[MEANS])])


def _column(channel: Channel, run: Trajectory) -> np.ndarray:
    """A coordinate, speed or state of a row."""
    layout, name = run.layout, channel.name
    if name in layout.q:
        return run.q[:, layout.q_index(name)]
    return run.u[:, layout.u_index(name)] if name in layout.u else run.z[:, layout.z_index(name)]


def _body(channel: Channel, run: Trajectory) -> np.ndarray:
    q, u = run.q[:, run.layout.q_of[channel.owner]], run.u[:, run.layout.u_of[channel.owner]]
    if channel.what == "rotation":
        return Configuration(q.T, np.zeros(0), np.zeros(0), 0.0).rotations()
    return {"position": q[:, 4:], "velocity": u[:, 3:], "angular_velocity": u[:, :3]}[channel.what]


def _momentum(channel: Channel, run: Trajectory) -> np.ndarray:
    """Momentum or angular momentum of a body, of all that elements in time have."""
    first = 6 * list(run.model.bodies).index(channel.owner) + (0 if "angular" in channel.what else 3)
    return run[MOMENTUM[channel.what][0]][:, first : first + 3]


@dataclass(frozen=True, eq=False)
class AbsoluteChannels(SystemChannels):
    """What elements that look at channels would see."""

    along_runs = AbsoluteValues

    @cached_property
    def provider(self) -> AbsoluteProvider:
        """By the model and its layout."""
        return AbsoluteProvider(self.system.model, self.system.layout)

    def read(self, name: str, state: State, motion: Callable[[], Any]) -> Any:
        """The value of a channel, None where there is none."""
        channel, _ = self.system.channel_table.whole(name)
        if channel is None or channel.needs == "run":
            return None
        given = (motion().lam, motion().u_dot) if channel.needs == "motion" else ()
        return state_channel(self.system.elements, name, state, *given)

    def slopes(self, names: tuple[str, ...], state: State, u_dot: Any, lam: Any) -> tuple[tuple[str, ...], Any]:
        """(names of the single numbers, their values and derivatives) of channels of a motion."""
        frames = frames_at(self.system.elements, state)
        return frame_channel_variations(frames, names, np.asarray(u_dot), np.asarray(lam))

    def value(self, name: str, state: State, u_dot: Any, lam: Any) -> Any:
        """A channel of a motion with these accelerations and multipliers."""
        return state_channel(self.system.elements, name, state, lam, u_dot)

    def rate(self, value: Callable[[Any], Any]) -> Callable[[State], tuple[float, np.ndarray]]:
        """The rate of an expression of places of bodies and its derivatives by the speeds."""
        return partial(gap_rate, self.system.elements, value)

    def rate_slopes(self, value: Callable[[Any], Any]) -> Callable[[State, Any, Any], Any]:
        """Their derivatives: places of bodies depend on no accelerations or multipliers."""
        return lambda state, u_dot, lam: gap_slopes(self.system.elements, value, state)


# Rates of gaps between bodies in absolute coordinates: functions of the places of bodies and of time.
def gap_rate(system: Any, value: Callable[[Any], Any], state: State) -> tuple[float, np.ndarray]:
    """(γ̇, ∂γ̇/∂u) of a gap, a function of channels of places."""
    seen = _Places(system, state)
    found = np.array(evaluate(seen.rates(value(seen)), seen.known), dtype=float)
    return float(found[0]), found[1:]


def gap_slopes(system: Any, value: Callable[[Any], Any], state: State) -> ChannelVariations:
    """(γ̇, ∂γ̇/∂u) with their derivatives by the state and by (t, Parameters)."""
    seen, layout = _Places(system, state), system.layout
    entries = seen.rates(value(seen))
    names, count = list(state.parameters), len(entries)
    sizes = layout.nq, layout.nu, layout.nz, 0, 1 + len(names), layout.nu, system.rows
    values = np.array(evaluate(entries, seen.known), dtype=float)
    found = ChannelVariations(values, *(np.zeros((count, size)) for size in sizes))
    varied: list[tuple[np.ndarray, Any, Any]] = [(found.by_p, [0], [seen.t])]
    varied += [(found.by_q, layout.q_of[body], q) for body, q in seen.poses.items()]
    varied += [(found.by_u, layout.u_of[body], u) for body, u in seen.twists.items()]
    known = system.model.parameters
    varied.append((found.by_p, [1 + names.index(name) for name in known], list(known.values())))
    for into, places, by in varied:
        slopes = jacobian(array(entries), array([as_expr(x) for x in by])) if len(by) else ()
        if len(by):
            numbers = evaluate([as_expr(x) for x in np.ravel(slopes)], seen.known)
            into[:, places] = np.reshape(np.array(numbers, dtype=float), (count, len(by)))
    return found


class _Places:
    """Channels of the places of bodies as expressions; only those bodies that are asked for have symbols."""

    def __init__(self, system: Any, state: State) -> None:
        self.system, self.state = system, state
        self.t = symbols("t")
        self.poses: dict[str, Any] = {}
        self.twists: dict[str, Any] = {}
        self.known: dict[Any, Any] = {**state.parameters, as_expr(self.t): state.t}
        """Values of symbols."""

    def _pose(self, body: str) -> Any:
        if body not in self.poses:
            q, u = self.poses[body], self.twists[body] = symbols(f"{body} q", 7), symbols(f"{body} u", 6)
            layout = self.system.layout
            self.known |= dict(zip(q, self.state.q[layout.q_of[body]], strict=True))
            self.known |= dict(zip(u, self.state.u[layout.u_of[body]], strict=True))
        return self.poses[body]

    def __getitem__(self, name: str) -> Any:
        if name == "t":
            return self.t
        if name in self.state.parameters:
            return self.system.model.parameters[name]
        layout, bodies = self.system.layout, self.system.model.bodies
        owner, _, last = name.rpartition(".")
        if name in layout.q and owner in bodies:
            return self._pose(owner)[layout.q_index(name) - layout.q_of[owner].start]
        if last in AXES:
            return self[owner][AXES.index(last)]
        body, _, point = owner.partition(".")
        known = [f"{b}.{what}" for b in bodies for what in ("position", "rotation")]
        if body not in bodies or last not in ("position", "rotation") or (point and point not in bodies[body].points):
            raise ModelError(unknown("channel of places", name, known))
        q = self._pose(body)
        R = rotation_euler_parameters(q[:4])
        if not point:
            return R if last == "rotation" else matrix(q[4:])
        if bodies[body].points[point].frame is not None:
            raise ModelError(
                f"{name!r}: is a place on an elastic body, whose gaps are not part of the absolute formulation; "
                "compile the model in tree coordinates."
            )
        X = bodies[body].points[point].X
        return R @ array(X.R) if last == "rotation" else matrix(q[4:]) + R @ array(X.p)

    def rates(self, gap: Any) -> list[Any]:
        """γ̇ and ∂γ̇/∂u by the velocities of body frames, as expressions."""
        layout, rates = self.system.layout, {self.t: 1.0}
        for body, q in self.poses.items():
            u = self.twists[body]
            rates |= dict(zip(q, [*world_rates(q[:4], u[:3]), *u[3:]], strict=True))
        (speed,) = forward_derivatives([as_expr(gap)], rates)
        row = [as_expr(0.0)] * layout.nu
        for body, u in self.twists.items():
            row[layout.u_of[body]] = [as_expr(x) for x in jacobian(array([speed]), u)[0]]
        return [as_expr(speed), *row]

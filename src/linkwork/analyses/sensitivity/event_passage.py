r"""How the derivatives of a motion pass events and kinks.

An event at φ(y, t, p) = 0 happens at a time τ that changes with the variables; an action takes y⁻ to y⁺ = R(y⁻, t, p):

$$ \tau' = -\frac{\varphi_y Y^- + \varphi_p}{\varphi_y f^- + \varphi_t}, \qquad
   Y^+ = R_y (Y^- + f^-\tau') + R_t\,\tau' + R_p - f^+\tau' . $$

R is the action itself, called with a state that carries its derivatives. At a kink R is the identity, and what is left
is (f⁻ − f⁺) τ': nothing where forces are continuous. The rates f on either side are those of the run beside the event,
or of the states at it where contacts change modes (`contact_passage`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

import numpy as np

from ...contract import ModelError
from ...mechanics.asked_once import asked_once
from ...results import State, Trajectory
from ...results.dual_numbers import Varied, VariedState
from ...run.contact_events import ContactEvent
from ...run.events import Event, event_value
from ...system import System
from ..constraints.motion_at import motion_at
from ..constraints.row_wrenches import LoopClosures
from ..linear.channel_derivatives import StateSensitivity, followed_gradient
from ..linear.channel_functions import function_slopes
from ..linear.parameter_derivatives import parameter_names
from ..linear.variation import Variation, variation_of
from .branch_changes import BranchChange, is_same_time, time_rounding
from .contact_passage import ContactAction, ContactMoment, ContactMoments

EVENT_DISTANCE = 1e-5
"""How far beside an event, in steps of the run, rates are taken to tell those on its sides."""
TANGENT = 1e-9
SAME_RATE = 1e-6
SLOW_STOP = 1e-4
"""What the direction in which a point slid when it stopped, kept at low speed, leaves of motions across it."""


@dataclass(frozen=True, eq=False)
class Crossing:
    """A moment of a run at which an event happened, or an element changed branch."""

    t: float
    name: str | None
    """Of the event; None where a law changes branch."""
    slopes: Callable[[Variation], Any]
    """Its function and the derivatives of it, from the variations at a state."""
    before: State
    after: State | None = None
    """What an action led to."""
    action: Any = None
    others: tuple[tuple[str, Callable[[Variation], Any]], ...] = ()
    """Margins of contacts that were used up, or laws that changed branch, at the same time, by name."""
    change: BranchChange | None = None
    """What it is of laws."""

    @property
    def is_of_contacts(self) -> bool:
        """Whether contacts or switched connections had a part in it."""
        return isinstance(self.action, ContactAction)

    @property
    def label(self) -> str:
        """The name in words."""
        if self.change is not None:
            return f"the change of branch of {self.change.slopes[0][0]!r}"
        return f"event {self.name!r}"


@dataclass(frozen=True, eq=False)
class Passed:
    """An event of a run with its derivatives: its time, and the state there, before an action, moving with it."""

    event: str
    t: Varied
    state: StateSensitivity

    def __getitem__(self, name: str) -> Varied:
        return self.state[name]


def plain_events(events: Sequence[Event]) -> list[Event]:
    """Events whose actions may return numbers with derivatives, for a run without them."""

    def numbers(action: Any) -> Any:
        def act(system: System, state: State) -> Any:
            found = action(system, state)
            if not isinstance(found, dict):
                return found
            return {name: float(x.value) if isinstance(x, Varied) else x for name, x in found.items()}

        return act

    return [event if event.action is None else replace(event, action=numbers(event.action)) for event in events]


def crossings(
    system: System, run: Trajectory, events: Sequence[Event], changes: Sequence[BranchChange]
) -> list[Crossing]:
    """What a run met on its way, in order of time: events, and changes of branch that it stopped at."""
    named = {event.name: event for event in events}
    moments = ContactMoments(system, run, named, {event.name: event for event in plain_events(events)}).found()
    slopes = {event.name: event_slopes(system, event) for event in events if _happened(run, event)}
    found: list[Crossing] = []
    jumps: list[float] = []
    rows_used: dict[int, int] = {}
    for place, occurrence in enumerate(run.events):
        if place in moments:
            moment = moments[place]
            found += [] if moment is None else [_of_contacts(system, moment)]
            jumps.append(occurrence.t)
            continue
        event = named[occurrence.event]
        first = int(np.argmin(np.abs(run.t - occurrence.t)))
        if not is_same_time(float(run.t[first]), occurrence.t):
            found.append(Crossing(occurrence.t, event.name, slopes[event.name], run.at(occurrence.t)))
            continue
        row = rows_used.get(first, first)
        before, t = run.state(row), float(run.t[first])
        acts = event.action is not None and event.action(system, before) is not None
        after = run.state(row + 1) if acts else None
        rows_used[first] = row + int(acts)
        jumps += [t] if acts else []
        found.append(Crossing(t, event.name, slopes[event.name], before, after, event.action if acts else None))
    for change in changes:
        if change.slopes and not any(is_same_time(t, change.t) for t in jumps):
            (_, own), *others = change.slopes
            found.append(Crossing(change.t, None, own, run.at(change.t), others=tuple(others), change=change))
    return sorted(found, key=lambda c: c.t)


def _of_contacts(system: System, moment: ContactMoment) -> Crossing:
    """An event of contacts or switches: where the first margin that was used up is zero."""
    (_, slopes), *others = [
        (event.name, margin_slopes(system, event) if isinstance(event, ContactEvent) else event_slopes(system, event))
        for event in moment.triggers
    ]
    name, t = moment.occurrence.event, moment.occurrence.t
    return Crossing(t, name, slopes, moment.before, moment.after, moment.action, others=tuple(others))


@asked_once
def _margins(system: System) -> dict[str, Any]:
    """Slopes of margins that were compiled."""
    return {}


def margin_slopes(system: System, event: ContactEvent) -> Callable[[Variation], Any]:
    """The slopes of a margin, compiled once for a system: most are used up many times."""
    known = _margins(system)
    if event.name not in known:
        known[event.name] = event_slopes(system, event)
    return cast("Callable[[Variation], Any]", known[event.name])


def _happened(run: Trajectory, event: Event) -> bool:
    return any(o.event == event.name for o in run.events)


def event_slopes(system: System, event: Event) -> Callable[[Variation], Any]:
    """The function of an event and its derivatives at a state."""
    return function_slopes(system, lambda channels: event_value(event, channels)[0])


@dataclass(frozen=True, eq=False)
class Passing:
    """Takes derivatives past what a run met."""

    system: System
    run: Trajectory
    sizes: LoopClosures

    def __call__(self, c: Crossing, Y: np.ndarray, p: np.ndarray) -> tuple[np.ndarray, np.ndarray, Passed | None]:
        """(Y, p) behind a crossing, and the event with its derivatives; p are ∂(t, Parameters)."""
        before, after = (self._rates(c, side) for side in (-1.0, 1.0))
        if c.name is None and np.abs(before - after).max(initial=0.0) <= TANGENT * np.abs(before).max(initial=1.0):
            return Y, p, None
        tau = self.time_slopes(c, Y, p, before)
        if c.name is None:
            self._check_passed(c, before, after)
        for name, slopes in c.others:
            self._check_at_once(c, name, tau, self.time_slopes(replace(c, slopes=slopes), Y, p, before))
        moved, given = Y + np.outer(before, tau), p.copy()
        given[0] = tau
        v = variation_of(self.system, c.before, sizes=self.sizes)
        passed = None if c.name is None else Passed(c.name, Varied(c.t, tau), StateSensitivity(v, moved, given))
        if c.action is None:
            return (Y, p, passed) if c.name is not None else (moved - np.outer(after, tau), p, None)
        return (*self._acted(c, moved, given, after), passed)

    def time_slopes(self, c: Crossing, Y: np.ndarray, p: np.ndarray, rate: np.ndarray) -> np.ndarray:
        """τ' by the variables."""
        v = variation_of(self.system, c.before, sizes=self.sizes)
        found = c.slopes(v)
        by_time = _along_motion(v, found, rate)
        parts = np.abs(np.hstack([found.by_q, found.by_u, found.by_z])[0]) @ np.abs(rate)
        if abs(by_time) <= TANGENT * (float(parts) + abs(float(np.asarray(found.by_p)[0, 0])) + 1e-300):
            raise ModelError(
                f"sensitivities: {c.label} at t = {c.t:.6g} is met tangentially: its time has no derivative. Change "
                "the start or the parameters a little."
            )
        return np.asarray(-followed_gradient(v, found, Y, p)[0] / by_time)

    def _check_passed(self, c: Crossing, before: np.ndarray, after: np.ndarray) -> None:
        """Raises where a law holds the motion where it changes branch, as dry friction does."""
        v = variation_of(self.system, c.before, sizes=self.sizes)
        found = c.slopes(v)
        if _along_motion(v, found, before) * _along_motion(v, found, after) <= 0.0:
            raise ModelError(
                f"sensitivities: {c.label} at t = {c.t:.6g} is not passed: on both sides the law drives the motion "
                "back to it, and there it stays, as under dry friction. Make the law smooth there, such as tanh(x / "
                "small) for sign(x), or take a contact with friction."
            )

    def _check_at_once(self, c: Crossing, name: str, tau: np.ndarray, other: np.ndarray) -> None:
        """Raises where margins that were used up, or branches that changed, at once would not do so beside this run."""
        if np.abs(tau - other).max(initial=0.0) > SAME_RATE * (1.0 + np.abs(tau).max(initial=0.0)):
            what = f"that of {name!r}" if c.name is None else f"the margin {name!r}"
            raise ModelError(
                f"sensitivities: {c.label} at t = {c.t:.6g} and {what} fall together in this run only: beside it one "
                f"comes before the other, and the sequence {'' if c.name is None else 'of contacts '}is another on "
                "each side. Change the start or the parameters a little."
            )

    def _rates(self, c: Crossing, side: float) -> np.ndarray:
        """(q̇, u̇, ż) on one side, extrapolated to the crossing."""
        if c.is_of_contacts:
            assert c.after is not None
            return rates_of(self.system, c.before if side < 0.0 else c.after)
        # The step that ended at the event may have been no more than rounding.
        away = (self.run.t - c.t) * side
        away = away[away > 1e4 * time_rounding(c.t)]
        if not len(away):
            return rates_of(self.system, c.before if side < 0.0 or c.after is None else c.after)
        step = side * max(EVENT_DISTANCE * float(away.min()), 4.0 * time_rounding(c.t))
        if c.change is not None:
            # A step to a change of branch ends a little behind it: as many roundings as make it seen.
            while not c.change.is_beside(self.system, self.run.at(c.t + step), side) and abs(step) < away.max() / 8.0:
                step *= 4.0
        near, far = (rates_of(self.system, self.run.at(c.t + n * step)) for n in (1, 2))
        return np.asarray(2.0 * near - far)

    def _acted(
        self, c: Crossing, moved: np.ndarray, given: np.ndarray, after: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """(Y, p) behind an action."""
        system, layout = self.system, self.system.layout
        nq, nu = layout.nq, layout.nu
        names, s = parameter_names(system), c.before
        parameters = {n: Varied(s.parameters[n], given[1 + k]) for k, n in enumerate(names)}
        parts = (Varied(s.q, moved[:nq]), Varied(s.u, moved[nq : nq + nu]), Varied(s.t, given[0]))
        found = self._result(c, VariedState(layout, *parts, parameters, Varied(s.z, moved[nq + nu :])))
        p = np.array([np.zeros(given.shape[1]), *(found.parameters[n].gradient for n in names)])
        assert c.after is not None
        v = variation_of(system, c.after, sizes=self.sizes)
        shift = v.by_parameters.Y @ p
        Y = found.gradient - np.outer(after, given[0])
        for entry in (*layout.driven, *layout.locked):
            Y[entry.q], Y[nq + entry.u] = shift[entry.q], shift[nq + entry.u]
        free = Y - shift
        kept = v.motion.T @ (v.motion.L @ free)
        off = np.abs(free - kept).max(initial=0.0) / (1.0 + np.abs(Y).max(initial=0.0))
        if c.is_of_contacts and off < SLOW_STOP:
            return kept + shift, p
        if off > SAME_RATE and c.is_of_contacts and c.action.closes:
            raise ModelError(
                f"sensitivities: {c.action.closes} begins to hold at t = {c.t:.6g} in this run; in runs beside it its "
                "ends do not meet at that moment. Switch it on by an event or a condition on its ends, or switch a "
                "condition on velocities (lw.Clutch, lw.Clamp)."
            )
        if off > SAME_RATE:
            raise ModelError(
                f"sensitivities: the action of {c.label} leads to states that meet the constraints only when they are "
                "corrected, which has no derivative here; give speeds that meet them, as lw.impact does."
            )
        return Y, p

    def _result(self, c: Crossing, state: VariedState) -> VariedState:
        """What the action returns, with derivatives."""
        try:
            found = c.action(self.system, state)
            found = found if isinstance(found, VariedState) else state.with_values(found)
        except Exception as error:  # a user's function may raise anything
            raise ModelError(
                f"sensitivities: the action of {c.label} cannot be differentiated ({error}). Make what it returns from "
                "state['…'] by arithmetic and NumPy's functions, or use lw.impact."
            ) from error
        plain, after = found.plain, c.after
        assert after is not None
        for name in "quz":
            gap = np.abs(getattr(plain, name) - getattr(after, name)).max(initial=0.0)
            if gap > SAME_RATE * (1.0 + np.abs(getattr(after, name)).max(initial=0.0)):
                raise ModelError(
                    f"sensitivities: the action of {c.label} gives another state than in the run; it must depend on "
                    "nothing but the state it is given, and meet the constraints."
                )
        return found


def _along_motion(v: Variation, found: Any, rate: np.ndarray) -> float:
    """The rate of a function along a motion with these (q̇, u̇, ż)."""
    clock = np.zeros((np.shape(found.by_p)[1], 1))
    clock[0] = 1.0
    return float(followed_gradient(v, found, rate[:, None], clock)[0, 0])


def rates_of(system: System, state: State) -> np.ndarray:
    """(q̇, u̇, ż) at a state."""
    z_dot = np.atleast_1d(system.evaluate("state_rates", state).z_dot) if system.layout.nz else np.zeros(0)
    q_dot = np.atleast_1d(system.evaluate("kinematics", state).q_dot)
    return np.concatenate([q_dot, motion_at(system, state).u_dot, z_dot])

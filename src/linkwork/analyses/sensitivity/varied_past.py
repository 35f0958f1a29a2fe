r"""How what delayed laws remember varies along a run.

What a law is given on a piece of a run are polynomials of $s = t - \tau$, whose coefficients are Parameters of the
piece (`run.past`). Their derivatives are the coefficients of polynomials through what varied measures were at s:
Hermite's between ends of steps, by the derivatives of values and of rates. Where $\tau(\varepsilon, \dot\varepsilon, t,
p)$ itself varies, a law has the slope of its polynomial, $\partial\varepsilon(s) = \delta\varepsilon(s) -
\dot\varepsilon(s)\,\partial\tau$, and the moment t at which s comes to the start moves by $\partial t = \partial\tau/
\dot s$: there Y jumps by $(\dot y^- - \dot y^+)\,\partial t$. At later jumps rates are continuous, and Y is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from ...contract import ModelError
from ...contract.delays import COEFFICIENTS, POLYNOMIAL
from ...formulation.histories import LawDelay
from ...results import State, Trajectory
from ...run.past import POINTS, TRANSFORM, law_delays
from ...run.past_breaks import LAST_JUMP, Breaks
from ...run.past_steps import PastMeasures
from ..constraints.row_wrenches import LoopClosures
from ..linear.channel_derivatives import channel_and_derivatives
from ..linear.parameter_derivatives import parameter_names
from ..linear.variation import Variation, variation_of

_CLOSE = 1e-6
"""Part of t within which two ends of steps, as before a jump, are one: polynomials through both would be noise."""
_ARRIVED = 2e-10
"""Part of τ within which a run has ended a piece at a jump."""


def refuse_varied_past(system: Any) -> None:
    """Raises where what some delayed law remembers cannot be varied."""
    for delay in law_delays(system):
        why = ""
        if any(r.what == "force" for r in delay.asked):
            why = "the law is on its own past force, which jumps"
        elif any(r.is_in_assembly for r in delay.asked):
            why = "it is a part of an assembly"
        if why:
            raise ModelError(
                f"connection {delay.connection!r}: {why}. Compare runs with slightly different values.", "sensitivities"
            )


def times_between(system: Any, run: Trajectory, grid: np.ndarray) -> np.ndarray:
    """Further times, so that steps are as short beside the delays as polynomials between their ends ask for."""
    delays = law_delays(system)
    if not delays:
        return np.zeros(0)
    given = run.state(0).parameters
    longest = PastMeasures.longest_step * min(float(d.at(run.t, given, *_measured_along(run, d)).min()) for d in delays)
    counts = np.ceil(np.diff(grid) / longest * (1.0 - 1e-9)).astype(int)
    between = [np.linspace(a, b, n + 1)[1:-1] for a, b, n in zip(grid[:-1], grid[1:], counts, strict=True) if n > 1]
    return np.concatenate([np.zeros(0), *between])


def _measured_along(run: Trajectory, delay: LawDelay) -> list[np.ndarray | None]:
    """What a delay depends on, at the rows of a run (rows × numbers); None of a delay that does not."""
    if delay.kind != "state":
        return [None, None]
    return [
        np.column_stack([run[r.channel].reshape(len(run), -1)[:, r.component] for r in delay.seen if r.what == what])
        for what in ("e", "e_dot")
    ]


class VariedPast:
    """Follows Y along the times of a run."""

    def __init__(self, system: Any, run: Trajectory, sizes: LoopClosures) -> None:
        self.system, self.run, self.sizes = system, run, sizes
        self.delays = law_delays(system)
        self.place = {name: 1 + k for k, name in enumerate(parameter_names(system))}
        self.start, end = float(run.t[0]), float(run.t[-1])
        self.breaks = Breaks(self.delays, self.start, end)
        asked = [r for delay in self.delays for r in (*delay.seen, *delay.asked)]
        self.kept = PastMeasures(self._measured, asked, end - self.start)
        self.given: Mapping[str, float] = {}
        self._now: tuple[Variation, np.ndarray, np.ndarray] | None = None
        self._late: dict[str, float] = {}
        """t − τ at the last time, of delays that depend on the state."""

    def at(self, t: float, Y: np.ndarray, p: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(Y, p) at a time of the run, which may begin a piece."""
        if not self.delays:
            return Y, p
        state = self.run.at(t)
        before = replace(state, parameters=dict(self.given)) if self.given else state
        v = variation_of(self.system, before, sizes=self.sizes)
        self._now = v, Y, p
        row, here, is_first = np.zeros(1), np.array([t]), not self.given
        if is_first:
            self.breaks.follow(state.parameters, t)
            self.breaks.add(t, 2 - max(delay.raises for delay in self.delays))
            self.kept.start(t, row, {}, True)
        elif t - self.kept.parts[-1][-1][0] > _CLOSE * max(1.0, abs(t)):
            self.kept.add(here, row[None], {})
        self._follow(t, v, Y, p)
        if is_first or any(state.parameters[d.middle] != self.given[d.middle] for d in self.delays):
            self.given = state.parameters
            p = self._piece(state, p)
            Y = Y if is_first else Y + self._jump(t, v, state, Y, p)
        if not is_first and self.breaks.place(t) is not None:
            self._now = v, Y, p
            self.kept.start(t, row, {}, True)
        return Y, p

    def _measured(
        self, names: tuple[str, ...], t: np.ndarray, rows: np.ndarray, given: Mapping[str, float]
    ) -> dict[str, np.ndarray]:
        """Derivatives of channels now."""
        assert self._now is not None
        v, Y, p = self._now
        return {name: channel_and_derivatives(v, name, Y, p).gradient.reshape(1, -1) for name in names}

    def _piece(self, state: State, p: np.ndarray) -> np.ndarray:
        """p with the derivatives of the coefficients of a piece that begins."""
        p = p.copy()
        for delay in self.delays:
            middle, rate = state.parameters[delay.middle], state.parameters[delay.rate]
            for r in delay.asked:
                found = np.zeros((COEFFICIENTS, p.shape[1]))
                if state.parameters[delay.known] == POLYNOMIAL:
                    is_before = middle < self.start
                    s = np.array([self.start]) if is_before else middle + POINTS / rate
                    values = self.kept.measured((r.channel,), s, {})[r.channel]
                    own = values.reshape(len(s), -1, p.shape[1])[:, r.component]
                    if not is_before:
                        found = (TRANSFORM @ own)[:COEFFICIENTS]
                    elif r.what == "e":
                        found[0] = own[0]
                p[[self.place[name] for name in r.names]] = found
        return p

    def _follow(self, t: float, v: Variation, Y: np.ndarray, p: np.ndarray) -> None:
        """Finds where delays that depend on the state have come to a jump: a run ends a piece there."""
        for delay in self.delays:
            if delay.kind == "state":
                tau = self._tau(delay, v, Y, p)[0]
                near, before = _ARRIVED * tau, self._late.get(delay.name)
                for b, order in list(self.breaks.known):
                    is_new = before is not None and abs(before - b) > near
                    if is_new and abs(t - tau - b) <= near and order + delay.raises <= LAST_JUMP:
                        self.breaks.add(t, order + delay.raises)
                self._late[delay.name] = t - tau

    def _jump(self, t: float, v: Variation, state: State, Y: np.ndarray, p: np.ndarray) -> np.ndarray:
        """What Y changes by where the start arrives by delays that vary."""
        moved, rates = np.zeros(p.shape[1]), v.rates_of_y
        with_time = np.zeros((len(p), 1))
        with_time[0] = 1.0
        for delay in self.delays:
            tau, change = self._tau(delay, v, Y, p)
            if abs(t - tau - self.start) <= 1e-9 * max(1.0, abs(t)):
                moved = moved + change / (1.0 - self._tau(delay, v, rates[:, None], with_time)[1])
        if not np.any(moved):
            return np.zeros((len(rates), 1))
        after = variation_of(self.system, state, sizes=self.sizes)
        return np.outer(rates - after.rates_of_y, moved)

    def _tau(self, delay: LawDelay, v: Variation, Y: np.ndarray, p: np.ndarray) -> tuple[float, np.ndarray]:
        """τ, and how it changes where the state, time and Parameters change as given."""
        seen: dict[str, list[tuple[float, np.ndarray]]] = {"e": [], "e_dot": []}
        for r in delay.seen:
            found = channel_and_derivatives(v, r.channel, Y, p)
            values, slopes = np.ravel(found.value), found.gradient.reshape(-1, p.shape[1])
            seen[r.what].append((float(values[r.component]), slopes[r.component]))
        t, given = v.state.t, v.state.parameters
        e, e_dot = ([value for value, _ in seen[what]] for what in ("e", "e_dot"))
        by_t, by_e, by_rate, by_own = delay.slopes_at(t, given, e, e_dot)
        change = by_t * p[0]
        for weights, what in ((by_e, "e"), (by_rate, "e_dot")):
            change = change + sum(w * slope for w, (_, slope) in zip(weights, seen[what], strict=True))
        change = change + sum(w * p[self.place[name]] for w, name in zip(by_own, delay.parameters, strict=True))
        return float(delay.at(t, given, e, e_dot)), np.asarray(change)

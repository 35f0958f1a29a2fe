r"""How what delayed laws remember varies along a run.

What a law is given on a piece of a run are polynomials of $s = t - \tau$, whose coefficients are Parameters of the
piece (`run.past`). Their derivatives are the coefficients of polynomials through what varied measures were at s:
Hermite's between ends of steps, by the derivatives of values and of rates. Where $\tau(\varepsilon, \dot\varepsilon, t,
p)$ itself varies, a law has the slope of its polynomial, $\partial\varepsilon(s) = \delta\varepsilon(s) -
\dot\varepsilon(s)\,\partial\tau$, and the moment t at which s comes to the start moves by $\partial t = \partial\tau/
\dot s$: there Y jumps by $(\dot y^- - \dot y^+)\,\partial t$. At later jumps rates are continuous, and Y is. Where
rates jump on the way (actions of events, laws that leap), that comes back at a time that varies, which nothing here
follows: `branch_doubts` says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ...contract import ModelError
from ...contract.delays import COEFFICIENTS, POLYNOMIAL
from ...formulation.histories import LawDelay
from ...kernels.loops import compiled_loop
from ...numerics.integrators.past_knots import SPLIT, Past, keep_knots, read_past
from ...numerics.integrators.past_pieces import begin_delays, begin_past, follow_past
from ...results import State, Trajectory
from ...run.past import LAST_MESH_JUMP, OF_ENDS, SAMPLED_AT
from ...run.past_memory import delay_parameters, late_names, law_delays, past_memory, remembered_channels
from ..constraints.row_wrenches import LoopClosures
from ..linear.channel_derivatives import channel_and_derivatives
from ..linear.parameter_derivatives import parameter_names
from ..linear.variation import Variation, variation_of


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
    longest = OF_ENDS * shortest_delay(run, delays)
    counts = np.ceil(np.diff(grid) / longest * (1.0 - 1e-9)).astype(int)
    between = [np.linspace(a, b, n + 1)[1:-1] for a, b, n in zip(grid[:-1], grid[1:], counts, strict=True) if n > 1]
    return np.concatenate([np.zeros(0), *between])


def shortest_delay(run: Trajectory, delays: Sequence[LawDelay]) -> float:
    """The shortest of all at the rows of a run."""
    given = run.state(0).parameters
    return min(float(d.at(run.t, given, *_measured_along(run, d)).min()) for d in delays)


def _measured_along(run: Trajectory, delay: LawDelay) -> list[np.ndarray | None]:
    """What a delay depends on, at the rows of a run (rows × numbers); None of a delay that does not."""
    if delay.kind != "state":
        return [None, None]
    return [
        np.column_stack([run[r.channel].reshape(len(run), -1)[:, r.component] for r in delay.seen if r.what == what])
        for what in ("e", "e_dot")
    ]


class VariedPast:
    """Follows Y along the times of a run, of which there are so many."""

    def __init__(self, system: Any, run: Trajectory, sizes: LoopClosures, times: int) -> None:
        self.system, self.run, self.sizes = system, run, sizes
        self.delays, self.room = law_delays(system), 2 * times + 2
        self.place = {name: 1 + k for k, name in enumerate(parameter_names(system))}
        self.start = float(run.t[0])
        self.channels = remembered_channels(self.delays)
        self.counts: dict[str, int] = {}
        self.columns: dict[str, int] = {}
        """How many numbers channels have, and where they begin among what is measured."""
        self.past: Past
        """What the run measures, and when it jumps."""
        self.varied: Past
        """How that varies, at knots."""
        self.given: Mapping[str, float] = {}

    def at(self, t: float, Y: np.ndarray, p: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(Y, p) at a time of the run, which may begin a piece."""
        if not self.delays:
            return Y, p
        state = self.run.at(t)
        before = replace(state, parameters=dict(self.given)) if self.given else state
        v = variation_of(self.system, before, sizes=self.sizes)
        values, slopes = self._measured(v, Y, p)
        is_first = not self.given
        if is_first:
            self._begin(state, values, slopes)
        self._keep(t, slopes)
        self.past.measured[:] = values
        compiled_loop(follow_past)(self.past, t)
        if is_first or any(state.parameters[d.middle] != self.given[d.middle] for d in self.delays):
            self.given = state.parameters
            p = self._piece(state, p)
            Y = Y if is_first else Y + self._jump(t, v, state, Y, p)
        if self.past.clock[SPLIT] == t:
            self.past.clock[SPLIT] = np.nan
            self._keep(t, self._measured(v, Y, p)[1])
        return Y, p

    def _begin(self, state: State, values: np.ndarray, slopes: np.ndarray) -> None:
        """Memory for as many knots as there are times."""
        own, m = delay_parameters(self.delays), len(slopes) // len(values)
        numbers = np.zeros(len(own) + len(late_names(self.delays)))
        numbers[: len(own)] = [state.parameters[one.name] for one in own]
        names = [*own, *late_names(self.delays)]
        self.past, self._call = past_memory(self.delays, self.counts, names, numbers, 1, LAST_MESH_JUMP, SAMPLED_AT)
        self.columns = dict(zip(self.channels, np.cumsum([0, *self.counts.values()]).tolist(), strict=False))
        self.past.measured[:] = values
        compiled_loop(begin_delays)(self.past)
        compiled_loop(begin_past)(self.past, state.t)
        rates = self.past.rates[:, None]
        memory: dict[str, Any] = {"t": np.zeros(self.room), "rows": np.zeros((self.room, len(slopes)))}
        self.varied = self.past._replace(
            rates=np.where(rates >= 0, rates * m + np.arange(m), rates).ravel(),
            measured=np.zeros(len(slopes)),
            sizes=np.zeros(len(slopes)),
            count=np.zeros_like(self.past.count),
            **memory,
        )

    def _keep(self, t: float, slopes: np.ndarray) -> None:
        compiled_loop(keep_knots)(self.varied, np.array([t]), slopes[None], 1)

    def _measured(self, v: Variation, Y: np.ndarray, p: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """What is measured now, and its derivatives, one number after the other."""
        found = [channel_and_derivatives(v, name, Y, p) for name in self.channels]
        self.counts = {name: np.size(one.value) for name, one in zip(self.channels, found, strict=True)}
        return np.hstack([np.ravel(one.value) for one in found]), np.hstack([np.ravel(one.gradient) for one in found])

    def _piece(self, state: State, p: np.ndarray) -> np.ndarray:
        """p with the derivatives of the coefficients of a piece that begins."""
        p, m = p.copy(), p.shape[1]
        for delay in self.delays:
            middle, rate = state.parameters[delay.middle], state.parameters[delay.rate]
            is_before = middle < self.start
            s = np.array([self.start]) if is_before else middle + self.past.points / rate
            values = np.zeros((len(s), len(self.varied.rates)))
            compiled_loop(read_past)(self.varied, s, values)
            for r in delay.asked:
                found = np.zeros((COEFFICIENTS, m))
                own = values.reshape(len(s), -1, m)[:, self.columns[r.channel] + r.component]
                if state.parameters[delay.known] == POLYNOMIAL and not is_before:
                    found = (self.past.transform @ own)[:COEFFICIENTS]
                elif state.parameters[delay.known] == POLYNOMIAL and r.what == "e":
                    found[0] = own[0]
                p[[self.place[name] for name in r.names]] = found
        return p

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

r"""How what delayed laws remember varies along a run.

What a law is given on a piece of a run are polynomials of $s = t - \tau$, whose coefficients are Parameters of the
piece (`run.past`). Their derivatives are the coefficients of polynomials through what varied measures were at s:
Hermite's between ends of steps, by the derivatives of values and of rates. Where $\tau$ itself varies, a law has the
slope of its polynomial, and the moment at which the start arrives moves: there Y jumps by
$(\dot y^- - \dot y^+)\,\partial t/\partial p$.
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
from ...run.past_breaks import Breaks
from ...run.past_steps import PastMeasures
from ..constraints.row_wrenches import LoopClosures
from ..linear.channel_derivatives import channel_and_derivatives
from ..linear.parameter_derivatives import parameter_names
from ..linear.variation import Variation, variation_of


def refuse_varied_past(system: Any) -> None:
    """Raises where what some delayed law remembers cannot be varied."""
    for delay in law_delays(system):
        why = ""
        if delay.kind != "constant":
            why = "its delay changes, and so do the moments at which derivatives jump"
        elif any(r.what == "force" for r in delay.asked):
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
    longest = PastMeasures.longest_step * min(float(d.at(float(run.t[0]), given)) for d in delays)
    counts = np.ceil(np.diff(grid) / longest * (1.0 - 1e-9)).astype(int)
    between = [np.linspace(a, b, n + 1)[1:-1] for a, b, n in zip(grid[:-1], grid[1:], counts, strict=True) if n > 1]
    return np.concatenate([np.zeros(0), *between])


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
        else:
            self.kept.add(here, row[None], {})
        if is_first or any(state.parameters[d.middle] != self.given[d.middle] for d in self.delays):
            self.given = state.parameters
            p = self._piece(state, p)
            Y = Y if is_first else Y + self._jump(t, v, state, p)
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

    def _jump(self, t: float, v: Variation, state: State, p: np.ndarray) -> np.ndarray:
        """What Y changes by where the start arrives by a delay that varies."""
        arrived = [d for d in self.delays if d.parameters and self._is_arrival(d, t, state)]
        moved = sum((p[self.place[d.parameters[0]]] for d in arrived), np.zeros(p.shape[1]))
        if not arrived or not np.any(moved):
            return np.zeros((len(v.rates_of_y), 1))
        after = variation_of(self.system, state, sizes=self.sizes)
        return np.outer(v.rates_of_y - after.rates_of_y, moved)

    def _is_arrival(self, delay: LawDelay, t: float, state: State) -> bool:
        tau = float(delay.at(t, state.parameters))
        return bool(abs(t - tau - self.start) <= 1e-9 * max(1.0, abs(t)))

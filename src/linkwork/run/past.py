r"""Histories of a run, for delayed laws: what was measured at knots on its way, and polynomials through that.

The method of steps (Bellman; Hairer, Nørsett and Wanner I, section II.17): from a mesh point t to the next all of t −
τ is known when the first step begins, and is handed to the law as one polynomial a number. Knots, polynomials, jumps
and spans are those of programs (`numerics.integrators.past_pieces`). Here a piece consists of many steps: it is so long
that what is left out is below the tolerance of the run. Knots lie at the ends of steps and, where steps have good
polynomials of their own, within them. Steps of given length stay as they are: pieces consist of whole steps, and leave
out no more than polynomials through one end less. Where a derivative of the motion jumps, at the start and at actions
of events, later ones jump one τ after the other; these moments are mesh points until the jumps are in derivatives that
cost a step no more than its own error.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Any

import numpy as np

from ..contract import ModelError
from ..contract.delays import BEFORE
from ..contract.errors import counted
from ..diagnosis import Note, note
from ..formulation.histories import LawDelay
from ..kernels.loops import compiled_loop
from ..numerics.integrators.past_knots import (
    BREAKS,
    OLDEST,
    PAST_END,
    PLAIN_KNOTS,
    RATED_KNOTS,
    RATELESS,
    ROUGHER,
    SAME_TIME,
    SEAMS,
    SIZE,
    SPLIT,
    UNMET,
    Past,
    keep_knots,
)
from ..numerics.integrators.past_pieces import (
    BY_FORCES,
    BY_MOTION,
    OUTRUN,
    begin_delays,
    begin_past,
    break_here,
    follow_past,
    hand_piece,
    piece_length,
)
from ..numerics.status import RUN_DONE, SENTENCES
from ..results import State
from .past_memory import FIT_SHARE, delay_parameters, late_names, law_delays, past_memory, remembered_channels
from .recorder import StepSource, Stretch
from .stepper import Plan

SAMPLED_AT = 24
"""Points at which a piece of a history is sampled; those beyond the coefficients measure the error of a polynomial."""
LAST_MESH_JUMP = 4
"""The highest derivative of the motion whose jumps are mesh points; control of steps and pieces meets later ones."""
KNOTS_AT_FIRST = 256
"""Knots that there is room for at first."""
OF_ENDS = 0.125
"""Part of the shortest delay that the first piece has where knots lie at the ends of steps alone."""
LOOKS = 1001
"""How often a delay that changes with time is looked at over a run."""
_SHORTEST_PIECE = 1e-3
"""Part of a delay below which pieces are not divided: what is left is the error of steps."""
_LATELY = 8
"""Stretches whose longest step is one to go on with."""
CHANGING = ("measured", "parameters", "count", "clock", "spans", "before", "sizes")
GROWING = ("t", "rows", "breaks", "orders")
"""Arrays of a `Past` that a run writes: of one size, and of any."""
Steps = tuple[np.ndarray, np.ndarray, np.ndarray | None]
"""Times, rows, and polynomials that lead to them, where steps cannot be computed again."""


class RunPast:
    """What delayed laws are given from mesh point to mesh point; `by_ends` says that nothing is known within steps."""

    def __init__(self, system: Any, plan: Plan, by_ends: bool) -> None:
        self.system, self.by_ends = system, by_ends
        self.plan: Plan = plan
        self.delays: tuple[LawDelay, ...] = law_delays(system)
        self.asked = [r for d in self.delays for r in d.asked]
        self.own, self.names = delay_parameters(self.delays), late_names(self.delays)
        """Parameters that delays depend on, and what laws are given."""
        self.channels = remembered_channels(self.delays)
        self.past: Past
        self.stop = plan.t_start
        """The next mesh point."""
        self.pieces, self.error, self.outrun = 0, 0.0, 0.0
        self.off = np.zeros((2, len(self.asked)))
        """How far off values between ends of steps may be, and their size."""
        self.is_anew, self.jumped = False, -1
        """Whether it begins at a state of another run, whose past is not known here; the lowest derivative that jumps
        now, −1 where none does."""
        self.given: dict[str, float] = {}
        """Parameters of the piece."""
        self.longest = self.length = self.reach = 0.0
        """No step is longer; the longest piece so far; how far back what is remembered is needed."""
        self.lately: deque[float] = deque(maxlen=_LATELY)
        self._sizes: dict[str, int] = {}
        self._under_way: list[Steps] = []

    def values(self, state: State) -> dict[str, float]:
        """The numbers of all polynomials for the piece that begins at a state; `stop` is where it ends."""
        t = state.t
        if not self._sizes:
            self._begin(state)
        elif self.jumped >= 0:
            self._measure(state)
            compiled_loop(break_here)(self.past, t, self.jumped)
        self.jumped = -1
        self._take(t, state.parameters)
        outrun = float(compiled_loop(follow_past)(self.past, t))
        if np.isnan(outrun):
            for delay, tau in zip(self.delays, self.past.tau.tolist(), strict=True):
                check_positive(delay, t, tau)
        self.outrun = max(self.outrun, outrun)
        ahead = self.plan.t_end - t
        limit = float(compiled_loop(piece_length)(self.past, t, min(4.0 * self.length, ahead), False))
        length = self._cut(min(2.0 * self.length, limit), limit)
        while (left := self._fitted(t, length)) > 1.0 and not self._is_resolved(length):
            length = self._cut(0.5 * length, limit)
        self.pieces, self.error = self.pieces + 1, max(self.error, left * FIT_SHARE)
        self.length = max(length, self.length) if length >= limit else length
        self.stop = self.plan.t_end if length >= ahead * (1.0 - 1e-9) else t + length
        found = dict(zip(self.names, self.past.parameters[len(self.own) :].tolist(), strict=True))
        self.given = {**state.parameters, **found}
        if self.past.clock[SPLIT] == t:
            self.past.clock[SPLIT] = np.nan
            self._keep(np.array([t]), _row(state)[None])
        return found

    def first_row(self, rows: int, t: float) -> int:
        """The first row, of so many, at which a piece holds that begins at a time: where it begins at a row that is one
        of it, so that all between it and the next is."""
        last = self.plan.times[rows - 1] if rows and not self.plan.keeps_steps else t
        is_there = self.plan.keeps_steps or (rows and abs(float(last) - t) <= SAME_TIME * max(1.0, abs(t)))
        return rows - 1 if is_there else rows

    def _begin(self, state: State) -> None:
        """Remembers what is measured at the start."""
        t, self.given = state.t, dict(state.parameters)
        self.is_anew = any(self.given.get(d.rate, 0.0) != 0.0 for d in self.delays)
        if self.is_anew:
            self.given |= {delay.known: BEFORE for delay in self.delays}
        found = self.system.channels.along(self.channels, np.array([t]), _row(state)[None], self.given)
        self._remember({name: found[name][0].size for name in self.channels})
        self._take(t, state.parameters)
        compiled_loop(begin_delays)(self.past)
        self.past.measured[:] = _columns(found, self.channels, 1)[0]
        compiled_loop(begin_past)(self.past, t)

    def _remember(self, sizes: dict[str, int]) -> None:
        """Memory with room for some knots."""
        numbers = np.zeros(len(self.own) + len(self.names))
        places = [*self.own, *self.names]
        self._sizes = sizes
        self.past, self._call = past_memory(
            self.delays, sizes, places, numbers, KNOTS_AT_FIRST, LAST_MESH_JUMP, SAMPLED_AT
        )
        numbers[: len(self.own)] = np.nan
        is_rateless = any(self.past.rates[self.past.numbers[:, 1]] == RATELESS)
        self.group = 1 if self.by_ends else PLAIN_KNOTS if is_rateless else RATED_KNOTS

    def _take(self, t: float, given: Mapping[str, float]) -> None:
        """Goes on with values of Parameters that delays depend on."""
        worth = [float(given[p.name]) for p in self.own]
        place = slice(0, len(self.own))
        if self.longest and self.past.parameters[place].tolist() == worth:
            return
        self.past.parameters[place] = worth
        known = [d for d in self.delays if d.kind != "state"]
        times = np.linspace(t, self.plan.t_end, LOOKS)
        found = []
        for delay in known:
            tau = delay.at(times[: 1 if delay.kind == "constant" else LOOKS], given)
            check_positive(delay, float(times[np.argmin(tau)]), float(tau.min()))
            found += [float(tau.min()), float(tau.max())]
        self.reach = np.inf if self.own or len(known) < len(self.delays) else max(found)
        shortest = min(found, default=self.plan.t_end - self.plan.t_start)
        self.longest = shortest * (OF_ENDS if self.by_ends else 1.0)
        self.length = self.length or self.longest

    def _cut(self, length: float, limit: float) -> float:
        """The length of a piece up to a limit, without a tiny one behind it; in whole steps of given length."""
        if self.plan.h is not None:
            length = max(float(np.floor(length / self.plan.h * (1.0 + 1e-9))), 1.0) * self.plan.h
        elif length > 0.5 * limit:
            length = limit if length >= limit * (1.0 - 1e-9) else 0.5 * limit
        return limit if length >= limit * (1.0 - 1e-9) else length

    def _fitted(self, t: float, length: float) -> float:
        """Hands over polynomials for a piece; what they leave, in parts of what they may."""
        past, plan = self.past, self.plan
        past.fit[:] = 0.0
        code = int(compiled_loop(hand_piece)(past, t, length, True))
        if code != RUN_DONE:
            names = ", ".join(dict.fromkeys(delay.connection for delay in self.delays))
            raise ModelError(f"{names}: {SENTENCES[code]} at t = {t:.6g}.", "simulate")
        self.off = np.maximum(self.off, past.fit[:, [ROUGHER, SIZE]].T)
        allowed = FIT_SHARE * (plan.atol + plan.rtol * past.fit[:, SIZE])
        allowed = allowed if plan.h is None else np.maximum(allowed, past.fit[:, ROUGHER])
        return float((past.fit[:, UNMET] / allowed).max(initial=0.0))

    def _is_resolved(self, length: float) -> bool:
        """Whether a shorter piece would meet the past no better: as few knots lie between its points as belong to one
        polynomial, so that what is left is the error of steps."""
        if self.plan.h is not None:
            return length <= self.plan.h * (1.0 + 1e-9)
        few = max(self.group, RATED_KNOTS)
        return bool(length <= _SHORTEST_PIECE * self.past.tau.min() or (self.past.fit[:, SEAMS] <= few).all())

    def start(self, t: float, row: np.ndarray, powers: int = 0) -> None:
        """Begins a stretch of steps at a state."""
        row = np.array(row, dtype=float)[None]
        self._under_way = [(np.array([t]), row, np.zeros((1, powers, row.shape[1])) if powers else None)]

    def add(self, t: np.ndarray, rows: np.ndarray, dense: np.ndarray | None = None) -> None:
        """Ends of further steps."""
        self._under_way.append((t, rows, dense if dense is not None and dense.shape[1] else None))

    def end(self, source: StepSource) -> None:
        """Ends the stretch under way: what is measured in it is remembered."""
        t, y, dense = _joined(self._under_way)
        self._under_way = []
        if len(t) < 2:
            return
        self.lately.append(float(np.diff(t).max()))
        if self.by_ends:
            self._keep(t[1:], y[1:])
            return
        times = np.linspace(t[:-1], t[1:], self.group, axis=1).ravel()
        self._keep(times, Stretch(0, len(t), source, dense).at(t, y.__getitem__, times), self.group)

    def break_here(self, by_motion: bool = False) -> None:
        """Forces jump now, or the state does."""
        self.jumped = BY_MOTION if by_motion else BY_FORCES

    @property
    def longest_lately(self) -> float:
        """The longest step of the last stretches: pieces before a jump may be short."""
        return max(self.lately, default=0.0)

    def _measure(self, state: State) -> None:
        """Writes what is measured at a state."""
        t, row = np.array([state.t]), _row(state)[None]
        found = self.system.channels.along(self.channels, t, row, state.parameters)
        self.past.measured[:] = _columns(found, self.channels, 1)[0]

    def _keep(self, t: np.ndarray, rows: np.ndarray, group: int = 1) -> None:
        """Has knots at states; what lies too far back is forgotten."""
        found = self.system.channels.along(self.channels, t, rows, self.given)
        self._make_room(float(t[-1]), len(t))
        compiled_loop(keep_knots)(self.past, t, _columns(found, self.channels, len(t)), group)

    def _make_room(self, t: float, count: int) -> None:
        """Grows where knots or jumps are still needed whose places others would take."""
        past, oldest = self.past, t - self.reach * (1.0 + SAME_TIME)
        first, end, room = int(past.count[OLDEST]), int(past.count[PAST_END]), len(past.t)
        places = np.arange(first, end)
        passed = int(np.searchsorted(past.t[places % room], oldest)) - PLAIN_KNOTS
        needed = places[max(passed, 0) :]
        if len(needed) + count > room:
            more = 2 * (len(needed) + count)
            grown = np.zeros(more), np.zeros((more, past.rows.shape[1]))
            for new, old in zip(grown, (past.t, past.rows), strict=True):
                new[needed % more] = old[needed % room]
            past.count[OLDEST] = needed[0]
            past = past._replace(t=grown[0], rows=grown[1])
        if past.count[BREAKS] > len(past.breaks) // 2:
            breaks, orders = (np.concatenate([x, np.zeros_like(x)]) for x in (past.breaks, past.orders))
            past = past._replace(breaks=breaks, orders=orders)
        self.past = past

    def notes(self) -> list[Note]:
        """What the certificate says of it."""
        if not self.pieces:
            return []
        names = ", ".join(dict.fromkeys(r.connection for r in self.asked))
        anew = (
            f"{names}: the run begins at a state of another run, and what that measured is not known here; before "
            f"t = {self.plan.t_start:g} the history of the element holds"
        )
        found: list[Note] = [note("history_unknown", anew, self.plan.t_start, names)] if self.is_anew else []
        span = self.plan.t_end - self.plan.t_start
        for delay in self.delays:
            if delay.kind == "constant" and (tau := float(delay.at(self.plan.t_start, self.given))) >= span:
                said = (
                    f"{delay.connection}: its delay of {tau:g} s is longer than the run of {span:g} s, so that nothing "
                    "of this run acts through it. Is the delay in ms? Give s."
                )
                found.append(note("delay_unused", said, about=delay.connection))
        if self.outrun > OUTRUN:
            said = (
                f"{names}: a delay changed faster than was foreseen, and values were asked for {self.outrun:.2g} half "
                "spans beyond what was known as a polynomial; give a smaller `h_max`"
            )
            found.append(note("delay_outran", said, about=names))
        said = (
            f"{names}: delayed values are interpolated with an error of {self.error:.1e} of the tolerance, in "
            f"{counted(self.pieces, 'piece')} between mesh points; no step is longer than {self.longest:g} s"
        )
        if self.plan.h is not None:
            off = max((off / size for off, size in self.off.T.tolist() if size), default=0.0)
            said = (
                f"{names}: delayed values are interpolated between ends of steps, to {off:.1e} of the largest value, "
                f"and steps end where they jump: in {counted(self.pieces, 'piece')}"
            )
        return [*found, note("delay_interpolated", said, about=names)]

    def saved(self) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """All of it, for a checkpoint; the stretch under way comes last."""
        if not self._sizes:
            return {}, {}
        arrays = {f"/past/{name}": getattr(self.past, name) for name in (*CHANGING, *GROWING)}
        under_way = zip("tyd", _joined(self._under_way), strict=True)
        arrays |= {f"/past/under_way/{name}": x for name, x in under_way if x is not None}
        plain = ("stop", "pieces", "error", "outrun", "is_anew", "jumped", "given", "longest", "length", "reach")
        told = {name: getattr(self, name) for name in plain}
        return arrays, {"told": told, "off": self.off.tolist(), "lately": [*self.lately], "sizes": self._sizes}

    def restore(self, arrays: Mapping[str, np.ndarray], data: Mapping[str, Any]) -> None:
        """Goes on from there."""
        vars(self).update(data["told"])
        self.off = np.array(data["off"])
        self.lately.extend(data["lately"])
        self._remember(data["sizes"])
        for name in CHANGING:
            getattr(self.past, name)[:] = arrays[f"/past/{name}"]
        grown: dict[str, Any] = {name: arrays[f"/past/{name}"] for name in GROWING}
        self.past = self.past._replace(**grown)
        t, y, dense = (arrays.get(f"/past/under_way/{name}") for name in "tyd")
        self._under_way = [] if t is None or y is None else [(t, y, dense)]


def check_positive(delay: LawDelay, t: float, tau: float) -> None:
    """Raises where a delay is none."""
    if not (np.isfinite(tau) and tau > 0.0):
        raise ModelError(
            f"connection {delay.connection!r}: its delay is {tau:g} s at t = {t:g} s; a delay must be "
            "positive. Bound the delay from below, or write what depends on the present with e and e_dot.",
            "simulate",
        )


def _row(state: State) -> np.ndarray:
    """(q, u, z, work) of a state."""
    return np.concatenate([state.q, state.u, state.z, [0.0]])


def _columns(found: Mapping[str, np.ndarray], names: tuple[str, ...], rows: int) -> np.ndarray:
    return np.concatenate([found[name].reshape(rows, -1) for name in names], axis=1)


def _joined(parts: list[Steps]) -> Steps:
    t, y = (np.concatenate([part[k] for part in parts]) for k in range(2))
    polynomials = [dense for _, _, dense in parts if dense is not None]
    return t, y, np.concatenate(polynomials) if polynomials else None

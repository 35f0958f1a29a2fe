"""A run of an absolute system as programs outside of this process see it: states at body frames, Parameters that are
written to, channels and events as compiled code.

Inside, bodies are at their centres of mass and elements read tables of numbers; here are the loops that lead there and
back. What they need of Parameters is one traced function, the numbers of tables that depend on any.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from ..channels import component_names
from ..expr import array, is_symbolic, make_function
from ..formulation.absolute import gravity_numbers
from ..formulation.link_kinds import lower_half
from ..kernels import BoundCall, Kernel, compile_function
from ..kernels.loops import loop
from ..kernels.loops.calls import call
from ..numerics.integrators.flow import no_kernel
from ..numerics.integrators.outside import OutsideState
from ..numerics.integrators.record import SAMPLED
from ..numerics.weighted_sums import assign
from .evaluate import ElementCalls, evaluate_elements
from .frame_rows import shift_row
from .saddle_loops import MADE, SaddleWork, accelerate_here
from .unknown_loops import solve_element_unknowns
from .whole_expressions import MOTION_INPUTS, WholeExpressions

FACTOR_BAND = 40
"""Entries of a row of factors, roughly: by which the work of a page is counted."""


class LiveNumbers(NamedTuple):
    """Numbers of elements that follow Parameters."""

    parameters: Any
    known: Any
    """Those that tables were computed with."""
    kernel: Any
    """The function that computes `values`."""
    values: Any
    places: Any
    """Where these go in the block of tables."""
    block: Any
    columns: Any
    """Numbers of elements that have unknowns, one after the other, and where they come from."""
    source: Any
    made: Any
    """Says whether there are factors."""


class FrameView(NamedTuple):
    """A state vector inside, and what is seen of it outside."""

    live: LiveNumbers
    com: Any
    nq: int
    inside: Any
    outside: Any


class FrameRows(NamedTuple):
    """Rows that a run writes, which are led to body frames once."""

    samples: Any
    count: Any
    """Its first number says how many there are."""
    log: Any
    fired: Any
    done: Any
    """How many samples and events are at body frames."""


class Observation(NamedTuple):
    """Compiled code for channels, and what it needs besides the state."""

    kernel: Any
    a: Any
    lam: Any
    is_of_motion: bool
    energy: ElementCalls
    has_energy: bool
    values: Any


@loop
def take_parameters(live: LiveNumbers) -> None:
    """Has elements compute with the Parameters as they are. Regularisations stay: factors are refined with them."""
    changed = False
    for i in range(len(live.parameters)):
        changed = changed or live.parameters[i] != live.known[i]
        live.known[i] = live.parameters[i]
    if not changed or not len(live.values):
        return
    call(live.kernel)
    for i in range(len(live.places)):
        live.block[live.places[i]] = live.values[i]
    for i in range(len(live.source)):
        live.columns[i] = live.block[live.source[i]]
    live.made[MADE] = 0


@loop
def hide_state(view: FrameView) -> None:
    """Takes Parameters, and the state as it is outside."""
    take_parameters(view.live)
    assign(view.inside, view.outside)
    shift_row(view.inside, view.com, 1.0, view.nq, False)


@loop
def show_state(view: FrameView) -> None:
    """Writes the state for those outside."""
    assign(view.outside, view.inside)
    shift_row(view.outside, view.com, -1.0, view.nq, True)


@loop
def move_state(view: FrameView) -> None:
    """Takes Parameters, with which centres of mass may lie elsewhere: body frames stay where they are."""
    show_state(view)
    hide_state(view)


@loop
def begin_rows(rows: FrameRows) -> None:
    """What there is by now is at body frames."""
    rows.done[0], rows.done[1] = rows.count[0], rows.fired[0]


@loop
def show_rows(view: FrameView, rows: FrameRows) -> None:
    """The state, and rows that were added."""
    show_state(view)
    for k in range(rows.done[0], rows.count[0]):
        shift_row(rows.samples[k], view.com, -1.0, view.nq, True)
    for k in range(rows.done[1], rows.fired[0]):
        shift_row(rows.log[k], view.com, -1.0, view.nq, True)


@loop
def show_rates(view: FrameView, rates: Any) -> None:
    """Rates of what is inside become those of what is outside: v̇ = v̇_c − ω̇ × r − ω × (ω × r) with r to the centre."""
    show_state(view)
    y, inside = view.outside, view.inside
    for body in range(len(view.com)):
        e, w = 7 * body, view.nq + 6 * body
        x, y_, z = inside[e + 4] - y[e + 4], inside[e + 5] - y[e + 5], inside[e + 6] - y[e + 6]
        a, b, c = inside[w], inside[w + 1], inside[w + 2]
        p, q, r = b * z - c * y_, c * x - a * z, a * y_ - b * x
        f, g, h = rates[w], rates[w + 1], rates[w + 2]
        rates[w + 3] -= g * z - h * y_ + b * r - c * q
        rates[w + 4] -= h * x - f * z + c * p - a * r
        rates[w + 5] -= f * y_ - g * x + a * q - b * p
        for k in range(3):
            rates[e + 4 + k] = y[w + 3 + k]


@loop
def observe_here(work: SaddleWork, seen: Observation) -> None:
    """Channels at the state in memory; not a number where the motion, or unknowns of elements, have no solution."""
    fits = True
    if seen.is_of_motion:
        n = len(work.a)
        fits = accelerate_here(work)
        for i in range(n):
            seen.a[i] = work.factors.found[i]
        for i in range(len(seen.lam)):
            seen.lam[i] = -work.factors.found[n + i]
    elif len(work.unknowns.calls):
        fits = solve_element_unknowns(work.unknowns, work.memory, work.memory[work.clock])
    if seen.has_energy:
        seen.energy.t[0] = work.memory[work.clock]
        evaluate_elements(seen.energy)
    call(seen.kernel)
    if not fits:
        for i in range(len(seen.values)):
            seen.values[i] = np.nan


@loop
def measure_here(work: SaddleWork, position: Any) -> None:
    """What rows leave open on position level at the state in memory."""
    work.rates.t[0] = work.memory[work.clock]
    evaluate_elements(work.rates)
    assign(position, work.row_g)


class AbsoluteProgram:
    """A run as programs outside of this process see it: compiled functions of the whole, bound to its memory."""

    def __init__(self, bound: Any) -> None:
        self.bound = bound
        self.calls: list[BoundCall] = []

    def outside(self, inside: np.ndarray, record: Any = None, watch: Any = None) -> OutsideState:
        """A state vector as it is seen outside: at body frames, as are rows of a record and a watch."""
        view = self.view(inside)
        hide, rates = (hide_state, view), lambda rates: (show_rates, view, rates)
        if record is None:
            return OutsideState(inside, view.outside, hide, (show_state, view), rates=rates)
        written = int(record.count[SAMPLED])
        record.samples[:written] = self.bound.shown(record.samples[:written])
        done = np.zeros(2, dtype=np.int64)
        rows = FrameRows(record.samples, record.count[SAMPLED:], watch.log_y, watch.fired, done)
        return OutsideState(inside, view.outside, hide, (show_rows, view, rows), (begin_rows, rows), rates)

    @property
    def taken(self) -> np.ndarray:
        """What has elements take Parameters into their tables."""
        return self.bound.loops.kernel(take_parameters, self.live)

    def moving(self, state: np.ndarray) -> np.ndarray:
        """A call that takes Parameters and keeps body frames of a state vector where they are."""
        return self.bound.loops.kernel(move_state, self.view(state))

    def observed(self, channels: Sequence[str]) -> tuple[list[str], np.ndarray, np.ndarray]:
        """(names of numbers, the call that computes them at the state that loops hold, where it writes them)."""
        found = [(name, array(self.expressions[name])) for name in channels]
        labels = [label for name, values in found for label in component_names(name, values.shape)]
        return labels, *self.observation("observed", [x for _, values in found for x in values.ravel()])

    def open_rows(self) -> tuple[np.ndarray, np.ndarray]:
        """What is left open on position level, and the call that computes it."""
        bound, position = self.bound, np.zeros(self.bound.elements.rows)
        return position, bound.loops.kernel(measure_here, bound.work, position) if len(position) else no_kernel()

    @property
    def costs(self) -> dict[str, float]:
        """Sums and products of an evaluation, by what trees call it, and of the factors of a matrix of slopes."""
        elements = self.bound.elements
        found = {
            name: sum(group.kernel(name).body.cost * group.count for group in elements.assembly.wiring(name).parts)
            for name in ("saddle", "energy", "slopes")
        }
        n = elements.size + elements.rows
        factors = float(n * min(n, FACTOR_BAND) ** 2)
        motion = found["saddle"] + factors
        return {
            "motion": motion,
            "projection": motion,
            "energy": found["energy"],
            "motion_slopes": found["slopes"],
            # Of real and of complex numbers.
            "solve": 5.0 * factors,
        }

    @property
    def opaque_laws(self) -> list[tuple[str, Any]]:
        """Functions in plain Python that laws call, with the first connection of those that call each."""
        groups = self.bound.elements.groups
        return [(group.names[0], source) for group in groups for _, source in group.kind.equations.laws.opaque]

    @cached_property
    def expressions(self) -> WholeExpressions:
        """Channels and events as expressions of the whole."""
        return WholeExpressions(self.bound.elements, self.bound.loops.unknowns)

    @cached_property
    def live(self) -> LiveNumbers:
        """Numbers of elements that follow Parameters."""
        bound, loops = self.bound, self.bound.loops
        entries = _table_entries(bound.elements)
        places = np.flatnonzero([is_symbolic(x) for x in entries])
        values, kernel = np.zeros(len(places)), np.zeros(4, dtype=np.int64)
        if len(places):
            inputs = {"parameters": self.expressions.inputs["parameters"]}
            traced = make_function("tables", inputs, {"values": array([entries[k] for k in places])})
            kernel = self._bind(compile_function(traced), {"parameters": bound.parameters, "values": values})
        index = {id(x): at for x, at in zip(loops.tables.groups, loops.table_places.groups, strict=True)}
        source = [index[id(numbers)][:, k] for _, numbers, k in loops.unknowns.columns]
        return LiveNumbers(
            parameters=bound.parameters,
            known=bound.parameters.copy(),
            kernel=kernel,
            values=values,
            places=places.astype(np.int64),
            block=loops.table_block,
            columns=loops.unknowns.numbers,
            source=np.concatenate([np.zeros(0, dtype=np.int64), *source]),
            made=bound.work.factors.made,
        )

    def _bind(self, kernel: Kernel, buffers: dict[str, np.ndarray]) -> np.ndarray:
        taken = {*kernel.signature.shapes, *kernel.signature.output_shapes}
        made = kernel.bind(**{name: x for name, x in buffers.items() if name in taken})
        self.calls.append(made)
        return made.row

    def observation(self, name: str, values: Sequence[Any]) -> tuple[np.ndarray, np.ndarray]:
        """(four integers by which loops compute expressions at the state in memory, where these are written)."""
        bound, function = self.bound, self.expressions.function(name, array(list(values)))
        (nq, nu, nz), kernel = bound.sizes, compile_function(function)
        found, used = np.zeros(len(values)), function.shapes
        a, lam = np.zeros(bound.elements.size), np.zeros(bound.elements.rows)
        seen = Observation(
            kernel=self._bind(
                kernel,
                {
                    "q": bound.loops.memory[:nq],
                    "u": bound.loops.memory[nq : nq + nu + nz],
                    "t": bound.loops.memory[bound.n : bound.n + 1].reshape(()),
                    "parameters": bound.parameters,
                    "a": a,
                    "lam": lam,
                    "energies": bound.energies,
                    "known": bound.loops.unknowns.block,
                    "values": found,
                },
            ),
            a=a,
            lam=lam,
            is_of_motion=any(key in used for key in MOTION_INPUTS),
            energy=bound.loops.native("energy"),
            has_energy="energies" in used,
            values=found,
        )
        return bound.loops.kernel(observe_here, bound.work, seen), found

    def view(self, inside: np.ndarray) -> FrameView:
        """A state vector, with memory for what is seen of it."""
        outside = self.bound.shown(inside)
        return FrameView(self.live, self.bound.loops.tables.com, self.bound.sizes[0], inside, outside)


def _table_entries(system: Any) -> list[Any]:
    """All numbers of tables, in the order of their block, as expressions of Parameters."""
    bodies = list(system.model.bodies.values())
    parts = [_columns(found.data, len(found.kind.data)) for found in system.collected]
    parts.append(_columns([[b.mass, *lower_half(b.inertia)] for b in bodies], 7))
    return (
        [x for part in parts for x in part]
        + [x for b in bodies for x in b.com]
        + [*gravity_numbers(system.model.gravity)]
    )


def _columns(rows: Sequence[Sequence[Any]], width: int) -> list[Any]:
    """(numbers × elements), of one row for each element."""
    return [row[k] for k in range(width) for row in rows]

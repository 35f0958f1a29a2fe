"""Moreau's rule as a run uses it: the loops that its step calls, bound to memory, and what is done between pieces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from ...absolute.step_loops import ABSOLUTE_STEPS
from ...absolute.step_side import (
    absolute_side,
    put_bodies,
    row_columns,
    rows_left_out,
    step_kernels,
    switched_on,
    with_rows,
)
from ...contract import ModelError
from ...kernels.loops import compiled_loop
from ...mechanics.asked_once import asked_once
from ...mechanics.port import System
from ...numerics.contact.held_rows import make_held_rows
from ...numerics.contact.momentum_transport import make_momentum_transport
from ...numerics.integrators.event_search import Watch
from ...numerics.integrators.flow import no_kernel
from ...numerics.integrators.march import march
from ...numerics.integrators.moreau import MoreauMethod, moreau_method
from ...numerics.integrators.moreau_terms import FoundRows, ImpactLog, MoreauTerms, make_log, make_terms
from ...numerics.integrators.moreau_tree import TREE_STEPS, TreeSide
from ...numerics.integrators.record import SAMPLED, STEPS_KEPT, StepRecord, T
from ...numerics.status import NEWTON_FAILED
from ...results import State
from ...run import Plan
from ..common.bound_kernels import BoundKernels
from ..contact.contact_table import ContactTable, contact_table
from ..contact.detected_contacts import detection_of
from ..contact.event_driver import open_start
from ..contact.force_response import MASSLESS
from ..contact.step_calls import FoundContacts, StepCalls, needs_calls, put_laws, solve_by_choice
from .contact_record import ContactRecord, StepImpact
from .native import NativeEngine
from .polynomials import StepInterpolator

KERNELS = {"kinematics": "kinematics", "chart": "chart_state", "place": "contact_place", "motion": "contact_motion"}
"""Functions of a system by their places among the terms."""
MOMENTA_KERNEL = "body_momenta"
WRITTEN = ("q_dot", "g", "P_0", "P_00", "u_dot", "z_dot")
LAWS = ("inside", "mu_stick", "mu_slip", "restitution", "acts")
LOGGED_STEPS = 256
"""Steps after which impacts are read."""
FIRST_SLOTS = 16
"""Contacts that may be found at a time, to begin with."""


def point_arrays(table: ContactTable, rows: int, slots: int) -> tuple[np.ndarray, np.ndarray, dict[str, np.ndarray]]:
    """(rows of gaps, rows of sliding, laws) of all points, those that are found in slots behind the others."""
    count = len(table) + slots
    slips = [[*p.slips, -1, -1][:2] for p in table.points] + [[-1, -1]] * slots
    normals = np.concatenate([table.normals, rows + 3 * np.arange(slots)]).astype(np.int64)
    return normals, np.array(slips, dtype=np.int64).reshape(-1, 2), {name: np.zeros(count) for name in LAWS}


def found_rows(rows: int, slots: int, nu: int) -> FoundRows:
    """Memory for rows of contacts that are found."""
    P_0, P_00 = np.zeros((2, 3 * slots))
    return FoundRows(no_kernel(), rows, np.zeros((3 * slots, nu)), P_0, P_00, np.zeros(1, dtype=np.int64))


def tree_terms(bound: BoundKernels, slots: int = 0) -> MoreauTerms:
    """Kernels of a tree with contacts bound to memory."""
    system, table = bound.system, contact_table(bound.system)
    normals, slips, laws = point_arrays(table, system.rows.count, slots)
    written: dict[str, np.ndarray] = {}
    kernels: dict[str, Any] = {"laws": no_kernel(), "solve": no_kernel()}
    for field, name in KERNELS.items():
        kernel = system.kernel(name)
        own = {key: np.zeros(shape) for key, shape in kernel.signature.output_shapes.items()}
        own |= {key: laws[key][: len(table)] for key in own if key in laws}
        kernels[field] = bound.bind(kernel, own)
        written |= own
    momenta = {key: np.zeros(shape) for key, shape in system.kernel(MOMENTA_KERNEL).signature.output_shapes.items()}
    transport = make_momentum_transport(
        bound.bind(system.kernel(MOMENTA_KERNEL), momenta), momenta, len(system.chart.free_u)
    )
    free, rows = np.array(system.chart.free_u, dtype=np.int64), system.rows.count
    side = TreeSide(
        place=kernels.pop("place"),
        motion=kernels.pop("motion"),
        **{name: written[name] for name in ("M", "P", "h")},
        rows=np.ascontiguousarray(table.bilateral),
        evaluated=np.zeros(bound.sizes[1]),
        ranks=np.zeros(2, dtype=np.int64),
        held=make_held_rows(len(table.bilateral) + len(normals), len(free)),
        transport=transport,
    )
    values = {name: written[name] for name in WRITTEN} | {"q": written["q_there"], "u": written["u_there"]}
    residual_of = np.array([table.holonomic.get(row, -1) for row in range(rows)], dtype=np.int64)
    found = found_rows(rows, slots, bound.sizes[1])
    return make_terms(TREE_STEPS, side, kernels, values, residual_of, free, normals, slips, laws, found)


def absolute_terms(bound: Any, on: Any, slots: int = 0) -> MoreauTerms:
    """Loops of an absolute system bound to memory; its contacts are closed in those that are `on`."""
    table, (_, nu, nz), rows = contact_table(bound.system), bound.sizes, bound.system.rows.count
    normals, slips, laws = point_arrays(table, rows, slots)
    side = absolute_side(on, _contact_rows(bound.system), len(normals))
    kernels, values = step_kernels(bound)
    kernels |= {"laws": no_kernel(), "solve": no_kernel()}
    values |= {"g": side.work.g, "P_00": side.work.P_00, "P_0": np.zeros(rows)}
    values |= {"u_dot": np.zeros(nu), "z_dot": np.zeros(nz)}
    residual_of = np.where(bound.elements.assembly.is_holonomic, np.arange(rows), -1).astype(np.int64)
    residual_of[[p.normal for p in table.points if p.g is None]] = -1
    found, free = found_rows(rows, slots, nu), np.arange(nu)
    return make_terms(ABSOLUTE_STEPS, side, kernels, values, residual_of, free, normals, slips, laws, found)


@asked_once
def _contact_rows(system: System) -> np.ndarray:
    """Rows of contacts."""
    return np.setdiff1d(np.arange(system.rows.count), contact_table(system).bilateral)


class MoreauRun:
    """What a run by Moreau's rule does between pieces of its march: impacts, rows, contacts that are found."""

    def __init__(self, bound: Any, solver: str) -> None:
        self.bound, self.solver = bound, solver
        self.calls = StepCalls()
        self.is_sparse = bound.system.rows.are_regularised
        self._left_out: tuple[np.ndarray, ...] = ()

    def begin(self, engine: NativeEngine, start: State, plan: Plan) -> ContactRecord:
        """Gets ready for a run; what it will tell of contacts."""
        assert plan.h is not None
        table = contact_table(self.bound.system)
        self.table = replace(table, detection=detection_of(self.bound.system, start, plan.h))
        start = open_start(self.table, start) if self.table.detection is not None else start
        self.start, self._engine, self._made = start, engine, engine.method
        self.found = None if self.table.detection is None else FoundContacts(self.table)
        self.record = ContactRecord(self.table, start, plan)
        self._rebuild(engine, FIRST_SLOTS if self.found else 0)
        return self.record

    def leave(self, engine: NativeEngine) -> None:
        """Gives an engine the method back that it had at first: what a run changed of it is not for the next one."""
        engine.method = self._made

    def _rebuild(self, engine: NativeEngine, slots: int) -> None:
        """Memory with room for so many contacts that are found."""
        before = terms = engine.method.terms
        if self.is_sparse:
            self.on = switched_on(self.bound, self.table.all_on(self.start).parameters)
            if slots or self.on is not self.bound:
                terms = absolute_terms(self.bound, self.on, slots)
        elif slots:
            terms = tree_terms(self.bound, slots)
        points, n = terms.points, len(before.points.normals)
        points.impulse[: min(n, len(points.normals))] = before.points.impulse[: len(points.normals)]
        terms.worst[:] = before.worst
        if self.found is not None:
            points.is_off[: len(self.table.points)] = [p.is_detected for p in self.table.points]
            terms = terms._replace(found=terms.found._replace(look=self.calls.words(self._look)))
        if self.is_sparse:
            self._put_laws(terms, self.start)
            if needs_calls(self.table):
                terms = terms._replace(laws=self.calls.words(self._laws))
        # Contacts that are found one by one in Python are solved there as well, with loads of least norm.
        if self.solver not in ("auto", "newton") or (self.found is not None and self.solver == "auto"):
            terms = terms._replace(solve=self.calls.words(self._solve))
        # Nothing hits where nothing can touch.
        room = LOGGED_STEPS if len(points.normals) else 0
        self.terms = terms._replace(log=make_log(room, self.bound.n, len(points.normals)))
        engine.method = engine.method._replace(terms=self.terms)

    def _put_laws(self, terms: MoreauTerms, state: State) -> None:
        put_laws(self.table, state, terms.points)

    @property
    def _here(self) -> State:
        """The state that loops have left in memory."""
        x = self.bound.x
        return self.bound.state_of(x[:-1].copy(), float(x[-1]), self.start)

    def _look(self) -> None:
        assert self.found is not None
        x = self.bound.x[:-1].copy()
        to_speeds = row_columns(self.bound, x) if self.is_sparse else np.asarray
        self.found.look(self.table.all_on(self._here), self.terms, to_speeds)
        self.terms.found.lacking[0] = self.found.lacking

    def _laws(self) -> None:
        put_laws(self.table, self._here, self.terms.points)

    def _solve(self) -> None:
        solve_by_choice(self.terms, self.solver, self._label, float(self.bound.x[-1]))

    def _numbers(self) -> dict[int, int]:
        """Numbers of points in the table by their places among those of loops."""
        own = {k: k for k in range(len(self.table.points))}
        return own if self.found is None else own | self.found.numbers()

    def _label(self, k: int) -> str:
        return self.table.point(self._numbers()[k]).label

    def advance(self, engine: NativeEngine, watch: Watch, record: StepRecord, steps: int) -> int:
        """Goes on for up to so many steps: as many as the log of impacts has room for, one where contacts are found."""
        if self.is_sparse and self.on is not self.bound:
            self._switch_on()
        self._choose_rows(engine, record)
        self._fit(len(record.times), len(record.steps_t))
        budget = 1 if self.found is not None else min(steps, LOGGED_STEPS)
        seen = int(record.count[SAMPLED]), int(record.count[STEPS_KEPT])
        code = int(compiled_loop(march)(engine.method, watch, record, budget))
        self.calls.raise_pending()
        self._collect(record, seen)
        if code == NEWTON_FAILED:
            raise ModelError(MASSLESS)
        if self.terms.found.lacking[0]:
            self._rebuild(engine, 2 * (len(self.terms.points.normals) - len(self.table.points)))
        return code

    def _switch_on(self) -> None:
        """The present values of Parameters, with all contacts closed."""
        known = dict(zip(self.bound.elements.values, self.bound.parameters.tolist(), strict=True))
        state = self.table.all_on(replace(self.start, parameters=known))
        self.on.set_parameters(self.on.numbers(state.parameters))

    def _choose_rows(self, engine: NativeEngine, record: StepRecord) -> None:
        """Finds rows of an absolute system that repeat others, where its step asks for it."""
        if not self.is_sparse or not self.terms.side.asks[0]:
            return
        state = self.table.all_on(self.bound.state_of(engine.y.copy(), float(record.clock[T]), self.start))
        put_bodies(self.terms.side, self.on)
        P = self.bound.system.functions.at("rows", state).P
        left_out = rows_left_out(self.on, _contact_rows(self.bound.system), P)
        self._leave_out(*left_out)

    def _leave_out(self, every: np.ndarray, positions: np.ndarray) -> None:
        """Takes rows of an absolute system that repeat others out of its steps."""
        self._left_out = every, positions
        side = with_rows(self.terms.side, self.on, _contact_rows(self.bound.system), every, positions)
        self.terms = self.terms._replace(side=side)
        self._engine.method = self._engine.method._replace(terms=self.terms)

    def saved(self) -> dict[str, np.ndarray]:
        """Slots of contacts that are found, rows that are left out, and what was recorded."""
        slots = [] if self.found is None else [*self.found.slots.items()]
        room = len(self.terms.points.normals) - len(self.table.points)
        places = {f"left_out {k}": rows for k, rows in enumerate(self._left_out)}
        sizes = len(self._left_out), len(self.terms.forces), len(self.terms.kept)
        numbers = np.array([room, *sizes])
        return {"slots": np.array(slots, dtype=np.int64).reshape(-1, 2), "numbers": numbers, **places}

    def restore(self, kept: Mapping[str, np.ndarray]) -> None:
        """Goes on from there: memory gets the shape that it had."""
        room, places, samples, steps = kept["numbers"].tolist()
        if self.found is not None:
            self._rebuild(self._engine, room)
            self.found.slots = dict(kept["slots"].tolist())
        if places:
            self._leave_out(kept["left_out 0"], kept["left_out 1"])
        self._fit(samples, steps)

    def _fit(self, samples: int, kept: int) -> None:
        """Room for forces at samples, and at steps that are kept."""
        terms, n = with_samples(self.terms, samples), len(self.terms.points.normals)
        if terms.kept.shape[:2] != (kept, n):
            terms = terms._replace(kept=np.zeros((kept, n, 3)))
        if terms is not self.terms:
            self.terms, self._engine.method = terms, self._engine.method._replace(terms=terms)

    def _collect(self, record: StepRecord, seen: tuple[int, int]) -> None:
        """Takes impacts out of native memory, and forces at rows behind those before: (samples, steps)."""
        terms, out = self.terms, self.record
        out.depth, out.rest = max(out.depth, float(terms.worst[0])), max(out.rest, float(terms.worst[1]))
        for k in range(int(terms.log.count[0])):
            out.impacts.append(self._impact(terms.log, k))
        terms.log.count[0] = 0
        for before, count, forces in zip(seen, (SAMPLED, STEPS_KEPT), (terms.forces, terms.kept), strict=True):
            for place in range(before, int(record.count[count]) if len(forces) else 0):
                out.add_row(forces[place], self._pairs(forces[place]))

    def _pairs(self, forces: np.ndarray) -> dict[str, np.ndarray]:
        """Forces of pairs that were found, on the bodies of their later ends, in world axes."""
        found: dict[str, np.ndarray] = {}
        if self.found is None or self.found.here is None:
            return found
        first = len(self.table.points)
        for place, number in self.found.numbers().items():
            if forces[place].any():
                name = f"{self.table.point(number).pair}.force"
                found[name] = found.get(name, np.zeros(3)) + self.found.here.push(number - first, forces[place])
        return found

    def _impact(self, log: ImpactLog, k: int) -> StepImpact:
        """A step in which points hit."""
        numbers, bound, t = self._numbers(), self.bound, float(log.t[k])
        hit = [place for place in np.flatnonzero(log.hits[k]).tolist() if place in numbers]
        h = self.record.plan.h or 0.0
        before, after = log.before[k].copy(), log.after[k].copy()
        kinetic = []
        for y, time in ((before, t - h), (after, t)):
            bound.energy(time, y)
            kinetic.append(float(bound.energies[0]))
        impulses = {numbers[p]: self._along(p, numbers[p], log.impulse[k, p]) for p in hit}
        first, last = (bound.state_of(y, time, self.start) for y, time in ((before, t - h), (after, t)))
        hit = sorted(impulses)
        return StepImpact(t, tuple(hit), impulses, float(log.work[k]), first, last, (kinetic[0], kinetic[1]))

    def _along(self, place: int, number: int, impulse: np.ndarray) -> np.ndarray:
        """(normal, tangential) of a point, as many as it has."""
        return np.array(impulse[: 1 + len(self.table.point(number).slips)])


MOREAU_MEMORY = "moreau memory"
"""Under which name the arrays of a method are kept as they were when it was new."""


def moreau_engine(bound: Any, solver: str = "auto") -> NativeEngine:
    """Steps of one length over impacts, which end where samples are wanted."""
    made, driver = partial(_new_method, bound), MoreauRun(bound, solver)
    engine = NativeEngine.renewed(
        bound, "moreau", "moreau", made, 0.0, 0.0, between=straight, fit=with_forces, driver=driver
    )
    for array, at_first in bound.spare[MOREAU_MEMORY]:
        array[...] = at_first
    return engine


def _new_method(bound: Any) -> MoreauMethod:
    """The method with memory of its own, which is kept for the next run; so is what stands in it at first."""
    is_sparse = bound.system.rows.are_regularised
    terms = absolute_terms(bound, bound) if is_sparse else tree_terms(bound)
    others = {id(array) for array in (_arrays_in(bound.work) if is_sparse else ())}
    bound.spare[MOREAU_MEMORY] = [(array, array.copy()) for array in _arrays_in(terms) if id(array) not in others]
    return moreau_method(bound.flow, bound.projection, terms)


def _arrays_in(value: Any) -> Iterator[np.ndarray]:
    """All arrays of a named tuple and of those in it."""
    if isinstance(value, np.ndarray):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _arrays_in(part)


def with_forces(method: MoreauMethod, record: StepRecord) -> MoreauMethod:
    """Forces are kept of as many samples as the record has."""
    return method._replace(terms=with_samples(method.terms, len(record.times)))


def with_samples(terms: MoreauTerms, samples: int) -> MoreauTerms:
    """Room for forces at so many samples."""
    n = len(terms.points.normals)
    if terms.forces.shape[:2] == (samples, n):
        return terms
    return terms._replace(forces=np.zeros((samples, n, 3)), struck=np.zeros((samples, n), dtype=np.int64))


def straight(t: np.ndarray, y: np.ndarray, dense: np.ndarray) -> StepInterpolator:
    """Straight lines, since impulses may act at any time of a step."""
    return lambda wanted: np.array([[np.interp(x, t, column) for column in y.T] for x in wanted])

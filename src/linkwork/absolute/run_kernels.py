"""An absolute system as the integrators see it: compiled loops bound to one state vector y = (q, u, z, w) and time.

It answers what `BoundKernels` answers for a tree, so that one stepper and one set of methods serve both. Inside a run
bodies are at their centres of mass; `y_of`, `state_of` and `shown` lead from and to states, which are at body frames.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from hashlib import sha256
from typing import Any

import numpy as np

from ..kernels.loops import compiled_loop
from ..kernels.loops.calls import call
from ..numerics.integrators.flow import UNSEEN, Flow, make_flow, no_kernel
from ..numerics.integrators.projection import ROUNDED_OFF, BoundFlow, Projection, make_projection
from ..numerics.rank import RANKED_ROWS
from ..results import State
from . import rank_loops, saddle_loops
from .assembly import LIGHT_MASS, typical_mass
from .configuration import Configuration
from .element_loops import ElementLoops
from .frame_rows import shifted_rows
from .implicit_equations import AbsoluteImplicit
from .motion import ON_ROWS, accelerate, is_held, rank_at, rank_of_rows
from .outside import AbsoluteProgram
from .saddle_loops import MADE, SaddleWork
from .saddle_memory import no_calls, stored_factors
from .tables import arrays_of

SLENDER, SLENDER_INERTIA = 1e-10, 1e-6
"""A body whose least moment of inertia is smaller than this part of its largest has so much of that added about all
axes, in factors alone: fronts eliminate bodies before what holds them, and have no pivot about such an axis."""
NORM_ROUNDING = 1e-15
"""By how much the norm of Euler parameters may be off 1 in a state that is taken as it is."""
RANK_NEARBY = 0.01, -0.01
"""How far away it is looked what rank is usual, in radians or lengths of the model."""


class AbsoluteKernels(BoundFlow):
    """Compiled loops of an absolute system bound to memory of their own: for one run at a time."""

    def __init__(self, system: Any, parameters: Mapping[str, float], keeps: bool = True) -> None:
        self.system, self.elements, self.keeps = system, system.elements, keeps
        elements = system.elements
        self.loops = loops = ElementLoops(elements, parameters)
        self.sizes, self.n, self.memory = loops.sizes, loops.n, loops.memory
        self.rows: tuple[int, ...] = tuple(range(elements.rows))
        self.parameter_names = [*elements.values]
        self.parameters = self.numbers(parameters)
        self.spare: dict[str, Any] = {}
        """Memory of methods that nobody uses, by their names."""
        self.x, self.f, self.s = self.memory[: self.n + 1], np.zeros(self.n + 1), np.zeros(0)
        self.work = self._work()
        self.flow, self.projection = self._flow(), self._projection()
        self.energies = loops.evaluation("energy").total("energy")
        self.energy_kernel = loops.kernel(saddle_loops.evaluate_at, self.work, loops.native("energy"))
        self.remembered = self.work.factors, self.work.unknowns.s, self.work.seen, self.work.ranked
        """What the next evaluation finds of the last ones: factors, unknowns of elements, multipliers, rank."""
        self.start, self.implicit, self.program = AbsoluteRunStart(self), AbsoluteImplicit(self), AbsoluteProgram(self)

    def numbers(self, parameters: Mapping[str, float]) -> np.ndarray:
        """Values of all Parameters in their order."""
        known = self.elements.values | dict(parameters)
        return np.array([known[name] for name in self.elements.values], dtype=float)

    def set_parameters(self, parameters: np.ndarray) -> None:
        """Has code compute with other values of Parameters."""
        if (self.parameters == parameters).all():
            return
        self.parameters[:] = parameters
        now = self.elements.tables(dict(zip(self.elements.values, parameters.tolist(), strict=True)))
        for own, new in zip(arrays_of(self.loops.tables), arrays_of(now), strict=True):
            own[...] = new
        self.loops.unknowns.refresh()
        self.work.diagonal[:] = self._diagonal()
        self.work.factors.made[MADE] = 0
        rank_loops.not_ranked(self.work.ranked)

    def give_back(self) -> None:
        """Lets the next run have the memory."""
        self.elements.assembly.kept.setdefault("run_kernels", []).append(self)

    measures_as_they_come = True
    """Residuals of rows are measured as these come, in compiled code."""
    traces_events = False
    """Functions of events are called back: channels are evaluated in Python."""

    @property
    def digest(self) -> str:
        """What stands for the equations in checkpoints: the code of all groups of elements."""
        digests = [group.kernel("residual").function.digest for group in self.elements.groups]
        return sha256("".join(digests).encode()).hexdigest()

    def renew(self, parameters: np.ndarray) -> None:
        """Makes all as it was when it was new, but for the Parameters."""
        self.set_parameters(parameters)
        self.work.unknowns.s.fill(0.0)
        self.work.factors.made.fill(0)
        rank_loops.not_ranked(self.work.ranked)
        self.flow.count.fill(0)
        self.flow.pivot[:] = UNSEEN
        self.projection.worst.fill(0.0)

    @property
    def calls(self) -> tuple[Any, ...]:
        """All loops that are bound to its memory, and kernels of elements."""
        return *self.loops.calls, *self.program.calls

    def hold(self, calls: Iterable[Any]) -> None:
        """Keeps what is bound to its memory: nothing is forgotten here."""
        known = set(map(id, self.loops.kept))
        self.loops.kept += [one for one in calls if id(one) not in known]

    def keep(self) -> None:
        """What is bound by now stays so when all is made new: all does."""

    def _work(self) -> SaddleWork:
        loops = self.loops
        elements, assembly, size = self.elements, self.elements.assembly, self.elements.size
        nq, nu, _ = self.sizes
        tangent, rates, first = loops.evaluation("tangent"), loops.evaluation("rates"), self.n + 2
        saddle = loops.evaluation("saddle")
        nowhere = np.zeros(0, dtype=np.int64)
        on_speeds, speed_rows = (nowhere, nowhere) if assembly.is_holonomic.all() else assembly.matrix.on_speeds
        triplets, light = tangent.outputs["triplets"], np.zeros(size)
        light[6 * elements.bodies.count :] = LIGHT_MASS * typical_mass(loops.tables)
        there = [assembly.matrix.of_saddle, len(triplets) + np.arange(assembly.size)]
        own = np.unique(np.concatenate([*there, assembly.matrix.of_reactions])).astype(np.int32)
        has_field = elements.bodies.gravity_field is not None
        return SaddleWork(
            memory=self.memory,
            clock=self.n,
            bodies=elements.bodies.count,
            nq=nq,
            nu=nu,
            a=self.memory[first : first + size],
            lam=self.memory[first + size :],
            c=tangent.weights,
            tangent=loops.native("tangent"),
            rates=loops.native("rates"),
            saddle=loops.native("saddle"),
            matrix=saddle.outputs["triplets"],
            into=assembly.matrix.of_saddle,
            unknowns=loops.unknowns.loops({id(g): loops.element_places(g) for g, _ in loops.unknowns.groups}),
            triplets=triplets,
            r=saddle.total("r"),
            Q=saddle.total("Q") if elements.has_forces else np.zeros(0),
            g=saddle.total("g"),
            psi=saddle.total("psi"),
            P_00=saddle.total("P_00"),
            row_g=rates.total("g"),
            row_psi=rates.total("psi"),
            field_power=loops.native("field_power") if has_field else no_calls(self.memory),
            factors=stored_factors(
                assembly.matrix.whole_pattern if elements.sees_reactions else assembly.matrix.pattern,
                len(triplets),
                places=nq,
                source=own,
            ),
            on_speeds=on_speeds.astype(np.int64),
            speed_rows=(len(triplets) + speed_rows).astype(np.int64),
            light=light,
            diagonal=self._diagonal(),
            chart=np.zeros(nq),
            sees_reactions=elements.sees_reactions,
            seen=np.zeros(elements.rows),
            motion=np.zeros(assembly.size),
            reactions=self._reactions(len(triplets)),
            noise=np.random.default_rng(7).standard_normal(size),
            units=self._units(),
            ranked=rank_loops.not_ranked(np.zeros(nq + 3)),
        )

    def _units(self) -> np.ndarray:
        """A radian, or a length of the model, in the unit of each coordinate."""
        found, bodies = np.ones(self.sizes[0]), self.elements.bodies.count
        found[: 7 * bodies].reshape(-1, 7)[:] = [0.5] * 4 + [self.elements.length] * 3
        return found

    def _diagonal(self) -> np.ndarray:
        """What factors have on their diagonal besides: −ε for rows, a little inertia for slender bodies."""
        added = np.array(self.elements.assembly.regularisation(self.loops.tables))
        a, b, c, d, e, f = self.loops.tables.bodies[1:]
        moments = np.linalg.eigvalsh(np.array([[a, b, d], [b, c, e], [d, e, f]]).transpose(2, 0, 1))
        # Point masses have no moments at all: theirs is that of the mass at the length of the model.
        largest = np.where(moments[:, -1] > 0.0, moments[:, -1], self.loops.tables.bodies[0] * self.elements.length**2)
        slender = np.where(moments[:, 0] < SLENDER * largest, SLENDER_INERTIA * largest, 0.0)
        added[: 6 * len(slender)].reshape(-1, 6)[:, :3] = slender[:, None]
        # Rows of open contacts are empty: beside masses their −ε would be no pivot.
        values = dict(zip(self.elements.values, self.parameters.tolist(), strict=True))
        open_rows = self.system.rows.switched_off(replace(self.system.rest, parameters=values))
        added[self.elements.size + open_rows] = -typical_mass(self.loops.tables)
        return added

    def _reactions(self, count: int) -> np.ndarray:
        """Triplets by which multipliers act on velocities; how forces depend on those of others is not among them.

        None where no multiplier does any work.
        """
        assembly = self.elements.assembly
        if not self.elements.rows_work:
            return np.zeros(0, dtype=np.int64)
        rows, columns = assembly.matrix.pattern.rows[:count], assembly.matrix.pattern.columns[:count]
        found = np.flatnonzero((rows < self.sizes[1]) & (columns >= self.elements.size))
        return np.setdiff1d(found, assembly.matrix.of_reactions).astype(np.int64)

    def _flow(self) -> Flow:
        nothing = np.zeros(0)
        rhs = self.loops.kernel(saddle_loops.motion_here, self.work, self.f)
        return make_flow(rhs, self.x, self.f, no_kernel(), self.s, nothing, np.zeros((0, 0)))

    def calls_into(self, rows: np.ndarray) -> np.ndarray:
        """Calls of the rates that write into the rows of an array instead of `f`, pivots last."""
        return np.array([self.loops.kernel(saddle_loops.motion_here, self.work, row) for row in rows])

    def _projection(self) -> Projection:
        nq, nu, _ = self.sizes
        dq, du, residual = np.zeros(nq), np.zeros(nu), np.zeros(3)
        tolerance = ROUNDED_OFF * min(1.0, self.elements.length)
        asks = np.zeros(1, dtype=np.int64)
        words = self.loops.kernel(rank_loops.rows_here, self.work, dq, du, residual, asks, tolerance)
        ranking = closes_loops(self.elements)
        return make_projection(words, dq, du, residual, self.keeps, tolerance, self.elements.has_forces, asks, ranking)

    def y_of(self, state: State, work: float = 0.0) -> np.ndarray:
        """The state vector of a state."""
        row = np.concatenate([state.q, state.u, state.z, [work]])
        return shifted_rows(row, self.loops.tables.com, 1.0, self.sizes[0], is_unit=False)

    def shown(self, y: np.ndarray) -> np.ndarray:
        """Rows of state vectors as states have them, at body frames."""
        return shifted_rows(y, self.loops.tables.com, -1.0, self.sizes[0])

    def hidden(self, y: np.ndarray) -> np.ndarray:
        """Rows at body frames as state vectors."""
        return shifted_rows(y, self.loops.tables.com, 1.0, self.sizes[0])

    def state_of(self, y: np.ndarray, t: float, like: State) -> State:
        """The state of a state vector."""
        nq, nu, nz = self.sizes
        row = self.shown(y)
        return State(self.system.layout, row[:nq], row[nq : nq + nu], float(t), like.parameters, row[nq + nu :][:nz])

    def close_rows(self, t: np.ndarray, y: np.ndarray) -> None:
        """Projects rows that polynomials of steps gave; what is known of the projections of steps stays."""
        worst, count = self.projection.worst.copy(), self.flow.count.copy()
        for time, row in zip(t.tolist(), y, strict=True):
            kept = row.copy()
            if not self.project(time, row):
                row[:] = kept
        self.projection.worst[:], self.flow.count[:] = worst, count

    def left_open(self, t: np.ndarray, y: np.ndarray) -> tuple[float, float]:
        """(largest |g|, largest |ψ|) at rows of state vectors."""
        worst = np.zeros(2)
        compiled_loop(saddle_loops.measure_rows)(
            self.work, np.ascontiguousarray(t, dtype=float), np.ascontiguousarray(y), worst
        )
        return float(worst[0]), float(worst[1])


class AbsoluteRunStart:
    """What is known of the start of one run, and of the rank of its rows."""

    def __init__(self, bound: Any) -> None:
        self.bound, self.elements, self.work = bound, bound.elements, bound.work
        self.rank: int | None = None
        """Of the rows at the start; None where they are too many."""

    def prepare(self, at: Configuration) -> None:
        """Finds unknowns of elements, and multipliers that forces depend on, to begin with: loops go on from the last
        ones, and have no way to them from zero."""
        start = 0
        for group, data in self.bound.loops.unknowns.groups:
            q = np.concatenate([*(at.pose[:, k] for k in group.bodies), at.own[group.own]])
            found = group.settled(q, at.u[group.dofs], at.t, data, 1).s
            if np.isfinite(found).all():
                self.work.unknowns.s[start : start + found.size] = found.T.ravel()
            start += found.size
        self.rank = rank_at(self.elements, at, self.bound.loops.tables)
        if self.elements.sees_reactions:
            self.work.seen[:] = accelerate(self.elements, at, self.bound.loops.tables).lam

    def starts_on_rows(self, state: State) -> bool:
        """Whether a state needs no projection and nothing to be found to begin with; its rank is known then."""
        if len(self.work.unknowns.calls) or self.elements.sees_reactions or self.elements.rows > RANKED_ROWS:
            return False
        e = state.q[: 7 * self.elements.bodies.count].reshape(-1, 7)[:, :4]
        if np.abs(np.einsum("ij,ij->i", e, e) - 1.0).max(initial=0.0) > NORM_ROUNDING:
            return False
        self.bound.x[:-1], self.bound.x[-1] = self.bound.y_of(state), state.t
        work = self.work
        work.lam[:] = 0.0
        if not self._evaluated():
            return False
        place, speed = np.abs(work.g).max(initial=0.0), np.abs(work.psi).max(initial=0.0)
        fits = place <= ON_ROWS * min(1.0, self.elements.length)
        if not (fits and speed <= saddle_loops.SPEEDS_ROUNDED_OFF * (1.0 + np.abs(state.u).max(initial=0.0))):
            return False
        entries, kept = work.factors.entries, self.elements.assembly.kept
        # Runs from one start ask for the same again.
        if "start" not in kept or not np.array_equal(kept["start"][0], entries):
            M, A = self.elements.assembly.matrix.inertia_and_rows(entries, True)
            kept["start"] = entries.copy(), rank_of_rows(A), not work.diagonal[: len(M)].any() or is_held(M, A)
        _, self.rank, is_regular = kept["start"]
        return bool(is_regular)

    def starts_singular(self, state: State) -> bool:
        """Whether rows repeat each other at a start, of which the rank is known, that do not nearby."""
        if self.rank is None or self.rank == self.elements.rows or not self.bound.projection.ranking:
            return False
        return self.rank < self.usual_rank(state)

    def usual_rank(self, state: State) -> int:
        """The rank of the rows near a state, with its Parameters and contacts."""
        case = self.bound.parameters.tobytes() + self.bound.system.rows.switched_off(state).tobytes()
        known, usual = self.elements.assembly.kept.get("usual_rank", (None, 0))
        if known != case:
            count, worst = self.bound.flow.count.copy(), self.bound.projection.worst.copy()
            usual = max(self._nearby_rank(state, way) for way in RANK_NEARBY)
            self.bound.flow.count[:], self.bound.projection.worst[:] = count, worst
        usual = max(usual, self.rank or 0)
        self.elements.assembly.kept["usual_rank"] = case, usual
        return usual

    def _nearby_rank(self, state: State, way: float) -> int:
        """The rank of the rows some way from a state, in a direction in which it may move; 0 where that fails."""
        nq, nu, _ = self.bound.sizes
        y = self.bound.y_of(state)
        moving = y.copy()
        moving[nq : nq + nu] = np.random.default_rng(11).standard_normal(nu)
        q_dot = self.bound.rates(state.t, moving) if self.bound.project(state.t, moving) else None
        if q_dot is None or not (fastest := np.abs(q_dot[:nq] / self.work.units).max()) > 0.0:
            return 0
        past = way / fastest
        moving[:nq] = y[:nq] + past * q_dot[:nq]
        if not (self.bound.project(state.t + past, moving) and self._evaluated()):
            return 0
        return rank_of_rows(self.elements.assembly.matrix.inertia_and_rows(self.work.factors.entries, True)[1]) or 0

    def least_rates(self, state: State, y: np.ndarray) -> np.ndarray:
        """ẏ with the accelerations of least constraint: those of regularised factors."""
        self.bound.x[:-1], self.bound.x[-1] = y, state.t
        call(self.bound.flow.rhs)
        return self.bound.f[:-1].copy()

    @cached_property
    def _evaluated(self) -> Any:
        return compiled_loop(saddle_loops.evaluate_saddle).bound(self.work)

    def ranks(self, state: State | None = None, lasting: Any = None) -> tuple[int | None, int]:
        """(rank of the rows, that of those that hold for good) at the start, or at a state at which contacts leave
        `lasting` ones; the first is None where rows are too many to be ranked."""
        if state is None:
            return self.rank, self.rank or 0
        at, tables = self.elements.configuration(state), self.elements.tables(state.parameters)
        return rank_at(self.elements, at, tables), rank_at(self.elements, at, tables, lasting) or 0


def leased_kernels(system: Any, parameters: Mapping[str, float], keeps: bool) -> AbsoluteKernels:
    """Loops bound to memory that no other run uses."""
    idle = system.elements.assembly.kept.setdefault("run_kernels", [])
    if not idle:
        return AbsoluteKernels(system, parameters, keeps)
    found: AbsoluteKernels = idle.pop()
    found.renew(found.numbers(parameters))
    found.projection.active[0] = keeps
    return found


def closes_loops(elements: Any) -> bool:
    """Whether rows join what others join already: only then may they come to depend on each other."""
    joined = list(range(elements.bodies.count + 1))  # the ground is the last

    def root(k: int) -> int:
        while joined[k] != k:
            joined[k] = k = joined[joined[k]]
        return k

    for group in elements.groups:
        if not group.kind.rows:
            continue
        if not 1 <= len(group.bodies) <= 2:
            return True
        for ends in group.bodies.T.tolist():
            first, second = root(ends[0]), root(ends[1] if len(ends) > 1 else -1 % len(joined))
            if first == second:
                return True
            joined[first] = second
    return False

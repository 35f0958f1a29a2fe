"""An absolute system as the integrators see it: compiled loops bound to one state vector y = (q, u, z, w) and time.

It answers what `BoundKernels` answers for a tree, so that one stepper and one set of methods serve both. Inside a run
bodies are at their centres of mass; `y_of`, `state_of` and `shown` lead from and to states, which are at body frames.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from hashlib import sha256
from typing import Any

import numpy as np

from ..channels import component_names
from ..expr import array
from ..kernels.loops import compiled_loop
from ..kernels.loops.calls import call
from ..kernels.loops.native import LoopKernel
from ..numerics.integrators.flow import UNSEEN, Flow, Tangent, make_flow, make_tangent, no_kernel, rated_here
from ..numerics.integrators.generalized_alpha import AlphaMethod, alpha_method
from ..numerics.integrators.implicit_rk import implicit_method
from ..numerics.integrators.implicit_rk_work import implicit_table
from ..numerics.integrators.implicit_stages import ImplicitMethod
from ..numerics.integrators.outside import OutsideState
from ..numerics.integrators.projection import ROUNDED_OFF, Projection, make_projection, project_here
from ..numerics.integrators.record import SAMPLED
from ..numerics.rank import RANKED_ROWS
from ..numerics.tableaus.implicit import RADAU
from ..numerics.tableaus.stage_basis import StageBasis
from ..results import State
from . import rank_loops, saddle_loops, slope_loops
from .alpha_loops import ABSOLUTE_SOLUTION, AbsoluteIndex3
from .assembly import LIGHT_MASS, typical_mass
from .configuration import Configuration, cross_products, rotated_rows
from .evaluate import ElementCalls, ElementEvaluation
from .frame_rows import shifted_rows
from .implicit_loops import ABSOLUTE_RATES, ABSOLUTE_STAGES, SLOW_STAGES, AbsoluteStages
from .interpolation import row_nodes
from .motion import ON_ROWS, accelerate, is_held, rank_at, rank_of_rows
from .outside import (
    FrameRows,
    OutsideCode,
    begin_rows,
    hide_state,
    measure_here,
    move_state,
    show_rates,
    show_rows,
    show_state,
    take_parameters,
)
from .saddle_loops import MADE, SaddleWork
from .saddle_memory import block_factors, doubled_pattern, no_calls, stored_factors, triplet_pattern
from .shifted_loops import BY_LOAD, OVER_SHIFT, TIMES_SHIFT, UNSHIFTED, ShiftedWork
from .slope_loops import SlopeEntries, SlopeWork
from .tables import arrays_of, in_one_block
from .unknown_tables import UnknownTables
from .weak_form import WeakAbsolute

SLENDER, SLENDER_INERTIA = 1e-10, 1e-6
"""A body whose least moment of inertia is smaller than this part of its largest has so much of that added about all
axes, in factors alone: fronts eliminate bodies before what holds them, and have no pivot about such an axis."""
FACTOR_BAND = 40
"""Entries of a row of factors, roughly: by which the work of a page is counted."""
NORM_ROUNDING = 1e-15
"""By how much the norm of Euler parameters may be off 1 in a state that is taken as it is."""
RANK_NEARBY = 0.01, -0.01
"""How far away it is looked what rank is usual, in radians or lengths of the model."""
SLOPE_MATRICES = dict.fromkeys(("r_q", "r_u", "M", "r_lam"), False) | dict.fromkeys(
    ("A", "reactions", "psi_q", "c_q", "c_u"), True
)
"""Matrices of the function "slopes", and whether they have a row for every constraint row."""


class AbsoluteKernels:
    """Compiled loops of an absolute system bound to memory of their own: for one run at a time."""

    def __init__(self, system: Any, parameters: Mapping[str, float], keeps: bool = True) -> None:
        self.system, self.elements, self.keeps = system, system.elements, keeps
        layout, elements = system.layout, system.elements
        self.sizes = (layout.nq, layout.nu, layout.nz)
        self.n = sum(self.sizes) + 1
        self.rows: tuple[int, ...] = tuple(range(elements.rows))
        self.parameters = self.numbers(parameters)
        self.table_block, self.tables, self.table_places = in_one_block(elements.tables(parameters))
        self.unknowns = UnknownTables(elements.groups, self.tables.groups)
        self.spare: dict[str, Any] = {}
        """Memory of methods that nobody uses, by their names."""
        self._kept: list[Any] = []
        self._evaluations: dict[str, ElementEvaluation] = {}
        self._native: dict[str, ElementCalls] = {}
        self.memory = np.zeros(self.n + 2 + elements.size + elements.rows)
        self.x, self.f, self.s = self.memory[: self.n + 1], np.zeros(self.n + 1), np.zeros(0)
        self.work = self._work()
        self.flow, self.projection = self._flow(), self._projection()
        self.energies = self.evaluation("energy").total("energy")
        self.energy_kernel = self.kernel(saddle_loops.evaluate_at, self.work, self.native("energy"))
        self._y = np.zeros(self.n)
        self._rank: int | None = None

    @property
    def parameter_names(self) -> list[str]:
        """Those of all Parameters in their order."""
        return list(self.elements.values)

    @property
    def taken(self) -> np.ndarray:
        """What has elements take Parameters into their tables."""
        return self.kernel(take_parameters, self.code.live)

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
        for own, new in zip(arrays_of(self.tables), arrays_of(now), strict=True):
            own[...] = new
        self.unknowns.refresh()
        self.work.diagonal[:] = self._diagonal()
        self.work.factors.made[MADE] = 0
        rank_loops.not_ranked(self.work.ranked)

    @classmethod
    def leased(cls, system: Any, parameters: Mapping[str, float], keeps: bool) -> AbsoluteKernels:
        """Loops bound to memory that no other run uses."""
        idle = system.elements.assembly.kept.setdefault("run_kernels", [])
        if not idle:
            return cls(system, parameters, keeps)
        found: AbsoluteKernels = idle.pop()
        found.renew(found.numbers(parameters))
        found.projection.active[0] = keeps
        return found

    def prepare(self, at: Configuration) -> None:
        """Finds unknowns of elements, and multipliers that forces depend on, to begin with: loops go on from the last
        ones, and have no way to them from zero."""
        start = 0
        for group, data in self.unknowns.groups:
            q = np.concatenate([*(at.pose[:, k] for k in group.bodies), at.own[group.own]])
            found = group.settled(q, at.u[group.dofs], at.t, data, 1).s
            if np.isfinite(found).all():
                self.work.unknowns.s[start : start + found.size] = found.T.ravel()
            start += found.size
        self._rank = rank_at(self.elements, at, self.tables)
        if self.elements.sees_reactions:
            self.work.seen[:] = accelerate(self.elements, at, self.tables).lam

    def starts_on_rows(self, state: State) -> bool:
        """Whether a state needs no projection and nothing to be found to begin with; its rank is known then."""
        if len(self.work.unknowns.calls) or self.elements.sees_reactions or self.elements.rows > RANKED_ROWS:
            return False
        e = state.q[: 7 * self.elements.bodies.count].reshape(-1, 7)[:, :4]
        if np.abs(np.einsum("ij,ij->i", e, e) - 1.0).max(initial=0.0) > NORM_ROUNDING:
            return False
        self.x[:-1], self.x[-1] = self.y_of(state), state.t
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
        _, self._rank, is_regular = kept["start"]
        return bool(is_regular)

    def starts_singular(self, state: State) -> bool:
        """Whether rows repeat each other at a start, of which the rank is known, that do not nearby."""
        if self._rank is None or self._rank == self.elements.rows or not self.projection.ranking:
            return False
        return self._rank < self.usual_rank(state)

    def usual_rank(self, state: State) -> int:
        """The rank of the rows near a state, with its Parameters and contacts."""
        case = self.parameters.tobytes() + self.system.rows.switched_off(state).tobytes()
        known, usual = self.elements.assembly.kept.get("usual_rank", (None, 0))
        if known != case:
            count, worst = self.flow.count.copy(), self.projection.worst.copy()
            usual = max(self._nearby_rank(state, way) for way in RANK_NEARBY)
            self.flow.count[:], self.projection.worst[:] = count, worst
        usual = max(usual, self._rank or 0)
        self.elements.assembly.kept["usual_rank"] = case, usual
        return usual

    def _nearby_rank(self, state: State, way: float) -> int:
        """The rank of the rows some way from a state, in a direction in which it may move; 0 where that fails."""
        nq, nu, _ = self.sizes
        y = self.y_of(state)
        moving = y.copy()
        moving[nq : nq + nu] = np.random.default_rng(11).standard_normal(nu)
        q_dot = self.rates(state.t, moving) if self.project(state.t, moving) else None
        if q_dot is None or not (fastest := np.abs(q_dot[:nq] / self.work.units).max()) > 0.0:
            return 0
        past = way / fastest
        moving[:nq] = y[:nq] + past * q_dot[:nq]
        if not (self.project(state.t + past, moving) and self._evaluated()):
            return 0
        return rank_of_rows(self.elements.assembly.matrix.inertia_and_rows(self.work.factors.entries, True)[1]) or 0

    def least_rates(self, state: State, y: np.ndarray) -> np.ndarray:
        """ẏ with the accelerations of least constraint: those of regularised factors."""
        self.x[:-1], self.x[-1] = y, state.t
        call(self.flow.rhs)
        return self.f[:-1].copy()

    @cached_property
    def _evaluated(self) -> Any:
        return compiled_loop(saddle_loops.evaluate_saddle).bound(self.work)

    def ranks(self, state: State | None = None, lasting: Any = None) -> tuple[int | None, int]:
        """(rank of the rows, that of those that hold for good) at the start, or at a state at which contacts leave
        `lasting` ones; the first is None where rows are too many to be ranked."""
        if state is None:
            return self._rank, self._rank or 0
        at, tables = self.elements.configuration(state), self.elements.tables(state.parameters)
        return rank_at(self.elements, at, tables), rank_at(self.elements, at, tables, lasting) or 0

    def give_back(self) -> None:
        """Lets the next run have the memory."""
        self.elements.assembly.kept.setdefault("run_kernels", []).append(self)

    measures_as_they_come = True
    """Residuals of rows are measured as these come, in compiled code."""
    traces_events = False
    """Functions of events are called back: channels are evaluated in Python."""

    @property
    def remembered(self) -> tuple[Any, ...]:
        """What the next evaluation finds of the last ones: factors, unknowns of elements, multipliers, rank."""
        return self.work.factors, self.work.unknowns.s, self.work.seen, self.work.ranked

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

    @cached_property
    def places(self) -> np.ndarray:
        """Where the numbers that `Wiring.source` names stand in memory: y body after body, then t, a zero, a, λ."""
        nq, nu, nz = self.sizes
        bodies, size, rows = self.elements.bodies.count, self.elements.size, self.elements.rows
        zero = self.n + 1
        poses = (7 * np.arange(bodies)[None, :] + np.arange(7)[:, None]).ravel()
        # Integrals of states have no place among coordinates, and nothing depends on them.
        own = np.full(size - 6 * bodies, zero)
        own[: nq - 7 * bodies] = np.arange(7 * bodies, nq)
        behind = np.arange(zero + 1, zero + 1 + size + rows)
        return np.concatenate([poses, own, np.arange(nq, nq + nu + nz), behind])

    def evaluation(self, name: str) -> ElementEvaluation:
        """A function of all elements, with its memory."""
        if name not in self._evaluations:
            wiring = self.elements.assembly.wiring(name)
            self._evaluations[name] = ElementEvaluation(wiring, self.tables, None, self.unknowns.memory)
        return self._evaluations[name]

    def native(self, name: str) -> ElementCalls:
        """The same as loops take it, reading the state out of the memory of this run."""
        # Once for each function: what it is bound to lives as long as the evaluation holds it, and methods share it.
        if name not in self._native:
            self._native[name] = self.evaluation(name).native(self.memory, self.places)
        return self._native[name]

    def kernel(self, function: Any, *arguments: Any) -> np.ndarray:
        """A loop with its arguments as four integers, by which other loops call it."""
        made: LoopKernel = compiled_loop(function).kernel(*arguments)
        self._kept.append(made)
        return made.words

    @property
    def calls(self) -> tuple[Any, ...]:
        """All loops that are bound to its memory, and kernels of elements."""
        evaluations = self._evaluations.values()
        shares = (share for one in evaluations for share in one.shares)
        own = self.code.calls if "code" in vars(self) else ()
        return (*self._kept, *shares, *self.unknowns.calls, *own)

    @cached_property
    def code(self) -> OutsideCode:
        """Compiled functions of the whole, for what leaves the process."""
        return OutsideCode(self)

    def outside(self, inside: np.ndarray, record: Any = None, watch: Any = None) -> OutsideState:
        """A state vector as it is seen outside: at body frames, as are rows of a record and a watch."""
        view = self.code.view(inside)
        hide, rates = (hide_state, view), lambda rates: (show_rates, view, rates)
        if record is None:
            return OutsideState(inside, view.outside, hide, (show_state, view), rates=rates)
        written = int(record.count[SAMPLED])
        record.samples[:written] = self.shown(record.samples[:written])
        done = np.zeros(2, dtype=np.int64)
        rows = FrameRows(record.samples, record.count[SAMPLED:], watch.log_y, watch.fired, done)
        return OutsideState(inside, view.outside, hide, (show_rows, view, rows), (begin_rows, rows), rates)

    def moving(self, state: np.ndarray) -> np.ndarray:
        """A call that takes Parameters and keeps body frames of a state vector where they are."""
        return self.kernel(move_state, self.code.view(state))

    def observed(self, channels: Sequence[str]) -> tuple[list[str], np.ndarray, np.ndarray]:
        """(names of numbers, the call that computes them at the state that loops hold, where it writes them)."""
        found = [(name, array(self.code.expressions[name])) for name in channels]
        labels = [label for name, values in found for label in component_names(name, values.shape)]
        return labels, *self.code.observation("observed", [x for _, values in found for x in values.ravel()])

    def open_rows(self) -> tuple[np.ndarray, np.ndarray]:
        """What is left open on position level, and the call that computes it."""
        position = np.zeros(self.elements.rows)
        return position, self.kernel(measure_here, self.work, position) if len(position) else no_kernel()

    @property
    def costs(self) -> dict[str, float]:
        """Sums and products of an evaluation, by what trees call it, and of the factors of a matrix of slopes."""
        found = {
            name: sum(group.kernel(name).body.cost * group.count for group in self.elements.assembly.wiring(name).parts)
            for name in ("saddle", "energy", "slopes")
        }
        n = self.elements.size + self.elements.rows
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
        groups = self.elements.groups
        return [(group.names[0], source) for group in groups for _, source in group.kind.equations.laws.opaque]

    def hold(self, calls: Iterable[Any]) -> None:
        """Keeps what is bound to its memory: nothing is forgotten here."""
        known = set(map(id, self._kept))
        self._kept += [one for one in calls if id(one) not in known]

    def keep(self) -> None:
        """What is bound by now stays so when all is made new: all does."""

    def _element_places(self, group: Any) -> np.ndarray:
        """Where q and u of the elements of a group stand in memory (numbers × elements)."""
        bodies = self.elements.bodies.count
        own = self.places[7 * bodies : 7 * bodies + self.elements.size - 6 * bodies]
        poses = [7 * np.asarray(at)[None, :] + np.arange(7)[:, None] for at in group.bodies]
        return np.concatenate([*poses, own[group.own], self.sizes[0] + group.dofs])

    def _work(self) -> SaddleWork:
        elements, assembly, size = self.elements, self.elements.assembly, self.elements.size
        nq, nu, _ = self.sizes
        tangent, rates, first = self.evaluation("tangent"), self.evaluation("rates"), self.n + 2
        saddle = self.evaluation("saddle")
        nowhere = np.zeros(0, dtype=np.int64)
        on_speeds, speed_rows = (nowhere, nowhere) if assembly.is_holonomic.all() else assembly.matrix.on_speeds
        triplets, light = tangent.outputs["triplets"], np.zeros(size)
        light[6 * elements.bodies.count :] = LIGHT_MASS * typical_mass(self.tables)
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
            tangent=self.native("tangent"),
            rates=self.native("rates"),
            saddle=self.native("saddle"),
            matrix=saddle.outputs["triplets"],
            into=assembly.matrix.of_saddle,
            unknowns=self.unknowns.loops({id(g): self._element_places(g) for g, _ in self.unknowns.groups}),
            triplets=triplets,
            r=saddle.total("r"),
            Q=saddle.total("Q") if elements.has_forces else np.zeros(0),
            g=saddle.total("g"),
            psi=saddle.total("psi"),
            P_00=saddle.total("P_00"),
            row_g=rates.total("g"),
            row_psi=rates.total("psi"),
            field_power=self.native("field_power") if has_field else no_calls(self.memory),
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
        added = np.array(self.elements.assembly.regularisation(self.tables))
        a, b, c, d, e, f = self.tables.bodies[1:]
        moments = np.linalg.eigvalsh(np.array([[a, b, d], [b, c, e], [d, e, f]]).transpose(2, 0, 1))
        # Point masses have no moments at all: theirs is that of the mass at the length of the model.
        largest = np.where(moments[:, -1] > 0.0, moments[:, -1], self.tables.bodies[0] * self.elements.length**2)
        slender = np.where(moments[:, 0] < SLENDER * largest, SLENDER_INERTIA * largest, 0.0)
        added[: 6 * len(slender)].reshape(-1, 6)[:, :3] = slender[:, None]
        # Rows of open contacts are empty: beside masses their −ε would be no pivot.
        values = dict(zip(self.elements.values, self.parameters.tolist(), strict=True))
        open_rows = self.system.rows.switched_off(replace(self.system.rest, parameters=values))
        added[self.elements.size + open_rows] = -typical_mass(self.tables)
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
        rhs = self.kernel(saddle_loops.motion_here, self.work, self.f)
        return make_flow(rhs, self.x, self.f, no_kernel(), self.s, nothing, np.zeros((0, 0)))

    def calls_into(self, rows: np.ndarray) -> np.ndarray:
        """Calls of the rates that write into the rows of an array instead of `f`, pivots last."""
        return np.array([self.kernel(saddle_loops.motion_here, self.work, row) for row in rows])

    def _projection(self) -> Projection:
        nq, nu, _ = self.sizes
        dq, du, residual = np.zeros(nq), np.zeros(nu), np.zeros(3)
        tolerance = ROUNDED_OFF * min(1.0, self.elements.length)
        asks = np.zeros(1, dtype=np.int64)
        words = self.kernel(rank_loops.rows_here, self.work, dq, du, residual, asks, tolerance)
        ranking = closes_loops(self.elements)
        return make_projection(words, dq, du, residual, self.keeps, tolerance, self.elements.has_forces, asks, ranking)

    @cached_property
    def slopes(self) -> SlopeWork:
        """All derivatives of the equations."""
        found, size = self.evaluation("slopes"), self.elements.size
        wiring = found.wiring
        matrices = {}
        for name, of_rows in SLOPE_MATRICES.items():
            rows, columns = wiring.entries(name, of_rows)
            matrices[name] = SlopeEntries(found.outputs.get(name, np.zeros(0)), rows, columns)
        sums: Any = {name: found.total(name) for name in ("r", "g", "psi")}
        calls = self.native("slopes")
        nothing = np.zeros((0, 0))
        return SlopeWork(calls=calls, **sums, **matrices, by_place=nothing, by_speed=nothing, row=np.zeros(size))

    @cached_property
    def shifted(self) -> ShiftedWork:
        """Systems (κ − J) x = b."""
        by, size, n = self.slopes, self.elements.size, self.elements.size + self.elements.rows
        parts = [
            (by.M, TIMES_SHIFT, 0, 0),
            (by.A, TIMES_SHIFT, size, 0),
            (by.r_q, OVER_SHIFT, 0, 0),
            (by.c_q, OVER_SHIFT, size, 0),
            (by.r_u, UNSHIFTED, 0, 0),
            (by.c_u, UNSHIFTED, size, 0),
            # Reactions stand right of the velocities.
            (SlopeEntries(by.reactions.values, by.reactions.columns, by.reactions.rows), UNSHIFTED, 0, size),
            (by.r_lam, BY_LOAD, 0, size),
        ]
        rows, columns, kinds = [], [], np.zeros(4, dtype=np.int64)
        for entries, kind, down, right in parts:
            rows.append(entries.rows + down)
            columns.append(entries.columns + right)
            kinds[kind] += len(entries.rows)
        i, j = (np.concatenate(x).astype(np.int32) for x in (rows, columns))
        blocks, diagonal = self.elements.assembly.matrix.blocks, np.arange(n, dtype=np.int32)
        whole = triplet_pattern(n, np.concatenate([i, diagonal]), np.concatenate([j, diagonal]), blocks)
        return ShiftedWork(
            y=np.zeros(self.n),
            values=np.zeros(len(i)),
            rows=i,
            columns=j,
            ends=np.cumsum(kinds),
            real=stored_factors(whole, len(i)),
            complex_blocks=block_factors(whole, whole.seen, True),
            pair=stored_factors(doubled_pattern(whole, len(i)), 4 * len(i), doubles=True),
            place=np.zeros((2, size)),
            right=np.zeros((2, n)),
            spare=np.zeros(self.n),
        )

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """Places (i, j) in y with q̇_i = u_j: positions of bodies, and own coordinates."""
        nq, bodies = self.sizes[0], self.elements.bodies.count
        found = [(7 * b + 4 + k, nq + 6 * b + 3 + k) for b in range(bodies) for k in range(3)]
        return found + [(7 * bodies + i, nq + 6 * bodies + i) for i in range(nq - 7 * bodies)]

    def implicit_method(self, basis: StageBasis, order: int) -> ImplicitMethod:
        """An implicit Runge–Kutta method on these equations, with memory of its own."""
        evaluation, table = self.evaluation("balance"), implicit_table(basis)
        size, rows, s = self.elements.size, self.elements.rows, len(table.c)
        stages = AbsoluteStages(
            work=self.work,
            slopes=self.slopes,
            shifted=self.shifted,
            calls=self.native("balance"),
            sum_r=evaluation.total("r"),
            sum_c=evaluation.total("c"),
            past=np.zeros((4, rows)),
            past_t=np.full(3, np.nan),
            lam=np.zeros((s, rows)),
            left=np.zeros((s, size + rows)),
            pushed=np.zeros((s, size + rows)),
            change=np.zeros((s, rows)),
            rates=np.ascontiguousarray(table.t @ table.shifts),
        )
        found = implicit_method(self.flow, self.projection, stages, stages, basis, order)
        if basis is not RADAU.basis:
            return found._replace(equations=ABSOLUTE_RATES)
        return found._replace(equations=ABSOLUTE_STAGES, table=table._replace(slow=SLOW_STAGES))

    def weak_form(self, chart: str, solver: str, threads: int | None) -> WeakAbsolute:
        """The equations in weak form, for elements in time."""
        return WeakAbsolute(self.elements, self.tables, chart, solver, threads)

    def alpha_method(self, rho_inf: float, is_fixed: bool) -> AlphaMethod:
        """The generalized-α method on these equations, with memory of its own."""
        (nq, nu, nz), assembly = self.sizes, self.elements.assembly
        system, evaluation = self.elements, self.evaluation("residual")
        size, rows = system.size, system.rows
        it = AbsoluteIndex3(
            work=self.work,
            factors=stored_factors(assembly.matrix.whole_pattern, self.work.factors.exact),
            factored=np.zeros(2),
            calls=self.native("residual"),
            c=evaluation.weights,
            sum_r=evaluation.total("r"),
            sum_rows=evaluation.total("rows"),
            tangent_r=self.evaluation("tangent").total("r"),
            tangent_rows=self.evaluation("tangent").total("rows"),
            rate=np.zeros(nu + nz),
            lam=np.zeros(rows),
            r=np.zeros(size + rows),
            q_u=np.zeros((nq, 0)),
            level=np.where(assembly.is_holonomic, 2, 1).astype(np.int64),
            step=np.zeros(1),
            is_simple=bool(assembly.is_holonomic.all()) and not system.rows_work,
        )
        found = alpha_method(self.flow, self.projection, it, rho_inf, is_fixed)
        room = found.work._replace(drift=np.zeros(nu), matrix=np.zeros((0, 0)))
        return found._replace(solution=ABSOLUTE_SOLUTION, work=room)

    def tangent(self) -> Tangent:
        """The exact derivatives of the rates."""
        n = self.n - 1
        f_y = np.zeros((n, n))
        by_place, by_speed = np.zeros((2, self.elements.size, self.elements.size + self.elements.rows))
        slopes = self.slopes._replace(by_place=by_place, by_speed=by_speed)
        words = self.kernel(slope_loops.dense_tangent, self.work, slopes, f_y)
        return make_tangent(words, f_y, np.zeros((n, 0)), np.zeros((0, n)))

    def y_of(self, state: State, work: float = 0.0) -> np.ndarray:
        """The state vector of a state."""
        row = np.concatenate([state.q, state.u, state.z, [work]])
        return shifted_rows(row, self.tables.com, 1.0, self.sizes[0], is_unit=False)

    def shown(self, y: np.ndarray) -> np.ndarray:
        """Rows of state vectors as states have them, at body frames."""
        return shifted_rows(y, self.tables.com, -1.0, self.sizes[0])

    def hidden(self, y: np.ndarray) -> np.ndarray:
        """Rows at body frames as state vectors."""
        return shifted_rows(y, self.tables.com, 1.0, self.sizes[0])

    def row_columns(self, y: np.ndarray) -> Callable[[np.ndarray], np.ndarray]:
        """Rows by velocities of body frames as rows by those of centres of mass, at a state."""
        bodies = self.elements.bodies.count
        arms = rotated_rows(y[: 7 * bodies].reshape(-1, 7)[:, :4], self.tables.com)

        def columns(rows: np.ndarray) -> np.ndarray:
            found = np.array(rows)
            own = found[:, : 6 * bodies].reshape(len(found), bodies, 6)
            own[..., :3] -= cross_products(np.broadcast_to(arms, own[..., 3:].shape), own[..., 3:])
            return found

        return columns

    def between(self, t: np.ndarray, y: np.ndarray, dense: np.ndarray) -> Callable[[np.ndarray], np.ndarray]:
        """States between the ends of steps of order two, by cubics of rotations and places of body frames: polynomials
        would take three times the memory of the rows."""
        nodes = row_nodes(t, self.shown(y), self.sizes[:2], self.elements.bodies.count)
        return lambda wanted: self.hidden(nodes(wanted))

    def state_of(self, y: np.ndarray, t: float, like: State) -> State:
        """The state of a state vector."""
        nq, nu, nz = self.sizes
        row = self.shown(y)
        return State(self.system.layout, row[:nq], row[nq : nq + nu], float(t), like.parameters, row[nq + nu :][:nz])

    def energy(self, t: float, y: np.ndarray) -> float:
        """Kinetic and potential energy together; `energies` holds them one by one."""
        self.x[:-1], self.x[-1] = y, t
        call(self.energy_kernel)
        return float(self.energies.sum())

    def rates(self, t: float, y: np.ndarray) -> np.ndarray | None:
        """ẏ, or None where it cannot be computed."""
        self.x[:-1], self.x[-1] = y, t
        return self.f[:-1].copy() if self._rated() else None

    @cached_property
    def _rated(self) -> Any:
        return compiled_loop(rated_here).bound(self.flow)

    @cached_property
    def _projected(self) -> Any:
        return compiled_loop(project_here).bound(self.flow, self.projection, self._y)

    def project(self, t: float, y: np.ndarray) -> bool:
        """Projects y in place; False where the constraints cannot be met."""
        self._y[:], self.x[-1] = y, t
        fits = bool(self._projected())
        y[:] = self._y
        return fits

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

    def configuration(self, y: np.ndarray, t: float) -> Configuration:
        """A state vector as arrays."""
        elements = self.elements
        return Configuration.of_vector(y[:-1], t, elements.bodies.count, self.sizes[0], elements.size)


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

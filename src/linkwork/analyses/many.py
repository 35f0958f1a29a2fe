"""`simulate_many`: the motions of one system from many states or with many parameter values, side by side."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from ..contract import ModelError
from ..contract.arguments import COUNT, FUNCTIONS_ARGUMENT, REAL, SEVERAL_ARGUMENT, TIMES_ARGUMENT, takes
from ..kernels.loops import compiled_loop
from ..kernels.target import cores
from ..mechanics.tree_batches import batch_arguments, certificate_with_residuals
from ..numerics.integrators import explicit_lanes
from ..numerics.status import CONSTRAINTS_OPEN, PAUSED, RUN_DONE, RUNNING
from ..numerics.tableaus import Tableau
from ..results import Certificate, Ensemble, State, Trajectory
from ..run import Statistics
from ..run.certificate import certificate_of
from ..run.energy_balance import least_energy_size
from ..run.output import Output
from ..run.progress import Interruption, Progress
from ..system import System
from .common.bound_kernels import BoundKernels
from .common.delays import looks_back
from .common.failures import explain
from .common.lanes import Block
from .common.member_runs import one_by_one
from .common.state_arguments import SYSTEM
from .constraints.row_choice import chosen_rows
from .constraints.start_correction import far_off
from .engines.engine import PIECE_STEPS
from .methods.method import Method
from .methods.options import CONSTRAINED, OUTPUT, STEP_LENGTH, TO_MEMORY, Adaptive, Enforcement, Options
from .methods.registry import METHOD, method_of
from .simulate import simulate


@takes(
    system=SYSTEM,
    members=SEVERAL_ARGUMENT,
    t_end=REAL | None,
    times=TIMES_ARGUMENT,
    method=METHOD,
    h=STEP_LENGTH | None,
    constraints=CONSTRAINED,
    outputs=FUNCTIONS_ARGUMENT | None,
    threads=COUNT | None,
    output=OUTPUT,
)
def simulate_many(
    system: System,
    members: Sequence[State | Mapping[str, float]],
    t_end: float | None = None,
    *,
    times: Any = 101,
    method: str | Tableau | Method = "auto",
    rtol: float = 1e-8,
    atol: float = 1e-10,
    h: float | Adaptive | None = None,
    constraints: str | Enforcement = "projection",
    outputs: Mapping[str, Callable[[Any], Any]] | None = None,
    threads: int | None = None,
    output: Output = TO_MEMORY,
) -> Ensemble:
    """The motion of every member, a state or values by name (coordinates, speeds, states, Parameters), to `t_end`.

    Members of a tree run side by side on SIMD code, in blocks that threads share (`threads`; one a core unless told
    otherwise). By implicit methods, with elements that have unknowns or look back, with a `solution` of
    `lw.Enforcement` and in absolute coordinates they run one after the other. Options are as for `simulate`, with each
    member's own steps where the method controls its error. Members start at one time and are sampled at `times` (a
    sequence, or how many). One that fails does not stop the others: its status says why.
    `output=lw.Output(progress=False)` shows no progress. Events, files and checkpoints are for `simulate`.
    """
    states = [_state(system, k, given) for k, given in enumerate(members)]
    if not states:
        raise ModelError("simulate_many: there are no members; give states, or values by name.")
    if len({state.t for state in states}) > 1:
        raise ModelError("simulate_many: members start at different times; give them the same t.")
    if output.file is not None or output.checkpoints:
        raise ModelError("simulate_many: ensembles have neither files nor checkpoints; run simulate for each member.")
    asked = method_of(method, system.coordinates, "simulate_many")
    options = Options(states[0].t, t_end, times, asked, rtol, atol, h, constraints, "simulate_many")
    tableau = options.first_method.tableau if system.coordinates == "tree" else None
    is_plain = not looks_back(system) and options.solution[0] == "auto"
    if tableau is not None and is_plain and not len(system.unknowns):
        return Batch(system, states, options, tableau, dict(outputs or {}), threads, output.progress).ensemble()
    ways: dict[str, Any] = {
        "method": method,
        "rtol": rtol,
        "atol": atol,
        "h": h,
        "constraints": constraints,
        "outputs": outputs,
    }
    run = partial(simulate, system, times=options.sampled, output=Output(progress=False), **ways)
    return one_by_one(system, states, run, options.plan, output.progress)


def _state(system: System, k: int, given: Any) -> State:
    if isinstance(given, State):
        if given.layout is not system.layout:
            raise ModelError(f"simulate_many: member {k} belongs to another system; make it with this one's `state`.")
        return system.prescribed(given)
    if not isinstance(given, Mapping):
        raise ModelError(f"simulate_many: member {k} is {given!r}; give a state, or values by name.")
    try:
        return system.state(given)
    except ModelError as error:
        raise ModelError(f"simulate_many: member {k}: {error}") from None


@dataclass(eq=False)
class Batch:
    """Many runs in progress."""

    system: System
    states: list[State]
    options: Options
    tableau: Tableau
    outputs: dict[str, Any]
    threads: int | None
    progress: bool

    def __post_init__(self) -> None:
        self.rows = chosen_rows(self.system, self.states[0])
        count = len(self.states)
        n = self.system.layout.nq + self.system.layout.nu + self.system.layout.nz + 1
        parts = (np.array([getattr(state, name) for state in self.states]) for name in ("q", "u", "z"))
        self.y = np.hstack([*parts, np.zeros((count, 1))])
        named = self.system.equations.parameters
        self.parameters = np.array([[s.parameters.get(p.name, p.value) for p in named] for s in self.states])
        self.samples = np.full((count, len(self.options.sampled), n), np.nan)
        self.clock, self.counts = np.zeros((10, count)), np.zeros((4, count), dtype=np.int64)
        self.status = np.full(count, PAUSED, dtype=np.int64)
        self.last = self.y.copy()
        self.advance = compiled_loop(explicit_lanes.advance_lanes)
        self.interruption = Interruption()

    def ensemble(self) -> Ensemble:
        """Runs all members."""
        began = time.perf_counter()
        first = self._block()
        starts = list(range(0, len(self.states), first.width))
        workers = max(1, min(cores() if self.threads is None else self.threads, len(starts)))
        shares = [starts[k::workers] for k in range(workers)]
        blocks = [first, *(self._block() for _ in range(workers - 1))]
        bar = Progress(self.progress, 0.0, float(len(shares[0])), self.system.model.name)
        with self.interruption.heard():
            try:
                if workers == 1:
                    self._share(first, starts, bar)
                else:
                    with ThreadPoolExecutor(workers) as pool:
                        list(
                            pool.map(
                                lambda k: self._share(blocks[k], shares[k], bar if k == 0 else None), range(workers)
                            )
                        )
            finally:
                bar.close()
        return self._result(time.perf_counter() - began)

    def _block(self) -> Block:
        return Block(self.system, self.rows, self.options, self.tableau)

    def _share(self, block: Block, starts: list[int], bar: Progress | None) -> None:
        times = np.ascontiguousarray(self.options.sampled)
        for done, start in enumerate(starts):
            members = slice(start, min(start + block.width, len(self.states)))
            count = members.stop - start
            block.start(self.y[members], self.parameters[members], self.options.t_start)
            lanes = block.lanes
            if len(times) and times[0] <= self.options.t_start:
                going = lanes.status[:count] == RUNNING
                self.samples[members, 0][going] = block.y[:, :count].T[going]
                lanes.count[explicit_lanes.LANE_SAMPLED, :count][going] = 1
            code = PAUSED
            while code == PAUSED and not self.interruption.asked:
                code = self.advance(lanes, block.table, times, self.samples, start, PIECE_STEPS)
                if bar is not None:
                    bar.show(float(done), int(lanes.count[explicit_lanes.LANE_ACCEPTED].max()))
            block.opaque.raise_pending()
            paused = np.where(lanes.status == RUNNING, PAUSED, lanes.status)
            self.status[members], self.last[members] = paused[:count], block.y[:, :count].T
            self.clock[:, members], self.counts[:, members] = lanes.clock[:, :count], lanes.count[:, :count]

    def _result(self, wall: float) -> Ensemble:
        nq, nu, _ = (self.system.layout.nq, self.system.layout.nu, self.system.layout.nz)
        s = self.samples
        return Ensemble(
            self.options.sampled,
            s[..., :nq],
            s[..., nq : nq + nu],
            s[..., nq + nu : -1],
            s[..., -1],
            self.counts[explicit_lanes.LANE_SAMPLED],
            tuple(self._said(k) for k in range(len(self.states))),
            self.counts[explicit_lanes.LANE_ACCEPTED],
            wall,
            lambda k: self._member(k, wall),
        )

    def _said(self, k: int) -> str:
        """What became of a member."""
        code, t = int(self.status[k]), float(self.clock[explicit_lanes.LANE_T, k])
        if code == RUN_DONE:
            return "done"
        if code == PAUSED:
            return f"paused: interrupted at t = {t:.6g}; what was computed is kept"
        if code == CONSTRAINTS_OPEN and not self.counts[explicit_lanes.LANE_ACCEPTED, k]:
            return f"failed: {far_off(self.system, self.states[k]).removeprefix('simulate: ')}"
        bound = BoundKernels(self.system, self.parameters[k].copy(), self.rows, self.options.gains)
        return f"failed: {explain(bound, code, t, self.last[k])}"

    def _member(self, k: int, wall: float) -> Trajectory:
        """A member as a trajectory, its errors measured on its samples."""
        count = int(self.counts[explicit_lanes.LANE_SAMPLED, k])
        nq, nu = self.system.layout.nq, self.system.layout.nu
        y = self.samples[k, :count]
        run = Trajectory(
            self.system.model,
            self.system.layout,
            self.options.sampled[:count],
            y[:, :nq],
            y[:, nq : nq + nu],
            y[:, nq + nu : -1],
            y[:, -1],
            dict(self.states[k].parameters),
            self._certificate(k, wall),
            self.system.channels.reader(self.outputs),
            outputs=self.outputs,
        )
        return _measured(self.system, run)

    def _certificate(self, k: int, wall: float) -> Certificate:
        status, _, sentence = self._said(k).partition(": ")
        least = self.clock[explicit_lanes.LANE_H_LEAST, k]
        layout = self.system.layout
        known = Statistics(
            method=self.tableau.name,
            t_end=float(self.clock[explicit_lanes.LANE_T, k]),
            steps=int(self.counts[explicit_lanes.LANE_ACCEPTED, k]),
            rejected=int(self.counts[explicit_lanes.LANE_REJECTED, k]),
            evaluations=int(self.counts[explicit_lanes.LANE_EVALUATIONS, k]),
            jacobians=0,
            step_range=(float(least) if np.isfinite(least) else 0.0, float(self.clock[explicit_lanes.LANE_H_MOST, k])),
            energy={"energy_scale": 0.0, "energy_error": float("nan")},
            position_error=0.0,
            velocity_error=0.0,
            correction=float(self.clock[explicit_lanes.LANE_MOVED, k]),
            rank=len(self.rows),
            rows=self.system.equations.rows.count,
            freedoms=layout.nu - len(layout.driven) - len(layout.locked) - len(self.rows),
            notes=(),
        )
        sentence = sentence or "the end was reached"
        return certificate_of(self.system.model, self.options.plan, known, status, sentence, 0, wall / len(self.states))


def _measured(system: System, run: Trajectory) -> Trajectory:
    """With the energy balance and the residuals of constraints at the samples in its certificate."""
    if len(run) < 2:
        return run
    found = system.kernel("energy").batch(*batch_arguments(system, run))
    change = found.kinetic + found.potential
    change = change - change[0]
    imbalance = change - run.work + run.work[0]
    known = replace(
        certificate_with_residuals(system, run),
        energy_error=float(np.abs(imbalance).max()),
        energy_scale=float(max(found.kinetic.max(), np.abs(change).max())),
        energy_size=max(least_energy_size(system.model), float((found.kinetic + np.abs(found.potential)).max())),
        energy_grew=float(run.t[1 + int(np.argmax(np.abs(np.diff(imbalance))))]),
    )
    return replace(run, certificate=known)

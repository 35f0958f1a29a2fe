"""`simulate_many`: the motions of one system from many states or with many parameter values, side by side."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

import numpy as np

from .._blas_threads import small_on_one_thread
from ..channels import BALANCE, RUN_CHANNELS
from ..contract import ModelError
from ..contract.arguments import COUNT, FUNCTIONS_ARGUMENT, REAL, SEVERAL_ARGUMENT, TIMES_ARGUMENT, ArgumentKind, takes
from ..kernels.loops import compiled_loop
from ..kernels.target import cores
from ..mechanics.tree import TreeSystem
from ..mechanics.tree_batches import StateRows
from ..numerics.integrators import explicit_lanes
from ..numerics.status import CONSTRAINTS_OPEN, PAUSED, RUN_DONE, RUNNING
from ..numerics.tableaus import Tableau
from ..results import Certificate, Ensemble, State, Trajectory
from ..results.ensemble import MemberEnd
from ..run import Statistics
from ..run.certificate import certificate_of, judged_certificate
from ..run.output import Output
from ..run.past_memory import looks_back
from ..run.progress import Interruption, Progress
from ..run.time_mesh import MeshTable, mesh_notes
from ..system import System
from .common.bound_kernels import BoundKernels
from .common.member_rows import MemberRows
from .common.member_runs import one_by_one
from .common.member_states import MemberStarts, check_member_parameters, member_states, with_numbers
from .common.plausibility import plausibility
from .common.state_arguments import SYSTEM
from .constraints.row_choice import chosen_rows
from .constraints.start_correction import far_off
from .contact.contact_table import has_contacts
from .engines.engine import PIECE_STEPS
from .methods.method import MethodChoice
from .methods.options import CONSTRAINED, OUTPUT, STEP_LENGTH, TO_MEMORY, Adaptive, Enforcement, Options
from .methods.registry import METHOD, method_of
from .simulate import row_judges, row_notes, run_again, simulate
from .steppers.failures import explain
from .steppers.lanes import Block
from .steppers.second_run import SecondRun

LARGEST_COUNT = ("energy_error", "position_error", "velocity_error")
SMALLEST_COUNT = ("energy_scale", "energy_size")
"""Numbers of certificates by which a run is judged the worse the larger, and the worse the smaller they are."""

UNJUDGED: Mapping[str, float] = {
    "energy_error": float("nan"),
    "energy_scale": 0.0,
    "energy_size": 0.0,
    "energy_grew": 0.0,
    "position_error": 0.0,
    "velocity_error": 0.0,
}
"""Errors that certificates tell of members with less than two samples."""

MEMBERS = ArgumentKind(
    lambda value: isinstance(value, Mapping) or SEVERAL_ARGUMENT.fits(value), "a list, or columns of values by name"
)


@takes(
    system=SYSTEM,
    members=MEMBERS,
    t_end=REAL | None,
    times=TIMES_ARGUMENT,
    method=METHOD,
    h=STEP_LENGTH | None,
    constraints=CONSTRAINED,
    outputs=FUNCTIONS_ARGUMENT | None,
    threads=COUNT | None,
    output=OUTPUT,
)
@small_on_one_thread
def simulate_many(
    system: System,
    members: Sequence[State | Mapping[str, float]] | Mapping[str, Any],
    t_end: float | None = None,
    *,
    times: Any = 101,
    method: MethodChoice = "auto",
    rtol: float = 1e-8,
    atol: float = 1e-10,
    h: float | Adaptive | None = None,
    constraints: str | Enforcement = "projection",
    outputs: Mapping[str, Callable[[Any], Any]] | None = None,
    threads: int | None = None,
    output: Output = TO_MEMORY,
) -> Ensemble:
    """The motion of every member, a state or values by name (coordinates, speeds, states, Parameters), to `t_end`.

    Numbers of the model have names too, as sliders of `lw.live` have: "spring.stiffness", "crank.length", "gravity",
    "A.angle_dot" of a drive.

    `members` lists them, or has columns by name, {"A.angle": angles}, which takes less time where runs are short.

    Members of a tree run side by side on SIMD code, in blocks that threads share (`threads`; one a core unless said
    otherwise). By implicit methods, with contacts, with elements that have unknowns or delays, with a `solution` of
    `lw.Enforcement` and in absolute coordinates they run one after the other. Options are as for `simulate`, with each
    member's own steps where the method controls its error. Members start at one time and are sampled at `times` (a
    sequence, or how many). One that fails does not stop the others: its status says why. Values of Parameters that the
    model refuses are reported before anything runs.
    `output=lw.Output(progress=False)` shows no progress. Events, files and checkpoints are for `simulate`.
    """
    with _room(members):
        system, members = with_numbers(system, members)
        members = member_states(system, members)
        check_member_parameters(system, members)
    if not len(members):
        raise ModelError("there are no members; give states, or values by name.", "simulate_many")
    if len(members.times) > 1:
        raise ModelError("members start at different times; give them the same t.", "simulate_many")
    if threads is not None and threads < 1:
        raise ModelError(f"threads = {threads}; give 1 or more.", "simulate_many")
    if output.file is not None or output.checkpoints:
        raise ModelError("ensembles have neither files nor checkpoints; run simulate for each member.", "simulate_many")
    asked = method_of(method, system.coordinates, "simulate_many", REAL.fits(h))
    options = Options(members[0].t, t_end, times, asked, rtol, atol, h, constraints, "simulate_many")
    tableau = options.first_method.tableau
    is_plain = not (looks_back(system) or has_contacts(system)) and options.solution[0] == "auto"
    rows = members.rows if is_plain else None
    if tableau is not None and rows is not None and not len(rows.system.unknowns):
        with _room(members, len(options.sampled)):
            own = dict(outputs or {})
            return Batch(rows.system, members, rows, options, tableau, own, threads, output.progress).ensemble()
    ways: dict[str, Any] = {
        "method": method,
        "rtol": rtol,
        "atol": atol,
        "h": h,
        "constraints": constraints,
        "outputs": outputs,
    }
    run = partial(simulate, system, times=options.sampled, output=Output(progress=False), **ways)
    return one_by_one(system, members, run, options.plan, output.progress)


@contextmanager
def _room(members: Any, times: int = 0) -> Iterator[None]:
    """Says what to do where members do not fit into memory."""
    try:
        yield
    except MemoryError as error:
        count = max(map(np.size, members.values()), default=0) if isinstance(members, Mapping) else len(members)
        sampled = f" at {times} times each" if times else ""
        raise ModelError(
            f"{count} members{sampled} do not fit into memory ({error}). Run them in parts, sample "
            "fewer `times`, or take lw.study, which keeps measures of members and not their motion.",
            "simulate_many",
        ) from None


@dataclass(eq=False)
class Batch:
    """Many runs in progress."""

    system: TreeSystem
    states: MemberStarts
    given: StateRows
    options: Options
    tableau: Tableau
    outputs: dict[str, Any]
    threads: int | None
    progress: bool

    def __post_init__(self) -> None:
        self.rows = chosen_rows(self.system, self.states[0])
        count = len(self.states)
        n = self.system.layout.nq + self.system.layout.nu + self.system.layout.nz + 1
        rows = self.given
        self.y, self.parameters = np.hstack([rows.q, rows.u, rows.z, np.zeros((count, 1))]), rows.parameters
        self.samples = np.full((count, len(self.options.sampled), n), np.nan)
        self.clock, self.counts = np.zeros((11, count)), np.zeros((5, count), dtype=np.int64)
        self.status = np.full(count, PAUSED, dtype=np.int64)
        self.last = self.y.copy()
        self.advance = compiled_loop(explicit_lanes.advance_lanes)
        self.reader = self.system.channels.reader(self.outputs)
        self.interruption = Interruption()
        plan = self.options.plan
        self.meshes = MeshTable(self.system, self.parameters, plan.t_start, plan.t_end, plan.rtol)

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
            block.start(self.y[members], self.parameters[members], self.options.t_start, self.meshes[members])
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
            self.ends,
            self.counts[explicit_lanes.LANE_ACCEPTED],
            wall,
            lambda k: self._member(k, wall),
            self._channel,
            lambda: self._worst(wall),
            lambda: self.differing,
        )

    @cached_property
    def members(self) -> MemberRows:
        """What they reached, as rows of one table."""
        counts = self.counts[explicit_lanes.LANE_SAMPLED]
        return MemberRows(self.system, self.options.sampled, self.samples, counts, self.parameters)

    def _channel(self, name: str) -> np.ndarray | None:
        """A channel of the model of all members at once."""
        if name in (BALANCE, *RUN_CHANNELS) or not self.members.counts.any():
            return None
        return self.members.channel(self.reader, name)

    @cached_property
    def ends(self) -> tuple[MemberEnd, ...]:
        """The outcome of every member."""
        return tuple(self._end(k) for k in range(len(self.states)))

    def _end(self, k: int) -> MemberEnd:
        """The outcome of a member."""
        code, t = int(self.status[k]), float(self.clock[explicit_lanes.LANE_T, k])
        if code == RUN_DONE:
            return MemberEnd("done", "the end was reached")
        if code == PAUSED:
            return MemberEnd("paused", f"interrupted at t = {t:.6g}; what was computed is kept")
        if code == CONSTRAINTS_OPEN and not self.counts[explicit_lanes.LANE_ACCEPTED, k]:
            return MemberEnd("failed", far_off(self.system, self.states[k]))
        bound = BoundKernels(self.system, self.parameters[k].copy(), self.rows, self.options.gains)
        return MemberEnd("failed", explain(bound, code, t, self.last[k]))

    def _member(self, k: int, wall: float) -> Trajectory:
        """A member as a trajectory, its errors measured on its samples."""
        count = int(self.counts[explicit_lanes.LANE_SAMPLED, k])
        nq, nu = self.system.layout.nq, self.system.layout.nu
        y = self.samples[k, :count]
        second = SecondRun(partial(run_again, self.system), self.states[k], self.options, True)
        judged = partial(judged_certificate, self._certificate(k, wall), self.system)
        return Trajectory(
            self.system.channels.provider,
            self.options.sampled[:count],
            y[:, :nq],
            y[:, nq : nq + nu],
            y[:, nq + nu : -1],
            y[:, -1],
            dict(self.states[k].parameters),
            partial(judged, partial(row_notes, self.system), second),
            self.reader,
            outputs=self.outputs,
        )

    def _worst(self, wall: float) -> Certificate | None:
        """A certificate with the worst numbers of all members, where a run with these would still be good.

        Every rule on runs grows with errors and with steps of one kind or the other. None where some run is not good,
        and where rows of each have to be looked at.
        """
        if row_judges(self.system):
            return None
        if (self.status != RUN_DONE).any() or self.members.counts.min() < 2 or self.meshes.notes(self.options.h):
            return None
        errors = self.members.errors
        # NumPy's largest of numbers is none where one of them is none, and the rule on energies tells that.
        most: dict[str, Any] = {name: float(errors[name].max()) for name in LARGEST_COUNT}
        least: dict[str, Any] = {name: float(errors[name].min()) for name in SMALLEST_COUNT}
        steps, rejected = self.counts[explicit_lanes.LANE_ACCEPTED], self.counts[explicit_lanes.LANE_REJECTED]
        worst = replace(
            self._certificate(0, wall),
            **most,
            **least,
            steps=int(steps.min()),
            rejected=int(rejected.max()),
            correction=float(self.clock[explicit_lanes.LANE_MOVED].max()),
            step_range=(0.0, float(self.clock[explicit_lanes.LANE_H_MOST].max())),
        )
        if not (worst.verdict.is_good and replace(worst, steps=int(steps.max())).verdict.is_good):
            return None
        k = int(np.argmax(errors["energy_error"] / np.maximum(errors["energy_scale"], 1e-300)))
        return replace(
            worst, energy_error=float(errors["energy_error"][k]), energy_scale=float(errors["energy_scale"][k])
        )

    @cached_property
    def differing(self) -> dict[str, list[Any]]:
        """What certificates of members say, where they differ: a column each."""
        found: dict[str, Any] = {
            "t_end": self.clock[explicit_lanes.LANE_T],
            "steps": self.counts[explicit_lanes.LANE_ACCEPTED],
            "rejected": self.counts[explicit_lanes.LANE_REJECTED],
            "evaluations": self.counts[explicit_lanes.LANE_EVALUATIONS],
            "correction": self.clock[explicit_lanes.LANE_MOVED],
        }
        judged = self.members.counts > 1  # by one sample alone nothing is known of errors
        for name, unjudged in UNJUDGED.items():
            errors = self.members.errors[name] if judged.any() else unjudged
            found[name] = np.where(judged, errors, unjudged)
        least, most = self.clock[explicit_lanes.LANE_H_LEAST], self.clock[explicit_lanes.LANE_H_MOST]
        ranges = zip(np.where(np.isfinite(least), least, 0.0).tolist(), most.tolist(), strict=True)
        return {
            **{name: column.tolist() for name, column in found.items()},
            "status": [end.status for end in self.ends],
            "sentence": [end.sentence for end in self.ends],
            "step_range": list(ranges),
        }

    def _certificate(self, k: int, wall: float) -> Certificate:
        own = {name: column[k] for name, column in self.differing.items()}
        layout = self.system.layout
        known = Statistics(
            method=self.tableau.name,
            jacobians=0,
            energy={name: own.pop(name) for name in UNJUDGED if name.startswith("energy")},
            rank=len(self.rows),
            rows=self.system.equations.rows.count,
            freedoms=layout.nu - len(layout.driven) - len(layout.locked) - len(self.rows),
            notes=(*plausibility(self.system, self.states[k]), *mesh_notes(self.meshes[k : k + 1][0], self.options.h)),
            **{name: x for name, x in own.items() if name not in ("status", "sentence")},
        )
        share = wall / len(self.states)
        return certificate_of(self.system, self.options.plan, known, own["status"], own["sentence"], None, share)

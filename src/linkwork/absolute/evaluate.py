"""All elements evaluated at once: inputs gathered into one array, kernels run on views of it, outputs side by side.

`Wiring` says where everything goes and is found once for each function; `ElementEvaluation` has the memory, so each
stepper has one of its own. Where one thread does it all, inputs, kernels and sums are one call of native code.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import zip_longest
from typing import Any, NamedTuple

import numpy as np

from ..formulation.absolute.outputs import WEAK_WEIGHTS
from ..kernels import Kernel
from ..kernels.loops import compiled_loop, loop, vectorised
from ..kernels.loops.calls import call_rows
from ..kernels.rows import BoundRow, BoundShare, BoundSingles, RowStrides, trailing
from ..kernels.team import Task, ThreadTeam
from .configuration import Configuration
from .tables import Tables

_TURNS = ("turn", "spin", "swing")
"""How places, velocities and accelerations of bodies that turn change with an unknown (9 × bodies each)."""
ADDED_TO = {
    "r": "dofs",
    "Q": "dofs",
    "energy": "energies",
    "power": "whole",
    "rows": "rows",
    "g": "rows",
    "psi": "rows",
    "P_00": "rows",
    "c": "rows",
}
"""Outputs that are added up, and where they belong."""
GATHERED = ("q", "u", "a", "lam", "mu", *_TURNS)
UNKNOWN_OUTPUTS = ("s", "s_u", "s_q")
"""What comes with unknowns of elements, found before anything else."""
MATRIX_OUTPUTS = ("r_x", "reactions", "rows_x", "r_lam")
"""Outputs that make up the matrix, in the order of its triplets."""
OF_ROWS_ONLY = ("weak_rows",)
"""Functions that elements without rows have not."""
FEW_ELEMENTS = 4
"""Up to so many elements may be computed one by one."""
SINGLE = ("slopes", "weak", "weak_slopes", "weak_rows")
"""Functions whose code for several at a time is made for more elements than that only."""
ROW_CALL_WORDS = 6
"""Integers of a call of `call_rows`."""
GATHER_SHARE = 20_000
"""Fewer numbers than this are gathered by one thread."""
THREAD_SHARE = 64
"""Fewer elements than this are not worth a thread."""


class ElementCalls(NamedTuple):
    """All kernels of an evaluation with their memory, as loops take it."""

    state: Any
    source: Any
    gathered: Any
    calls: Any
    """What `call_rows` takes, a call a row."""
    values: Any
    """Outputs that are added up."""
    target: Any
    """Their places in `sums`."""
    sums: Any
    t: Any


@vectorised
def gather_inputs(work: ElementCalls) -> None:
    """Inputs of all elements, out of the state."""
    for i in range(len(work.source)):
        work.gathered[i] = work.state[work.source[i]]


@vectorised
def add_up(work: ElementCalls) -> None:
    """What elements give, each at its place."""
    for i in range(len(work.sums)):
        work.sums[i] = 0.0
    for i in range(len(work.target)):
        work.sums[work.target[i]] += work.values[i]


@loop
def evaluate_elements(work: ElementCalls) -> None:
    """Inputs, kernels, sums."""
    gather_inputs(work)
    for k in range(len(work.calls)):
        call_rows(work.calls[k])
    add_up(work)


@dataclass(frozen=True, eq=False)
class Wiring:
    """Where the inputs and outputs of one function lie, for all kinds of elements together."""

    system: Any
    name: str

    @cached_property
    def parts(self) -> tuple[Any, ...]:
        """Those that have the function: bodies, groups of elements."""
        own = () if self.name in ("rates", *OF_ROWS_ONLY) else (self.system.bodies,)
        return (*own, *(g for g in self.system.groups if self._has(g)))

    def _has(self, group: Any) -> bool:
        """Whether a group of elements has the function."""
        if self.name == "energy":
            return bool(group.kind.forces.have_inertia)
        if self.name == "field_power":
            return False
        return self.name not in OF_ROWS_ONLY or bool(len(group.rows))

    @cached_property
    def kernels(self) -> list[Kernel]:
        """One for each part."""
        return [part.kernel(self.name) for part in self.parts]

    @cached_property
    def source(self) -> np.ndarray:
        """For every gathered number its place in (poses, own unknowns, u, a, multipliers, _TURNS)."""
        found = [s.ravel() for part, k in zip(self.parts, self.kernels, strict=True) for s in self._sources(part, k)]
        return np.concatenate([np.zeros(0, dtype=np.int64), *found]).astype(np.int32)

    def _sources(self, part: Any, kernel: Kernel) -> list[np.ndarray]:
        system = self.system
        n = len(system.bodies.names)
        own = 7 * n
        u = own + system.size - 6 * n
        places = [np.arange(7)[:, None] * n + np.asarray(bodies)[None, :] for bodies in part.bodies]
        at = {"q": np.concatenate([*places, own + part.own]), "u": u + part.dofs, "a": u + system.size + part.dofs}
        if "lam" in kernel.signature.shapes:
            at["lam"] = u + 2 * system.size + part.multiplier_rows
        if "mu" in kernel.signature.shapes:
            at["mu"] = u + 2 * system.size + part.rows
        turns = u + 2 * system.size + system.rows
        for k, name in enumerate(_TURNS):
            blocks = [np.arange(9)[:, None] * n + bodies for bodies in part.bodies]
            at[name] = turns + 9 * n * k + np.concatenate([np.zeros((0, part.count), dtype=np.int64), *blocks])
        return [at[name] for name in kernel.signature.shapes if name in at]

    @cached_property
    def added(self) -> dict[str, int]:
        """Outputs that are added up, and the sizes of their sums."""
        system = self.system
        sizes = {"dofs": system.size, "energies": 2, "whole": 1, "rows": system.rows}
        return {name: sizes[side] for name, side in ADDED_TO.items() if self._having(name)}

    @cached_property
    def target(self) -> np.ndarray:
        """For every number of these outputs its place in all sums one behind the other."""
        found, start = [np.zeros(0, dtype=np.int64)], 0
        for name, size in self.added.items():
            found += [start + getattr(part, ADDED_TO[name]).ravel() for part in self._having(name)]
            start += size
        return np.concatenate(found).astype(np.int32)

    def _having(self, output: str) -> list[Any]:
        """The parts that have an output."""
        pairs = zip(self.parts, self.kernels, strict=True)
        return [part for part, kernel in pairs if output in kernel.signature.output_shapes]

    @property
    def in_matrix(self) -> tuple[str, ...]:
        """Outputs that share one array of triplets, in their order."""
        return MATRIX_OUTPUTS if self.name in ("tangent", "saddle") else ()

    def entries(self, output: str, of_rows: bool) -> tuple[np.ndarray, np.ndarray]:
        """(rows, columns) of the entries of a matrix output, which has a row for every velocity or constraint row."""
        rows, columns = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
        for part in self.parts:
            at = part.entries(self.name).get(output)
            if at is not None:
                rows.append((part.rows if of_rows else part.dofs)[at.rows].ravel())
                columns.append((part.seen if output == "r_lam" else part.dofs)[at.columns].ravel())
        return np.concatenate(rows), np.concatenate(columns)

    def is_single(self, part: Any) -> bool:
        """Whether elements of a part are computed one by one: code for several would take longer to make."""
        return self.name in SINGLE and part.count <= FEW_ELEMENTS


class ElementEvaluation:
    """One function of all elements, with its memory. Outputs are overwritten by the next evaluation."""

    def __init__(
        self,
        wiring: Wiring,
        tables: Tables,
        team: ThreadTeam | None = None,
        unknowns: Mapping[int, Mapping[str, np.ndarray]] | None = None,
    ) -> None:
        self.wiring, self._given = wiring, unknowns or {}
        system = wiring.system
        self._size = system.size
        self._state = np.zeros((1 + 9 * len(_TURNS)) * len(system.bodies.names) + 3 * self._size + system.rows)
        self._c, self._t, self._weights = np.zeros(4), np.zeros(()), np.zeros(WEAK_WEIGHTS)
        self._gathered = np.empty(len(wiring.source))
        added = wiring.added
        self._values, self._sums = np.zeros(len(wiring.target)), np.zeros(sum(added.values()))
        ends = np.cumsum([0, *added.values()])
        self._sum = {name: self._sums[ends[k] : ends[k + 1]] for k, name in enumerate(added)}
        self.outputs = self._room()
        self.shares: Sequence[BoundShare | BoundRow] = ()
        """Calls that loops make."""
        self._settlings: list[Callable[[float], None]] = []
        self._unknowns: list[np.ndarray] = []
        self._team = team or ThreadTeam(system.threads)
        self._bound = self._bind(tables)

    def _room(self) -> dict[str, np.ndarray]:
        """Memory for outputs: those of the matrix share one array."""
        totals: dict[str, int] = {}
        for part, kernel in zip(self.wiring.parts, self.wiring.kernels, strict=True):
            for name, shape in kernel.signature.output_shapes.items():
                key = "triplets" if name in self.wiring.in_matrix else name
                totals[key] = totals.get(key, 0) + int(np.prod(shape)) * part.count
        found, start = {}, 0
        for name in self.wiring.added:
            found[name] = self._values[start : start + totals[name]]
            start += totals[name]
        return found | {name: np.zeros(total) for name, total in totals.items() if name not in found}

    def sum(self, output: str) -> np.ndarray:
        """An output of the last evaluation, of all elements added up; nothing where none has it."""
        found = self._sum.get(output)
        if found is not None:
            return found.copy()
        system = self.wiring.system
        return np.zeros(system.size if ADDED_TO[output] == "dofs" else system.rows)

    def forget(self) -> None:
        """Unknowns of elements begin at zero again."""
        for unknowns in self._unknowns:
            unknowns[...] = 0.0

    def _bind(self, tables: Tables) -> list[tuple[Any, Kernel, list[RowStrides], list[RowStrides]]]:
        wiring, found = self.wiring, []
        shared = {"c": self._c, "weights": self._weights, "t": self._t, "gravity": tables.gravity}
        data = {id(group): numbers for group, numbers in zip(wiring.system.groups, tables.groups, strict=True)}
        start, ends = 0, dict.fromkeys(self.outputs, 0)
        for part, kernel in zip(wiring.parts, wiring.kernels, strict=True):
            inputs, numbers = [], data.get(id(part), tables.bodies)
            seen: dict[str, np.ndarray] = {}
            for name, shape in kernel.signature.shapes.items():
                if name in GATHERED:
                    stop = start + int(np.prod(shape)) * part.count
                    seen[name] = self._gathered[start:stop].reshape(*shape, part.count)
                    start = stop
                elif name in UNKNOWN_OUTPUTS:
                    known = self._given.get(id(part))
                    seen[name] = np.zeros((*shape, part.count)) if known is None else known[name]
                given = seen[name] if name in seen else numbers if name == "data" else shared[name]
                inputs.append(trailing(given, shape))
            if UNKNOWN_OUTPUTS[0] in seen and id(part) not in self._given:
                self._settlings.append(partial(self._settle, part, numbers, seen))
                self._unknowns.append(seen[UNKNOWN_OUTPUTS[0]])
            shapes, shared_outputs = kernel.signature.output_shapes, wiring.in_matrix
            views = {}
            for name in [*(x for x in shapes if x not in shared_outputs), *(x for x in shared_outputs if x in shapes)]:
                key, size = "triplets" if name in shared_outputs else name, int(np.prod(shapes[name])) * part.count
                views[name] = self.outputs[key][ends[key] : ends[key] + size].reshape(*shapes[name], part.count)
                ends[key] += size
            found.append((part, kernel, inputs, [trailing(views[name], shapes[name]) for name in shapes]))
        return found

    def run(
        self, at: Configuration, a: np.ndarray | None = None, lam: np.ndarray | None = None, c: np.ndarray | None = None
    ) -> dict[str, np.ndarray]:
        """All outputs at a configuration, with accelerations, multipliers and factors where the function has them."""
        n = self._configuration(at)
        if a is not None:
            self._state[n : n + self._size] = a
        if lam is not None:
            self._multipliers(n)[:] = lam
        if c is not None:
            self._c[:] = c
        return self._evaluated(at.t)

    def run_weak(
        self,
        at: Configuration,
        mu: np.ndarray,
        weights: Sequence[float],
        turns: Sequence[np.ndarray] = (),
        a: np.ndarray | None = None,
    ) -> dict[str, np.ndarray]:
        """All outputs of a weak form, with multipliers, weights, _TURNS and accelerations."""
        n = self._configuration(at)
        self._multipliers(n)[:] = mu
        self._weights[: len(weights)] = weights
        if a is not None:
            self._state[n : n + self._size] = a
        first = n + self._size + self.wiring.system.rows
        for k, given in enumerate(turns):
            self._state[first + k * given.size : first + (k + 1) * given.size] = given.ravel()
        return self._evaluated(at.t)

    def _configuration(self, at: Configuration) -> int:
        """Fills in places and velocities; says where accelerations begin."""
        state, poses = self._state, at.pose.size
        n = poses + len(at.own)
        state[:poses] = at.pose.ravel()
        state[poses:n] = at.own
        state[n : n + self._size] = at.u
        return n + self._size

    def _multipliers(self, first: int) -> np.ndarray:
        """The memory of multipliers, behind that of accelerations."""
        return self._state[first + self._size : first + self._size + self.wiring.system.rows]

    def _evaluated(self, t: float) -> dict[str, np.ndarray]:
        self._t[...] = t
        if self._whole is not None:
            self._whole()
            self.raise_pending()
            return self.outputs
        self._team.run(self._gathers)
        for settling in self._settlings:
            settling(t)
        self._team.run(self._tasks)
        if not all(np.isfinite(s).all() for s in self._unknowns):
            # Forces on bodies need not depend on unknowns that have no value, and are none all the same.
            for name in self.outputs.keys() & {"r", "Q"}:
                self.outputs[name].fill(np.nan)
        self._add_up()
        return self.outputs

    @cached_property
    def calls(self) -> ElementCalls | None:
        """What loops take; None where several threads work, or elements go one by one, or unknowns come first."""
        shares = [call for task in self._tasks for call in task.args[0]]
        if self._settlings or self._team.threads > 1 or any(isinstance(x, BoundSingles) for x in shares):
            return None
        return self._work([call.words for call in shares])

    @cached_property
    def _whole(self) -> Callable[[], None] | None:
        """One call for everything, where there is one."""
        return None if self.calls is None else compiled_loop(evaluate_elements).bound(self.calls)

    def native(self, memory: np.ndarray, places: np.ndarray) -> ElementCalls:
        """What loops take that keep the state in a block of memory of their own, its numbers at these places.

        Kernels run over rows there, also those of a few elements, but for one that is alone.
        """
        shares = [
            BoundRow(kernel, inputs, outputs) if part.count == 1 else BoundShare(kernel, inputs, outputs, 0, part.count)
            for part, kernel, inputs, outputs in self._bound
        ]
        self.shares = shares
        work = self._work([share.words for share in shares])
        return work._replace(state=memory, source=places[self.wiring.source].astype(np.int32))

    @cached_property
    def _add_up(self) -> Callable[[], None]:
        return compiled_loop(add_up).bound(self._work([]))

    def _work(self, calls: list[np.ndarray]) -> ElementCalls:
        words, wiring = np.array(calls, dtype=np.int64).reshape(-1, ROW_CALL_WORDS), self.wiring
        memory = self._values, wiring.target, self._sums, self._t.reshape(1)
        return ElementCalls(self._state, wiring.source, self._gathered, words, *memory)

    def total(self, output: str) -> np.ndarray:
        """The memory of the sum of an output; empty where no element has it."""
        return self._sum.get(output, self._sums[:0])

    @property
    def weights(self) -> np.ndarray:
        """The memory of the factors of tangents and rows."""
        return self._c

    def raise_pending(self) -> None:
        """Raises what an opaque function raised, after calls by loops."""
        for pending in self._pending:
            pending()

    @cached_property
    def _pending(self) -> list[Callable[[], None]]:
        """What raises errors of opaque functions."""
        return [kernel.opaque.raise_pending for kernel in self.wiring.kernels if kernel.opaque.addresses.any()]

    def _settle(self, part: Any, numbers: np.ndarray, seen: dict[str, np.ndarray], t: float) -> None:
        """Fills in the unknowns of elements, beginning with those of the evaluation before."""
        found = part.settled(seen["q"], seen["u"], t, numbers, self.wiring.system.threads, seen["s"])
        for name in UNKNOWN_OUTPUTS:
            seen[name][...] = getattr(found, name)

    @cached_property
    def _gathers(self) -> list[Task]:
        """What gathers inputs, a part for every thread."""
        source, into = self.wiring.source, self._gathered
        return [
            partial(np.take, self._state, source[first:stop], out=into[first:stop], mode="clip")
            for first, stop in self._team.ranges(len(source), GATHER_SHARE)
        ]

    @cached_property
    def _tasks(self) -> list[partial[None]]:
        """What computes all outputs: a list of shares for every thread."""
        shares = [self._shares(*bound) for bound in self._bound]
        # Of kinds with one share, each thread takes some.
        turns = zip_longest(*(own if len(own) > 1 else [] for own in shares))
        lists = [[call for call in turn if call is not None] for turn in turns] or [[]]
        for k, call in enumerate(own[0] for own in shares if len(own) == 1):
            lists[-1 - k % len(lists)].append(call)
        return [partial(_run_all, calls) for calls in lists]

    def _shares(
        self, part: Any, kernel: Kernel, inputs: list[RowStrides], outputs: list[RowStrides]
    ) -> list[BoundShare | BoundSingles | BoundRow]:
        """Calls for all elements of a part, each with work memory of its own."""
        if part.count == 1:
            return [BoundRow(kernel, inputs, outputs)]
        if self.wiring.is_single(part):
            return [BoundSingles(kernel, inputs, outputs, part.count)]
        ranges = self._team.ranges(part.count, THREAD_SHARE, kernel.width)
        return [BoundShare(kernel, inputs, outputs, first, stop) for first, stop in ranges]


def _run_all(calls: list[BoundShare | BoundSingles | BoundRow]) -> None:
    for call in calls:
        call.run()

"""The factors of one pattern, as a solver uses them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, partial

import numpy as np

from ...kernels.loops import compiled_loop
from ...kernels.team import ThreadTeam
from . import loops
from .loops import FrontMemory, FrontTables
from .plan import PLACE_TYPE, SPARE, FrontPlan, UnknownBlocks, plan_fronts


class FrontHelper:
    """A second thread for factors, with the room it needs."""

    def __init__(self, team: ThreadTeam) -> None:
        self.team = team
        self._rooms: dict[int, tuple[FrontMemory, FrontMemory]] = {}

    def memory(self, fronts: Fronts, main: FrontMemory) -> FrontMemory:
        """Fronts and stack of its own, for factors that stand where those of `main` do."""
        known = self._rooms.get(id(main))
        if known is None:
            own = fronts.memory()._replace(factors=main.factors, exchanged=main.exchanged)
            known = self._rooms[id(main)] = main, own
        return known[1]


@dataclass(frozen=True, eq=False)
class Fronts:
    """How matrices of one pattern are factored."""

    plan: FrontPlan

    @classmethod
    def of(cls, rows: np.ndarray, columns: np.ndarray, size: int, blocks: UnknownBlocks, kept: np.ndarray) -> Fronts:
        """For triplets at rows and columns, of which those that are `kept` are seen."""
        plan = plan_fronts(rows[kept], columns[kept], size, blocks)
        return cls(replace(plan, source=kept[plan.source].astype(PLACE_TYPE)))

    @cached_property
    def tables(self) -> FrontTables:
        """The plan as loops take it: one object, which is packed for them once."""
        return FrontTables(*(getattr(self.plan, name) for name in FrontTables._fields))

    def memory(self) -> FrontMemory:
        """Room for factors of a matrix."""
        p = self.plan
        return FrontMemory(
            np.empty(p.stored),
            np.zeros(p.size, dtype=np.int64),
            np.zeros(p.size),
            np.zeros(p.widest),
            np.empty(p.widest * (p.widest + SPARE)),
            np.empty(p.stack),
            np.empty(loops.TILE_MEMORY),
            np.empty(p.size),
        )

    def factor(self, triplets: np.ndarray, memory: FrontMemory, helper: FrontHelper | None = None) -> bool:
        """Factors a matrix; False where a pivot vanishes. With a helper, a subtree is factored by another thread."""
        if helper is None or self.plan.split is None:
            return self._run(loops.FACTOR_TASK, memory, triplets, memory.x) == loops.FACTORS_MADE
        (first, last), tops = self.plan.split, [-1, -1]
        own = helper.memory(self, memory)
        for room in (memory, own):
            room.peak.fill(0.0)

        def part(k: int, room: FrontMemory, start: int, stop: int) -> None:
            tops[k] = self._range(triplets, room, start, stop, 0)

        helper.team.run([partial(part, 0, memory, 0, first), partial(part, 1, own, first, last)])
        if min(tops) < 0:
            return False
        np.maximum(memory.peak, own.peak, out=memory.peak)
        waiting = sum(tops)
        memory.stack[tops[0] : waiting] = own.stack[: tops[1]]
        return self._range(triplets, memory, last, self.plan.fronts, waiting) >= 0

    def _range(self, triplets: np.ndarray, memory: FrontMemory, first: int, last: int, waiting: int) -> int:
        pivots = int(self.plan.table[:first, 1].sum())
        run = compiled_loop(loops.factor_range)
        return int(run(self.tables, memory, triplets, first, last, waiting, pivots))

    def solver(self, memory: FrontMemory) -> Callable[[np.ndarray], np.ndarray]:
        """What solves for right sides, with the factors that memory has at the time: for one user."""
        right = np.zeros(self.plan.size)
        run = compiled_loop(loops.run_fronts).bound(loops.SOLVE_TASK, self.tables, memory, memory.x, right)

        def solve(b: np.ndarray) -> np.ndarray:
            right[:] = b
            run()
            return right.copy()

        return solve

    def _run(self, task: int, memory: FrontMemory, triplets: np.ndarray, b: np.ndarray) -> int:
        return int(compiled_loop(loops.run_fronts)(task, self.tables, memory, triplets, b))

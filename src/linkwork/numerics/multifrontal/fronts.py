"""The factors of one pattern, as a solver uses them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ...kernels.loops import compiled_loop
from . import loops
from .loops import FrontMemory, FrontTables
from .order import UnknownBlocks
from .plan import PLACE_TYPE, SPARE, FrontPlan, plan_fronts


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
            np.empty(p.widest * (p.widest + SPARE)),
            np.empty(p.stack),
            np.empty(loops.TILE_MEMORY),
            np.empty(p.size),
        )

    def factor(self, triplets: np.ndarray, memory: FrontMemory) -> bool:
        """Factors a matrix; False where a pivot vanishes."""
        return self._run(loops.FACTOR_TASK, memory, triplets, memory.x) == loops.FACTORS_MADE

    def solve(self, b: np.ndarray, memory: FrontMemory) -> np.ndarray:
        """The solution for a right side."""
        found = np.array(b, dtype=float)
        self._run(loops.SOLVE_TASK, memory, memory.x, found)
        return found

    def _run(self, task: int, memory: FrontMemory, triplets: np.ndarray, b: np.ndarray) -> int:
        return int(compiled_loop(loops.run_fronts)(task, self.tables, memory, triplets, b))

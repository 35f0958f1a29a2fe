"""The factors of one pattern, as a solver uses them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ...kernels.loops import native
from . import loops
from .order import UnknownBlocks
from .plan import PLACE_TYPE, SPARE, FrontPlan, plan_fronts


@dataclass(frozen=True, eq=False)
class FrontMemory:
    """The factors of one matrix, and what making and using them needs."""

    factors: np.ndarray
    exchanged: np.ndarray
    """For every pivot, the row of its front that it was exchanged with."""
    front: np.ndarray
    stack: np.ndarray
    tile: np.ndarray
    x: np.ndarray

    @property
    def arrays(self) -> tuple[np.ndarray, ...]:
        """In the order in which loops take them."""
        return (self.factors, self.exchanged, self.front, self.stack, self.tile, self.x)


@dataclass(frozen=True, eq=False)
class Fronts:
    """How matrices of one pattern are factored."""

    plan: FrontPlan

    @classmethod
    def of(cls, rows: np.ndarray, columns: np.ndarray, size: int, blocks: UnknownBlocks, kept: np.ndarray) -> Fronts:
        """For triplets at rows and columns, of which those that are `kept` are seen."""
        plan = plan_fronts(rows[kept], columns[kept], size, blocks)
        return cls(replace(plan, source=kept[plan.source].astype(PLACE_TYPE)))

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
        return self._run(loops.FACTOR_TASK, triplets, memory, memory.x) == loops.FACTORS_MADE

    def solve(self, b: np.ndarray, memory: FrontMemory) -> np.ndarray:
        """The solution for a right side."""
        found = np.array(b, dtype=float)
        self._run(loops.SOLVE_TASK, memory.x, memory, found)
        return found

    def _run(self, task: int, triplets: np.ndarray, memory: FrontMemory, b: np.ndarray) -> int:
        p = self.plan
        tables = (p.table, p.unknowns, p.source, p.place, p.children, p.into, p.order)
        return int(native(loops.run_fronts)(task, *tables, triplets, *memory.arrays, b))

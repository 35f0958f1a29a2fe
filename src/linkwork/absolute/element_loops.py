"""Functions of all elements of a system as compiled loops call them, bound to one memory."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np

from ..kernels.loops import compiled_loop
from ..kernels.loops.native import LoopKernel
from .configuration import Configuration
from .evaluate import ElementCalls, ElementEvaluation
from .tables import in_one_block
from .unknown_tables import UnknownTables


class ElementLoops:
    """Tables, unknowns and functions of all elements, which read a state out of the memory of one run."""

    def __init__(self, elements: Any, parameters: Mapping[str, float]) -> None:
        layout = elements.layout
        self.elements, self.sizes = elements, (layout.nq, layout.nu, layout.nz)
        self.n = sum(self.sizes) + 1
        self.table_block, self.tables, self.table_places = in_one_block(elements.tables(parameters))
        self.unknowns = UnknownTables(elements.groups, self.tables.groups)
        self.memory = np.zeros(self.n + 2 + elements.size + elements.rows)
        """y, t and a zero; accelerations and multipliers."""
        self.kept: list[Any] = []
        self._evaluations: dict[str, ElementEvaluation] = {}
        self._native: dict[str, ElementCalls] = {}

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
        self.kept.append(made)
        return made.words

    @property
    def calls(self) -> tuple[Any, ...]:
        """All loops that are bound to this memory, and kernels of elements."""
        shares = (share for one in self._evaluations.values() for share in one.shares)
        return (*self.kept, *shares, *self.unknowns.calls)

    def element_places(self, group: Any) -> np.ndarray:
        """Where q and u of the elements of a group stand in memory (numbers × elements)."""
        bodies = self.elements.bodies.count
        own = self.places[7 * bodies : 7 * bodies + self.elements.size - 6 * bodies]
        poses = [7 * np.asarray(at)[None, :] + np.arange(7)[:, None] for at in group.bodies]
        return np.concatenate([*poses, own[group.own], self.sizes[0] + group.dofs])

    def configuration(self, y: np.ndarray, t: float) -> Configuration:
        """A state vector as arrays."""
        elements = self.elements
        return Configuration.of_vector(y[:-1], t, elements.bodies.count, self.sizes[0], elements.size)

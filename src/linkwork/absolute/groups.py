"""All elements of one kind: their tables, their kernels, and where what they give belongs in the whole."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from ..formulation.absolute import ELEMENT_FUNCTIONS, ElementKind, body_outputs, gravity_numbers
from ..formulation.absolute.traced_blocks import Entries, TracedBlocks
from ..kernels import Kernel, compile_function
from .condensation import Settled, UnknownsResidual, led, open_unknown, settle
from .configuration import Configuration
from .evaluate import FEW_ELEMENTS

Found = Mapping[str, np.ndarray]
"""Outputs by name, each (entries × elements)."""


class Evaluated(ABC):
    """Many of one kind, whose functions are compiled when they are first asked for."""

    names: tuple[str, ...]

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.names)

    @property
    def energies(self) -> np.ndarray:
        """Places of kinetic and potential energies (2 × elements)."""
        return np.repeat(np.arange(2), self.count)

    @property
    def whole(self) -> np.ndarray:
        """The one place of what is added up over all."""
        return np.zeros((1, self.count), dtype=np.int64)

    def kernel(self, name: str) -> Kernel:
        """The native code of one of the functions."""
        return self._compiled(name)[0]

    def entries(self, name: str) -> dict[str, Entries]:
        """Where the entries of matrices stand, by output."""
        return self._compiled(name)[1].entries

    def _compiled(self, name: str) -> tuple[Kernel, TracedBlocks]:
        if name not in self._kernels:
            traced = self._traced(name)
            self._kernels[name] = (compile_function(traced.function), traced)
        return self._kernels[name]

    @cached_property
    def _kernels(self) -> dict[str, tuple[Kernel, TracedBlocks]]:
        return {}

    @abstractmethod
    def _traced(self, name: str) -> TracedBlocks:
        """One of the functions as it is traced."""


@dataclass(frozen=True, eq=False)
class Group(Evaluated):
    """Elements of one kind. Index tables are (local × elements)."""

    kind: ElementKind
    names: tuple[str, ...]
    bodies: np.ndarray
    own: np.ndarray
    """Places of the elements' own unknowns."""
    dofs: np.ndarray
    """Places of velocities."""
    rows: np.ndarray
    """Numbers of constraint rows."""
    shares: bool = False
    """Whether `own` are unknowns of other elements."""
    seen: np.ndarray = field(default_factory=lambda: np.zeros((0, 1), dtype=np.int64))
    """Numbers of rows of others whose multipliers it looks at."""

    @property
    def mine(self) -> np.ndarray:
        """The places among `own` that are not those of others."""
        return self.own[: 0 if self.shares else len(self.kind.layout.own_names) + self.kind.layout.states]

    @property
    def numbers(self) -> int:
        """How many numbers each element has."""
        return len(self.kind.data)

    @property
    def unknowns(self) -> int:
        """How many unknowns the residuals of each make known."""
        return len(self.kind.unknowns)

    def count_of(self, name: str) -> int:
        """How many entries each element has in r, or in what has one for every row."""
        return len(self.dofs) if name == "r" else len(self.rows)

    @property
    def multiplier_rows(self) -> np.ndarray:
        """Numbers of all rows whose multipliers it is given."""
        return np.concatenate([self.rows, self.seen]) if len(self.seen) else self.rows

    def is_kept(self, name: str) -> np.ndarray:
        """For the entries of a matrix of "tangent", whether fast factors see them.

        How the reaction on one body changes as another one turns is a matter of h²λ and small. Left out, bodies are
        joined by rows alone, and it is their graph that decides how full factors become.
        """
        at = self.entries("tangent")[name]
        bodies = 6 * len(self.bodies)
        if name == "r_lam":
            # What depends on a reaction has no counterpart on the other side of the diagonal, which fronts would need.
            return np.zeros(len(at.rows), dtype=bool)
        if name != "r_x" or not self.kind.rows:
            return np.ones(len(at.rows), dtype=bool)
        return (at.rows // 6 == at.columns // 6) | (np.maximum(at.rows, at.columns) >= bodies)

    def repeated(self, count: int, sizes: tuple[int, int, int, int]) -> Group:
        """One element at so many states one behind the other; each has so many bodies, unknowns, velocities, rows."""
        tables = (self.bodies, self.own, self.dofs, self.rows, self.seen)
        places = [table + size * np.arange(count) for table, size in zip(tables, (*sizes, sizes[-1]), strict=True)]
        bodies, own, dofs, rows, seen = places
        found = replace(self, names=self.names * count, bodies=bodies, own=own, dofs=dofs, rows=rows, seen=seen)
        vars(found)["_kernels"] = self._kernels  # the code is the same
        return found

    def evaluate(
        self,
        name: str,
        at: Configuration,
        data: np.ndarray,
        threads: int | None,
        memory: dict[str, np.ndarray] | None = None,
        **more: Any,
    ) -> Found:
        """One of the functions for all elements; multipliers and accelerations are given for the whole system.

        `memory` keeps unknowns of elements to begin with the next time.
        """
        kernel, inputs = self.kernel(name), self._inputs(at, data, threads, memory)
        for key, value in more.items():
            places = {"lam": self.multiplier_rows, "mu": self.rows, "a": self.dofs}.get(key)
            inputs[key] = value if places is None else value[places]
        return _run(kernel, inputs, len(self.names), threads)

    def unit_wrenches(self, at: Configuration, data: np.ndarray, threads: int | None, count: int) -> np.ndarray:
        """The wrenches of unit multipliers of the first rows (count × elements × 6)."""
        found, units = np.zeros((count, self.count, 6)), np.eye(len(self.multiplier_rows))[:, :, None]
        kernel, inputs = self.kernel("load"), self._inputs(at, data, threads) if count else {}
        for k in range(count):
            lam = np.repeat(units[k], self.count, axis=1)
            found[k] = _run(kernel, inputs | {"lam": lam}, self.count, threads)["wrench"].T
        return found

    def _inputs(
        self, at: Configuration, data: np.ndarray, threads: int | None, memory: dict[str, np.ndarray] | None = None
    ) -> dict[str, Any]:
        """What all functions are given, with unknowns of elements."""
        poses = [at.pose[:, k] for k in self.bodies]
        inputs: dict[str, Any] = {
            "q": np.concatenate([*poses, at.own[self.own]]),
            "u": at.u[self.dofs],
            "t": at.t,
            "data": data,
        }
        if self.kind.unknowns:
            known = {} if memory is None else memory
            found = self.settled(inputs["q"], inputs["u"], at.t, data, threads, known.get(self.kind.label))
            known[self.kind.label] = found.s
            inputs |= found._asdict()
        return inputs

    def settled(
        self,
        q: np.ndarray,
        u: np.ndarray,
        t: float,
        data: np.ndarray,
        threads: int | None,
        guess: np.ndarray | None = None,
    ) -> Settled:
        """The unknowns of all elements: from a guess where that leads to some, or from zero, if need be in steps."""
        residual = self._balance(q, u, t, data, threads)
        zero = np.zeros((len(self.kind.unknowns), self.count))
        if guess is not None and np.isfinite(guess).all():
            found = settle(residual, guess)
            if np.isfinite(found.s).all():
                return found
        found = settle(residual, zero)
        return found if np.isfinite(found.s).all() else settle(residual, led(residual, zero, found.s))

    def unsettled(self, at: Configuration, data: np.ndarray, threads: int | None) -> str | None:
        """The unknown that is furthest from its value, of the first element that has none at a configuration."""
        q, u = np.concatenate([*(at.pose[:, k] for k in self.bodies), at.own[self.own]]), at.u[self.dofs]
        lacks = np.flatnonzero(~np.isfinite(self.settled(q, u, at.t, data, threads).s).all(axis=0))
        if not len(lacks):
            return None
        worst = open_unknown(self._balance(q, u, at.t, data, threads), (len(self.kind.unknowns), self.count), lacks[0])
        return f"{self.names[lacks[0]]}.{self.kind.unknowns.names[worst]}"

    def unknown_slopes(self, at: Configuration, data: np.ndarray, threads: int | None) -> np.ndarray:
        """∂R/∂s of all elements (unknowns × unknowns × elements), at the unknowns of a configuration."""
        given = self._inputs(at, data, threads)
        found = self._balance(given["q"], given["u"], at.t, data, threads)(given["s"])["R_s"]
        return np.asarray(found).reshape(*2 * (len(self.kind.unknowns),), self.count)

    def _balance(
        self, q: np.ndarray, u: np.ndarray, t: float, data: np.ndarray, threads: int | None
    ) -> UnknownsResidual:
        kernel = self.kernel("unknowns")
        return lambda s: _run(kernel, {"q": q, "u": u, "t": t, "data": data, "s": s}, self.count, threads)

    def _traced(self, name: str) -> TracedBlocks:
        return ELEMENT_FUNCTIONS[name](self.kind)


@dataclass(frozen=True, eq=False)
class Bodies(Evaluated):
    """All bodies."""

    names: tuple[str, ...]
    gravity_field: Any
    """Gravity as a function of (p, t); None where it is uniform."""

    unknowns = 0
    """They have none."""

    @cached_property
    def numbers(self) -> int:
        """Mass, inertia, and what gravity is computed from."""
        return 7 + (3 if self.gravity_field is None else len(gravity_numbers(self.gravity_field)))

    def count_of(self, name: str) -> int:
        """Six forces, and no rows."""
        return 6 if name == "r" else 0

    def is_kept(self, name: str) -> np.ndarray:
        """All of their entries."""
        return np.ones(len(self.entries("tangent")[name].rows), dtype=bool)

    @cached_property
    def bodies(self) -> np.ndarray:
        """Their numbers, as for a group of elements with one body each."""
        return np.arange(len(self.names))[None, :]

    @cached_property
    def own(self) -> np.ndarray:
        """They have no unknowns of their own."""
        return np.zeros((0, len(self.names)), dtype=np.int64)

    @cached_property
    def dofs(self) -> np.ndarray:
        """Places of velocities (6 × bodies)."""
        return np.arange(6 * len(self.names)).reshape(-1, 6).T

    def evaluate(
        self, name: str, at: Configuration, data: np.ndarray, gravity: np.ndarray, a: np.ndarray, **more: Any
    ) -> Found:
        """One of the functions for all bodies."""
        kernel, _ = self._compiled(name)
        n = 6 * len(self.names)
        u, rates = (np.ascontiguousarray(x[:n].reshape(-1, 6).T) for x in (at.u, a))
        inputs = {"q": at.pose, "u": u, "a": rates, "t": at.t, "data": data, "gravity": gravity, **more}
        return _run(kernel, inputs, len(self.names), 1)

    def _traced(self, name: str) -> TracedBlocks:
        return body_outputs(name, self.gravity_field)


def _run(kernel: Kernel, inputs: Mapping[str, Any], count: int, threads: int | None) -> Found:
    """Outputs for all elements, which lie along the last axis of what differs among them."""
    shapes = kernel.signature.shapes
    names = list(kernel.signature.output_shapes)
    # Code for several at a time would take longer to make than a few single calls.
    if count > FEW_ELEMENTS:
        found = kernel.batch_columns(threads=threads, **{name: inputs[name] for name in shapes})
        return dict(zip(names, found, strict=True))
    given = [(inputs[name], np.ndim(inputs[name]) > len(shape)) for name, shape in shapes.items()]
    single = [kernel(*(x[..., k] if differs else x for x, differs in given)) for k in range(count)]
    return {name: np.stack([x[i] for x in single], axis=-1) for i, name in enumerate(names)}

"""What compiled loops need to solve for unknowns of elements: calls, places and memory, element by element."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from .evaluate import UNKNOWN_OUTPUTS
from .groups import Group
from .unknown_loops import UnknownLoops

UnknownMemory = dict[int, dict[str, np.ndarray]]
"""By the identity of a group, arrays of s, s_u and s_q (… × elements) that its functions read."""


class UnknownTables:
    """Unknowns of all elements of a system, in one block of memory that the functions of elements read."""

    def __init__(self, groups: tuple[Group, ...], data: tuple[np.ndarray, ...]) -> None:
        pairs = zip(groups, data, strict=True)
        self.groups = [(group, numbers) for group, numbers in pairs if group.kind.unknowns]
        self.block = np.zeros(sum(_entries(group) * group.count for group, _ in self.groups))
        self.memory: UnknownMemory = {}
        """What evaluations are given."""
        self.columns: list[tuple[np.ndarray, np.ndarray, int]] = []
        """(numbers of an element, those of its group, its place there)."""
        self.numbers = np.zeros(sum(len(numbers) * group.count for group, numbers in self.groups))
        """Of all elements that have unknowns, element by element."""
        self.calls: list[Any] = []
        """Calls of kernels, which keep their memory alive."""
        for group, _ in self.groups:
            self.memory[id(group)] = {name: _taken(self.block, at) for name, at in self.places(group).items()}

    def places(self, group: Group) -> dict[str, np.ndarray]:
        """Where s, s_u and s_q of a group stand in the block; nothing of one that has no unknowns."""
        start = 0
        for other, _ in self.groups:
            found = {}
            for name, shape in _shapes(other).items():
                stop = start + int(np.prod(shape)) * other.count
                found[name] = np.arange(start, stop).reshape(*shape, other.count)
                start = stop
            if other is group:
                return found
        return {}

    def refresh(self) -> None:
        """Takes over the numbers of elements, which have changed."""
        for column, numbers, k in self.columns:
            column[:] = numbers[:, k]

    def loops(self, places: Mapping[int, np.ndarray]) -> UnknownLoops:
        """As loops take them; `places` are those of (q, u) of elements in memory (numbers × elements), by group."""
        table, source, target, start = [], [], [], 0
        ends = np.zeros(5, dtype=np.int64)
        for group, _ in self.groups:
            m, (by_u, by_q) = len(group.kind.unknowns), _columns_of(group)
            for k in range(group.count):
                table.append([m, by_u, by_q, *ends.tolist()])
                source.append(places[id(group)][:, k])
                ends += (len(source[-1]), m, m * m, m * by_u, m * by_q)
                first = start
                for columns in (1, by_u, by_q):
                    target.append(first + np.arange(m * columns) * group.count + k)
                    first += m * columns * group.count
            start += _entries(group) * group.count
        gathered, s, R_s, R_u, R_q = (np.zeros(int(end)) for end in ends)
        most = max((row[0] for row in table), default=0)
        step, scale, last = np.zeros((3, most))
        found = UnknownLoops(
            calls=np.zeros((len(table), 4), dtype=np.int64),
            table=np.array(table, dtype=np.int64).reshape(-1, 8),
            source=_joined(source),
            gathered=gathered,
            t=np.zeros(1),
            s=s,
            R=np.zeros(len(s)),
            R_s=R_s,
            R_u=R_u,
            R_q=R_q,
            target=_joined(target),
            given=self.block,
            step=step,
            scale=scale,
            last=last,
            before_step=np.zeros(len(s)),
            taken=np.zeros(len(s)),
            pivots=np.zeros(most, dtype=np.int64),
            matrix=np.zeros((most, most)),
        )
        elements = [(group, numbers, k) for group, numbers in self.groups for k in range(group.count)]
        for row, element in enumerate(elements):
            found.calls[row] = self._call(found, row, *element)
        return found

    def _call(self, it: UnknownLoops, row: int, group: Group, numbers: np.ndarray, k: int) -> list[int]:
        """The residual of one element, bound to its part of the memory."""
        m, by_u, by_q, first, at, slopes, at_u, at_q = it.table[row].tolist()
        kernel = group.kernel("unknowns")
        start = sum(len(one) for one, *_ in self.columns)
        column = self.numbers[start : start + len(numbers)]
        column[:] = numbers[:, k]
        self.columns.append((column, numbers, k))
        shapes = {**kernel.signature.shapes, **kernel.signature.output_shapes}
        between = first + int(np.prod(shapes["q"]))
        parts = {
            "q": it.gathered[first:between],
            "u": it.gathered[between : between + len(group.dofs)],
            "t": it.t,
            "data": column,
            "s": it.s[at : at + m],
            "R": it.R[at : at + m],
            "R_s": it.R_s[slopes : slopes + m * m],
            "R_u": it.R_u[at_u : at_u + m * by_u],
            "R_q": it.R_q[at_q : at_q + m * by_q],
        }
        made = kernel.bind(**{name: part.reshape(shapes[name]) for name, part in parts.items() if name in shapes})
        self.calls.append(made)
        return [int(kernel.address), *map(int, made.addresses)]


def _taken(block: np.ndarray, at: np.ndarray) -> np.ndarray:
    """A view of what stands one behind the other."""
    first = int(at.flat[0]) if at.size else 0
    return block[first : first + at.size].reshape(at.shape)


def _shapes(group: Group) -> dict[str, tuple[int, ...]]:
    """Shapes of s, s_u and s_q of one element."""
    m, (by_u, by_q) = len(group.kind.unknowns), _columns_of(group)
    return dict(zip(UNKNOWN_OUTPUTS, ((m,), (m, by_u), (m, by_q)), strict=True))


def _columns_of(group: Group) -> tuple[int, int]:
    """Velocities and directions that unknowns of an element follow."""
    outputs, m = group.kernel("unknowns").signature.output_shapes, len(group.kind.unknowns)
    by_u, by_q = (int(np.prod(outputs.get(name, (0,)))) // m for name in ("R_u", "R_q"))
    return by_u, by_q


def _entries(group: Group) -> int:
    """Numbers of s, s_u and s_q of one element together."""
    return sum(int(np.prod(shape)) for shape in _shapes(group).values())


def _joined(parts: list[np.ndarray]) -> np.ndarray:
    return np.concatenate([np.zeros(0, dtype=np.int64), *parts]).astype(np.int32)

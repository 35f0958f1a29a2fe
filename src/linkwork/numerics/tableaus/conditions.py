"""Checks of tables: shapes, order conditions of Runge–Kutta methods, and where their steps stay bounded.

A rooted tree t is the tuple of the trees on its root. Weights b are of order p where Σ b_i Φ_i(t) = 1/γ(t) for all
trees of up to p nodes, with Φ = Π (A Φ(child)) and γ(t) = nodes of t times Π γ(child): E. Hairer, S. P. Nørsett, G.
Wanner, Solving Ordinary Differential Equations I, section II.2, theorem 2.13.
"""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from itertools import count
from math import prod
from typing import Any, ClassVar

import numpy as np

COEFFICIENT_TOLERANCE = 1e-10
"""Coefficients agree to this; tables printed with 16 digits do."""
HIGHEST_CHECKED = 8
"""The order up to which all trees are looked at, 200; beyond it the broadest and the tallest tree of an order."""
FARTHEST_BORDER = 100.0
"""How far along the negative real axis the border of stability is looked for."""


class TableOfNumbers:
    """A table of coefficients with a name: two are equal where all of their numbers are, and their names."""

    name: str
    _numbers: ClassVar[tuple[str, ...]]
    """The fields that are numbers, or arrays of them."""

    @cached_property
    def digest(self) -> str:
        """A check sum of all coefficients."""
        parts = [np.asarray(getattr(self, name), dtype=float).tobytes() for name in self._numbers]
        return hashlib.sha256(b"".join(parts)).hexdigest()[:12]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and (self.name, self.digest) == (other.name, other.digest)

    def __hash__(self) -> int:
        return hash(self.digest)


Tree = tuple[Any, ...]
"""The trees on a root."""


@cache
def _trees(nodes: int) -> tuple[Tree, ...]:
    """All rooted trees of so many nodes; of many nodes those of a quadrature and of a linear equation alone."""
    if nodes > HIGHEST_CHECKED:
        return ((),) * (nodes - 1), (_trees(nodes - 1)[-1],)
    return tuple(_forests(nodes - 1, [t for k in range(1, nodes) for t in _trees(k)]))


def _forests(nodes: int, allowed: Sequence[Tree]) -> Iterator[Tree]:
    """Trees on a root, of so many nodes together, each in the order of those allowed."""
    if not nodes:
        yield ()
    for k, tree in enumerate(allowed):
        if _counted(tree)[0] > nodes:
            return
        for others in _forests(nodes - _counted(tree)[0], allowed[k:]):
            yield (tree, *others)


@cache
def _counted(tree: Tree) -> tuple[int, int]:
    """How many nodes a tree has, and γ."""
    nodes = 1 + sum(_counted(child)[0] for child in tree)
    return nodes, nodes * prod(_counted(child)[1] for child in tree)


def _told(tree: Tree, at: str, letters: Iterator[str]) -> str:
    """Φ of a tree at a stage, as textbooks write it."""
    leaves = sum(not child for child in tree)
    found = [f"c_{at}{str(leaves).translate(_RAISED) if leaves > 1 else ''}"] if leaves else []
    for child in filter(None, tree):
        other = next(letters)
        found.append(f"a_{at}{other} {_told(child, other, letters)}")
    return " ".join(found)


_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def first_unmet(order: int, a: np.ndarray, b: np.ndarray, c: np.ndarray) -> tuple[int, str] | None:
    """Order and text of the first condition that weights do not meet; None where they meet all up to `order`."""
    stages: dict[Tree, np.ndarray] = {(): np.ones(len(c))}

    def at_stages(tree: Tree) -> np.ndarray:
        if tree not in stages:
            factors = [a @ at_stages(child) if child else c for child in tree]
            stages[tree] = np.prod(factors, axis=0)
        return stages[tree]

    for nodes in range(1, order + 1):
        for tree in _trees(nodes):
            value, wanted = float(b @ at_stages(tree)), _counted(tree)[1]
            if abs(value - 1.0 / wanted) > COEFFICIENT_TOLERANCE:
                text = f"b_i {_told(tree, 'i', (chr(ord('j') + k) for k in count()))}".rstrip()
                ratio = f"1/{wanted}" if wanted > 1 else "1"
                return nodes, f"Σ {text} = {value:.6g} instead of {ratio} (order {nodes})"
    return None


def check_order(who: str, order: int, a: np.ndarray, b: np.ndarray, c: np.ndarray) -> None:
    """Raises where weights do not have the order that is stated."""
    if type(order) is not int or order < 1:
        raise ValueError(f"{who}: order = {order!r} must be a whole number, 1 or more.")
    unmet = first_unmet(order, a, b, c)
    if unmet is not None:
        raise ValueError(f"{who}: it is said to be of order {order}, but {unmet[1]}.")


def name_of(kind: str, name: Any) -> str:
    """How messages call a table."""
    if not isinstance(name, str) or not name.strip():
        raise ValueError(f"{kind}: name = {name!r}; give a word, by which certificates and files call the method.")
    return f"{kind} {name!r}"


def check_sums(who: str, a: np.ndarray, c: np.ndarray, end: int = -1) -> None:
    """Raises where a row of a, but for that of the `end` of the step, does not sum to its node."""
    sums = a.sum(axis=1)
    wrong = np.flatnonzero(np.abs(sums - c) > COEFFICIENT_TOLERANCE)
    wrong = wrong[wrong != end]  # there Σ b = 1 is the first condition of order
    if len(wrong):
        i = int(wrong[0])
        raise ValueError(f"{who}: row {i} of a sums to {sums[i]:.6g}, but c[{i}] = {c[i]:.6g}.")


def check_error(
    who: str,
    order: int,
    error_order: int,
    error: np.ndarray,
    a: np.ndarray,
    b: np.ndarray,
    c: np.ndarray,
    checked: int = HIGHEST_CHECKED,
) -> None:
    """Raises where b − error has not the order that is stated, as far as that is `checked`, or none is stated."""
    if not error_order:
        if error.any():
            raise ValueError(f"{who}: it has error weights; give error_order, the order of the embedded method.")
        return
    if not (isinstance(error_order, int) and 1 <= error_order <= order):
        raise ValueError(f"{who}: error_order = {error_order!r} must lie between 1 and the order {order}.")
    if not error.any():
        raise ValueError(f"{who}: error_order is {error_order}, but all error weights are zero; give b − b̂.")
    unmet = first_unmet(min(error_order, checked), a, b - error, c)
    if unmet is not None:
        raise ValueError(
            f"{who}: b − error is not of order {error_order}: {unmet[1]}. Give error = b − b̂, and as error_order "
            "the order of b̂."
        )


def check_polynomials(who: str, dense: np.ndarray, b: np.ndarray) -> None:
    """Raises where the polynomials of a step do not lead to its end."""
    ends = dense.sum(axis=1) if dense.ndim == 2 and len(dense) == len(b) else None
    if ends is None or np.abs(ends - b).max() > COEFFICIENT_TOLERANCE:
        raise ValueError(
            f"{who}: dense has a row for each of {len(b)} stages, whose sum is b: y(1) is the end of the step."
        )


def row_of(who: str, name: str, given: Any, n: int | None = None) -> np.ndarray:
    """A row of n numbers; zeros where weights of errors are not given."""
    found = _real(given)
    if found.ndim != 1 or not np.isfinite(found).all():
        raise ValueError(f"{who}: {name} must be a row of finite real numbers.")
    if n is not None and not len(found) and name != "b":
        return np.zeros(n)
    if n is not None and len(found) != n:
        raise ValueError(f"{who}: {name} has {len(found)} entries for {n} stages; give {n}.")
    return found


def _real(given: Any) -> np.ndarray:
    """Real numbers as an array; where they are none, an array of a shape that no row has."""
    try:
        with warnings.catch_warnings(action="error", category=np.exceptions.ComplexWarning):
            return np.array(given, dtype=float)
    except (TypeError, ValueError, np.exceptions.ComplexWarning):
        return np.zeros((0, 0))


def square_of(who: str, a: Any, n: int) -> np.ndarray:
    """The rows of a, each filled with zeros behind its last entry."""
    found = np.zeros((n, n))
    if not isinstance(a, (Sequence, np.ndarray)) or isinstance(a, str):
        raise ValueError(f"{who}: a must be rows of numbers, one for every stage.")
    if len(a) != n:
        raise ValueError(f"{who}: a has {len(a)} rows, but c {n} entries; give one of each for every stage.")
    for i, row in enumerate(a):
        values = _real(row)
        if values.ndim != 1 or len(values) > n or not np.isfinite(values).all():
            raise ValueError(f"{who}: row {i} of a must have at most {n} finite real numbers, one for every stage.")
        found[i, : len(values)] = values
    return found


def stability_border(a: np.ndarray, b: np.ndarray, c: np.ndarray, stages: int) -> float:
    """|z| where |R(z)| = |1 + Σ_k z^k b A^(k−1) 1| leaves 1 on the negative real axis.

    Infinite where the last stage of the step is not at its end, since stages at two times tell nothing about stiffness.
    """
    if c[stages - 1] != 1.0:
        return float("inf")
    powers, column = [1.0], np.ones(stages)
    for _ in range(stages):
        powers.append(float(b[:stages] @ column))
        column = a[:stages, :stages] @ column
    z = np.arange(0.01, FARTHEST_BORDER, 0.01)
    outside = np.flatnonzero(np.abs(np.polynomial.polynomial.polyval(-z, powers)) > 1.0 + COEFFICIENT_TOLERANCE)
    return float(z[outside[0]]) if len(outside) else FARTHEST_BORDER

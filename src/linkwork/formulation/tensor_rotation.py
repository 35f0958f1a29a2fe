r"""Tensors seen from turned axes, R T Rᵀ, with as few operations as the rotation allows.

About a coordinate axis, say z, with c and s: let δ = T₀₀ − T₁₁, m = T₀₁ + T₁₀ and w = s δ + c m. Then

$$ T'_{00} = T_{00} - s w,\; T'_{11} = T_{11} + s w,\; T'_{01} = c w - T_{10},\; T'_{10} = c w - T_{01}, $$

and the third row and column turn as vectors do: 23 operations where the plain products take 90.
"""

from __future__ import annotations

from typing import Any

from ..expr import array, dot, is_symbolic
from ..expr.graph import as_expr
from ..spatial import matrix


def tensor_turn(rotation: Any, tensor: Any) -> Any:
    """R T Rᵀ."""
    axis = elementary_axis(rotation)
    if axis is None:
        return rotation @ tensor @ rotation.T
    return matrix(_about(axis, rotation, tensor))


def symmetric_turn(rotation: Any, tensor: Any) -> Any:
    """R T Rᵀ of a symmetric T: its lower half is computed once."""
    axis = elementary_axis(rotation)
    if axis is not None:
        return mirrored_entry(_about(axis, rotation, tensor))
    half = rotation @ tensor
    return matrix([[dot(half[max(i, j)], rotation[min(i, j)]) for j in range(3)] for i in range(3)])


def mirrored_entry(values: Any) -> Any:
    """A symmetric matrix from its lower half."""
    return matrix([[values[max(i, j)][min(i, j)] for j in range(3)] for i in range(3)])


def elementary_axis(rotation: Any) -> int | None:
    """k where R turns about coordinate axis k, by an angle that is not a multiple of 90°; None otherwise.

    Quarter turns only move entries about and change signs: plain products fold to that.
    """
    if is_signed_permutation(rotation):
        return None
    numbers = [[entry_number(x) for x in row] for row in array(rotation)]
    for k in range(3):
        others = [x for i in range(3) if i != k for x in (numbers[k][i], numbers[i][k])]
        if numbers[k][k] == 1.0 and all(x == 0.0 for x in others):
            return k
    return None


def is_signed_permutation(rotation: Any) -> bool:
    """Whether all entries are 0, 1 or −1."""
    return all(entry_number(x) in (0.0, 1.0, -1.0) for x in array(rotation).ravel())


def entry_number(entry: Any) -> float | None:
    """The value of a constant; None for an expression."""
    if not is_symbolic(entry):
        return float(entry)
    node = as_expr(entry)
    return float(node.data) if node.op == "const" else None


def _about(k: int, rotation: Any, tensor: Any) -> list[list[Any]]:
    i, j = (k + 1) % 3, (k + 2) % 3
    c, s = rotation[i, i], rotation[j, i]
    result: list[list[Any]] = [[None] * 3 for _ in range(3)]
    w = s * (tensor[i, i] - tensor[j, j]) + c * (tensor[i, j] + tensor[j, i])
    result[i][i], result[j][j] = tensor[i, i] - s * w, tensor[j, j] + s * w
    result[i][j], result[j][i] = c * w - tensor[j, i], c * w - tensor[i, j]
    result[i][k], result[j][k] = c * tensor[i, k] - s * tensor[j, k], s * tensor[i, k] + c * tensor[j, k]
    result[k][i], result[k][j] = c * tensor[k, i] - s * tensor[k, j], s * tensor[k, i] + c * tensor[k, j]
    result[k][k] = tensor[k, k]
    return result

"""Numbers for the symbols of an assembly of forces: what turns a node, and what nothing holds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ...expr import array, jacobian
from ...expr.evaluate import evaluate
from ...expr.graph import as_expr
from ...expr.node import symbols_of
from ...spatial import Relative, rotation_of_vector
from ..errors import ModelError

if TYPE_CHECKING:
    from .assembly_nodes import NodeCoordinates
    from .node_balance import NodeBalance

ROUNDING_MOMENT = 1e-9
"""A moment that is so much smaller than the force beside it is what rounding leaves."""
UNHELD = 1e-11
"""Below this fraction of the largest, a singular value of the tangent of all nodes is zero."""
NODE_TRIALS = 4
"""Motions at which the tangent is looked at."""


def is_felt(moment: Any, force: Any, motions: Iterable[Relative]) -> bool:
    """Whether a moment is more than what rounding leaves beside a force, at some random motion."""
    wanted = [as_expr(x) for load in (moment, force) for x in array(load).ravel()]
    values = random_values(wanted, motions, np.random.default_rng(5))
    numbers = np.abs(np.array(evaluate(wanted, values), dtype=float))
    size = 1.0 + np.nanmax(numbers[3:], initial=0.0)
    return bool(np.nanmax(numbers[:3], initial=0.0) > ROUNDING_MOMENT * size)


def random_values(wanted: Sequence[Any], motions: Iterable[Relative], rng: np.random.Generator) -> dict[Any, float]:
    """Numbers for all symbols; rotations are rotations, Parameters are worth what they are unless that is zero."""
    values = {x: getattr(x, "value", None) or float(rng.uniform(0.5, 1.5)) for x in symbols_of(wanted)}
    for rel in motions:
        turn = rotation_of_vector(rng.uniform(-0.6, 0.6, size=3))
        values |= dict(zip(rel.R.ravel(), turn.ravel().tolist(), strict=True))
        values |= {x: float(rng.uniform(-1.0, 1.0)) for x in (*rel.p, *rel.w, *rel.v)}
    return values


def check_held(balance: NodeBalance) -> None:
    """Raises where some motion of nodes is free at motions in general: equilibrium says nothing about it."""
    groups = [*balance.still, *balance.moving]
    by = [x for group in groups for x in (group.u if group in balance.moving else group.q)]
    by += [x for group in balance.following for x in group.u] + list(balance.own["s"].values())
    if not by:
        return
    slopes = [as_expr(x) for x in array(jacobian(array(balance.residual), array(by))).ravel()]
    rng = np.random.default_rng(7)
    free: list[np.ndarray] = []
    for _ in range(NODE_TRIALS):
        values = random_values(slopes, balance.ends, rng)
        for group in balance.groups:
            values |= {x: r + float(rng.uniform(-0.3, 0.3)) for x, r in zip(group.q, group.rest, strict=True)}
        tangent = np.array(evaluate(slopes, values), dtype=float).reshape(-1, len(by))
        direction = _free_direction(tangent)
        if direction is None:
            return
        free.append(np.abs(direction))
    worst = by[int(np.argmax(np.mean(free, axis=0)))]
    for group in groups:
        if any(x is worst for x in (*group.q, *group.u)):
            raise ModelError(f"{balance.kind}: {_told(group, worst, group in balance.moving)}")


def _free_direction(tangent: np.ndarray) -> np.ndarray | None:
    """Changes of unknowns that no row feels; None where there are none, or where numbers are not."""
    if not np.isfinite(tangent).all():
        return None
    # Rows and columns of forces, moments, lengths and angles made comparable.
    for _ in range(3):
        for axis in (1, 0):
            size = np.abs(tangent).max(axis=axis, keepdims=True)
            tangent = tangent / np.sqrt(np.where(size > 0.0, size, 1.0))
    _, sizes, directions = np.linalg.svd(tangent)
    return directions[-1] if sizes[-1] <= UNHELD * max(sizes[0], 1e-300) else None


def _told(group: NodeCoordinates, worst: Any, is_moving: bool) -> str:
    names: Mapping[Any, str] = dict(zip([*group.q, *group.u], [*group.names, *group.speeds], strict=True))
    name, node = names[worst], group.node
    if is_moving:
        return (
            f"a force on the node {node!r} depends on its velocity, but nothing damps {name!r}, so that this velocity "
            "is not known. Damp every direction in which it moves (a beam and a bushing have `damping`), or put a body "
            "in its place."
        )
    if not name.startswith(f"{node}."):
        return (
            f"nothing resists {name!r}, the coordinate of the hinge that carries the node {node!r}. Hold it with a "
            "part (a TorsionSpring, a Bushing, a beam), or leave the hinge out."
        )
    if "turn_" in name:
        axis = name.rpartition("_")[2]
        return (
            f"nothing holds the node {node!r} against turning (about {axis}). Connect it with parts that carry moments "
            "about every axis (Beam, Bushing), carry it by a hinge, or put a body in its place."
        )
    return (
        f"nothing holds the node {node!r} in place (along {name.rpartition('.')[2]}). Connect it with further parts, "
        "or put a body in its place."
    )

"""Numbers for the symbols of an assembly of forces: what turns a node, and what nothing holds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
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
TRIED_SIZES = (1.0, 0.1, 10.0, 1e3)
"""Metres between places at which parts are tried: a slack rope or a gap must close at one of them."""
UNHELD = 1e-11
"""Below this fraction of the largest, a singular value of the tangent of all nodes is zero."""
NODE_TRIALS = 4
"""Motions at which the tangent is looked at."""
EQUILIBRIUM_STEPS = 15
NODES_BALANCED = 1e-11
"""A residual, relative to that at the start, that is none."""
LEAST_SHARE = 0.2
"""Share of an unknown in a free motion from which it may be named."""


def has_moment(moment: Any, force: Any, motions: Iterable[Relative]) -> bool | None:
    """Whether a moment is more than what rounding leaves beside a force, at some random motion; None for no load."""
    wanted = [as_expr(x) for load in (moment, force) for x in array(load).ravel()]
    rng, places, acts = np.random.default_rng(5), list(motions), False
    for size in TRIED_SIZES:
        numbers = np.abs(np.array(evaluate(wanted, random_values(wanted, places, rng, size)), dtype=float))
        turning, pushing = (float(np.nanmax(x, initial=0.0)) for x in (numbers[:3], numbers[3:]))
        if turning > ROUNDING_MOMENT * size * pushing:
            return True
        acts |= pushing > 0.0
    return False if acts else None


def random_values(
    wanted: Sequence[Any], motions: Iterable[Relative], rng: np.random.Generator, size: float = 1.0
) -> dict[Any, float]:
    """Numbers for all symbols; rotations are rotations, Parameters are worth what they are unless that is zero."""
    values = {x: getattr(x, "value", None) or float(rng.uniform(0.5, 1.5)) for x in symbols_of(wanted)}
    for rel in motions:
        turn = rotation_of_vector(rng.uniform(-0.6, 0.6, size=3))
        values |= dict(zip(rel.R.ravel(), turn.ravel().tolist(), strict=True))
        values |= {x: size * float(rng.uniform(-1.0, 1.0)) for x in (*rel.p, *rel.w, *rel.v)}
    return values


def check_held(balance: NodeBalance) -> None:
    """Raises where some motion of nodes is free at motions in general, or where a turn is free at equilibrium."""
    tangent = NodeTangent(balance)
    if tangent.by:
        worst = tangent.free_in_general()
        # Where laws change branch, what is slack at one equilibrium may hold at another.
        if worst is None and not balance.loads.of_parts["kinks"]:
            worst = tangent.free_at_equilibrium()
        if worst is not None:
            group = next(g for g in balance.groups if any(x is worst for x in (*g.q, *g.u)))
            raise ModelError(f"{balance.loads.kind}: {_told(group, worst, group in balance.moving)}")


@dataclass(frozen=True, eq=False)
class NodeTangent:
    """How the balance of nodes depends on its unknowns, by numbers."""

    balance: NodeBalance

    @cached_property
    def by(self) -> list[Any]:
        """The unknowns of nodes, then others."""
        balance = self.balance
        found = [x for group in balance.still for x in group.q] + [x for group in balance.moving for x in group.u]
        return found + [x for group in balance.following for x in group.u] + list(balance.loads.own["s"].values())

    @cached_property
    def wanted(self) -> list[Any]:
        """The residual, then its slopes row by row."""
        residual = array(self.balance.residual)
        return [as_expr(x) for x in (*residual, *array(jacobian(residual, array(self.by))).ravel())]

    def at(self, values: Mapping[Any, float]) -> tuple[np.ndarray, np.ndarray]:
        """(residual, slopes)."""
        numbers = np.array(evaluate(self.wanted, values), dtype=float)
        return numbers[: len(self.by)], numbers[len(self.by) :].reshape(-1, len(self.by))

    def motion(self, rng: np.random.Generator, spread: float) -> dict[Any, float]:
        """Random ends, and nodes at random places so far from their references."""
        values = random_values(self.wanted, self.balance.loads.ends, rng)
        for group in self.balance.groups:
            values |= {x: r + float(rng.uniform(-spread, spread)) for x, r in zip(group.q, group.rest, strict=True)}
        return values

    def free_in_general(self) -> Any | None:
        """The unknown that takes part most in what no row feels at any of several motions."""
        rng, shares = np.random.default_rng(7), []
        for _ in range(NODE_TRIALS):
            share = _free_share(self.at(self.motion(rng, 0.3))[1])
            if share is None:
                return None
            shares.append(share)
        mean = np.mean(shares, axis=0)
        return self._worst(mean, range(len(self.by))) if len(mean) else None

    def free_at_equilibrium(self) -> Any | None:
        """A turn or a coordinate of a hinge that no row feels at some equilibrium, found by Newton's method."""
        values = self.motion(np.random.default_rng(8), 0.05)
        first = np.inf
        for _ in range(EQUILIBRIUM_STEPS):
            residual, slopes = self.at(values)
            if not (np.isfinite(residual).all() and np.isfinite(slopes).all()):
                return None
            size = float(np.abs(residual).max(initial=0.0))
            first = size if first == np.inf else first
            if size <= NODES_BALANCED * first:
                share = _free_share(slopes)
                turns = [k for k, x in enumerate(self.by) if self._turns(x)]
                return None if share is None or not turns else self._worst(share, turns)
            step = np.linalg.lstsq(slopes, -residual, rcond=None)[0]
            step *= min(1.0, 0.5 / max(float(np.abs(step).max(initial=0.0)), 1e-300))
            values |= {x: values[x] + float(change) for x, change in zip(self.by, step, strict=True) if x in values}
        return None

    def _turns(self, unknown: Any) -> bool:
        still = [g for g in self.balance.still if not g.names[0].startswith(f"{g.node}.") or "turn_" in g.names[0]]
        return any(x is unknown for group in still for x in group.q)

    def _worst(self, share: np.ndarray, among: Iterable[int]) -> Any | None:
        """Which takes part most; turns rather than displacements where both do."""
        best = max(among, key=lambda k: share[k] * (1.5 if self._turns(self.by[k]) else 1.0))
        return self.by[best] if share[best] > LEAST_SHARE else None


def _free_share(tangent: np.ndarray) -> np.ndarray | None:
    """How much unknowns take part in what no row feels; None where rows feel everything, or where numbers are not."""
    if not np.isfinite(tangent).all():
        return None
    # Rows and columns of forces, moments, lengths and angles made comparable.
    for _ in range(3):
        for axis in (1, 0):
            size = np.abs(tangent).max(axis=axis, keepdims=True)
            tangent = tangent / np.sqrt(np.where(size > 0.0, size, 1.0))
    _, sizes, directions = np.linalg.svd(tangent)
    free = directions[sizes <= UNHELD * max(sizes[0], 1e-300)]
    return np.linalg.norm(free, axis=0) if len(free) else None


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
            f"nothing resists {name!r}, the coordinate of the joint that carries the node {node!r}. Hold it with a "
            "part (a TorsionSpring, a Bushing, a beam), or leave the joint out."
        )
    if "turn_" in name:
        axis = name.rpartition("_")[2]
        return (
            f"nothing holds the node {node!r} against turning (about {axis}). Connect it with parts that carry moments "
            "about every axis (Beam, Bushing), carry it by a joint, or put a body in its place."
        )
    return (
        f"nothing holds the node {node!r} in place (along {name.rpartition('.')[2]}). Connect it with further parts, "
        "or put a body in its place."
    )

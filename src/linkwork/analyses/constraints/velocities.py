r"""Speeds and accelerations that meet all rows: $P u + P_0 = 0$ and $P\dot u + P_{00} = 0$ (S0 (8.1.4), (8.1.6))."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from ...contract import ModelError
from ...contract.errors import joined
from ...mechanics.port import dense
from ...numerics.rank import Ranked, rank_of
from ...numerics.saddle import SingularError, SparseSaddle
from ...results import State
from ...system import System
from .built_shape import BuiltShape
from .explain import contradicting_rows
from .row_wrenches import LoopClosures, loop_closures

VELOCITY_STEPS = 20
VELOCITY_CONTRADICTION = 1e-8
"""Scaled contradiction, relative to the sizes of what is given, below which velocity rows count as met."""

SHAPE_CONTRADICTION = 1e-6
"""The same for rates of shapes, whose slopes are differences."""


def consistent_speeds(
    system: System, state: State, fixed: Mapping[int, float] | None = None, shape: BuiltShape | None = None
) -> State:
    """The state with the speeds nearest to its own, in the mass metric, that meet all rows; fixed ones are kept.

    With a `shape` they deform beams as little as rows let them: not at all where a motion of rigid beams exists.
    """
    state = system.prescribed(state)
    u = state.u.copy()
    for k, value in (fixed or {}).items():
        u[k] = value
    if not system.rows.count and shape is None:
        return replace(state, u=u)
    P, P_0, P_00 = system.constraint_rows(replace(state, u=u))
    if not (fixed or u.any() or P_0.any() or P_00.any() or system.layout.driven):
        return state  # rest meets all rows
    closures = loop_closures(system, state)
    if shape is not None:
        return _undeforming(closures, replace(state, u=u), fixed or {}, (dense(P), P_0), shape.rates(state))
    free = [k for k in closures.free_u if k not in (fixed or {})]
    held = list(fixed or {})
    if not isinstance(P, np.ndarray):
        return replace(state, u=_sparse_speeds(closures, u, free, P, P_0))
    right = -(P_0 + P[:, held] @ u[held])
    ranked = rank_of(P[:, free], closures.row_scale, closures.speed_scale[free])
    off = ranked.contradiction(right)
    if np.linalg.norm(off) > VELOCITY_CONTRADICTION * max(1.0, float(np.linalg.norm(closures.row_scale * right))):
        raise ModelError(_failure(closures, off, held))
    u[free] = _nearest_speeds(system, replace(state, u=u), free, ranked, right)
    return _tangent(closures, replace(state, u=u), free, ranked.null_space)


def undeforming_speeds(system: System, state: State, fixed: Mapping[int, float]) -> State:
    """The state with speeds that meet all rows and deform nothing that rows let be: fixed ones are kept.

    Where joints can, modal bodies deform on as they do, and beams do not deform, or as little as can be.
    """
    if shape := BuiltShape(system):
        with contextlib.suppress(ModelError):
            return consistent_speeds(system, state, fixed, shape)
    elastic = {k: float(state.u[k]) for k in system.layout.elastic_u if k not in fixed}
    if elastic:
        with contextlib.suppress(ModelError):
            return consistent_speeds(system, state, {**elastic, **fixed})
    return consistent_speeds(system, state, fixed)


def _undeforming(
    closures: LoopClosures,
    state: State,
    fixed: Mapping[int, float],
    rows: tuple[np.ndarray, np.ndarray],
    rates: tuple[np.ndarray, np.ndarray],
) -> State:
    r"""The same with the least rates of shapes: of all u with P u + P_0 = 0 those with the least |S u + S_0|.

    ModelError where rows contradict each other, or speeds are given by which nodes of a beam deform it.
    """
    free, u = [k for k in closures.free_u if k not in fixed], state.u.copy()
    held = [k for k in range(len(u)) if k not in free]
    (P, P_0), (S, S_0) = rows, rates
    right, wish = -(P_0 + P[:, held] @ u[held]), -(S_0 + S[:, held] @ u[held])
    columns = closures.speed_scale[free]
    ranked = rank_of(P[:, free], closures.row_scale, columns)
    size = max(1.0, float(np.linalg.norm(closures.row_scale * right)))
    if np.linalg.norm(ranked.contradiction(right)) > VELOCITY_CONTRADICTION * size:
        raise ModelError(_failure(closures, ranked.contradiction(right), held))
    particular, space = ranked.solve(right), ranked.null_space
    left = rank_of(S[:, free] @ space)
    off = float(np.linalg.norm(left.contradiction(wish - S[:, free] @ particular)))
    is_rigid = off <= SHAPE_CONTRADICTION * max(1.0, float(np.linalg.norm(wish)), size)
    if not is_rigid and _moves_nodes(closures.system, fixed):
        raise ModelError(f"model {closures.system.model.name!r}: no motion leaves its beams as they are.")
    particular = particular + space @ left.solve(wish - S[:, free] @ particular)
    u[free] = _nearest_in(closures.system, state, free, particular, space @ left.null_space)
    return replace(state, u=u)


def _moves_nodes(system: System, fixed: Mapping[int, float]) -> bool:
    """Whether speeds are given by which the parts of a beam move against each other."""
    parts = {member for structure in system.model.structures.values() for member in structure.members}
    return any(system.layout.u[k].rpartition(".")[0] in parts for k in fixed)


def _nearest_speeds(system: System, state: State, free: list[int], ranked: Ranked, right: np.ndarray) -> np.ndarray:
    """Of all solutions that which is nearest to the speeds of a state, in the mass metric."""
    return _nearest_in(system, state, free, ranked.solve(right), ranked.null_space)


def _nearest_in(system: System, state: State, free: list[int], particular: np.ndarray, space: np.ndarray) -> np.ndarray:
    """Of one solution and all that a space adds to it the nearest."""
    if not space.shape[1]:
        return particular
    inner = dense(system.evaluate("mass_matrix", state).M)[np.ix_(free, free)]
    left, wish = space.T @ inner @ space, state.u[free] - particular
    return np.asarray(particular + space @ np.linalg.lstsq(left, space.T @ (inner @ wish), rcond=1e-12)[0])


def _sparse_speeds(closures: LoopClosures, u: np.ndarray, free: list[int], P: Any, P_0: np.ndarray) -> np.ndarray:
    """The same for large systems, by one sparse system: M δ = Pᵀμ, P δ = −(P u + P_0).

    Where rows depend on each other in one configuration only, it takes all speeds that meet them.
    """
    M = closures.system.evaluate("mass_matrix", closures.state).M
    wanted, own = -(P_0 + P @ u), P[:, free]
    try:
        change, _ = SparseSaddle(M[free][:, free], own).solve(np.zeros(len(free)), wanted)
    except SingularError:
        raise ModelError(
            f"model {closures.system.model.name!r}: its velocities are not determined: some have no mass, and no "
            "row decides about them."
        ) from None
    off = closures.row_scale * (wanted - own @ change)
    if np.linalg.norm(off) > VELOCITY_CONTRADICTION * max(1.0, float(np.linalg.norm(closures.row_scale * wanted))):
        raise ModelError(_failure(closures, off, sorted(set(range(len(u))) - set(free))))
    found = u.copy()
    found[free] += change
    return found


def _tangent(closures: LoopClosures, state: State, free: list[int], space: np.ndarray) -> State:
    r"""The state with speeds of a motion, where rows depend on each other in its configuration only.

    There all speeds with P u + P_0 = 0 are more than those of the motions that meet. With Y the left null space of P,
    accelerations exist for those with Yᵀ P_00(u) = 0: Newton's method leads to the nearest ones.
    """
    system = closures.system
    P = system.constraint_rows(state)[0]
    Y = closures.velocity_rank(P).left_null_space
    if not (Y.shape[1] and space.shape[1]):
        return state
    known = np.zeros(system.layout.nu)
    for entry in system.layout.driven:
        known[entry.u] = entry.value.derivative(state.t, 2, state.parameters)

    def missing(u: np.ndarray) -> np.ndarray:
        return np.asarray(Y.T @ (system.constraint_rows(replace(state, u=u))[2] + P @ known))

    u, step = state.u.copy(), 1e-3 * max(1e-3, float(np.abs(state.u).max()))
    left = missing(u)
    size = limit = VELOCITY_CONTRADICTION * max(1.0, float(np.abs(state.u).max()) ** 2)
    for _ in range(VELOCITY_STEPS):
        size = float(np.abs(left).max(initial=0.0))
        if size <= 1e-5 * limit:
            break
        slopes = np.empty((len(left), space.shape[1]))
        for k, direction in enumerate(space.T):
            ahead, back = u.copy(), u.copy()
            ahead[free] += step * direction
            back[free] -= step * direction
            slopes[:, k] = (missing(ahead) - missing(back)) / (2.0 * step)
        u[free] -= space @ np.linalg.lstsq(slopes, left, rcond=1e-9)[0]
        left = missing(u)
    return replace(state, u=u) if size <= limit else state


def _failure(closures: LoopClosures, off: np.ndarray, held: list[int]) -> str:
    layout = closures.system.layout
    names = [layout.u[k] for k in held] + [e.name for e in layout.driven]
    cause = f" with {joined(names)} given" if names else ""
    return (
        f"model {closures.system.model.name!r}: no velocities meet {contradicting_rows(closures, off)}{cause}; "
        f"the rows contradict each other by {np.linalg.norm(off):.3g} per second. Give fewer speeds; see mobility(…)."
    )

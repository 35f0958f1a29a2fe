"""Redundant motions inside an assembly, found by rank: what moves neither end, and which speeds to hold for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ...expr import Function, array, jacobian, make_function
from ..errors import ModelError
from ..parameters import parameter_values

if TYPE_CHECKING:
    from .chain import ChainKinematics

RANK_CONFIGURATIONS = 6
"""Configurations at which the rank is looked at."""
RANDOM_STARTS = 12
"""Random starts from which configurations that meet the rows inside are sought."""
ZERO_SINGULAR_VALUE = 1e-9
"""Below this fraction of the largest, a singular value is zero."""
RANK_TIME = 0.3


def held_speeds(chain: ChainKinematics, rest: Sequence[float]) -> list[int]:
    """The places, among all speeds of a chain, of those that are held.

    At configurations in general the rows of both ends' relative velocity and of everything inside leave some motions,
    which as many speeds fix, chosen so that they take part in them as much as possible at all of these configurations.
    """
    if not chain.speeds:
        return []
    function = _rows(chain)
    spaces = [
        _null_space(function(q, RANK_TIME, _worth(chain))[1]) for q in _configurations(chain, function, np.array(rest))
    ]
    count = min(space.shape[1] for space in spaces)
    usual = [space for space in spaces if space.shape[1] == count]
    return sorted(_choose(usual, count))


def _rows(chain: ChainKinematics) -> Function:
    """(rows inside and invariants, their slope by coordinates; velocity rows by all speeds)."""
    q, u, t = chain.symbols
    rel = chain.motion_of(0, 1)
    inside = array([*chain.holonomic, *chain.invariants(q)])
    rates = [*(jacobian(chain.holonomic, q) @ chain.q_dot)] if len(chain.holonomic) else []
    by_speeds = jacobian(array([*rel.w, *rel.v, *rates, *chain.on_velocities]), u)
    slope = jacobian(inside, q) if len(inside) else np.zeros((0, len(q)))
    inputs = {"q": q, "t": t, "parameters": array(chain.assembly.parameters)}
    return make_function("inside", inputs, {"rows": inside, "by_speeds": by_speeds, "slope": slope})


def _worth(chain: ChainKinematics) -> np.ndarray:
    return parameter_values(chain.assembly.parameters)


def _configurations(chain: ChainKinematics, function: Function, rest: np.ndarray) -> list[np.ndarray]:
    """Random configurations that meet the rows inside."""
    rng = np.random.default_rng(22)
    found: list[np.ndarray] = []
    for _ in range(RANDOM_STARTS):
        q = _closed(function, rest + rng.uniform(-0.9, 0.9, size=len(rest)), _worth(chain))
        if q is not None:
            found.append(q)
        if len(found) == RANK_CONFIGURATIONS:
            break
    if not found:
        raise ModelError(
            f"{chain.assembly.kind}: no configuration was found in which its parts fit together; check lengths and "
            "axes, or give its joints a `rest` near one."
        )
    return found


def _closed(function: Function, q: np.ndarray, parameters: np.ndarray) -> np.ndarray | None:
    """The configuration near q that meets the rows inside, by Gauss and Newton; None where there is none."""
    for _ in range(30):
        rows, _, slope = function(q, RANK_TIME, parameters)
        if not np.isfinite(rows).all():
            return None
        if np.abs(rows).max(initial=0.0) < 1e-11:
            return q
        q = q - np.linalg.pinv(slope, rcond=1e-10) @ rows
    return None


def _null_space(by_speeds: Any) -> np.ndarray:
    """Speeds that no row feels, as columns; rows count by their direction alone."""
    size = np.linalg.norm(by_speeds, axis=1)
    kept = by_speeds[size > ZERO_SINGULAR_VALUE * max(size.max(initial=0.0), 1e-300)]
    unit = kept / np.linalg.norm(kept, axis=1)[:, None]
    _, values, rows = np.linalg.svd(unit) if len(unit) else (None, np.zeros(0), np.eye(by_speeds.shape[1]))
    return np.asarray(rows[int(np.sum(values > ZERO_SINGULAR_VALUE * values.max(initial=0.0))) :].T)


def _choose(spaces: list[np.ndarray], count: int) -> list[int]:
    """Speeds one by one: the one that takes part most where it takes part least, then the rest of each space."""
    chosen: list[int] = []
    for _ in range(count):
        part = np.min([np.linalg.norm(space, axis=1) for space in spaces], axis=0)
        best = int(np.argmax(part > part.max() * (1.0 - 1e-9)))
        chosen.append(best)
        spaces = [_without(space, best) for space in spaces]
    return chosen


def _without(space: np.ndarray, row: int) -> np.ndarray:
    """The part of a space (orthonormal columns) whose entry at `row` is zero."""
    direction = space[row] / np.linalg.norm(space[row])
    _, _, turned = np.linalg.svd(direction[None, :])
    return np.asarray(space @ turned[1:].T)

"""`equilibrium` and `equilibria`: where a system rests, or moves steadily, and whether it stays there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, overload

import numpy as np

from ..contract import ModelError
from ..contract.arguments import COUNT, FLAG, NAME, NUMBER, VALUES, takes
from ..contract.errors import unknown
from ..mechanics.absolute import AbsoluteSystem
from ..numerics.least_squares import Fit
from ..results import Linearization, State
from ..system import System
from .absolute import AbsoluteEquilibrium, absolute_equilibrium
from .assemble import SAME
from .balance import Balance
from .closing import close
from .closures import closures_of, listed
from .equilibrium_error import EquilibriumError
from .explain import open_closures
from .given import check_system
from .holding import held_system, moved_state
from .judged import Judged
from .linearize import channel_values, linearized
from .settling import FOUND, newton_way, settled
from .stability import STEP, loose_directions
from .variation import Variation, variation_of
from .varying import check_tree
from .velocities import consistent_speeds

DRIVES = ("held", "moving")


@dataclass(frozen=True, eq=False, repr=False)
class Equilibrium(Judged):
    """A state in which nothing accelerates, with the multipliers that hold it.

    `eq["A.angle"]` is a coordinate, or any channel: positions, forces, `D.multipliers`, `A.angle.load`.
    """

    system: System
    """The system it belongs to: driven coordinates are locked where they were held."""
    state: State
    lam: np.ndarray
    u_dot: np.ndarray
    """Accelerations of driven coordinates, zero unless they were let move."""
    given: Mapping[str, float]
    """Speeds that were given."""
    residual: float
    """The largest condition that is left, in comparable units."""
    way: str
    """How it was found: "newton", "load steps" or "pseudo time"."""

    def __getitem__(self, name: str) -> Any:
        self._check()
        try:
            return self.state[name]
        except ModelError:
            return channel_values(self.system, name, self.state, self.u_dot, self.lam)

    @cached_property
    def variation(self) -> Variation:
        """First variations about it."""
        return variation_of(self.system, self.state, self.u_dot, self.lam)

    @cached_property
    def linearization(self) -> Linearization:
        """The linear system about it, without inputs."""
        return linearized(self.variation)

    def departure(self, change: np.ndarray) -> float:
        """How far from this state, changed along x, the nearest equilibrium is, in parts of the change."""
        layout, v = self.system.layout, self.variation
        scale = np.concatenate([v.closures.q_scale, v.closures.speed_scale])
        y = (v.T @ change)[: layout.nq + layout.nu]
        y *= STEP / np.abs(y / scale).max()
        moved = replace(self.state, q=self.state.q + y[: layout.nq], u=self.state.u + y[layout.nq :])
        start = close(v.closures, moved).state
        speeds = {k: float(start.u[k]) for k in (layout.u_index(name) for name in self.given)} or None
        balance = Balance(self.system, start, speeds, self.u_dot)
        found = newton_way(balance, balance.first())
        if not found.size < FOUND:
            return np.inf
        state = balance.parts(found.x)[0]
        left = np.concatenate([state.q - start.q, state.u - start.u])
        return float(np.abs(left / scale).max()) / STEP


@overload
def equilibrium(
    system: System,
    guess: State | Mapping[str, float] | None = None,
    *,
    t: float | None = None,
    speeds: Mapping[str, float] | None = None,
    drives: str = "held",
    stable: bool = False,
) -> Equilibrium: ...


@overload
def equilibrium(  # type: ignore[overload-cannot-match]
    system: AbsoluteSystem,
    guess: State | Mapping[str, float] | None = None,
    *,
    t: float | None = None,
    speeds: Mapping[str, float] | None = None,
    drives: str = "held",
    stable: bool = False,
) -> AbsoluteEquilibrium: ...


@takes(t=NUMBER | None, speeds=VALUES | None, drives=NAME, stable=FLAG)
def equilibrium(
    system: System | AbsoluteSystem,
    guess: State | Mapping[str, float] | None = None,
    *,
    t: float | None = None,
    speeds: Mapping[str, float] | None = None,
    drives: str = "held",
    stable: bool = False,
) -> Equilibrium | AbsoluteEquilibrium:
    """A state of rest near the guess; with `speeds`, a steady motion that has them.

    Driven coordinates are held where they are at time t; drives="moving" keeps their velocities and accelerations, as
    S4 Listing 17 does. Speeds that are neither given nor asked for by rows are zero, and no free speed changes.
    `stable` looks on where an unstable equilibrium was found, and refuses it in the end. Of absolute systems only rest
    is looked for, and with `stable` an unstable one is refused at once.
    """
    check_system(system, "equilibrium")
    if isinstance(system, AbsoluteSystem):
        return absolute_equilibrium(system, guess, t, speeds, drives, stable)
    balance = _balance(system, guess, t, speeds, drives)
    found, way = _search(balance, balance.first())
    result = _result(balance, found, way, speeds)
    if not stable or result.stability != "unstable":
        return result
    for other in _beside(result):
        moved = replace(balance, start=other)
        near = [pair for pair in settled(moved, moved.first(), ("pseudo time",)) if pair[1].size < FOUND]
        if near:
            better = _result(moved, near[0][1], near[0][0], speeds)
            if better.stability != "unstable":
                return better
    growing = max(result.eigenvalues.real)
    raise EquilibriumError(
        f"model {system.model.name!r}: the equilibrium is unstable, and a stable one was asked for: a disturbance "
        f"grows with exp({growing:.4g} t), mostly in {_fastest(result)}, and beside it no stable one was found. "
        "Leave stable=True away to have it, give another guess, or ask for lw.equilibria.",
        result.state,
    )


@takes(t=NUMBER | None, speeds=VALUES | None, drives=NAME, starts=COUNT)
def equilibria(
    system: System,
    guess: State | Mapping[str, float] | None = None,
    *,
    t: float | None = None,
    speeds: Mapping[str, float] | None = None,
    drives: str = "held",
    starts: int = 40,
) -> tuple[Equilibrium, ...]:
    """The different equilibria that are found from random starts around the guess, the nearest to it first."""
    check_tree(system, "equilibria")
    balance = _balance(system, guess, t, speeds, drives)
    found: list[Equilibrium] = []
    rng = np.random.default_rng(7)
    closures = balance.closures
    for k in range(starts):
        q = balance.start.q.copy()
        if k:
            reach = np.pi * min(1.0, 0.15 * k)
            q[balance.q] += reach * rng.uniform(-1.0, 1.0, len(balance.q)) * closures.q_scale[balance.q]
        closed = close(closures, replace(balance.start, q=q))
        if not closed.is_closed:
            continue
        moved = replace(balance, start=closed.state)
        fit = newton_way(moved, moved.first())
        if fit.size < FOUND:
            result = _result(moved, fit, "newton", speeds)
            if not any(_same(result, other) for other in found):
                found.append(result)
    if not found:
        found.append(_result(balance, *_search(balance, balance.first()), speeds))
    scale = closures.q_scale
    found.sort(key=lambda one: float(np.linalg.norm((one.state.q - balance.start.q) / scale)))
    return tuple(found)


def _balance(system: System, guess: Any, t: float | None, speeds: Mapping[str, float] | None, drives: str) -> Balance:
    if drives not in DRIVES:
        raise ModelError(unknown("way to treat drives", drives, DRIVES))
    is_state = isinstance(guess, State)
    time = (guess.t if is_state else 0.0) if t is None else float(t)
    kept = held_system(system, time) if drives == "held" else system
    start = replace(moved_state(kept, guess), t=time) if is_state else kept.state(guess, time)
    given = {kept.layout.u_index(name): float(value) for name, value in (speeds or {}).items()}
    u = np.zeros(kept.layout.nu)
    start = kept.prescribed(replace(start, u=u))
    closures = closures_of(kept, start)
    closed = close(closures, start)
    if closed.is_closed:
        start = closed.state
    u = start.u.copy()
    for k, value in given.items():
        u[k] = value
    start = replace(start, u=u)
    if given:
        start = consistent_speeds(kept, start, given)
    a = np.zeros(kept.layout.nu)
    for entry in kept.layout.driven:
        a[entry.u] = entry.value.derivative(time, 2, start.parameters)
    return Balance(kept, start, given if given else None, a)


def _search(balance: Balance, x: np.ndarray) -> tuple[Fit, str]:
    tried = list(settled(balance, x))
    way, found = min(tried, key=lambda pair: pair[1].size)
    if found.size < FOUND:
        return found, way
    raise EquilibriumError(_failure(balance, found), balance.parts(found.x)[0])


def _result(balance: Balance, found: Fit, way: str, speeds: Mapping[str, float] | None) -> Equilibrium:
    state, lam = balance.parts(found.x)
    return Equilibrium(balance.system, state, lam, balance.a, dict(speeds or {}), found.size, way)


def _same(one: Equilibrium, other: Equilibrium) -> bool:
    a, b = (eq.system.evaluate("attitudes", eq.state) for eq in (one, other))
    scale = float(closures_of(one.system, one.state).length)
    same_z = np.allclose(one.state.z, other.state.z, rtol=1e-5, atol=1e-8)
    if not same_z:
        return False
    if np.abs(a.R - b.R).max() < SAME and np.abs(a.p - b.p).max() < SAME * max(1.0, scale):
        return True
    return _along_indifferent(one, other)


def _along_indifferent(one: Equilibrium, other: Equilibrium) -> bool:
    """Whether two equilibria differ only by displacements that meet no stiffness."""
    v = one.variation
    K = v.stiffness[2]
    if not K.size:
        return False
    _, values, vt = np.linalg.svd(K)
    loose = v.displacements @ vt[int(np.sum(values > 1e-9 * max(values[0], 1e-300))) :].T
    if not loose.shape[1]:
        return False
    lengths = v.closures.q_scale != 1.0
    step = other.state.q - one.state.q
    # Angles count without whole turns, unless they are what is indifferent.
    turns = np.where(lengths | (np.abs(loose).max(axis=1) > SAME), 0.0, 2.0 * np.pi * np.round(step / (2.0 * np.pi)))
    step = step - turns
    left = step - loose @ np.linalg.lstsq(loose, step, rcond=None)[0]
    return bool(np.abs(left / v.closures.q_scale).max() < SAME)


def _beside(result: Equilibrium) -> list[State]:
    """States on both sides of an unstable equilibrium, along what grows fastest."""
    lin = result.linearization
    values, vectors = np.linalg.eig(lin.A)
    grown = np.real(result.variation.T @ vectors[:, int(np.argmax(values.real))])
    nq = result.system.layout.nq
    size = float(np.abs(grown[:nq]).max(initial=0.0)) or 1.0
    return [replace(result.state, q=result.state.q + sign * 0.05 * grown[:nq] / size) for sign in (1.0, -1.0)]


def _fastest(result: Equilibrium) -> str:
    side = _beside(result)[0]
    change = np.abs(side.q - result.state.q)
    return listed([result.system.layout.q[k] for k in np.flatnonzero(change > 0.5 * change.max())][:3])


def _failure(balance: Balance, found: Fit) -> str:
    """What cannot be closed, which coordinates have no restoring force, or where forces stay unbalanced."""
    closed = close(balance.closures, balance.start)
    if not closed.is_closed:
        there = open_closures(closures_of(balance.system, closed.state), closed)
        return f"model {balance.system.model.name!r} has no equilibrium: it cannot be assembled: {there}"
    state, lam = balance.parts(found.x)
    v = variation_of(balance.system, state, balance.a, lam)
    residual, _ = balance(found.x)
    r = np.zeros(balance.system.layout.nu)
    free = list(balance.closures.free_u)
    r[free] = residual[: len(free)]
    name = balance.system.model.name
    loose, left = loose_directions(v, r)
    names = balance.system.layout.u
    if loose:
        words = listed([_coordinate(names[k]) for k in loose[:4]])
        return (
            f"model {name!r} has no equilibrium near the guess: there is no restoring force in {words}, where "
            f"{left:.4g} stays unbalanced. Hold it with a spring, a constraint or a lock, or take the load off."
        )
    worst = int(np.argmax(np.abs(r) * balance.closures.speed_scale)) if len(r) else 0
    return (
        f"model {name!r}: no equilibrium was found: {abs(r[worst]):.4g} stays unbalanced in "
        f"{_coordinate(names[worst])}. "
        "Give a guess nearer to it, or see with a damped simulation where the model goes."
    )


def _coordinate(speed: str) -> str:
    return speed[:-4] if speed.endswith("_dot") else speed

"""`campbell`: the modes of a rotor over its spin, followed from speed to speed, and where orders cross them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import lazy_loader
import numpy as np

from .._blas_threads import small_on_one_thread
from ..contract import ModelError
from ..contract.arguments import COUNT, NAME_ARGUMENT, NUMBERS, ArgumentKind, takes
from ..contract.errors import unknown
from ..diagnosis import Notes, note
from ..results import State
from ..results.campbell_diagram import CampbellDiagram, OrderCrossing, whirl_name
from ..system import System
from .common.plausibility import plausibility
from .common.state_arguments import SYSTEM
from .equilibrium import Equilibrium, equilibrium
from .linear.whirl import Whirls, whirls_of

scipy = lazy_loader.load("scipy")

LIKE_ENOUGH = 0.25
"""Likeness of shapes (MAC) below which a mode is a new one."""
SAME_BRANCH = 0.9
"""Likeness above which a mode near a crossing is that of the branch: shapes of a half, and the frequency."""
BESIDE_SPEED = 1e-2
"""Part of a speed to look beside it."""
CROSSING_STEPS = 12
CROSSING_TOLERANCE = 1e-9
"""Relative to a speed: how well crossings are found."""
CAMPBELL_FRAMES = ("fixed", "turning")
EXCITATION_ORDERS = ArgumentKind(
    lambda value: NUMBERS.fits(value) and np.ndim(value) == 1 and bool(np.isfinite(value).all()),
    "a list of numbers, such as (1, 2)",
)


@takes(
    system=SYSTEM, speeds=NUMBERS, spin=NAME_ARGUMENT, orders=EXCITATION_ORDERS, modes=COUNT | None, frame=NAME_ARGUMENT
)
@small_on_one_thread
def campbell(
    system: System,
    speeds: Sequence[float],
    spin: str,
    *,
    orders: Sequence[float] = (1.0,),
    modes: int | None = None,
    guess: State | Mapping[str, float] | None = None,
    frame: str = "fixed",
) -> CampbellDiagram:
    r"""Frequencies and damping at steady motions of these `speeds` (rad/s), with modes followed from one to the next.

    `spin` is what turns: a speed of a joint ("bearing.angle_dot"), which the steady motion is given, or a Parameter on
    which drives depend. Modes are identified by the likeness of their shapes, |φᵢᴴ M φⱼ|², from the highest speed
    down, and named by the sense of their orbits: forward whirl goes round as the rotor does. Crossings with
    `orders` times the spin are refined until order · Ω = Im λ; those of order 1 are critical speeds, as long as
    the frame is fixed. A speed at which there is no steady motion is refused.

    Frequencies are those that are seen from the ground: where coordinates turn with the rotor (a shaft that is a modal
    body, an exact beam), a whirl of frequency ω there is one of Ω ± ω here. frame="turning" leaves them as the rotor
    sees them: a blade; unbalance stands still there, and crossings of order 1 are not critical speeds.
    `modes` keeps as many of the slowest; `guess` is where to begin.
    """
    given = np.sort(np.asarray(speeds, dtype=float).ravel())
    if len(given) < 2 or not np.isfinite(given).all() or not (np.diff(given) > 0.0).all():
        raise ModelError("campbell: speeds are two or more different numbers in rad/s.")
    if frame not in CAMPBELL_FRAMES:
        raise ModelError(f"campbell: {unknown('frame', frame, CAMPBELL_FRAMES)}")
    rotor = _rotor(system, _checked_spin(system, spin), guess, frame, given)
    found = [rotor.modes(float(speed)) for speed in given]
    branches = _followed(found)
    order = sorted(range(len(branches)), key=lambda b: _first_frequency(found, branches[b]))
    chosen = [branches[b] for b in order[: modes or len(order)]]
    shape = (len(given), len(chosen))
    values, circles = np.full(shape, complex(np.nan, np.nan)), np.full(shape, np.nan)
    for k, branch in enumerate(chosen):
        for i, own in branch.items():
            values[i, k], circles[i, k] = found[i].eigenvalues[own], found[i].circularity[own]
    crossings = [
        crossing
        for factor in orders
        for k, branch in enumerate(chosen)
        for crossing in _crossings(rotor, float(factor), k, given, found, branch)
    ]
    crossings.sort(key=lambda x: (float(f"{x.speed:.6g}"), x.order, x.mode))
    split = sum(any(found[i].split[own] for i, own in branch.items()) for branch in chosen)
    turning = [note("modes_turning", _SPLIT.format(split))] if split else []
    notes = Notes((*turning, *plausibility(system)))
    return CampbellDiagram(spin, given, values, circles, tuple(crossings), frame, notes)


_SPLIT = (
    "{} modes turn with the rotor and are not circles (a blade, or a rotor that is not round): seen from the ground "
    "each is two frequencies, Ω ± ω. They are given as the rotor sees them."
)


def _checked_spin(system: System, spin: str) -> str:
    known = (*system.layout.u, *system.layout.hinged, *system.model.parameters)
    if spin not in known:
        raise ModelError(f"campbell: spin: {unknown('speed or Parameter', spin, known)}")
    return spin


@dataclass(frozen=True, eq=False)
class _Rotor:
    """The steady motions of a system and their modes."""

    system: System
    spin: str
    guess: Any
    frame: str
    axis: np.ndarray
    """Of its turning, in the sense of the spin."""

    def steady(self, speed: float) -> Equilibrium:
        """The steady motion of a speed, in coordinates of joints; raises where it is none."""
        guess = self.guess
        if self.spin not in self.system.model.parameters:
            found = equilibrium(self.system, guess, speeds={self.spin: speed})
        elif isinstance(guess, State):
            found = equilibrium(self.system, guess.with_values({self.spin: speed}), drives="moving")
        else:
            found = equilibrium(self.system, {**(guess or {}), self.spin: speed}, drives="moving")
        if found.verdict.is_bad:
            raise ModelError(f"campbell: {self.spin} = {speed:g}: {found.verdict.reasons[0]}.")
        return found if found.in_hinges is None else found.in_hinges

    def modes(self, speed: float) -> Whirls:
        """Modes at a speed."""
        steady = self.steady(speed)
        rate = float(self.axis @ _turning(steady))
        return whirls_of(steady.system, steady.state, steady.linearization, self.axis, rate, self.frame)


def _turning(steady: Equilibrium) -> np.ndarray:
    """The angular velocity of the body that turns fastest."""
    channels = steady.system.channels(steady.state)
    spins = [np.asarray(channels[f"{body}.angular_velocity"], dtype=float) for body in steady.system.model.bodies]
    return max(spins, key=lambda w: float(np.linalg.norm(w)))


def _rotor(system: System, spin: str, guess: Any, frame: str, speeds: np.ndarray) -> _Rotor:
    """The rotor, with the axis that it has at the highest speed."""
    fastest = float(speeds[int(np.argmax(np.abs(speeds)))])
    plain = _Rotor(system, spin, guess, frame, np.zeros(3))
    turning = _turning(plain.steady(fastest)) * np.sign(fastest)
    size = float(np.linalg.norm(turning))
    if not size > 0.0:
        raise ModelError(f"campbell: no body turns when {spin} is {fastest:g}; name the speed of what does.")
    return replace(plain, axis=turning / size)


def _followed(found: Sequence[Whirls]) -> list[dict[int, int]]:
    """Branches: for each the number of its mode at every speed where it has one.

    From the highest speed down, since equal frequencies of a rotor at rest have no shapes of their own.
    """
    last = len(found) - 1
    branches = [{last: k} for k in range(len(found[last].eigenvalues))]
    ends = dict(enumerate(branches))
    for i in range(last - 1, -1, -1):
        before, now = found[i + 1], found[i]
        open_ones = [branch for branch in ends.values() if i + 1 in branch]
        like = np.array([[_likeness(before, b[i + 1], now, k) for k in range(len(now.eigenvalues))] for b in open_ones])
        rows, columns = scipy.optimize.linear_sum_assignment(-like) if like.size else ((), ())
        taken = set()
        for row, column in zip(rows, columns, strict=True):
            if like[row, column] > LIKE_ENOUGH:
                open_ones[row][i] = int(column)
                taken.add(int(column))
        for k in range(len(now.eigenvalues)):
            if k not in taken:
                ends[len(ends)] = {i: k}
    return list(ends.values())


def _likeness(a: Whirls, i: int, b: Whirls, k: int) -> float:
    """MAC of two modes; of modes that are alike in shape, how near their frequencies are decides."""
    mac = float(np.abs(a.shapes[i].conj() @ b.shapes[k]) ** 2)
    x, y = a.eigenvalues[i].imag, b.eigenvalues[k].imag
    apart = 2.0 * (x - y) / (x + y) if x != y else 0.0
    return mac + 0.5 * float(np.exp(-((apart / 0.2) ** 2)))


def _first_frequency(found: Sequence[Whirls], branch: Mapping[int, int]) -> float:
    i = min(branch)
    return float(found[i].eigenvalues[branch[i]].imag)


def _crossings(
    rotor: _Rotor, order: float, mode: int, speeds: np.ndarray, found: Sequence[Whirls], branch: Mapping[int, int]
) -> list[OrderCrossing]:
    """Where order · spin is the frequency of a branch."""
    made = []
    for i in sorted(branch):
        if i + 1 not in branch:
            continue
        ends = [(speeds[j], found[j], branch[j]) for j in (i, i + 1)]
        gaps = [_gap(one.eigenvalues[k].imag, abs(order * speed)) for speed, one, k in ends]
        # One at a speed that was given belongs to the steps before it; before the first there is none.
        begins = i == min(branch) and gaps[0] == 0.0 != gaps[1]
        if not (begins or gaps[0] > 0.0 >= gaps[1] or gaps[0] < 0.0 <= gaps[1]):
            continue
        speed, value, circle = _refined(rotor, order, ends, gaps)
        ratio, frequency = -value.real / abs(value), value.imag / (2.0 * np.pi)
        made.append(OrderCrossing(order, mode + 1, whirl_name(circle), speed, frequency, ratio))
    return made


def _gap(frequency: float, excitation: float) -> float:
    """Their difference; none where they are as near as crossings are found."""
    gap = frequency - excitation
    return 0.0 if abs(gap) <= CROSSING_TOLERANCE * excitation else gap


def _refined(rotor: _Rotor, order: float, ends: Any, gaps: Any) -> tuple[float, complex, float]:
    """(speed, λ, circularity) between two speeds where a branch meets an order: by regula falsi (Illinois).

    Seen from turning axes a whirl that meets the order 1 stands still, and is none of the modes that swing: it is then
    taken from the nearest speeds on both sides at which it is seen.
    """
    (a, one, k), (b, last, j) = ends
    low, high = gaps
    seen = {float(a): (one.eigenvalues[k], one.circularity[k]), float(b): (last.eigenvalues[j], last.circularity[j])}
    speed = float(b)
    for _ in range(CROSSING_STEPS):
        speed = float(a - low * (b - a) / (high - low))
        found = _same_branch(rotor, speed, one, k)
        if found is None:
            beside = (speed * (1.0 - BESIDE_SPEED), speed * (1.0 + BESIDE_SPEED))
            more = {x: _same_branch(rotor, x, one, k) for x in beside if min(seen) < x < max(seen)}
            return _between(order, seen | {x: value for x, value in more.items() if value is not None})
        seen[speed] = found
        gap = found[0].imag - abs(order * speed)
        if abs(gap) <= CROSSING_TOLERANCE * abs(speed * order):
            break
        if gap * high < 0.0:
            a, low = b, high
        else:
            low *= 0.5
        b, high = speed, gap
    return speed, *seen[speed]


def _between(order: float, seen: Mapping[float, tuple[complex, float]]) -> tuple[float, complex, float]:
    """The crossing on the straight line between the speeds next to it."""
    speeds = sorted(seen)
    gaps = [seen[x][0].imag - abs(order * x) for x in speeds]
    k = next(i for i in range(1, len(speeds)) if gaps[i - 1] * gaps[i] <= 0.0)
    part = gaps[k - 1] / (gaps[k - 1] - gaps[k]) if gaps[k - 1] else 0.0
    (first, circle), (last, _) = seen[speeds[k - 1]], seen[speeds[k]]
    return speeds[k - 1] + part * (speeds[k] - speeds[k - 1]), complex(first + part * (last - first)), circle


def _same_branch(rotor: _Rotor, speed: float, one: Whirls, k: int) -> tuple[complex, float] | None:
    """(λ, circularity) at a speed of the mode that is like the k-th of another; None where none is."""
    found = rotor.modes(speed)
    like = [_likeness(one, k, found, j) for j in range(len(found.eigenvalues))]
    own = int(np.argmax(like))
    if like[own] < SAME_BRANCH:
        return None
    return complex(found.eigenvalues[own]), float(found.circularity[own])

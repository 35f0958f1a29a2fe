"""Contacts: G1 and G5 from event to event, piles of 100 cubes against MuJoCo and Drake, and growth with contacts.

Equal error, 1e-4 of an edge: for a wall that settles, that no brick is farther from the place where it must come to
rest, in penetration, creep and tilting together; for a random heap, that after three seconds no cubes overlap by more
and none still travels farther in a tenth of a second. Each program is run with several settings first, and timed with
the fastest of those that reach that. Where none of a peer's settings does, both are timed at the least error that it
reaches, and the case says which. MuJoCo may put bodies at rest to sleep, which linkwork does not. What is equal for few
contacts stands in `few_contacts`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError
from typing import Any

import numpy as np

from benchmarks.case import Bar, Case, Timer
from benchmarks.few_contacts import few_contact_cases
from benchmarks.peers import Unavailable
from benchmarks.peers.drake_pile import DRAKE_SETTINGS, DrakePile
from benchmarks.peers.mujoco import name as mujoco_name
from benchmarks.peers.mujoco_pile import MUJOCO_SETTINGS, MujocoPile, MujocoSettings
from benchmarks.piles import GRAVITY, MASS, Pile, Scene, linkwork_pile, random_heap, wall

EQUAL_ERROR = 1e-4
WALL_SETTINGS = ((1e-2, 2e-5), (1e-2, 1e-4), (1e-2, 1e-3), (2e-2, 1e-4), (2.5e-2, 1e-4), (5e-2, 1e-4))
HEAP_SETTINGS = ((5e-3, 1e-3), (5e-3, 1e-2), (1e-2, 1e-2))
"""Step and tolerance; what comes to rest is solved a thousand times finer."""
HEAP_MUJOCO_SETTINGS = tuple(
    MujocoSettings(dt, 2.0, "0.995 0.999 0.001", cone, True)
    for dt in (1e-2, 5e-3, 2e-3)
    for cone in ("pyramidal", "elliptic")
)
GROWTH_WIDTHS = (1, 4, 16, 64, 250)
GROWTH_STEPS = 50


class OwnPile:
    """Cubes in linkwork; at rest the floor must carry their weight."""

    def __init__(self, start: np.ndarray, settings: tuple[float, float]) -> None:
        self.start, self.settings = start, settings
        self.prepare()

    def prepare(self) -> None:
        """Goes back to the start."""
        self.stepper = linkwork_pile(self.start, *self.settings)

    def run(self, duration: float) -> None:
        """Goes on for a time."""
        self.stepper.run(round(duration / self.settings[0]))

    def poses(self) -> np.ndarray:
        """Where cubes are."""
        return self.stepper.q


@dataclass(frozen=True, eq=False)
class Attempt:
    """One program with one setting: how far off it ends, and how long it takes."""

    settings: str
    pile: Pile
    error: float
    milliseconds: float


def attempt(scene: Scene, settings: str, pile: Pile) -> Attempt:
    """A run that is judged and timed; a short one before it compiles and warms."""
    pile.prepare()
    pile.run(0.02)
    milliseconds = timer(scene, pile)()
    return Attempt(settings, pile, scene.error(pile), milliseconds)


def timer(scene: Scene, pile: Pile) -> Timer:
    """Milliseconds of processor time for a simulated second, without what goes before it."""

    def measure() -> float:
        pile.prepare()
        start = time.process_time()
        pile.run(scene.duration)
        return 1e3 * (time.process_time() - start) / scene.duration

    return measure


def best(attempts: Sequence[Attempt], error: float = EQUAL_ERROR) -> Attempt | None:
    """The fastest of those that are good enough."""
    good = [one for one in attempts if one.error <= error]
    return min(good, key=lambda one: one.milliseconds, default=None)


def nearest(attempts: Sequence[Attempt]) -> Attempt:
    """That of the least error."""
    return min(attempts, key=lambda one: one.error)


def own_attempts(scene: Scene, settings: Sequence[tuple[float, float]]) -> list[Attempt]:
    """Linkwork with all settings."""
    words = "dt {:g}, tolerance {:g} m/s"
    return [attempt(scene, words.format(*one), OwnPile(scene.start, one)) for one in settings]


def carried(own: Attempt) -> str:
    """What part of the weight the floor carries in the end."""
    assert isinstance(own.pile, OwnPile)
    stepper = own.pile.stepper
    load = sum(contact.impulse[2] for contact in stepper.contacts() if contact.first == 0) / own.pile.settings[0]
    return f"the floor carries {load / (len(stepper.q) * MASS * GRAVITY):.6f} of the weight"


def peer_case(
    scene: Scene,
    owns: Sequence[Attempt],
    name: str,
    peer: Callable[[np.ndarray, Any], Pile],
    settings: Sequence[Any],
    rounds: int,
) -> Case:
    """A pile against a peer's best settings; at the least error of the peer where none of them is good enough."""
    own = best(owns) or nearest(owns)
    case, ours = f"{scene.name}, {name}", timer(scene, own.pile)
    try:
        attempts = [attempt(scene, str(one), peer(scene.start, one)) for one in settings]
    except Unavailable as reason:
        return Case(case, "ms per second", ours, rounds=rounds, note=f"skipped: {reason}")
    found, bar = best(attempts), Bar("ratio", "<=", 0.5)
    said = f"{scene.name}: linkwork {own.settings}: error {own.error:.1e} of an edge, {carried(own)}"
    if found is None:
        near = nearest(attempts)
        quick = min(attempts, key=lambda one: one.milliseconds)
        said += (
            f"; {name} came no nearer than {near.error:.1e} ({near.settings}, {near.milliseconds:.0f} ms), its fastest "
            f"setting took {quick.milliseconds:.0f} ms and was off by {quick.error:.1e}."
        )
        coarse = best(owns, near.error) or own
        said += f" Timed at {near.error:.1e}: linkwork {coarse.settings}, error {coarse.error:.1e}."
        at, theirs = f"{case}, at {near.error:.0e} of an edge", timer(scene, near.pile)
        return Case(at, "ms per second", timer(scene, coarse.pile), name, theirs, rounds=rounds, note=said)
    said += f"; {name} {found.settings}: {found.error:.1e}."
    return Case(case, "ms per second", ours, name, timer(scene, found.pile), bar, rounds=rounds, note=said)


def growth() -> float:
    """The exponent of the time for a step with the number of contacts, walls of two layers that settle."""
    counts, times = [], []
    for width in GROWTH_WIDTHS:
        bricks = wall(2, width)
        best_time, contacts = np.inf, 0
        for _ in range(3):
            stepper = linkwork_pile(bricks.start, 1e-2, 1e-5)
            stepper.run(1)
            start = time.process_time()
            stepper.run(GROWTH_STEPS)
            best_time = min(best_time, time.process_time() - start)
            contacts = len(stepper.contacts())
        counts.append(contacts)
        times.append(best_time)
    print(f"  contacts {counts}, ms a step {[round(1e3 * x / GROWTH_STEPS, 3) for x in times]}")
    return float(np.polyfit(np.log(counts), np.log(times), 1)[0])


def cases() -> Iterator[Case]:
    """Yield few contacts by events, both piles against both peers, and the exponent of growth with contacts."""
    yield from few_contact_cases()
    for scene, settings, soft, stiff, rounds in (
        (wall(8, 9), WALL_SETTINGS, MUJOCO_SETTINGS, DRAKE_SETTINGS, 9),
        (random_heap(5, 4), HEAP_SETTINGS, HEAP_MUJOCO_SETTINGS, DRAKE_SETTINGS[:1], 1),
    ):
        owns = own_attempts(scene, settings)
        yield peer_case(scene, owns, _named_mujoco(), MujocoPile, soft, rounds)
        yield peer_case(scene, owns, "Drake", DrakePile, stiff, 1)
    yield Case("growth of a step with contacts", "exponent", growth, bar=Bar("ours", "<=", 1.3), rounds=1)


def _named_mujoco() -> str:
    try:
        return mujoco_name()
    except PackageNotFoundError:
        return "MuJoCo"

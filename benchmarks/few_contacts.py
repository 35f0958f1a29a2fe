"""Few contacts, from event to event: the disc of G1 and the woodpecker of G5, against programs by hand and MuJoCo.

Equal error: every program is run with several tolerances first, and timed with the fastest of those that reach it. For
the woodpecker it is the largest error of the times of all events of five cycles, 1e-9 s. For the disc, a sphere that
still slides when it has stopped to bounce, it is the distance from the exact place behind all impacts: 1e-9 m by hand,
1e-4 m for MuJoCo, whose contacts are springs with dampers. MuJoCo has no contact whose friction goes with a linear
gap of coordinates, so the woodpecker of the reference cannot be told to it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

import linkwork as lw
from benchmarks.case import Bar, Case
from benchmarks.peers import Unavailable
from benchmarks.peers.hand_contact import disc_by_hand, hand_woodpecker
from benchmarks.peers.mujoco_disc import DISC_SETTINGS, MujocoDisc
from tests.contact_models import bouncing_disc, planar_values, woodpecker, woodpecker_values
from tests.reference_models import case

TIGHT_ERROR, LOOSE_ERROR = 1e-9, 1e-4
RTOLS = (1e-6, 1e-7, 1e-8, 1e-9, 1e-10)
HAND = "by hand (SciPy)"
PER_RUN = "ms per run"
CYCLES = 5
"""Of the woodpecker, which repeats itself."""


@dataclass(frozen=True, eq=False)
class Trial:
    """One program with one setting: what it was told, how far off it ends, and how long it takes (ms)."""

    settings: str
    run: Callable[[], float]
    """Runs, and returns the error."""
    error: float
    milliseconds: float


def trial(settings: str, run: Callable[[], float]) -> Trial:
    """A run that is judged and timed; one before it compiles and warms."""
    error = run()
    return Trial(settings, run, error, _milliseconds(run))


def _milliseconds(run: Callable[[], float]) -> float:
    start = time.process_time()
    run()
    return 1e3 * (time.process_time() - start)


def fastest(trials: Sequence[Trial], error: float) -> Trial | None:
    """The fastest of those that are good enough."""
    return min((one for one in trials if one.error <= error), key=lambda one: one.milliseconds, default=None)


def compared(name: str, own: Sequence[Trial], peer: str, theirs: Sequence[Trial], error: float, bar: Any) -> Case:
    """Both with their best settings; a sentence where the peer is never good enough."""
    ours, other = fastest(own, error), fastest(theirs, error)
    assert ours is not None, f"{name}: no setting of linkwork reaches {error:g}"
    said = f"{name}: linkwork {ours.settings}: error {ours.error:.1e}"
    if other is None:
        near = min(theirs, key=lambda one: one.error)
        said += f"; {peer} came no nearer than {near.error:.1e} ({near.settings}, {near.milliseconds:.0f} ms)."
        return Case(name, PER_RUN, partial(_milliseconds, ours.run), note=said)
    said += f"; {peer} {other.settings}: {other.error:.1e}."
    return Case(
        name, PER_RUN, partial(_milliseconds, ours.run), peer, partial(_milliseconds, other.run), bar, note=said
    )


def woodpecker_case() -> Case:
    """Cycles of the woodpecker: times of the nine events of each, and of the first one behind them."""
    data = case("G5_woodpecker")
    cycle, period = data["cycle"], data["period"]
    q, u, t_end = cycle[0]["q"], cycle[0]["u_before"], (CYCLES + 0.001) * period
    times = np.array([k * period + one["t"] for k in range(CYCLES) for one in cycle[:-1]] + [CYCLES * period])
    system, hand = lw.compile_model(woodpecker()), hand_woodpecker()
    start = system.rest.with_values(woodpecker_values(q, u))

    def own(rtol: float) -> float:
        run = lw.simulate(system, start, t_end, rtol=rtol, atol=1e-3 * rtol)
        return _off([o.t for o in run.events if o.contact is not None and o.contact.kind in ("impact", "mode")], times)

    def by_hand(rtol: float) -> float:
        return _off(hand.run(np.array(q), np.array(u), t_end, rtol), times)

    ours, theirs = ([trial(f"rtol {x:g}", partial(f, x)) for x in RTOLS] for f in (own, by_hand))
    return compared(f"G5 woodpecker, {CYCLES} cycles, 1e-9 s", ours, HAND, theirs, TIGHT_ERROR, Bar("ratio", "<=", 2.0))


def _off(found: Sequence[float], times: np.ndarray) -> float:
    """The largest error of times; infinite where there are others than there should be."""
    return float(abs(np.array(found) - times).max()) if len(found) == len(times) else np.inf


def disc_cases(kind: str, name: str) -> Iterator[Case]:
    """One disc of G1, by hand and in MuJoCo."""
    data = case("G1_spinning_disc")["cases"][kind]
    p, t_end, exact = data["parameters"], data["moreau_check"]["t"], np.array(data["moreau_check"]["exact"][:2])
    own = [trial(f"rtol {x:g}", partial(_own_disc(p, t_end, exact), x)) for x in RTOLS]

    def by_hand(rtol: float) -> float:
        return float(abs(disc_by_hand(p, t_end, rtol)[:2] - exact).max())

    theirs = [trial(f"rtol {x:g}", partial(by_hand, x)) for x in RTOLS]
    yield compared(f"G1 {name}, 1e-9 m", own, HAND, theirs, TIGHT_ERROR, None)
    try:
        discs = [(str(one), MujocoDisc(p, one)) for one in DISC_SETTINGS]
    except Unavailable as reason:
        yield Case(f"G1 {name}, MuJoCo", PER_RUN, partial(_milliseconds, own[0].run), note=f"skipped: {reason}")
        return

    def stepped(disc: MujocoDisc) -> float:
        return float(abs(disc.run(t_end) - exact).max())

    soft = [trial(said, partial(stepped, disc)) for said, disc in discs]
    yield compared(f"G1 {name}, 1e-4 m", own, "MuJoCo", soft, LOOSE_ERROR, None)


def _own_disc(p: Mapping[str, Any], t_end: float, exact: np.ndarray) -> Callable[[float], float]:
    x, y, vx, vy, spin = p["start"]
    system = lw.compile_model(bouncing_disc(dict(p)))
    start = system.rest.with_values(planar_values("J", x, y, 0.0, vx, vy, spin))

    def run(rtol: float) -> float:
        end = lw.simulate(system, start, t_end, rtol=rtol, atol=0.1 * rtol).state(-1)
        return float(max(abs(end["J.y"] - exact[0]), abs(end["J.x"] - exact[1])))

    return run


def few_contact_cases() -> Iterator[Case]:
    """Yield the woodpecker and both discs."""
    yield woodpecker_case()
    yield from disc_cases("disc_reaches_stick", "disc")
    yield from disc_cases("sphere_still_sliding_at_zeno", "sphere that slides")

"""Ready models of the library: processor time for a second of motion of a human body and of a cable of 200 segments.

The body has 17 segments and 44 degrees of freedom, in coordinates of its joints, by Dormand–Prince 5(4) at a relative
tolerance of 1e-4: it stands, falls limp, and is hit on the chest. The cable has 200 segments on ball joints and 600
degrees of freedom, in absolute coordinates, by generalized-α with steps of 5 ms: it hangs in a current of water, and
runs over a wheel with a weight at each end, after ten milliseconds in which it settles on the wheel. There is no peer.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

import linkwork as lw
from benchmarks.case import Bar, Case, Timer
from examples import cable_over_pulley, human_fall

QUANTITY = "s per second of motion"
BODY, CABLE = 0.1, 1.0
"""What a second of motion may cost."""
SEGMENTS = 200
STEP = 5e-3
ROUNDS = 3


def cases() -> Iterator[Case]:
    """Yield the body standing, falling and hit, then the cable in water and over a wheel."""
    bodies = {
        "stands": lw.human_body(tone=1.0),
        "falls": lw.human_body(),
        "is hit": human_fall.model(),
    }
    for name, model in bodies.items():
        bar = Bar("ours", "<=", BODY)
        yield Case(f"human body {name}", QUANTITY, _body(lw.compile_model(model)), bar=bar, rounds=ROUNDS)
    for name, system, start in (_in_water(), _over_wheel()):
        bar = Bar("ours", "<=", CABLE)
        yield Case(f"cable of {SEGMENTS} segments {name}", QUANTITY, _cable(system, start), bar=bar, rounds=ROUNDS)


def _body(system: lw.System) -> Timer:
    def run() -> float:
        begin = time.process_time()
        found = lw.simulate(system, t_end=2.0, method="dopri5", rtol=1e-4, atol=1e-4)
        took = time.process_time() - begin
        if not found.verdict.is_good:
            raise AssertionError(str(found.verdict))
        return took / 2.0

    run()
    return run


def _in_water() -> tuple[str, lw.System, lw.State]:
    m = lw.Model("cable in water")
    water = lw.Water(current=(0.5, 0.0, 0.0))
    lw.finite_segment_cable(
        m,
        "rope",
        m.ground,
        length=20.0,
        segments=SEGMENTS,
        mass=10.0,
        diameter=0.02,
        bending=5.0,
        torsion=4.0,
        damping=0.2,
        water=water,
        shape=(1.0, 0.0, -1.0),
    )
    system = lw.compile_model(m, coordinates="absolute")
    return "in a current", system, system.rest


def _over_wheel() -> tuple[str, lw.System, lw.State]:
    system = lw.compile_model(cable_over_pulley.model(SEGMENTS), coordinates="absolute")
    return "over a wheel", system, cable_over_pulley.settled(system)


def _cable(system: lw.System, start: lw.State) -> Timer:
    def run() -> float:
        begin = time.process_time()
        lw.simulate(system, start, start.t + 1.0, h=STEP)
        return time.process_time() - begin

    run()
    return run

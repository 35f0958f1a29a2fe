"""Steps in real time: a million steps one by one from Python, each measured by the machine's clock in native code.

The fuel pump goes by Radau IIA, its films being stiff, at 50 kHz; a tree of 30 bodies by Runge and Kutta's method at
1 kHz. What else the machine does shows in the worst step, so the middle and the 99.9 % stand beside it, and there is a
bar on the middle only.
"""

from __future__ import annotations

import gc
import importlib
import time
from collections.abc import Iterator
from functools import cache

import linkwork as lw
from benchmarks.case import Bar, Case, Timer
from benchmarks.mechanisms import binary_tree

STEPS = 1_000_000
MICROSECONDS = 1e6


def pump() -> lw.RealTime:
    """The fuel pump, with the load of its contact and the eccentricity of its bearing read at every step.

    Steps in real time have no events: the roller is joined to its cam. The film of the bearing bounds the step: at
    50 µs a step across a kink of the cam now and then ends outside of it.
    """
    example = importlib.import_module("examples.fuel_injection_pump")
    system = lw.compile_model(example.dynamic_model(joined=True))
    channels = ["contact.multipliers", "bearing.eccentricity"]
    start = example.at_start(system)
    return lw.RealTime(system, 2e-5, start, method="radau", channels=channels)


def tree() -> lw.RealTime:
    """The tree from rest, with the angle of its first joint read at every step."""
    system = lw.compile_model(binary_tree(30).model)
    return lw.RealTime(system, 1e-3, channels=[system.layout.q[0]])


SUBJECTS = {"fuel pump, radau": pump, "tree, 30 bodies, rk4": tree}


def cases() -> Iterator[Case]:
    """Yield the middle, what 99.9 % of the steps keep to, the worst, and the mean with the call from Python."""
    for name, make in SUBJECTS.items():
        period = MICROSECONDS * make().h
        bar = Bar("ours", "<=", period)
        for what, limit in {"median": bar, "p999": None, "worst": None, "with the call": None}.items():
            label = {"p999": "99.9 %"}.get(what, what)
            yield Case(f"{name}, {label}", "µs per step", _timer(name, what), bar=limit, rounds=1)


def _timer(name: str, what: str) -> Timer:
    return lambda: measured(name)[what]


@cache
def measured(name: str) -> dict[str, float]:
    """Microseconds a step, over all steps of one run."""
    real = SUBJECTS[name]()
    step = real.step
    for _ in range(1000):
        step()
    real.reset(real.state)
    gc.disable()
    try:
        start = time.perf_counter()
        for _ in range(STEPS):
            step()
        mean = (time.perf_counter() - start) / STEPS
    finally:
        gc.enable()
    seen = real.timing
    assert seen.steps == STEPS
    return {key: MICROSECONDS * x for key, x in _figures(seen, mean).items()}


def _figures(seen: lw.StepTiming, mean: float) -> dict[str, float]:
    return {"median": seen.median, "p999": seen.p999, "worst": seen.worst, "with the call": mean}

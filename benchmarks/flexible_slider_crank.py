"""A slider-crank with a modal connecting rod against Exudyn's floating frame, at equal error.

Both integrate the same reduced equations (`flexible_rod`) of F5's motion: from rest to 150 rad/s in 0.05 s, smoothly,
then on to 0.15 s. The error is the largest of the rod's deflection in the middle at the samples of F5, relative to its
length, against a run of ours with 1e-10; that Exudyn's errors fall towards zero says that the equations are the same.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np

import linkwork as lw
from benchmarks.case import Bar, Case
from benchmarks.equal_error import Attempt, fastest
from benchmarks.flexible_rod import deflection, rod
from benchmarks.peers import Unavailable
from tests.beam_models import smooth_spin

OWN_SETTINGS = (("radau", 1e-2), ("radau", 1e-3), ("radau", 1e-4), ("dop853", 1e-3))
"""Method, relative tolerance."""
PEER_SETTINGS = {
    1e-4: ((4e-5, 1e-3), (2.5e-5, 1e-3), (2.5e-5, 1e-5)),
    1e-6: ((4e-6, 1e-6), (2.5e-6, 1e-6)),
}
"""Step, tolerance of Newton's iterations, by the error that is asked for: longer steps do not reach it.

Samples of F5 are 5 ms apart: steps divide that."""


def slider_crank() -> lw.Model:
    """The crank is driven; the rod's end keeps to the line through the crank's axle."""
    r = rod()
    m = lw.Model("slider-crank, modal rod", gravity=(0.0, 0.0, 0.0))
    crank = m.body("crank", mass=1.0, inertia=(1.0, 1.0, 1.0))
    body = m.body("rod", lw.ModalBody(r.data))
    m.connect("axle", lw.Revolute("z"), m.ground, crank, drive={"angle": smooth_spin(r.speed, r.rise)})
    m.connect("pin", lw.Revolute("z"), crank.at(r.radius, 0.0, 0.0), body.at("root"))
    m.connect("guide", lw.PointOnLine("x"), m.ground, body.at("tip"))
    return m


@cache
def _system() -> Any:
    return lw.compile_model(slider_crank())


def deflections(method: str, rtol: float) -> tuple[float, np.ndarray]:
    """(Processor time, deflection at the samples) of one run of ours."""
    system = _system()
    start = time.process_time()
    run = lw.simulate(system, t_end=rod().times[-1], method=method, rtol=rtol, atol=1e-3 * rtol, times=[*rod().times])
    spent = time.process_time() - start
    return spent, deflection(*(run[f"rod.{place}.position"][:, :2] for place in ("root", "middle", "tip")))


@cache
def reference() -> np.ndarray:
    """The deflection, to many digits."""
    return deflections("radau", 1e-10)[1]


def attempts(settings: Sequence[Any], run: Callable[..., tuple[float, np.ndarray]]) -> tuple[Attempt, ...]:
    """Runs that give (processor time, error)."""

    def made(*setting: Any) -> Attempt:
        def attempt() -> tuple[float, float]:
            spent, found = run(*setting)
            return spent, float(np.abs(found - reference()).max() / rod().length)

        return attempt

    return tuple(made(*setting) for setting in settings)


def slider_crank_cases() -> Iterator[Case]:
    """Two errors."""
    for error in (1e-4, 1e-6):
        theirs, peer, note = None, None, ""
        try:
            from benchmarks.peers.exudyn_floating_frame import exudyn_deflections, exudyn_name

            theirs = fastest(attempts(PEER_SETTINGS[error], exudyn_deflections), error)
            peer = exudyn_name()
            note = "" if theirs is not None else f"{peer} does not reach an error of {error:g} with any of its settings"
        except Unavailable as absent:
            note = str(absent)
        bar = Bar("ratio", "<=", 0.2) if theirs is not None else None
        ours = fastest(attempts(OWN_SETTINGS, deflections), error)
        yield Case(f"modal slider-crank, error {error:g}", "s per run", ours, peer, theirs, bar, 3, note)

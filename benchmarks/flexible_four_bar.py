"""A four-bar whose coupler is the link of tetrahedra (`reduction`) with ten modes, against the same one all rigid.

Equal steps of generalized-α in absolute coordinates, and runs at one tolerance in the coordinates of the tree. The
crank starts smoothly; the coupler's vibrations are damped by 2 %.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

import linkwork as lw
from benchmarks.case import Bar, Case, Timer
from benchmarks.reduction import ENDS, MODES, SIZE, STEEL, link_file
from linkwork.flexible import read_modal_data
from tests.beam_models import smooth_spin

CRANK, ROCKER, GROUND = 0.2, 0.5, 0.6
SPEED, RISE = 10.0, 0.5
STEP = 1e-3


@cache
def link() -> Any:
    """The data of the coupler."""
    return read_modal_data(link_file(), material=STEEL, interfaces=ENDS, modes=MODES, damping=0.02)


def four_bar(is_elastic: bool) -> lw.Model:
    """Crank, coupler and rocker, drawn with the crank along the ground."""
    data, length = link(), SIZE[0]
    m = lw.Model("four-bar", gravity=(0.0, 0.0, 0.0))
    crank = m.body("crank", lw.Rod(length=CRANK, mass=1.0, radius=0.01))
    rocker = m.body("rocker", lw.Rod(length=ROCKER, mass=2.0, radius=0.01))
    if is_elastic:
        coupler = m.body("coupler", lw.ModalBody(data))
        ends = coupler.at("root"), coupler.at("tip")
    else:
        centre = data.d0 / data.mass
        spread = data.XX - data.mass * np.outer(centre, centre)
        inertia = np.trace(spread) * np.eye(3) - spread
        coupler = m.body("coupler", mass=data.mass, com=tuple(centre), inertia=tuple(map(tuple, inertia)))
        ends = coupler.at(0.0, 0.0, 0.0), coupler.at(length, 0.0, 0.0)
    along = (length**2 - ROCKER**2 + (GROUND - CRANK) ** 2) / (2.0 * (GROUND - CRANK))
    rise = float(np.sqrt(length**2 - along**2))
    turned, leaning = np.arctan2(rise, along), np.arctan2(rise, along - (GROUND - CRANK))
    m.connect("A", lw.Revolute("z"), m.ground, crank, drive={"angle": smooth_spin(SPEED, RISE)})
    m.connect("B", lw.Revolute("z"), crank.at(CRANK, 0.0, 0.0), ends[0], initial={"angle": float(turned)})
    m.connect("C", lw.Revolute("z"), ends[1], rocker.at(ROCKER, 0, 0), initial={"angle": float(leaning - turned)})
    m.connect("D", lw.Revolute("z"), m.ground.at(GROUND, 0.0, 0.0), rocker)
    return m


def step_time(is_elastic: bool) -> Timer:
    """Processor time of a step in absolute coordinates, ms."""
    system = lw.compile_model(four_bar(is_elastic), "absolute")
    start = lw.assemble(system)
    options: dict[str, Any] = {"method": lw.GeneralizedAlpha(rho_inf=0.8), "h": STEP}
    lw.simulate(system, start, t_end=2 * STEP, times=[0.0, 2 * STEP], **options)

    def measure() -> float:
        spent = []
        for steps in (50, 250):
            began = time.process_time()
            lw.simulate(system, start, t_end=steps * STEP, times=[0.0, steps * STEP], **options)
            spent.append(time.process_time() - began)
        return (spent[1] - spent[0]) / 200 * 1e3

    return measure


def run_time(is_elastic: bool) -> Timer:
    """Processor time of a second of motion in tree coordinates at 1e-6, ms."""
    system = lw.compile_model(four_bar(is_elastic))
    start = lw.assemble(system)
    method = "radau" if is_elastic else "dop853"

    def measure() -> float:
        began = time.process_time()
        lw.simulate(system, start, t_end=1.0, method=method, rtol=1e-6, atol=1e-8)
        return (time.process_time() - began) * 1e3

    measure()
    return measure


def four_bar_cases() -> Iterator[Case]:
    """Equal steps, and runs at one tolerance."""
    name, peer = f"four-bar, coupler with {MODES} modes", "all rigid"
    bar = Bar("ratio", "<=", 5.0)
    yield Case(name, "ms per step, absolute", step_time(True), peer, step_time(False), bar, 3)
    yield Case(name, "ms per second of motion, tree", run_time(True), peer, run_time(False), bar, 3)

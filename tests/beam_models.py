"""The reference cases of exact beams, as models."""

from __future__ import annotations

from typing import Any

import numpy as np

import linkwork as lw
from tests.reference_models import case
from validation.reference.exact_beams import NO_GRAVITY, cantilever, planar_section, smooth_spin
from validation.reference.flying_beam import flying_beam, flying_errors

__all__ = [
    "SWING",
    "cantilever",
    "flexible_slider_crank",
    "flying_beam",
    "flying_errors",
    "planar_section",
    "quarter_places",
    "slider_crank_errors",
    "smooth_spin",
    "spin_up",
    "swinging_cable",
]


def spin_up(elements: int, order: int = 1) -> tuple[lw.Model, Any]:
    """F4: a beam on a hub that begins to turn."""
    p = case("F4_spin_up")["parameters"]
    m = lw.Model("spin-up", gravity=NO_GRAVITY)
    hub = m.body("hub", mass=1.0, inertia=(1.0, 1.0, 1.0))
    drive = {"angle": smooth_spin(p["final_spin"], p["spin_up_time"])}
    m.connect("axle", lw.Revolute("z"), m.ground, hub, drive=drive)
    section = planar_section(p["EA"], p["GA"], p["EI"], p["rhoA"], p["rhoI"])
    beam = m.connect("beam", lw.ExactBeam(section, None, elements, p["L"], order), hub)
    return m, beam


def flexible_slider_crank(elements: int, order: int = 1, plane: str | None = None) -> tuple[lw.Model, Any]:
    """F5: a slider-crank with a flexible connecting rod."""
    p = case("F5_slider_crank_flexible")["parameters"]
    m = lw.Model("flexible slider-crank", gravity=NO_GRAVITY)
    crank = m.body("crank", mass=1.0, inertia=(1.0, 1.0, 1.0))
    slider = m.body("slider", mass=p["m_slider"], inertia=(1e-5, 1e-5, 1e-5))
    drive = {"angle": smooth_spin(p["crank_speed"], p["spin_up_time"])}
    m.connect("axle", lw.Revolute("z"), m.ground, crank, drive=drive)
    m.connect("guide", lw.Prismatic("x"), m.ground, slider, initial={"displacement": p["R"] + p["L"]})
    section = planar_section(p["EA"], p["GA"], p["EI"], p["rhoA"], p["rhoI"])
    pin = lw.Revolute("z")
    rod = lw.ExactBeam(section, None, elements, p["L"], order, first=pin, last=pin, plane=plane)
    return m, m.connect("rod", rod, crank.at(p["R"], 0.0, 0.0), slider)


def slider_crank_errors(run: Any, beam: Any) -> tuple[float, float, float]:
    """Largest errors of (slider_x, mid deflection, chord − L) at the samples of F5, from a run at these times."""
    samples = case("F5_slider_crank_flexible")["smooth_start"]["samples"]
    first, middle, last = (run[f"{beam.nodes[k].name}.position"] for k in (0, len(beam.nodes) // 2, -1))
    chord = last - first
    length = np.linalg.norm(chord, axis=1)
    across = np.stack([-chord[:, 1], chord[:, 0]], axis=1) / length[:, None]
    deflection = ((middle - first)[:, :2] * across).sum(axis=1)
    found = last[:, 0], deflection, length - 0.3
    names = ("slider_x", "mid_deflection", "chord_minus_L")
    x, d, c = (float(np.abs(f - [s[n] for s in samples]).max()) for f, n in zip(found, names, strict=True))
    return x, d, c


SWING = {
    "L": 20.0,
    "span": 16.0,
    "EA": 2e5,
    "EI": 2.0,
    "rhoA": 2.0,
    "rhoI": 1e-3,
    "beta": 1e-3,
    "g": 9.81,
    "speed": 6.0,
}
"""The swinging cable: length, distance of its ends, section, damping, gravity, and how fast its middle starts."""


def swinging_cable(elements: int) -> tuple[Any, lw.State, Any]:
    """(system, start, cable): a cable between two points at rest that gets a speed across its plane, V sin(πs/L).

    Sections turn with the line at the start, so that nothing shears.
    """
    p = SWING
    m = lw.Model("swinging cable", gravity=(0.0, 0.0, -p["g"]))
    section = planar_section(p["EA"], 0.5 * p["EA"], p["EI"], p["rhoA"], p["rhoI"])
    rope = lw.Cable(section, None, p["L"], elements, damping=p["beta"])
    cable = m.connect("rope", rope, m.ground, m.ground.at(p["span"], 0.0, 0.0))
    system = lw.compile_model(m, "absolute")
    rest = lw.equilibrium(system)
    names, s = [node.name for node in cable.nodes], np.linspace(0.0, 1.0, elements + 1)
    places = np.stack([rest[f"{name}.position"] for name in names])
    tangent = np.gradient(places, axis=0)
    tangent /= np.linalg.norm(tangent, axis=1)[:, None]
    slope = np.outer(p["speed"] * np.pi / p["L"] * np.cos(np.pi * s), [0.0, 1.0, 0.0])
    speeds = {f"{name}.v_y": float(v) for name, v in zip(names, p["speed"] * np.sin(np.pi * s), strict=True)}
    for name, spin in zip(names, np.cross(tangent, slope), strict=True):
        speeds |= {f"{name}.w_{axis}": float(w) for axis, w in zip("xyz", spin, strict=True)}
    return system, rest.state.with_values(speeds), cable


def quarter_places(run: Any, cable: Any) -> np.ndarray:
    """Where a quarter, the middle and three quarters of a cable are (3 × times × 3), in parts of its length."""
    count = len(cable.nodes) - 1
    names = [cable.nodes[k * count // 4].name for k in (1, 2, 3)]
    return np.stack([run[f"{name}.position"] for name in names]) / SWING["L"]

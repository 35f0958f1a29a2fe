"""SI units of channels, from what elements and Parameters say about theirs."""

from __future__ import annotations

from typing import Any

from ..contract import Force, Rotor, hinge_of
from ..model import Connection, Model
from ..topology import Layout

ENERGIES = ("energy", "kinetic_energy", "potential_energy", "gravity_energy", "stored_energy")
OF_WHOLE = {"t": "s", **dict.fromkeys(ENERGIES, "J")}
OF_POINT = {
    "position": "m",
    "rotation": "1",
    "velocity": "m/s",
    "angular_velocity": "rad/s",
    "acceleration": "m/s**2",
    "angular_acceleration": "rad/s**2",
}
OF_CONNECTION = {"force": "N", "moment": "N*m", "mean_force": "N", "mean_moment": "N*m", "power": "W", "energy": "J"}
OF_POSE = {**dict.fromkeys(("e0", "e1", "e2", "e3"), "1"), **dict.fromkeys(("x", "y", "z"), "m")}
"""Coordinates of bodies in the absolute formulation."""
OF_SPEED = {"w": "rad/s", "v": "m/s", "spin": "rad/s"}
"""Speeds that are no rates of coordinates, by the first part of their name ("w_x")."""
WORK = {"m": "N", "rad": "N*m"}
"""What does work on a displacement."""


def channel_unit(model: Model, layout: Layout, name: str) -> str | None:
    """The unit of a channel; None where it is not known, "1" where there is none."""
    if name in OF_WHOLE:
        return OF_WHOLE[name]
    if name in model.parameters:
        return model.parameters[name].unit or None
    if name in layout.q:
        return _of_coordinate(model, name)
    if name in layout.u:
        return _of_speed(model, layout, name)
    stem, _, what = name.rpartition(".")
    if what in ("x", "y", "z") and stem:
        return channel_unit(model, layout, stem)
    for ending in ("_ddot", "_dot"):
        base = name.removesuffix(ending) + ("_dot" if ending == "_ddot" else "")
        if name.endswith(ending) and base in layout.u:
            return rate(_of_speed(model, layout, base))
    if stem in model.connections:
        return _of_connection(model.connections[stem], what)
    if what == "load" and stem in layout.q:
        return WORK.get(_of_coordinate(model, stem) or "")
    return OF_POINT.get(what) if stem.partition(".")[0] in model.bodies else None


def unit_text(unit: str | None) -> str:
    """A unit as it is read: "N·m", "m/s²"; nothing where there is none or it is not known."""
    written = (unit or "").replace("**2", "²").replace("*", "·")
    return "" if written == "1" else written


def rate(unit: str | None) -> str | None:
    """The unit of a rate of change."""
    if not unit:
        return None
    if unit == "1":
        return "1/s"
    stem, slash, below = unit.rpartition("/")
    return f"{stem}/s**2" if slash and below == "s" else f"{unit}/s"


def _of_coordinate(model: Model, name: str) -> str | None:
    owner, _, own = name.rpartition(".")
    if owner in model.bodies:
        return OF_POSE.get(own)
    owner, _, own = name.partition(".")
    element: Any = model.connections[owner].element if owner in model.connections else None
    if isinstance(element, Rotor):
        return "rad"
    hinge = hinge_of(element)
    if hinge is None or hinge.units is None or own not in hinge.coordinates:
        return None
    return hinge.units[hinge.coordinates.index(own)] or "1"


def _of_speed(model: Model, layout: Layout, name: str) -> str | None:
    if name.endswith("_dot") and name[:-4] in layout.q:
        return rate(_of_coordinate(model, name[:-4]))
    return OF_SPEED.get(name.rpartition(".")[2].partition("_")[0])


def _of_connection(connection: Connection, what: str) -> str | None:
    element = connection.element
    measure = element.measured if isinstance(element, Force) else None
    if measure is not None and what in ("measure", "measure_dot", "force"):
        units = set(measure.units)
        unit = next(iter(units)) if len(units) == 1 else ""
        return {"measure": unit or None, "measure_dot": rate(unit), "force": WORK.get(unit)}[what]
    return OF_CONNECTION.get(what)

"""SI units of channels by what they are, and how units are written."""

from __future__ import annotations

ENERGIES = ("energy", "kinetic_energy", "potential_energy", "gravity_energy", "stored_energy")
BALANCE = "energy_balance"
"""Energy less work, less the same at the start: a channel of runs."""
MEANS = "mean_multipliers"
"""−μ/h of every row: the means of multipliers over elements in time."""
MOMENTA, MODIFIED = "momenta", "modified_momenta"
"""L_v of all speeds where elements in time end, and p̄ = L_v + Aᵀμ before the projection that μ is taken away by."""
RUN_CHANNELS = (MEANS, MOMENTA, MODIFIED)
"""What belongs to elements in time, and so to runs only."""
BODY: dict[str, tuple[tuple[int, ...], str]] = {
    "position": ((3,), "m"),
    "rotation": ((3, 3), "1"),
    "velocity": ((3,), "m/s"),
    "angular_velocity": ((3,), "rad/s"),
}
"""Shape and unit of what is known of a body, and of its points."""
ACCELERATIONS = {"acceleration": "m/s**2", "angular_acceleration": "rad/s**2"}
LOAD = {"force": "N", "moment": "N*m"}
MEAN_LOAD = {"mean_force": "N", "mean_moment": "N*m"}
MOMENTUM = {
    f"{of}{what}": (name, unit)
    for name, of in ((MOMENTA, ""), (MODIFIED, "modified_"))
    for what, unit in (("angular_momentum", "kg*m**2/s"), ("momentum", "kg*m/s"))
}
"""Momenta of a body at its centre of mass: which they are part of, and their units."""
MUSCLE = {
    **dict.fromkeys(("tension", "active_force", "passive_force", "damping_force"), "N"),
    **dict.fromkeys(("normalised_length", "normalised_velocity", "tendon_strain"), "1"),
    "pennation_angle": "rad",
}
CONNECTION = {**LOAD, **MUSCLE, "power": "W", "energy": "J", "loss": "W"}
POSE = {**dict.fromkeys(("e0", "e1", "e2", "e3"), "1"), **dict.fromkeys(("x", "y", "z"), "m")}
"""Coordinates of bodies in the absolute formulation."""
SPEED_UNITS = {"w": "rad/s", "v": "m/s", "spin": "rad/s"}
"""Speeds that are not rates of coordinates, by the first part of their name ("w_x")."""
WORK = {"m": "N", "rad": "N*m"}
"""What does work on a displacement."""


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

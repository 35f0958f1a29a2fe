"""Channels of single elements: shapes and units from what an element measures and returns."""

from __future__ import annotations

import numpy as np

from ..contract import Assembly, Constraint, Force, Hinge
from ..contract.derived.law_arguments import measured_count
from ..contract.derived.relative import relative_symbols
from ..expr import array, symbols
from ..model import Body
from .channel import CONNECTION, LOAD, WORK, Channel, rate


def force_channels(name: str, element: Force | Assembly) -> list[Channel]:
    """The channels of a force element, or of an assembly of them, which acts as a wrench."""
    form = element.form if isinstance(element, Force) else "wrench"
    found = [Channel(f"{name}.power", (), CONNECTION["power"])]
    if form == "wrench":
        found += [Channel(f"{name}.{what}", (3,), LOAD[what]) for what in ("moment", "force")]
    elif form == "law" and isinstance(element, Force):
        found += _law_channels(name, element)
    if not isinstance(element, Force) or element.may_store:
        found.append(Channel(f"{name}.energy", (), CONNECTION["energy"]))
    if isinstance(element, Force):
        found += [Channel(f"{name}.{what}", ()) for what in element.unknowns]
    return found + [Channel(f"{name}.{what}", (), _output_unit(element, what)) for what in element.outputs]


def inner_names(element: Force | Assembly) -> tuple[str, ...]:
    """States and unknowns of a force element; of an assembly those of its parts, and the coordinates of its nodes."""
    return (*element.states, *element.unknowns)


def _law_channels(name: str, element: Force) -> list[Channel]:
    """What a law measures, its rate, and the force that does work on it."""
    count = measured_count(element)
    given = element.measured.units if element.measured is not None else ()
    units = given if len(given) == count else ("",) * count
    shape = () if count == 1 else (count,)
    found = []
    for what, of in (
        ("measure", [unit or None for unit in units]),
        ("measure_dot", [rate(unit) for unit in units]),
        ("force", [WORK.get(unit) for unit in units]),
    ):
        same = len(set(of)) == 1
        found.append(Channel(f"{name}.{what}", shape, of[0] if same else None, units=() if same else tuple(of)))
    return found


def _output_unit(element: Force | Assembly, output: str) -> str | None:
    """Of an assembly, where its nodes are and what its parts do; of other elements, what the name says."""
    if isinstance(element, Force):
        return CONNECTION.get(output)
    owner = output.partition(".")[0]
    if owner in element.nodes:
        return "rad" if ".rotation_vector." in output else "m"
    part = element.parts()[owner][0]
    found = {c: unit for channel in force_channels(owner, part) for c, unit in channel.components.items()}
    return found.get(output)


def residual_count(element: Constraint | Hinge, level: str = "position") -> int:
    """How many rows a constraint has, or a joint on the level of positions (its residual) or of velocities."""
    rel, t = relative_symbols()[0], symbols("t")
    if isinstance(element, Constraint):
        at = element.relative, symbols("s", element.unknowns), t
        return sum(int(np.size(array(found))) for found in (element.residuals(*at), element.rolling(*at)))
    if level == "position":
        return int(np.size(array(element.residual(rel, t))))
    q, u = (symbols(x, len(names)) for x, names in (("q", element.coordinates), ("u", element.speed_names)))
    return int(np.size(array(element.velocity(element.q(q), element.u(u), t))))


STRESS = "stress"
"""What channels of stresses in a modal body begin with, behind its name."""


def stress_channels(body: Body) -> list[Channel]:
    """Stresses of a modal body, linear in its elastic coordinates: `arm.stress.root`."""
    rows = {} if body.elastic is None else body.elastic.data.stress
    return [Channel(f"{body.name}.{STRESS}.{name}", (len(values),), "Pa") for name, values in rows.items()]

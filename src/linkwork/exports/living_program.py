"""The program of a living page: the module and what the page must know of it, as plain data."""

from __future__ import annotations

import base64
import gzip
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from ..analyses.constraints.row_wrenches import loop_closures
from ..analyses.contact.contact_table import contact_table
from ..analyses.contact.event_driver import overlap_length
from ..analyses.methods.method import MethodChoice
from ..channels import NOT_UNIQUE, ChannelTable, component_names, unit_text
from ..contract import value_of
from ..mechanics.load_shares import open_loads
from ..model import Model
from ..results import State
from ..run.events import Event
from ..spatial import AXES
from ..system import System
from ..views.elastic_parts import elastic_part
from ..views.page import script
from .drawn_changes import drawn_changes
from .living_model import GRIP_PLACE, POINTER_PLACE, PULL_RELAXATION, PULL_STIFFNESS, LivingModel
from .page_controls import Control, PageKey, independent_speeds
from .page_verdict import VERDICT_DATA
from .portable_simulation import PortableSimulation, portable_simulation
from .wasm import wasm_simulation

PAGE_ROWS = 600
"""States that a page shows of its span: enough for smooth pictures and curves."""
POSE_CHANNELS = ("rotation", "position", "velocity", "angular_velocity")
TOUCH_VECTORS, TOUCH_HITS = ("touch_place", "touch_normal", "touch_friction"), "touch_hits"
"""What is drawn of a point of contact: where it is while bodies touch, the forces there, how often it was hit."""
ENERGY_COLUMNS = ("kinetic_energy", "potential_energy", "energy_balance")
PULL_SWINGS, PULL_DAMPING = 12.0, 0.7
"""The spring to the pointer swings so many times in the span of a page, with this part of the critical damping."""
PULL_PART = 0.1
"""The part of a swing, or of the time that its damper takes, that a step of a given length may be."""


@dataclass(frozen=True)
class LivingWay:
    """How a page integrates."""

    method: MethodChoice
    rtol: float
    atol: float | Mapping[str, float]
    h: float | None = None
    """The length of its steps, where that is given."""


def living_program(
    living: LivingModel,
    start: State,
    span: float,
    controls: Sequence[Control],
    channels: Sequence[str],
    way: LivingWay,
    events: Sequence[Event] = (),
    passed: Sequence[State] = (),
    keys: Sequence[PageKey] = (),
) -> dict[str, Any]:
    """All that a worker needs; `passed` are states of the motion."""
    step = span / PAGE_ROWS
    poses = [f"{body}.{what}" for body in living.given.model.bodies for what in POSE_CHANNELS]
    elastic = elastic_channels(living.given.model)
    layout = living.system.layout
    known = {*poses, *layout.q, *layout.u, *layout.z, *(channel for _, channel in contact_columns(living.given))}
    own = [name for name in dict.fromkeys((*channels, *elastic)) if name not in known]
    times = start.t + step * np.arange(PAGE_ROWS + 1)
    simulation = portable_simulation(
        living.system,
        start,
        float(times[-1]),
        times=times,
        method=way.method,
        h=way.h,
        rtol=way.rtol,
        atol=way.atol,
        events=events,
        channels=[*poses, *own],
        controls=controls,
        passed=passed,
        verb="live",
    )
    columns = [*_columns(living.system, simulation)]
    return {
        "module": base64.b64encode(gzip.compress(wasm_simulation(simulation).module, 9, mtime=0)).decode(),
        "script": script("living.js"),
        "method": simulation.method,
        "span": span,
        "step": step,
        "h": way.h,
        "freedoms": len(independent_speeds(living.given, start)),
        "controls": [*_controls(living, controls, simulation)],
        "keys": [
            {**asdict(x), "unit": unit_text(x.unit), "place": simulation.parameters.index(x.target)} for x in keys
        ],
        "states": simulation.n,
        "columns": columns,
        "elastic": [next(k for k, column in enumerate(columns) if column["name"] == name) for name in elastic],
        "bodies": [
            {"name": name, "column": 18 * k, "dragged": _number(living.dragged, name)}
            for k, name in enumerate(living.given.model.bodies)
        ],
        "pull": _pull(living, simulation, span, way.h),
        "overlap": overlap_length(contact_table(living.system), simulation.start) if simulation.contacts else None,
        "loops": [*_loops(living.system, simulation.start)],
        "touching": [*_touching(living.given)],
        "verdict": VERDICT_DATA,
        "notes": [note.to_dict() for note in simulation.notes],
    }


def elastic_channels(model: Model) -> list[str]:
    """Names of the elastic coordinates of all bodies whose surface is drawn, in the order of a scene."""
    drawn = {name: body.elastic for name, body in model.bodies.items() if elastic_part(body) is not None}
    return [f"{name}.{own}" for name, e in drawn.items() if e is not None for own in e.data.coordinates]


def _number(names: Sequence[str], name: str) -> int | None:
    return names.index(name) if name in names else None


def _controls(
    living: LivingModel, controls: Sequence[Control], simulation: PortableSimulation
) -> Iterator[dict[str, Any]]:
    """The controls with their places among Parameters, or in the state, and what they change in the picture."""
    layout = simulation.system.layout
    states = [*layout.q, *layout.u, *layout.z]
    for control in controls:
        names: Sequence[str] = simulation.parameters if control.kind == "parameter" else states
        drawn = drawn_changes(living.given.model, control)
        place = names.index(control.target)
        yield {**asdict(control), "unit": unit_text(control.unit), "place": place, "drawn": drawn}


def _columns(system: System, simulation: PortableSimulation) -> Iterator[dict[str, Any]]:
    """Name, unit and owner of each number in a row: state, channels, energies."""
    layout, left = system.layout, open_loads(system, simulation.start)
    table = system.channel_table.with_not_unique(lambda: () if left is None else left.names)
    for name in (*layout.q, *layout.u, *layout.z):
        yield _column(name, unit_text(table[name].unit))
    yield _column("work", "J")
    for name in simulation.channels:
        found = table.find(name)
        yield _column(name, "" if found is None else unit_text(found.unit) + _mark(table, name))
    yield from (_column(name, unit_text(table[channel].unit)) for name, channel in contact_columns(system))
    for point in contact_table(system).points:
        vectors = (f"{what}.{axis}" for what in TOUCH_VECTORS for axis in "xyz")
        yield from (_column(f"{point.label}.{what}", "") for what in (*vectors, TOUCH_HITS))
    yield from (_column(name, "J") for name in ENERGY_COLUMNS)


def _mark(table: ChannelTable, name: str) -> str:
    """What is said of a number whose vector is not unique, or in part: a page shows the numbers of one together."""
    stem, _, axis = name.rpartition(".")
    whole = table.find(stem) if axis in AXES else None
    marked = [] if whole is None else [own.rpartition(".")[2] for own in whole.not_unique]
    return f" ({', '.join(marked)} {NOT_UNIQUE})" if marked else ""


def contact_columns(system: System) -> Iterator[tuple[str, str]]:
    """(name, channel) of forces in points of contacts, which steps know and states do not: normal, then friction."""
    for point in contact_table(system).points:
        normal, friction = (f"{point.label}.{what}_force" for what in ("normal", "friction"))
        yield normal, normal
        if point.slips:
            shape = (len(point.slips),) if len(point.slips) > 1 else ()
            yield from ((name, friction) for name in component_names(friction, shape))


def _column(name: str, unit: str) -> dict[str, str]:
    owner, _, rest = name.partition(".")
    return {"name": name, "unit": unit, "group": owner if rest else ""}


def _pull(living: LivingModel, simulation: PortableSimulation, span: float, h: float | None) -> dict[str, Any]:
    """Places of the Parameters of the spring to the pointer, and what bounds its stiffness k.

    k is M ω² with the mass M of all that moves, so that a light body lifts what hangs on it. On the mass m that the
    pointer feels at a point, which the page finds when it is gripped, steps of a given length h follow a spring where
    k h² ≪ m, and its damper d = 2 ζ k/ω where d h ≪ m: `stiffest` bounds k/m.
    """
    place = simulation.parameters.index
    rate = 2.0 * math.pi * PULL_SWINGS / span
    return {
        "pointer": [place(POINTER_PLACE.format(axis)) for axis in "xyz"] if living.dragged else [],
        "grip": [place(GRIP_PLACE.format(axis)) for axis in "xyz"] if living.dragged else [],
        "damping": place(PULL_RELAXATION) if living.dragged else None,
        "relaxation": 2.0 * PULL_DAMPING / rate,
        "stiffness": [place(PULL_STIFFNESS.format(k)) for k in range(len(living.dragged))],
        "masses": [float(value_of(body.mass)) for body in living.given.model.bodies.values()],
        "rate": rate,
        "stiffest": None if h is None else PULL_PART * min(PULL_PART / h**2, rate / (2.0 * PULL_DAMPING * h)),
    }


def _touching(system: System) -> Iterator[dict[str, Any]]:
    """Points of contacts that have a place, each with the number of its connection in the scene."""
    names = list(system.model.connections)
    for point in contact_table(system).points:
        if not (point.element.of_coordinates or point.element.one_way):
            # A pair of a set of contacts is called by the set: "pile: crate1–crate2".
            owner = point.point.connection if point.point.connection in names else point.label.partition(": ")[0]
            yield {"name": point.label, "connection": names.index(owner)}


def _loops(system: System, start: State) -> Iterator[dict[str, Any]]:
    """What stays open, in words, with its rows among residuals on position level."""
    if not system.rows.count:
        return
    closures = loop_closures(system, start)
    for part in closures.parts:
        if part.g.stop > part.g.start:
            yield {"label": part.label, "first": part.g.start, "count": part.g.stop - part.g.start}

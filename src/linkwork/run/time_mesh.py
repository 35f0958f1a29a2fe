r"""Where steps have to end, and how long they may be, so that no input over time is stepped over.

Before a run every function of time alone is enclosed on boxes that are halved until each of its terms is linear up to
what does not matter, or seen: a term f whose slope lies in $[s_1, s_2]$ differs from its chord by at most
$b = (s_2 - s_1) L/4$ on a box of length L. Where samples show a good part of b, nothing larger hides between them; a
step of $2\,v/(s_2 - s_1)$ times a number, v being what the samples show, then meets the change. Corners and jumps are
ends of steps. The look is a proof for what is traced; foreign code is sampled only, which the certificate says.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..diagnosis import Note, note
from ..formulation.inputs_over_time import TimeInput
from ..mechanics.asked_once import asked_once
from ..results import State
from .input_look import InputLook
from .stepper import Plan
from .time_switches import Knots

JOINED_WITHIN = 4.0
"""Pieces of a run are joined where their longest steps differ by less than this factor."""
SHORTEST_LOOK = 1e-12
"""Runs that are shorter, relative to the time, have nothing to step over."""
MOST_KEPT = 64
"""Meshes that are remembered of a system."""
MISSED_SHARE = 1e-3
"""The part of the integral of an input over time that steps of fixed length may miss."""
MOST_FIXED_STEPS = 4_000_000
"""Steps of fixed length up to which that is looked at."""


class TimeMesh(NamedTuple):
    """Pieces of a run: each ends at a stop, and no step in it is longer than its bound."""

    stops: np.ndarray
    longest: np.ndarray
    jumps: np.ndarray
    """(before, behind) each jump: nothing is integrated between them."""
    notes: tuple[Note, ...]
    look: InputLook
    boxes: np.ndarray
    """Those on which every input is resolved (2 × n)."""

    @property
    def rows(self) -> np.ndarray:
        """(stop, longest step) of all pieces (n × 2), as compiled loops read them."""
        return np.column_stack([self.stops, self.longest])

    @property
    def rows_with_jumps(self) -> np.ndarray:
        """The same, and where to go on behind each stop (n × 3): behind a jump, at the stop itself elsewhere."""
        behind = self.stops.copy()
        place = np.searchsorted(self.stops, self.jumps[:, 0])
        behind[np.minimum(place, len(behind) - 1)] = self.jumps[:, 1]
        return np.column_stack([self.stops, self.longest, behind])

    def next_jump(self, t: float) -> float:
        """Just before the next jump behind a time; inf where there is none."""
        k = int(np.searchsorted(self.jumps[:, 0], t, side="right"))
        return float(self.jumps[k, 0]) if k < len(self.jumps) else math.inf

    def piece(self, t: float, near: float) -> tuple[float, float]:
        """The next stop ahead, and the longest step up to there; stops nearer than `near` are reached."""
        k = min(int(np.searchsorted(self.stops, t + near, side="right")), len(self.stops) - 1)
        return float(self.stops[k]), float(self.longest[k])

    def jump_at(self, t: float, near: float = 0.0) -> float | None:
        """Where a run goes on that stands just before a jump, nearer than `near`; None elsewhere."""
        found = self.jumps[(self.jumps[:, 0] <= t + near) & (t < self.jumps[:, 1])]
        return float(found[0, 1]) if len(found) else None


class MeshTable:
    """Meshes of many runs of one system, each found once for the values of Parameters on which inputs depend."""

    def __init__(self, system: Any, parameters: np.ndarray, t_start: float, t_end: float, rtol: float) -> None:
        names = [p.name for p in system.equations.parameters]
        asked = sorted({p.name for found in system.functions.inputs_over_time for p in found.parameters})
        columns = parameters[:, [names.index(name) for name in asked]]
        values, place = np.unique(columns, axis=0, return_inverse=True) if len(asked) else (columns[:1], None)
        self._place = np.zeros(len(parameters), dtype=int) if place is None else place.ravel()
        self._found = [
            time_mesh(system, dict(zip(asked, row.tolist(), strict=True)), t_start, t_end, rtol) for row in values
        ]

    def __getitem__(self, members: slice) -> list[TimeMesh | None]:
        return [self._found[k] for k in self._place[members]]

    def notes(self, h: float | None) -> list[Note]:
        """What certificates of some members say."""
        return [one for mesh in self._found for one in mesh_notes(mesh, h)]


@asked_once
def _known_meshes(system: Any) -> dict[Any, TimeMesh | None]:
    return {}


def time_mesh(
    system: Any, parameters: Mapping[str, float], t_start: float, t_end: float, rtol: float
) -> TimeMesh | None:
    """The mesh of a run at values of Parameters; None where no input over time asks for one."""
    inputs: Sequence[TimeInput] = system.functions.inputs_over_time
    if not inputs or t_end - t_start <= SHORTEST_LOOK * max(1.0, abs(t_end)):
        return None
    names = {p.name: p for found in inputs for p in found.parameters}
    values = {name: float(parameters.get(name, p.value)) for name, p in names.items()}
    kept = _known_meshes(system)
    key = (t_start, t_end, rtol, *values.values())
    if key not in kept:
        if len(kept) >= MOST_KEPT:
            kept.clear()
        kept[key] = _mesh(inputs, {names[name]: x for name, x in values.items()}, t_start, t_end, rtol)
    return kept[key]


def _mesh(
    inputs: Sequence[TimeInput], known: Mapping[Any, float], t_start: float, t_end: float, rtol: float
) -> TimeMesh | None:
    look = InputLook(inputs, known, t_start, t_end, rtol)
    knots = Knots(look)
    boxes, longest = look.resolve(knots.boxes())
    # Steps of half the run are no bound worth the name.
    longest = np.where(2.0 * longest >= look.span, look.span, longest)
    stops, bounds = _joined(boxes, longest, knots.lie_before(boxes))
    stops[-1] = t_end
    if len(stops) == 1 and bounds[0] >= t_end - t_start and not look.notes:
        return None
    return TimeMesh(np.array(stops), np.array(bounds), knots.jumps, tuple(look.notes), look, boxes)


def _joined(boxes: np.ndarray, longest: np.ndarray, is_stop: np.ndarray) -> tuple[list[float], list[float]]:
    """Stops and longest steps up to them: neighbouring boxes with similar bounds are one piece."""
    ends: list[float] = []
    bounds: list[float] = []
    most = 0.0
    for end, h, stops in zip(boxes[1].tolist(), longest.tolist(), is_stop.tolist(), strict=True):
        if ends and not stops and max(most, h) < JOINED_WITHIN * min(bounds[-1], h):
            ends[-1], bounds[-1], most = end, min(bounds[-1], h), max(most, h)
        else:
            ends.append(end)
            bounds.append(h)
            most = h
    return ends, bounds


def mesh_notes(mesh: TimeMesh | None, h: float | None) -> list[Note]:
    """What the certificate says of inputs over time: what may hide, and what steps of a fixed length h miss of them."""
    if mesh is None:
        return []
    return [*mesh.notes, *([] if h is None else _missed(mesh, h))]


def fixed_step_notes(system: Any, start: State, plan: Plan) -> list[Note]:
    """The same of a run whose steps have one length and end nowhere else."""
    return mesh_notes(time_mesh(system, start.parameters, plan.t_start, plan.t_end, plan.rtol), plan.h)


def _missed(mesh: TimeMesh, h: float) -> list[Note]:
    """The input whose integral over the run is worst met by steps of one length, where that is too bad."""
    look = mesh.look
    if look.span / h > MOST_FIXED_STEPS:
        return []
    ends = np.append(np.arange(look.start, look.end - 1e-9 * h, h), look.end)
    whole, size = look.integrals(mesh.boxes)
    at_ends, at_middles = look.at(look.values, ends), look.at(look.values, 0.5 * (ends[1:] + ends[:-1]))
    lengths = np.diff(ends)
    trapezium = (0.5 * (at_ends[:, 1:] + at_ends[:, :-1]) * lengths).sum(axis=1)
    simpson = (trapezium + 2.0 * (at_middles * lengths).sum(axis=1)) / 3.0
    with np.errstate(all="ignore"):
        missed = np.nan_to_num(np.minimum(np.abs(trapezium - whole), np.abs(simpson - whole)) / size)
    worst = int(np.argmax(missed))
    if missed[worst] <= MISSED_SHARE:
        return []
    said = (
        f"{look.owners[worst]}: what it is given over time is not met by steps of {h:.3g} s, at whose ends and "
        f"middles its integral is {100.0 * missed[worst]:.2g} % off: take shorter ones, or a method that chooses them"
    )
    return [note("input_missed", said, about=look.owners[worst])]

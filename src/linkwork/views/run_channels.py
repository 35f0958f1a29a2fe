"""Which channels of a run are in its page, in which order, and which of them are plotted to begin with."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np

from ..channels import BALANCE, Channel, unit_text
from ..contract import ModelError
from ..results import Trajectory
from .elastic_parts import section_of
from .parts import DRAWN_ROUNDING, Series

ENERGY_TRACES = ("kinetic_energy", "gravity_energy", "stored_energy", "potential_energy", "energy")
PARTS_OF_POTENTIAL = ("gravity_energy", "stored_energy")
MOST_NUMBERS = 240
"""Numbers over time in a page, unless more are asked for."""
NOT_PLOTTED = ("rotation", "multipliers")
LAST = ("e0", "e1", "e2", "e3")
"""Euler parameters tell a reader little."""
FIRST_PLOTS = 3


def own_channels(run: Trajectory, fine: Trajectory, asked: Iterable[str]) -> tuple[list[str], list[str]]:
    """Names of channels: what was asked for, the user's outputs, coordinates and speeds; and as many others as there is
    room for, those of connections before those of bodies.
    """
    table = run.channel_table
    # Equations derived by hand do not tell what energy is stored where.
    parts = PARTS_OF_POTENTIAL if all(name in table for name in PARTS_OF_POTENTIAL) else ()
    energies = [name for name in ENERGY_TRACES if name in parts or name not in PARTS_OF_POTENTIAL]
    first = [*run.outputs, *energies, *asked, *run.layout.q, *run.layout.u]
    levels = ("state", "motion") if len(fine) <= run.provider.few_rows else ("state",)
    names, room = list(dict.fromkeys(first)), MOST_NUMBERS
    spare = [name for name in _stresses(run) if name not in names]
    known = {*names, *spare}
    for name in (name for owners in (run.model.connections, run.model.bodies) for name in _of(run, owners)):
        channel = table[name]
        if name in known or channel.needs not in levels or name.rpartition(".")[2] in NOT_PLOTTED:
            continue
        room -= int(np.prod(channel.shape))
        if room < 0:
            break  # a large model has more channels than are worth asking for
        spare.append(name)
        known.add(name)
    return names, spare


def _stresses(run: Trajectory) -> list[str]:
    """Stresses of the elements of beams, which are coloured by them."""
    names = (f"{name}.stress" for name, c in run.model.connections.items() if section_of(c) is not None)
    return [name for name in islice(names, MOST_NUMBERS) if name in run.channel_table]


def _of(run: Trajectory, owners: Container[str]) -> Iterator[str]:
    for name in run.channel_table:
        if owner_of(name, owners):
            yield name


def owner_of(name: str, owners: Container[str]) -> str:
    """The body or connection that a channel belongs to; "" where it is of the whole model."""
    owner = name.partition(".")[0]
    stem = owner.partition(": ")[0]
    return owner if owner in owners else stem if stem in owners else ""


def series_of(channel: Channel, values: Any, times: Any, owners: Container[str]) -> Iterator[Series]:
    """A channel as rows of a scene's table: one, or one for each of its numbers where their units differ."""
    group = owner_of(channel.name, owners)
    labels = list(channel.components)
    if len(labels) > 1 and not channel.units and len(channel.not_unique) in (0, len(labels)):
        inner = tuple(label[len(channel.name) :].removeprefix(".") for label in labels)
        rows = np.reshape(values, (len(values), -1))
        yield Series(channel.name, rows, channel.marked(unit_text(channel.unit)), times, inner, group)
        return
    for label, column in channel.columns(values).items():
        unit = channel.marked(unit_text(channel.components[label]), label)
        yield Series(label, column, unit, times, group=group)


def run_series(run: Trajectory, own: Trajectory, shown: Trajectory, more: Iterable[str | Series]) -> Iterator[Series]:
    """Channels of a run in the order of the page's table, then those that bring their values.

    `own` is the run at its steps, `shown` with samples between, where the steps are not many already.
    """
    asked = list(more)
    fine = shown if len(own) < run.provider.few_rows else own
    owners = {*run.model.bodies, *run.model.connections}
    places = {*run.layout.q, *run.layout.u}
    first, spare = own_channels(run, fine, [c for c in asked if isinstance(c, str)])
    spare = _readable(own, spare)
    names = [*first, *spare]
    found = {
        **fine.channels(*(n for n in names if n not in places)),
        **shown.channels(*(n for n in names if n in places)),
    }
    parts: list[Series] = []
    for name in names:
        times = shown.t if name in places else fine.t
        rows = series_of(run.channel_table[name], found[name], times, owners)
        parts += [replace(row, spare=True) for row in rows] if name in spare else rows
        if name == ENERGY_TRACES[-1]:
            parts.append(Series(BALANCE, own.energy_balance, "J", own.t))
    yield from sorted(parts, key=lambda part: part.name.rpartition(".")[2] in LAST)
    yield from (c for c in asked if isinstance(c, Series))


def _readable(run: Trajectory, names: list[str]) -> list[str]:
    """Those of the names that can be computed: a law of a user's own may not say what energy it stores."""
    try:
        run.channels(*names)
    except ModelError:
        return [name for name in names if _has(run, name)]
    return names


def _has(run: Trajectory, name: str) -> bool:
    try:
        run.channels(name)
    except ModelError:
        return False
    return True


def first_plots(series: Sequence[Series], asked: Sequence[str], coordinates: Sequence[str]) -> list[str]:
    """Names of channels that are plotted to begin with: those asked for; else `coordinates` that move, of one unit, or
    whatever else does.

    Angles that are wound up tell little; where there is anything else of their kind, they come last.
    """
    if asked:
        return [part.name for part in series if {part.name, part.name.rpartition(".")[0]} & {*asked}][:FIRST_PLOTS]
    moving = [part for part in series if _moves(part) and part.unit and part.name.rpartition(".")[2] not in LAST]
    swinging = [part for part in moving if not _is_wound_up(part)] or moving
    # Places of bodies repeat what coordinates say.
    chosen = [part for part in swinging if part.name in coordinates] or swinging
    return [part.name for part in chosen if part.unit == chosen[0].unit][:FIRST_PLOTS]


def _moves(part: Series) -> bool:
    values = np.asarray(part.values, dtype=float)
    finite = values[np.isfinite(values)]
    return bool(finite.size and np.ptp(finite) > DRAWN_ROUNDING * np.abs(finite).max())


def _is_wound_up(part: Series) -> bool:
    """Whether it is an angle that turns one way for more than a turn."""
    values = np.asarray(part.values, dtype=float)
    steps = np.diff(values, axis=0)
    one_way = bool((steps >= 0).all()) or bool((steps <= 0).all())
    return part.unit == "rad" and one_way and bool(np.ptp(values) > 2.0 * np.pi)

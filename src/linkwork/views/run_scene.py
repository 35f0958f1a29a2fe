"""`scene_of_run`: a scene document from a trajectory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from ..channels import unit_text
from ..contract import ModelError, value_of
from ..contract.errors import unknown
from ..model import Connection, Point
from ..results import State, Trajectory
from .model_scene import scene_of_model
from .parts import Arrow, Poses, Series
from .poses import report_of_states
from .scene import Scene

FEWEST_SAMPLES, MOST_SAMPLES = 2000, 40_000
"""Samples that a run is given, at least and at most: its own steps may be longer than an eye can be fooled with."""
ENOUGH = 400
"""Rows of a run that are enough for curves."""
ENERGY_TRACES = ("kinetic_energy", "potential_energy", "energy")


def scene_of_run(
    run: Trajectory,
    *,
    channels: Iterable[str | Series] = (),
    loads: Iterable[str] = (),
    arrows: Iterable[Arrow] = (),
    ghost: State | Poses | None = None,
    panels: Mapping[str, Any] | None = None,
    **more: Any,
) -> Scene:
    """The scene document of a run: its motion, coordinates, speeds, energies and outputs, its report and certificate.

    `channels` are further ones, by name or with their values. `loads` are connections whose force and moment on their
    second end are drawn. `ghost` is a second configuration: a state or poses. The rest goes to `scene_of_model`.
    """
    shown = smooth(run)
    poses = poses_of_run(shown)
    still = poses_of_run(_row(run, ghost)) if isinstance(ghost, State) else ghost
    return scene_of_model(
        run.model,
        poses,
        channels=[*_channels(run, shown, channels)],
        arrows=[*arrows, *(arrow for name in loads for arrow in load_arrows_of(shown, name))],
        ghost=still,
        panels={"Model": report_of_states(run.model, run.layout), "Certificate": run.certificate, **(panels or {})},
        **more,
    )


def smooth(run: Trajectory) -> Trajectory:
    """The run with samples between its steps where it can give them, without what is not finite, at rising times."""
    if run.interpolator is not None and 1 < len(run) < MOST_SAMPLES:
        between = np.linspace(run.t[0], run.t[-1], min(max(FEWEST_SAMPLES, 8 * len(run)), MOST_SAMPLES))
        run = run.resample(np.union1d(run.t, between))
    good = _usable(run)
    if not good.any():
        raise ModelError(f"the run of {run.model.name!r} has no states that could be shown.")
    return run if good.all() else _rows(run, good)


def _usable(run: Trajectory) -> np.ndarray:
    """Rows that are finite; of several at one time the last."""
    return np.asarray(np.isfinite(run.q).all(axis=1) & np.append(np.diff(run.t) > 0.0, True)[: len(run)])


def _rows(run: Trajectory, rows: np.ndarray) -> Trajectory:
    parts: dict[str, Any] = {name: getattr(run, name)[rows] for name in ("t", "q", "u", "z", "work")}
    changes = tuple((int(np.sum(rows[:k])), values) for k, values in run.parameter_changes)
    return replace(run, **parts, parameter_changes=changes, _known={})


def _row(run: Trajectory, state: State) -> Trajectory:
    """A run of one state."""
    if state.layout.q != run.layout.q:
        raise ModelError("ghost: the state belongs to another model than the run.")
    parts: dict[str, Any] = {"q": state.q[None], "u": state.u[None], "z": state.z[None], "work": np.zeros(1)}
    return replace(run, t=np.array([state.t]), **parts, parameters=state.parameters, parameter_changes=(), _known={})


def poses_of_run(run: Trajectory) -> Poses:
    """Poses of all bodies along a run."""
    bodies = list(run.model.bodies)
    parts = ("rotation", "position", "velocity", "angular_velocity")
    names = [f"{body}.{what}" for body in bodies for what in parts]
    found = run.channels(*names) if names else {}
    columns = [
        np.stack([found[f"{body}.{what}"] for body in bodies], axis=1) if bodies else np.zeros((len(run), 0, *shape))
        for what, shape in zip(parts, ((3, 3), (3,), (3,), (3,)), strict=True)
    ]
    return Poses.of_rotations(run.t, bodies, *columns)


def _channels(run: Trajectory, shown: Trajectory, more: Iterable[str | Series]) -> Iterable[Series]:
    """Coordinates, speeds, energies, the balance and the user's own outputs, then what was asked for."""
    asked = list(more)
    own = _rows(run, _usable(run))
    # Channels of absolute systems are computed state by state, and the steps of their methods are short.
    fine = own if run.layout.coordinates == "absolute" and len(own) >= ENOUGH else shown
    names = [*ENERGY_TRACES, *run.outputs, *(c for c in asked if isinstance(c, str))]
    for source, wanted in ((shown, [*run.layout.q, *run.layout.u]), (fine, dict.fromkeys(names))):
        for name, values in source.channels(*wanted).items():
            channel = run.channel_table[name]
            units = channel.components
            for label, column in channel.columns(values).items():
                yield Series(label, column, unit_text(units[label]), source.t)
            if name == ENERGY_TRACES[-1]:
                yield Series("energy_balance", own.energy_balance, "J", own.t)
    yield from (c for c in asked if isinstance(c, Series))


def load_arrows_of(run: Trajectory, name: str) -> list[Arrow]:
    """Force and moment of a connection on its second end, in the world."""
    connection = _joined(run, name)
    second = [end for end in connection.ends[:2] if isinstance(end, Point)][1]
    place = np.asarray(value_of(second.X.p), dtype=float)
    load = run.load(name, axes="world")
    return [
        Arrow(name, second.body.name, value, place, kind, run.t)  # type: ignore[arg-type]
        for kind, value in (("force", load.force), ("moment", load.moment))
        if np.any(value)
    ]


def _joined(run: Trajectory, name: str) -> Connection:
    connections = run.model.connections
    if name not in connections:
        raise ModelError(f"loads: {unknown('connection', name, connections)}")
    if sum(isinstance(end, Point) for end in connections[name].ends) < 2:
        raise ModelError(f"loads: {name!r} does not join two bodies, so there is no load between them.")
    return connections[name]

"""`scene_of_run`: a scene document from a trajectory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from ..contract import ModelError
from ..results import State, Trajectory
from .model_scene import scene_of_model
from .parts import Arrow, Deformation, Lit, Poses, Series
from .run_channels import first_plots, run_series
from .run_contacts import time_marks, touching_points
from .run_loads import arrows_of_run
from .scene import Scene

FEWEST_SAMPLES, _MOST_SAMPLES = 2000, 40_000
"""Samples that a run is given, at least and at most: its own steps may be longer than an eye can be fooled with."""


def scene_of_run(
    run: Trajectory,
    *,
    channels: Iterable[str | Series] = (),
    loads: Iterable[str] = (),
    arrows: Iterable[Arrow] = (),
    ghost: State | Poses | None = None,
    panels: Mapping[str, Any] | None = None,
    lit: Iterable[Lit] = (),
    **more: Any,
) -> Scene:
    """The scene document of a run: its motion, coordinates, speeds, energies and outputs, its report and certificate.

    `channels` are further ones, by name or with their values. `loads` are connections whose force and moment on their
    second end are drawn. `ghost` is a second configuration: a state or poses. The rest goes to `scene_of_model`.
    """
    shown, own = smooth(run), _rows(run, _usable(run))
    poses = poses_of_run(shown)
    asked, lights = list(channels), list(lit)
    beside = [x.channel for x in lights if x.channel not in asked]
    series = [*run_series(run, own, shown, [*asked, *beside])]
    fine = shown if len(shown) <= run.provider.few_rows else own
    still = poses_of_run(_row(run, ghost)) if isinstance(ghost, State) else ghost
    return scene_of_model(
        run.model,
        poses,
        channels=series,
        plots=first_plots(series, [c if isinstance(c, str) else c.name for c in asked], run.layout.q),
        arrows=[*arrows, *arrows_of_run(fine, loads)],
        deformation=deformations_of_run(shown),
        touching=touching_points(run, shown),
        happened=time_marks(run),
        ghost=still,
        lit=lights,
        panels={"Model": run.provider.report(), "Certificate": run.certificate, **(panels or {})},
        **more,
    )


def smooth(run: Trajectory) -> Trajectory:
    """The run with samples between its steps where it can give them, without what is not finite, at rising times."""
    if run.interpolator is not None and 1 < len(run) < _MOST_SAMPLES:
        between = np.linspace(run.t[0], run.t[-1], min(max(FEWEST_SAMPLES, 8 * len(run)), _MOST_SAMPLES))
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


def deformations_of_run(run: Trajectory) -> list[Deformation]:
    """Elastic coordinates of the modal bodies along a run."""
    found = []
    for name, body in run.model.bodies.items():
        if body.elastic is not None and body.elastic.data.count:
            columns = run.channels(*(f"{name}.{own}" for own in body.elastic.data.coordinates))
            found.append(Deformation(name, np.column_stack(list(columns.values())), run.t))
    return found

"""`view`: anything that can be looked at, as one page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from os import PathLike
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import numpy as np

from ..contract import ModelError
from ..model import Model
from ..topology import Layout, find_topology
from .attitudes import Compiled, Motion, poses_at_rest, poses_of_states
from .of_model import panel_parts, scene_of_model
from .page import write_page
from .parts import Channel, Poses
from .scene import Scene


@runtime_checkable
class HasScene(Protocol):
    """A result that knows what is to be seen of it."""

    def scene(self) -> Scene:
        """Its scene document."""


def view(
    result: Any,
    path: str | PathLike[str],
    *,
    motion: Any = None,
    panels: Mapping[str, Any] | None = None,
    **more: Any,
) -> Path:
    """One self-contained HTML file that shows a model, a system, or a result; returns where it is.

    A result is shown as its `scene()` says. A model or a system is shown at rest, or as `motion` says: a state, or
    states over time such as `lw.kinematics` gives. `panels` are further texts by title, such as
    `{"Mobility": lw.mobility(system)}`; whatever else is given (traces, arrows, modes, ghost, channels) goes to
    `scene_of_model`.
    """
    if isinstance(result, Model):
        if motion is not None:
            raise ModelError("view: a motion belongs to a system; give lw.compile_model(model) instead of the model.")
        texts = {"Model": find_topology(result).report(), **(panels or {})}
        scene = scene_of_model(result, poses_at_rest(result), panels=texts, **more)
    elif isinstance(result, Compiled):
        scene = scene_of_system(result, motion, panels or {}, more)
    elif isinstance(result, HasScene):
        if motion is not None or more:
            raise ModelError("view: this result brings its own motion; only panels can be added.")
        scene = result.scene()
        scene = {**scene, "panels": [*scene["panels"], *panel_parts(panels)]}
    else:
        raise ModelError(f"view: {type(result).__name__} cannot be shown; give a model, a system or a result.")
    return write_page(scene, path)


def scene_of_system(system: Compiled, motion: Any, panels: Mapping[str, Any], more: Mapping[str, Any]) -> Scene:
    """The scene of a compiled system at rest, at a state, or in motion; `more` goes to `scene_of_model`."""
    texts = {"Model": system.topology.report(), **panels}
    if not isinstance(motion, Motion):
        state = system.rest if motion is None else motion
        return scene_of_model(system.model, poses_of_states(system, [state]), panels=texts, **more)
    states = [motion.state(k) for k in range(len(motion.times))]
    if not states:
        raise ModelError("view: the motion has no states.")
    poses = poses_of_states(system, states)
    channels = [*more.get("channels", ()), *_channels(system, states, poses)]
    return scene_of_model(system.model, poses, panels=texts, **{**more, "channels": channels})


def _channels(system: Compiled, states: list[Any], poses: Poses) -> Iterable[Channel]:
    """Coordinates and speeds over time."""
    layout: Layout = system.topology.layout
    units = _units(system)
    for names, table, rate in ((layout.q, [s.q for s in states], ""), (layout.u, [s.u for s in states], "/s")):
        columns = np.reshape(table, (len(poses), len(names))).T
        for name, values in zip(names, columns, strict=True):
            unit = units.get(name.removesuffix("_dot"), "")
            yield Channel(name, values, f"{unit}{rate}" if unit else "")


def _units(system: Compiled) -> dict[str, str]:
    found = {}
    for branch in system.topology.branches:
        units = branch.hinge.units or ("",) * len(branch.hinge.coordinates)
        for name, unit in zip(branch.hinge.coordinates, units, strict=True):
            found[f"{branch.name}.{name}"] = unit
    return found

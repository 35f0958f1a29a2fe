"""`view`: anything that can be looked at, as one page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from os import PathLike
from pathlib import Path
from typing import Any, Protocol, overload, runtime_checkable

import numpy as np

from .._display import is_notebook
from ..contract import ModelError
from ..model import Model
from ..results import Modes, State, Trajectory
from ..topology import find_topology
from .compared_runs import scene_of_runs
from .linear_plots import shapes_of
from .model_scene import panel_parts, scene_of_model
from .page import Page, page
from .parts import Poses, Series
from .poses import (
    CompiledSystem,
    StatesInTime,
    deformations_of_states,
    poses_at_rest,
    poses_of_states,
)
from .run_channels import series_of
from .run_scene import scene_of_run
from .scene import Scene


@runtime_checkable
class HasScene(Protocol):
    """A result that knows what is to be seen of it."""

    def scene(self) -> Scene:
        """Its scene document."""


@overload
def view(result: Any, path: str | PathLike[str], **more: Any) -> Path: ...
@overload
def view(result: Any, path: None = None, **more: Any) -> Page: ...
def view(result: Any, path: str | PathLike[str] | None = None, **more: Any) -> Path | Page:
    """One self-contained HTML page that shows a model, a system, or a result: written to `path`, which is returned.

    Without a path the page itself is returned. A notebook shows it; elsewhere it opens in the browser, where there is
    a screen.

    A run is shown with its channels and certificate; several runs of the same bodies are laid over each other, and
    `labels` says what they are called (see `scene_of_runs`). `loads` names connections whose loads are drawn,
    `channels` further channels (see `scene_of_run`). Any other result is shown as its `scene()` says. A model is shown
    as it was drawn; a system at rest, or as `motion` says: a state, or states over time such as `lw.kinematics`
    gives. `panels` are further texts by title, such as `{"Mobility": lw.mobility(system)}`; whatever else is given
    (traces, arrows, modes, ghost, channels) goes to `scene_of_model`; `modes` may be those of a linear system.
    """
    scene = scene_of(result, **more)
    found = Page(scene["name"], page(scene))
    if path is not None:
        return found.save(path)
    if not is_notebook():
        found.open()
    return found


def scene_of(result: Any, *, motion: Any = None, panels: Mapping[str, Any] | None = None, **more: Any) -> Scene:
    """The scene document of whatever `view` can show."""
    own = getattr(result, "system", None)
    if isinstance(result, Model):
        if motion is not None:
            raise ModelError("view: a motion belongs to a system; give lw.compile_model(model) instead of the model.")
        texts = {"Model": find_topology(result).report(), **(panels or {})}
        return scene_of_model(result, poses_at_rest(result), panels=texts, **more)
    if isinstance(result, CompiledSystem):
        return scene_of_system(result, motion, panels or {}, more)
    if motion is not None:
        raise ModelError("view: this result brings its own motion.")
    if isinstance(result, (list, tuple)):
        return scene_of_runs(result, panels=panels, **more)
    if isinstance(result, (Trajectory, HasScene)):
        return _scene_of_result(result, panels, more)
    if isinstance(own, CompiledSystem) and isinstance(result, Modes):
        return scene_of_system(own, result.state, panels or {}, {**more, "modes": result})
    if isinstance(own, CompiledSystem) and isinstance(result, StatesInTime):
        return scene_of_system(own, result, panels or {}, more)
    if isinstance(own, CompiledSystem) and isinstance(getattr(result, "state", None), State):
        return scene_of_system(own, result.state, {"Result": result, **(panels or {})}, more)
    raise ModelError(f"view: {type(result).__name__} cannot be shown by itself; give {_shown_instead(result)}.")


def _shown_instead(result: Any) -> str:
    """What to give to `view` to see a result that has no model of its own."""
    if isinstance(result, StatesInTime):
        return "its system and the motion, lw.view(system, path, motion=result)"
    if isinstance(result, State):
        return "its system and the state, lw.view(system, path, motion=state)"
    if isinstance(getattr(result, "state", None), State):
        return "its system and the state it is about, lw.view(system, path, motion=result.state)"
    if isinstance(getattr(result, "run", None), Trajectory):
        return "the run in it, lw.view(result.run, path)"
    return "a model, a system, a run of lw.simulate, or what has a scene()"


def _scene_of_result(result: Any, panels: Mapping[str, Any] | None, more: Mapping[str, Any]) -> Scene:
    if isinstance(result, Trajectory):
        return scene_of_run(result, panels=panels, **more)
    if more:
        raise ModelError(f"view: this result brings its own scene; only panels can be added, not {', '.join(more)}.")
    scene: Scene = result.scene()
    return {**scene, "panels": [*scene["panels"], *panel_parts(panels)]}


def scene_of_system(system: CompiledSystem, motion: Any, panels: Mapping[str, Any], more: Mapping[str, Any]) -> Scene:
    """The scene of a compiled system at rest, at a state, or in motion; `more` goes to `scene_of_model`."""
    texts = {"Model": system.channels.provider.report(), **panels}
    if isinstance(more.get("modes"), Modes):
        texts["Modes"] = str(more["modes"])
        more = {**more, "modes": shapes_of(more["modes"], system.model)}
    ghost = more.get("ghost")
    if isinstance(ghost, State):
        more = {**more, "ghost": poses_of_states(system, [ghost])}
    if not isinstance(motion, StatesInTime):
        states = [system.rest if motion is None else motion]
        more = {"deformation": deformations_of_states(system, states), **more}
        return scene_of_model(system.model, poses_of_states(system, states), panels=texts, **more)
    states = [motion.state(k) for k in range(len(motion.times))]
    if not states:
        raise ModelError("view: the motion has no states.")
    poses = poses_of_states(system, states)
    channels = [*more.get("channels", ()), *_channels(system, states, poses)]
    more = {"deformation": deformations_of_states(system, states), **more}
    return scene_of_model(system.model, poses, panels=texts, **{**more, "channels": channels})


def _channels(system: CompiledSystem, states: list[Any], poses: Poses) -> Iterable[Series]:
    """Coordinates and speeds over time."""
    layout, known = system.layout, system.channel_table
    owners = {*system.model.bodies, *system.model.connections}
    for names, table in ((layout.q, [s.q for s in states]), (layout.u, [s.u for s in states])):
        columns = np.reshape(table, (len(poses), len(names))).T
        for name, values in zip(names, columns, strict=True):
            yield from series_of(known[name], values, poses.times, owners)

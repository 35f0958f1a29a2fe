"""`load_run`: a run from its file, without compiling anything."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from ..absolute.element_places import POSE_NAMES, TWIST_NAMES
from ..channels import AbsoluteProvider, FrameProvider, SystemProvider, TreeProvider
from ..contract import ModelError
from ..contract.arguments import FILE_ARGUMENT, FLAG, takes
from ..formats import from_dict
from ..model import Model
from ..results import Occurrence, RunContent, Trajectory, read_run
from ..topology import Layout
from .replay import Replay

BODY_NAMES = {"q": POSE_NAMES, "u": TWIST_NAMES}
"""Coordinates and speeds of a body by itself."""


@takes(path=FILE_ARGUMENT, partial=FLAG)
def load_run(path: str | Path, partial: bool = False) -> Trajectory:
    """The run that `run.save(path)` or `simulate(..., output=lw.Output(file=path))` wrote.

    States, events, certificate and stored channels are there at once, and rows are read from the file where they are
    used. Other channels, and `run.at(t)`, compile the model when they are first asked for. A file whose run was killed
    holds everything up to its last flush. Everything in a file is checked as it is read: a damaged one is refused, and
    `partial` takes the rows before the first damage, or those that are there of a file that was cut off.
    """
    content = read_run(path, partial)
    if not len(content.rows):
        raise ModelError(f"{path}: {_why_empty(content)}.")
    model, missing = _model(content, str(path))
    provider, told = provider_of(model, content.names), content.fate.certificate
    replay = Replay(model, missing, provider.compiled_as or "tree", (told.solution, told.weights))
    run = Trajectory(
        provider=provider,
        t=content.column("t"),
        q=content.column("q"),
        u=content.column("u"),
        z=content.column("z"),
        work=content.column("work"),
        parameters=content.parameters,
        certificate=told,
        reader=replay,
        events=tuple(Occurrence(t, name, contact=change) for t, name, change in content.fate.events),
        parameter_changes=content.fate.parameter_changes,
        _known={name: np.asarray(values, dtype=float) for name, values in content.channels.items()},
    )
    if content.header.attributes.get("rows_are") != "steps" or len(run) < 2:
        return run
    if missing:
        return replace(run, unkept="its file holds only a part of the model, so that steps cannot be computed again")
    return replay.with_states_between(run)


def _why_empty(content: RunContent) -> str:
    """What to say of a file without rows."""
    if content.fate.certificate.status == "running" and not content.header.rows:
        return "nothing had been saved yet when the run ended: it was stopped before its first flush (`flush` seconds)"
    if content.header.rows:
        return f"none of its {content.header.rows} rows can be read: they are damaged from the first on"
    return f"holds no rows: {content.fate.certificate.sentence}"


def _model(content: RunContent, path: str) -> tuple[Model, tuple[str, ...]]:
    """The model, and why parts of it are missing."""
    if not content.missing:
        try:
            return from_dict(content.model), ()
        except ModelError as error:
            # A user's own kinds of element are known once their module is imported.
            return _bodies(content.model), (f"{path}: {error}",)
    return _bodies(content.model), content.missing


def _bodies(data: Mapping[str, Any]) -> Model:
    """What of an incomplete model needs nothing else: its bodies."""
    try:
        return from_dict({name: data[name] for name in ("format", "model", "parameters", "bodies") if name in data})
    except ModelError:
        name = data.get("model", {}).get("name", "model") if isinstance(data.get("model"), Mapping) else "model"
        return Model(str(name))


def provider_of(model: Model, names: Mapping[str, tuple[str, ...]]) -> SystemProvider:
    """What lists the channels of a run, from the names of its states; the rest of a layout is known once compiled.

    Absolute coordinates begin with those of all bodies; those of equations derived by hand have no owner.
    """
    starts = {part: [f"{body}.{name}" for body in model.bodies for name in own] for part, own in BODY_NAMES.items()}
    is_absolute = bool(model.bodies) and all(list(names[part][: len(own)]) == own for part, own in starts.items())
    is_owned = all("." in name for name in names["q"])
    kind = AbsoluteProvider if is_absolute else TreeProvider if is_owned else FrameProvider
    empty: dict[str, Any] = {"q_of": {}, "u_of": {}, "rotors": (), "auxiliary": (), "driven": (), "locked": ()}
    layout = Layout(names["q"], names["u"], **empty, couplings={}, cut=(), z=names["z"], coordinates=kind.coordinates)
    return kind(model, layout)

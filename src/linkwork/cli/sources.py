"""Models from files: TOML and JSON, which are data, and Python files that define `model`, which are run."""

from __future__ import annotations

import importlib.util
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

from . import use

PYTHON, RESULT = ".py", (".nc",)


@dataclass(frozen=True, eq=False)
class ModelSource:
    """A model, and what a Python file may say beside it."""

    path: Path
    model: Any
    start: Callable[[Any], Any] | None = None
    duration: float | None = None
    traces: Sequence[Any] = ()
    events: Sequence[Any] = ()
    own_look: tuple[Any, ...] | None = None
    """Azimuth and elevation of pictures and pages, in degrees; then the body that pages follow."""
    about: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Further arguments of `simulate`: method, tolerances."""
    controls: Any = None
    """Sliders of a living page, as `lw.live` takes them."""
    keys: Mapping[str, Any] | None = None
    """Keys of a living page, as `lw.live` takes them."""
    plots: Sequence[str] = ()
    """Channels that a page plots to begin with."""
    lit: Sequence[Any] = ()
    """Bodies that a channel lights up."""
    figure: Callable[[], Any] | None = None
    """Makes a figure of matplotlib that says more than a picture of the motion."""

    @property
    def look(self) -> tuple[float, float]:
        """Where pictures are looked at from."""
        return self.own_look[:2] if self.own_look else (-70.0, 18.0)

    def begin(self, system: Any, values: dict[str, float]) -> Any:
        """The state to begin with: as the file says, or assembled, with `values` held."""
        if self.start is not None and not values:
            return self.start(system)
        layout = system.layout
        speeds = {name: x for name, x in values.items() if name in layout.u and name not in layout.q}
        places = {name: x for name, x in values.items() if name in layout.q}
        others = {name: x for name, x in values.items() if name not in speeds and name not in places}
        found = use.assemble(system, fixed=places, velocities=speeds)
        return found.with_values(others) if others else found


def read_model(path: Path) -> ModelSource:
    """The model of a file. Only a Python file, asked for by its name, is run."""
    if not path.exists():
        raise use.ModelError(f"{path}: there is no such file.")
    if path.is_dir():
        raise use.ModelError(f"{path}: is a folder; give a model file (.toml, .json or .py).")
    if path.suffix != PYTHON:
        return ModelSource(path, use.load_model(path))
    return of_module(path, run_file(path))


def of_module(path: Path, module: ModuleType) -> ModelSource:
    """What a Python file defines."""
    found = getattr(module, "model", None)
    model = found() if callable(found) and not isinstance(found, use.Model) else found
    if not isinstance(model, use.Model):
        what = "defines no `model`" if found is None else f"defines `model` as {type(model).__name__}"
        raise use.ModelError(f"{path}: {what}; it must be an lw.Model, or a function that returns one.")
    return ModelSource(
        path,
        model,
        start=getattr(module, "start", None),
        duration=getattr(module, "DURATION", None),
        traces=getattr(module, "TRACES", ()),
        events=getattr(module, "EVENTS", ()),
        own_look=getattr(module, "LOOK", None),
        about=(module.__doc__ or "").strip(),
        options=getattr(module, "OPTIONS", {}),
        controls=getattr(module, "CONTROLS", None),
        keys=getattr(module, "KEYS", None),
        plots=getattr(module, "PLOTS", ()),
        lit=getattr(module, "LIT", ()),
        figure=getattr(module, "figure", None),
    )


def run_file(path: Path) -> ModuleType:
    """A Python file as a module; it may import what stands beside it, which takes the place of nothing installed."""
    name = path.stem if importlib.util.find_spec(path.stem.partition(".")[0]) is None else f"{path.stem} (a model)"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise use.ModelError(f"{path}: cannot be read as Python.")
    module = importlib.util.module_from_spec(spec)
    sys.path.append(str(path.parent.absolute()))
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        where = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path.absolute())]
        line = f", line {where[-1].lineno}" if where else ""
        raise use.ModelError(f"{path}{line}: {type(error).__name__}: {error}") from error
    return module


def numbers_of(texts: Sequence[str], option: str = "--set") -> dict[str, float]:
    """Values by name, from "A.angle=0.3"."""
    found = {}
    for text in texts:
        name, equals, value = text.partition("=")
        try:
            found[name.strip()] = float(value)
        except ValueError:
            equals = ""
        if not equals or not name.strip():
            raise use.ModelError(f"{option} {text}: give a name and a number, such as {option} A.angle=0.3.")
    return found

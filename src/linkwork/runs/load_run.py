"""`load_run`: a run from its file, without compiling anything."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Literal

import numpy as np

from ..absolute.element_places import POSE_NAMES, TWIST_NAMES
from ..absolute.interpolation import row_nodes
from ..analyses.constraints.row_choice import chosen_rows
from ..analyses.engines import Engine
from ..analyses.engines.polynomials import step_source
from ..analyses.methods.integrators import RungeKutta
from ..analyses.methods.method import Method
from ..analyses.methods.options import Enforcement, Options
from ..analyses.methods.registry import stored_method
from ..analyses.steppers.tree_start import bound_for
from ..channels import AbsoluteProvider, FrameProvider, SystemProvider, TreeProvider
from ..contract import ModelError
from ..contract.arguments import FILE_ARGUMENT, FLAG, takes
from ..formats import from_dict
from ..mechanics.channels import ChannelReader
from ..mechanics.motion import AS_COMPILED, Weights
from ..model import Model
from ..numerics.tableaus import TABLEAUS
from ..results import Occurrence, RunContent, State, Trajectory, read_run
from ..results.stored_states import Interpolator
from ..results.trajectory import not_in_files
from ..run import StepSource
from ..run.recorder import Stretch, rows_of, states_between, stretches_of
from ..system import System, compile_model
from ..topology import Layout

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


# A run read from a file: its channels, and states between its steps, compiled when they are asked for.
@dataclass(eq=False)
class Replay:
    """The reader of a run whose system is not compiled yet."""

    model: Any
    missing: tuple[str, ...] = ()
    """Why parts of the model are not there; then nothing can be computed."""

    formulation: Literal["tree", "absolute"] = "tree"
    solution: tuple[str, Weights] = AS_COMPILED
    """How the run solved for accelerations and multipliers: reactions of redundant constraints depend on it."""

    @cached_property
    def system(self) -> System:
        """The model, compiled."""
        if self.missing:
            raise ModelError(
                "only what was stored can be read from this file, since its model is incomplete: "
                f"{'; '.join(self.missing)} Store more channels when saving: run.save(path, 'channel', …)."
            )
        return compile_model(self.model, self.formulation)

    @cached_property
    def _reader(self) -> ChannelReader:
        return self.system.channels.reader(solution=self.solution)

    def __call__(self, names: Sequence[str], run: Trajectory) -> dict[str, np.ndarray]:
        """Coordinates, speeds, states and time as they are stored; anything else is computed."""
        found = {name: values for name in names if (values := _stored(run, name)) is not None}
        others = [name for name in names if name not in found]
        if others:
            self._check(run)
            found |= self._reader(others, replace(run, provider=self.system.channels.provider))
        return found

    def _check(self, run: Trajectory) -> None:
        layout = self.system.layout
        if (layout.q, layout.u, layout.z) != (run.layout.q, run.layout.u, run.layout.z):
            raise ModelError(
                "the model in this file has other coordinates than its states: it was run with equations derived by "
                "hand, which a file cannot compute again, or the file was changed. Channels that are named when a run "
                "is saved can be read: run.save(path, name, …)."
            )

    def with_states_between(self, run: Trajectory) -> Trajectory:
        """A run whose rows are steps, with states between them, or with the reason why there are none."""
        told = run.certificate
        if told.method in TABLEAUS:
            method: Method | None = RungeKutta(TABLEAUS[told.method])
        elif not told.options:
            return replace(run, unkept="its file, of an older version, does not say with which options its method ran")
        else:
            method = stored_method(told.options["method"])
        by_rows = method is not None and method.rows_suffice and self.formulation == "absolute"
        if method is None or not (by_rows or method.tableau or method.element):
            return replace(run, unkept=not_in_files(told.method))
        stretches: list[Stretch] = []

        def between(wanted: np.ndarray) -> np.ndarray:
            self._check(run)
            if not stretches:
                stretches.extend(stretches_of(run, _sources(self, run, method)))
            return states_between(stretches, np.asarray(run.t, dtype=float), rows_of(run), wanted)

        return replace(run, interpolator=between)


def _between_rows(system: Any, t: np.ndarray, y: np.ndarray, dense: np.ndarray) -> Interpolator:
    """Cubics of rotations and places: for steps of absolute systems as good as what was between."""
    return row_nodes(t, y, (system.layout.nq, system.layout.nu), system.elements.bodies.count)


def _sources(replay: Replay, run: Trajectory, method: Method) -> Callable[[int], StepSource]:
    """What made the steps behind each row: rows alone tell the states of some, others are computed again."""
    told = run.certificate
    if method.rows_suffice:
        return lambda k: StepSource(method.name, partial(_between_rows, replay.system))
    kept = {"by": "projection", **told.options.get("constraints", {})}
    gains = tuple(kept["gains"]) if kept["by"] == "baumgarte" else None
    way = Enforcement(kept["by"], False, gains, told.solution, told.weights)
    options = Options(told.t_start, float(run.t[-1]), None, method, told.rtol, told.atol, told.h, way)
    return partial(_steps_again, replay.system, run, options, {})


def _steps_again(
    system: Any, run: Trajectory, options: Options, known: dict[tuple[int, ...], Engine], k: int
) -> StepSource:
    """What made the steps behind a row; engines are `known` by the constraint rows that they enforce."""
    given = system.state().with_values(dict(run.parameters_at(k))).parameters
    state = system.prescribed(State(system.layout, run.q[k], run.u[k], float(run.t[k]), given, run.z[k]))
    rows = chosen_rows(system, state)
    if rows not in known:
        known[rows] = options.engine(options.method, bound_for(system, state, rows, options))
    engine: Any = known[rows]
    numbers = engine.bound.numbers(state.parameters)
    return step_source(engine.bound, numbers, engine.name, engine.interpolator, engine.powers)


def _stored(run: Trajectory, name: str) -> np.ndarray | None:
    if name == "t":
        return np.asarray(run.t, dtype=float)
    for names, rows in ((run.layout.q, run.q), (run.layout.u, run.u), (run.layout.z, run.z)):
        if name in names:
            return np.asarray(rows[:, names.index(name)], dtype=float)
    return None

"""A run read from a file: its channels, and states between its steps, compiled when they are asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

import numpy as np

from ..absolute import AbsoluteSystem
from ..absolute.system import POSE, TWIST
from ..contract import ModelError
from ..numerics.tableaus import TABLEAUS
from ..results import Trajectory
from ..system import System, compile_model
from .engines.explicit import ExplicitEngine
from .flows import Bound
from .methods.registry import method_told
from .reading import ChannelReader
from .row_choice import chosen_rows
from .stepping.between import Between
from .stepping.reading import AbsoluteReader
from .stepping.way import Way


@dataclass(eq=False)
class Replay:
    """The reader of a run whose system is not compiled yet."""

    model: Any
    missing: tuple[str, ...] = ()
    """Why parts of the model are not there; then nothing can be computed."""

    formulation: Literal["tree", "absolute"] = "tree"

    @cached_property
    def system(self) -> System | AbsoluteSystem:
        """The model, compiled."""
        if self.missing:
            raise ModelError(
                "only what was stored can be read from this file, since its model is incomplete: "
                f"{'; '.join(self.missing)} Store more channels when saving: run.save(path, 'channel', …)."
            )
        return compile_model(self.model, formulation=self.formulation)

    @cached_property
    def _reader(self) -> ChannelReader | AbsoluteReader:
        system = self.system
        return AbsoluteReader(system) if isinstance(system, AbsoluteSystem) else ChannelReader(system)

    def __call__(self, names: Sequence[str], run: Trajectory) -> dict[str, np.ndarray]:
        """Coordinates, speeds, states and time as they are stored; anything else is computed."""
        found = {name: values for name in names if (values := _stored(run, name)) is not None}
        others = [name for name in names if name not in found]
        if others:
            self._check(run)
            found |= self._reader(others, replace(run, layout=self.system.layout))
        return found

    def _check(self, run: Trajectory) -> None:
        layout = self.system.layout
        if (layout.q, layout.u, layout.z) != (run.layout.q, run.layout.u, run.layout.z):
            raise ModelError(
                "the model in this file has other coordinates than its states: it was run with equations derived by "
                "hand, which a file cannot compute again, or the file was changed. Channels that are named when a run "
                "is saved can be read: run.save(path, name, …)."
            )

    def interpolator(self, run: Trajectory) -> Any:
        """States between the steps of a run, which are computed again."""

        def between(wanted: np.ndarray) -> np.ndarray:
            self._check(run)
            if isinstance(self.system, AbsoluteSystem):
                way = Way(self.system, run.parameters, method_told(run.certificate.method))
                return Between(way, run)(wanted)
            start = self.system.state().with_values(dict(run.parameters))
            first = self.system.prescribed(
                type(start)(self.system.layout, run.q[0], run.u[0], float(run.t[0]), start.parameters, run.z[0])
            )
            values = np.ascontiguousarray(self.system.arguments(first)[-1], dtype=float)
            bound = Bound(self.system, values, chosen_rows(self.system, first))
            certificate = run.certificate
            engine = ExplicitEngine(bound, TABLEAUS[certificate.method], certificate.rtol, certificate.atol)
            y = np.column_stack([run.q, run.u, run.z, run.work])
            times = np.asarray(run.t, dtype=float)
            return engine.interpolator(times, y, np.zeros((len(times), 0, y.shape[1])))(wanted)

        return between


def formulation_of(bodies: Sequence[str], q: Sequence[str], u: Sequence[str]) -> Literal["tree", "absolute"]:
    """In which coordinates a run is, from the names of its states: absolute ones begin with those of all bodies."""
    places = [f"{body}.{name}" for body in bodies for name in POSE]
    speeds = [f"{body}.{name}" for body in bodies for name in TWIST]
    is_absolute = bool(places) and list(q[: len(places)]) == places and list(u[: len(speeds)]) == speeds
    return "absolute" if is_absolute else "tree"


def _stored(run: Trajectory, name: str) -> np.ndarray | None:
    if name == "t":
        return np.asarray(run.t, dtype=float)
    for names, rows in ((run.layout.q, run.q), (run.layout.u, run.u), (run.layout.z, run.z)):
        if name in names:
            return np.asarray(rows[:, names.index(name)], dtype=float)
    return None

"""What a run of a tree consists of between two pieces, for checkpoints."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np

from ...results import State
from ...run import StepSource
from ...run.checkpoint import arrays_in, restore_arrays, state_data, state_from
from ...run.past import RunPast
from ...system import System
from ..engines import Engine
from ..engines.engine import Beside
from ..engines.polynomials import step_source
from ..methods.method import Method
from ..methods.options import Options
from ..path.singular_passage import LEAP_SOURCE, within_leap
from .event_kernel import EventKernel

OPTIONS = ("method", "t_start", "t_end", "rtol", "atol", "h", "h_max", "constraints", "gains", "solution")
"""Those that must be the same when a run goes on, the one that others follow from first."""


def arrays_under(arrays: Mapping[str, np.ndarray], prefix: str) -> dict[str, np.ndarray]:
    """Arrays whose names begin so, by the rest of their names."""
    return {name[len(prefix) :]: values for name, values in arrays.items() if name.startswith(prefix)}


class TreeCheckpoint:
    """The part of a `TreeStepper` that saves and restores it."""

    system: System
    options: Options
    engine: Engine
    events: EventKernel
    bound: Any
    record: Any
    rows: tuple[int, ...]
    asked: list[np.ndarray]
    methods: list[str]
    leaps: list[Any]
    present: State
    past: RunPast | None
    beside: Beside | None
    _handed: Any
    _fetch: Callable[[], None]
    _look_ahead: Callable[[], None]
    _enforce: Callable[[tuple[int, ...]], None]
    _engine: Callable[[Method], Engine]

    def _signature(self) -> dict[str, str]:
        """The equations and the options."""
        told = {name: repr(getattr(self.options, name)) for name in OPTIONS}
        return {**told, "equations": self.bound.digest}

    def _arrays(self) -> dict[str, Any]:
        """All arrays that a run consists of."""
        bound = self.bound
        return {
            "engine": vars(self.engine),
            "record": self.record,
            "watch": self.events.watch,
            "unknowns": bound.flow.s,
            "remembered": bound.remembered,
            "counts": bound.flow.count,
            "pivot": bound.flow.pivot,
            "worst": bound.projection.worst,
            "parameters": bound.parameters,
        }

    def saved(self) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """All it consists of, for a checkpoint."""
        data = {
            "signature": self._signature(),
            "method": self.engine.name,
            "methods": self.methods,
            "present": state_data(self.present),
            "leaps": self.leaps,
            "rows": self.rows,
            "asked": [rows.tolist() for rows in self.asked],
            "handed": self._handed,
        }
        self._fetch()
        arrays = dict(arrays_in(self._arrays()))
        if self.beside is not None:
            own, data["beside"] = self.beside.saved()
            arrays |= {f"/beside/{name}": values for name, values in own.items()}
        arrays |= {f"/steps/{name}": values for name, values in self.engine.saved().items()}
        if self.past is None:
            return arrays, data
        own, past = self.past.saved()
        return {**arrays, **own}, {**data, "past": past}

    def restore(
        self, arrays: Mapping[str, np.ndarray], data: Mapping[str, Any]
    ) -> Callable[[Mapping[str, Any]], StepSource]:
        """Goes on from there; gives what tells the sources of steps."""
        self.present = state_from(self.system, data["present"])
        if self.rows != tuple(data["rows"]):
            self._enforce(tuple(data["rows"]))
        if self.engine.name != data["method"]:
            self.engine = self._engine(self.options.method_named(data["method"]))
        # Tables of elements follow from Parameters, which are among the arrays: they are set before.
        self.bound.set_parameters(self.bound.numbers(self.present.parameters))
        self._look_ahead()
        if self.beside is not None:
            self.beside.restore(arrays_under(arrays, "/beside/"), data["beside"])
        self.engine.restore(arrays_under(arrays, "/steps/"))
        restore_arrays(self._arrays(), arrays, "")
        self.methods[:], self._handed = data["methods"], data["handed"]
        self.leaps[:] = [(t, error) for t, error in data["leaps"]]
        self.asked = [np.array(rows) for rows in data["asked"]]
        if self.past is not None:
            self.past.restore(arrays, data["past"])
        return self._source

    def _source(self, data: Mapping[str, Any]) -> StepSource:
        """What made steps, from what a checkpoint holds of it."""
        name, rows, parameters = data["name"], tuple(data["rows"]), np.array(data["parameters"], dtype=float)
        bound = self.bound if rows == self.rows else self.bound.with_rows(rows)
        if name == LEAP_SOURCE:
            return step_source(bound, parameters, LEAP_SOURCE, partial(within_leap, bound))
        is_present = (name, bound) == (self.engine.name, self.bound)
        engine = self.engine if is_present else self.options.engine(self.options.method_named(name), bound)
        return step_source(bound, parameters, name, engine.interpolator, engine.powers)

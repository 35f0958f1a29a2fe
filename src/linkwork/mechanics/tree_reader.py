"""Channels of a tree along a trajectory: computed by one batch call for all names and states."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..channels import RUN_CHANNELS
from ..contract import ModelError
from ..contract.derived.pure import called_twice
from ..expr import array
from ..formulation.channels import needs_motion
from ..kernels import Kernel, compile_function
from ..results import Trajectory
from ..results.trajectory import Interpolator
from .channels import beside_run
from .motion import AS_COMPILED, Weights
from .tree_batches import StateRows, batch_arguments, batch_motion, rows_of_run


class TreeReader:
    """Reads channels of one tree; `outputs` are the user's own, functions of channels, `beside` belong to steps.

    `solution` is how accelerations and multipliers are solved for, and how connections share loads.
    """

    def __init__(
        self,
        system: Any,
        outputs: Mapping[str, Any],
        beside: Mapping[str, Interpolator],
        solution: tuple[str, Weights] = AS_COMPILED,
    ) -> None:
        self.system, self.outputs, self.beside, self.solution = system, outputs, beside, solution
        self._kernels: dict[tuple[str, ...], tuple[Kernel, bool]] = {}

    def __call__(self, names: Sequence[str], run: Trajectory) -> dict[str, np.ndarray]:
        """The values of channels along a trajectory, by name; a long one is read in pieces."""
        own = {
            name: beside_run(self.beside, name, run) for name in names if name in RUN_CHANNELS or name in self.beside
        }
        key = tuple(name for name in dict.fromkeys(names) if name not in own)
        return (own | self.at_rows(key, rows_of_run(self.system, run))) if key else own

    def at_rows(self, names: tuple[str, ...], rows: StateRows) -> dict[str, np.ndarray]:
        """The values of channels of the model at any states, by name."""
        if names not in self._kernels:
            self._kernels[names] = self._compiled(names)
        kernel, moving = self._kernels[names]
        pieces = []
        for piece in rows.pieces():
            arguments = batch_arguments(piece)
            if moving:
                arguments += batch_motion(piece, arguments, self.solution)
            pieces.append(kernel.batch(*arguments))
        return {name: np.concatenate([p[k] for p in pieces]) for k, name in enumerate(names)}

    def _compiled(self, names: tuple[str, ...]) -> tuple[Kernel, bool]:
        e = self.system.equations
        moving = any(self._needs_motion(name) for name in names)
        if not any(name in self.outputs for name in names):
            return self.system.kernel("motion_values" if moving else "values", channels=names), moving
        source: Any = e.channels.at_motion(*e.dynamics.known) if moving else e.channels
        outputs = {f"c{k}": array(self._expression(name, source)) for k, name in enumerate(names)}
        outputs = {k: x.item() if x.ndim == 0 else x for k, x in outputs.items()}
        make = e.tracer.motion_function if moving else e.tracer.function
        return compile_function(make("channels", **outputs)), moving

    def _expression(self, name: str, source: Any) -> Any:
        return called_twice(f"output {name!r}", self.outputs[name], source) if name in self.outputs else source[name]

    def _needs_motion(self, name: str) -> bool:
        channels = self.system.equations.channels
        if name in self.outputs:
            try:
                self.outputs[name](channels)
            except ModelError:
                return True
            return False
        if name in channels:
            return False
        if not needs_motion(channels, name):
            raise ModelError(self.system.channel_table.unknown(name, self.outputs))
        return True

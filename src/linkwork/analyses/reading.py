"""Channels along a trajectory: computed by one batch call for all names and states."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..contract import ModelError
from ..contract.errors import unknown
from ..expr import array
from ..kernels import Kernel, compile_function
from ..results import Trajectory
from ..system import System
from .accelerations import accelerations


class ChannelReader:
    """Reads channels of one system; `outputs` are the user's own, functions of channels."""

    def __init__(self, system: System, outputs: dict[str, Any] | None = None) -> None:
        self.system = system
        self.outputs = outputs or {}
        self._kernels: dict[tuple[str, ...], tuple[Kernel, bool]] = {}

    def __call__(self, names: Sequence[str], run: Trajectory) -> dict[str, np.ndarray]:
        """The values of channels along a trajectory, by name."""
        key = tuple(dict.fromkeys(names))
        if key not in self._kernels:
            self._kernels[key] = self._compiled(key)
        kernel, moving = self._kernels[key]
        arguments = self._arguments(run)
        if moving:
            arguments += self._motion(run)
        found = kernel.batch(*arguments)
        values = found if isinstance(found, tuple) else (found,)
        return dict(zip(key, values, strict=True))

    def _compiled(self, names: tuple[str, ...]) -> tuple[Kernel, bool]:
        e = self.system.equations
        moving = any(self._needs_motion(name) for name in names)
        source: Any = e.channels.at_motion(*e.known) if moving else e.channels
        outputs = {f"c{k}": array(self._expression(name, source)) for k, name in enumerate(names)}
        outputs = {k: x.item() if x.ndim == 0 else x for k, x in outputs.items()}
        make = e.motion_function if moving else e.function
        return compile_function(make("channels", **outputs)), moving

    def _expression(self, name: str, source: Any) -> Any:
        return self.outputs[name](source) if name in self.outputs else source[name]

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
        stem = name.rpartition(".")[0] if name.rpartition(".")[2] in ("x", "y", "z") else name
        if name not in channels.motion_names and stem not in channels.motion_names:
            raise ModelError(unknown("channel", name, [*channels, *sorted(channels.motion_names), *self.outputs]))
        return True

    def _arguments(self, run: Trajectory) -> list[Any]:
        parameters = np.array([self._parameters(run, k) for k in self._blocks(run)])
        s = np.zeros((len(run), len(self.system.unknowns)))
        if len(self.system.unknowns):
            s = np.array([self.system.arguments(run.state(k))[3] for k in range(len(run))])
        return [run.q, run.u, run.z, s, run.t, parameters]

    def _blocks(self, run: Trajectory) -> range:
        return range(len(run))

    def _parameters(self, run: Trajectory, k: int) -> np.ndarray:
        values = run.parameters_at(k)
        return np.array([values.get(p.name, p.value) for p in self.system.equations.parameters])

    def _motion(self, run: Trajectory) -> list[np.ndarray]:
        found = [accelerations(self.system, run.state(k)) for k in range(len(run))]
        rows = len(self.system.equations.g_dot)
        lam = np.array([f.lam for f in found]).reshape(len(run), rows)
        return [np.array([f.u_dot for f in found]), lam]

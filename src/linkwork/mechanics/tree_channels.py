"""Channels of a tree: traced from its equations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from ..channels import SystemProvider
from ..contract import ModelError
from ..contract.derived.pure import called_twice
from ..expr import array, jacobian
from ..formulation.channels import needs_motion, traced_channel
from ..formulation.variations import channel_variations
from ..kernels import Kernel, compile_function
from ..results import State, Trajectory
from .channels import OwnOutputs, SystemChannels
from .function_table import channel_labels
from .motion import Weights
from .tree_batches import StateRows, batch_arguments, batch_motion, rows_of_run


@dataclass(frozen=True, eq=False)
class TreeValues:
    """Outputs and channels of a tree along runs: one batch call for all names and states."""

    system: Any
    outputs: OwnOutputs
    solution: tuple[str, Weights]
    """How accelerations and multipliers are solved for, and how connections share loads."""
    _kernels: dict[tuple[str, ...], tuple[Kernel, bool]] = field(default_factory=dict, repr=False)

    def __call__(self, names: tuple[str, ...], run: Trajectory) -> dict[str, np.ndarray]:
        """The values along a trajectory; a long one is read in pieces."""
        return self.at_rows(names, rows_of_run(self.system, run))

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


@dataclass(frozen=True, eq=False)
class TreeChannels(SystemChannels):
    """Single ones by the interpreter; derivatives as native code."""

    along_runs = TreeValues
    _traced: dict[str, tuple[Callable[..., Any], bool] | None] = field(default_factory=dict, repr=False)
    """Traced channels by name, and whether each takes accelerations and multipliers too."""

    @cached_property
    def provider(self) -> SystemProvider:
        """Equations know what has a name."""
        found: SystemProvider = self.system.equations.channels.provider(self.system.model)
        return found

    def read(self, name: str, state: State, motion: Callable[[], Any]) -> Any:
        """The value of a channel, None where there is none."""
        if name not in self._traced:
            self._traced[name] = traced_channel(self.system.equations, name)
        function, is_moving = self._traced[name] or (None, False)
        if function is None:
            return None
        given = self.system.arguments(state)
        found = function(*given, motion().u_dot, motion().lam) if is_moving else function(*given)
        return found.value

    def along(
        self, names: tuple[str, ...], t: np.ndarray, rows: np.ndarray, parameters: Mapping[str, float]
    ) -> dict[str, np.ndarray]:
        """Channels that need no accelerations at rows (q, u, z, …), all at once."""
        e, layout = self.system.equations, self.system.layout
        ends = np.cumsum([layout.nq, layout.nu, layout.nz])
        q, u, z = (np.ascontiguousarray(x) for x in np.split(rows[:, : ends[-1]], ends[:-1], axis=1))
        given = np.array([parameters[p.name] for p in e.parameters])
        states = StateRows(self.system, q, u, z, np.asarray(t), np.tile(given, (len(t), 1)))
        found = self.system.kernel("values", channels=names).batch(*batch_arguments(states))
        return {name: found[k] for k, name in enumerate(names)}

    def slopes(self, names: tuple[str, ...], state: State, u_dot: Any, lam: Any) -> tuple[tuple[str, ...], Any]:
        """(names of the single numbers, their values and derivatives) of channels of a motion."""
        kernel = self.system.kernel("channels", channels=names)
        return channel_labels(self.system.equations, names), kernel(*self.system.arguments(state), u_dot, lam)

    def value(self, name: str, state: State, u_dot: Any, lam: Any) -> Any:
        """A channel of a motion with these accelerations and multipliers."""
        labels, found = self.slopes((name,), state, u_dot, lam)
        value, entry = np.asarray(found.value), self.system.channel_table.find(name)
        if labels == (name,):
            return float(value[0])
        return value if entry is None or value.size != np.prod(entry.shape) else value.reshape(entry.shape)

    def rate(self, value: Callable[[Any], Any]) -> Callable[[State], tuple[float, np.ndarray]]:
        """The rate of an expression of channels and its derivatives by the speeds, traced once."""
        speed, row = self._rate(value)
        function = self.system.equations.tracer.function("rate", speed=speed, row=row)

        def rate(state: State) -> tuple[float, np.ndarray]:
            found = function(*self.system.arguments(state))
            return float(found.speed), np.asarray(found.row)

        return rate

    def rate_slopes(self, value: Callable[[Any], Any]) -> Callable[[State, Any, Any], Any]:
        """The derivatives of all of these, as native code."""
        e, (speed, row) = self.system.equations, self._rate(value)
        traced = e.tracer.motion_function("rate_slopes", **channel_variations(e, array([speed, *row])))
        kernel = compile_function(traced)
        return lambda state, u_dot, lam: kernel(*self.system.arguments(state), u_dot, lam)

    def _rate(self, value: Callable[[Any], Any]) -> tuple[Any, Any]:
        """(the rate, its derivatives by the speeds) as expressions."""
        e = self.system.equations
        speed = e.kinematics.rate(array([value(e.channels)]))[0]
        return speed, jacobian(array([speed]), e.kinematics.symbols.u)[0]

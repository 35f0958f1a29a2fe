"""Channels of equations derived by hand: what has a name, as expressions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

import numpy as np

from ...channels import FrameProvider
from ...contract import Parameter
from ...expr import array
from ...formulation.channels import Finder, body_finders, found_in
from ...formulation.equations.dynamics import DynamicEquations
from ...formulation.equations.laws import Energies
from ...model import Model
from ...spatial import Relative


@dataclass(eq=False)
class HandChannels:
    """Coordinates and speeds, time, parameters, `NAME.position`, `.rotation`, `.velocity` of frames, energies."""

    dynamics: DynamicEquations
    energies: Energies
    parameters: Sequence[Parameter]
    outputs: Mapping[str, Any]
    wanted: dict[str, Any] = field(default_factory=dict)
    """Empty: no law waits for accelerations."""

    def __getitem__(self, name: str) -> Any:
        return found_in(name, self.finders)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and (name in self.finders or name.rpartition(".")[0] in self.finders)

    def __iter__(self) -> Iterator[str]:
        return iter(self.finders)

    @cached_property
    def finders(self) -> dict[str, Finder]:
        """Names, and how each is found."""
        k, e = self.dynamics.kinematics, self.energies
        layout, names = k.topology.layout, k.symbols
        values: dict[str, Any] = {p.name: p for p in self.parameters} | {"t": names.t}
        values |= dict(zip((*layout.u, *layout.q), (*names.u, *names.q), strict=True)) | dict(self.outputs)
        values |= {"kinetic_energy": e.kinetic, "potential_energy": e.potential}
        values |= {"energy": e.kinetic + e.potential, "stored_energy": e.stored}
        found: dict[str, Finder] = {name: _this(value) for name, value in values.items()}
        for vertex in k.topology.bodies:
            R, p = (part[vertex.number] for part in k.body_poses)
            motion = cache(lambda R=R, p=p: Relative(R, p, self._spin(R), k.rate(p)))
            found |= body_finders(vertex.name, motion)
        return found

    def provider(self, drawn: Model) -> FrameProvider:
        """What lists channels of frames, and outputs and rows under names of their own."""
        own, moving = (*self, *sorted(self.motion_names)), self.at_motion(*self.dynamics.known)
        layout = self.dynamics.kinematics.topology.layout
        return FrameProvider(drawn, layout, own, lambda name: np.shape(array(moving[name])))

    def at_motion(self, u_dot: Any, lam: Any) -> HandMovingChannels:
        """The channels where accelerations and multipliers are known too."""
        return HandMovingChannels(self, u_dot, lam)

    @cached_property
    def motion_names(self) -> frozenset[str]:
        """The names that need accelerations or multipliers."""
        return frozenset(self.at_motion(*self.dynamics.known).own)

    def _spin(self, A: Any) -> Any:
        """ω of Ȧ Aᵀ = ω̃, in the axes of the world."""
        turning = self.dynamics.kinematics.rate(A).reshape(3, 3) @ array(A).T
        return array([turning[2, 1], turning[0, 2], turning[1, 0]])


@dataclass(eq=False)
class HandMovingChannels:
    """All channels of a motion whose accelerations and multipliers are known."""

    steady: HandChannels
    u_dot: Any
    lam: Any

    def __getitem__(self, name: str) -> Any:
        return found_in(name, {**self.steady.finders, **self.own})

    @cached_property
    def own(self) -> dict[str, Finder]:
        """Accelerations, and multipliers by constraint."""
        d = self.steady.dynamics
        found: dict[str, Finder] = {}
        for name, value in zip(d.kinematics.topology.layout.u, self.u_dot, strict=True):
            found[f"{name[:-4]}_ddot" if name.endswith("_dot") else f"{name}_dot"] = _this(value)
        for rows, part in d.rows.parts(self.lam):
            found[f"{rows.name}.multipliers"] = _this(part[0] if len(part) == 1 else part)
        return found


def _this(value: Any) -> Finder:
    return lambda: value

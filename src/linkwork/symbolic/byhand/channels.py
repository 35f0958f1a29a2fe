"""Channels of equations derived by hand: what has a name, as expressions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ...expr import array, forward_derivatives
from ...expr.graph import as_expr
from ...formulation.channels import Finder, found_in

if TYPE_CHECKING:
    from .equations import HandEquations


@dataclass(eq=False)
class HandChannels:
    """Coordinates and speeds, time, parameters, `NAME.position`, `.rotation`, `.velocity` of frames, energies."""

    equations: HandEquations
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
        e = self.equations
        layout, names = e.topology.layout, e.symbols
        values: dict[str, Any] = {p.name: p for p in e.parameters} | {"t": names.t}
        values |= dict(zip((*layout.u, *layout.q), (*names.u, *names.q), strict=True)) | dict(e.parts.outputs)
        values |= {"kinetic_energy": e.kinetic_energy, "potential_energy": e.potential_energy}
        values |= {"energy": e.kinetic_energy + e.potential_energy, "stored_energy": 0.0}
        found: dict[str, Finder] = {name: _this(value) for name, value in values.items()}
        for vertex in e.topology.bodies:
            R, p = (part[vertex.number] for part in e.attitudes)
            found[f"{vertex.name}.position"], found[f"{vertex.name}.rotation"] = _this(p), _this(R)
            found[f"{vertex.name}.velocity"] = lambda r=p: self._rate(r)  # type: ignore[misc]
            found[f"{vertex.name}.angular_velocity"] = lambda A=R: self._spin(A)  # type: ignore[misc]
        return found

    def at_motion(self, u_dot: Any, lam: Any) -> HandMovingChannels:
        """The channels where accelerations and multipliers are known too."""
        return HandMovingChannels(self, u_dot, lam)

    @cached_property
    def motion_names(self) -> frozenset[str]:
        """The names that need accelerations or multipliers."""
        return frozenset(self.at_motion(*self.equations.known).own)

    def _rate(self, values: Any) -> Any:
        entries = array(values)
        return array(forward_derivatives([as_expr(x) for x in entries.ravel()], self.equations.motion)).reshape(
            entries.shape
        )

    def _spin(self, A: Any) -> Any:
        """ω of Ȧ Aᵀ = ω̃, in the axes of the world."""
        turning = self._rate(A) @ array(A).T
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
        e = self.steady.equations
        found: dict[str, Finder] = {}
        for name, value in zip(e.topology.layout.u, self.u_dot, strict=True):
            found[f"{name[:-4]}_ddot" if name.endswith("_dot") else f"{name}_dot"] = _this(value)
        start = 0
        for rows in e.rows:
            part = self.lam[start : start + len(rows.g_dot)]
            found[f"{rows.name}.multipliers"] = _this(part[0] if len(part) == 1 else part)
            start += len(rows.g_dot)
        return found


def _this(value: Any) -> Finder:
    return lambda: value

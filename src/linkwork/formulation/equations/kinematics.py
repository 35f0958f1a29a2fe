r"""Kinematical equations: coordinates, speeds, and how functions of them change, $\dot q = \dot q(q, u, t)$."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ...expr import array, forward_derivatives, jacobian
from ...expr.graph import as_expr
from ...topology import Topology
from ..links import Symbols


@dataclass(frozen=True, eq=False)
class KinematicEquations(ABC):
    """What is known of a motion before forces and masses. Unless said otherwise, q̇ = u and nothing is prescribed."""

    topology: Topology
    symbols: Symbols
    """The symbols q, u, t, z, s."""

    @property
    @abstractmethod
    def body_poses(self) -> tuple[Any, Any]:
        """(R, p) of the frames of all bodies in the world, the ground first: bodies × 3 × 3 and bodies × 3."""

    @property
    def q(self) -> Any:
        """All coordinates, prescribed ones as functions of time."""
        return self.symbols.q

    @property
    def u(self) -> Any:
        """All speeds, prescribed ones as functions of time."""
        return self.symbols.u

    @property
    def q_dot(self) -> Any:
        """q̇(q, u, t)."""
        return self.symbols.u

    @property
    def prescribed_rates(self) -> Mapping[int, Any]:
        """u̇ of prescribed speeds, by place."""
        return {}

    @property
    def invariants(self) -> Any:
        """Functions of q that the kinematical equations keep zero, such as the norm of Euler parameters."""
        return array([])

    @cached_property
    def motion(self) -> dict[Any, Any]:
        """How symbols change in time at constant speeds: coordinates at q̇, time at 1."""
        return {**dict(zip(self.symbols.q, self.q_dot, strict=True)), self.symbols.t: 1.0}

    def rate(self, values: Any) -> Any:
        """d/dt of functions of q and t."""
        return array(forward_derivatives([as_expr(x) for x in array(values).ravel()], self.motion))

    def slopes(self, values: Any) -> Any:
        """∂values/∂q, one more axis at the end."""
        entries, q = array(values), self.symbols.q
        if not entries.size or not len(q):
            return np.zeros((*entries.shape, len(q)))
        return jacobian(entries.ravel(), q).reshape(*entries.shape, len(q))

    @cached_property
    def invariants_q(self) -> Any:
        """∂invariants/∂q."""
        return self.slopes(self.invariants)

    @cached_property
    def free(self) -> list[int]:
        """Speeds that are not prescribed."""
        return [k for k in range(len(self.symbols.u)) if k not in self.prescribed_rates]

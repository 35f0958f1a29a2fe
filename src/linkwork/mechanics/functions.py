"""Functions of a state by name, as analyses ask them of any system; `port` has the table of their results."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..formulation.inputs_over_time import TimeInput
from ..formulation.suspects import Examined
from ..results import Jacobian, State
from .load_shares import open_loads
from .motion import StateMotion, Weights

if TYPE_CHECKING:
    from .tree_batches import StateRows


class BalanceFunctions(NamedTuple):
    """What vanishes where a system stands still, and all derivatives by (q, z, λ); g is of all rows."""

    r: np.ndarray
    z_dot: np.ndarray
    g: np.ndarray
    invariants: np.ndarray
    r_q: Any
    r_z: Any
    r_lam: Any
    z_dot_q: Any
    z_dot_z: Any
    z_dot_lam: Any
    g_q: Any
    """Of rows on speeds, the displacements that they would forbid as rates."""
    invariants_q: Any
    P: Any
    M: Any
    q_dot_u: Any
    turns_q: Any
    """Spatial rotations and displacements of frames by q."""


class SystemFunctions(ABC):
    """The functions of one system."""

    system: Any

    @abstractmethod
    def at(self, name: str, state: State) -> Any:
        """The results of one of the functions at any state, open loops or not."""

    @abstractmethod
    def at_motion(self, name: str, state: State, u_dot: Any, lam: Any) -> Any:
        """The results of a function that also takes accelerations and multipliers."""

    @abstractmethod
    def balance(self, state: State, u_dot: np.ndarray, lam: np.ndarray) -> BalanceFunctions:
        """What vanishes in an equilibrium at given accelerations and multipliers, with all derivatives by (q, z, λ)."""

    @abstractmethod
    def is_dynamic(self, name: str) -> bool:
        """Whether a function means something only where the state satisfies all constraints."""

    @abstractmethod
    def motion(self, state: State, method: str = "auto", weights: Weights | None = None) -> StateMotion:
        """Accelerations and multipliers at a state that is taken as it is; `weights` say how connections share loads.

        Weights are for the named ways to solve.
        """

    def loaded_motion(self, state: State, method: str = "auto", weights: Weights | None = None) -> StateMotion:
        """The same, where constraints repeat each other with the multipliers of least loads (`load_shares`)."""
        found = self.motion(state, method, weights)
        if found.rank == found.rows:
            return found
        lam, not_unique = self.least_loads(state, found.u_dot, found.lam, weights)
        return replace(found, lam=lam, not_unique=not_unique)

    def least_loads(
        self, state: State, u_dot: np.ndarray, lam: np.ndarray, weights: Weights | None = None
    ) -> tuple[np.ndarray, tuple[str, ...]]:
        """(multipliers of least loads at a motion, channels that it leaves open)."""
        left = open_loads(self.system, state)
        return (lam, ()) if left is None else (left.shared(u_dot, lam, weights), left.names)

    @abstractmethod
    def jacobian(self, body: str, arm: np.ndarray, state: State) -> Jacobian:
        """[ω; v] = J u + V_0 of the point of a body that is at `arm`, in world axes, from its frame."""

    @abstractmethod
    def examined(self, state: State) -> list[Examined]:
        """All elements with what they measure, are given and give at a state."""

    @property
    @abstractmethod
    def inputs_over_time(self) -> tuple[TimeInput, ...]:
        """What laws, loads, drives, constraints and gravity are given as functions of time alone."""

    @abstractmethod
    def state_rows(self, members: Sequence[State] | Mapping[str, np.ndarray]) -> StateRows | None:
        """States, or columns of values by name, as rows for native code of many states at once; None where there is no
        such code, or columns have to be taken apart."""

    @property
    @abstractmethod
    def kink_owners(self) -> tuple[str, ...]:
        """The connection that each function of "kinks" belongs to."""

    @property
    @abstractmethod
    def untraced(self) -> list[tuple[str, Any]]:
        """(connection, function) of everything in laws that is called and not traced: its name, whether it is exact."""

    @abstractmethod
    def unknown_slopes(self, state: State) -> dict[str, np.ndarray]:
        """∂r/∂s of the residuals that make the unknowns of an element known, by connection."""

    @property
    def has_loops(self) -> bool:
        """Whether derivatives of accelerations come from loops over dense matrices, as those of large trees do."""
        return False

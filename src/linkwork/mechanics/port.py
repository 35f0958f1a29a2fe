"""`System`: what analyses ask of a compiled model, whatever its coordinates; and what is refused.

Every analysis is written once, on functions of a state by name (`system.functions`). In a tree q are coordinates of
hinges, some of them prescribed, and loops are rows; in absolute coordinates q are Euler parameters and positions of all
bodies, nothing is prescribed, and all joints, drives and locks are rows. Both have speeds u with q̇ = N u + ν, states z
of elements, rows P u + P_0 = 0 and

$$ M(q)\\,\\dot u = h(q, u, z, t) + P^T\\lambda. $$

| function | results |
|---|---|
| `closure` | g, g_q of holonomic rows, `invariants`, `invariants_q` (norms of Euler parameters) |
| `invariants` | these two alone |
| `position`, `velocity`, `residuals` | g; g_dot of all rows; both, invariants behind g |
| `rows` | P, P_0, P_00 |
| `dynamics`, `mass_matrix` | M, h |
| `kinematics`, `state_rates` | q_dot; z_dot |
| `acceleration`, `multipliers` | u_dot; u_dot and lam, at states that satisfy all constraints |
| `energy` | kinetic energy, potential energy of gravity |
| `body_poses`, `body_pose_slopes`, `body_velocities` | R, p of all frames, the ground first; R_q, p_q; w, v of bodies |
| `body_momenta` | p, J, G, π = G u + π_0 of rigid bodies at their mass centres, and C (`formulation.body_momenta`) |
| `velocity_force_slopes` | C_u |
| `loads` (at u̇, λ) | `wrenches` of connections in the order of `rows.load_names`, `prescribing` forces on speeds |
| `rate_variations`, `residual_derivatives`, `parameter_variations` | derivatives of the equations |

Matrices are arrays, or sparse in large systems of absolute coordinates.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np

from .._display import Viewed
from ..channels import ChannelTable
from ..consistency import Violation, refusal, remedy, violations_of
from ..contract import ModelError
from ..model import Model
from ..results import State
from ..results.state import check_owner
from ..topology import Layout
from ..topology.contacts import drawn_contacts
from .asked_once import Remembering
from .channels import SystemChannels
from .chart import Chart
from .functions import SystemFunctions
from .row_table import SystemRows
from .words import SystemWords

if TYPE_CHECKING:
    from .tree import TreeSystem

LARGEST = 3000
"""Speeds or coordinates up to which null spaces and ranks are computed: they are dense."""
ONLY_IN: Mapping[str, tuple[str, str]] = {
    "topology": ("tree", "the tree of joints"),
    "equations": ("tree", "traced equations of the whole"),
    "kernel": ("tree", "native code of the whole"),
    "arguments": ("tree", "native code of the whole"),
    "unknowns": ("tree", "unknowns of elements that stand beside the state"),
    "placed": ("absolute", "poses of bodies as coordinates; lw.assemble(system, bodies={…}) finds a state near poses"),
}
"""What a system has in some coordinates only: which, and what it is."""
OF_HINGES: Mapping[str, str] = {
    "partial_velocities": "partial velocities by speeds of joints",
    "forces": "generalised forces of elements on speeds of joints",
}
"""Functions of a state that only trees have: what each is."""


class NotInTheseCoordinatesError(ModelError, AttributeError):
    """Something that a system has in other coordinates only."""


class System(Viewed, Remembering, ABC):
    """A compiled model. Made by `compile_model`; frozen."""

    coordinates: ClassVar[Literal["tree", "absolute"]]
    """"tree" or "absolute"."""

    model: Model
    """As it was drawn."""
    reason: str
    """Why these coordinates were taken, where that was left to `compile_model`."""
    tree: TreeSystem | None
    """Itself where it is a tree, whose functions are native code of the whole: what steps in real time are made of.
    None where code is that of kinds of elements."""
    hinged: TreeSystem
    """The same model in coordinates of its joints; itself where it has these."""

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """The one place that refuses what a formulation has not."""
            if name not in ONLY_IN:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            wanted, what = ONLY_IN[name]
            raise lacking(self, f"{name!r} ({what})", wanted)

    @property
    @abstractmethod
    def layout(self) -> Layout:
        """Names and places of coordinates, speeds and states."""

    @property
    @abstractmethod
    def chart(self) -> Chart:
        """What coordinates and speeds are: which are free, their sizes, their invariants."""

    @property
    @abstractmethod
    def functions(self) -> SystemFunctions:
        """Functions of a state by name."""

    @property
    @abstractmethod
    def rows(self) -> SystemRows:
        """The constraint rows: how many, whose, of which size."""

    @property
    @abstractmethod
    def channels(self) -> SystemChannels:
        """Every channel at one state by name, `system.channels(state)["k.force"]`, and derivatives of channels."""

    @cached_property
    def channel_table(self) -> ChannelTable:
        """Name, shape and SI unit of every channel, also of components: `system.channel_table["A.force.x"].unit`."""
        return ChannelTable(self.channels.provider.parts)

    @property
    @abstractmethod
    def rest(self) -> State:
        """The start, as connections give it."""

    @abstractmethod
    def state(self, values: Mapping[str, float] | None = None, t: float = 0.0) -> State:
        """A state from values by name; the others are those of `rest`."""

    @abstractmethod
    def prescribed(self, state: State) -> State:
        """The state with prescribed coordinates and speeds at their values for its time."""

    @abstractmethod
    def recompiled(self, model: Model) -> System:
        """Another model, in the same coordinates."""

    @property
    @abstractmethod
    def words(self) -> SystemWords:
        """Sentences about it and advice to users, in the words of its coordinates."""

    def evaluate(self, name: str, state: State) -> Any:
        """The results of one of the functions; accelerations at a state that satisfies the constraints only."""
        if self.functions.is_dynamic(name):
            if drawn_contacts(self.model, self.coordinates):
                raise ModelError(
                    f"evaluate({name!r}): takes all rows, and those of open contacts are none; "
                    "lw.accelerations(system, state) knows which points are closed."
                )
            violated = self.violations(state)
            if violated:
                raise ModelError(refusal(f"evaluate({name!r})", self.model.name, violated, remedy(self, state)))
        return self.functions.at(name, state)

    def violations(self, state: State) -> list[Violation]:
        """The loops, constraints, norms, drives and locks that a state violates, and how far; empty if none."""
        check_owner(self.layout, state)
        return violations_of(self, state)

    def mass_matrix(self, state: State) -> Any:
        """M(q)."""
        return self.evaluate("dynamics", state).M

    def constraint_rows(self, state: State) -> tuple[Any, np.ndarray, np.ndarray]:
        """(P, P_0, P_00) of all constraints and closed loops."""
        rows = self.evaluate("rows", state)
        return rows.P, rows.P_0, rows.P_00


def tree_of(system: System, verb: str, why: str) -> TreeSystem:
    """A system, known to be a tree; `why` says what a verb needs one for."""
    found = system.tree
    if found is None:
        raise ModelError(why, verb)
    return found


def lacking(system: System, what: str, wanted: str) -> NotInTheseCoordinatesError:
    """The error of something that a system has in the `wanted` coordinates only."""
    return NotInTheseCoordinatesError(
        f"model {system.model.name!r} is compiled in {system.coordinates} coordinates, which have no {what}; compile "
        f"it with lw.compile_model(model, {wanted!r})."
    )


def dense(matrix: Any) -> np.ndarray:
    """A matrix as an array; refused where it is too large for what needs one."""
    if isinstance(matrix, np.ndarray):
        return matrix
    if max(matrix.shape) > LARGEST:
        raise ModelError(
            f"ranks and null spaces of {matrix.shape[0]} rows on {matrix.shape[1]} unknowns are too large to compute: "
            f"they are dense, and looked for up to {LARGEST}. Take a part of the model."
        )
    return np.asarray(matrix.toarray())

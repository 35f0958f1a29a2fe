"""All elements of a model in absolute coordinates, as one sparse system at centres of mass."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from ..channels import AbsoluteProvider, ChannelTable
from ..consistency import typical_length
from ..expr import array, is_symbolic
from ..expr.evaluate import evaluate
from ..expr.graph import as_expr
from ..formulation.absolute import Collected, collect
from ..formulation.assemblies import with_acting_assemblies
from ..model import Model
from ..results import State
from ..results.state import check_owner
from ..topology import Layout
from ..topology.layout import hinge_names
from .assembly import ElementAssembly
from .configuration import Configuration, cross_products
from .element_places import placed_groups
from .groups import Bodies, Group
from .table_slopes import TableDerivatives
from .tables import Tables, tables_of


@dataclass(frozen=True, eq=False)
class ElementSystem:
    """Bodies and groups of elements with their numbers; rows of constraints are numbered element by element."""

    model: Model
    acting: Model = field(repr=False)
    """The model with the forces and hinges that assemblies make."""
    layout: Layout = field(repr=False)
    bodies: Bodies
    groups: tuple[Group, ...]
    rows: int
    """How many constraint rows there are."""
    collected: tuple[Collected, ...] = field(repr=False)
    values: dict[str, float]
    """What Parameters are worth by themselves."""
    threads: int | None = 1
    _kept: dict[Any, Tables] = field(default_factory=dict, repr=False)
    watchers: dict[str, Group] = field(default_factory=dict, repr=False)
    """Made for channels that were asked for."""

    @cached_property
    def channel_table(self) -> ChannelTable:
        """Name, shape and SI unit of every channel, also of components."""
        return ChannelTable(AbsoluteProvider(self.model, self.layout).parts)

    @property
    def size(self) -> int:
        """How many velocities, states of elements among them: the last ones, integrals of which are not coordinates."""
        return self.layout.nu + self.layout.nz

    @cached_property
    def length(self) -> float:
        """The typical length, where Parameters are worth what they are by themselves."""
        nothing = np.zeros(self.layout.nq), np.zeros(self.layout.nu)
        return typical_length(self, State(self.layout, *nothing, 0.0, self.values))

    @cached_property
    def sees_reactions(self) -> bool:
        """Whether the forces of some element depend on the multipliers of others."""
        return any(len(group.seen) for group in self.groups)

    @cached_property
    def has_friction(self) -> bool:
        """Whether multipliers of some rows pull friction along."""
        return any(group.kind.rows.have_friction for group in self.groups)

    @cached_property
    def is_moved(self) -> bool:
        """Whether some rows move bodies by themselves: drives, and constraints that depend on time."""
        return any(group.kind.rows.is_moving for group in self.groups)

    @property
    def rows_work(self) -> bool:
        """Whether multipliers may do any work."""
        return self.is_moved or self.has_friction or self.sees_reactions

    @cached_property
    def has_forces(self) -> bool:
        """Whether elements have forces of their own."""
        return any(is_symbolic(x) or x != 0.0 for group in self.groups for x in group.kind.forces.Q)

    @cached_property
    def assembly(self) -> ElementAssembly:
        """How elements come together."""
        return ElementAssembly(self)

    def worth(self, value: Any, parameters: Mapping[str, float]) -> np.ndarray:
        """Numbers of expressions of Parameters."""
        entries = array(value)
        known = self.values | dict(parameters)
        return np.array(evaluate([as_expr(x) for x in entries.ravel()], known), dtype=float).reshape(entries.shape)

    def tables(self, parameters: Mapping[str, float]) -> Tables:
        """The numbers of all elements at given values of Parameters."""
        key = tuple(sorted(parameters.items()))
        known = self._kept.get(key)
        if known is None:
            # Values change rarely, and the tables of a large model are large: two are kept, since contacts are looked
            # at with their switches as they are and with all points on in turn.
            for old in [*self._kept][:-1]:
                self._kept.pop(old, None)
            known = self._kept[key] = tables_of(self, parameters)
        return known

    @cached_property
    def table_derivatives(self) -> TableDerivatives:
        """How these numbers depend on Parameters."""
        return TableDerivatives(self)

    def configuration(self, state: State) -> Configuration:
        """A state as arrays at centres of mass."""
        check_owner(self.layout, state)
        found = self.configurations(state.q[None], np.concatenate([state.u, state.z])[None], state.parameters)
        return Configuration(found.pose, found.own, found.u, state.t)

    def configurations(self, q: np.ndarray, u: np.ndarray, parameters: Mapping[str, float]) -> Configuration:
        """Rows of q and of (u, z) as arrays at centres of mass, one behind the other, as if they were one state."""
        n, count = len(self.bodies.names), len(q)
        pose = q[:, : 7 * n].reshape(-1, 7).T.copy()
        pose[:4] /= np.sqrt((pose[:4] ** 2).sum(axis=0))
        own, u = np.hstack([q[:, 7 * n :], np.zeros((count, self.layout.nz))]), u.copy()
        arm = Configuration(pose, own, u, 0.0).arms(self.tables(parameters).com)
        pose[4:] += arm.T
        body = u[:, : 6 * n].reshape(-1, 6)
        u[:, : 6 * n].reshape(count, n, 6)[:, :, 3:] += cross_products(body[:, :3], arm).reshape(count, n, 3)
        return Configuration(pose, own.ravel(), u.ravel(), 0.0)

    def state_of(self, at: Configuration, parameters: Mapping[str, float]) -> State:
        """Arrays as a state."""
        n, nu = len(self.bodies.names), self.layout.nu
        arm = at.arms(self.tables(parameters).com)
        pose, u = at.pose.T.copy(), at.u.copy()
        pose[:, 4:] -= arm
        body = u[: 6 * n].reshape(-1, 6)
        body[:, 3:] -= cross_products(body[:, :3], arm)
        q = np.concatenate([pose.ravel(), at.own])[: self.layout.nq]
        return State(self.layout, q, u[:nu], at.t, parameters, u[nu:])


def element_system(model: Model, threads: int | None) -> ElementSystem:
    """The elements of a frozen model, sorted by kind and placed."""
    acting = with_acting_assemblies(model, "absolute")
    known = {p.name: p.value for p in acting.parameters.values()}
    collected = tuple(collect(acting, lambda x: evaluate([as_expr(x)], known)[0]))
    names = tuple(model.bodies)
    rows, groups, layout = placed_groups(names, collected)
    layout = replace(layout, hinged=hinge_names(model.connections.values()))
    bodies = Bodies(names, model.gravity if callable(model.gravity) else None)
    return ElementSystem(model, acting, layout, bodies, groups, rows, collected, known, threads)

"""Where rows, unknowns and states of all elements have their places, and what they are called."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ..contract import ModelError
from ..formulation.absolute import Collected
from ..topology import Layout
from ..topology.layout import elastic_owner
from .groups import Group
from .observed_unknowns import seeing

POSE_NAMES = ("e0", "e1", "e2", "e3", "x", "y", "z")
TWIST_NAMES = ("w_x", "w_y", "w_z", "v_x", "v_y", "v_z")


def placed_groups(names: tuple[str, ...], collected: Sequence[Collected]) -> tuple[int, tuple[Group, ...], Layout]:
    """Numbers of rows and own unknowns, and the layout."""
    q = [f"{body}.{name}" for body in names for name in POSE_NAMES]
    u = [f"{body}.{name}" for body in names for name in TWIST_NAMES]
    q_of = {body: slice(7 * k, 7 * k + 7) for k, body in enumerate(names)}
    u_of = {body: slice(6 * k, 6 * k + 6) for k, body in enumerate(names)}
    groups, rows, own = [], 0, 0
    z: list[str] = []
    z_of: dict[str, slice] = {}
    # States come last of all.
    integrals = sum(len(found.names) * len(found.kind.layout.own_names) for found in collected if not found.shares)
    for found in collected:
        kind, count = found.kind, len(found.names)
        unknowns, held, states = kind.layout.own_names, len(kind.rows), kind.layout.states
        bodies = np.array(found.bodies, dtype=np.int64).reshape(count, -1).T
        row = rows + np.arange(count * held).reshape(count, held).T
        if found.shares:
            mine = _shared(found, names, q)
        else:
            mine = own + np.arange(count * len(unknowns)).reshape(count, len(unknowns)).T
        mine = np.concatenate([mine, integrals + len(z) + np.arange(count * states).reshape(count, states).T])
        dofs = np.concatenate([6 * bodies[:, None, :] + np.arange(6)[None, :, None]]).reshape(-1, count)
        dofs = np.concatenate([dofs, 6 * len(names) + mine])
        groups.append(Group(kind, tuple(found.names), bodies, mine, dofs, row, bool(found.shares)))
        rows = rows + count * held
        if found.shares:
            continue
        for name in found.names if unknowns else ():
            owner = elastic_owner(name) if kind.modal is not None else name
            q_of[owner], u_of[owner] = slice(len(q), len(q) + len(unknowns)), slice(len(u), len(u) + len(unknowns))
            q += [f"{name}.{s}" for s, _ in unknowns]
            u += [f"{name}.{s}" for _, s in unknowns]
        for name in found.names if states else ():
            z_of[name] = slice(len(z), len(z) + states)
            z += [f"{name}.{s}" for s in kind.layout.state_names]
        own = own + count * len(unknowns)
    layout = Layout(tuple(q), tuple(u), q_of, u_of, (), (), (), (), {}, (), tuple(z), z_of, coordinates="absolute")
    modal = [found.names[0] for found in collected if found.kind.modal is not None]
    owners = {name: elastic_owner(name) for name in modal}
    layout = replace(layout, elastic={name: (q_of[own], u_of[own]) for name, own in owners.items()})
    return rows, tuple(seeing(group, groups, layout, len(names)) for group in groups), layout


def _shared(found: Collected, bodies: tuple[str, ...], q: list[str]) -> np.ndarray:
    """Places of the unknowns of others that elements work on (unknowns × elements)."""
    places = {name: k for k, name in enumerate(q[len(POSE_NAMES) * len(bodies) :])}
    for connection, shares in zip(found.names, found.shares, strict=True):
        for name in shares:
            if name not in places:
                raise ModelError(
                    f"connection {connection!r}: {name!r} is not a coordinate that is free; couple another one."
                )
    return np.array([[places[name] for name in shares] for shares in found.shares], dtype=np.int64).T

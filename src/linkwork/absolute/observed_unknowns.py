"""Elements that look at others: where the unknowns, states and multipliers that they see have their places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ..contract import ModelError
from ..topology import Layout
from .groups import Group


def seeing(group: Group, groups: Sequence[Group], layout: Layout, bodies: int) -> Group:
    """The group with the places of what its element looks at; such an element is the only one of its kind."""
    sight, shared = group.kind.sight, group.kind.layout.shared
    if not (sight.states or shared or sight.multipliers):
        return group
    label = f"connection {group.names[0]!r}"
    first = layout.nu - 6 * bodies
    places = [first + layout.z_index(name) for name in sight.states]
    for name in shared:
        if name not in layout.q:
            raise ModelError(f"{label}: looks at {name!r}, which is not a coordinate in the absolute formulation.")
        places.append(layout.q_index(name) - 7 * bodies)
    seen = np.array(places, dtype=np.int64)[:, None]
    dofs = np.concatenate([group.dofs, 6 * bodies + seen])
    rows = [_rows(groups, name) for name in sight.multipliers]
    return replace(
        group, own=np.concatenate([group.own, seen]), dofs=dofs, seen=np.concatenate([group.seen, *rows]).astype(int)
    )


def _rows(groups: Sequence[Group], name: str) -> np.ndarray:
    """Numbers of the rows of a connection (rows × 1)."""
    group = next(g for g in groups if name in g.names)
    return group.rows[:, group.names.index(name)][:, None]

r"""Whether nodes without mass rest stably between the parts of an assembly.

A node is where the forces of parts balance, r(x) = 0 (S0 §7.3). With r = −∂V/∂x it stays there where the symmetric part
of −∂r/∂x is positive definite; otherwise the least disturbance moves it away, which no equation of balance tells: the
node between two springs in line that are both compressed buckles aside.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ...contract import ModelError
from ...contract.derived.acting_assembly import ActingAssembly
from ...contract.derived.node_balance import NodeBalance
from ...diagnosis import Note, note
from ...formulation.assemblies import with_acting_assemblies
from ...mechanics.asked_once import asked_once
from ...results import State
from ...system import System

NEGATIVE_STIFFNESS = 1e-9
"""Relative to the stiffest motion of a node: what is less than zero by more than rounding."""


def unstable_nodes(system: System, state: State) -> list[Note]:
    """A note for every assembly with a node in unstable equilibrium."""
    assemblies = balanced_assemblies(system)
    if not assemblies:
        return []
    try:
        slopes = system.functions.unknown_slopes(state)
    except ModelError:  # no balance at all, which others tell
        return []
    found = []
    for name, balance in assemblies:
        node = _loosest(balance, slopes[name])
        if node is not None:
            said = (
                f"{name}: its node {node!r} balances, but its equilibrium is unstable (at t = {state.t:.6g}): it "
                "would move aside. Put a body with a small mass in its place, or let the assembly be `straight`"
            )
            found.append(note("node_unstable", said, state.t, f"{name}.{node}"))
    return found


@asked_once
def balanced_assemblies(system: System) -> tuple[tuple[str, NodeBalance], ...]:
    """Assemblies whose nodes balance, by connection; parts beside each other leave no unknown to find."""
    drawn = with_acting_assemblies(system.model).connections.values()
    acting = ((c.name, c.element) for c in drawn if isinstance(c.element, ActingAssembly))
    return tuple((name, element.balance) for name, element in acting if element.unknowns)


def _loosest(balance: NodeBalance, slopes: np.ndarray) -> str | None:
    """The node that leaves its place first; None where all of them stay, or nothing is known of them."""
    places = list(_places(balance))
    if not places or not np.isfinite(slopes).all():
        return None
    rows, columns = np.array([place[1:] for place in places]).T
    K: np.ndarray = -slopes[np.ix_(rows, columns)]
    # Unknowns of parts follow the nodes.
    parts = np.arange(len(slopes) - len(balance.loads.own["s"]), len(slopes))
    if len(parts):
        follow = np.linalg.lstsq(slopes[np.ix_(parts, parts)], slopes[np.ix_(parts, columns)], rcond=None)[0]
        K = K + slopes[np.ix_(rows, parts)] @ follow
    values, vectors = np.linalg.eigh((K + K.T) / 2)
    if not values[0] < -NEGATIVE_STIFFNESS * np.abs(values).max():
        return None
    return places[int(np.argmax(np.abs(vectors[:, 0])))][0]


def _places(balance: NodeBalance) -> Iterator[tuple[str, int, int]]:
    """(node, place of its balance, place of its coordinate) of coordinates that balance makes known."""
    row = column = 0
    for group in balance.groups:
        if group in balance.still:
            if not group.invariants:
                yield from ((group.node, row + k, column + k) for k in range(len(group.names)))
            column += len(group.names)
        row += len(group.u)

r"""Gyrostats: wheels that turn inside bodies (S1 §1).

The inertia of a body includes its wheels as if they stood still. A wheel of axial inertia J and spin s about the axis a
adds the angular momentum J s a, hence to the moment balance of its body

$$ n = J\,\dot s\,a + \omega\times(J s\,a), $$

and where the spin is free it has the equation J(ṡ + a·α) = torque of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..contract import Rotor
from ..expr import cross, dot, jacobian
from ..model import Connection, Point
from .tree import LinkTree, time_derivative


@dataclass(frozen=True, eq=False)
class Spinning:
    """One wheel: its body, its axis in internal axes, its inertia and spin; `place` is that of a free spin in u."""

    name: str
    number: int
    axis: Any
    inertia: Any
    spin: Any
    spin_rate: Any
    """ṡ of a prescribed spin; 0 for a free one, whose rate is an unknown."""
    place: int | None
    torque: Any


def spinning(tree: LinkTree) -> list[Spinning]:
    """All wheels of a model."""
    return [_wheel(tree, connection) for connection in tree.topology.rotors]


def _wheel(tree: LinkTree, connection: Connection) -> Spinning:
    rotor = connection.element
    assert isinstance(rotor, Rotor)
    (number,) = tree.topology.ends(connection)
    (end,) = connection.ends
    assert isinstance(end, Point)
    axis = tree.internal(number, end).R[:, 2]
    t, inertia = tree.symbols.t, rotor.axial_inertia()
    given = rotor.speed(t)
    if given is not None:
        return Spinning(connection.name, number, axis, inertia, given, time_derivative(given, t), None, 0.0)
    layout = tree.topology.layout
    place = layout.u_of[connection.name].start
    angle, spin = tree.q[layout.q_of[connection.name]][0], tree.u[place]
    return Spinning(connection.name, number, axis, inertia, spin, 0.0, place, rotor.torque(angle, spin, t))


def needed_moment(wheel: Spinning, w: Any) -> Any:
    """The moment that a wheel asks of its body, free spin rates apart."""
    return wheel.inertia * (wheel.spin_rate * wheel.axis + cross(w, wheel.spin * wheel.axis))


def rotor_energy(wheels: Sequence[Spinning], w: Sequence[Any]) -> Any:
    """Σ J s a·ω + ½ J s²: what wheels add to the kinetic energy of their bodies."""
    total: Any = 0.0
    for wheel in wheels:
        s, inertia = wheel.spin, wheel.inertia
        total = total + inertia * s * dot(wheel.axis, w[wheel.number]) + 0.5 * inertia * s * s
    return total


def add_free_spins(tree: LinkTree, wheels: Sequence[Spinning], mass: Any, bias: Any, alpha: Sequence[Any]) -> None:
    """Fills the rows and columns of free spins in M, and their places in h; `alpha` is at u̇ = 0."""
    for wheel in wheels:
        if wheel.place is None:
            continue
        coupling = wheel.inertia * jacobian(dot(wheel.axis, tree.velocities[0][wheel.number]), tree.symbols.u)
        mass[wheel.place, :] = coupling
        mass[:, wheel.place] = coupling
        mass[wheel.place, wheel.place] = wheel.inertia
        bias[wheel.place] = wheel.torque - wheel.inertia * dot(wheel.axis, alpha[wheel.number])

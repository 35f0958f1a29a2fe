"""Where every coordinate and speed stands in q and u, by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from ..contract import Constraint, ElasticHinge, Force, Hinge, Joint, ModelError, Rotor, hinge_of
from ..contract.errors import unknown
from ..contract.hinge import speed_labels
from ..model import Connection, Coordinate
from .parts import Branch, Chord, ElasticPlace

Coordinates = Literal["tree", "absolute", "frames"]


@dataclass(frozen=True, eq=False)
class Prescribed:
    """A coordinate that is not free: its place in q, that of its rate in u, the signal or number it follows."""

    name: str
    q: int
    u: int
    value: Any


@dataclass(frozen=True, eq=False)
class Layout:
    """Names and places of coordinates and speeds, in this order: branches, rotors that turn freely, auxiliary unknowns.

    A coordinate is called "A.angle"; the rate of a plain coordinate "A.angle_dot"; a speed of its own as its hinge
    calls it ("ball.w_x"). `q_of` and `u_of` give the slice of each owner: a branch, a rotor, or a constraint with
    auxiliary unknowns, whose rates are speeds without mass.
    """

    q: tuple[str, ...]
    u: tuple[str, ...]
    q_of: Mapping[str, slice]
    u_of: Mapping[str, slice]
    rotors: tuple[str, ...]
    """Rotors that have a coordinate."""
    auxiliary: tuple[str, ...]
    """Constraints that have auxiliary unknowns."""
    driven: tuple[Prescribed, ...]
    locked: tuple[Prescribed, ...]
    couplings: Mapping[str, tuple[int, ...]]
    """For every constraint on coordinates, the places in q of its ends."""
    cut: tuple[str, ...]
    """Coordinates that were drawn and are not there, since their hinge is cut."""
    z: tuple[str, ...] = ()
    """States of elements, "motor.current"."""
    z_of: Mapping[str, slice] = field(default_factory=dict)
    s: tuple[str, ...] = ()
    """Unknowns of elements, which their residuals make known."""
    s_of: Mapping[str, slice] = field(default_factory=dict)
    coordinates: Coordinates = "tree"
    """Of hinges along a tree; of every body by itself; or of equations derived by hand, whose bodies are frames."""
    elastic: Mapping[str, tuple[slice, slice]] = field(default_factory=dict)
    """Modal bodies: where the elastic coordinates of each stand in q, and their rates in u."""
    hinged: Mapping[str, bool] = field(default_factory=dict)
    """Coordinates and speeds of hinges where bodies have coordinates instead, and whether each is a channel."""

    @property
    def nq(self) -> int:
        """How many coordinates."""
        return len(self.q)

    @property
    def nu(self) -> int:
        """How many speeds."""
        return len(self.u)

    @property
    def nz(self) -> int:
        """How many states of elements."""
        return len(self.z)

    @property
    def elastic_q(self) -> tuple[int, ...]:
        """Places in q of all elastic coordinates."""
        return tuple(k for q, _ in self.elastic.values() for k in _range(q))

    @property
    def elastic_u(self) -> tuple[int, ...]:
        """Places in u of their rates."""
        return tuple(k for _, u in self.elastic.values() for k in _range(u))

    def q_index(self, name: str) -> int:
        """The place of a coordinate in q."""
        return self._find("coordinate", name, self._places[0])

    def u_index(self, name: str) -> int:
        """The place of a speed in u."""
        return self._find("speed", name, self._places[1])

    def z_index(self, name: str) -> int:
        """The place of an element's state in z."""
        return self._find("state", name, self._places[2])

    @cached_property
    def _places(self) -> tuple[dict[str, int], ...]:
        return tuple({n: k for k, n in enumerate(names)} for names in (self.q, self.u, self.z))

    def _find(self, what: str, name: str, places: Mapping[str, int]) -> int:
        if name in places:
            return places[name]
        if name in self.cut:
            hinge = name.partition(".")[0]
            raise ModelError(
                f"{name!r} is not a {what} of the tree: a loop is opened at {hinge!r}, and its residual closes it. "
                f"Connect {hinge!r} with tree='branch' to keep its coordinates; lw.assemble takes it as guess=."
            )
        raise ModelError(self.lacking(what, name, places))

    def lacking(self, what: str, name: str, known: Iterable[str]) -> str:
        """A sentence for a name that is none of the known ones."""
        if name not in self.hinged:
            return unknown(what, name, known)
        read = f" Its value is system.channels(state)[{name!r}]." if self.hinged[name] else ""
        return (
            f"{name!r} is not a {what} of this system: in absolute coordinates bodies have coordinates and speeds, and "
            "joints have none. Give those of bodies, place these with lw.assemble(system, bodies={name: lw.Pose(…)}), "
            f"or compile the model in tree coordinates.{read}"
        )


def _range(place: slice) -> range:
    return range(place.start, place.stop)


def elastic_owner(body: str) -> str:
    """What the elastic coordinates of a body are called together where the body has coordinates of its own."""
    return f"{body} (elastic)"


def hinge_names(connections: Iterable[Connection]) -> dict[str, bool]:
    """Coordinates and speeds of hinges, and whether what measures them makes them channels."""
    found = {}
    for connection in connections:
        hinge = hinge_of(connection.element)
        for own in () if hinge is None else (*hinge.coordinates, *speed_labels(hinge)):
            coordinate = own.removesuffix("_dot")
            known = hinge is not None and coordinate in hinge.coordinates and hinge.measure(coordinate) is not None
            found[f"{connection.name}.{own}"] = known
    return found


def lay_out_coordinates(
    branches: Iterable[Branch],
    chords: Iterable[Chord],
    rotors: Iterable[Connection],
    constraints: Iterable[Connection],
    forces: Iterable[Connection] = (),
    elastic: Mapping[str, ElasticPlace] | None = None,
) -> Layout:
    """The layout of a tree with its modal bodies, rotors, constraints and force elements."""
    branches, constraints, elastic = tuple(branches), tuple(constraints), elastic or {}
    owners = _owners(branches, elastic)
    spinning = [(c.name, c.element) for c in rotors if isinstance(c.element, Rotor) and c.element.is_free]
    owners += [(name, rotor.coordinates, rotor.speeds) for name, rotor in spinning]
    helped = [(c.name, names) for c in constraints if (names := _auxiliary(c))]
    owners += [(name, unknowns, tuple(f"{s}_dot" for s in unknowns)) for name, unknowns in helped]
    q, q_of = _places((name, coordinates) for name, coordinates, _ in owners)
    u, u_of = _places((name, speeds) for name, _, speeds in owners)
    laws = [(c.name, c.element) for c in forces if isinstance(c.element, Force)]
    z, z_of = _places((name, element.states) for name, element in laws)
    s, s_of = _places((name, element.unknowns) for name, element in laws)
    return Layout(
        q,
        u,
        q_of,
        u_of,
        rotors=tuple(name for name, _ in spinning),
        auxiliary=tuple(name for name, _ in helped),
        elastic={name: (place.q, place.u) for name, place in elastic.items()},
        driven=_prescribed(branches, "drive"),
        locked=_prescribed(branches, "lock"),
        couplings=_couplings(constraints, {name: k for k, name in enumerate(q)}),
        cut=tuple(name for chord in chords if chord.kind == "residual" for name in _names(chord)),
        z=z,
        z_of=z_of,
        s=s,
        s_of=s_of,
    )


def _owners(
    branches: Iterable[Branch], elastic: Mapping[str, ElasticPlace]
) -> list[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """(name, coordinates, speeds) of hinges and modal bodies, in the order in which they stand in q and u."""
    found = [
        (b.q.start, b.u.start, (b.name, b.hinge.coordinates, speed_labels(b.hinge)))
        for b in branches
        if not isinstance(b.hinge, ElasticHinge)
    ]
    for name, place in elastic.items():
        found.append((place.q.start, place.u.start, (name, place.names, tuple(f"{own}_dot" for own in place.names))))
    return [owner for _, _, owner in sorted(found, key=lambda x: x[:2])]


def _auxiliary(connection: Connection) -> tuple[str, ...]:
    return connection.element.auxiliary if isinstance(connection.element, Constraint) else ()


def _names(chord: Chord) -> list[str]:
    return [f"{chord.name}.{name}" for name in (*chord.hinge.coordinates, *speed_labels(chord.hinge))]


def _places(owners: Iterable[tuple[str, tuple[str, ...]]]) -> tuple[tuple[str, ...], dict[str, slice]]:
    names: list[str] = []
    slices = {}
    for owner, own in owners:
        slices[owner] = slice(len(names), len(names) + len(own))
        names += [f"{owner}.{name}" for name in own]
    return tuple(names), slices


def _prescribed(branches: Iterable[Branch], what: str) -> tuple[Prescribed, ...]:
    found = []
    for branch in branches:
        values: Mapping[str, Any] = getattr(branch.connection, what, None) or {}
        for name, value in values.items():
            q = branch.q.start + branch.hinge.coordinates.index(name)
            u = branch.u.start + _speed_index(branch.hinge, name)
            found.append(Prescribed(f"{branch.name}.{name}", q, u, value))
    return tuple(found)


def _speed_index(hinge: Hinge, coordinate: str) -> int:
    speed = Joint(hinge).speed_of(coordinate)
    if speed is None:
        raise ModelError(
            f"{hinge.kind}: the rate of {coordinate!r} is not a speed of its own, so it cannot be prescribed."
        )
    return hinge.speed_names.index(speed)


def _couplings(constraints: Iterable[Connection], places: Mapping[str, int]) -> dict[str, tuple[int, ...]]:
    couplings = {}
    for connection in constraints:
        names = [str(end) for end in connection.ends if isinstance(end, Coordinate)]
        for name in names:
            if name not in places:
                raise ModelError(
                    f"connection {connection.name!r}: {name!r} is not a coordinate, since the rotor's speed is given; "
                    "couple another coordinate."
                )
        if names:
            couplings[connection.name] = tuple(places[name] for name in names)
    return couplings

r"""Energetic and active assemblies (S0 chapter 7): many elements between ends and massless nodes, as one force element.

A node is a point without mass: the forces of all parts on it, and the load on it, are in equilibrium,
Σ F + F_load = 0. Where no force on a node depends on its velocity, its position is an unknown of this equation;
otherwise its velocity is, and its position a state. Positions are measured, in world axes, from where the node would
lie if nodes were spread evenly between the ends. Nodes of an assembly that is `straight` stay on the line from its
first to its last end: one number each, and forces along the line alone are in equilibrium.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from ..contract import Assembly, Force, ModelError, Signal, option, relative_list, relative_symbols
from ..expr import array, cross, dot, norm, symbols
from ..expr.evaluate import evaluate
from ..expr.graph import as_expr, topological
from ..model import Connection, Model
from ..spatial import AXES, Relative, matrix
from ..topology.chains import with_chains
from .force_law import measured_in, measured_values, seen_by, strength_of, wrenches_of


@dataclass(frozen=True, eq=False)
class _Part:
    """One element of an assembly: where it ends (numbers of ends, names of nodes), and where its names begin."""

    name: str
    element: Force
    places: tuple[int | str, ...]


class ActingAssembly(Force):
    """An assembly of force elements as one of them. Its first end is the ground, so that loads on nodes come from
    outside; the ends of the assembly follow."""

    ends = None
    assembly = option(doc="the assembly as written")
    count = option(doc="how many ends it has")

    def validate(self) -> None:
        """Its parts are forces, and no force turns a node."""
        object.__setattr__(self, "ends", self.count + 1)
        moving = self.moving
        still = [n for n in self.assembly.nodes if n not in moving]
        names = {
            "states": [f"{n}.{a}" for n in moving for a in self.axes],
            "unknowns": [f"{n}.{a}" for n in still for a in self.axes]
            + [f"{n}.{a}_dot" for n in moving for a in self.axes],
            "inputs": [],
        }
        for what, own in names.items():
            own += [f"{part.name}.{name}" for part in self.parts for name in getattr(part.element, what)]
            object.__setattr__(self, what, tuple(own))
        object.__setattr__(self, "outputs", self.assembly.outputs)
        starts = [(f"{p.name}.{name}", value) for p in self.parts for name, value in p.element.start.items()]
        object.__setattr__(self, "start", dict(starts))

    @property
    def axes(self) -> tuple[str, ...]:
        """What the offsets of a node are called."""
        return ("along",) if self.assembly.straight else AXES

    @cached_property
    def parts(self) -> tuple[_Part, ...]:
        """The elements it is made of."""
        found = []
        for name, (element, *places) in self.assembly.parts().items():
            if not isinstance(element, Force):
                raise ModelError(
                    f"{self.assembly.kind}: part {name!r} is a {element.kind}; an assembly is made of forces and "
                    "active elements, or of hinges and constraints."
                )
            found.append(_Part(name, element, tuple(places)))
        return tuple(found)

    @cached_property
    def moving(self) -> tuple[str, ...]:
        """The nodes whose velocity some force on them depends on."""
        ends = [relative_symbols(f"_{k}")[0] for k in range(self.count)]
        places: dict[int | str, Relative] = dict(enumerate(ends))
        for node in self.assembly.nodes:
            places[node] = _point(symbols(f"{node}_p", 3), symbols(f"{node}_v", 3))
        found = set()
        for part in self.parts:
            known = {
                key: [symbols(f"{part.name}_{key}_{n}") for n in names]
                for key, names in (("z", part.element.states), ("s", part.element.unknowns), ("i", part.element.inputs))
            }
            felt = _Loads(part, places, symbols("t"), known).felt_by
            for node in {p for p in part.places if isinstance(p, str)}:
                moment, force = ([as_expr(x) for x in array(load).ravel()] for load in felt[node])
                if _is_felt(moment, force):
                    raise ModelError(
                        f"{self.assembly.kind}: part {part.name!r} ({part.element.kind}) turns the node {node!r}; a "
                        "node is a point, which only forces through it hold. End such a part on bodies."
                    )
                if set(topological(force)) & {as_expr(x) for x in places[node].v}:
                    found.add(node)
        return tuple(n for n in self.assembly.nodes if n in found)

    def z(self, values: Any) -> Any:
        """States by name."""
        return dict(zip(self.states, values, strict=True))

    def s(self, values: Any) -> Any:
        """Unknowns by name."""
        return dict(zip(self.unknowns, values, strict=True))

    def i(self, values: Any) -> Any:
        """Inputs by name."""
        return dict(zip(self.inputs, values, strict=True))

    def wrench(self, rel: Any, t: Any, z: Any = None, s: Any = None, i: Any = None) -> Any:
        """Moment and force on each end, in world axes."""
        sums = self._sums(rel, t, z, s, i)
        found = [sums[k] for k in range(self.count)]
        return found[0] if self.ends == 2 else found

    def residual(self, rel: Any, t: Any, s: Any, z: Any = None, i: Any = None) -> Any:
        """The forces on each node, and the residuals of parts."""
        sums = self._sums(rel, t, z, s, i)
        loads = self.assembly.loads()
        first = relative_list(rel)[0]
        found: list[Any] = []
        for node in sorted(self.assembly.nodes, key=lambda n: n in self.moving):
            load = [x.value(t) if isinstance(x, Signal) else x for x in loads.get(node, (0.0, 0.0, 0.0))]
            force = sums[node][1] + first.R @ matrix(load)
            found += [dot(_along(relative_list(rel))[0], force)] if self.assembly.straight else list(force)
        own = [x for part in self._loads(rel, t, z, s, i) for x in part.values("residual", part.part.element.unknowns)]
        return [*found, *own]

    def state_dot(self, rel: Any, t: Any, z: Any, s: Any = None, i: Any = None) -> Any:
        """Rates of the offsets of nodes, and of the states of parts."""
        rates = [s[f"{node}.{a}_dot"] for node in self.moving for a in self.axes]
        own = [x for part in self._loads(rel, t, z, s, i) for x in part.values("state_dot", part.part.element.states)]
        return [*rates, *own]

    def output(self, rel: Any, t: Any, z: Any = None, s: Any = None, i: Any = None) -> Any:
        """Outputs of parts, their forces, and positions of nodes."""
        parts = self._loads(rel, t, z, s, i)
        places = self._places(relative_list(rel), z, s)
        own = [x for part in parts for x in part.values("output", part.part.element.outputs)]
        forces = [x for part in parts for x in part.force]
        return [*own, *forces, *(x for node in self.assembly.nodes for x in places[node].p)]

    def kinks(self, rel: Any, t: Any, z: Any = None, s: Any = None, i: Any = None) -> Any:
        """Those of its parts."""
        parts = [part for part in self._loads(rel, t, z, s, i) if part.part.element.has_kinks]
        return [x for part in parts for x in part.values("kinks", True)]

    def _bases(self, ends: Sequence[Relative]) -> dict[str, Relative]:
        """Where nodes are measured from: spread along the line from the first to the last end, about the centre."""
        centre_p, centre_v = (sum(getattr(e, a) for e in ends) / len(ends) for a in "pv")
        along_p, along_v = (getattr(ends[-1], a) - getattr(ends[0], a) for a in "pv")
        nodes = self.assembly.nodes
        part = {node: (k + 1) / (len(nodes) + 1) - 0.5 for k, node in enumerate(nodes)}
        return {n: _point(centre_p + x * along_p, centre_v + x * along_v) for n, x in part.items()}

    def _places(self, ends: Sequence[Relative], z: Any, s: Any) -> dict[int | str, Relative]:
        found: dict[int | str, Relative] = dict(enumerate(ends))
        for node, base in self._bases(ends).items():
            values = z if node in self.moving else s
            offset = matrix([values[f"{node}.{a}"] for a in self.axes])
            # A node whose velocity nothing depends on has none that matters.
            rate = matrix([s[f"{node}.{a}_dot"] for a in self.axes]) if node in self.moving else 0.0 * offset
            if self.assembly.straight:
                line, turning = _along(ends)
                offset, rate = offset[0] * line, rate[0] * line + offset[0] * turning
            found[node] = _point(base.p + offset, base.v + rate)
        return found

    def _loads(self, rel: Any, t: Any, z: Any, s: Any, i: Any) -> list[_Loads]:
        places = self._places(relative_list(rel), z, s)
        found = []
        for part in self.parts:
            own: dict[str, list[Any]] = {}
            for key, names, values in (
                ("z", part.element.states, z),
                ("s", part.element.unknowns, s),
                ("i", part.element.inputs, i),
            ):
                own[key] = [values[f"{part.name}.{name}"] for name in names]
            found.append(_Loads(part, places, t, own))
        return found

    def _sums(self, rel: Any, t: Any, z: Any, s: Any, i: Any) -> dict[int | str, tuple[Any, Any]]:
        names: list[int | str] = [*range(self.count), *self.assembly.nodes]
        sums = {place: (np.zeros(3), np.zeros(3)) for place in names}
        for loads in self._loads(rel, t, z, s, i):
            for place, (moment, force) in loads.felt_by.items():
                sums[place] = (sums[place][0] + moment, sums[place][1] + force)
        return sums


@dataclass(frozen=True, eq=False)
class _Loads:
    """What one part does, with its places in motion (relative to the world) and its states, unknowns and inputs."""

    part: _Part
    places: Mapping[int | str, Relative]
    t: Any
    own: Mapping[str, Sequence[Any]]

    @cached_property
    def motions(self) -> list[Relative]:
        """Its further ends relative to its first."""
        first, *others = (self.places[p] for p in self.part.places)
        back = matrix(first.R).T
        return [
            Relative(
                back @ other.R,
                back @ (other.p - first.p),
                back @ (other.w - first.w),
                back @ (other.v - first.v - cross(first.w, other.p - first.p)),
            )
            for other in others
        ]

    @cached_property
    def measured(self) -> tuple[Any, Any, Any]:
        """(ε, ε̇, directions)."""
        return measured_in(self.part.element, self.motions, self.t, self.own.get("s", ()))

    @cached_property
    def known(self) -> dict[str, Any]:
        """What its functions may ask for."""
        element = self.part.element
        found: dict[str, Any] = {"rel": seen_by(element, self.motions), "t": self.t}
        found |= {key: getattr(element, key)(values) for key, values in self.own.items() if values}
        return {**found, **(measured_values(self.measured) if element.measured is not None else {})}

    def values(self, function: str, wanted: Any) -> list[Any]:
        """What one of its functions gives."""
        return list(array(self.part.element.call(function, self.known)).ravel()) if wanted else []

    @cached_property
    def wrenches(self) -> list[tuple[Any, Any]]:
        """(moment, force) on its further ends, in the axes of its first."""
        element = self.part.element
        directions = None if element.form == "wrench" else self.measured[2]
        return wrenches_of(f"part {self.part.name!r}", element, len(self.motions), directions, self.known)

    @cached_property
    def force(self) -> list[Any]:
        """Its channel "force": what the law gives, or the force on its second end."""
        element = self.part.element
        if element.form == "wrench":
            return list(self.wrenches[0][1])
        return list(strength_of(element, self.known)) if element.form == "law" else []

    @cached_property
    def felt_by(self) -> dict[int | str, tuple[Any, Any]]:
        """(moment, force) on each place, at its origin, in world axes; action and reaction."""
        first, *others = self.part.places
        turn = matrix(self.places[first].R)
        sums: dict[int | str, tuple[Any, Any]] = {p: (np.zeros(3), np.zeros(3)) for p in self.part.places}
        for place, rel, (moment, force) in zip(others, self.motions, self.wrenches, strict=True):
            m, f = sums[place]
            sums[place] = (m + turn @ moment, f + turn @ force)
            m, f = sums[first]
            sums[first] = (m - turn @ (moment + cross(rel.p, force)), f - turn @ force)
        return sums


def _point(p: Any, v: Any) -> Relative:
    """The motion of a point: it does not turn."""
    return Relative(np.eye(3), matrix(p), np.zeros(3), matrix(v))


def _is_felt(moment: list[Any], force: list[Any]) -> bool:
    """Whether a moment is more than what rounding leaves beside a force, at some random motion."""
    rng = np.random.default_rng(5)
    found = [node for node in topological([*moment, *force]) if node.op == "symbol"]
    values = {node: getattr(node, "value", None) or rng.uniform(0.5, 1.5) for node in found}
    with np.errstate(all="ignore"):
        numbers = np.array(evaluate([*moment, *force], values), dtype=float)
    return bool(
        np.nanmax(np.abs(numbers[:3]), initial=0.0) > 1e-9 * (1.0 + np.nanmax(np.abs(numbers[3:]), initial=0.0))
    )


def _along(ends: Sequence[Relative]) -> tuple[Any, Any]:
    """The direction from the first to the last end, and its rate."""
    p, v = ends[-1].p - ends[0].p, ends[-1].v - ends[0].v
    length = norm(p)
    line = p / length
    return line, (v - line * dot(line, v)) / length


def with_acting_assemblies(model: Model) -> Model:
    """A model in which every assembly is an element of its own, a force or a hinge; the same where there are none."""
    model = with_chains(model)
    if not any(isinstance(c.element, Assembly) for c in model.connections.values()):
        return model
    model = model.copy()
    for name, connection in list(model.connections.items()):
        if isinstance(connection.element, Assembly):
            model.connections[name] = _acting(model, connection)
    return model


def _acting(model: Model, connection: Connection) -> Connection:
    try:
        element = ActingAssembly(connection.element, len(connection.ends))
    except ModelError as error:
        raise ModelError(f"connection {connection.name!r}: {error}") from error
    return replace(connection, element=element, ends=(model.ground.at(0.0, 0.0, 0.0), *connection.ends))

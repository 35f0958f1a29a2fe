r"""The equations of an assembly of forces, in symbols of its own: equilibrium of its nodes and what follows (S0 §7.3).

No node has mass. The virtual power of all that acts on nodes is zero for every motion of theirs,

$$ r_j = \sum_k \left(M_k\cdot\frac{\partial\omega_k}{\partial u_j} + F_k\cdot\frac{\partial v_k}{\partial u_j}\right)
= 0, $$

one equation a speed: Σ F = 0 and Σ M = 0 for a node that nothing but forces hold, and along the speeds of a hinge.

* Where no r depends on the speeds of a group of coordinates, these coordinates are unknowns, found from r = 0.
* Otherwise they are states, and their speeds are found.
* Where a part has a state that follows such a speed although no force does (a spring and a damper in series as one
  part), ṙ = 0 gives the speeds of coordinates that are unknowns.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from ...expr import array, jacobian, symbols
from ...expr.graph import as_expr
from ...expr.node import symbols_of
from ...spatial import AXES, Pose, Relative, matrix, rotation_vector_of, tangents, tilde
from ..errors import ModelError
from ..force import Force, is_delayed
from ..signal import Signal
from .assembly_nodes import NodeCoordinates, NodeMotion, moved
from .assembly_parts import AssemblyForce, PartLoads
from .assembly_places import AssemblyPlace
from .chain_layout import Arc
from .force_motion import energy_in
from .law_arguments import recalls_rates
from .node_check import has_moment
from .relative import relative_symbols


class TouchedNodes(NamedTuple):
    """Nodes with a base, which a part or a load turns or on which a hinge hangs; nodes that parts damp; and ends of
    parts, (part, number), whose force goes through the node: of its moment rounding alone is left."""

    turned: set[str]
    damped: set[str]
    through: set[tuple[str, int]]


@dataclass(frozen=True, eq=False)
class NodeLoads:
    """The parts of an assembly of forces in motion, and what they and the loads do to its nodes and ends."""

    kind: str
    count: int
    nodes: tuple[str, ...]
    parts: tuple[AssemblyForce, ...]
    hinges: tuple[Arc, ...]
    reference: Mapping[str, Pose]
    loads: Mapping[str, Mapping[str, Any]]
    """Node → "force" and "moment", three numbers or signals each, in the axes of the first end."""
    straight: bool

    @cached_property
    def t(self) -> Any:
        """Time."""
        return symbols("t")

    @cached_property
    def ends(self) -> list[Relative]:
        """The ends in the world."""
        return [relative_symbols(f"_end_{k}")[0] for k in range(self.count)]

    def names(self, what: str) -> tuple[str, ...]:
        """States, unknowns, inputs or outputs of all parts."""
        return tuple(f"{part.name}.{name}" for part in self.parts for name in part.names(what))

    @cached_property
    def own(self) -> dict[str, dict[str, Any]]:
        """Symbols of states, unknowns and inputs of parts, by name."""
        keys = {"z": "states", "s": "unknowns", "i": "inputs"}
        return {key: {name: symbols(f"{key}_{name}") for name in self.names(what)} for key, what in keys.items()}

    @cached_property
    def motion(self) -> NodeMotion:
        """The nodes in motion."""
        turned = self.touched.turned
        # On an arc nodes have no velocities: it is for those of which nobody asks any.
        is_plain = self.count == 2 and not self.own["z"] and not self.own["s"]
        arched = frozenset(turned - self.touched.damped - set(self.reference)) if is_plain else frozenset[str]()
        return NodeMotion(
            self.ends, self.nodes, frozenset(turned), self.hinges, self.straight, self.reference, arched, self.t
        )

    @cached_property
    def touched(self) -> TouchedNodes:
        """What parts, loads and hinges do to nodes."""
        turned = {
            node
            for node, load in self.loads.items()
            if not all(isinstance(x, (int, float)) and x == 0.0 for x in load["moment"])
        }
        turned |= {h.inboard.place for h in self.hinges if isinstance(h.inboard.place, str)}
        found = TouchedNodes(turned, set(), set())
        places: dict[AssemblyPlace, Relative] = dict(enumerate(self.ends))
        places |= {node: relative_symbols(f"_node_{node}")[0] for node in self.nodes}
        for part in self.parts:
            for end, (place, moment, force) in enumerate(self._loads_of(part, places).place_loads):
                if not isinstance(place, str):
                    continue
                turns = has_moment(moment, force, places.values())
                if turns:
                    self._check_not_straight(part, place)
                    turned.add(place)
                if turns is False:
                    found.through.add((part.name, end))
                speeds = {x.uid for x in (*places[place].w, *places[place].v)}
                if _symbols_in([*moment, *force]) & speeds:
                    found.damped.add(place)
        return found

    def _check_not_straight(self, part: AssemblyForce, node: str) -> None:
        if self.straight:
            raise ModelError(
                f"{self.kind}: part {part.name!r} ({part.element.kind}) turns the node {node!r}, and nodes of a "
                "straight assembly are points. Leave `straight` out."
            )

    def _loads_of(self, part: AssemblyForce, places: Mapping[AssemblyPlace, Relative]) -> PartLoads:
        keys = (("z", "states"), ("s", "unknowns"), ("i", "inputs"))
        own = {key: [self.own[key][f"{part.name}.{n}"] for n in part.names(what)] for key, what in keys}
        return PartLoads(part, places, self.t, own)

    @cached_property
    def acting(self) -> list[PartLoads]:
        """What all parts do."""
        return [self._loads_of(part, self.motion.places) for part in self.parts]

    @cached_property
    def place_loads(self) -> dict[AssemblyPlace, tuple[Any, Any]]:
        """(moment, force) on every place, of parts and loads, in world axes."""
        sums = {place: (np.zeros(3), np.zeros(3)) for place in (*range(self.count), *self.nodes)}
        for part in self.acting:
            for end, (place, moment, force) in enumerate(part.place_loads):
                is_through = (part.part.name, end) in self.touched.through
                sums[place] = (sums[place][0] + (0.0 if is_through else moment), sums[place][1] + force)
        turn = matrix(self.ends[0].R)
        for node, load in self.loads.items():
            moment, force = (
                turn @ matrix([x.value(self.t) if isinstance(x, Signal) else x for x in load[what]])
                for what in ("moment", "force")
            )
            sums[node] = (sums[node][0] + moment, sums[node][1] + force)
        return sums

    @cached_property
    def on_ends(self) -> list[tuple[Any, Any]]:
        """(moment, force) on every end: of parts, and of nodes that hang on it."""
        sums = dict(self.place_loads)
        places = self.motion.places
        for hinge in reversed(self.hinges):
            inner, outer = hinge.inboard.place, hinge.outboard.place
            (m, f), (moment, force) = sums[inner], sums[outer]
            arm = places[outer].p - places[inner].p
            sums[inner] = (m + moment + tilde(arm) @ force, f + force)
        return [sums[k] for k in range(self.count)]

    @cached_property
    def of_parts(self) -> dict[str, list[Any]]:
        """Rates of states, residuals, outputs and changes of branch of parts."""
        wanted = (("state_dot", "states"), ("residual", "unknowns"), ("output", "outputs"))
        found = {
            function: [x for p in self.acting for x in p.values(function, p.part.names(names))]
            for function, names in wanted
        }
        found["recalled"] = [x for _, x in self.recalled]
        kinks = [p for p in self.acting if getattr(p.part.element, "has_kinks", False)]
        return {**found, "kinks": [x for p in kinks for x in p.values("kinks", True)]}

    @cached_property
    def recalled(self) -> list[tuple[str, Any]]:
        """What delayed parts measure, and its rate where they remember it, by name."""
        found: list[tuple[str, Any]] = []
        for p in self.acting:
            if is_delayed(p.part.element):
                wanted = ("measure", "measure_dot") if recalls_rates(p.part.element) else ("measure",)
                for what, values in zip(wanted, p.measured, strict=False):
                    entries = array(values).ravel()
                    name = f"{p.part.name}.{what}"
                    names = [name] if len(entries) == 1 else [f"{name}.{k}" for k in range(len(entries))]
                    found += zip(names, entries, strict=True)
        return found

    @cached_property
    def energy(self) -> Any | None:
        """What the parts hold and can give back; None where that is not known of one that may hold some."""
        total: Any = 0.0
        for loads in self.acting:
            element = loads.part.element
            if isinstance(element, Force) and element.may_store:
                found = energy_in(element, lambda x=loads: x.measured[0][0], loads.known)  # type: ignore[misc]
                if found is None:
                    return None
                total = total + found
        return total

    @cached_property
    def outputs(self) -> list[tuple[str, Any]]:
        """Outputs of parts, their forces, positions of nodes, and the turns of bases, all from the world, by name."""
        hung = {hinge.outboard.place for hinge in self.hinges}
        bases = [node for node in self.nodes if node in self.touched.turned or node in hung]
        forces = [name for part in self.parts for name in part.force_names]
        places = [(n, "position") for n in self.nodes] + [(n, "rotation_vector") for n in bases]
        names = (*self.names("outputs"), *forces, *(f"{node}.{what}.{a}" for node, what in places for a in AXES))
        at = self.motion.places
        found = [*self.of_parts["output"], *(x for part in self.acting for x in part.force)]
        turns = [x for node in bases for x in rotation_vector_of(at[node].R)]
        rest = [*found, *(x for node in self.nodes for x in at[node].p), *turns]
        return [*zip(names, rest, strict=True), *self.recalled]


@dataclass(frozen=True, eq=False)
class NodeBalance:
    """The equilibrium of nodes: its equations, and which coordinates are states and which unknowns."""

    loads: NodeLoads

    @cached_property
    def rows(self) -> list[Any]:
        """r, by groups of coordinates."""
        u = array([x for group in self.groups for x in group.u])
        if not len(u):
            return []
        loads = array([x for node in self.loads.nodes for vector in self.loads.place_loads[node] for x in vector])
        return list(jacobian(moved(self.loads.motion.places[n] for n in self.loads.nodes), u).T @ loads)

    @property
    def groups(self) -> tuple[NodeCoordinates, ...]:
        """The coordinates of all nodes."""
        return self.loads.motion.groups

    @cached_property
    def moving(self) -> tuple[NodeCoordinates, ...]:
        """The coordinates that are states: some r depends on their speeds."""
        seen = _symbols_in(self.rows)
        return tuple(group for group in self.groups if seen & {x.uid for x in group.u})

    @cached_property
    def still(self) -> tuple[NodeCoordinates, ...]:
        """The coordinates that are unknowns."""
        return tuple(group for group in self.groups if group not in self.moving)

    @cached_property
    def following(self) -> tuple[NodeCoordinates, ...]:
        """Coordinates that are unknowns and whose speeds some part needs: all of them where one is needed."""
        seen = _symbols_in(x for values in self.loads.of_parts.values() for x in values)
        needed = any(seen & {x.uid for x in group.u} for group in self.still)
        return self.still if needed else ()

    @cached_property
    def residual(self) -> list[Any]:
        """What is zero at the right unknowns: r, ṙ where speeds follow from it, invariants, and those of parts."""
        invariants = [x for group in self.still for x in group.invariants]
        return [*self.rows, *invariants, *self._rates_of_rows, *self.loads.of_parts["residual"]]

    @cached_property
    def _rates_of_rows(self) -> list[Any]:
        """ṙ, without the velocities of what has none of its own."""
        if not self.following:
            return []
        rates: dict[Any, Any] = {self.loads.t: 1.0}
        for end in self.loads.ends:
            rates |= dict(zip(end.R.ravel(), (tilde(end.w) @ end.R).ravel(), strict=True))
            rates |= dict(zip(end.p, end.v, strict=True))
        for group in self.groups:
            rates |= dict(zip(group.q, group.q_dot, strict=True))
        rates |= dict(zip(self.loads.own["z"].values(), self.loads.of_parts["state_dot"], strict=True))
        known = {as_expr(x).uid for x in rates}
        own = symbols_of(list(map(as_expr, self.rows)))
        strange = [x for x in own if x.uid not in known and not hasattr(x, "value")]
        if strange:
            raise ModelError(
                f"{self.loads.kind}: a part has a state that follows the velocity of the node "
                f"{self.following[0].node!r}, and a force there changes with {_called(str(strange[0].data))}, whose "
                "rate is not known. Put a body with a small mass in the place of the node."
            )
        return list(tangents([array(self.rows)], rates)[0])


def _symbols_in(values: Iterable[Any]) -> set[int]:
    """Identities of all symbols in expressions."""
    return {node.uid for node in symbols_of([as_expr(x) for x in values])}


def symbols_of_ends(ends: Sequence[Relative], given: Sequence[Relative]) -> dict[Any, Any]:
    """Symbols of motions, and the motions that were given for them."""
    found: dict[Any, Any] = {}
    for symbolic, rel in zip(ends, given, strict=True):
        own = [*symbolic.R.ravel(), *symbolic.p, *symbolic.w, *symbolic.v]
        actual = [*matrix(rel.R).ravel(), *rel.p, *rel.w, *rel.v]
        found |= dict(zip(own, map(as_expr, actual), strict=True))
    return found


def _called(symbol: str) -> str:
    """A symbol of the balance in words."""
    what = {"i": "the input", "s": "the unknown", "u": "the velocity of"}
    kind, _, name = symbol.partition("_")
    return f"{what[kind]} {name.partition(':')[0]!r}" if kind in what else "the velocity of an end"

"""Channels and kinks of a whole absolute system as expressions of its state: what compiled code of a run may ask for.

Symbols are what loops of a run hold: (q, u, z) with bodies at their centres of mass, time, Parameters; accelerations
and multipliers; kinetic and potential energy; unknowns of elements, as their functions read them. What an element tells
is the traced function of its kind, written into the graph with the element's own numbers, so that Parameters stay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any

import numpy as np

from ..channels import ENERGIES, Channel
from ..channels.elements import STRESS
from ..contract import ModelError, hinge_of
from ..expr import Function, array, cross, make_function, symbols
from ..expr.graph import as_expr, topological
from ..formulation.absolute import ELEMENT_FUNCTIONS
from ..spatial import Pose, Relative, matrix, rotation_euler_parameters
from ..topology.contacts import GRIP
from .channels import watchers_of
from .element_system import ElementSystem
from .groups import Group
from .unknown_tables import UnknownTables

MOTION_INPUTS = ("a", "lam")
"""Inputs that are known once the equations of motion are solved."""


class WholeExpressions:
    """Expressions of a system; `unknowns` says where functions of elements read theirs."""

    def __init__(self, system: ElementSystem, unknowns: UnknownTables) -> None:
        self.system, self.unknowns = system, unknowns
        layout = system.layout
        self.sizes = layout.nq, layout.nu, layout.nz
        self.inputs: dict[str, Any] = {
            "q": symbols("q", layout.nq),
            "u": symbols("u", layout.nu + layout.nz),
            "t": symbols("t"),
            "parameters": array([*system.acting.parameters.values()]),
            "a": symbols("a", system.size),
            "lam": symbols("lam", system.rows),
            "energies": symbols("energies", 2),
            "known": symbols("known", unknowns.block.size),
        }
        self._functions: dict[tuple[int, str], Function] = {}
        self._found: dict[str, Any] = {}

    def function(self, name: str, values: Any) -> Function:
        """A function of what the values depend on."""
        used = {node.uid for node in topological(as_expr(x) for x in np.ravel(values)) if node.op == "symbol"}
        taken = {key: x for key, x in self.inputs.items() if any(as_expr(s).uid in used for s in np.ravel(x))}
        return make_function(name, taken, {"values": array(values)})

    def __getitem__(self, name: str) -> Any:
        """A channel, or one of its components."""
        if name not in self._found:
            self._found[name] = self._read(name)
        return self._found[name]

    def _read(self, name: str) -> Any:
        if name in self.system.acting.parameters:
            return self.system.acting.parameters[name]
        table = self.system.channel_table
        channel, axis = table.whole(name)
        if channel is None:
            raise ModelError(table.unknown(name))
        found = self._answers.get(channel.source, self._watched)(channel)
        return found if axis is None else found[axis]

    @cached_property
    def _answers(self) -> Mapping[str, Callable[[Channel], Any]]:
        """Who answers, by the source of a channel; all others are watched."""
        return {
            "time": lambda channel: self.inputs["t"],
            "state": self._of_state,
            "body": lambda channel: self._of_body(channel.owner, channel.what),
            "energy": self._energy,
            "stress": self._stress,
            "acceleration": self._acceleration,
            "load": self._load,
            "multipliers": self._multipliers,
            "measure": self._measure,
        }

    def _of_state(self, channel: Channel) -> Any:
        layout, name, nu = self.system.layout, channel.name, self.sizes[1]
        owner = name.rpartition(".")[0]
        if name in layout.q:
            place = layout.q_index(name)
            if place < 7 * len(self.system.bodies.names) and place % 7 > 3:
                return self._of_body(owner, "position")[place % 7 - 4]
            return self.inputs["q"][place]
        place = layout.u_index(name) if name in layout.u else nu + layout.z_index(name)
        if place < 6 * len(self.system.bodies.names) and place % 6 > 2:
            return self._of_body(owner, "velocity")[place % 6 - 3]
        return self.inputs["u"][place]

    def _of_body(self, body: str, what: str) -> Any:
        """Of the frame of a body."""
        k = self.system.bodies.names.index(body)
        own, twist = self.inputs["q"][7 * k : 7 * k + 7], self.inputs["u"][6 * k : 6 * k + 6]
        R = rotation_euler_parameters(own[:4])
        if what in ("rotation", "angular_velocity"):
            return R if what == "rotation" else twist[:3]
        arm = R @ matrix(self.system.model.bodies[body].com)
        return own[4:] - arm if what == "position" else twist[3:] - cross(twist[:3], arm)

    def _acceleration(self, channel: Channel) -> Any:
        what, (body, _, point) = channel.what, channel.owner.partition(".")
        k, own = self.system.bodies.names.index(body), self.system.model.bodies[body]
        alpha, a = self.inputs["a"][6 * k : 6 * k + 3], self.inputs["a"][6 * k + 3 : 6 * k + 6]
        if point and own.points[point].frame is not None:
            raise ModelError(f"{channel.name!r} is of a point of an elastic body, which code of the whole has not yet.")
        if what == "angular_acceleration":
            return alpha
        w, place = self._of_body(body, "angular_velocity"), own.points[point].X.p if point else np.zeros(3)
        r = self._of_body(body, "rotation") @ (matrix(place) - matrix(own.com))
        return a + cross(alpha, r) + cross(w, cross(w, r))

    def _energy(self, channel: Channel) -> Any:
        kinetic, gravity = self.inputs["energies"]
        holding = [(group, k) for group, k in self._elements if group.kind.forces.stored is not None]
        stored = sum((self._of_element(group, k, "stored")[0] for group, k in holding), as_expr(0.0))
        potential = gravity + stored
        return dict(zip(ENERGIES, (kinetic + potential, kinetic, potential, gravity, stored), strict=True))[
            channel.name
        ]

    def _stress(self, channel: Channel) -> Any:
        body = self.system.model.bodies[channel.owner.removesuffix(f".{STRESS}")]
        assert body.elastic is not None
        e = self.inputs["q"][self.system.layout.elastic[body.name][0]]
        return body.elastic.stiffness * (array(body.elastic.data.stress[channel.what]) @ e)

    def _load(self, channel: Channel) -> Any:
        """Force or moment of a hinge, constraint or contact, with those of its grip."""
        found: Any = array(np.zeros(6))
        for name in (channel.owner, f"{channel.owner}.{GRIP}"):
            for group, k in self._named(name):
                found = found + (self._of_element(group, k, "load") if group.kind.rows else 0.0)
        return found[3:] if channel.what == "force" else found[:3]

    def _multipliers(self, channel: Channel) -> Any:
        group, k = next(self._named(channel.owner))
        found = self.inputs["lam"][group.rows[:, k]]
        return found[0] if len(found) == 1 else found

    def _measure(self, channel: Channel) -> Any:
        connection = self.system.model.connections[channel.owner]
        hinge = hinge_of(connection.element)
        measure = hinge.measure(channel.what) if hinge is not None and channel.what in hinge.coordinates else None
        if measure is None or any(getattr(end, "frame", None) is not None for end in connection.ends):
            return self._watched(channel)
        F, M = (self._place(end) for end in connection.ends)
        X = F.inverse @ M
        return measure.value(Relative(X.R, X.p, np.zeros(3), np.zeros(3)))

    def _place(self, end: Any) -> Pose:
        if end.body.is_ground:
            return Pose(end.X.R, end.X.p)
        body = str(end.body.name)
        return Pose(self._of_body(body, "rotation"), self._of_body(body, "position")) @ end.X

    def _watched(self, channel: Channel) -> Any:
        """What an element that looks at a channel would see."""
        groups = watchers_of(self.system, channel)
        if any(group.kind.unknowns for group in groups):
            raise ModelError(
                f"{channel.name!r} depends on an unknown that an element's law solves for, which code of the whole has "
                "not in absolute coordinates; compile the model in tree coordinates."
            )
        values = [self._written(group, 0, "shown", [*group.kind.data])[0] for group in groups]
        return array(values).reshape(channel.shape) if channel.shape else values[0]

    @property
    def _elements(self) -> Iterator[tuple[Group, int]]:
        """Group and number of all elements."""
        return ((group, k) for group in self.system.groups for k in range(group.count))

    def _named(self, name: str) -> Iterator[tuple[Group, int]]:
        return ((group, group.names.index(name)) for group in self.system.groups if name in group.names)

    @cached_property
    def kinks(self) -> list[Any]:
        """Functions whose signs change where laws change branch, in the order of `ElementKinks`."""
        found = []
        for group, k in self._elements:
            if len(group.kind.equations.laws.kinks):
                found += [*np.ravel(self._of_element(group, k, "kinks"))]
        return found

    def _of_element(self, group: Group, k: int, name: str) -> Any:
        """An output of one of the elements of the system."""
        data = self.system.collected[self.system.groups.index(group)].data[k]
        return self._written(group, k, name, [*data])

    def _written(self, group: Group, k: int, name: str, data: list[Any]) -> Any:
        """The first output of one of the functions of a kind, with what is given to an element."""
        key = id(group.kind), name
        if key not in self._functions:
            self._functions[key] = ELEMENT_FUNCTIONS[name](group.kind).function
        function, (q, u) = self._functions[key], (self.inputs[x] for x in "qu")
        bodies, free = 7 * len(self.system.bodies.names), self.sizes[0]
        poses = [x for body in group.bodies[:, k] for x in q[7 * body : 7 * body + 7]]
        # Integrals of states have no place among coordinates, and nothing depends on them.
        own = [q[bodies + i] if bodies + i < free else as_expr(0.0) for i in group.own[:, k]]
        given: dict[str, Any] = {
            "q": [*poses, *own],
            "u": [u[i] for i in group.dofs[:, k]],
            "t": self.inputs["t"],
            "data": data,
            "lam": [self.inputs["lam"][i] for i in group.multiplier_rows[:, k]],
        }
        given |= {key: self.inputs["known"][places[..., k]] for key, places in self.unknowns.places(group).items()}
        shapes = function.shapes
        found = function(**{key: array(given[key]).reshape(shape) for key, shape in shapes.items()})
        return found[0]

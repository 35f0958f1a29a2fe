"""Channels: everything in a model that has a name and a value in motion, as expressions.

| name | what |
|---|---|
| `A.angle`, `A.angle_dot`, `ball.w_x` | coordinates and speeds, those of cut hinges from their ends |
| `motor.current`, `law.unknown`, `t`, a Parameter's name | states and unknowns of elements, time, parameters |
| `crank.position`, `.rotation`, `.velocity`, `.angular_velocity` | of a body's frame in the world |
| `arm.mode_1`, `arm.stress.root` | elastic coordinates of a modal body, its stresses |
| `crank.tip.position`, `.rotation`, `.velocity`, `.angular_velocity` | of a named point |
| `spring.measure`, `.measure_dot`, `.force`, `.moment`, `.power`, `motor.torque` | of a force element; its outputs |
| `spring.energy` | what a force element holds and can give back, where that is known |
| `kinetic_energy`, `gravity_energy`, `stored_energy` | of the whole: of motion, of uniform gravity, of all `.energy` |
| `potential_energy`, `energy` | gravity and stored energy; these and kinetic energy |
| `A.angle_ddot`, `ball.w_x_dot`, `crank.acceleration`, `.angular_acceleration` | accelerations |
| `D.force`, `D.moment` | load of a hinge or constraint on its second end, in the axes of its first |
| `D.multipliers`, `A.angle.load` | multipliers of a constraint; what enforces a prescribed coordinate |
| `condyle.point`, `.normal_force` | of a constraint that shows more: its outputs, and pushes |
| `floor: touch`, `floor: slide` | margins of a contact, zero where a point of it has to change |

Vectors take `.x`, `.y`, `.z`. The last four rows need accelerations and multipliers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from typing import Any

from ..channels import BODY, TreeProvider
from ..channels.elements import STRESS
from ..contract import Measure, ModelError, Parameter, Signal
from ..contract.derived.force_motion import strength_of
from ..contract.derived.pure import called_twice
from ..contract.errors import unknown
from ..expr import array, cross, symbols
from ..model import Body, Connection, Model, Point
from ..spatial import AXES, Pose, Relative, matrix
from ..topology.contact_margins import margins_of
from ..topology.contacts import (
    GRIP,
    DrawnContact,
    acting_contacts,
    channel_names,
    contact_channels,
    contact_force_channels,
)
from .constraints import put_contact, shown_outputs
from .equations.motion_equations import MotionEquations
from .force_law import channel_energy
from .interactions import frames_of_ends
from .loads import connection_loads, prescribing_loads
from .recursion import motions
from .tree import LinkTree
from .tree_dynamics import TreeDynamics
from .tree_energies import TreeEnergies

Finder = Callable[[], Any]


class InputError(ModelError):
    """An input that has no value; the message names its connection."""


@dataclass(eq=False)
class Channels:
    """The channels of a model at a state: everything that does not need accelerations."""

    dynamics: TreeDynamics
    energies: TreeEnergies
    parameters: Sequence[Parameter]
    wanted: dict[str, Any] = field(default_factory=dict)
    """Symbols for channels of the motion that inputs of elements ask for, by name."""
    _resolving: list[str] = field(default_factory=list)

    def __getitem__(self, name: str) -> Any:
        return found_in(name, self.finders)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and _split(name, self.finders)[0] in self.finders

    def __iter__(self) -> Iterator[str]:
        return iter(self.finders)

    @cached_property
    def finders(self) -> dict[str, Finder]:
        """Names, and how each is found."""
        return {
            **self._of_cut_hinges(),
            **self._of_symbols(),
            **self._of_bodies(),
            **self._of_laws(),
            **self._of_energies(),
            **self._of_constraints(),
            **self._of_contacts(),
        }

    def _of_constraints(self) -> dict[str, Finder]:
        """What constraints show beside their load."""
        found: dict[str, Finder] = {}
        for connection in self.dynamics.kinematics.topology.constraints:
            values = cache(partial(shown_outputs, self.dynamics.kinematics, connection))
            for own in connection.element.outputs:  # type: ignore[attr-defined]
                found[f"{connection.name}.{own}"] = lambda v=values, o=own: v()[o]  # type: ignore[misc]
        return found

    @cached_property
    def contacts(self) -> tuple[DrawnContact, ...]:
        """The contacts of the model."""
        return acting_contacts(self.dynamics.kinematics.topology.constraints)

    def put_contact(self, contact: DrawnContact) -> Callable[[Sequence[Any]], Any]:
        """What gives expressions of a contact's form at the motion of the tree."""
        return partial(put_contact, self.dynamics.kinematics, contact)

    def _of_contacts(self) -> dict[str, Finder]:
        found: dict[str, Finder] = {}
        for contact in self.contacts:
            values = cache(partial(contact_channels, contact, self.put_contact(contact)))
            for point in contact.points:
                for what in (own for own in channel_names(contact, point) if not own.endswith("_force")):
                    name = f"{point.label}.{what}"
                    found[name] = lambda v=values, n=name: v()[n]  # type: ignore[misc]
        return found

    def provider(self, drawn: Model) -> TreeProvider:
        """What lists them, for a model as it was drawn."""
        return TreeProvider(drawn, self.dynamics.kinematics.topology.layout)

    def at_motion(self, u_dot: Any, lam: Any) -> MovingChannels:
        """The channels where accelerations and multipliers are known too."""
        return MovingChannels(self, u_dot, lam)

    @cached_property
    def motion_names(self) -> frozenset[str]:
        """The names that need accelerations or multipliers."""
        return frozenset(self.at_motion(*self.dynamics.known).own)

    def given(self, connection: str, name: str, value: Any) -> Any:
        """The expression of an element's input: a number, a signal, the name of a channel, a function of channels."""
        label = f"connection {connection!r}: input {name!r}"
        if label in self._resolving:
            waiting = ", ".join(self._resolving)
            raise InputError(f"{label} depends on itself ({waiting}); put a state between them.")
        self._resolving.append(label)
        try:
            if isinstance(value, Signal):
                return value.value(self.dynamics.kinematics.symbols.t)
            if isinstance(value, str):
                return _scalar(label, Inputs(self)[value])
            return _scalar(label, called_twice(label, value, Inputs(self))) if callable(value) else value
        except InputError:
            raise
        except ModelError as error:
            raise InputError(f"{label}: {error}") from error
        finally:
            self._resolving.pop()

    def _of_symbols(self) -> dict[str, Finder]:
        k, layout = self.dynamics.kinematics, self.dynamics.kinematics.topology.layout
        found: dict[str, Finder] = {"t": lambda: k.symbols.t}
        for names, values in (
            (layout.s, k.symbols.s),
            (layout.z, k.symbols.z),
            (layout.u, k.u),
            (layout.q, k.q),
        ):
            found |= {name: _this(value) for name, value in zip(names, values, strict=True)}
        return {**{p.name: _this(p) for p in self.parameters}, **found}

    def _of_cut_hinges(self) -> dict[str, Finder]:
        """Coordinates, and their rates, of hinges at which loops are opened: what measures them on their ends."""
        found: dict[str, Finder] = {}
        k = self.dynamics.kinematics
        for chord in k.topology.chords:
            for name in chord.hinge.coordinates if chord.kind == "residual" and chord.hinge.speeds is None else ():
                measure = chord.hinge.measure(name)
                if measure is not None:
                    value = cache(partial(_measured, k.tree, chord.connection, measure))
                    found[f"{chord.name}.{name}"] = value
                    found[f"{chord.name}.{name}_dot"] = lambda v=value: k.rate([v()])[0]  # type: ignore[misc]
        return found

    def _of_bodies(self) -> dict[str, Finder]:
        found: dict[str, Finder] = {}
        tree = self.dynamics.kinematics.tree
        for vertex in tree.topology.bodies:
            if not vertex.is_drawn:
                continue
            body = vertex.body
            for name, point in {"": Point(body, Pose()), **body.points}.items():
                place = f"{body.name}.{name}" if name else body.name
                motion = cache(partial(_motion_of, tree, point))
                found |= body_finders(place, motion)
            found |= self._of_stresses(body)
        return found

    def _of_stresses(self, body: Body) -> dict[str, Finder]:
        """Stresses in a modal body, linear in its elastic coordinates."""
        if body.elastic is None or not body.elastic.data.count:
            return {}
        k = self.dynamics.kinematics
        e, factor = array(k.q[k.topology.layout.q_of[body.name]]), body.elastic.stiffness
        rows = body.elastic.data.stress
        return {f"{body.name}.{STRESS}.{name}": lambda r=r: factor * (r @ e) for name, r in rows.items()}  # type: ignore[misc]

    def _of_laws(self) -> dict[str, Finder]:
        found: dict[str, Finder] = {}
        for name, law in self.dynamics.loads.laws.by_name.items():
            parts: dict[str, Finder] = {"power": lambda x=law: x.action.power}  # type: ignore[misc]
            if law.element.form == "wrench":
                parts["moment"] = lambda x=law: x.wrenches[0][0]  # type: ignore[misc]
                parts["force"] = lambda x=law: x.wrenches[0][1]  # type: ignore[misc]
            elif law.element.form == "law":
                parts["measure"] = lambda x=law: _single(x.measured[0])  # type: ignore[misc]
                parts["measure_dot"] = lambda x=law: _single(x.measured[1])  # type: ignore[misc]
                parts["force"] = lambda x=law: _single(strength_of(x.element, x.known))  # type: ignore[misc]
            if law.element.may_store:
                parts["energy"] = lambda x=law: channel_energy(x)  # type: ignore[misc]
            for output in law.element.outputs:
                parts[output] = lambda x=law, o=output: x.outputs[o]  # type: ignore[misc]
            found |= {f"{name}.{what}": finder for what, finder in parts.items()}
        return found

    def _of_energies(self) -> dict[str, Finder]:
        e = self.energies
        return {
            "kinetic_energy": lambda: e.kinetic,
            "gravity_energy": lambda: e.potential,
            "stored_energy": lambda: e.stored,
            "potential_energy": lambda: e.potential + e.stored,
            "energy": lambda: e.kinetic + e.potential + e.stored,
        }


@dataclass(eq=False)
class MovingChannels:
    """All channels of a motion whose accelerations and multipliers are known."""

    steady: Channels
    u_dot: Any
    lam: Any

    def __getitem__(self, name: str) -> Any:
        own = _split(name, self.own)[0] in self.own
        return found_in(name, self.own if own else {**self.steady.finders, **self.own})

    @cached_property
    def own(self) -> dict[str, Finder]:
        """The channels that need accelerations or multipliers."""
        d = self.steady.dynamics
        topology = d.kinematics.topology
        layout = topology.layout
        found: dict[str, Finder] = {}
        for name, value in zip(layout.u, self.u_dot, strict=True):
            found[f"{name[:-4]}_ddot" if name.endswith("_dot") else f"{name}_dot"] = _this(value)
        for vertex in topology.bodies[1:]:
            if vertex.is_drawn:
                found |= self._of_body(vertex.body)
        carrying = cache(lambda: connection_loads(d, self.u_dot, self.lam))
        carried = [rows.name for rows in d.rows.by_connection if rows.directions is not None]
        for name in dict.fromkeys([*carried, *(branch.name for branch in topology.branches)]):
            found[f"{name}.moment"] = lambda n=name: carrying()[n][0]  # type: ignore[misc]
            found[f"{name}.force"] = lambda n=name: carrying()[n][1]  # type: ignore[misc]
        for rows, part in d.rows.parts(self.lam):
            found[f"{rows.name}.multipliers"] = _this(_single(part))
        lam = {rows.name: part for rows, part in d.rows.parts(self.lam)}
        for connection in topology.constraints:
            for own, row in connection.element.pushes.items():  # type: ignore[attr-defined]
                found[f"{connection.name}.{own}"] = _this(lam[connection.name][row])
        found |= self._of_contacts(carrying)
        found |= {margin.name: partial(margin, self) for margin in margins_of(self.steady.contacts)}
        prescribing = cache(lambda: prescribing_loads(d, self.u_dot, self.lam))
        for entry in (*layout.driven, *layout.locked):
            found[f"{entry.name}.load"] = lambda k=entry.u: prescribing()[k]  # type: ignore[misc]
        return found

    def _of_contacts(self, carrying: Finder) -> dict[str, Finder]:
        """Forces of contacts: those of closed points and of sticking ones together."""
        rows = self.steady.dynamics.rows
        lam = {own.name: part for own, part in rows.parts(self.lam)}
        found: dict[str, Finder] = {}
        for contact in self.steady.contacts:
            name, grip = contact.name, f"{contact.name}.{GRIP}"
            put = self.steady.put_contact(contact)
            values = cache(partial(contact_force_channels, contact, lam[name], contact.grip_of(lam), put))
            for point in contact.points:
                for what in (own for own in channel_names(contact, point) if own.endswith("_force")):
                    label = f"{point.label}.{what}"
                    found[label] = lambda v=values, n=label: v()[n]  # type: ignore[misc]
            if grip in lam and not contact.element.of_coordinates:
                for k, what in enumerate(("moment", "force")):
                    found[f"{name}.{what}"] = lambda n=name, g=grip, k=k: carrying()[n][k] + carrying()[g][k]  # type: ignore[misc]
        return found

    def _of_body(self, body: Any) -> dict[str, Finder]:
        found: dict[str, Finder] = {}
        topology = self.steady.dynamics.kinematics.topology
        for name, point in {"": Point(body, Pose()), **body.points}.items():
            place = f"{body.name}.{name}" if name else body.name
            n = topology.body(point.holder).number
            found[f"{place}.acceleration"] = lambda n=n, p=point: self._acceleration(n, p)  # type: ignore[misc]
            found[f"{place}.angular_acceleration"] = lambda n=n: self._turned(n, self._motion.alpha[n])  # type: ignore[misc]
        return found

    @cached_property
    def _motion(self) -> Any:
        tree = self.steady.dynamics.kinematics.tree
        return motions(tree.links, tree.u, self.u_dot, matrix([0.0, 0.0, 0.0]))

    def _turned(self, number: int, vector: Any) -> Any:
        return self.steady.dynamics.kinematics.tree.world(number).R @ vector

    def _acceleration(self, number: int, point: Point) -> Any:
        """a + α × p + ω × (ω × p), in the axes of the world."""
        motion = self._motion
        p = self.steady.dynamics.kinematics.tree.internal(number, point).p
        w, alpha, a = (x[number] for x in (motion.w, motion.alpha, motion.a))
        return self._turned(number, a + cross(alpha, p) + cross(w, cross(w, p)))


@dataclass(eq=False)
class Inputs:
    """Channels as inputs of elements see them: what needs accelerations is an unknown, solved for with the motion."""

    channels: Channels

    def __getitem__(self, name: str) -> Any:
        if name in self.channels:
            return self.channels[name]
        if _split(name, self.channels.motion_names)[0] not in self.channels.motion_names:
            known = [*self.channels, *self.channels.motion_names]
            raise ModelError(unknown("channel", name, known))
        return self.channels.wanted.setdefault(name, symbols(f"channel {name}"))


def found_in(name: str, finders: dict[str, Finder]) -> Any:
    """What a name stands for."""
    stem, axis = _split(name, finders)
    if stem not in finders:
        raise ModelError(unknown("channel", name, finders))
    value = finders[stem]()
    return value if axis is None else value[AXES.index(axis)]


def traced_channel(equations: MotionEquations, name: str) -> tuple[Callable[..., Any], bool] | None:
    """(a function of what kernels are given, whether it takes accelerations and multipliers too); None if unknown."""
    channels = equations.channels
    if name in channels:
        return equations.tracer.function("channel", value=_plain(channels[name])), False
    if not needs_motion(channels, name):
        return None
    value = _plain(channels.at_motion(*equations.dynamics.known)[name])
    return equations.tracer.motion_function("channel", value=value), True


def needs_motion(channels: Any, name: str) -> bool:
    """Whether a channel, or a component of one, needs accelerations or multipliers."""
    return _split(name, channels.motion_names)[0] in channels.motion_names


def _plain(value: Any) -> Any:
    entries = array(value)
    return entries.item() if entries.ndim == 0 else entries


def _split(name: str, known: Any) -> tuple[str, str | None]:
    stem, dot, axis = name.rpartition(".")
    return (stem, axis) if dot and axis in AXES and name not in known else (name, None)


def _scalar(label: str, value: Any) -> Any:
    entries = array(value)
    if entries.size != 1:
        raise ModelError(f"{label} has shape {entries.shape}; an input is one number. Take a component, such as `.x`.")
    return entries.ravel()[0]


def _single(values: Any) -> Any:
    return values[0] if len(values) == 1 else values


def _measured(tree: LinkTree, connection: Connection, measure: Measure) -> Any:
    return measure.value(frames_of_ends(tree, connection)[2])


def _motion_of(tree: LinkTree, point: Point) -> Relative:
    number = tree.topology.body(point.holder).number
    return tree.relative(0, Pose(), number, tree.internal(number, point))


def body_finders(place: str, motion: Finder) -> dict[str, Finder]:
    """The channels of a body or a point; `motion` gives that of its frame in the world."""
    return {f"{place}.{what}": lambda q=quantity: q.value(motion()) for what, quantity in BODY.items()}  # type: ignore[misc]


def _this(value: Any) -> Finder:
    return lambda: value

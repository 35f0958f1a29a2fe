"""A topology in words: bodies, tree, what was cut and why, coordinates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..contract import value_of
from ..contract.derived.contact_form import ContactRows
from ..contract.errors import joined
from ..expr import is_symbolic
from ..model import Body, Connection, Model
from .contacts import acting_contacts
from .forest import Priority
from .layout import Layout
from .parts import Chord, TopologyLoop, Vertex

if TYPE_CHECKING:
    from .topology import Topology

DEEPEST_INDENT = 12
"""Levels of the tree that are shown by indentation."""
NAMED_BODIES = 12
"""Bodies of a loop that are named."""


def topology_report(topology: Topology) -> str:
    """The whole report, a line for each thing."""
    if topology.layout.q and not topology.branches:
        return report_of_frames(topology.model, topology.layout, [vertex.name for vertex in topology.bodies[1:]])
    lines = [_summary(topology), "", "Tree", "  ground"]
    lines += [_body_line(topology, vertex) for vertex in topology.bodies[1:]]
    if topology.chords:
        lines += ["", "Loops", *("  " + loop_sentence(topology, chord) for chord in topology.chords)]
    if topology.layout.q:
        lines += ["", "Coordinates", *_coordinate_lines(topology)]
    lines += elastic_lines(vertex.body for vertex in topology.bodies[1:] if vertex.is_drawn)
    lines += _other_lines(topology)
    return "\n".join(lines)


def elastic_lines(bodies: Iterable[Body]) -> Iterator[str]:
    """What modal bodies are made of, and what those say who made them."""
    modal = [(body.name, body.elastic.data) for body in bodies if body.elastic is not None]
    if modal:
        yield from ("", "Elastic bodies")
    for name, data in modal:
        frames = [f"{own} (fixed in the body frame)" if x.is_rigid else own for own, x in data.frames.items()]
        text = f"{_count(data.count, 'elastic coordinate', 'elastic coordinates')}; frames {joined(frames)}"
        if len(data.frequencies):
            text += f"; first frequency with its frame held {float(min(data.frequencies)):.4g} rad/s"
        yield f"  {name}: {text}; {'with' if data.geometric is not None else 'without'} geometric stiffness"
        yield from (f"    {note}" for note in data.notes)


def report_of_frames(name: str, layout: Layout, frames: Sequence[str]) -> str:
    """Coordinates that belong to no hinge, and the frames that they place."""
    counts = [_count(layout.nq, "coordinate", "coordinates"), _count(layout.nu, "speed", "speeds")]
    lines = [f"{name}: {', '.join(counts)}.", "", f"Coordinates: {', '.join(layout.q)}"]
    return "\n".join([*lines, f"Frames: {', '.join(frames)}"] if frames else lines)


def report_of_bodies(model: Model, layout: Layout) -> str:
    """Coordinates that are the poses of bodies, and what connects these."""
    counts = [
        _count(len(model.bodies), "body", "bodies"),
        _count(layout.nq, "coordinate", "coordinates"),
        _count(layout.nu, "speed", "speeds"),
    ]
    own = list(layout.q[7 * len(model.bodies) :])
    lines = [
        f"{model.name}: {', '.join(counts)}, in absolute coordinates.",
        "",
        "Every body has Euler parameters e0 … e3 and a position x, y, z; its speeds are the angular velocity w_x, w_y, "
        "w_z and the velocity v_x, v_y, v_z of its frame, in world axes.",
        f"Bodies: {', '.join(shortened(list(model.bodies)))}",
        *([f"Coordinates of elements: {', '.join(shortened(own))}"] if own else []),
        "",
        "Connections:",
        *(f"  {line}" for line in shortened([f"{name} ({c.element.kind})" for name, c in model.connections.items()])),
    ]
    return "\n".join(lines)


def connection_lines(model: Model, rows: Mapping[str, int]) -> Iterator[str]:
    """Connections by name, those of one kind and with as many constraint rows in one line."""
    alike: dict[tuple[str, int], list[str]] = {}
    for name, count in rows.items():
        connection = model.connections.get(name)
        alike.setdefault((_kind(connection) if connection else "", count), []).append(name)
    if alike:
        yield "Connections"
    for (kind, count), names in alike.items():
        each = " each" if len(names) > 1 else ""
        parts = [*([kind] if kind else []), *([_count(count, "row", "rows") + each] if count else [])]
        yield f"  {', '.join(shortened(names))}" + (f" ({', '.join(parts)})" if parts else "")


def _kind(connection: Connection) -> str:
    """What its element is called: of rows of a contact, the contact."""
    element = connection.element
    return element.contact.kind if isinstance(element, ContactRows) else element.kind


def loop_sentence(topology: Topology, chord: Chord) -> str:
    """Which loop a chord closes, how, and why it was taken."""
    loop = topology.loop(chord)
    text = f"{chord.name} ({chord.hinge.kind}) is cut, {_reason(topology, chord, loop)}. "
    text += f"The loop {' – '.join(shortened(loop.bodies))} is closed by "
    if chord.kind == "residual":
        lost = " Its starting values belong to no coordinate." if chord.connection.initial else ""
        return text + f"the residual of {chord.name}, which has no coordinates any more.{lost}"
    twin = topology.bodies[chord.first].name
    return text + f"a weld: {chord.name} keeps its coordinates and leads to {twin!r}, since {_why_weld(chord)}."


def _summary(topology: Topology) -> str:
    moving = [vertex for vertex in topology.bodies[1:] if vertex.is_drawn]
    counts = [
        _count(len(moving), "body", "bodies"),
        _count(len(topology.trees), "tree", "trees"),
        _count(len(topology.chords), "loop", "loops"),
        _count(topology.layout.nq, "coordinate", "coordinates"),
        _count(topology.layout.nu, "speed", "speeds"),
    ]
    return f"{topology.model}: {', '.join(counts)}."


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _body_line(topology: Topology, vertex: Vertex) -> str:
    branch = topology.branches[vertex.number - 1]
    indent = "  " * min(vertex.depth + 1, DEEPEST_INDENT)
    carrier = f" from {topology.bodies[vertex.parent].name}" if vertex.depth >= DEEPEST_INDENT else ""
    backwards = ", from its second end to its first" if branch.reversed else ""
    text = f"{indent}{vertex.number} {vertex.name}: {branch.name}{carrier} ({branch.hinge.kind}{backwards})"
    if vertex.body.frame_of is not None and not vertex.is_twin:
        moved = f"a frame of {vertex.body.frame_of.name}, moved by its elastic coordinates"
        return f"{indent}{vertex.number} {vertex.name}: {moved}"
    if vertex.is_twin:
        return f"{text}; the same frame as {vertex.twin_of}, without mass"
    return f"{text}; no joint joins it to the ground" if branch.is_floating else text


def _reason(topology: Topology, chord: Chord, loop: TopologyLoop) -> str:
    if chord.connection.tree == "cut":
        return "as tree='cut' says"
    others = [topology.branch(name) for name in loop.hinges[:-1]]
    name, other = max(((b.name, b.priority) for b in others if b.priority is not None), key=lambda pair: pair[1])
    return _comparison(chord.priority, name, other)


def _comparison(taken: Priority, name: str, other: Priority) -> str:
    """Why a hinge was cut rather than another: the first entry in which their priorities differ."""
    field = next(f for f in Priority._fields if getattr(taken, f) != getattr(other, f))
    return {
        "may_cut": f"since {name} is forced to be a branch",
        "not_prescribed": f"since coordinates of {name} are driven, locked or coupled",
        "implicit": f"since it has an implicit form and {name} has none that can be used",
        "coordinates": f"since it has more coordinates than {name} ({taken.coordinates} to {other.coordinates})",
        "no_start": f"since {name} has starting values",
        "order": f"since it was defined after {name}, which has as many coordinates",
    }[field]


def shortened(names: Sequence[str]) -> list[str]:
    """Names, of many the first and the last ones."""
    left_out = len(names) - NAMED_BODIES
    return [*names] if left_out <= 0 else [*names[:4], f"… {left_out} more …", *names[left_out + 4 :]]


def _why_weld(chord: Chord) -> str:
    if not chord.hinge.writes("residual"):
        return f"{chord.hinge.kind} has no residual"
    if not chord.hinge.is_holonomic:
        return "it restricts velocities, which a residual does not"
    return "its coordinates are driven, locked or coupled"


def _coordinate_lines(topology: Topology) -> Iterator[str]:
    layout = topology.layout
    notes = {p.name: f"driven by {p.value!r}" for p in layout.driven}
    notes |= {p.name: f"locked at {_worth(p.value)}" for p in layout.locked}
    held = {b.name: [f"{name} held: it would move neither end" for name in b.hinge.idle] for b in topology.branches}
    for owner, q in layout.q_of.items():
        u = layout.u_of[owner]
        if q.stop > q.start or u.stop > u.start:
            prescribed = [f"{name} {notes[name]}" for name in layout.q[q] if name in notes]
            short = [
                ", ".join(name.removeprefix(f"{owner}.") for name in names) for names in (layout.q[q], layout.u[u])
            ]
            parts = [f"q{_span(q)} {short[0]}", f"u{_span(u)} {short[1]}", *prescribed, *held.get(owner, ())]
            yield f"  {owner}: {'; '.join(parts)}"


def _worth(value: Any) -> str:
    """A number, or what it is made of and what that is worth."""
    return f"{value} ({value_of(value):g})" if is_symbolic(value) else f"{value:g}"


def _span(places: slice) -> str:
    one = places.stop == places.start + 1
    return f"[{places.start}]" if one else f"[{places.start}:{places.stop}]"


def _other_lines(topology: Topology) -> Iterator[str]:
    kinds: dict[str, Sequence[Connection]] = {
        "Constraints": [c for c in topology.constraints if not isinstance(c.element, ContactRows)],
        "Contacts": [contact.connection for contact in acting_contacts(topology.constraints)],
        "Forces": topology.forces,
        "Loads": topology.loads,
        "Rotors": topology.rotors,
        "Assemblies, not expanded": topology.assemblies,
    }
    if any(kinds.values()):
        yield ""
    for word, connections in kinds.items():
        if connections:
            yield f"{word}: {', '.join(f'{c.name} ({c.element.kind})' for c in connections)}"
    alone = unconnected(topology)
    if alone:
        yield ""
        yield f"Nothing is connected to: {', '.join(alone)}"


def unconnected(topology: Topology) -> tuple[str, ...]:
    """The bodies on which nothing ends, no hinge, no force, no load."""
    others = (topology.constraints, topology.forces, topology.loads, topology.rotors, topology.assemblies)
    drawn: list[Connection] = [c for group in others for c in group]
    drawn += [branch.connection for branch in topology.branches if branch.connection is not None]
    drawn += [chord.connection for chord in topology.chords]
    touched = {body.name for connection in drawn for body in connection.bodies}
    return tuple(vertex.name for vertex in topology.bodies[1:] if vertex.body.name not in touched)

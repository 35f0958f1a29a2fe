"""What is allowed but looks like a mistake: units that are off, bodies that nothing holds, dampers that feed.

Each kind of remark has a name, by which a model silences it: `Model("m", silence={"unheld"})`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..contract import Element, Force, value_of
from ..contract.derived.law_arguments import call_law, law_symbols
from ..contract.errors import ModelError, unknown
from ..contract.parameters import parameters_in
from ..expr import array
from ..expr.evaluate import evaluate
from ..expr.graph import as_expr
from .body import Body, Point
from .built_structure import BuiltStructure
from .connection import Connection
from .coordinate_check import dependences
from .unit_check import elements_in

EARTH = 9.81
GYRATION_FACTOR = 30.0
"""How far a radius of gyration may lie outside the size of a body and its model before it is mentioned."""
MORE_THAN_A_TURN = np.arange(7.0, 361.0)
"""Whole numbers of radians that are more than a turn, and usual as degrees."""
SAME_TURN = 1e-12
TRIED_SPEEDS = (0.1, 1.0, 3.0)
SAG = 10.0
"""How many times its own size a modal body may sag under its weight before its stiffness is mentioned."""
OVERDAMPED = 2.0 - 1e-6
"""Damping ratios from which on they are mentioned: such modes creep back for longer than they swing."""
STRONG_GRAVITY = 100.0
"""m/s²: that of the largest planet is 25."""
REMARKS = (
    "degrees",
    "rpm",
    "gyration",
    "unheld",
    "massless",
    "feeding",
    "singular",
    "gravity",
    "friction",
    "damping",
    "modulus",
    "lengths",
    "density",
)
"""What models may silence."""


@dataclass(frozen=True)
class Remark:
    """A sentence about something that is probably not meant so, and the name of its kind."""

    name: str
    text: str

    def __str__(self) -> str:
        return f"{self.text} (silence={self.name!r})"


def checked_silence(label: str, given: Iterable[str]) -> frozenset[str]:
    """The names of remarks that are not wanted."""
    names = frozenset((given,) if isinstance(given, str) else given)
    for name in sorted(names):
        if name not in REMARKS:
            raise ModelError(f"{label}: silence: {unknown('remark', name, REMARKS)}")
    return names


def findings(
    bodies: Iterable[Body],
    connections: Iterable[Connection],
    gravity: Any,
    silence: Iterable[str] = (),
    structures: Iterable[BuiltStructure] = (),
) -> list[Remark]:
    """Remarks about bodies, connections and structures that are probably not meant so."""
    connections, bodies, quiet = list(connections), list(bodies), frozenset(silence)
    held = _points_of(connections)
    places = [_place(end) for points in held.values() for end in points]
    extent = max((float(np.ptp([p[k] for p in places])) for k in range(3)), default=0.0) if places else 0.0
    falls = callable(gravity) or bool(np.any(value_of(gravity)))
    g = 0.0 if callable(gravity) else float(np.linalg.norm(np.asarray(value_of(gravity), dtype=float)))
    found = [remark for body in bodies for remark in _of_body(body, held.get(body.name, []), extent, falls)]
    found += [*_of_gravity(g), *(remark for body in bodies for remark in _of_elastic(body, g or EARTH))]
    joining: list[Connection | BuiltStructure] = [*connections, *structures]
    parts: list[tuple[str, Element]] = [(f"connection {x.name!r}", x.element) for x in joining]
    parts += [(f"body {body.name!r}", shape) for body in bodies for shape in body.shapes]
    found += dict.fromkeys(remark for label, element in parts for remark in _doubts(label, element))
    # The elements of a beam are one object.
    known: dict[int, float | None] = {}
    found += [remark for c in connections for remark in _of_connection(c, known)]
    found += dict.fromkeys(x for ends in held.values() for end in ends for x in _of_turn(end))
    found += [Remark("singular", f"connection {name!r}: {said}") for name, said in dependences(connections)]
    return [remark for remark in found if remark.name not in quiet]


def _place(point: Point) -> np.ndarray:
    return np.asarray(value_of(point.X.p), dtype=float)


def _points_of(connections: Iterable[Connection]) -> dict[str, list[Point]]:
    """The points at which connections hold bodies, by body."""
    found: dict[str, list[Point]] = {}
    for connection in connections:
        for end in connection.ends:
            if isinstance(end, Point):
                found.setdefault(end.body.name, []).append(end)
    return found


def _of_body(body: Body, points: list[Point], extent: float, falls: bool) -> Iterator[Remark]:
    label = f"body {body.name!r}"
    if not points:
        ends = "it falls freely" if falls else "it moves freely"
        yield Remark("unheld", f"{label}: no connection holds it; {ends}.")
    mass = float(value_of(body.mass))
    inertia = np.asarray(value_of(body.inertia), dtype=float)
    if mass == 0.0:
        yield Remark("massless", f"{label}: has no mass; its motion must follow from its connections.")
        return
    com = np.asarray(value_of(body.com), dtype=float)
    places = [_place(p) for p in (*points, *body.points.values())]
    size = max([float(np.linalg.norm(p - com)) for p in places], default=0.0)
    radius = float(np.sqrt(max(0.0, np.linalg.eigvalsh(inertia)[-1]) / mass))
    whole = max(size, extent)
    if whole > 0.0 and radius > GYRATION_FACTOR * whole:
        yield Remark(
            "gyration",
            f"{label}: its radius of gyration is {radius:.3g} m, but all points of body and model lie within "
            f"{whole:.3g} m. Is the inertia in kg·m² and about the centre of mass?",
        )
    if size > 0.0 and 0.0 < radius < size / (GYRATION_FACTOR * GYRATION_FACTOR):
        yield Remark(
            "gyration",
            f"{label}: its radius of gyration is {radius:.3g} m, but its points lie up to {size:.3g} m from the centre "
            "of mass. Is the inertia in kg·m², and the places in m?",
        )


def _of_turn(point: Point) -> Iterator[Remark]:
    """A frame that is turned about one axis by so many radians as people give degrees: 90 is 14 turns and 117°."""
    R = np.asarray(value_of(point.X.R), dtype=float)
    for k, axis in enumerate("xyz"):
        if R[k, k] != 1.0:
            continue
        a, b = (k + 1) % 3, (k + 2) % 3
        turns = np.concatenate([MORE_THAN_A_TURN, -MORE_THAN_A_TURN])
        off = np.hypot(np.cos(turns) - R[a, a], np.sin(turns) - R[b, a])
        if off.min() < SAME_TURN:
            angle = turns[int(np.argmin(off))]
            said = f"{point.label} is turned by {angle:g} rad about {axis}. Are these degrees?"
            yield Remark("degrees", f"{said} Write np.radians({angle:g}).")


def _of_gravity(g: float) -> Iterator[Remark]:
    if g > STRONG_GRAVITY:
        said = f"gravity is {g:g} m/s², {g / EARTH:.3g} times that of the Earth."
        yield Remark("gravity", f"{said} Is it in mm/s²? Lengths are in m; give (0, 0, -9.81).")


def _doubts(label: str, element: Element) -> Iterator[Remark]:
    """What elements say of their own values, with those inside them."""
    for name, said in element.doubts:
        yield Remark(name, f"{label}: {element.kind}: {said}")
    for inner in elements_in(element.values.values()):
        yield from _doubts(label, inner)


def _extent(nodes: np.ndarray) -> float:
    """The longest edge of the box around some points; none of no points."""
    return float((nodes.max(axis=0) - nodes.min(axis=0)).max()) if len(nodes) else 0.0


def _of_elastic(body: Body, g: float) -> Iterator[Remark]:
    """A modal body that its own weight folds, or that is damped beyond all swinging: by g/ω², and by D v = λ K v."""
    data = None if body.elastic is None else body.elastic.data
    if data is None or not len(data.frequencies):
        return
    first, size = float(min(data.frequencies)), _extent(data.nodes)
    if 0.0 < SAG * size * first**2 < g:
        yield Remark(
            "modulus",
            f"body {body.name!r}: its first frequency is {first:.3g} rad/s, so that its weight bends it by about "
            f"{g / first**2:.2g} m, and it is {size:.3g} m long. Is its Young's modulus in Pa? Steel has 210e9.",
        )
    if not np.any(data.damping) or np.linalg.eigvalsh(data.stiffness)[0] <= 0.0:
        return
    rates = np.linalg.eigvals(np.linalg.solve(data.stiffness, data.damping)).real
    ratio = 0.5 * float(rates.max()) * first
    if ratio >= OVERDAMPED:
        yield Remark(
            "damping",
            f"body {body.name!r}: the damping ratio of its first mode is {ratio:.3g}, and from 1 on nothing swings. "
            "Metals have 0.001 to 0.02, timber and bolted joints up to 0.1. Is it in per cent?",
        )


def _of_connection(connection: Connection, known: dict[int, float | None]) -> Iterator[Remark]:
    element = connection.element
    if not isinstance(element, Force):
        return
    if id(element) not in known:
        known[id(element)] = _fed(element)
    fed = known[id(element)]
    if fed is not None:
        yield Remark(
            "feeding",
            f"connection {connection.name!r}: {element.kind}.law pushes the faster, the faster it moves: "
            f"{fed:.3g} W at a rate of 1. It feeds energy into the model; is the sign of its damping right?",
        )


def _fed(force: Force) -> float | None:
    """The power at unit rate of a law that gives energy at all rates; None where it does not, or where a source may.

    What is even in the rate is elastic; F(ε, ε̇) − F(ε, −ε̇) along ε̇ is what damping does.
    """
    if force.form != "law" or force.states or force.unknowns or force.inputs:
        return None
    known = law_symbols(force)
    law = array(call_law(force, "law", known)).ravel()
    e, e_dot = (array(known[name]).ravel() for name in ("e", "e_dot"))
    values: dict[Any, Any] = {p: p.value for p in parameters_in([law])}
    values |= {known["t"]: 0.0, **dict.fromkeys(e, 1.0)}
    roots, powers = [as_expr(x) for x in law], []
    for rate in TRIED_SPEEDS:
        sides = []
        for side in (1.0, -1.0):
            try:
                sides.append(np.array(evaluate(roots, {**values, **dict.fromkeys(e_dot, side * rate)}), dtype=float))
            except Exception:  # it reads more than this: nothing can be said
                return None
        powers.append(float((sides[0] - sides[1]).sum()) * 0.5 * rate)
    size = max(map(abs, powers))
    return powers[1] if np.isfinite(powers).all() and min(powers) > 1e-9 * max(1.0, size) else None

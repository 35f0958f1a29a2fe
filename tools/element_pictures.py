"""Small pictures of elements, drawn from the elements: what a joint does, how a signal runs, what a shape is.

Where an element has nothing to draw of its own, it gets the symbol of what it does: a spring, a contact, a bar.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from linkwork.contract import (
    Constraint,
    Contact,
    ContactSurface,
    Curve,
    Element,
    Force,
    Hinge,
    Joint,
    Load,
    Measure,
    Response,
    Section,
    Shape,
    Signal,
    SmoothSurface,
    value_of,
)
from linkwork.elements import Obstacle, TorusSurface
from linkwork.expr import array
from linkwork.views.primitives import facets_of
from linkwork.views.symbols import drawn_constraint, drawn_force

WIDE, HIGH, EDGE = 160.0, 120.0, 10.0
MOST_PIECES = 600
"""Polygons of a picture: more would make it large."""
BODY, LINE, COLOURS = "#c9d6df", "#37474f", ("#00897b", "#ef6c00", "#5e35b1", "#1e88e5", "#c62828", "#6d4c41")
SIDE = np.array([[np.cos(0.6), -np.sin(0.6), 0.0], [-0.45 * np.sin(0.6), -0.45 * np.cos(0.6), -0.9]])
"""Rows: to the right and down on the paper, of a place in space."""
TOWARDS = np.cross(SIDE[1], SIDE[0])
LIGHT = np.array([0.3, -0.5, 0.8])
GHOSTS = (0.4, 0.8)
"""How far a joint moves, in rad or in its own sizes."""
SIZES = ("diameter", "width", "height", "wall", "web", "flange")
BRICK = {"kind": "box", "size": (1.0, 0.24, 0.24), "position": (0.45, 0.0, 0.0)}
ZIGZAG = "M15 60 h25 l6 -14 l12 28 l12 -28 l12 28 l12 -28 l12 28 l6 -14 h33"
DOTS = '<circle cx="15" cy="60" r="5" fill="#37474f"/><circle cx="145" cy="60" r="5" fill="#37474f"/>'
SYMBOLS = {
    "spring": (ZIGZAG, DOTS),
    "damper": ("M15 60 h50 M65 42 v36 M105 36 h-58 v48 h58 M105 60 h40", DOTS),
    "spring-damper": ("M15 60 h20 v-28 h20 l5 -10 l10 20 l10 -20 l10 20 l10 -20 l5 10 h20 v28 h20 M35 60 v28 h40 "
                      "M75 76 v24 M105 72 h-46 v32 h46 M105 88 h20 v-28", DOTS),
    "torsion": ("M80 60 c6 -8 16 2 8 12 c-10 12 -30 2 -26 -16 c5 -22 38 -24 46 0 c8 28 -26 44 -48 28 M80 60 h60", ""),
    "actuator": ("M15 60 h25 M40 42 h60 v36 h-60 z M70 42 v36 M70 60 h75 M120 40 h22 m-7 -5 l8 5 l-8 5", DOTS),
    "muscle": ("M15 60 h22 C55 30 105 30 123 60 C105 90 55 90 37 60 M123 60 h22 M50 60 h60 M56 50 h48 M56 70 h48",
               DOTS),
    "contact": ("M10 95 h140 M20 95 l-8 10 M50 95 l-8 10 M80 95 l-8 10 M110 95 l-8 10 M140 95 l-8 10 "
                "M80 95 m-32 -32 a32 32 0 1 0 64 0 a32 32 0 1 0 -64 0 M80 92 v-36 m-5 8 l5 -9 l5 9", ""),
    "load": ("M35 85 h90 v20 h-90 z M80 80 v-60 M80 82 l-7 -12 M80 82 l7 -12", ""),
    "rotor": ("M30 60 h100 M80 60 m-16 0 a16 40 0 1 0 32 0 a16 40 0 1 0 -32 0", ""),
    "bar": ("M15 60 h130", DOTS),
    "line": ("M15 85 L60 40 L100 70 L145 30", DOTS.replace('cy="60"', 'cy="85"', 1).replace('cy="60"', 'cy="30"')),
    "guide": ("M20 90 L60 50 H150 L110 90 Z", '<circle cx="86" cy="69" r="6" fill="#37474f"/>'),
    "constraint": ("M60 80 v-50 M60 80 h50 M60 80 l-28 22 M70 72 v-50 M70 72 h50 M70 72 l-28 22", ""),
    "gears": ("M55 60 m-34 0 a34 34 0 1 0 68 0 a34 34 0 1 0 -68 0 M111 60 m-22 0 a22 22 0 1 0 44 0 a22 22 0 1 0 -44 0 "
              "M55 60 l20 -18 M111 60 l-14 12", ""),
    "measure": ("M15 35 v50 M145 35 v50 M20 60 h120 M20 60 l9 -5 M20 60 l9 5 M140 60 l-9 -5 M140 60 l-9 5", ""),
    "motor": ("M80 60 m-38 0 a38 38 0 1 0 76 0 a38 38 0 1 0 -76 0 M62 78 V44 L80 66 L98 44 V78", ""),
    "block": ("M10 60 h35 M45 35 h70 v50 h-70 z M115 60 h35 m-9 -6 l9 6 l-9 6 M55 75 h15 l12 -28 h22", ""),
    "series": ("M15 60 h10 l5 -12 l10 24 l10 -24 l10 24 l5 -12 h20 M85 44 v32 M115 44 h-38 v32 h38 M115 60 h30", DOTS),
    "touching": ("M48 60 m-34 0 a34 24 0 1 0 68 0 a34 24 0 1 0 -68 0 "
                 "M114 60 m-32 0 a32 42 0 1 0 64 0 a32 42 0 1 0 -64 0",
                 '<circle cx="82" cy="60" r="5" fill="#c62828"/>'),
    "rolling": ("M10 100 h140 M80 68 m-32 0 a32 32 0 1 0 64 0 a32 32 0 1 0 -64 0 M50 30 A50 50 0 0 1 118 38 m-1 -12 "
                "l2 13 l-13 1", '<circle cx="80" cy="100" r="5" fill="#c62828"/>'),
    "on line": ("M15 100 L145 20", '<circle cx="86" cy="56" r="7" fill="#c62828"/>'),
    "on curve": ("M15 95 C45 -20 95 140 145 25", '<circle cx="80" cy="60" r="7" fill="#c62828"/>'),
    "parallel": ("M45 100 v-75 m-6 11 l6 -11 l6 11 M115 100 v-75 m-6 11 l6 -11 l6 11", ""),
    "perpendicular": ("M50 95 v-75 m-6 11 l6 -11 l6 11 M50 95 h85 m-11 -6 l11 6 l-11 6 M50 80 h15 v15", ""),
    "section": ("M45 70 C30 15 120 5 120 50 C140 110 60 115 45 70 Z M65 62 h36 M83 45 v36", ""),
    "angle": ("M20 95 h120 M20 95 L115 25 M95 95 A75 75 0 0 0 80 51", ""),
}  # fmt: skip
"""Lines, and what is filled."""
OWN = {
    "block": "PID",
    "motor": "DCMotor PositionServo",
    "series": "Maxwell Zener",
    "spring": "ImplicitForce ImplicitFormula",
    "bar": "Beam ExactBeamElement SphereBeamContact Bar SubmergedRod BeamDeformation BeamStrain ExactBeam",
    "line": "LineDistance Cable",
    "torsion": "AppliedMoment",
    "touching": "CurveOnCurve SurfaceOnSurface RollingSurfaces RollingCurves OutlineSurface",
    "rolling": "RollingSphere RollingDisc DiscOnPlane",
    "on line": "PointOnLine SlidingJoint PinInSlot",
    "on curve": "PointOnCurve",
    "parallel": "ParallelAxes SameOrientation",
    "perpendicular": "PerpendicularAxes",
    "contact": "ContactGroup",
    "rotor": "Wheel",
    "section": "GeneralSection StiffnessSection",
}
"""Symbols of elements that say more than what follows from what they do."""


def svg(inner: str) -> str:
    """A picture."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE:g} {HIGH:g}">{inner}</svg>\n'


def stroke(path: str, colour: str = LINE, width: float = 3.0) -> str:
    """A line."""
    ends = 'stroke-linecap="round" stroke-linejoin="round"'
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width:g}" {ends}/>'


def symbol(name: str) -> str:
    """The picture of what an element does."""
    lines, filled = SYMBOLS[name]
    return svg(stroke(lines) + filled)


def placed(groups: Sequence[np.ndarray]) -> list[np.ndarray]:
    """Places on paper (each n × 2), scaled to fill the picture."""
    points = np.vstack(groups)
    low, high = points.min(axis=0), points.max(axis=0)
    scale = min((size - 2 * EDGE) / max(span, 1e-9) for size, span in zip((WIDE, HIGH), high - low, strict=True))
    return [(g - (low + high) / 2) * scale + np.array([WIDE, HIGH]) / 2 for g in groups]


def corners(points: np.ndarray) -> str:
    """Places as text."""
    return " ".join(f"{x:.0f},{y:.0f}" for x, y in points)


def way(points: np.ndarray) -> str:
    """A line through places on paper."""
    return "M" + " L".join(corners(points).split(" "))


def solid(pieces: list[tuple[np.ndarray, str]], line: np.ndarray | None = None) -> str | None:
    """Polygons in space with their colours, far ones first, and a line in front of them."""
    if not pieces or len(pieces) > MOST_PIECES:
        return None
    pieces = sorted(pieces, key=lambda piece: round(float(np.mean(piece[0] @ TOWARDS)), 6))
    flat = placed([p @ SIDE.T for p, _ in pieces] + ([line @ SIDE.T] if line is not None else []))
    shown = []
    for paper, (space, colour) in zip(flat, pieces, strict=False):
        normal = np.cross(space[1] - space[0], space[2] - space[0])
        size = float(np.linalg.norm(normal))
        lit = 0.55 + 0.45 * abs(float(normal @ LIGHT)) / size if size else 1.0
        shown.append(f'<polygon points="{corners(paper)}" fill="{colour}" fill-opacity="{min(lit, 1.0):.2f}"/>')
    front = stroke(way(flat[-1]), COLOURS[4]) if line is not None else ""
    return svg(f'<g stroke="{LINE}" stroke-width="0.6" stroke-linejoin="round">{"".join(shown)}</g>{front}')


def joint(hinge: Hinge) -> str | None:
    """A brick that the joint carries, at rest and moved along each of its coordinates, one colour for each."""
    values = Joint(hinge)
    rest = np.array(hinge.rest_values, dtype=float)
    poses, colours = [values.pose(rest)], [BODY]
    for k, name in enumerate(hinge.coordinates):
        for step in () if name == "e0" else GHOSTS if len(rest) < 3 else GHOSTS[1:]:
            q = rest.copy()
            q[k] += step
            if name in ("e1", "e2", "e3"):
                q[0], q[k] = np.cos(step / 2), np.sin(step / 2)
            poses.append(values.pose(q))
            colours.append(COLOURS[k % len(COLOURS)])
    brick = facets_of(BRICK, 0.0)
    return solid(
        [
            (piece @ np.asarray(R, dtype=float).T + np.asarray(p, dtype=float), colour)
            for (R, p), colour in zip(poses, colours, strict=True)
            for piece in brick
        ]
    )


def curve(places: np.ndarray) -> str:
    """A line on paper, in its own scale along each side."""
    low, high = places.min(axis=0), places.max(axis=0)
    span = np.where(high > low, high - low, 1.0)
    paper = EDGE + (places - low) / span * (np.array([WIDE, HIGH]) - 2 * EDGE)
    paper[:, 1] = HIGH - paper[:, 1] if high[1] > low[1] else HIGH / 2
    return svg(stroke("M10 10 V110 H150", "#b0bec5", 1.5) + stroke(way(paper), COLOURS[0]))


def graph(function: Callable[[float], Any], start: float, end: float) -> str:
    """A function of one number."""
    x = np.linspace(start, end, 61)
    return curve(np.column_stack([x, [float(np.ravel(value_of(array(function(float(v)))))[0]) for v in x]]))


def looks(found: Sequence[dict[str, Any]]) -> str | None:
    """Primitives of a shape."""
    known = ({key: value if isinstance(value, str) else value_of(value) for key, value in x.items()} for x in found)
    return solid([(piece, BODY) for look in known for piece in facets_of(look, 0.05)])


def obstacle(element: Obstacle) -> str | None:
    """An obstacle and a path that runs over it."""
    radii = np.array([float(value_of(r)) for r in getattr(element, "radii", (1.0, 1.0, 1.0))])
    name = element.kind
    look: dict[str, Any] = {"kind": "ellipsoid", "radii": radii}
    turn = np.linspace(np.pi, 0.0, 31)
    arc = np.column_stack([np.cos(turn), np.zeros(31), np.sin(turn)]) * radii
    if name == "WrapCylinder":
        look = {"kind": "cylinder", "radius": 1.0, "length": 3.0}
        arc = np.column_stack([np.cos(turn), -np.sin(turn), 0.5 - turn / np.pi])
    if name == "WrapCone":
        look = {"kind": "cone", "radius": 1.0, "length": 2.0}
        arc = np.column_stack([0.6 * np.cos(turn), -0.6 * np.sin(turn), np.full(31, 0.8)])
    if name == "WrapTorus":
        return surface(TorusSurface(1.0, 0.35))
    away = 0.9 * float(radii.max())
    first, last = arc[0] - [0.0, 0.0, away], arc[-1] - [0.0, 0.0, away]
    if name in ("WrapCylinder", "WrapCone"):
        first, last = arc[0] + [0.0, 1.0, 0.0], arc[-1] + [0.0, 1.0, 0.0]
    return solid([(piece, BODY) for piece in facets_of(look, 0.0)], np.vstack([first, arc, last]))


def section(element: Section) -> str | None:
    """The outline of a section, and its hole; None where it is not known."""
    sizes = {name: float(value_of(getattr(element, name))) for name in SIZES if hasattr(element, name)}
    wide, high = (sizes.get(name, sizes.get("diameter", 0.0)) for name in ("width", "height"))
    if not wide:
        return None
    scale = 100.0 / max(wide, high)
    b, h, wall = scale * wide, scale * high, scale * sizes.get("wall", 0.0)
    outlines = [(b, h), (b - 2 * wall, h - 2 * wall)] if wall else [(b, h)]
    path = "".join(map(disc if "diameter" in sizes else rectangle, *zip(*outlines, strict=True)))
    if "web" in sizes:
        t, side = scale * sizes["flange"], (b - scale * sizes["web"]) / 2
        path = (
            f"M{80 - b / 2:.0f} {60 - h / 2:.0f} h{b:.0f} v{t:.0f} h{-side:.0f} v{h - 2 * t:.0f} h{side:.0f} "
            f"v{t:.0f} h{-b:.0f} v{-t:.0f} h{side:.0f} v{2 * t - h:.0f} h{-side:.0f} z"
        )
    return svg(f'<path d="{path}" fill="{BODY}" fill-rule="evenodd" stroke="{LINE}" stroke-width="2"/>')


def rectangle(b: float, h: float) -> str:
    """A rectangle in the middle of the picture."""
    return f"M{80 - b / 2:.0f} {60 - h / 2:.0f} h{b:.0f} v{h:.0f} h{-b:.0f} z "


def disc(b: float, h: float) -> str:
    """A round one."""
    half = f"a{b / 2:.0f} {h / 2:.0f} 0 1 0"
    return f"M{80 - b / 2:.0f} 60 {half} {b:.0f} 0 {half} {-b:.0f} 0 z "


def surface(element: SmoothSurface) -> str | None:
    """A net over a smooth surface without an end, as far as one metre."""
    u = np.linspace(-0.5, 0.5, 13)
    net = np.array([[np.asarray(value_of(array(element.point(a, b))), dtype=float).ravel() for b in u] for a in u])
    return solid([
        (np.array([net[i, j], net[i + 1, j], net[i + 1, j + 1], net[i, j + 1]]), BODY)
        for i in range(12)
        for j in range(12)
    ])  # fmt: skip


def symbol_of(element: Element) -> str | None:
    """The symbol of an element that has nothing to draw of its own."""
    own = [name for name, kinds in OWN.items() if element.kind in kinds.split()]
    if own:
        return own[0]
    if isinstance(element, Force):
        found: str = drawn_force(element)[0]
        return {"mark": "constraint"}.get(found, found)
    if isinstance(element, Constraint):
        held: str = "gears" if element.on_coordinates else drawn_constraint(element)[0]
        return {"mark": "constraint"}.get(held, held)
    if isinstance(element, Measure):
        by_angle = set(element.units) == {"rad"}
        return "angle" if by_angle else "measure" if element.ends == 2 else "line"
    if isinstance(element, Contact):
        return "gears" if element.of_coordinates else "contact"
    return "load" if isinstance(element, Load) else None


def picture(element: Element) -> str | None:
    """The picture of an element by what it is; None where it has none."""
    if isinstance(element, Hinge):
        return joint(element)
    if isinstance(element, Signal):
        return graph(element.value, 0.0, 2.0)
    if isinstance(element, Response):
        return graph(element.value, 0.0, 0.1)
    if isinstance(element, Curve):
        s = np.linspace(0.0, 1.0, 61)
        places = np.array([np.asarray(value_of(array(element.point(float(x)))), dtype=float).ravel() for x in s])
        return svg(stroke(way(placed([places @ SIDE.T])[0]), COLOURS[0]))
    if isinstance(element, Section):
        return section(element)
    if isinstance(element, Shape):
        return looks(element.looks())
    if isinstance(element, Obstacle):
        return obstacle(element)
    if isinstance(element, ContactSurface):
        return looks(element.primitives()) or (surface(element) if isinstance(element, SmoothSurface) else None)
    return None

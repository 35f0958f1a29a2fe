r"""Capsules against boxes: the nearest points of a segment and a box.

The squared distance of the point $c + t d$ from a box is convex in t, and its derivative
$2\sum_i e_i(t) d_i$, with the excess $e_i = x_i - \mathrm{clamp}(x_i)$, is piecewise linear: Newton's method inside a
bracket ends after a few steps. A segment that enters the box is pushed out along the axis of least depth: one of three
faces, or of three edges crossed with it.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from ...kernels.loops import vectorised
from .contact_list import ContactList, add_contact
from .round_pairs import segments, sign3
from .surfaces import SurfaceTable
from .vectors import clamped, dot3, to_local, to_world, turned_to_local, turned_to_world

NEWTON_STEPS = 60
EDGE_FEATURES = 64
"""Features of edges begin here."""


@vectorised
def excess(x: float, h: float) -> float:
    """How far a coordinate lies beyond ±h."""
    return x - clamped(x, -h, h)


@vectorised
def nearest_on_segment(
    cx: float, cy: float, cz: float, dx: float, dy: float, dz: float, half: float, a: float, b: float, c: float
) -> float:
    """The t in [−half, l] at which c + t d is nearest to a box with half lengths a, b, c."""
    low, high = -half, half
    t = 0.0
    for iteration in range(NEWTON_STEPS):
        x, y, z = excess(cx + t * dx, a), excess(cy + t * dy, b), excess(cz + t * dz, c)
        slope = dot3(x, y, z, dx, dy, dz)
        if slope == 0.0:
            break
        if slope > 0.0:
            high = t
        else:
            low = t
        bend = (dx * dx if x != 0.0 else 0.0) + (dy * dy if y != 0.0 else 0.0) + (dz * dz if z != 0.0 else 0.0)
        new = t - slope / bend if bend > 0.0 else 0.5 * (low + high)
        if iteration > 20:
            new = 0.5 * (low + high)
        new = clamped(new, low, high)
        if abs(new - t) <= 1e-15 * half:
            t = new
            break
        t = new
    return t


@vectorised
def put_box_side(
    found: ContactList, place: Any, face: int, sign: float, x: float, y: float, z: float, h: float, r: float,
    margin: float, first: int, second: int, feature: int,
) -> None:  # fmt: skip
    """A contact of a sphere about a point, in axes of the box, with one of its faces."""
    height = sign * (x if face == 0 else (y if face == 1 else z)) - h
    gap = height - r
    if gap < margin:
        lx, ly, lz = (sign if face == 0 else 0.0), (sign if face == 1 else 0.0), (sign if face == 2 else 0.0)
        nx, ny, nz = turned_to_world(place[second], -lx, -ly, -lz)
        px, py, pz = to_world(place[second], x, y, z)
        out = r + 0.5 * gap
        add_contact(found, gap, px + out * nx, py + out * ny, pz + out * nz, nx, ny, nz, first, second, feature)


@vectorised
def cut_range(low: float, high: float, c: float, d: float, h: float) -> tuple[float, float]:
    """The part of [low, high] in which |c + t d| ≤ h; turned round where there is none."""
    if abs(d) < 1e-12:
        if abs(c) > h * (1.0 + 1e-12):
            return 1.0, -1.0
        return low, high
    one, two = (-h - c) / d, (h - c) / d
    return max(low, min(one, two)), min(high, max(one, two))


@vectorised
def segment_on_face(
    found: ContactList, place: Any, cx: float, cy: float, cz: float, dx: float, dy: float, dz: float,
    half: float, r: float, a: float, b: float, c: float, face: int, sign: float, margin: float, first: int, second: int,
) -> bool:  # fmt: skip
    """Contacts with the ends of the part of a segment above a face; False where no part is above it."""
    low, high = -half, half
    if face != 0:
        low, high = cut_range(low, high, cx, dx, a)
    if face != 1:
        low, high = cut_range(low, high, cy, dy, b)
    if face != 2:
        low, high = cut_range(low, high, cz, dz, c)
    if high < low:
        return False
    h = a if face == 0 else (b if face == 1 else c)
    number = 4 * face + (2 if sign > 0.0 else 0)
    x, y, z = cx + low * dx, cy + low * dy, cz + low * dz
    put_box_side(found, place, face, sign, x, y, z, h, r, margin, first, second, number)
    if high - low > 1e-6 * half:
        x, y, z = cx + high * dx, cy + high * dy, cz + high * dz
        put_box_side(found, place, face, sign, x, y, z, h, r, margin, first, second, number + 1)
    return True


@vectorised
def edge_depth(
    ax: float, ay: float, az: float, a: float, b: float, c: float, cx: float, cy: float, cz: float
) -> tuple[float, float]:
    """Depth of a segment in a box along an axis across it, and the sign of the way out; far where the axis vanishes."""
    size = sqrt(dot3(ax, ay, az, ax, ay, az))
    if size < 1e-6:
        return 1e300, 1.0
    along = dot3(ax, ay, az, cx, cy, cz) / size
    sign = 1.0 if along >= 0.0 else -1.0
    return (abs(ax) * a + abs(ay) * b + abs(az) * c) / size - abs(along), sign / size


@vectorised
def segment_in_box(
    found: ContactList, place: Any, cx: float, cy: float, cz: float, dx: float, dy: float, dz: float,
    half: float, r: float, a: float, b: float, c: float, margin: float, first: int, second: int,
) -> None:  # fmt: skip
    """Contacts of a segment that enters a box."""
    fx, fy, fz = a + abs(dx) * half - abs(cx), b + abs(dy) * half - abs(cy), c + abs(dz) * half - abs(cz)
    face = 0 if fx <= fy and fx <= fz else (1 if fy <= fz else 2)
    least = min(fx, min(fy, fz))
    ex, sx = edge_depth(0.0, -dz, dy, a, b, c, cx, cy, cz)
    ey, sy = edge_depth(dz, 0.0, -dx, a, b, c, cx, cy, cz)
    ez, sz = edge_depth(-dy, dx, 0.0, a, b, c, cx, cy, cz)
    depth = min(ex, min(ey, ez))
    if depth > least - 1e-9 * (a + b + c):
        sign = (1.0 if cx >= 0.0 else -1.0) if face == 0 else (
            (1.0 if cy >= 0.0 else -1.0) if face == 1 else (1.0 if cz >= 0.0 else -1.0)
        )  # fmt: skip
        segment_on_face(found, place, cx, cy, cz, dx, dy, dz, half, r, a, b, c, face, sign, margin, first, second)
        return
    axis = 0 if depth == ex else (1 if depth == ey else 2)
    s = sx if axis == 0 else (sy if axis == 1 else sz)
    nx = 0.0 if axis == 0 else (dz * s if axis == 1 else -dy * s)
    ny = -dz * s if axis == 0 else (0.0 if axis == 1 else dx * s)
    nz = dy * s if axis == 0 else (-dx * s if axis == 1 else 0.0)
    px = 0.0 if axis == 0 else (a if nx > 0.0 else -a)
    py = 0.0 if axis == 1 else (b if ny > 0.0 else -b)
    pz = 0.0 if axis == 2 else (c if nz > 0.0 else -c)
    edge = a if axis == 0 else (b if axis == 1 else c)
    ux, uy, uz = (1.0 if axis == 0 else 0.0), (1.0 if axis == 1 else 0.0), (1.0 if axis == 2 else 0.0)
    t, _ = segments(px - cx, py - cy, pz - cz, dx, dy, dz, ux, uy, uz, half, edge)
    gap = -depth - r
    wx, wy, wz = turned_to_world(place[second], -nx, -ny, -nz)
    x, y, z = to_world(place[second], cx + t * dx, cy + t * dy, cz + t * dz)
    out = r + 0.5 * gap
    add_contact(found, gap, x + out * wx, y + out * wy, z + out * wz, wx, wy, wz, first, second, EDGE_FEATURES + axis)


@vectorised
def capsule_box(found: ContactList, table: SurfaceTable, place: Any, margin: float, first: int, second: int) -> None:
    """Ends of the segment's part above a face, or its nearest point to an edge or corner."""
    p, r, half = place[first], table.size[first, 0], table.size[first, 1]
    a, b, c = table.size[second, 0], table.size[second, 1], table.size[second, 2]
    cx, cy, cz = to_local(place[second], p[9], p[10], p[11])
    dx, dy, dz = turned_to_local(place[second], p[2], p[5], p[8])
    t = nearest_on_segment(cx, cy, cz, dx, dy, dz, half, a, b, c)
    x, y, z = cx + t * dx, cy + t * dy, cz + t * dz
    ex, ey, ez = excess(x, a), excess(y, b), excess(z, c)
    size = sqrt(dot3(ex, ey, ez, ex, ey, ez))
    if size - r >= margin:
        return
    if size < 1e-12 * (a + b + c):
        segment_in_box(found, place, cx, cy, cz, dx, dy, dz, half, r, a, b, c, margin, first, second)
        return
    face = 0 if abs(ex) > 0.999 * size else (1 if abs(ey) > 0.999 * size else (2 if abs(ez) > 0.999 * size else 3))
    if face < 3:
        sign = 1.0 if ex + ey + ez > 0.0 else -1.0
        if segment_on_face(found, place, cx, cy, cz, dx, dy, dz, half, r, a, b, c, face, sign, margin, first, second):
            return
    gap = size - r
    nx, ny, nz = turned_to_world(place[second], -ex / size, -ey / size, -ez / size)
    wx, wy, wz = to_world(place[second], x, y, z)
    out = r + 0.5 * gap
    feature = 32 + 9 * sign3(ex) + 3 * sign3(ey) + sign3(ez)
    add_contact(found, gap, wx + out * nx, wy + out * ny, wz + out * nz, nx, ny, nz, first, second, feature)

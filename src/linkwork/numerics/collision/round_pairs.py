r"""Spheres and capsules against each other and against boxes: nearest points of cores, less their radii.

A sphere is a point with a radius, a capsule a segment with one. With nearest points $c_1, c_2$ of the cores,
$g = |c_2 - c_1| - r_1 - r_2$ and $n = (c_2 - c_1)/|c_2 - c_1|$.
"""

from __future__ import annotations

from typing import Any

from ...kernels.loops import vectorised
from .contact_list import ContactList, add_contact
from .surfaces import SurfaceTable
from .vectors import clamped, cross3, dot3, to_local, to_world, turned_to_world, unit3

PARALLEL_SINE = 1e-4
"""Segments whose angle has a squared sine below this touch with two ends."""


@vectorised
def put_round(
    found: ContactList,
    ax: float,
    ay: float,
    az: float,
    r_1: float,
    bx: float,
    by: float,
    bz: float,
    r_2: float,
    margin: float,
    first: int,
    second: int,
    feature: int,
) -> None:
    """A contact of two spheres about a and b, where their gap is below the margin."""
    nx, ny, nz, size = unit3(bx - ax, by - ay, bz - az)
    gap = size - r_1 - r_2
    if gap < margin:
        out = r_1 + 0.5 * gap
        add_contact(found, gap, ax + out * nx, ay + out * ny, az + out * nz, nx, ny, nz, first, second, feature)


@vectorised
def sphere_sphere(found: ContactList, table: SurfaceTable, place: Any, margin: float, first: int, second: int) -> None:
    """Centre against centre."""
    a, b = place[first], place[second]
    r, s = table.size[first, 0], table.size[second, 0]
    put_round(found, a[9], a[10], a[11], r, b[9], b[10], b[11], s, margin, first, second, 0)


@vectorised
def sphere_capsule(found: ContactList, table: SurfaceTable, place: Any, margin: float, first: int, second: int) -> None:
    """Centre against the nearest point of the segment."""
    a, half = place[first], table.size[second, 1]
    _, _, z = to_local(place[second], a[9], a[10], a[11])
    bx, by, bz = to_world(place[second], 0.0, 0.0, clamped(z, -half, half))
    r, s = table.size[first, 0], table.size[second, 0]
    put_round(found, a[9], a[10], a[11], r, bx, by, bz, s, margin, first, second, 0)


@vectorised
def segments(
    dx: float, dy: float, dz: float, ax: float, ay: float, az: float, bx: float, by: float, bz: float,
    half_1: float, half_2: float,
) -> tuple[float, float]:  # fmt: skip
    """Parameters |s| ≤ half_1, |t| ≤ half_2 of the nearest points s a and d + t b, with unit vectors a and b."""
    across, da, db = dot3(ax, ay, az, bx, by, bz), dot3(dx, dy, dz, ax, ay, az), dot3(dx, dy, dz, bx, by, bz)
    left = 1.0 - across * across
    s = clamped((da - across * db) / left, -half_1, half_1) if left > 1e-14 else clamped(da, -half_1, half_1)
    t = s * across - db
    if t > half_2 or t < -half_2:
        t = clamped(t, -half_2, half_2)
        s = clamped(t * across + da, -half_1, half_1)
    return s, t


@vectorised
def capsule_capsule(
    found: ContactList, table: SurfaceTable, place: Any, margin: float, first: int, second: int
) -> None:
    """Nearest points of the segments; both ends of their overlap where they are parallel."""
    a, b = place[first], place[second]
    r, half_1, radius, half_2 = table.size[first, 0], table.size[first, 1], table.size[second, 0], table.size[second, 1]
    dx, dy, dz = b[9] - a[9], b[10] - a[10], b[11] - a[11]
    cx, cy, cz = cross3(a[2], a[5], a[8], b[2], b[5], b[8])
    if dot3(cx, cy, cz, cx, cy, cz) < PARALLEL_SINE:
        across = dot3(a[2], a[5], a[8], b[2], b[5], b[8])
        middle = dot3(dx, dy, dz, a[2], a[5], a[8])
        low, high = max(-half_1, middle - half_2 * abs(across)), min(half_1, middle + half_2 * abs(across))
        if high > low:
            for k in range(2):
                s = high if k == 1 else low
                x, y, z = to_world(a, 0.0, 0.0, s)
                _, _, t = to_local(b, x, y, z)
                u, v, w = to_world(b, 0.0, 0.0, clamped(t, -half_2, half_2))
                put_round(found, x, y, z, r, u, v, w, radius, margin, first, second, 1 + k)
            return
    s, t = segments(dx, dy, dz, a[2], a[5], a[8], b[2], b[5], b[8], half_1, half_2)
    x, y, z = to_world(a, 0.0, 0.0, s)
    u, v, w = to_world(b, 0.0, 0.0, t)
    put_round(found, x, y, z, r, u, v, w, radius, margin, first, second, 0)


@vectorised
def point_in_box(x: float, y: float, z: float, a: float, b: float, c: float) -> tuple[float, float, float, float, int]:
    """Outward normal at the nearest point of a box, signed distance to it and which face, edge or corner that is."""
    ex, ey, ez = x - clamped(x, -a, a), y - clamped(y, -b, b), z - clamped(z, -c, c)
    if ex == 0.0 and ey == 0.0 and ez == 0.0:
        fx, fy, fz = a - abs(x), b - abs(y), c - abs(z)
        if fx <= fy and fx <= fz:
            return (1.0 if x > 0.0 else -1.0), 0.0, 0.0, -fx, (22 if x > 0.0 else 4)
        if fy <= fz:
            return 0.0, (1.0 if y > 0.0 else -1.0), 0.0, -fy, (16 if y > 0.0 else 10)
        return 0.0, 0.0, (1.0 if z > 0.0 else -1.0), -fz, (14 if z > 0.0 else 12)
    nx, ny, nz, size = unit3(ex, ey, ez)
    return nx, ny, nz, size, 9 * sign3(ex) + 3 * sign3(ey) + sign3(ez)


@vectorised
def sign3(x: float) -> int:
    """0, 1, 2 for negative, zero and positive numbers."""
    return 0 if x < 0.0 else (2 if x > 0.0 else 1)


@vectorised
def sphere_box(found: ContactList, table: SurfaceTable, place: Any, margin: float, first: int, second: int) -> None:
    """Centre against the nearest point of the box; inside, against the nearest face."""
    p, r = place[first], table.size[first, 0]
    x, y, z = to_local(place[second], p[9], p[10], p[11])
    lx, ly, lz, distance, feature = point_in_box(
        x, y, z, table.size[second, 0], table.size[second, 1], table.size[second, 2]
    )
    gap = distance - r
    if gap < margin:
        nx, ny, nz = turned_to_world(place[second], -lx, -ly, -lz)
        out = r + 0.5 * gap
        x, y, z = p[9] + out * nx, p[10] + out * ny, p[11] + out * nz
        add_contact(found, gap, x, y, z, nx, ny, nz, first, second, feature)

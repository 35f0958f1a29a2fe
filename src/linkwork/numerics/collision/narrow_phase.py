r"""From pairs of surfaces to contacts: one function for each pair of kinds.

Surfaces on planes, in closed form: all points of a surface that can be lowest.

With the plane's normal n and a point o of it, a point x has the gap $g = n\cdot(x - o)$. A box touches with corners, a
hull with vertices; a rim of radius r about the axis a is lowest at $c - r\,d$, d = the part of n across a made a unit
vector, and a cylinder that stands is carried by four points of its rim.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from ...kernels.loops import vectorised
from .box_box import box_box
from .capsule_box import capsule_box
from .contact_list import CollisionScratch, ContactList, add_contact
from .convex_pairs import convex_convex
from .round_pairs import capsule_capsule, sphere_box, sphere_capsule, sphere_sphere
from .surfaces import (
    HULL,
    PLANE,
    SPHERE,
    SURFACES_BOX,
    SURFACES_CAPSULE,
    SURFACES_CYLINDER,
    SURFACES_DISC,
    SurfaceTable,
)
from .vectors import cross3, dot3, to_world, turned_to_local, turned_to_world, unit3


@vectorised
def put_plane_point(
    found: ContactList,
    place: Any,
    r: float,
    x: float,
    y: float,
    z: float,
    margin: float,
    first: int,
    second: int,
    feature: int,
) -> None:
    """A contact of the plane with the sphere of radius r about a point, where its gap is below the margin."""
    nx, ny, nz = place[first, 2], place[first, 5], place[first, 8]
    height = dot3(nx, ny, nz, x - place[first, 9], y - place[first, 10], z - place[first, 11])
    gap = height - r
    if gap < margin:
        down = r + 0.5 * gap
        add_contact(found, gap, x - down * nx, y - down * ny, z - down * nz, nx, ny, nz, first, second, feature)


@vectorised
def plane_capsule(found: ContactList, table: SurfaceTable, place: Any, margin: float, first: int, second: int) -> None:
    """Both ends."""
    r, half = table.size[second, 0], table.size[second, 1]
    for k in range(2):
        x, y, z = to_world(place[second], 0.0, 0.0, half if k == 1 else -half)
        put_plane_point(found, place, r, x, y, z, margin, first, second, k)


@vectorised
def plane_box(found: ContactList, table: SurfaceTable, place: Any, margin: float, first: int, second: int) -> None:
    """Corners: number 4 i + 2 j + k has signs of x, y, z."""
    a, b, c = table.size[second, 0], table.size[second, 1], table.size[second, 2]
    for k in range(8):
        sx = a if k >= 4 else -a
        sy = b if (k // 2) % 2 == 1 else -b
        sz = c if k % 2 == 1 else -c
        x, y, z = to_world(place[second], sx, sy, sz)
        put_plane_point(found, place, 0.0, x, y, z, margin, first, second, k)


@vectorised
def plane_rim(
    found: ContactList, place: Any, r: float, at: float, margin: float, first: int, second: int, feature: int
) -> None:
    """Four points of a rim at height `at` of its axis: the lowest, and those a quarter turn on."""
    ax, ay, az = place[second, 2], place[second, 5], place[second, 8]
    nx, ny, nz = place[first, 2], place[first, 5], place[first, 8]
    along = dot3(ax, ay, az, nx, ny, nz)
    dx, dy, dz = along * ax - nx, along * ay - ny, along * az - nz
    across = sqrt(dot3(dx, dy, dz, dx, dy, dz))
    if across < 1e-9:
        # It stands: no point is lowest, so points of the body itself are taken.
        dx, dy, dz = place[second, 0], place[second, 3], place[second, 6]
    else:
        dx, dy, dz = dx / across, dy / across, dz / across
    ex, ey, ez = cross3(ax, ay, az, dx, dy, dz)
    cx, cy, cz = to_world(place[second], 0.0, 0.0, at)
    put_plane_point(found, place, 0.0, cx + r * dx, cy + r * dy, cz + r * dz, margin, first, second, feature)
    put_plane_point(found, place, 0.0, cx + r * ex, cy + r * ey, cz + r * ez, margin, first, second, feature + 1)
    put_plane_point(found, place, 0.0, cx - r * dx, cy - r * dy, cz - r * dz, margin, first, second, feature + 2)
    put_plane_point(found, place, 0.0, cx - r * ex, cy - r * ey, cz - r * ez, margin, first, second, feature + 3)


@vectorised
def plane_hull(found: ContactList, table: SurfaceTable, place: Any, margin: float, first: int, second: int) -> None:
    """Vertices."""
    start = table.first[second]
    for k in range(start, table.first[second + 1]):
        x, y, z = to_world(place[second], table.vertices[k, 0], table.vertices[k, 1], table.vertices[k, 2])
        put_plane_point(found, place, 0.0, x, y, z, margin, first, second, k - start)


@vectorised
def plane_ellipsoid(
    found: ContactList, table: SurfaceTable, place: Any, margin: float, first: int, second: int
) -> None:
    """The lowest point, −A² n/|A n| in axes of the ellipsoid with A = diag(a, b, c)."""
    a, b, c = table.size[second, 0], table.size[second, 1], table.size[second, 2]
    nx, ny, nz = turned_to_local(place[second], place[first, 2], place[first, 5], place[first, 8])
    ux, uy, uz, _ = unit3(a * nx, b * ny, c * nz)
    x, y, z = turned_to_world(place[second], -a * ux, -b * uy, -c * uz)
    x, y, z = x + place[second, 9], y + place[second, 10], z + place[second, 11]
    put_plane_point(found, place, 0.0, x, y, z, margin, first, second, 0)


@vectorised
def touch_plane(
    found: ContactList, table: SurfaceTable, place: Any, margin: float, first: int, second: int, kind: int
) -> None:
    """Contacts of a plane with a surface of a kind."""
    r, half = table.size[second, 0], table.size[second, 1]
    if kind == SPHERE:
        at = place[second]
        put_plane_point(found, place, r, at[9], at[10], at[11], margin, first, second, 0)
    elif kind == SURFACES_CAPSULE:
        plane_capsule(found, table, place, margin, first, second)
    elif kind == SURFACES_BOX:
        plane_box(found, table, place, margin, first, second)
    elif kind == SURFACES_CYLINDER:
        plane_rim(found, place, r, -half, margin, first, second, 0)
        plane_rim(found, place, r, half, margin, first, second, 4)
    elif kind == SURFACES_DISC:
        plane_rim(found, place, r, 0.0, margin, first, second, 0)
    elif kind == HULL:
        plane_hull(found, table, place, margin, first, second)
    else:
        plane_ellipsoid(found, table, place, margin, first, second)


@vectorised
def touch_surfaces(
    found: ContactList,
    table: SurfaceTable,
    place: Any,
    scratch: CollisionScratch,
    margin: float,
    first: int,
    second: int,
) -> None:
    """Contacts of two surfaces, the lower kind first, with gaps below the margin."""
    one, two = table.kind[first], table.kind[second]
    if one == PLANE:
        touch_plane(found, table, place, margin, first, second, two)
    elif two > SURFACES_BOX:
        convex_convex(found, table, place, scratch, margin, first, second)
    elif one == SPHERE:
        if two == SPHERE:
            sphere_sphere(found, table, place, margin, first, second)
        elif two == SURFACES_CAPSULE:
            sphere_capsule(found, table, place, margin, first, second)
        else:
            sphere_box(found, table, place, margin, first, second)
    elif one == SURFACES_CAPSULE:
        if two == SURFACES_CAPSULE:
            capsule_capsule(found, table, place, margin, first, second)
        else:
            capsule_box(found, table, place, margin, first, second)
    else:
        box_box(found, table, place, scratch, margin, first, second)


@vectorised
def touch_pairs(
    found: ContactList,
    table: SurfaceTable,
    place: Any,
    scratch: CollisionScratch,
    pairs: Any,
    count: int,
    room: Any,
) -> None:
    """Contacts of the first `count` pairs, in their order, with gaps below the room that both surfaces have."""
    found.count[0], found.count[1] = 0, 0
    for k in range(count):
        first, second = pairs[k, 0], pairs[k, 1]
        touch_surfaces(found, table, place, scratch, room[first] + room[second], first, second)

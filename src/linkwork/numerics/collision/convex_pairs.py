r"""Any two convex surfaces: nearest points or least overlap, then all corners of the common part of two flat sides.

The normal n comes from `gjk` where cores are apart and from `epa` where they overlap. Corners of each surface that are
nearly farthest along n are its side: a polygon, an edge or a point. Where both have more than a point, one side is cut
by the other, as faces of boxes are.
"""

from __future__ import annotations

from math import cos, sin, sqrt
from typing import Any

from ...kernels.loops import vectorised
from .contact_list import POLYGON, CollisionScratch, ContactList, add_contact
from .epa import depth_of_cores, face_weights
from .gjk import distance_of_cores
from .polygon_cut import cut_polygon, keep_four
from .support import core_radius, support_point
from .surfaces import HULL, SURFACES_BOX, SURFACES_CAPSULE, SURFACES_CYLINDER, SURFACES_DISC, SurfaceTable
from .vectors import cross3, dot3, to_world

FLAT = 1e-3
"""Corners within this part of a surface's size of its farthest one, along the normal, belong to its side."""
RIM_POINTS = 8
"""Corners that stand for the rim of a cylinder or disc that lies flat."""
LARGEST_SIDE = 32
"""Corners of a side that are taken."""
CUT_LABELS = 64
"""Labels of corners that a side's own corners have; those of cuts follow."""


@vectorised
def put_corner(
    scratch: CollisionScratch, side: int, count: int, far: float, tolerance: float,
    x: float, y: float, z: float, n: Any, label: int,
) -> int:  # fmt: skip
    """Appends a corner in axes (t, s, n) of the contact where it belongs to the side; how many there are."""
    height = dot3(x, y, z, n[6], n[7], n[8])
    if abs(height - far) > tolerance or count >= LARGEST_SIDE:
        return count
    corner = scratch.polygon[side, count]
    corner[0], corner[1], corner[2] = dot3(x, y, z, n[0], n[1], n[2]), dot3(x, y, z, n[3], n[4], n[5]), height
    scratch.label[side, count] = label
    return count + 1


@vectorised
def find_side(
    table: SurfaceTable, place: Any, scratch: CollisionScratch, s: int, side: int, sign: float, n: Any
) -> int:
    """Corners of the side of a surface that looks along sign · n, into the memory of polygons; how many."""
    kind, size, at = table.kind[s], table.size[s], place[s]
    fx, fy, fz = support_point(table, place, s, sign * n[6], sign * n[7], sign * n[8])
    far = dot3(fx, fy, fz, n[6], n[7], n[8])
    tolerance = FLAT * (size[0] + size[1] + size[2])
    count = 0
    if kind == SURFACES_BOX:
        for k in range(8):
            a, b = (size[0] if k >= 4 else -size[0]), (size[1] if (k // 2) % 2 == 1 else -size[1])
            x, y, z = to_world(at, a, b, size[2] if k % 2 == 1 else -size[2])
            count = put_corner(scratch, side, count, far, tolerance, x, y, z, n, k)
    elif kind == SURFACES_CAPSULE:
        for k in range(2):
            x, y, z = to_world(at, 0.0, 0.0, size[1] if k == 1 else -size[1])
            count = put_corner(scratch, side, count, far, tolerance, x, y, z, n, k)
    elif kind in (SURFACES_CYLINDER, SURFACES_DISC):
        count = find_round_side(table, place, scratch, s, side, sign, n, far)
    elif kind == HULL:
        first = table.first[s]
        reach = 0.0
        for k in range(first, table.first[s + 1]):
            reach = max(reach, abs(table.vertices[k, 0]) + abs(table.vertices[k, 1]) + abs(table.vertices[k, 2]))
        for k in range(first, table.first[s + 1]):
            x, y, z = to_world(at, table.vertices[k, 0], table.vertices[k, 1], table.vertices[k, 2])
            count = put_corner(scratch, side, count, far, FLAT * reach, x, y, z, n, k - first)
    if count > 2:
        sort_corners(scratch, side, count)
    return count


@vectorised
def find_round_side(
    table: SurfaceTable, place: Any, scratch: CollisionScratch, s: int, side: int, sign: float, n: Any, far: float
) -> int:
    """The rim of a cylinder or disc that lies flat, or the line along which a cylinder's mantle touches."""
    size, at = table.size[s], place[s]
    along = sign * (at[2] * n[6] + at[5] * n[7] + at[8] * n[8])
    half = size[1] if table.kind[s] == SURFACES_CYLINDER else 0.0
    tolerance = FLAT * (size[0] + half)
    count = 0
    if size[0] * sqrt(max(0.0, 1.0 - along * along)) < 0.5 * tolerance:
        for k in range(RIM_POINTS):
            angle = 6.283185307179586 * float(k) / float(RIM_POINTS)
            x, y, z = to_world(at, size[0] * cos(angle), size[0] * sin(angle), half if along > 0.0 else -half)
            count = put_corner(scratch, side, count, far, tolerance, x, y, z, n, k)
    elif half * abs(along) < 0.5 * tolerance and half > 0.0:
        # The line is that of the farthest point of the mantle.
        dx, dy, dz = sign * n[6] - along * at[2], sign * n[7] - along * at[5], sign * n[8] - along * at[8]
        scale = size[0] / sqrt(dot3(dx, dy, dz, dx, dy, dz))
        for k in range(2):
            x, y, z = to_world(at, 0.0, 0.0, half if k == 1 else -half)
            count = put_corner(
                scratch, side, count, far, tolerance, x + scale * dx, y + scale * dy, z + scale * dz, n, k
            )  # fmt: skip
    return count


@vectorised
def sort_corners(scratch: CollisionScratch, side: int, count: int) -> None:
    """Brings the corners of a convex side into their order around it."""
    polygon, label = scratch.polygon, scratch.label
    x, y = 0.0, 0.0
    for k in range(count):
        x += polygon[side, k, 0] / float(count)
        y += polygon[side, k, 1] / float(count)
    for k in range(1, count):
        j = k
        while j > 0 and turn_of(polygon[side, j], x, y) < turn_of(polygon[side, j - 1], x, y):
            for c in range(3):
                polygon[side, j, c], polygon[side, j - 1, c] = polygon[side, j - 1, c], polygon[side, j, c]
            label[side, j], label[side, j - 1] = label[side, j - 1], label[side, j]
            j -= 1


@vectorised
def turn_of(corner: Any, x: float, y: float) -> float:
    """A number that grows with the angle around a point, from 0 to 4."""
    dx, dy = corner[0] - x, corner[1] - y
    size = abs(dx) + abs(dy)
    if size == 0.0:
        return 0.0
    part = dx / size
    return 1.0 - part if dy >= 0.0 else 3.0 + part


@vectorised
def cut_side(scratch: CollisionScratch, cutter: Any, corners: int, count: int) -> tuple[int, int]:
    """(side of the memory, corners) of what the half planes of another side leave of polygon 0."""
    at = 0
    for k in range(corners):
        j = k + 1 if k + 1 < corners else 0
        dx, dy = cutter[j, 0] - cutter[k, 0], cutter[j, 1] - cutter[k, 1]
        if corners == 2:
            # An edge cuts across its ends only.
            a, b, c = -dx, -dy, -dx * cutter[k, 0] - dy * cutter[k, 1]
        else:
            a, b, c = dy, -dx, dy * cutter[k, 0] - dx * cutter[k, 1]
        size = sqrt(a * a + b * b)
        if size > 0.0:
            room = 1e-9 * (abs(cutter[k, 0]) + abs(cutter[k, 1]))
            label = CUT_LABELS + 2 * k
            count = cut_polygon(scratch.polygon, scratch.label, at, count, a / size, b / size, c / size + room, label)
            at = 1 - at
    return at, count


@vectorised
def plane_of(cutter: Any, corners: int) -> tuple[float, float, float]:
    """Heights p + q x + r y over the axes of the contact, of a polygon's plane or along an edge."""
    if corners == 2:
        dx, dy = cutter[1, 0] - cutter[0, 0], cutter[1, 1] - cutter[0, 1]
        part = (cutter[1, 2] - cutter[0, 2]) / (dx * dx + dy * dy)
        q, r = part * dx, part * dy
        return cutter[0, 2] - q * cutter[0, 0] - r * cutter[0, 1], q, r
    nx, ny, nz = 0.0, 0.0, 0.0
    for k in range(1, corners - 1):
        a, b, c = cutter[0], cutter[k], cutter[k + 1]
        x, y, z = cross3(b[0] - a[0], b[1] - a[1], b[2] - a[2], c[0] - a[0], c[1] - a[1], c[2] - a[2])
        nx, ny, nz = nx + x, ny + y, nz + z
    q, r = -nx / nz, -ny / nz
    return cutter[0, 2] - q * cutter[0, 0] - r * cutter[0, 1], q, r


@vectorised
def put_sides(
    found: ContactList, scratch: CollisionScratch, at: int, count: int, p: float, q: float, r: float, sign: float,
    inside: float, margin: float, first: int, second: int, feature: int,
) -> None:  # fmt: skip
    """Contacts at the corners that are left of a side, with heights p + q x + r y of the other one."""
    n, start = scratch.frame, found.count[0]
    for k in range(count):
        x, y, z = scratch.polygon[at, k, 0], scratch.polygon[at, k, 1], scratch.polygon[at, k, 2]
        other = p + q * x + r * y
        gap = sign * (z - other) - inside
        is_new = True
        for j in range(k):
            dx, dy = scratch.polygon[at, j, 0] - x, scratch.polygon[at, j, 1] - y
            is_new = is_new and dx * dx + dy * dy > 1e-12 * (x * x + y * y)
        if gap < margin and is_new:
            # Half way between both surfaces, radii around cores included.
            middle = 0.5 * (z + other) + 0.5 * (scratch.radii[0] - scratch.radii[1])
            add_contact(
                found,
                gap,
                x * n[0] + y * n[3] + middle * n[6],
                x * n[1] + y * n[4] + middle * n[7],
                x * n[2] + y * n[5] + middle * n[8],
                n[6],
                n[7],
                n[8],
                first,
                second,
                feature + scratch.label[at, k],
            )
    keep_four(found, start, FLAT * 0.1)


@vectorised
def set_frame(frame: Any, nx: float, ny: float, nz: float) -> None:
    """Two tangents and the normal of the contact."""
    if abs(nx) < 0.57735:
        size = 1.0 / sqrt(ny * ny + nz * nz)
        tx, ty, tz = 0.0, nz * size, -ny * size
    else:
        size = 1.0 / sqrt(nx * nx + ny * ny)
        tx, ty, tz = ny * size, -nx * size, 0.0
    sx, sy, sz = cross3(nx, ny, nz, tx, ty, tz)
    frame[0], frame[1], frame[2] = tx, ty, tz
    frame[3], frame[4], frame[5] = sx, sy, sz
    frame[6], frame[7], frame[8] = nx, ny, nz


@vectorised
def touch_cores(
    table: SurfaceTable, place: Any, scratch: CollisionScratch, margin: float, first: int, second: int
) -> tuple[bool, float]:
    """(whether cores are near, their gap), with the frame and the two points in the memory."""
    simplex, weight, points = scratch.simplex, scratch.weight, scratch.points
    count, gap = distance_of_cores(table, place, first, second, simplex, weight)
    if gap - scratch.radii[0] - scratch.radii[1] >= margin:
        return False, gap
    for c in range(6):
        points[c] = 0.0
    if gap > 0.0:
        for k in range(count):
            for c in range(6):
                points[c] += weight[k] * simplex[k, 3 + c]
        nx, ny, nz = (points[3] - points[0]) / gap, (points[4] - points[1]) / gap, (points[5] - points[2]) / gap
        size = sqrt(dot3(nx, ny, nz, nx, ny, nz))
        set_frame(scratch.frame, nx / size, ny / size, nz / size)
        return True, gap
    face = depth_of_cores(table, place, first, second, scratch, count)
    if face < 0:
        return False, gap
    a, b, d = face_weights(scratch, face)
    for c in range(6):
        points[c] = (
            a * simplex[scratch.faces[face, 0], 3 + c]
            + b * simplex[scratch.faces[face, 1], 3 + c]
            + d * simplex[scratch.faces[face, 2], 3 + c]
        )
    n = scratch.normals[face]
    set_frame(scratch.frame, n[0], n[1], n[2])
    return True, -n[3]


@vectorised
def convex_convex(
    found: ContactList,
    table: SurfaceTable,
    place: Any,
    scratch: CollisionScratch,
    margin: float,
    first: int,
    second: int,
) -> None:
    """Contacts of two convex surfaces."""
    scratch.radii[0], scratch.radii[1] = core_radius(table, first), core_radius(table, second)
    is_near, gap = touch_cores(table, place, scratch, margin, first, second)
    if not is_near:
        return
    inside = scratch.radii[0] + scratch.radii[1]
    n, points = scratch.frame, scratch.points
    one = find_side(table, place, scratch, first, 1, 1.0, n)
    for k in range(one):
        for c in range(3):
            scratch.side[k, c] = scratch.polygon[1, k, c]
    two = find_side(table, place, scratch, second, 0, -1.0, n)
    if one > 1 and two > 1:
        before = found.count[0]
        if one > 2 or two == 2:
            p, q, r = plane_of(scratch.side, one)
            at, count = cut_side(scratch, scratch.side, one, two)
            put_sides(found, scratch, at, count, p, q, r, 1.0, inside, margin, first, second, 1)
        else:
            # The second side is the wider one: it cuts the edge of the first.
            swap_sides(scratch, one, two)
            p, q, r = plane_of(scratch.side, two)
            at, count = cut_side(scratch, scratch.side, two, one)
            put_sides(found, scratch, at, count, p, q, r, -1.0, inside, margin, first, second, 1 + 4 * CUT_LABELS)
        if found.count[0] > before:
            return
    out = 0.5 * (scratch.radii[0] - scratch.radii[1])
    add_contact(
        found,
        gap - inside,
        0.5 * (points[0] + points[3]) + out * n[6],
        0.5 * (points[1] + points[4]) + out * n[7],
        0.5 * (points[2] + points[5]) + out * n[8],
        n[6],
        n[7],
        n[8],
        first,
        second,
        0,
    )


@vectorised
def swap_sides(scratch: CollisionScratch, one: int, two: int) -> None:
    """The kept side (`one` corners) and polygon 0 (`two` corners) change places."""
    for k in range(min(max(one, two), POLYGON)):
        for c in range(3):
            scratch.side[k, c], scratch.polygon[0, k, c] = scratch.polygon[0, k, c], scratch.side[k, c]
        scratch.label[0, k] = k

r"""Boxes against boxes: the axis of least overlap, then faces cut by faces or the nearest points of two edges.

Two boxes with half lengths a, b are apart along a unit axis n by
$|n\cdot t| - \sum_i a_i |n\cdot A_i| - \sum_j b_j |n\cdot B_j|$; the largest value over three axes of each box and nine
products of edges is their gap, or less their depth. For an axis of a face, the face of the other box that looks at it
is cut by the sides of that face. Corners of what is left touch.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from ...kernels.loops import vectorised
from .contact_list import CollisionScratch, ContactList, add_contact
from .polygon_cut import cut_polygon, keep_four
from .round_pairs import segments
from .surfaces import SurfaceTable
from .vectors import to_world, turned_to_world

EVEN = 1e-3
"""Faces that overlap equally within this part of the boxes' size, and are parallel, are taken in a fixed order."""
ALONG_FACE = 0.99999
"""An axis of edges whose cosine to the best face is above this is that face's case."""
PARALLEL_FACES = 0.999
"""Faces whose normals have a larger cosine than this touch alike, whichever of them cuts."""
ON_SIDE = 1e-6
"""Corners that are outside of a face by less than this part of it are not."""
EDGE_PAIRS = 192
"""Features of edges begin here; below, 96 features for faces of each box as the one that cuts."""


@vectorised
def relate_boxes(rel: Any, first: Any, second: Any) -> None:
    """Axes and centre of the second box in the axes of the first."""
    for i in range(3):
        for j in range(3):
            x = first[i] * second[j] + first[3 + i] * second[3 + j] + first[6 + i] * second[6 + j]
            rel[3 * i + j], rel[12 + 3 * i + j] = x, abs(x)
        x, y, z = second[9] - first[9], second[10] - first[10], second[11] - first[11]
        rel[9 + i] = first[i] * x + first[3 + i] * y + first[6 + i] * z


@vectorised
def face_axes(rel: Any, a: Any, b: Any, margin: float) -> tuple[int, float, int, float]:
    """(axis of the first box, separation along it, axis of the second, separation); (−1, …) where they are apart."""
    one, best_one, two, best_two = 0, -1e300, 0, -1e300
    for i in range(3):
        reach = b[0] * rel[12 + 3 * i] + b[1] * rel[13 + 3 * i] + b[2] * rel[14 + 3 * i]
        gap = abs(rel[9 + i]) - a[i] - reach
        if gap > margin:
            return -1, gap, -1, gap
        if gap > best_one:
            one, best_one = i, gap
    for j in range(3):
        reach = a[0] * rel[12 + j] + a[1] * rel[15 + j] + a[2] * rel[18 + j]
        gap = abs(rel[9] * rel[j] + rel[10] * rel[3 + j] + rel[11] * rel[6 + j]) - b[j] - reach
        if gap > margin:
            return -1, gap, -1, gap
        if gap > best_two:
            two, best_two = j, gap
    return one, best_one, two, best_two


@vectorised
def edge_axes(rel: Any, a: Any, b: Any, axis: int, is_second: bool) -> tuple[int, float]:
    """(3 i + j, separation) along the best product of edges that is not the given face's own case."""
    best, largest = -1, -1e300
    for i in range(3):
        i1, i2 = (i + 1) % 3, (i + 2) % 3
        for j in range(3):
            size = 1.0 - rel[3 * i + j] * rel[3 * i + j]
            if size < 1e-6:
                continue
            scale = 1.0 / sqrt(size)
            j1, j2 = (j + 1) % 3, (j + 2) % 3
            # A_i × B_j in axes of the first box is (0, −R_2j, R_1j) in cyclic order; in those of the second, of R_i·.
            if is_second:
                along = 0.0 if axis == j else rel[3 * i + (j2 if axis == j1 else j1)] * scale
            else:
                along = 0.0 if axis == i else rel[3 * (i2 if axis == i1 else i1) + j] * scale
            if abs(along) > ALONG_FACE:
                continue
            reach = (
                a[i1] * rel[12 + 3 * i2 + j]
                + a[i2] * rel[12 + 3 * i1 + j]
                + b[j1] * rel[12 + 3 * i + j2]
                + b[j2] * rel[12 + 3 * i + j1]
            )
            gap = (abs(rel[9 + i2] * rel[3 * i1 + j] - rel[9 + i1] * rel[3 * i2 + j]) - reach) * scale
            if gap > largest:
                best, largest = 3 * i + j, gap
    return best, largest


@vectorised
def put_edges(
    found: ContactList, rel: Any, a: Any, b: Any, place: Any, pair: int, margin: float, first: int, second: int
) -> None:
    """The contact of edge i of the first box with edge j of the second, pair = 3 i + j."""
    i, j = pair // 3, pair % 3
    i1, i2 = (i + 1) % 3, (i + 2) % 3
    j1, j2 = (j + 1) % 3, (j + 2) % 3
    n1, n2 = -rel[3 * i2 + j], rel[3 * i1 + j]
    scale = 1.0 / sqrt(n1 * n1 + n2 * n2)
    if n1 * rel[9 + i1] + n2 * rel[9 + i2] < 0.0:
        scale = -scale
    n1, n2 = scale * n1, scale * n2
    # Corners that carry the edges: the first box's along n, the second's against it.
    c1, c2 = (a[i1] if n1 > 0.0 else -a[i1]), (a[i2] if n2 > 0.0 else -a[i2])
    m1 = n1 * rel[3 * i1 + j1] + n2 * rel[3 * i2 + j1]
    m2 = n1 * rel[3 * i1 + j2] + n2 * rel[3 * i2 + j2]
    e1, e2 = (-b[j1] if m1 > 0.0 else b[j1]), (-b[j2] if m2 > 0.0 else b[j2])
    d0 = rel[9 + i] + rel[3 * i + j1] * e1 + rel[3 * i + j2] * e2
    d1 = rel[9 + i1] + rel[3 * i1 + j1] * e1 + rel[3 * i1 + j2] * e2 - c1
    d2 = rel[9 + i2] + rel[3 * i2 + j1] * e1 + rel[3 * i2 + j2] * e2 - c2
    s, t = segments(d0, d1, d2, 1.0, 0.0, 0.0, rel[3 * i + j], rel[3 * i1 + j], rel[3 * i2 + j], a[i], b[j])
    gap = n1 * (d1 + t * rel[3 * i1 + j]) + n2 * (d2 + t * rel[3 * i2 + j])
    if gap >= margin:
        return
    x0, x1, x2 = s, c1 + 0.5 * gap * n1, c2 + 0.5 * gap * n2
    x = x0 if i == 0 else (x1 if i1 == 0 else x2)
    y = x0 if i == 1 else (x1 if i1 == 1 else x2)
    z = x0 if i == 2 else (x1 if i1 == 2 else x2)
    px, py, pz = to_world(place[first], x, y, z)
    x = 0.0 if i == 0 else (n1 if i1 == 0 else n2)
    y = 0.0 if i == 1 else (n1 if i1 == 1 else n2)
    z = 0.0 if i == 2 else (n1 if i1 == 2 else n2)
    nx, ny, nz = turned_to_world(place[first], x, y, z)
    one = 4 * i + (2 if c1 > 0.0 else 0) + (1 if c2 > 0.0 else 0)
    two = 4 * j + (2 if e1 > 0.0 else 0) + (1 if e2 > 0.0 else 0)
    add_contact(found, gap, px, py, pz, nx, ny, nz, first, second, EDGE_PAIRS + 12 * one + two)


@vectorised
def corner_bit(axis: int, x: float) -> int:
    """What a coordinate along an axis adds to the number of a corner, 4 i + 2 j + k with signs of x, y, z."""
    return (4 if axis == 0 else (2 if axis == 1 else 1)) if x > 0.0 else 0


@vectorised
def put_faces(
    found: ContactList, scratch: CollisionScratch, a: Any, b: Any, place: Any, axis: int, margin: float,
    first: int, second: int, is_second: bool,
) -> None:  # fmt: skip
    """Contacts of a face across `axis` of the box that cuts (half lengths a) with the other one's nearest face."""
    rel, polygon, label = scratch.relative, scratch.polygon, scratch.label
    cutter, other = first, second
    if is_second:
        cutter, other = second, first
    relate_boxes(rel, place[cutter], place[other])
    i1, i2 = (axis + 1) % 3, (axis + 2) % 3
    sign = 1.0 if rel[9 + axis] > 0.0 else -1.0
    # The other box's face that looks at the cutter most.
    j, best = 0, -1.0
    for k in range(3):
        if rel[12 + 3 * axis + k] > best:
            j, best = k, rel[12 + 3 * axis + k]
    j1, j2 = (j + 1) % 3, (j + 2) % 3
    up = -sign if rel[3 * axis + j] > 0.0 else sign
    for k in range(4):
        s1 = b[j1] if k == 1 or k == 2 else -b[j1]
        s2 = b[j2] if k >= 2 else -b[j2]
        s0 = up * b[j]
        for c in range(3):
            row = axis if c == 2 else (i1 if c == 0 else i2)
            x = rel[9 + row] + rel[3 * row + j] * s0 + rel[3 * row + j1] * s1 + rel[3 * row + j2] * s2
            polygon[0, k, c] = sign * x - a[axis] if c == 2 else x
        label[0, k] = corner_bit(j, s0) + corner_bit(j1, s1) + corner_bit(j2, s2)
    # Corners that lie on a side but for rounding are not cut, and keep their labels.
    u, v = a[i1] * (1.0 + ON_SIDE), a[i2] * (1.0 + ON_SIDE)
    count = cut_polygon(polygon, label, 0, 4, 1.0, 0.0, u, 8)
    count = cut_polygon(polygon, label, 1, count, 0.0, 1.0, v, 10)
    count = cut_polygon(polygon, label, 0, count, -1.0, 0.0, u, 12)
    count = cut_polygon(polygon, label, 1, count, 0.0, -1.0, v, 14)
    nx, ny, nz = sign * place[cutter, axis], sign * place[cutter, 3 + axis], sign * place[cutter, 6 + axis]
    start = found.count[0]
    feature = (96 if is_second else 0) + 16 * (2 * axis + (1 if sign > 0.0 else 0))
    for k in range(count):
        gap = polygon[0, k, 2]
        if gap < margin:
            x0 = sign * (a[axis] + 0.5 * gap)
            x1, x2 = polygon[0, k, 0], polygon[0, k, 1]
            x = x0 if axis == 0 else (x1 if i1 == 0 else x2)
            y = x0 if axis == 1 else (x1 if i1 == 1 else x2)
            z = x0 if axis == 2 else (x1 if i1 == 2 else x2)
            px, py, pz = to_world(place[cutter], x, y, z)
            back = -1.0 if is_second else 1.0
            add_contact(
                found, gap, px, py, pz, back * nx, back * ny, back * nz, first, second, feature + label[0, k]
            )  # fmt: skip
    keep_four(found, start, EVEN * (a[0] + a[1] + a[2]))


@vectorised
def box_box(
    found: ContactList,
    table: SurfaceTable,
    place: Any,
    scratch: CollisionScratch,
    margin: float,
    first: int,
    second: int,
) -> None:
    """Up to four corners of the common part of two faces, or one point of two edges."""
    rel, a, b = scratch.relative, table.size[first], table.size[second]
    relate_boxes(rel, place[first], place[second])
    one, gap_one, two, gap_two = face_axes(rel, a, b, margin)
    if one < 0:
        return
    is_parallel = rel[12 + 3 * one + two] > PARALLEL_FACES
    even = EVEN * (a[0] + a[1] + a[2]) if is_parallel else 0.0
    is_second = gap_two > gap_one + even
    pair, gap = edge_axes(rel, a, b, two if is_second else one, is_second)
    if pair >= 0 and gap > max(gap_one, gap_two) + 1e-12:
        if gap < margin:
            put_edges(found, rel, a, b, place, pair, margin, first, second)
        return
    if is_second:
        put_faces(found, scratch, b, a, place, two, margin, first, second, True)
    else:
        put_faces(found, scratch, a, b, place, one, margin, first, second, False)

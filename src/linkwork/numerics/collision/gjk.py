r"""The distance of convex surfaces, after Gilbert, Johnson and Keerthi.

The distance is that of the set of differences A − B from the origin. A simplex of support points moves towards the
origin: the point v nearest to it on the simplex gives the next direction −v, until the support point there is not
nearer.
"""

from __future__ import annotations

from typing import Any

from ...kernels.loops import vectorised
from .support import put_difference
from .surfaces import SurfaceTable
from .vectors import cross3, dot3

GJK_ITERATIONS = 200
CONVERGED = 1e-12
"""The part of the squared distance that one more support point may gain."""
TOUCHING = 1e-10
"""Distances below this part of the size of what is near are none: surfaces overlap."""


@vectorised
def nearest_on_edge(simplex: Any, weight: Any, i: int, j: int) -> float:
    """Weights of the point of an edge nearest to the origin; its squared distance."""
    a, b = simplex[i], simplex[j]
    dx, dy, dz = b[0] - a[0], b[1] - a[1], b[2] - a[2]
    length = dot3(dx, dy, dz, dx, dy, dz)
    t = -dot3(a[0], a[1], a[2], dx, dy, dz) / length if length > 0.0 else 0.0
    t = max(0.0, min(1.0, t))
    weight[i], weight[j] = 1.0 - t, t
    x, y, z = a[0] + t * dx, a[1] + t * dy, a[2] + t * dz
    return dot3(x, y, z, x, y, z)


@vectorised
def nearest_on_triangle(simplex: Any, weight: Any, i: int, j: int, k: int) -> float:
    """Weights of the point of a triangle nearest to the origin; its squared distance."""
    a, b, c = simplex[i], simplex[j], simplex[k]
    ux, uy, uz = b[0] - a[0], b[1] - a[1], b[2] - a[2]
    vx, vy, vz = c[0] - a[0], c[1] - a[1], c[2] - a[2]
    nx, ny, nz = cross3(ux, uy, uz, vx, vy, vz)
    area = dot3(nx, ny, nz, nx, ny, nz)
    if area > 0.0:
        px, py, pz = cross3(b[0], b[1], b[2], c[0], c[1], c[2])
        qx, qy, qz = cross3(c[0], c[1], c[2], a[0], a[1], a[2])
        s, t = dot3(px, py, pz, nx, ny, nz) / area, dot3(qx, qy, qz, nx, ny, nz) / area
        if s >= 0.0 and t >= 0.0 and s + t <= 1.0:
            weight[i], weight[j], weight[k] = s, t, 1.0 - s - t
            height = dot3(nx, ny, nz, a[0], a[1], a[2])
            return height * height / area
    # Outside of the triangle an edge is nearest.
    first = nearest_on_edge(simplex, weight, i, j)
    p, q = weight[i], weight[j]
    second = nearest_on_edge(simplex, weight, j, k)
    r, s = weight[j], weight[k]
    third = nearest_on_edge(simplex, weight, k, i)
    if first <= second and first <= third:
        weight[i], weight[j], weight[k] = p, q, 0.0
        return first
    if second <= third:
        weight[i], weight[j], weight[k] = 0.0, r, s
        return second
    weight[j] = 0.0
    return third


@vectorised
def is_beyond(simplex: Any, i: int, j: int, k: int, opposite: int) -> bool:
    """Whether the origin lies on the other side of a face than the fourth vertex."""
    a, b, c, d = simplex[i], simplex[j], simplex[k], simplex[opposite]
    nx, ny, nz = cross3(b[0] - a[0], b[1] - a[1], b[2] - a[2], c[0] - a[0], c[1] - a[1], c[2] - a[2])
    origin = -dot3(nx, ny, nz, a[0], a[1], a[2])
    other = dot3(nx, ny, nz, d[0] - a[0], d[1] - a[1], d[2] - a[2])
    return origin * other <= 0.0


@vectorised
def nearest_on_simplex(simplex: Any, weight: Any, count: int) -> float:
    """Weights of the point nearest to the origin; its squared distance, 0 inside of a tetrahedron."""
    if count == 1:
        weight[0] = 1.0
        return dot3(simplex[0, 0], simplex[0, 1], simplex[0, 2], simplex[0, 0], simplex[0, 1], simplex[0, 2])
    if count == 2:
        return nearest_on_edge(simplex, weight, 0, 1)
    if count == 3:
        return nearest_on_triangle(simplex, weight, 0, 1, 2)
    best, face = 1e300, -1
    for k in range(4):
        i, j, m = (k + 1) % 4, (k + 2) % 4, (k + 3) % 4
        if is_beyond(simplex, i, j, m, k):
            size = nearest_on_triangle(simplex, weight, i, j, m)
            if size < best:
                best, face = size, k
    if face < 0:
        return 0.0
    best = nearest_on_triangle(simplex, weight, (face + 1) % 4, (face + 2) % 4, (face + 3) % 4)
    weight[face] = 0.0
    return best


@vectorised
def drop_unused(simplex: Any, weight: Any, count: int) -> int:
    """Leaves the vertices that carry the nearest point; how many."""
    kept = 0
    for k in range(count):
        if weight[k] > 0.0:
            for c in range(9):
                simplex[kept, c] = simplex[k, c]
            weight[kept] = weight[k]
            kept += 1
    return kept


@vectorised
def distance_of_cores(
    table: SurfaceTable, place: Any, one: int, two: int, simplex: Any, weight: Any
) -> tuple[int, float]:
    """(vertices of the simplex, distance) of the cores of two surfaces; distance 0 where they overlap."""
    a, b = place[one], place[two]
    dx, dy, dz = b[9] - a[9], b[10] - a[10], b[11] - a[11]
    put_difference(table, place, one, two, dx, dy, dz, simplex[0])
    count, size = 1, 1e300
    for _ in range(GJK_ITERATIONS):
        size = nearest_on_simplex(simplex, weight, count)
        scale = 0.0
        for k in range(count):
            scale = max(
                scale, dot3(simplex[k, 0], simplex[k, 1], simplex[k, 2], simplex[k, 0], simplex[k, 1], simplex[k, 2])
            )
        if size <= TOUCHING * TOUCHING * scale:
            return count, 0.0
        count = drop_unused(simplex, weight, count)
        vx, vy, vz = 0.0, 0.0, 0.0
        for k in range(count):
            vx, vy, vz = (
                vx + weight[k] * simplex[k, 0],
                vy + weight[k] * simplex[k, 1],
                vz + weight[k] * simplex[k, 2],
            )
        size = dot3(vx, vy, vz, vx, vy, vz)
        reach = put_difference(table, place, one, two, -vx, -vy, -vz, simplex[count])
        if size + reach <= CONVERGED * size or count == 4 or has_vertex(simplex, count):
            break
        count += 1
    return count, size**0.5


@vectorised
def has_vertex(simplex: Any, count: int) -> bool:
    """Whether the last support point is one of the simplex already."""
    for k in range(count):
        if (
            simplex[k, 0] == simplex[count, 0]
            and simplex[k, 1] == simplex[count, 1]
            and simplex[k, 2] == simplex[count, 2]
        ):
            return True
    return False

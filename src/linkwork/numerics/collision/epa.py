r"""How deep convex surfaces overlap: a polytope that grows inside A − B until its nearest face is on the boundary.

The face nearest to the origin has the normal n and the distance d; where the support point along n reaches no farther,
d is the depth and n the direction in which the first surface would have to go back (expanding polytope algorithm).
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from ...kernels.loops import vectorised
from .contact_list import FACES, VERTICES, CollisionScratch
from .support import put_difference
from .surfaces import SurfaceTable
from .vectors import cross3, dot3, unit3

EPA_ACCURACY = 1e-9
"""What one more support point may gain, as a part of the size of the polytope."""


@vectorised
def add_face(scratch: CollisionScratch, at: int, i: int, j: int, k: int) -> bool:
    """Puts a triangle with its outward normal and distance; False where it has no area."""
    a, b, c = scratch.simplex[i], scratch.simplex[j], scratch.simplex[k]
    nx, ny, nz = cross3(b[0] - a[0], b[1] - a[1], b[2] - a[2], c[0] - a[0], c[1] - a[1], c[2] - a[2])
    nx, ny, nz, size = unit3(nx, ny, nz)
    scratch.faces[at, 0], scratch.faces[at, 1], scratch.faces[at, 2], scratch.faces[at, 3] = i, j, k, 1
    scratch.normals[at, 0], scratch.normals[at, 1], scratch.normals[at, 2] = nx, ny, nz
    scratch.normals[at, 3] = dot3(nx, ny, nz, a[0], a[1], a[2])
    return size > 0.0


@vectorised
def fill_simplex(table: SurfaceTable, place: Any, one: int, two: int, simplex: Any, count: int) -> int:
    """Adds support points along six directions until four vertices span a volume; how many vertices do."""
    for k in range(14):
        if count == 4:
            break
        sign = 1.0 if k % 2 == 0 else -1.0
        axis = k // 2
        dx, dy, dz = (sign if axis == 0 else 0.0), (sign if axis == 1 else 0.0), (sign if axis == 2 else 0.0)
        if axis >= 3:
            dx, dy, dz = sign, (1.0 if axis % 2 == 0 else -1.0), (1.0 if axis < 5 else -1.0)
        if count == 3:
            # Only across the plane of three does a fourth help.
            a, b, c = simplex[0], simplex[1], simplex[2]
            dx, dy, dz = cross3(b[0] - a[0], b[1] - a[1], b[2] - a[2], c[0] - a[0], c[1] - a[1], c[2] - a[2])
            dx, dy, dz = sign * dx, sign * dy, sign * dz
        put_difference(table, place, one, two, dx, dy, dz, simplex[count])
        if spans(simplex, count):
            count += 1
    return count


@vectorised
def spans(simplex: Any, count: int) -> bool:
    """Whether a new vertex lies off the point, line or plane of those before it."""
    w, a = simplex[count], simplex[0]
    if count == 0:
        return True
    dx, dy, dz = w[0] - a[0], w[1] - a[1], w[2] - a[2]
    far = dot3(dx, dy, dz, dx, dy, dz)
    if count == 1:
        return far > 1e-20
    b = simplex[1]
    ex, ey, ez = b[0] - a[0], b[1] - a[1], b[2] - a[2]
    nx, ny, nz = cross3(ex, ey, ez, dx, dy, dz)
    if count == 2:
        return dot3(nx, ny, nz, nx, ny, nz) > 1e-12 * far * dot3(ex, ey, ez, ex, ey, ez)
    c = simplex[2]
    nx, ny, nz = cross3(ex, ey, ez, c[0] - a[0], c[1] - a[1], c[2] - a[2])
    height = dot3(nx, ny, nz, dx, dy, dz)
    return height * height > 1e-14 * far * dot3(nx, ny, nz, nx, ny, nz)


@vectorised
def first_polytope(scratch: CollisionScratch) -> int:
    """The four faces of the simplex, turned outwards; how many faces."""
    simplex = scratch.simplex
    a, b, c, d = simplex[0], simplex[1], simplex[2], simplex[3]
    nx, ny, nz = cross3(b[0] - a[0], b[1] - a[1], b[2] - a[2], c[0] - a[0], c[1] - a[1], c[2] - a[2])
    if dot3(nx, ny, nz, d[0] - a[0], d[1] - a[1], d[2] - a[2]) > 0.0:
        for k in range(9):
            simplex[1, k], simplex[2, k] = simplex[2, k], simplex[1, k]
    add_face(scratch, 0, 0, 1, 2)
    add_face(scratch, 1, 0, 3, 1)
    add_face(scratch, 2, 1, 3, 2)
    add_face(scratch, 3, 2, 3, 0)
    return 4


@vectorised
def is_seen(scratch: CollisionScratch, face: int, vertex: int) -> bool:
    """Whether a face looks at a vertex."""
    n, w = scratch.normals[face], scratch.simplex[vertex]
    return dot3(n[0], n[1], n[2], w[0], w[1], w[2]) > n[3] + 1e-15


@vectorised
def replace_seen(scratch: CollisionScratch, count: int, vertex: int) -> int:
    """Takes away the faces that look at a new vertex, and closes the hole with faces at it; how many there are."""
    faces = scratch.faces
    for f in range(count):
        if faces[f, 3] == 1 and is_seen(scratch, f, vertex):
            faces[f, 3] = 2
    end = count
    for f in range(count):
        if faces[f, 3] != 2:
            continue
        for e in range(3):
            i, j = faces[f, e], faces[f, (e + 1) % 3]
            # An edge whose other face stays is on the rim of the hole.
            is_rim = True
            for other in range(count):
                if faces[other, 3] == 2:
                    for side in range(3):
                        if faces[other, side] == j and faces[other, (side + 1) % 3] == i:
                            is_rim = False
            if is_rim and end < FACES:
                add_face(scratch, end, i, j, vertex)
                end += 1
    for f in range(count):
        if faces[f, 3] == 2:
            faces[f, 3] = 0
    return end


@vectorised
def nearest_face(scratch: CollisionScratch, count: int) -> int:
    """The face with the least distance."""
    best, least = 0, 1e300
    for f in range(count):
        if scratch.faces[f, 3] == 1 and scratch.normals[f, 3] < least:
            best, least = f, scratch.normals[f, 3]
    return best


@vectorised
def depth_of_cores(table: SurfaceTable, place: Any, one: int, two: int, scratch: CollisionScratch, start: int) -> int:
    """The face of the polytope that is nearest to the origin, on the boundary of A − B; −1 where there is no volume."""
    simplex = scratch.simplex
    if fill_simplex(table, place, one, two, simplex, start) < 4:
        return -1
    vertices, faces = 4, first_polytope(scratch)
    best = nearest_face(scratch, faces)
    scale = 0.0
    for k in range(4):
        scale = max(scale, abs(simplex[k, 0]) + abs(simplex[k, 1]) + abs(simplex[k, 2]))
    while vertices < VERTICES and faces < FACES - 64:
        n = scratch.normals[best]
        reach = put_difference(table, place, one, two, n[0], n[1], n[2], simplex[vertices])
        if reach - n[3] <= EPA_ACCURACY * scale:
            break
        faces = replace_seen(scratch, faces, vertices)
        vertices += 1
        best = nearest_face(scratch, faces)
    return best


@vectorised
def face_weights(scratch: CollisionScratch, face: int) -> tuple[float, float, float]:
    """Weights of the corners of a face at the foot of the origin."""
    i, j, k = scratch.faces[face, 0], scratch.faces[face, 1], scratch.faces[face, 2]
    a, b, c, n = scratch.simplex[i], scratch.simplex[j], scratch.simplex[k], scratch.normals[face]
    px, py, pz = n[0] * n[3], n[1] * n[3], n[2] * n[3]
    ux, uy, uz = b[0] - a[0], b[1] - a[1], b[2] - a[2]
    vx, vy, vz = c[0] - a[0], c[1] - a[1], c[2] - a[2]
    wx, wy, wz = px - a[0], py - a[1], pz - a[2]
    x, y, z = cross3(ux, uy, uz, vx, vy, vz)
    area = max(sqrt(dot3(x, y, z, x, y, z)), 1e-300)
    x, y, z = cross3(ux, uy, uz, wx, wy, wz)
    t = dot3(x, y, z, n[0], n[1], n[2]) / area
    x, y, z = cross3(wx, wy, wz, vx, vy, vz)
    s = dot3(x, y, z, n[0], n[1], n[2]) / area
    return 1.0 - s - t, s, t

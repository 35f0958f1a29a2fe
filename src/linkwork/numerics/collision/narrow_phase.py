"""From pairs of surfaces to contacts: one function for each pair of kinds."""

from __future__ import annotations

from typing import Any

from ...kernels.loops import vectorised
from .box_box import box_box
from .capsule_box import capsule_box
from .contact_list import ContactList
from .convex_pairs import convex_convex
from .plane_pairs import plane_box, plane_capsule, plane_ellipsoid, plane_hull, plane_rim, put_plane_point
from .round_pairs import capsule_capsule, sphere_box, sphere_capsule, sphere_sphere
from .scratch import CollisionScratch
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

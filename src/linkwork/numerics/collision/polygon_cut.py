r"""Polygons cut by half planes, corner by corner with labels (Sutherland and Hodgman), and four corners of many."""

from __future__ import annotations

from typing import Any

from ...kernels.loops import vectorised
from .contact_list import POLYGON, ContactList


@vectorised
def cut_polygon(polygon: Any, label: Any, side: int, count: int, a: float, b: float, c: float, new: int) -> int:
    """How many corners the part a x + b y ≤ c of the polygon on a side of the memory has; it goes to the other side.

    A corner that is cut gets the label `new` where the polygon leaves the half plane and `new` + 1 where it comes back.
    """
    other, kept = 1 - side, 0
    for k in range(count):
        j = k + 1 if k + 1 < count else 0
        x, y, z = polygon[side, k, 0], polygon[side, k, 1], polygon[side, k, 2]
        u, v, w = polygon[side, j, 0], polygon[side, j, 1], polygon[side, j, 2]
        here, there = a * x + b * y - c, a * u + b * v - c
        if here <= 0.0 and kept < POLYGON:
            polygon[other, kept, 0], polygon[other, kept, 1], polygon[other, kept, 2] = x, y, z
            label[other, kept] = label[side, k]
            kept += 1
        if (here < 0.0 and there > 0.0) or (here > 0.0 and there < 0.0):
            part = here / (here - there)
            if kept < POLYGON:
                polygon[other, kept, 0] = x + part * (u - x)
                polygon[other, kept, 1] = y + part * (v - y)
                polygon[other, kept, 2] = z + part * (w - z)
                label[other, kept] = new if here < 0.0 else new + 1
                kept += 1
    return kept


@vectorised
def keep_four(found: ContactList, start: int, even: float) -> None:
    """Leaves four of the contacts from `start` on: the deepest and those that span the largest area with it.

    Depths that differ by less than `even` count as equal: the contact with the smallest feature is taken, so that the
    choice does not change with the last digits.
    """
    count = found.count[0]
    if count - start <= 4:
        return
    best = start
    for k in range(start + 1, count):
        lower = found.gap[best] - found.gap[k]
        if lower > even or (lower > -even and found.feature[k] < found.feature[best]):
            best = k
    swap_contacts(found, start, best)
    best, largest = start + 1, -1.0
    for k in range(start + 1, count):
        far = squared_distance(found, start, k)
        if far > largest * (1.0 + 1e-6):
            best, largest = k, far
    swap_contacts(found, start + 1, best)
    for turn in range(2):
        at = start + 2 + turn
        sign = 1.0 if turn == 0 else -1.0
        best, largest = at, -1e300
        for k in range(at, count):
            area = sign * signed_area(found, start, start + 1, k)
            if area > largest + 1e-6 * abs(largest):
                best, largest = k, area
        swap_contacts(found, at, best)
    found.count[0] = start + 4


@vectorised
def squared_distance(found: ContactList, i: int, j: int) -> float:
    """|x_j − x_i|²."""
    total = 0.0
    for c in range(3):
        total += (found.point[j, c] - found.point[i, c]) ** 2
    return total


@vectorised
def signed_area(found: ContactList, i: int, j: int, k: int) -> float:
    """n · ((x_j − x_i) × (x_k − x_i)), with the normal of contact i."""
    ax, ay, az = (
        found.point[j, 0] - found.point[i, 0],
        found.point[j, 1] - found.point[i, 1],
        found.point[j, 2] - found.point[i, 2],
    )
    bx, by, bz = (
        found.point[k, 0] - found.point[i, 0],
        found.point[k, 1] - found.point[i, 1],
        found.point[k, 2] - found.point[i, 2],
    )
    return (
        found.normal[i, 0] * (ay * bz - az * by)
        + found.normal[i, 1] * (az * bx - ax * bz)
        + found.normal[i, 2] * (ax * by - ay * bx)
    )


@vectorised
def swap_contacts(found: ContactList, i: int, j: int) -> None:
    """Contacts i and j of one pair of surfaces change places."""
    found.gap[i], found.gap[j] = found.gap[j], found.gap[i]
    found.feature[i], found.feature[j] = found.feature[j], found.feature[i]
    for c in range(3):
        found.point[i, c], found.point[j, c] = found.point[j, c], found.point[i, c]
        found.normal[i, c], found.normal[j, c] = found.normal[j, c], found.normal[i, c]

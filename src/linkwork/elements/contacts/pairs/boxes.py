r"""Two boxes: corners of each on the faces of the other, and edges that cross.

A corner at x in the axes of a box with half lengths a touches it where $g = \max_i(|x_i| - a_i)$ is zero; the next
largest of these numbers says how far it is inside the edges of that face. Edge i of the first box and edge j of the
second are apart by $g = n\cdot d$ along $n = \pm A_i\times B_j/|A_i\times B_j|$, from the first box to the second, d
being any way from one edge to the other. Of the four edges along $A_i$ the two of the face that looks along n most may
touch: both where n is its normal (a plank across a beam), else the one on whose side n leans.
"""

from itertools import product
from typing import Any, NamedTuple

from ....contract import BoxSurface
from ....contract.surface import corner_names
from ....expr import cross, dot, maximum, minimum, sqrt, where
from ....expr.graph import as_expr
from ....spatial import AXES, matrix
from ..pair_rule import PairRule, corners_of
from .points_on_solids import EDGE

NEARLY_PARALLEL = 1e-6
"""Square of the sine between edges below which they are parallel, and corners touch instead."""
LEANS = 1e-6
"""How far n may lean off a face, as a sine, towards the side of an edge that it leaves."""
NOWHERE = -1.0
"""How far inside, in metres, points are that cannot touch."""


class CrossedEdges(NamedTuple):
    """An edge of each box: their gap, how far they cross inside their ends, and where."""

    gap: Any
    within: Any
    point: Any


class BoxOnBox(PairRule):
    """Gaps of 8 corners of each box on the other, and of 36 pairs of edges."""

    first, second = BoxSurface, BoxSurface
    is_detected = True

    def gap(self, first: Any, second: Any, R: Any, p: Any) -> Any:
        """Of corners of the second box, of corners of the first, of edges."""
        there = [maximum(maximum(*e[:2]), e[2]) for e in _every_excess(first, second, R, p)]
        return [*there, *(edges.gap for edges in crossed_edges(first, second, R, p))]

    def within(self, first: Any, second: Any, R: Any, p: Any) -> Any:
        """Inside the face on which a corner stands; inside the ends of both edges."""
        slack = EDGE * _least(first, second)
        there = [slack - _middle(*e) for e in _every_excess(first, second, R, p)]
        return [*there, *(edges.within for edges in crossed_edges(first, second, R, p))]

    def point(self, first: Any, second: Any, R: Any, p: Any) -> Any:
        """Corners, and points of edges of the first box."""
        own = [matrix(c) for c in first.corners()]
        return [*corners_of(second, R, p), *own, *(edges.point for edges in crossed_edges(first, second, R, p))]

    def names(self, first: Any, second: Any) -> tuple[str, ...]:
        """Corners by the box that they are of, edges by their directions and sides."""
        corners = [f"{name} of {which}" for which in ("second", "first") for name in corner_names()]
        edges = [f"edges {i}{j} {one}{two}" for i, j in product(AXES, AXES) for one, two in product("+-", "+-")]
        return (*corners, *edges)


def _every_excess(first: Any, second: Any, R: Any, p: Any) -> list[list[Any]]:
    """|x_i| − a_i of corners of the second box in the first, and of the first in the second."""
    seen = [(first, c) for c in corners_of(second, R, p)]
    seen += [(second, matrix(R).T @ (matrix(c) - p)) for c in first.corners()]
    return [[abs(x) - 0.5 * s for x, s in zip(c, box.size, strict=True)] for box, c in seen]


def _middle(a: Any, b: Any, c: Any) -> Any:
    """The second largest of three numbers."""
    return maximum(minimum(a, b), minimum(maximum(a, b), c))


def _least(*boxes: Any) -> Any:
    """The shortest half edge of boxes."""
    sizes = [s for box in boxes for s in box.size]
    found = sizes[0]
    for s in sizes[1:]:
        found = minimum(found, s)
    return 0.5 * found


def _side(x: Any) -> Any:
    return where(as_expr(x) >= 0.0, 1.0, -1.0)


def crossed_edges(first: Any, second: Any, R: Any, p: Any) -> list[CrossedEdges]:
    """Edges along all nine pairs of directions, two of each box."""
    found: list[CrossedEdges] = []
    for i, j in product(range(3), range(3)):
        found += _along(first, second, matrix(R), p, i, j)
    return found


def _along(first: Any, second: Any, R: Any, p: Any, i: int, j: int) -> list[CrossedEdges]:
    """The four pairs of edges along A_i and B_j."""
    along, across = R[:, j], cross([1.0 if k == i else 0.0 for k in range(3)], R[:, j])
    square = dot(across, across)
    is_parallel = as_expr(square) < NEARLY_PARALLEL
    n = across * (_side(dot(across, p)) / sqrt(where(is_parallel, 1.0, square)))
    ours, theirs = _edges(first, i, n), _edges(second, j, -(R.T @ n))
    found = []
    for (c, one), (b, two) in product(ours, theirs):
        # x = c + s e_i and x = p + R b + t B_j are nearest: d + t B_j − s e_i is along n.
        d = p + R @ b - c
        t = -sum(d[k] * along[k] for k in range(3) if k != i) / where(is_parallel, 1.0, square)
        s, gap = d[i] + t * along[i], dot(n, d)
        ends = minimum(0.5 * first.size[i] - abs(s), 0.5 * second.size[j] - abs(t))
        inside = minimum(minimum(ends, gap + _least(first, second)), minimum(one, two))
        point = [c[k] + (s if k == i else 0.0) for k in range(3)]
        found.append(CrossedEdges(gap, where(is_parallel, NOWHERE, inside), matrix(point)))
    return found


def _edges(box: Any, i: int, n: Any) -> list[tuple[Any, Any]]:
    """(middle of an edge along axis i, how far n leans to its side) of the two on the face that looks along n most.

    Around the box edges have the signs + and − in turn: the product of their sides. So an edge that is on two faces
    keeps its sign where n turns from one to the other.
    """
    k, m = (i + 1) % 3, (i + 2) % 3
    is_first = as_expr(n[k] * n[k]) >= n[m] * n[m]
    found = []
    for sign in (1.0, -1.0):
        side_k = where(is_first, _side(n[k]), sign * _side(n[m]))
        side_m = where(is_first, sign * _side(n[k]), _side(n[m]))
        place = [0.0, 0.0, 0.0]
        place[k], place[m] = 0.5 * box.size[k] * side_k, 0.5 * box.size[m] * side_m
        leans = where(is_first, side_m * n[m], side_k * n[k])
        found.append((matrix(place), 0.5 * _least(box) * (leans + LEANS)))
    return found

r"""Bodies in an order that keeps those that touch close together, after Cuthill and McKee."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...kernels.loops import vectorised
from .step_rows import StepRows


class BodyGraph(NamedTuple):
    """Which bodies touch, and an order of them."""

    start: Any
    """(bodies + 1): where the neighbours of each begin."""
    neighbour: Any
    order: Any
    """The body at each place."""
    place: Any
    """The place of each body, −1 while it has none; the ground is behind all."""
    last: Any
    """The last place of the band of each place."""
    offset: Any
    """Where the numbers of each block row begin; one more entry than bodies."""


def body_graph(bodies: int, pairs: int) -> BodyGraph:
    """Memory for so many bodies and pairs."""
    return BodyGraph(
        np.zeros(bodies + 2, dtype=np.int64),
        np.zeros(2 * pairs, dtype=np.int64),
        np.zeros(bodies, dtype=np.int64),
        np.zeros(bodies + 1, dtype=np.int64),
        np.zeros(bodies, dtype=np.int64),
        np.zeros(bodies + 1, dtype=np.int64),
    )


@vectorised
def connect(graph: BodyGraph, rows: StepRows, count: int) -> None:
    """Neighbours of all bodies, from contacts; those of one pair stand behind each other in the list."""
    start, bodies = graph.start, len(graph.order)
    for k in range(bodies + 2):
        start[k] = 0
    for turn in range(2):
        for k in range(count):
            one, two = rows.body[k, 0], rows.body[k, 1]
            if one == bodies or two == bodies or (k > 0 and rows.body[k - 1, 0] == one and rows.body[k - 1, 1] == two):
                continue
            if turn == 0:
                start[one + 2] += 1
                start[two + 2] += 1
            else:
                # Counts became places, one entry further on: they end up as the places of the next body.
                graph.neighbour[start[one + 1]], graph.neighbour[start[two + 1]] = two, one
                start[one + 1] += 1
                start[two + 1] += 1
        if turn == 0:
            for k in range(2, bodies + 2):
                start[k] += start[k - 1]


@vectorised
def visit(graph: BodyGraph, first: int, at: int) -> int:
    """Gives places from `at` on to all bodies that hang together with one, nearest first; the place behind them."""
    order, place = graph.order, graph.place
    order[at], place[first] = first, at
    head, tail = at, at + 1
    while head < tail:
        body = order[head]
        head += 1
        for k in range(graph.start[body], graph.start[body + 1]):
            other = graph.neighbour[k]
            if place[other] < 0:
                order[tail], place[other] = other, tail
                tail += 1
    return tail


@vectorised
def order_bodies(graph: BodyGraph) -> int:
    """Orders all bodies, and lays out the band; how many numbers it has."""
    bodies, at = len(graph.order), 0
    for k in range(bodies):
        graph.place[k] = -1
    graph.place[bodies] = bodies
    for body in range(bodies):
        if graph.place[body] >= 0:
            continue
        tail = visit(graph, body, at)
        # From the far end once more: a long chain is then ordered along it.
        far = graph.order[tail - 1]
        for k in range(at, tail):
            graph.place[graph.order[k]] = -1
        at = visit(graph, far, at)
    size, last = 0, 0
    for k in range(bodies):
        body = graph.order[k]
        last = max(last, k)
        for e in range(graph.start[body], graph.start[body + 1]):
            last = max(last, graph.place[graph.neighbour[e]])
        graph.last[k], graph.offset[k] = last, size
        size += 36 * (last - k + 1)
    graph.offset[bodies] = size
    return size

"""Pairs that the grid finds, against all pairs one by one; how many comparisons it makes."""

from __future__ import annotations

import numpy as np
import pytest

from linkwork.kernels.loops import compiled_loop
from linkwork.numerics.collision.broad_phase import broad_phase_grid, find_pairs
from linkwork.numerics.collision.surfaces import GROUND_BODY, Surface, surface_table


@pytest.mark.parametrize("seed", range(5))
def test_pairs_are_all_that_overlap(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n = 200
    surfaces = [Surface("sphere", k, (1.0,), group=int(rng.integers(2))) for k in range(n - 1)]
    surfaces.append(Surface("plane", GROUND_BODY))
    table, grid = surface_table(surfaces), broad_phase_grid(n, 20000)
    # Sizes over four orders of magnitude.
    centre, half = (
        rng.normal(size=(n, 3)),
        10.0 ** rng.uniform(-4.0, 0.0, size=(n, 1)) * rng.uniform(0.1, 1.0, size=(n, 3)),
    )
    grid.bounds[:, :3], grid.bounds[:, 3:] = centre - half, centre + half
    place = np.zeros((n, 12))
    place[:, [0, 4, 8]] = 1.0
    compiled_loop(find_pairs)(table, place, grid)
    found = {frozenset(pair) for pair in grid.pairs[: grid.count[0]].tolist()}
    assert len(found) == grid.count[0]
    wanted = set()
    for i in range(n - 1):
        for j in range(i):
            low = np.maximum(grid.bounds[i, :3], grid.bounds[j, :3])
            high = np.minimum(grid.bounds[i, 3:], grid.bounds[j, 3:])
            if (low < high).all() and surfaces[i].group == surfaces[j].group:
                wanted.add(frozenset((i, j)))
        if grid.bounds[i, 2] < 0.0 and surfaces[i].group == 0:
            wanted.add(frozenset((i, n - 1)))
    assert found == wanted
    assert len(wanted) > 50


def test_memory_that_is_too_small_is_told() -> None:
    surfaces = [Surface("sphere", k, (1.0,)) for k in range(10)]
    grid, place = broad_phase_grid(10, 5), np.zeros((10, 12))
    grid.bounds[:, :3], grid.bounds[:, 3:] = -1.0, 1.0
    compiled_loop(find_pairs)(surface_table(surfaces), place, grid)
    assert grid.count.tolist() == [5, 40]

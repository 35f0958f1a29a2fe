"""The random programs that the other tests rely on: tame, varied, and over every primitive."""

from collections import Counter

import numpy as np
from hypothesis import given, settings

from linkwork.expr.primitives import MEANING
from tests.strategies import BOXES, INPUTS, LOGICAL, cases


def test_every_primitive_has_a_box_or_is_logical():
    assert set(BOXES) | {"and", "or", "not", "where"} == set(MEANING)
    assert set(LOGICAL) < set(MEANING)


def test_drawn_graphs_cover_all_primitives():
    seen: Counter[str] = Counter()
    sizes = []

    @settings(max_examples=200)
    @given(cases(allow_opaque=True))
    def draw(case):
        seen.update({node.op for node in case.function.nodes})
        sizes.append(case.function.operations)

    draw()
    assert set(seen) >= {*MEANING, "lookup", "call", "output", "const", "symbol"}
    assert np.median(sizes) > 10


@given(cases(allow_opaque=True))
def test_values_are_tame_in_the_whole_box(case):
    """Not only at the drawn inputs: corners and a random batch give finite numbers of moderate size."""
    rng = np.random.default_rng(0)
    batch = {name: rng.uniform(low, high, (20, *shape)) for name, (shape, low, high) in INPUTS.items()}
    for name, (_, low, high) in INPUTS.items():
        batch[name][0], batch[name][1] = low, high
    y, z = case.function(**batch)
    assert np.isfinite(y).all() and np.isfinite(z).all()
    assert max(np.abs(y).max(initial=0.0), np.abs(z).max()) < 1e3

"""Hinges that restrict velocities, in absolute coordinates: against the tree, in every form and analysis."""

from __future__ import annotations

import numpy as np
import pytest

import examples.bicycle as bicycle
import examples.rolling_coin as coin
import linkwork as lw
from tests.absolute.skates import on
from tests.absolute_models import carried, pair


@pytest.mark.parametrize("name", ["coin", pytest.param("bicycle", marks=pytest.mark.slow)])
def test_small_motions_about_rolling_straight(name: str) -> None:
    """Eigenvalues that are not zero: the coin's wobble; weave, capsize and castering of the bicycle."""
    tree, absolute = pair((coin if name == "coin" else bicycle).model())
    state = tree.state({"rolling.roll_dot": 8.0}) if name == "coin" else bicycle.start(tree, lean_rate=0.0)
    found = []
    for system, at in ((tree, state), (absolute, carried(tree, absolute, state))):
        values = lw.linearize(system, at).eigenvalues
        found.append(np.sort_complex(values[np.abs(values) > 1e-3]))
    assert len(found[0]) == (2 if name == "coin" else 4)
    assert np.allclose(found[0], found[1], atol=1e-6)


@pytest.mark.slow
def test_prescribed_rolling_is_integrated() -> None:
    """Heading and rolling driven, lean locked: the place on the ground follows from velocities alone."""
    drive = {"roll": lw.Polynomial((0.0, 3.0)), "heading": lw.Sine(0.8, omega=2.0)}
    tree, absolute = pair(on(lw.LeaningWheel(0.2), drive=drive, lock={"lean": 0.2}))
    start = carried(tree, absolute, tree.state({}))
    times = [0.0, 0.3, 1.0]
    exact = lw.simulate(tree, tree.state({}), times=times, rtol=1e-12, atol=1e-14)
    found, same = lw.kinematics(absolute, start, times=times), lw.kinematics(tree, tree.state({}), times=times)
    assert found.complete and same.complete
    for name in ("J.x", "J.y"):
        assert np.allclose(found[name], exact[name], atol=1e-9)
        assert np.allclose(same[name], exact[name], atol=1e-7)
    # ẋ = r roll_dot cos(heading), by hand.
    assert found["J.x_dot"][2] == pytest.approx(0.6 * np.cos(0.8 * np.sin(2.0)), abs=1e-9)
    one, other = lw.loads(tree, exact.state(2)), lw.loads(absolute, found.state(2))
    assert np.allclose(one["J"].force, other["J"].force, atol=1e-7)
    free = lw.compile_model(on(lw.LeaningWheel(0.2), drive=drive), coordinates="absolute")
    with pytest.raises(lw.ModelError, match="body 'body' can still move"):
        lw.kinematics(free, lw.assemble(free), t_end=1.0)

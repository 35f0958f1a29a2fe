"""Plots of linear systems, and modes on pages."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.views.poses import poses_of_states
from linkwork.views.view import scene_of_system
from tests.analyses.design_models import suspension


@pytest.fixture(scope="module")
def linear() -> lw.Linearization:
    system = lw.compile_model(suspension())
    return lw.linearize(system, lw.equilibrium(system), inputs=["road", "wheel.force.z"], outputs=["body.position.z"])


def test_modes_are_drawn_where_their_eigenvalues_are(linear: lw.Linearization, tmp_path: Path) -> None:
    modes = linear.modes()
    figure = lw.plot_modes(modes, tmp_path / "modes.png")
    plane, shares = figure.axes[:2]
    drawn = np.concatenate([line.get_xydata() for line in plane.lines[1:]])
    np.testing.assert_allclose(drawn, np.column_stack([modes.eigenvalues.real, modes.frequencies]))
    np.testing.assert_allclose(shares.images[0].get_array(), modes.participation.T)
    assert [label.get_text() for label in shares.get_yticklabels()] == list(modes.states)
    assert (tmp_path / "modes.png").stat().st_size > 1000


def test_the_response_is_drawn_with_its_asymptote(linear: lw.Linearization) -> None:
    figure = lw.plot_response(linear, inputs=["road"])
    above, below = figure.axes
    (amplitude,) = above.lines
    f, values = amplitude.get_xydata().T
    assert values[0] == pytest.approx(1.0, abs=0.02)  # slowly driven, the body follows the road
    assert values[-1] < 0.01
    assert f[np.argmax(values)] == pytest.approx(1.05, abs=0.15)
    assert below.lines[0].get_ydata()[0] == pytest.approx(0.0, abs=2.0)
    assert len(lw.plot_response(linear, [1.0, 2.0]).axes[0].lines) == 2


def test_plots_refuse_what_they_cannot_do(linear: lw.Linearization) -> None:
    with pytest.raises(lw.ModelError, match="plot_response: there is no input 'rod'"):
        lw.plot_response(linear, inputs=["rod"])
    with pytest.raises(lw.ModelError, match=r"plot_response: there is no output 'body\.position\.x'"):
        lw.plot_response(linear, outputs=["body.position.x"])
    with pytest.raises(lw.ModelError, match="frequencies are positive numbers in Hz"):
        lw.plot_response(linear, [0.0, 1.0])
    m = lw.Model("welded")
    m.connect("w", lw.Fixed(), m.ground, m.body("b", mass=1.0))
    with pytest.raises(lw.ModelError, match="there are no modes; nothing can move"):
        lw.plot_modes(lw.linearize(lw.compile_model(m)).modes())


@pytest.mark.seed("S4.4")
def test_modes_of_a_linear_system_swing_on_a_page(open_page: Callable[[Any], Any]) -> None:
    system = lw.compile_model(suspension())
    eq = lw.equilibrium(system)
    tab = open_page(scene_of_system(system, eq.state, {}, {"modes": eq.linearization.modes()}))
    rest = poses_of_states(system, [eq.state]).positions[0, 1]
    tab.get_by_label("Mode", exact=True).select_option("0")
    tab.get_by_label("Amplitude of the mode").fill("0")
    np.testing.assert_allclose(tab.evaluate("linkwork.position('body')"), rest, atol=1e-6)
    tab.get_by_label("Amplitude of the mode").fill("1")
    out = np.array(tab.evaluate("linkwork.position('body')")) - rest
    assert abs(out[2]) > 1e-3 and np.abs(out[:2]).max() < 1e-6
    tab.get_by_role("tab", name="Modes").click()
    assert "frequency (Hz)" in tab.get_by_role("tabpanel").inner_text()

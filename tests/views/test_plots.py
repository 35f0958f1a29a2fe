"""Plots and pictures: what is on them, and that they need no display."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import linkwork as lw
from linkwork.views.primitives import facets_of

from .mechanisms import four_bar


@pytest.fixture(scope="module")
def run() -> lw.Trajectory:
    system = lw.compile_model(four_bar(driven=True))
    start = lw.assemble(system, guess={"B.angle": -0.9, "C.angle": 2.0})
    return lw.simulate(system, start, t_end=1.0)


def test_channels_of_one_unit_share_axes_with_their_unit(run: lw.Trajectory) -> None:
    figure = lw.plot(run, "A.angle", "B.angle", "return.force")
    labels = [axes.get_ylabel() for axes in figure.axes]
    assert labels == ["[rad]", "return.force [N]"]
    line = figure.axes[0].lines[0]
    np.testing.assert_allclose(line.get_ydata()[-1], run["A.angle"][-1])


def test_channels_may_come_in_a_list(run: lw.Trajectory) -> None:
    for asked in ((["A.angle", "return.force"],), ("A.angle", ["return.force"])):
        assert [axes.get_ylabel() for axes in lw.plot(run, *asked).axes] == ["A.angle [rad]", "return.force [N]"]


def test_a_vector_is_drawn_as_components(run: lw.Trajectory) -> None:
    labels = [line.get_label() for line in lw.plot(run, "D.force").axes[0].lines]
    assert labels == ["D.force.x", "D.force.y (not unique)", "D.force.z"]


def test_energy_balance_is_drawn_small(run: lw.Trajectory, tmp_path: Path) -> None:
    figure = lw.plot_energy(run, tmp_path / "energy.png")
    missing = figure.axes[1].lines[0].get_ydata()
    assert np.abs(missing).max() <= run.certificate.energy_error * 1.01 + 1e-12
    assert (tmp_path / "energy.png").stat().st_size > 1000


def test_phase_plot_needs_single_numbers(run: lw.Trajectory) -> None:
    axes = lw.plot_phase(run, "B.angle", "B.angle_dot").axes[0]
    assert axes.get_xlabel() == "B.angle [rad]" and axes.get_ylabel() == "B.angle_dot [rad/s]"
    with pytest.raises(lw.ModelError, match=r"D\.force\.x"):
        lw.plot_phase(run, "B.angle", "D.force")


def test_unknown_channel_is_named(run: lw.Trajectory) -> None:
    with pytest.raises(lw.ModelError, match=r"Q\.angle"):
        lw.plot(run, "Q.angle")


def test_picture_and_animation(run: lw.Trajectory, tmp_path: Path) -> None:
    trace = lw.Trace("coupler", "coupler", (0.45, 0, 0))
    picture = Image.open(lw.picture(run, tmp_path / "p.png", traces=[trace]))
    assert len(set(picture.convert("RGB").get_flattened_data())) > 20
    animation = Image.open(lw.animate(run, tmp_path / "a.gif", frames=5))
    assert animation.n_frames == 5


def test_pictures_refuse_what_they_cannot_do(run: lw.Trajectory, tmp_path: Path) -> None:
    with pytest.raises(lw.ModelError, match=r"choose \.gif"):
        lw.animate(run, tmp_path / "a.avi")
    with pytest.raises(lw.ModelError, match="no body 'wing'"):
        lw.picture(run, tmp_path / "p.png", traces=[lw.Trace("x", "wing")])
    with pytest.raises(lw.ModelError, match="cannot be written"):
        lw.picture(run, tmp_path / "none" / "p.png")


@pytest.mark.parametrize(
    ("shape", "area"),
    [
        (lw.Box(size=(1, 2, 3), mass=1), 22.0),
        (lw.Cylinder(radius=1.0, length=2.0, mass=1), 6 * np.pi),
        (lw.Cylinder(radius=1.0, length=2.0, inner_radius=0.5, mass=1), 7.5 * np.pi),
        (lw.Sphere(radius=1.0, mass=1), 4 * np.pi),
        (lw.Cone(radius=1.0, length=1.0, mass=1), np.pi * (1 + np.sqrt(2))),
    ],
)
def test_flat_pieces_have_the_area_of_the_solid(shape: lw.Shape, area: float) -> None:
    total = 0.0
    for piece in (p for look in shape.looks() for p in facets_of(look, 0.1)):
        fan = np.cross(piece[1:-1] - piece[0], piece[2:] - piece[0])
        total += float(np.linalg.norm(fan, axis=1).sum()) / 2
    assert total == pytest.approx(area, rel=0.04)


def test_notebooks_show_a_figure_that_is_returned(run: lw.Trajectory) -> None:
    figures = [lw.plot(run, "A.angle"), lw.plot_energy(run), lw.draw_topology(run.model)]
    for figure in figures:
        assert figure._repr_png_().startswith(b"\x89PNG")


def test_a_notebook_takes_the_picture(run: lw.Trajectory) -> None:
    formatters = pytest.importorskip("IPython.core.formatters")
    shown, _ = formatters.DisplayFormatter().format(lw.plot(run, "A.angle"))
    assert "image/png" in shown

"""The picture of the topology."""

import builtins
from pathlib import Path

import pytest

from linkwork.contract import ModelError
from linkwork.model import Model
from linkwork.topology import find_topology
from linkwork.views import draw_topology
from linkwork.views.topology import curves_of, places_of
from tests.topology.helpers import (
    Elastic,
    Equal,
    Explicit,
    Pin,
    Strut,
    Together,
    Triangle,
    bodies,
    four_bar,
    tree_model,
)


def zoo() -> Model:
    """Everything that has a line of its own."""
    model = four_bar(Explicit())
    ball, shaft = bodies(model, "ball", "shaft")
    crank, rocker = model["crank"], model["rocker"]
    model.connect("upper", Pin(), ball, shaft)
    model.connect("lower", Pin(), ball, shaft)
    model.connect("spring", Elastic(), model.ground, ball)
    model.connect("touch", Together(), shaft, rocker)
    model.connect("strut", Strut(), crank, ball)
    model.connect("film", Triangle(), crank, rocker, ball)
    model.connect("gear", Equal(), "A.a", "B.a")
    return model


def test_every_line_is_drawn() -> None:
    topology = find_topology(zoo())
    curves = list(curves_of(topology, places_of(topology)))
    assert {curve.style for curve in curves} == {"branch", "floating", "chord", "constraint", "force", "assembly"}
    labels = {curve.label for curve in curves}
    assert {"A\nExplicit", "free", "lower\nPin", "weld", "touch", "spring", "strut", "film"} <= labels
    # What joins the same two bodies does not coincide.
    assert len({(curve.start, curve.end, curve.bow) for curve in curves}) == len(curves)


def test_bodies_do_not_lie_on_each_other() -> None:
    for model in (zoo(), tree_model([0, 1, 2, 2, 4, 5, 4, 7, 7, 1])):
        places = places_of(find_topology(model))
        assert len(set(places)) == len(places)


@pytest.mark.parametrize("suffix", ["png", "svg"])
def test_the_file_is_written(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"picture.{suffix}"
    figure = draw_topology(zoo(), path)
    assert path.stat().st_size > 5000
    texts = {text.get_text() for text in figure.axes[0].texts}
    assert {"ground", "1 crank", "2 coupler", "3 rocker"} <= texts


def test_a_topology_can_be_drawn_as_it_is() -> None:
    assert draw_topology(find_topology(four_bar())).axes
    assert draw_topology(Model("nothing")).axes


def test_large_models_fit_on_the_sheet() -> None:
    width, height = draw_topology(tree_model([max(0, k - 1) for k in range(80)])).get_size_inches()
    assert max(width, height) < 45


def test_without_matplotlib_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def missing(name: str, *args: object) -> object:
        if name.startswith("matplotlib"):
            raise ImportError(name)
        return real(name, *args)

    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(ModelError, match=r"pip install 'linkwork\[plot\]'"):
        draw_topology(four_bar())

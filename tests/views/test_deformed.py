"""Elastic bodies in pictures: faces and ends of connections stand where deformation puts them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import linkwork as lw
from linkwork.views.pictures import Camera, on_paper
from tests.modal_models import cantilever


@pytest.fixture(scope="module")
def run() -> lw.Trajectory:
    data = cantilever(modes=1, EI=20.0, radius=0.05)
    n = len(data.nodes) // 4
    faces = [[k, k + 1, 2 * n + k] for k in range(n - 1)]
    model = lw.Model("arm")
    arm = model.body("arm", lw.ModalBody(replace(data, faces=np.array(faces))))
    model.connect("root", lw.Fixed(), model.ground, arm.at("root"))
    model.connect("spring", lw.Spring(5.0, 0.2), model.ground.at(1, 0, 0.5), arm.at("tip"))
    system = lw.compile_model(model)
    return lw.simulate(system, system.state(), 0.2)


@pytest.mark.parametrize("factor", [1.0, 5.0])
def test_faces_and_ends_are_where_deformation_puts_them(run, factor: float) -> None:
    paper = on_paper(run, [], Camera(), factor)
    data = run.model.bodies["arm"].elastic.data
    last = len(paper.p) - 1
    e = factor * np.array([run[f"arm.{name}"][-1] for name in data.coordinates])
    corners = (data.nodes + data.shapes @ e)[data.faces[3]]
    assert paper.pieces_at(last, 1)[3] == pytest.approx(corners, abs=1e-6)
    ((kind, ends),) = paper.lines
    assert kind.startswith("spring")
    number, end = ends[1]
    tip = data.frames["tip"].p + data.frames["tip"].Phi @ e
    assert paper.end(last, number, end) == pytest.approx(paper.camera.rows @ tip, abs=1e-6)


def test_points_of_the_ground_are_on_paper(run) -> None:
    paper = on_paper(run, [], Camera())
    wanted = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.5]]) @ paper.camera.rows.T
    assert paper.supports == pytest.approx(wanted)


def test_a_picture_shows_it(run, tmp_path: Path) -> None:
    plain, bent = (lw.picture(run, tmp_path / f"{k}.png", ghosts=0, exaggerate=k) for k in (0.0, 3.0))
    assert plain.read_bytes() != bent.read_bytes()
    with Image.open(plain) as first, Image.open(bent) as second:
        assert second.size[1] > first.size[1]

"""Flexible rods, plates and meshes as bodies of a model: from section and material to a sagging tip."""

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import linkwork as lw
from tests.flexible.bodies import STEEL, bar, box_mesh, ends

SQUARE = SimpleNamespace(area=4e-4, Iy=0.02**4 / 12, Iz=0.02**4 / 12, J=2.25e-8, ky=0.85, kz=0.85, outline=(0.02, 0.02))


GRAVITY = 0.981
"""m/s²: so little that the slope squared, by which closed forms of small slopes err, is 3e-8."""


def sag(shape: lw.ModalBody) -> float:
    """How far the tip hangs below the root, which is fixed."""
    model = lw.Model("cantilever", gravity=(0, 0, -GRAVITY))
    body = model.body("arm", shape)
    model.connect("clamp", lw.Fixed(), model.ground, body.at("root"))
    system = lw.compile_model(model)
    found = lw.equilibrium(system)
    tip = shape.modal.frames["tip"]
    return float(-(tip.Phi @ [found.state[f"arm.{name}"] for name in shape.modal.coordinates])[2])


@pytest.mark.slow
def test_a_rod_sags_under_its_weight() -> None:
    """rho A g L⁴ / 8 E I + rho g L² / 2 k G."""
    rod = lw.FlexibleRod(1.0, SQUARE, STEEL, modes=4, compare=False)
    weight, G = STEEL.density * GRAVITY, STEEL.E / 2.6
    wanted = weight * SQUARE.area / (8 * STEEL.E * SQUARE.Iy) + weight / (2 * SQUARE.kz * G)
    assert sag(rod) == pytest.approx(wanted, rel=1e-6)


def test_bodies_from_a_plate_a_mesh_and_a_file(tmp_path: Path) -> None:
    plate = lw.FlexiblePlate((0.6, 0.4), 0.004, STEEL, modes=3, compare=False)
    assert plate.modal.mass == pytest.approx(0.6 * 0.4 * 0.004 * STEEL.density)
    nodes, cells = box_mesh((4, 1, 1), (0.6, 0.06, 0.04), "hexahedron")
    made = lw.ModalBody.from_mesh((nodes, {"hexahedron": cells}), STEEL, interfaces=ends(), modes=3, compare=False)
    lw.write_finite_elements(tmp_path / "bar.npz", bar("hexahedron", (4, 1, 1)))
    read = lw.ModalBody.read(tmp_path / "bar.npz", interfaces=ends(), modes=3, compare=False)
    assert np.allclose(read.modal.frequencies, made.modal.frequencies, rtol=1e-9)
    assert read.modal.geometric is None and made.modal.geometric is not None


def test_the_length_of_a_rod_is_a_number():
    with pytest.raises(lw.ModelError, match=r"rod: length = '0\.8 m'; give a finite number"):
        lw.FlexibleRod("0.8 m", SQUARE, STEEL)


@pytest.mark.parametrize("section", [lw.Rectangle(20.0, 20.0), lw.Rectangle(0.02, 0.8), lw.Circle(20.0)])
def test_a_rod_is_longer_than_thick(section):
    """Millimetres given for metres are told."""
    with pytest.raises(lw.ModelError, match=r"rod: a section of about .* m across on a length of 0\.8 m is not a rod"):
        lw.FlexibleRod(0.8, section, STEEL)

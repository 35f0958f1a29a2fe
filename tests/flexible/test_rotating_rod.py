"""A rod that is reduced here and turns steadily: its bending frequencies are those of the closed form."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

import linkwork as lw
from linkwork.flexible import rod_data
from tests.reference_models import case

STEEL = SimpleNamespace(E=2.1e11, nu=0.3, density=7850.0)
SECTION = SimpleNamespace(area=4e-4, Iy=1.33e-8, Iz=1.33e-8, J=2.25e-8, ky=0.85, kz=0.85, outline=(0.02, 0.02))


def test_a_rod_that_is_stretched_by_its_spin_has_the_frequencies_of_the_closed_form() -> None:
    length, spin = 0.8, 6.0
    rod = rod_data(length, SECTION, STEEL, modes=4)
    unit = np.sqrt(STEEL.E * SECTION.Iz / (STEEL.density * SECTION.area)) / length**2
    model = lw.Model("rotor", gravity=(0, 0, 0))
    arm = model.body("arm", lw.ModalBody(rod))
    model.connect("hub", lw.Revolute("z"), model.ground, arm.at("root"), drive={"angle": spin * unit * lw.t})
    system = lw.compile_model(model)
    # Tension comes with the strain along the rod: the state is the one that is stretched.
    state, free = system.state(), list(system.layout.elastic_u)
    for _ in range(6):
        h = np.asarray(system.evaluate("dynamics", state).h)[free]
        e = state.q[list(system.layout.elastic_q)] + np.linalg.solve(rod.stiffness, h)
        state = system.state({f"arm.{name}": x for name, x in zip(rod.coordinates, e, strict=True)})
    stretch = STEEL.density * (spin * unit) ** 2 * length**3 / (3 * STEEL.E)
    assert state["arm.tip_x"] == pytest.approx(stretch, rel=2e-3)
    roots = np.abs(np.linalg.eigvals(lw.linearize(system, state, moving=True).A).imag) / unit
    found = np.sort(roots[roots > 1e-6])[::2]
    rows = case("F2_rotating_modes")["results"]
    known = next(x for x in rows if (x["spin"], x["hub_radius"], x["tip_mass"]) == (spin, 0.0, 0.0))
    # Shear and the inertia of sections, which the closed form leaves out, take 1e-3.
    assert found[:2] == pytest.approx([float(known["lag"][0]), float(known["flap"][0])], rel=2e-3)

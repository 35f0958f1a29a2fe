"""A knee after Wismans: K2 and K3 of the reference cases, in both formulations."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import brentq

import linkwork as lw
from examples import knee
from tests.reference_models import case

COORDINATES = ("tree", "absolute")
BOTH = (COORDINATES[0], pytest.param(COORDINATES[1], marks=pytest.mark.slow))
ROUGH = {"knee.y": -0.0255}
K2, K3 = case("K2_knee_statics"), case("K3_knee_swing")


def test_the_example_has_the_numbers_of_the_case() -> None:
    p = K2["parameters"]
    for side, (centre, radii) in knee.CONDYLES.items():
        assert (p["condyles"][side]["centre"], p["condyles"][side]["semi"]) == ([*centre], [*radii])
        plateau = p["plateaus"][side]
        assert (plateau["z0"], plateau["poly"]) == (knee.PLATEAUS[side][0], [[*row] for row in knee.PLATEAUS[side][1]])
    for name, row in knee.LIGAMENTS.items():
        own = p["ligaments"][name]
        assert ([*row[0]], [*row[1]], *row[2:]) == (own["femur"], own["tibia"], own["k"], own["L0"])


@pytest.mark.slow
@pytest.mark.seed("S0.4")
@pytest.mark.parametrize("coordinates", COORDINATES)
def test_ten_angles_of_flexion(coordinates: str) -> None:
    """Places, contacts, ligaments and the moment that holds the flexion: 17 digits are known."""
    angle = lw.Parameter("flexion", 0.0, unit="rad")
    system = lw.compile_model(knee.knee(angle), coordinates=coordinates)
    state = lw.assemble(system, guess=ROUGH)
    for sample in K2["flexion"]:
        found = lw.equilibrium(system, state.with_values({"flexion": np.radians(sample["phi_deg"])}))
        state, at = found.state, found.channels
        assert found.verdict.is_good
        np.testing.assert_allclose(at["shank.position"], [float(x) for x in sample["p"]], atol=1e-15)
        moment = [float(x) for x in sample["holding_moment_vector"]]
        np.testing.assert_allclose(at["knee.moment"], moment, atol=1e-11)
        for side, own in sample["contacts"].items():
            centre = np.array(knee.CONDYLES[side][0])
            np.testing.assert_allclose(at[f"{side}.normal_force"], float(own["force"]), rtol=1e-12)
            np.testing.assert_allclose(at[f"{side}.point"] + centre, [float(x) for x in own["point_femur"]], atol=1e-15)
            np.testing.assert_allclose(at[f"{side}.normal"], [float(x) for x in own["normal_femur"]], atol=1e-13)
        for name, own in sample["ligaments"].items():
            np.testing.assert_allclose(at[f"{name}.strain"], float(own["strain"]), atol=1e-14)
            np.testing.assert_allclose(at[f"{name}.tension"], float(own["force"]), atol=1e-10)


@pytest.mark.slow
@pytest.mark.seed("S0.4")
@pytest.mark.parametrize("coordinates", BOTH)
def test_a_varus_moment_opens_the_lateral_side(coordinates: str) -> None:
    """The moment at which the lateral force vanishes, and rests on both sides of it; the pair may part."""
    case, moment = K2["varus"], lw.Parameter("moment", 0.0, unit="N*m")
    flexion = np.radians(case["phi_deg"])
    closed = lw.compile_model(knee.knee(flexion, moment), coordinates=coordinates)
    rest = lw.equilibrium(closed, lw.assemble(closed, guess=ROUGH)).state

    def lateral(value: float) -> float:
        return float(lw.equilibrium(closed, rest.with_values({"moment": value})).channels["lateral.normal_force"])

    assert brentq(lateral, 6.0, 8.0, xtol=1e-12) == pytest.approx(float(case["lift_off_moment"]), abs=1e-11)
    pulled = lw.equilibrium(closed, rest.with_values({"moment": 10.0}))
    with pytest.warns(lw.VerdictWarning, match=r"lateral \(SurfaceOnSurface\) is pulled"):
        assert pulled["lateral.normal_force"] < 0.0

    system = lw.compile_model(knee.knee(flexion, moment, one_sided=True), coordinates=coordinates)
    known = {name: rest[name] for name in system.layout.q}
    state = lw.assemble(system, guess=known, contact="touch")
    for sample in case["steps"][::3] if coordinates == "absolute" else case["steps"]:
        found = lw.equilibrium(system, state.with_values({"moment": float(sample["varus_moment"])}))
        state, at = found.state, found.channels
        is_open = float(sample["varus_moment"]) > float(case["lift_off_moment"])
        assert found.modes["lateral"] == ("open" if is_open else "stick")
        np.testing.assert_allclose(at["shank.position"], [float(x) for x in sample["p"]], atol=1e-11)
        np.testing.assert_allclose(at["lateral.gap"], float(sample["lateral_gap"]), atol=1e-10)
        force = float(sample["contacts"]["medial"]["force"])
        np.testing.assert_allclose(at["medial.normal_force"], force, atol=1e-6)

"""Case D1: planar translation in a skewed trough that is moved, S1 §5."""

import json
from pathlib import Path

import numpy as np
import pytest

import linkwork.elements as lw
from linkwork.contract import Hinge, Joint, parameter
from linkwork.expr import cos, sin
from linkwork.spatial import Pose
from linkwork.testing import check_element

CASE = json.loads((Path(__file__).parents[1] / "reference/D1_planar_joint.json").read_text(encoding="utf-8"))
ALPHA = np.radians(CASE["alpha_deg"])
STATIC = CASE["static_example"]


class Trough(Hinge):
    """z = (s + η sin α, η cos α, z3), B = E (S1 (5.3))."""

    coordinates = ("s", "eta")
    units = ("m", "m")
    alpha = parameter(unit="rad")
    height = parameter(unit="m", default=0.0)

    def pose(self, q, t):
        return Pose(p=(q.s + q.eta * sin(self.alpha), q.eta * cos(self.alpha), self.height))


@pytest.fixture
def joint() -> Joint:
    return Joint(Trough(ALPHA, STATIC["z3"]), drive={"eta": lw.Sine(0.1, omega=5.0)})


def test_hinge_conforms() -> None:
    check_element(Trough(ALPHA, 0.2))


@pytest.mark.seed("S1.5", passage="§5 (5.4a)–(5.4b)")
@pytest.mark.seed("S1.1", passage="§3 (3.18)–(3.19)")
def test_modes_and_dual_basis(joint: Joint) -> None:
    modes = joint.modes([0.4, 0.1])
    np.testing.assert_allclose(modes.basis, CASE["phi_hat"], rtol=0, atol=1e-15)
    np.testing.assert_allclose(modes.dual, CASE["psi_hat"], rtol=0, atol=1e-15)
    assert modes.free.shape == (6, 1)
    assert modes.excited.shape == (6, 1)
    assert modes.locked.shape == (6, 4)


@pytest.mark.seed("S1.1")
@pytest.mark.seed("S1.2")
def test_kinematics_with_excitation(joint: Joint) -> None:
    t = 0.7
    kappa = 0.5 * np.cos(5 * t)
    y_1, y_2 = joint.kinematics([0.4, 0.1], t)
    np.testing.assert_array_equal(y_1, [[1.0], [0.0]])
    np.testing.assert_allclose(y_2, [0.0, kappa], rtol=1e-15)
    np.testing.assert_allclose(
        joint.excitation(t)["eta"], [0.1 * np.sin(5 * t), kappa, -2.5 * np.sin(5 * t)], rtol=1e-14
    )
    assert joint.position_states == ("s", "eta")
    assert joint.velocity_states == ("s",)


@pytest.mark.seed("S1.3")
@pytest.mark.seed("S1.5")
def test_generalised_forces_of_the_spring(joint: Joint) -> None:
    q = [STATIC["s"], STATIC["eta"]]
    _, z = joint.pose(q)
    rho = np.array(STATIC["rho"])
    d = z + rho - STATIC["a"]
    length = np.linalg.norm(d)
    force = -STATIC["k"] * (length - STATIC["l0"]) * d / length
    wrench = np.concatenate([np.cross(rho, force), force])
    assert length == pytest.approx(STATIC["spring_length"], rel=1e-15)
    np.testing.assert_allclose(wrench, STATIC["Lambda_e"], rtol=1e-14)
    modes = joint.modes(q)
    np.testing.assert_allclose(modes.applied(wrench), [STATIC["lambda_free"]], rtol=1e-14)
    np.testing.assert_allclose(modes.constraint(wrench), STATIC["phi_bar_T_Lambda_e"], rtol=1e-14)


@pytest.mark.seed("S1.3", passage="§3 (3.34)")
@pytest.mark.parametrize("sample", CASE["run_a_zero_length_spring"]["samples"], ids=lambda s: f"t={s['t']}")
def test_constraint_load_is_recovered(joint: Joint, sample: dict[str, str]) -> None:
    number = {key: float(value) for key, value in sample.items()}
    applied = np.array([0, 0, 0, number["F_e1"], number["F_e2"], 0])
    modes = joint.modes([number["s"], 0.1 * np.sin(5 * number["t"])])
    load = modes.constraint_load([number["lambda_bar_1"], 0, 0, 0, 0], applied)
    np.testing.assert_allclose(load, [0, 0, 0, 0, number["F_z2"], 0], rtol=1e-12, atol=1e-13)
    # Its generalised force is the one it came from, and it does no work on the free mode.
    assert modes.applied(load) == pytest.approx(0, abs=1e-13)
    assert modes.constraint(applied + load)[0] == pytest.approx(number["lambda_bar_1"], rel=1e-13)

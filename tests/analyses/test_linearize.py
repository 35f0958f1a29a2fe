"""Linear systems and modes: against reference cases, hand results and differences of simulate."""

import sys
from dataclasses import replace

import numpy as np
import pytest
from scipy import linalg, signal
from scipy.signal import StateSpace

import linkwork as lw
from linkwork.system import System
from tests.analyses.design_models import cart, gyro, hoop, loop, suspension
from tests.reference_models import beam, beam_start, case, gyroscopes, servo


@pytest.mark.seed("S4.6", passage="§2.1 Listing 6, table 2")
def test_beam_meets_the_reference_to_its_digits():
    reference = case("A1_elastic_beam")["linear_at_equilibrium"]
    system = lw.compile_model(beam())
    lin = lw.linearize(system, lw.equilibrium(system))
    back = np.linalg.inv(np.tril(np.ones((3, 3))))  # relative angles from absolute ones
    for found, name in ((lin.mass, "M"), (lin.damping, "B"), (lin.stiffness, "C")):
        assert np.abs(back.T @ found @ back - np.array(reference[name])).max() < 1e-13
    expected = [complex(float(a), float(b)) for a, b in reference["damped_eigenvalues"]]
    assert np.abs(np.sort_complex(lin.eigenvalues) - np.sort_complex(expected)).max() < 1e-12
    damped, plain = lin.modes(), lin.modes(damped=False)
    assert np.abs(damped.frequencies - np.array(reference["damped_frequencies_Hz"], dtype=float)).max() < 1e-13
    assert np.abs(plain.frequencies - np.array(reference["undamped_Hz"], dtype=float)).max() < 1e-13
    bars = [plain.bodies.index(f"bar{k}") for k in (1, 2, 3)]
    shapes = plain.turns[:, bars, 2].real
    assert np.abs(shapes - np.array(reference["undamped_modes_mass_normalised"])).max() < 1e-13


def beam_by_hand(phi: np.ndarray, weight: float = 9.81) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """(M, D, K, ∂y_P4/∂φ) of the beam in absolute angles, from the formulas of S4."""
    T = np.array([[1.0, 0, 0], [-1, 1, 0], [0, -1, 1]])
    M = np.array([[7 / 3, 1.5, 0.5], [1.5, 4 / 3, 0.5], [0.5, 0.5, 1 / 3]]) * np.cos(np.subtract.outer(phi, phi))
    K = 100.0 * T.T @ T - np.diag([2.5, 1.5, 0.5] * np.sin(phi)) * weight
    return M, 3.0 * T.T @ T, K, np.cos(phi)


def roots(M: np.ndarray, D: np.ndarray, K: np.ndarray) -> np.ndarray:
    n = len(M)
    inverse = np.linalg.inv(M)
    return np.sort_complex(np.linalg.eigvals(np.block([[np.zeros((n, n)), np.eye(n)], [-inverse @ K, -inverse @ D]])))


@pytest.mark.seed("S4.6")
@pytest.mark.seed("S4.9")
@pytest.mark.parametrize("end", ["contact", "loop"])
def test_beam_on_a_contact_and_in_a_loop_by_hand(end):
    """A2: the spring under the tip, c W Wᵀ, and its force on the turned tip. A3: the free space of W, with λ."""
    reference = case("A2_beam_contact")["equilibrium_t0"] if end == "contact" else case("A3_beam_loop")["equilibria"]
    rest = reference if end == "contact" else reference["t0_static"]
    phi = np.array(rest["phi"], dtype=float)
    force = float(rest["force" if end == "contact" else "lambda_"])
    M, D, K, W = beam_by_hand(phi)
    K = K + force * np.diag(np.sin(phi)) + (1e5 * np.outer(W, W) if end == "contact" else 0.0)
    if end == "loop":
        free = np.linalg.svd(W[None])[2][1:].T
        M, D, K = (free.T @ X @ free for X in (M, D, K))
    system = lw.compile_model(beam(end=end))
    lin = lw.linearize(system, lw.equilibrium(system))
    expected = roots(M, D, K)
    assert np.abs(np.sort_complex(lin.eigenvalues) - expected).max() < 1e-9 * np.abs(expected).max()
    plain = lin.modes(damped=False)
    squares, shapes = linalg.eigh(K, M)
    assert plain.frequencies == pytest.approx(np.sqrt(squares) / (2 * np.pi), rel=1e-9)
    bars = [plain.bodies.index(f"bar{k}") for k in (1, 2, 3)]
    found = plain.turns[:, bars, 2].real
    by_hand = shapes.T if end == "contact" else (free @ shapes).T
    for one, other in zip(found, by_hand, strict=True):
        assert one == pytest.approx(other * np.sign(one @ other), abs=1e-8)


def test_pendulum_on_cart_by_hand():
    """ẍ = −(m/M) g φ + F/M, φ̈ = −(M + m) g φ/(M l) + F/(M l), φ about y turning the bob towards −x."""
    lin = lw.linearize(
        lw.compile_model(cart()), None, inputs=["rail.displacement.load"], outputs=["pin.angle", "pin.force.x"]
    )
    assert lin.states == ("rail.displacement", "pin.angle", "rail.displacement_dot", "pin.angle_dot")
    assert lin.A[2:, 1] == pytest.approx([-0.25 * 9.81, -2.5 * 9.81 / (2.0 * 0.8)], rel=1e-14)
    assert lin.B[2:, 0] == pytest.approx([0.5, 0.625], rel=1e-14)
    assert lin.C[0] == pytest.approx([0, 1, 0, 0])
    assert lin.C[1, 1] == pytest.approx(0.5 * 9.81)  # the rod's pull, leaning


MODELS = {
    "beam": (lambda: beam(), lambda s: beam_start(s).with_values({"P2.angle_dot": 0.7}, 0.13)),
    "beam in a loop": (lambda: beam(end="loop"), lambda s: lw.assemble(s, guess={"P1.angle": 0.1}, t=0.2)),
    "servo": (lambda: servo(), lambda s: s.state({"shaft.angle": 0.4, "shaft.angle_dot": 1.0, "motor.current": 2.0})),
    "four-bar": (loop, lambda s: lw.assemble(s, {"A.angle": 0.3}, {"B.angle": -0.4}, velocities={"A.angle_dot": 2.0})),
    "suspension": (suspension, lambda s: s.state({"W.displacement": 0.01, "S.displacement_dot": 0.3})),
    "ball joint": (gyro, lambda s: s.state({"ball.w_x": 1.0, "ball.w_y": -0.5, "ball.w_z": 2.0})),
    "hoop": (hoop, lambda s: s.state({"w.lean": 0.2, "w.heading": 0.3, "w.roll_dot": 4.0, "w.heading_dot": 0.5})),
    "gyroscopes": (gyroscopes, lambda s: lw.assemble(s, {"A.first": 0.1}, {"A.second": 0.05})),
}


def flow(system: System, y: np.ndarray, t: float, h: float, like: lw.State) -> np.ndarray:
    nq, nu = system.layout.nq, system.layout.nu
    start = replace(like, q=y[:nq], u=y[nq : nq + nu], z=y[nq + nu :], t=t)
    end = lw.simulate(system, start, t + h, rtol=1e-12, atol=1e-13).final
    return np.concatenate([end.q, end.u, end.z])


@pytest.mark.few(2)
@pytest.mark.parametrize("name", MODELS)
def test_agrees_with_differences_of_simulate(name):
    """The rate of the varied flow at its start, by a difference formula of fourth order, is A."""
    make, begin = MODELS[name]
    system = lw.compile_model(make())
    state = begin(system)
    lin = lw.linearize(system, state)
    y = np.concatenate([state.q, state.u, state.z])
    scale = max(1.0, float(np.abs(lin.A).max()))
    eps = 3e-5

    def slope(k: int, h: float) -> np.ndarray:
        ends = [flow(system, y + s * eps * lin.T[:, k], state.t, h, state) for s in (1.0, -1.0)]
        return (ends[0] - ends[1]) / (2 * eps)

    for k in range(len(lin.states)):
        h = 0.02 / scale
        first, second, third, fourth = (slope(k, h * n) for n in (1, 2, 3, 4))
        rate = (48 * first - 36 * second + 16 * third - 3 * fourth - 25 * lin.T[:, k]) / (12 * h)
        assert np.abs(lin.L @ rate - lin.A[:, k]).max() < 1e-6 * scale, lin.states[k]


def test_loops_take_named_coordinates():
    system = lw.compile_model(loop())
    state = lw.equilibrium(system, lw.assemble(system, {"A.angle": 0.3}, {"B.angle": -0.4}))
    named, plain = (lw.linearize(system, state, basis=b) for b in ("coordinates", "orthonormal"))
    assert all(name in (*system.layout.q, *system.layout.u) for name in named.states)
    assert np.sort_complex(named.eigenvalues) == pytest.approx(np.sort_complex(plain.eigenvalues), rel=1e-9)
    assert plain.states == ("displacement 1", "speed 1")


def test_inputs_of_every_kind_against_differences():
    system = lw.compile_model(beam())
    state = beam_start(system).with_values({"P1.angle_dot": 0.4}, 0.2)
    names = ["shaker.displacement_ddot", "P1.angle.load", "bar3.force.y", "bar2.moment.z"]
    lin = lw.linearize(system, state, inputs=names, outputs=["bar3.acceleration.y", "P1.angle"])
    twin = lw.linearize(lw.compile_model(servo()), None, inputs=["motor.setpoint"], outputs=["motor.current"])
    assert twin.B[2, 0] == pytest.approx(40.0 / 0.01)
    # A base that accelerates is gravity: the same as the weight of all bars.
    m = beam()
    m.gravity = (0, -10.81, 0)
    heavy = lw.accelerations(lw.compile_model(m), lw.compile_model(m).state(state.values, 0.2)).u_dot
    plain = lw.accelerations(system, state).u_dot
    assert lin.B[3:, 0] == pytest.approx((heavy - plain)[1:], rel=1e-9)
    M = system.mass_matrix(state)[1:, 1:]
    assert lin.B[3:, 1] == pytest.approx(np.linalg.inv(M)[:, 0], rel=1e-10)
    J = lw.point_jacobian(system, system.model["bar3"], state).J[4, 1:]
    assert lin.B[3:, 2] == pytest.approx(np.linalg.solve(M, J), rel=1e-10)
    assert lin.D[1] == pytest.approx(np.zeros(4))


class Levelling(lw.Active):
    """Pulls towards a height that is set."""

    measure = lw.Displacement("z")
    inputs = ("setpoint",)

    def law(self, e, i):
        return 500.0 * (i.setpoint - e)


def test_inputs_may_be_signals_of_the_model():
    """A road that moves by a signal, given as the object, is the road given by its name; so is an element's input."""
    road, setpoint = lw.Sine(0.02, omega=3.0), lw.Constant(0.1)
    m = lw.Model("quarter", gravity=(0, 0, -9.81))
    ground, wheel = m.body("plate", mass=0.0), m.body("wheel", mass=40.0)
    m.connect("road", lw.Prismatic("z"), m.ground, ground, drive={"displacement": road})
    m.connect("W", lw.Prismatic("z"), ground, wheel)
    m.connect("tyre", lw.Spring(2e5, damping=50.0, length=0.3), ground, wheel.at(0, 0, 0.4))
    m.connect("ride", Levelling(), ground, wheel, inputs={"setpoint": setpoint})
    system = lw.compile_model(m)
    by_object = lw.linearize(system, None, inputs=[road, setpoint], outputs=["wheel.position.z", "tyre.force"])
    by_name = lw.linearize(
        system, None, inputs=["road.displacement", "ride.setpoint"], outputs=["wheel.position.z", "tyre.force"]
    )
    assert by_object.inputs == ("road.displacement", "ride.setpoint")
    for one, other in ((by_object.B, by_name.B), (by_object.D, by_name.D)):
        np.testing.assert_allclose(one, other, rtol=1e-12)
    assert by_object.B[1] == pytest.approx([0.0, 500.0 / 40.0])  # the wheel is measured from the road
    assert by_object.D[0] == pytest.approx([1.0, 0.0])


def test_response_and_export_agree():
    system = lw.compile_model(suspension())
    lin = lw.linearize(system, lw.equilibrium(system), inputs=["road"], outputs=["body.position.z", "spring.force"])
    response = lin.response([0.0, 1.0, 10.0])
    assert response[0, 0, 0] == pytest.approx(1.0)  # the whole car stands on the road
    assert response[0, 1, 0] == pytest.approx(0.0, abs=1e-6)
    space = lin.to_scipy()
    assert isinstance(space, StateSpace)
    for k in (0, 1):
        single = StateSpace(space.A, space.B, space.C[k : k + 1], space.D[k : k + 1])
        assert signal.freqresp(single, w=[2 * np.pi])[1] == pytest.approx(response[1, k], rel=1e-9)
    control = pytest.importorskip("control")
    exported = lin.to_control()
    assert exported.state_labels[0] == "W_displacement"
    assert exported.output_labels == ["body_position_z", "spring_force"] and exported.input_labels == ["road"]
    assert np.abs(control.evalfr(exported, 2j * np.pi) - response[1]).max() < 1e-6 * np.abs(response[1]).max()


def test_modes_of_a_suspension():
    system = lw.compile_model(suspension())
    modes = lw.equilibrium(system).linearization.modes()
    assert len(modes) == 2 and (np.diff(modes.natural_frequencies) > 0).all()
    assert modes.participation.sum(axis=1) == pytest.approx([1.0, 1.0])
    displacements, turns = modes.on_bodies(0)
    assert abs(displacements["body"][2]) > abs(displacements["wheel"][2])
    assert np.abs(turns["body"]).max() == 0.0
    assert "frequency (Hz)" in str(modes)


def test_along_a_run_and_bad_input():
    system = lw.compile_model(cart())
    run = lw.simulate(system, system.state({"pin.angle": 0.5}), 1.0, times=3)
    several = lw.linearize(system, run)
    assert len(several) == 3 and several[1].A[3, 1] != several[0].A[3, 1]
    with pytest.raises(lw.ModelError, match=r"there is no channel 'bob\.position\.w'"):
        lw.linearize(system, outputs=["bob.position.w"])
    with pytest.raises(lw.ModelError, match=r"linearize: there is no input 'cart\.force\.q'"):
        lw.linearize(system, inputs=["cart.force.q"])
    with pytest.raises(lw.ModelError, match="does not use the signal"):
        lw.linearize(system, inputs=[lw.Sine(1.0, omega=2.0)])
    with pytest.raises(lw.ModelError, match="there is no basis 'modal'"):
        lw.linearize(system, basis="modal")
    with pytest.raises(lw.ModelError, match=r"linearize: 3\.0 is not a state"):
        lw.linearize(system, 3.0)
    with pytest.raises(lw.ModelError, match=r"response: linearize with inputs"):
        lw.linearize(system).response([1.0])
    with pytest.raises(lw.ModelError, match="leave no undamped modes"):
        lw.linearize(lw.compile_model(hoop())).modes(damped=False)


def test_exports_say_what_they_need(monkeypatch):
    lin = lw.linearize(lw.compile_model(cart()))
    with pytest.raises(lw.ModelError, match="to_scipy: a state space needs inputs and outputs"):
        lin.to_scipy()
    monkeypatch.setitem(sys.modules, "control", None)
    with pytest.raises(lw.ModelError, match=r"pip install 'linkwork\[control\]'"):
        lin.to_control()


def test_a_force_on_a_body_is_borne_by_its_joint():
    push = lw.Parameter("push", 0.0)
    m = lw.Model("pendulum")
    arm = m.body("arm", mass=2.0, com=(0, 0, -0.5), inertia=(0.1, 0.1, 0.1))
    m.connect("pin", lw.Revolute("y"), m.ground, arm)
    m.connect("force", lw.AppliedForce((push, 0, 0)), arm)
    tree, absolute = (lw.compile_model(m, c) for c in ("tree", "absolute"))
    # At the pin it moves nothing: the joint bears all of it.
    for system, name in ((tree, "push"), (absolute, "push"), (absolute, "arm.force.x")):
        lin = lw.linearize(system, lw.equilibrium(system), inputs=[name], outputs=["pin.force.x"])
        assert lin.D[0, 0] == pytest.approx(-1.0, abs=1e-9)
    with pytest.raises(
        lw.ModelError, match=r"output 'pin.force.x' under input 'arm.force.x' is not known .*AppliedForce"
    ):
        lw.linearize(tree, lw.equilibrium(tree), inputs=["arm.force.x"], outputs=["pin.force.x"])

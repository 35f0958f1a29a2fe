"""Exact beams in motion: F4, F5 and F6, what free flight keeps, rigid limits, and frequencies."""

import numpy as np
import pytest
from scipy import optimize

import linkwork as lw
from tests.beam_models import (
    NO_GRAVITY,
    flexible_slider_crank,
    flying_beam,
    flying_errors,
    planar_section,
)


def momenta(run: object, beam: object, k: int) -> np.ndarray:
    """Momentum and angular momentum about the origin of all nodes, at one row."""
    total = np.zeros(6)
    for node in beam.nodes:
        x, v, w = (run[f"{node.name}.{what}"][k] for what in ("position", "velocity", "angular_velocity"))
        total[:3] += node.mass * v
        # The inertia is the same about y and z, and motion is in the plane: that about z is all there is.
        total[3:] += node.mass * np.cross(x, v) + node.inertia[2, 2] * w
    return total


@pytest.mark.slow
def test_the_flying_beam_of_f6_keeps_momentum_and_energy() -> None:
    """Order 2 in the length of elements; after the load, what free flight keeps is kept to the tolerance."""
    errors = {}
    for elements in (4, 8):
        m, beam = flying_beam(elements)
        run = lw.simulate(
            lw.compile_model(m), t_end=6.5, method="dop853", rtol=1e-11, atol=1e-13, times=[0.0, 5.0, 6.5]
        )
        errors[elements] = flying_errors(Until(run, 1), beam, 5.0)
        first, last = momenta(run, beam, 1), momenta(run, beam, 2)
        np.testing.assert_allclose(first, last, rtol=1e-10, atol=1e-8)
        assert first[0] == pytest.approx(18.75, rel=1e-9) and abs(first[1]) < 1e-8
        assert run["energy"][1] == pytest.approx(run["energy"][2], rel=1e-10)
    assert 3.0 < errors[4] / errors[8] < 5.0 and errors[8] < 0.28


class Until:
    """A run up to one of its rows."""

    def __init__(self, run: object, k: int) -> None:
        self.run, self.k = run, k

    def __getitem__(self, name: str) -> np.ndarray:
        return np.asarray(self.run[name])[: self.k + 1]


@pytest.mark.slow
def test_both_coordinates_give_one_motion() -> None:
    m, beam = flying_beam(4)
    options = {"t_end": 4.0, "times": [0.0, 4.0]}
    tree = lw.simulate(lw.compile_model(m), method="dop853", rtol=1e-11, atol=1e-12, **options)
    absolute = lw.simulate(lw.compile_model(m, "absolute"), method=lw.TimeElements(degree=3), h=0.02, **options)
    for node in beam.nodes:
        name = f"{node.name}.position"
        np.testing.assert_allclose(absolute[name][-1], tree[name][-1], atol=1e-8)


@pytest.mark.slow
def test_higher_orders_pay() -> None:
    """F6 with 9 nodes: two elements of order 4 are a hundred times as good as eight of order 1."""
    errors = []
    for elements, order in ((8, 1), (4, 2), (2, 4)):
        m, beam = flying_beam(elements, order)
        run = lw.simulate(lw.compile_model(m), t_end=5.0, method="dop853", rtol=1e-10, atol=1e-12, times=[0.0, 5.0])
        errors.append(flying_errors(run, beam, 5.0))
    assert errors[1] < errors[0] / 8 and errors[2] < errors[0] / 100


@pytest.mark.slow
def test_a_beam_in_a_plane_moves_as_one_in_space() -> None:
    """F5 to t = 0.02 with three coordinates a node and with six."""
    runs, times = [], [0.0, 0.01, 0.02]
    for plane in (None, "z"):
        m, beam = flexible_slider_crank(2, 2, plane)
        system = lw.compile_model(m)
        runs.append(lw.simulate(system, t_end=0.02, method="radau", rtol=1e-6, atol=1e-6, times=times))
        assert system.layout.nu == {None: 22, "z": 13}[plane]
    for node in beam.nodes:
        name = f"{node.name}.position"
        np.testing.assert_allclose(runs[0][name], runs[1][name], atol=1e-6)


@pytest.mark.slow
def test_radau_steps_over_the_stretch_of_a_beam_at_loose_tolerances() -> None:
    """The second of Newton's corrections may be larger than the first: steps of 0.8 ms, where waves take 10 μs.

    Where Newton's method fails, the next try continues the last polynomial too: with no guess it took twice as many.
    """
    m, _ = flexible_slider_crank(3, 2, "z")
    run = lw.simulate(lw.compile_model(m), t_end=0.07, method="radau", rtol=1e-3, atol=1e-2, times=[0.0, 0.07])
    assert run.certificate.steps + run.certificate.rejected < 125 and run.verdict.is_good


def test_a_stiff_beam_moves_as_a_rigid_body() -> None:
    """A compound pendulum: the angle of the tip differs from that of a rigid bar in proportion to 1/E."""

    def angle(stiffness: float) -> float:
        m = lw.Model("pendulum", gravity=(0.0, 0.0, -9.81))
        section = planar_section(1e3 * stiffness, 1e3 * stiffness, stiffness, 1.0, 0.01)
        pin = lw.Revolute("y")
        beam = m.connect("bar", lw.ExactBeam(section, None, 2, 1.0, first=pin), m.ground)
        run = lw.simulate(lw.compile_model(m), t_end=0.4, rtol=1e-8, atol=1e-10, method="dop853", times=[0.0, 0.4])
        x, _, z = run[f"{beam.tip.name}.position"][-1]
        return float(np.arctan2(-z, x))

    m = lw.Model("rigid", gravity=(0.0, 0.0, -9.81))
    nodes = [(0.25, 0.0), (0.5, 0.5), (0.25, 1.0)]
    moment = sum(w * (0.01 + x * x) for w, x in nodes)
    bar = m.body("bar", mass=1.0, com=(0.5, 0.0, 0.0), inertia=(0.02, moment - 0.25, moment - 0.25))
    m.connect("pin", lw.Revolute("y"), m.ground, bar)
    run = lw.simulate(lw.compile_model(m), t_end=0.4, rtol=1e-11, atol=1e-13, times=[0.0, 0.4])
    rigid = float(run["pin.angle"][-1])
    soft, stiff = (angle(E) - rigid for E in (1e4, 1e5))
    assert abs(soft) < 1e-3 and abs(stiff) < 0.25 * abs(soft)


def frequencies(m: lw.Model) -> np.ndarray:
    values = np.abs(lw.linearize(lw.compile_model(m, "absolute")).eigenvalues.imag)
    return np.sort(values)[::2]


@pytest.mark.slow
def test_frequencies_of_a_cantilever_are_those_of_euler_and_bernoulli() -> None:
    """1.8751² √(EI/ρA)/L², with errors that fall as the square of the length of elements."""
    root = optimize.brentq(lambda x: np.cos(x) * np.cosh(x) + 1.0, 1.5, 2.2)
    errors = []
    for elements in (3, 6):
        m = lw.Model("cantilever", gravity=NO_GRAVITY)
        section = lw.StiffnessSection(1e6, 1e6, 1e6, 40.0, 50.0, 100.0, 1.0, (2e-6, 1e-6, 1e-6))
        m.connect("beam", lw.ExactBeam(section, None, elements, 1.0), m.ground)
        lowest = frequencies(m)[:2]
        errors.append(lowest / (root**2 * np.sqrt([50.0, 100.0])) - 1.0)
    np.testing.assert_allclose((4.0 * errors[1] - errors[0]) / 3.0, 0.0, atol=1e-3)
    assert (np.abs(errors[0] / errors[1] - 4.0) < 0.5).all()


@pytest.mark.slow
def test_parameters_of_section_and_material_move_frequencies() -> None:
    """∂ω/∂d by sensitivities of eigenvalues, against differences."""
    d, E = lw.Parameter("d", 0.01), lw.Parameter("E", 2e11)
    m = lw.Model("rod", gravity=NO_GRAVITY)
    m.connect("rod", lw.ExactBeam(lw.Circle(d), lw.Material(E, 0.3, 7850.0), 2, 0.5), m.ground)
    system = lw.compile_model(m)

    def lowest(**values: float) -> float:
        lin = lw.linearize(system, system.state(values))
        return float(np.sort(np.abs(lin.eigenvalues.imag))[0])

    base = lowest()
    assert (lowest(d=0.0101) - base) / base == pytest.approx(0.01, rel=2e-2)  # ω grows as the diameter
    assert (lowest(E=2.02e11) - base) / base == pytest.approx(0.005, rel=1e-2)  # and as the root of E

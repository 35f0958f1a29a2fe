"""The ways of S2 §9 to solve under constraints, in runs: pseudo-inverse (52) and orthogonal complement (54)."""

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.analyses.methods.options import Options
from linkwork.analyses.methods.registry import method_of
from linkwork.analyses.steppers.tree_start import bound_for
from linkwork.numerics import redundant_rows

WAYS = ("multipliers", "pseudo-inverse", "complement")


def four_bar() -> tuple[lw.System, lw.State]:
    """A planar loop in space: five rows of rank two."""
    m = lw.Model("four-bar")
    rods = [m.body(n, lw.Rod(length=x, mass=x)) for n, x in (("crank", 0.2), ("coupler", 0.9), ("rocker", 0.5))]
    m.connect("A", lw.Revolute("y"), m.ground, rods[0])
    m.connect("B", lw.Revolute("y"), rods[0].at(0.2, 0, 0), rods[1])
    m.connect("C", lw.Revolute("y"), rods[1].at(0.9, 0, 0), rods[2])
    m.connect("D", lw.Revolute("y"), rods[2].at(0.5, 0, 0), m.ground.at(0.8, 0, 0))
    system = lw.compile_model(m)
    start = lw.assemble(system, fixed={"A.angle": 0.3}, guess={"B.angle": -0.4}, velocities={"A.angle_dot": 2.0})
    return system, start


def twins(mass: float = 2.0) -> lw.Model:
    """A weight on two bars of the same length at the same place, driven round."""
    m = lw.Model("twins")
    weight = m.body("weight", mass=mass, inertia=(0.1, 0.1, 0.1))
    m.connect("plane", lw.Translation(), m.ground, weight, initial={"x": 0.6, "z": -0.8})
    for name in ("left", "right"):
        m.connect(name, lw.FixedDistance(1.0), m.ground, weight)
    m.connect("across", lw.PointInPlane("y"), m.ground, weight)
    return m


@pytest.mark.seed("S2.6")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("method", ["dopri5", "radau"])
def test_all_ways_give_one_motion_where_rows_repeat_each_other(way: str, method: str) -> None:
    system, start = four_bar()
    plain = lw.simulate(system, start, 0.5, times=6, method=method)
    run = lw.simulate(system, start, 0.5, times=6, method=method, constraints=lw.Enforcement(solution=way))
    assert run.certificate.rows > run.certificate.rank
    np.testing.assert_allclose(run.q, plain.q, atol=1e-9)
    np.testing.assert_allclose(run.u, plain.u, atol=1e-8)
    np.testing.assert_allclose(run["D.force"], plain["D.force"], atol=1e-8)
    assert any("under all constraint rows" in note for note in run.certificate.notes)
    assert run.certificate.evaluations == plain.certificate.evaluations  # the same equations, solved otherwise


@pytest.mark.seed("S2.6")
def test_the_way_is_the_one_that_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """A way that forgets the rows has the loop fall apart: it is what the run calls."""

    def falls(m: Any, h: Any, p: Any, b: Any) -> Any:
        return redundant_rows.by_multipliers(m, h, 0.0 * p, 0.0 * b)

    system, start = four_bar()
    monkeypatch.setitem(redundant_rows.CONSTRAINED_SOLVERS, "complement", falls)
    ends = [
        lw.simulate(
            system, start, 0.2, times=2, constraints=lw.Enforcement("none", solution=way)
        ).certificate.position_error
        for way in ("pseudo-inverse", "complement")
    ]
    assert ends[0] < 1e-6 < 1e-3 < ends[1]


@pytest.mark.seed("S2.6")
def test_ways_follow_drives_and_baumgarte() -> None:
    system, start = four_bar()
    model = system.model.copy()
    model.remove("A")
    drive = {"angle": lw.Polynomial((0.3, 2.0))}
    model.connect("A", lw.Revolute("y"), model.ground, model.bodies["crank"], drive=drive)
    driven = lw.compile_model(model)
    start = lw.assemble(driven, guess={"B.angle": -0.4, "C.angle": 1.0})
    plain = lw.simulate(driven, start, 0.3, times=4)
    for by in ("projection", "baumgarte"):
        run = lw.simulate(driven, start, 0.3, times=4, constraints=lw.Enforcement(by, solution="complement"))
        np.testing.assert_allclose(run.q, plain.q, atol=1e-8)


@pytest.mark.seed("S2.6")
@pytest.mark.parametrize("way", WAYS)
def test_connections_share_a_load_as_their_weights_are(way: str) -> None:
    """m(v²/l + g cos φ) on the bars, of which one carries three parts and the other one."""
    system = lw.compile_model(twins())
    whole = lw.simulate(system, t_end=0.3, times=4)
    for weights, share in (({}, 0.5), ({"left": 3.0}, 0.75), ({"left": 3.0, "right": 9.0}, 0.25)):
        kept = lw.Enforcement(solution=way, weights=weights)
        run = lw.simulate(system, t_end=0.3, times=4, constraints=kept)
        np.testing.assert_allclose(run.q, whole.q, atol=1e-9)
        left, right = run["left.force"], run["right.force"]
        np.testing.assert_allclose(left, share * (left + right), rtol=1e-8, atol=1e-9)
        x, z = run["plane.x"], run["plane.z"]
        pulled = 2.0 * (run["plane.x_dot"] ** 2 + run["plane.z_dot"] ** 2 - 9.81 * z)
        np.testing.assert_allclose(np.linalg.norm(left + right, axis=1), pulled, rtol=1e-6)
        assert np.abs(x**2 + z**2 - 1.0).max() < 1e-12


@pytest.mark.seed("S2.6")
@pytest.mark.parametrize("coordinates", ["tree", "absolute"])
def test_weights_are_for_single_states_in_both_formulations(coordinates: str) -> None:
    system = lw.compile_model(twins(), coordinates)
    state = system.rest if coordinates == "tree" else lw.assemble(system, bodies={"weight": (0.6, 0.0, -0.8)})
    for way in WAYS:
        found = lw.accelerations(system, state, way, weights={"right": 4.0})
        loads = lw.loads(system, state, found)
        np.testing.assert_allclose(loads["right"].force, 4.0 * loads["left"].force, rtol=1e-9, atol=1e-12)
        np.testing.assert_allclose(found.u_dot, lw.accelerations(system, state).u_dot, atol=1e-10)


@pytest.mark.seed("S2.6")
def test_a_door_on_two_hinges_of_unequal_stiffness() -> None:
    """Absolute coordinates have rows for all hinges: the weight hangs on them as their weights are."""
    m = lw.Model("door")
    leaf = m.body("leaf", lw.Box(size=(0.9, 0.04, 2.0), mass=20.0))
    m.connect("bottom", lw.Revolute("z"), m.ground.at(0, 0, 0.2), leaf.at(-0.45, 0, -0.8))
    m.connect("top", lw.Revolute("z"), m.ground.at(0, 0, 1.8), leaf.at(-0.45, 0, 0.8))
    system = lw.compile_model(m, coordinates="absolute")
    state = lw.assemble(system, bodies={"leaf": (0.45, 0.0, 1.0)})
    found = lw.accelerations(system, state, "pseudo-inverse", weights={"bottom": 9.0})
    carried = lw.loads(system, state, found)
    up = [carried[name].force[2] for name in ("bottom", "top")]
    assert sum(up) == pytest.approx(20.0 * 9.81, rel=1e-9)
    assert up[0] / up[1] == pytest.approx(9.0, rel=1e-9)


@pytest.mark.seed("S2.6")
def test_the_complement_runs_where_the_mass_matrix_is_singular() -> None:
    """Rows hold a weight that has no inertia about its ball joint; only the complement is defined."""
    m = lw.Model("pointer")
    bob = m.body("bob", mass=1.0, inertia=(0.0, 0.0, 0.0))
    m.connect("A", lw.Spherical(), m.ground, bob.at(0, 0, 1.0))
    m.connect("upright", lw.PerpendicularAxes("z", "x"), m.ground, bob)
    m.connect("plane", lw.PerpendicularAxes("y", "x"), m.ground, bob)
    system = lw.compile_model(m)
    start = system.state({"A.w_x": 1.0})
    plain = lw.simulate(system, start, 0.2, times=3)
    run = lw.simulate(system, start, 0.2, times=3, constraints=lw.Enforcement(solution="complement"))
    np.testing.assert_allclose(run["bob.position"], plain["bob.position"], atol=1e-9)
    with pytest.raises(lw.ModelError, match="solution 'pseudo-inverse' needs a mass matrix that is positive definite"):
        lw.simulate(system, start, 0.2, constraints=lw.Enforcement(solution="pseudo-inverse"))


@pytest.mark.parametrize("method", ["generalized_alpha", "weak2"])
@pytest.mark.parametrize("coordinates", ["tree", "absolute"])
def test_methods_that_solve_with_multipliers_say_so(method: str, coordinates: str) -> None:
    system = lw.compile_model(twins(), coordinates)
    with pytest.raises(
        lw.ModelError, match=r"solves for states and multipliers together, .*'complement' is not for it"
    ):
        lw.simulate(system, t_end=0.1, h=0.01, method=method, constraints=lw.Enforcement(solution="complement"))


def test_code_for_elsewhere_has_no_way_to_choose() -> None:
    system, start = four_bar()
    with pytest.raises(lw.ModelError, match="'complement' is solved for in Python and cannot leave the process"):
        lw.export_c(system, start, constraints=lw.Enforcement(solution="complement"))


def test_many_runs_take_the_way_too() -> None:
    system, start = four_bar()
    kept = lw.Enforcement(solution="pseudo-inverse", weights={"D": 2.0})
    found = lw.simulate_many(system, [start, start], 0.2, times=3, constraints=kept)
    plain = lw.simulate(system, start, 0.2, times=3)
    np.testing.assert_allclose(found["A.angle"][1], plain["A.angle"], atol=1e-9)


def test_a_file_reads_reactions_as_the_run_shared_them(tmp_path: Path) -> None:
    """Twins share a load as 1 to 4 in the run; so they do in its file, at its rows and between them."""
    system = lw.compile_model(twins())
    kept = lw.Enforcement(solution="multipliers", weights={"left": 4.0})
    run = lw.simulate(system, t_end=0.05, constraints=kept)
    run.save(tmp_path / "run.nc")
    back = lw.load_run(tmp_path / "run.nc")
    assert back.certificate.solution == "multipliers" and back.certificate.weights == {"left": 4.0}
    plain = lw.simulate(system, t_end=0.05)
    assert np.abs(run["left.force"] - plain["left.force"][0]).max() > 0.1
    for name in ("left.force", "right.force"):
        np.testing.assert_allclose(back[name], run[name], rtol=1e-12, atol=1e-12)
        np.testing.assert_allclose(back.resample([0.01])[name], run.resample([0.01])[name], rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"solution": "inverse"}, "solution 'inverse'"),
        ({"weights": {"A": 2.0}}, "weights are for a named way to solve"),
        ({"solution": "complement", "weights": {"A": 0.0}}, r"weights\['A'\] = 0.0 must be a positive number"),
        ({"solution": "complement", "weights": 3.0}, "weights"),
        ({"gains": 3.0}, "gains are those of Baumgarte's rows"),
        ({"by": "baumgarte", "gains": (1.0, 2.0, 3.0)}, "give α and β"),
        ({"by": "baumgarte", "gains": -1.0}, "give α and β"),
    ],
)
def test_wrong_choices_are_told(given: dict[str, Any], said: str) -> None:
    with pytest.raises(lw.ModelError, match=said):
        lw.Enforcement(**given)


def test_a_weight_of_what_has_no_rows_is_told() -> None:
    system = lw.compile_model(twins())
    kept = lw.Enforcement(solution="complement", weights={"plane": 2.0})
    with pytest.raises(lw.ModelError, match="there is no connection with constraint rows 'plane'"):
        lw.simulate(system, t_end=0.1, constraints=kept)


@pytest.mark.parametrize(("alpha", "beta"), [(5.0, 5.0), (3.0, 8.0), (8.0, 3.0)])
def test_gains_are_those_of_the_rows(alpha: float, beta: float) -> None:
    """An open row comes back as g̈ + 2α ġ + β² g = 0 says, S0 (8.4.8) with its two constants."""
    system = lw.compile_model(twins())
    kept = lw.Enforcement("baumgarte", gains=(alpha, beta))
    state = system.state({"plane.x": 0.6006})
    options = Options(0.0, 1.0, None, method_of("dopri5", "tree"), 1e-8, 1e-10, None, kept)
    bound = bound_for(system, state, (0, 2), options)
    for at in (state, system.state({"plane.x": 0.6006, "plane.x_dot": 0.1})):
        rates = bound.rates(0.0, bound.y_of(at))
        assert rates is not None
        P, _, P_00 = system.constraint_rows(at)
        g, g_dot = system.evaluate("position", at).g[0], float(P[0] @ at.u)
        assert abs(g) > 1e-4
        assert P[0] @ rates[3:6] + P_00[0] == pytest.approx(-2 * alpha * g_dot - beta * beta * g, rel=1e-9)


def test_an_enforcement_is_a_value_that_can_be_hashed() -> None:
    given = {"D": 2.0, "C": 1.0}
    kept = lw.Enforcement("baumgarte", gains=[5.0, 6.0], solution="pseudo-inverse", weights=given)
    same = lw.Enforcement("baumgarte", gains=(5.0, 6.0), solution="pseudo-inverse", weights={"C": 1.0, "D": 2.0})
    given["D"] = 7.0
    assert kept == same and hash(kept) == hash(same) and kept.weights == {"D": 2.0, "C": 1.0}
    assert hash(pickle.loads(pickle.dumps(kept))) == hash(kept) != hash(lw.Enforcement())
    with pytest.raises(lw.ModelError, match="Enforcement keeps its weights; make another"):
        kept.weights["D"] = 3.0  # type: ignore[index]

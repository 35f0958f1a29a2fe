"""Weak forms with momenta as fields on the cases of S3, in absolute coordinates and on trees with ball joints."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from tests.absolute.linkages import bars, error, linkage, sample, start
from tests.reference_models import case, two_bars


@cache
def tree() -> lw.System:
    """The two bars on ball joints, in Euler parameters."""
    return lw.compile_model(two_bars(lw.Spherical()))


def on_tree(given: dict[str, Any]) -> lw.State:
    """Joints have relative rotations, and angular velocities in the axes of the second body."""
    w1, w2 = np.array(given["omega1_body"]), np.array(given["omega2_body"])
    R = np.array(given["R1"]).T @ given["R2"]
    values = [*w1, *(w2 - R.T @ w1)]
    assert np.allclose(given["R1"], np.eye(3)) and np.allclose(R, np.eye(3))
    return tree().state(dict(zip(tree().layout.u, values, strict=True)))


def order(system: lw.System, at: lw.State, data: dict[str, Any], t: float, steps: int, method: lw.Method) -> Any:
    """(slope of the error over the length of elements, by regression; the smallest error)."""
    counts = [steps, 2 * steps, 4 * steps]
    runs = [lw.simulate(system, at, t, h=t / n, times=[t], method=method) for n in counts]
    errors = [error(run, sample(data, t)) for run in runs]
    return -np.polyfit(np.log(counts), np.log(errors), 1)[0], errors[-1], runs


STEPS = {1: 16, 2: 6, 3: 4}


@pytest.mark.few(2)
@pytest.mark.seed("S3.1", "S3.2")
@pytest.mark.parametrize("coordinates", ["absolute", "tree"])
@pytest.mark.parametrize("k", [1, 2, 3])
def test_b1_has_order_2k_in_the_mixed_form(k: int, coordinates: str) -> None:
    data = case("B1_two_bar_spherical")["cases"]["case1"]
    system, at = (
        (bars(), start(bars(), data["initial"])) if coordinates == "absolute" else (tree(), on_tree(data["initial"]))
    )
    slope, least, runs = order(system, at, data, 0.25, STEPS[k], lw.TimeElements(k, fields="mixed"))
    assert slope == pytest.approx(2 * k, abs=0.15)
    assert least < {1: 5e-4, 2: 2e-7, 3: 1e-9}[k]
    primal = lw.simulate(system, at, 0.25, h=0.25 / STEPS[k] / 4, times=[0.25], method=lw.TimeElements(k))
    assert np.allclose(primal.q[-1], runs[-1].q[-1], rtol=0, atol=1e-11)
    energy = runs[-1].certificate.energy_error
    assert energy < {1: 1e-2, 2: 2e-6, 3: 1e-8}[k]


@pytest.mark.slow
@pytest.mark.seed("S3.4", "S3.5")
def test_b3_turns_where_the_document_says() -> None:
    """The centre link is lowest at 0.47 s and stops rising at 0.69 s."""
    system, at = linkage()
    run = lw.simulate(system, at, 0.75, h=0.005, method="mixed2")
    speed = (
        run["bar8.velocity"][:, 1] + np.cross(run["bar8.angular_velocity"], run["bar8.rotation"] @ [0.5, 0, 0])[:, 1]
    )
    turns = [
        t - dt * v / (w - v)
        for t, dt, v, w in zip(run.t[:-1], np.diff(run.t), speed[:-1], speed[1:], strict=True)
        if v * w < 0
    ]
    assert turns[0] == pytest.approx(0.47, abs=5e-3) and turns[1] == pytest.approx(0.695, abs=6e-3)


# A chain of two uniform bars of length and mass 1 that hangs: M ü + g K u = 0 for the angles of the bars in a plane.
MASSES, STIFFNESS = np.array([[4 / 3, 1 / 2], [1 / 2, 1 / 3]]), 9.81 * np.diag([1.5, 0.5])


def hanging(fields: str, quadrature: str, k: int, omega_h: float) -> float:
    """How the swing of the fast mode of two hanging bars grows in forty elements, 1 where it does not."""
    squares, modes = np.linalg.eig(np.linalg.solve(MASSES, STIFFNESS))
    fast = int(np.argmax(squares))
    a, b = 1e-4 * modes[:, fast] / np.abs(modes[:, fast]).max()
    h = omega_h / np.sqrt(squares[fast])
    # Bars lie along y in the model and hang along −z: the first joint turns them about x.
    down = np.array([np.cos(np.pi / 4), np.sin(np.pi / 4), 0, 0])
    swing = {
        "A.e0": np.cos(np.pi / 4 + a / 2),
        "A.e1": np.sin(np.pi / 4 + a / 2),
        "B.e0": np.cos((b - a) / 2),
        "B.e1": np.sin((b - a) / 2),
    }
    system = tree()
    method = lw.TimeElements(k, quadrature, fields=fields)
    run = lw.simulate(system, system.state(swing), 40 * h, h=h, method=method)
    away = np.abs(run.q[:, :4] - down).max(axis=1)
    return float(away[-10:].max() / away[0])


@pytest.mark.few(1)
@pytest.mark.seed("S3.2")
@pytest.mark.parametrize(("k", "limit"), [(1, 12**0.5), (2, 10**0.5)])
def test_two_bars_on_balls_are_stable_for_short_elements_only_unless_fields_are_mixed(k: int, limit: float) -> None:
    """The limit of the fast mode of the hanging bars; its frequency is that of the textbook's two angles."""
    assert hanging("primal", "full", k, 0.97 * limit) < 5.0
    assert hanging("primal", "full", k, 1.04 * limit) > 20.0
    for fields, quadrature in (("mixed", "full"), ("three", "full"), ("primal", "gauss")):
        assert hanging(fields, quadrature, k, 1.04 * limit) < 5.0
        assert hanging(fields, quadrature, k, 20.0) < 5.0


def joint_matrix(run: lw.Trajectory, row: int) -> np.ndarray:
    """ψ of both ball joints by the velocities (ω_1, v_1, ω_2, v_2)."""

    def tilde(a: np.ndarray) -> np.ndarray:
        return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])

    ends = {(k, s): run[f"bar{k}.rotation"][row] @ [0, 0.5 * s, 0] for k in (1, 2) for s in (1, -1)}
    none = np.zeros((3, 6))
    above = np.hstack([-tilde(ends[1, 1]), np.eye(3), none])
    below = np.hstack([-tilde(ends[1, -1]), np.eye(3), tilde(ends[2, 1]), -np.eye(3)])
    return np.vstack([above, below])


@pytest.mark.seed("S3.3")
@pytest.mark.parametrize("form", ["nodal", "weighted"])
@pytest.mark.parametrize("fields", ["primal", "mixed"])
def test_modified_momenta_change_by_loads_alone_and_true_ones_are_their_projection(form: str, fields: str) -> None:
    system = bars()
    at = start(system, case("B1_two_bar_spherical")["cases"]["case1"]["initial"])
    h = 0.02
    run = lw.simulate(system, at, 5 * h, h=h, method=lw.TimeElements(2, constraints=form, fields=fields))
    for row in range(1, len(run)):
        M = np.zeros((12, 12))
        for k in (1, 2):
            R, first = run[f"bar{k}.rotation"][row], 6 * (k - 1)
            M[first : first + 3, first : first + 3] = R @ np.diag([1 / 12, 0.01, 1 / 12]) @ R.T
            M[first + 3 : first + 6, first + 3 : first + 6] = np.eye(3)
            # The reactions of ball joints are impulses Aᵀμ; what is left of the balance is the weight.
            gained = run[f"bar{k}.modified_momentum"][row] - run[f"bar{k}.momentum"][row - 1]
            assert np.allclose(gained, [0, 0, -9.81 * h], rtol=0, atol=1e-11)
        u = np.concatenate([run[f"bar{k}.{what}"][row] for k in (1, 2) for what in ("angular_velocity", "velocity")])
        assert np.allclose(run["momenta"][row], M @ u, rtol=0, atol=1e-11)
        A, back, p = joint_matrix(run, row), np.linalg.inv(M), run["modified_momenta"][row]
        projected = p - A.T @ np.linalg.solve(A @ back @ A.T, A @ back @ p)
        assert np.allclose(run["momenta"][row], projected, rtol=0, atol=1e-10)
        assert np.abs(p - projected).max() > 1e-3


@pytest.mark.seed("S3.3")
def test_momenta_belong_to_elements_in_time_and_stand_in_files(tmp_path: Any) -> None:
    system = bars()
    at = start(system, case("B1_two_bar_spherical")["cases"]["case1"]["initial"])
    run = lw.simulate(system, at, 0.02, h=0.01, method="mixed1")
    assert np.allclose(run["bar2.momentum"][0], run["bar2.velocity"][0])
    assert system.channel_table["bar1.modified_angular_momentum"].unit == "kg*m**2/s"
    run.save(tmp_path / "run.nc", "modified_momenta", "bar1.momentum.x")
    back = lw.load_run(tmp_path / "run.nc")
    assert np.array_equal(back["modified_momenta"], run["modified_momenta"])
    with pytest.raises(lw.ModelError, match="modified momenta are those of elements in time"):
        lw.simulate(system, at, 0.01, h=0.01)["bar1.modified_momentum"]


@pytest.mark.seed("S3.4")
def test_threads_and_solvers_make_no_difference() -> None:
    """Shares of bodies and joints on two threads to the same bits; other factors to rounding."""
    m = lw.Model("rope")
    before = m.ground.at(0, 0, 0)
    for k in range(150):
        body = m.body(f"b{k}", mass=0.1 + 0.01 * (k % 3), inertia=(1e-4, 2e-3, 2e-3))
        m.connect(f"J{k}", lw.Spherical(), before, body.at(-0.25, 0, 0))
        before = body.at(0.25, 0, 0)
    system = lw.compile_model(m, coordinates="absolute")
    at = system.placed({f"b{k}": (np.eye(3), (0.25 + 0.5 * k, 0, 0)) for k in range(150)})
    ends = [
        lw.simulate(system, at, 0.02, h=0.01, method=lw.TimeElements(1, fields="mixed", **given)).q[-1]
        for given in ({}, {"threads": 2}, {"solver": "superlu"})
    ]
    assert np.array_equal(ends[0], ends[1])
    assert np.allclose(ends[0], ends[2], rtol=0, atol=1e-11)
    for wrong in (0, 1.5):
        with pytest.raises(lw.ModelError, match="threads"):
            lw.TimeElements(threads=wrong)  # type: ignore[arg-type]
    with pytest.raises(lw.ModelError, match="are for absolute systems"):
        lw.simulate(tree(), None, 0.1, h=0.1, method=lw.TimeElements(threads=2))


def test_free_bodies_on_a_tree_turn_and_fly() -> None:
    """Six coordinates with velocities in the body's axes: a free body keeps its momenta, with order 2k."""
    m = lw.Model("free", gravity=(0, 0, -2.0))
    m.body("b", mass=2.0, inertia=(1.0, 2.0, 2.5))
    system = lw.compile_model(m)
    given = dict(zip(system.layout.u, (1.0, 2.0, 0.1, 0.5, -1.0, 0.3), strict=True))
    spins = []
    for h in (0.1, 0.05):
        run = lw.simulate(system, system.state(given), 1.0, h=h, method="mixed2")
        R, w = run["b.rotation"], run["b.angular_velocity"]
        spin = np.einsum("tij,j,tkj,tk->ti", R, [1.0, 2.0, 2.5], R, w)
        spins.append(np.abs(spin - spin[0]).max())
        # Flight is a parabola, which elements in the body's axes meet to their order.
        fall = run["b.position"][-1] - run["b.velocity"][0] - [0, 0, -1.0]
        assert np.abs(fall).max() < 2e-4 * (h / 0.1) ** 4 * 4
    assert spins[1] < 1e-4 and np.log2(spins[0] / spins[1]) == pytest.approx(4.0, abs=0.3)

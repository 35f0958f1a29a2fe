"""Starting values of connections in absolute systems, against the start of the tree; states from poses."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.absolute import motion, run_kernels
from tests.absolute_models import carried, chain, pair

STARTS: list[tuple[Any, dict[str, Any]]] = [
    (lw.Revolute("-y"), {"angle": 0.4, "angle_dot": 2.0}),
    (lw.Prismatic("z"), {"displacement": 0.3, "displacement_dot": -0.5}),
    (lw.Free(), {"x": 1.0, "z": 0.2, "v_z": 3.0, "w_x": 0.7}),
    (lw.Spherical(), {"w_x": 1.0, "w_z": -2.0}),
    (lw.Screw(0.1), {"angle": 0.5, "angle_dot": 1.5}),
]


def _started(hinge: Any, initial: dict[str, Any]) -> lw.Model:
    """Two bodies in a row: the first starts as told, the second is turned and driven against it."""
    m = lw.Model("started")
    one = m.body("one", mass=1.0, com=(0.4, 0.1, 0.0), inertia=(0.1, 0.2, 0.2))
    two = m.body("two", mass=2.0, com=(0.1, 0.0, 0.3), inertia=(0.2, 0.3, 0.2))
    m.connect("A", hinge, m.ground.at(0.1, 0.2, 0.3), one.at(-0.2, 0.1, 0, rotate={"x": 0.3}), initial=initial)
    drive = {"angle": lw.Sine(0.3, omega=2.0, phase=0.5)}
    m.connect("B", lw.Revolute("z"), one.at(0.5, 0, 0, rotate={"y": 0.2}), two.at(0, 0.3, 0), drive=drive)
    return m


@pytest.mark.parametrize(("hinge", "initial"), STARTS, ids=[hinge.kind for hinge, _ in STARTS])
def test_starting_values_of_connections_are_those_of_the_tree(hinge: Any, initial: dict[str, Any]) -> None:
    tree, absolute = pair(_started(hinge, initial))
    for t in (0.0, 0.7):
        wanted, found = carried(tree, absolute, tree.state({}, t)), absolute.state({}, t)
        assert np.abs(wanted.u).max() > 0.1
        assert np.allclose(found.q, wanted.q, atol=1e-12) and np.allclose(found.u, wanted.u, atol=1e-12)


def test_runs_begin_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rod about its end: T = ω² m l²/6. Its rows are counted; too many are not, and nothing is said of them."""
    m = lw.Model("pendulum", gravity=(0, 0, 0))
    bar = m.body("b", lw.Rod(length=1.0, mass=1.0))
    m.connect("A", lw.Revolute("-y"), m.ground, bar, initial={"angle": 0.4, "angle_dot": 2.0})
    system = lw.compile_model(m, coordinates="absolute")
    run = lw.simulate(system, t_end=0.02, h=0.01)
    assert run.certificate.notes == () and "5 of 5 rows independent" in str(run.certificate)
    assert run["energy"][0] == pytest.approx(2 / 3, abs=1e-12)
    for module in (motion, run_kernels):
        monkeypatch.setattr(module, "RANKED_ROWS", 4)
    told = lw.simulate(system, t_end=0.02, h=0.01).certificate
    assert told.rank is None and "independent" not in str(told) and "rank was not determined" in told.notes[0]


def test_starts_follow_parameters() -> None:
    m = lw.Model("long")
    length = lw.Parameter("length", 1.0)
    bar = m.body("bar", lw.Rod(length=1.0, mass=1.0))
    m.connect("A", lw.Revolute("y"), m.ground, bar.at(-length, 0, 0), initial={"angle": 0.5, "angle_dot": 1.0})
    tree, absolute = pair(m)
    wanted = carried(tree, absolute, tree.state({"length": 3.0}))
    found = absolute.state({"length": 3.0})
    assert np.allclose(found.q, wanted.q) and np.allclose(found.u, wanted.u) and found["length"] == 3.0


def test_without_starting_values_they_start_where_the_tree_starts() -> None:
    tree, absolute = pair(chain(4))
    wanted = carried(tree, absolute, tree.rest)
    assert np.abs(wanted.q.reshape(-1, 7)[:, 4:]).max() > 1.0
    assert np.allclose(absolute.rest.q, wanted.q, atol=1e-14) and not absolute.rest.u.any()


def test_without_hinges_no_tree_is_looked_for() -> None:
    absolute = _free()
    assert np.array_equal(absolute.rest.q, [1, 0, 0, 0, 0, 0, 0])
    assert "topology" not in absolute.start.tree.__dict__


def test_both_formulations_assemble_the_same_branch() -> None:
    """All hinges at zero is a straight line, where no step leads anywhere: both try the same starts around it."""
    m = lw.Model("four-bar")
    bars = [m.body(name, lw.Rod(length=x, mass=1.0)) for name, x in (("crank", 0.3), ("coupler", 0.9), ("rocker", 0.7))]
    m.connect("A", lw.Revolute("y"), m.ground, bars[0])
    m.connect("B", lw.Revolute("y"), bars[0].at(0.3, 0, 0), bars[1])
    m.connect("C", lw.Revolute("y"), bars[1].at(0.9, 0, 0), bars[2].at(0.7, 0, 0))
    m.connect("D", lw.Revolute("y"), m.ground.at(1.0, 0, 0), bars[2])
    tree, absolute = pair(m)
    one, other = lw.assemble(tree), lw.assemble(absolute)
    assert not absolute.violations(other)
    angles = [[s.channels(x)[f"{c}.angle"] for c in "ABCD"] for s, x in ((tree, one), (absolute, other))]
    assert np.allclose(*angles, atol=0.5)


def _free() -> lw.System:
    m = lw.Model("free")
    m.body("b", mass=1.0, inertia=(1.0, 1.0, 1.0))
    return lw.compile_model(m, coordinates="absolute")


def test_bodies_are_placed_by_poses() -> None:
    system, turn = _free(), [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]
    one = system.placed({"b": lw.Pose(turn, (1, 2, 3))})
    other = system.placed({"b": (turn, (1, 2, 3))}, {"b": ((0, 0, 1), (4, 5, 6))})
    assert np.allclose(one.q, [np.sqrt(0.5), 0, 0, np.sqrt(0.5), 1, 2, 3]) and np.array_equal(one.q, other.q)
    assert np.array_equal(other.u, [0, 0, 1, 4, 5, 6])


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ((np.eye(3),), r"'b': its pose must be a Pose, or \(R, p\)"),
        (3.0, "'b': its pose must be"),
        ((2 * np.eye(3), (0, 0, 0)), "'b': its R is not a rotation"),
        ((np.diag([1.0, 1.0, -1.0]), (0, 0, 0)), "'b': its R is not a rotation"),
        ((np.eye(2), (0, 0, 0)), "'b': its rotation R must be finite numbers of shape"),
        ((np.eye(3), (0, np.nan, 0)), "'b': its position p must be finite"),
        ((np.eye(3), "here"), "'b': its position p must be numbers"),
    ],
)
def test_bad_poses_name_the_body(given: Any, said: str) -> None:
    with pytest.raises(lw.ModelError, match=said):
        _free().placed({"b": given})


def test_bad_velocities_name_the_body() -> None:
    with pytest.raises(lw.ModelError, match=r"'b': its velocity must be \(ω, v\)"):
        _free().placed({}, {"b": (1.0, 2.0, 3.0)})
    with pytest.raises(lw.ModelError, match="body 'c'"):
        _free().placed({"c": (np.eye(3), (0, 0, 0))})

"""The rank test of coordinates runs by itself when a model is compiled (S0 §3.3)."""

import warnings
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.contract import dependence
from linkwork.contract.derived.hinge_numbers import sample_coordinates
from linkwork.testing.examples import EXAMPLES

BODY: dict[str, Any] = {"mass": 1.0, "inertia": (1.0, 1.0, 1.0)}


class Skew(lw.Hinge):
    """Two slides at an angle, and a third across them."""

    coordinates = ("a", "b", "c")
    angle = lw.parameter(unit="rad", default=0.3)

    def pose(self, q, t):
        return lw.Pose(p=(q.a + q.b * lw.cos(self.angle), q.b * lw.sin(self.angle), q.c))


class Idle(lw.Hinge):
    """A coordinate that a weight of zero takes out."""

    coordinates = ("angle", "spare")
    weight = lw.parameter(default=1.0)

    def pose(self, q, t):
        return lw.Pose(lw.rotation_z(q.angle), (0.0, 0.0, self.weight * q.spare))


def model(hinge: lw.Hinge, **given: Any) -> lw.Model:
    m = lw.Model("tested", silence=given.pop("silence", ()))
    m.connect("arm", hinge, m.ground, m.body("hand", **BODY), **given)
    return m


@pytest.mark.seed("S0.3")
@pytest.mark.parametrize("coordinates", ["tree", "absolute", "auto"])
def test_dependent_coordinates_are_refused_when_a_model_is_compiled(coordinates: str) -> None:
    """A Parameter may take any value, so that the model can be drawn; compiled with this one it cannot be."""
    with pytest.raises(
        lw.ModelError, match=r"^connection 'arm': 'a' and 'b' of Skew depend on each other: .* at any configuration"
    ):
        lw.compile_model(model(Skew(lw.Parameter("angle", 0.0))), coordinates)
    lw.compile_model(model(Skew(lw.Parameter("angle", 0.1))), coordinates)


@pytest.mark.seed("S0.3")
def test_a_coordinate_that_is_not_necessary_is_refused() -> None:
    with pytest.raises(lw.ModelError, match=r"^connection 'arm': 'spare' of Idle is not necessary: it moves nothing"):
        lw.compile_model(model(Idle(lw.Parameter("weight", 0.0))))
    lw.compile_model(model(Idle(lw.Parameter("weight", 1e-3))))


@pytest.mark.seed("S0.3")
def test_dependent_coordinates_of_plain_numbers_are_refused_when_drawn() -> None:
    with pytest.raises(lw.ModelError, match=r"connection 'arm': Skew.pose: .* 'a' and 'b' depend on each other"):
        model(Skew(0.0))
    with pytest.raises(lw.ModelError, match=r"connection 'arm': Idle.pose: .* 'spare' moves nothing"):
        model(Idle(0.0))


@pytest.mark.seed("S0.3")
@pytest.mark.parametrize("coordinates", ["tree", "absolute"])
def test_a_singular_start_is_told(coordinates: str) -> None:
    given = {"second": np.pi / 2}
    drawn = model(lw.Gimbal(), initial=given)
    said = r"connection 'arm': Gimbal is singular where it starts, .*second = 1.571.*'first' and 'third'.*'singular'"
    with pytest.warns(UserWarning, match=said):
        lw.compile_model(drawn, coordinates)
    assert any("'first' and 'third'" in remark for remark in drawn.check())
    quiet = model(lw.Gimbal(), initial=given, silence={"singular"})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        lw.compile_model(quiet, coordinates)
        lw.compile_model(model(lw.Gimbal(), initial={"second": 1.5}), coordinates)
    assert quiet.check() == []


@pytest.mark.seed("S0.3")
@pytest.mark.parametrize(
    "given", [{"lock": {"second": np.pi / 2}}, {"drive": {"second": lw.Polynomial((np.pi / 2, 1.0))}}]
)
def test_the_start_is_where_locks_and_drives_put_it(given: dict[str, Any]) -> None:
    with pytest.warns(UserWarning, match="'first' and 'third'"):
        lw.compile_model(model(lw.Gimbal(), **given))


@pytest.mark.seed("S0.3")
def test_a_run_from_a_singular_start_notes_it() -> None:
    with pytest.warns(UserWarning, match="singular"):
        system = lw.compile_model(model(lw.Gimbal(), initial={"second": np.pi / 2}))
    run = lw.simulate(system, system.state({"arm.second": 0.3}), t_end=0.01)
    assert any("Gimbal is singular where it starts" in note for note in run.certificate.notes)


@pytest.mark.parametrize("name", [n for n, made in EXAMPLES.items() if isinstance(made[0], lw.Hinge)])
def test_the_catalogue_starts_regular_and_says_the_rank_that_traced_modes_have(name: str) -> None:
    """Differences of the pose and the traced φ give the same verdict, two ways that share nothing."""
    rng = np.random.default_rng(4)
    for hinge in EXAMPLES[name]:
        joint = lw.Joint(hinge)
        assert dependence(hinge, hinge.rest_values) is None
        for q in (sample_coordinates(joint.form, rng), hinge.rest_values):
            assert (dependence(hinge, q) is None) == joint.rank(q).is_regular


class Euler(lw.Hinge):
    """Turns about z, x and z: singular where the second is zero."""

    coordinates = ("first", "second", "third")

    def pose(self, q, t):
        return lw.Pose(lw.rotation_z(q.first) @ lw.rotation_x(q.second) @ lw.rotation_z(q.third))


class Stretched(lw.Hinge):
    """No rotation: it stretches."""

    coordinates = ("a",)

    def pose(self, q, t):
        return lw.Pose(((1 + q.a, 0, 0), (0, 1, 0), (0, 0, 1)))


@pytest.mark.few(1)
@pytest.mark.parametrize("coordinates", ["tree", "absolute"])
def test_a_run_that_cannot_leave_a_singular_start_names_the_hinge(coordinates: str) -> None:
    system = lw.compile_model(model(Euler(), silence={"singular"}), coordinates)
    with pytest.raises(
        lw.ModelError, match=r"connection 'arm': Euler is singular here, .*'first' and 'third' together"
    ):
        lw.simulate(system, t_end=0.1)


def test_a_pose_that_is_no_rotation_is_told_before_its_rank() -> None:
    with pytest.raises(lw.ModelError, match=r"Stretched.pose: the rotation at q = .* is not orthogonal"):
        model(Stretched())

"""Integrators of one's own: tables of coefficients, one-step methods in Python, and what `method=` takes."""

import inspect
import signal
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.analyses.methods.registry import METHODS
from linkwork.numerics.tableaus import DORMAND_PRINCE, RK4, TABLEAUS
from tests.analyses.own_tables import double_pendulum, start

B, B_LOW = np.array([2 / 9, 1 / 3, 4 / 9, 0]), np.array([7 / 24, 1 / 4, 1 / 3, 1 / 8])
BOGACKI_SHAMPINE: dict[str, Any] = {
    "name": "bogacki-shampine",
    "order": 3,
    "a": [[], [1 / 2], [0, 3 / 4], [2 / 9, 1 / 3, 4 / 9]],
    "b": B,
    "c": [0, 1 / 2, 3 / 4, 1],
    "error": B - B_LOW,
    "error_order": 2,
}
TABLEAU = lw.Tableau(**BOGACKI_SHAMPINE)
HEUN_OF_THREE = lw.Tableau(
    name="Heun's third", order=3, a=[[], [1 / 3], [0, 2 / 3]], b=[1 / 4, 0, 3 / 4], c=[0, 1 / 3, 2 / 3]
)
"""A table without error estimate whose last stage is not the end of the step."""
EVENT = lw.Event("low", "A.angle", 1.0)


class Heun(lw.OneStep):
    name, order, error_order = "Heun", 2, 1

    def step(self, f: Any, t: float, y: np.ndarray, h: float) -> Any:
        first = f(t, y)
        second = f(t + h, y + h * first)
        return y + 0.5 * h * (first + second), 0.5 * h * (second - first)


@dataclass(frozen=True, repr=False)
class Theta(lw.OneStep):
    """The θ method, by Newton's with exact derivatives."""

    theta: float = 0.5
    name = "theta"
    order = 2

    def step(self, f: Any, t: float, y: np.ndarray, h: float) -> Any:
        new, start, matrix = y, f(t, y), np.eye(len(y)) - self.theta * h * f.jacobian(t, y)
        for _ in range(30):
            wrong = y + h * ((1.0 - self.theta) * start + self.theta * f(t + h, new)) - new
            new = new + np.linalg.solve(matrix, wrong)
            if np.abs(wrong).max() < 1e-13:
                return new
        return None


class SemiImplicitEuler(lw.OneStep):
    name, order = "semi-implicit Euler", 1

    def step(self, f: Any, t: float, y: np.ndarray, h: float) -> Any:
        q, u = slice(0, f.nq), slice(f.nq, f.nq + f.nu)
        new = y.copy()
        new[u] += h * f(t, y)[u]
        new[q] += h * f(t, new)[q]
        return new


@cache
def four_bar() -> lw.System:
    m = lw.Model("four-bar")
    bars = [m.body(f"bar{k}", lw.Rod(length=length, mass=1.0)) for k, length in enumerate((0.5, 1.0, 0.8))]
    m.connect("A", lw.Revolute("y"), m.ground, bars[0])
    m.connect("B", lw.Revolute("y"), bars[0].at(0.5, 0, 0), bars[1])
    m.connect("C", lw.Revolute("y"), bars[1].at(1, 0, 0), bars[2])
    m.connect("D", lw.Revolute("y"), bars[2].at(0.8, 0, 0), m.ground.at(0.9, 0, 0))
    return lw.compile_model(m)


@cache
def exact() -> lw.Trajectory:
    return lw.simulate(double_pendulum(), start(), 0.5, rtol=1e-12, atol=1e-13, events=[EVENT])


def errors(method: Any, steps: Any) -> list[float]:
    runs = [lw.simulate(double_pendulum(), start(), 0.5, method=method, h=h, rtol=1e6, atol=1e6) for h in steps]
    return [float(np.abs(run.final.q - exact().final.q).max()) for run in runs]


@pytest.mark.parametrize(
    ("method", "order", "adaptive"),
    [
        (TABLEAU, 3, True),
        (HEUN_OF_THREE, 3, False),
        (Heun(), 2, False),
        (Theta(), 2, False),
        (SemiImplicitEuler(), 1, False),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_the_order_is_what_it_says(method: Any, order: int, adaptive: bool) -> None:
    lengths = (0.01, 0.005, 0.0025)
    found = errors(method, [lw.Adaptive(h) if adaptive else h for h in lengths])
    assert np.log2(np.divide(found[:-1], found[1:])) == pytest.approx([order, order], abs=0.25)


@pytest.mark.few(1)
@pytest.mark.parametrize("method", [TABLEAU, Heun()], ids=lambda method: method.name)
def test_tolerances_events_and_states_between_steps(method: Any) -> None:
    run = lw.simulate(double_pendulum(), start(), 0.5, method=method, rtol=1e-5, atol=1e-7, events=[EVENT])
    assert run.certificate.method == method.name and run.success
    assert run.certificate.steps < 5000 and run.verdict.is_good
    assert np.abs(run.final.q - exact().final.q).max() < 1e-4
    assert np.abs(run.at(0.333).q - exact().at(0.333).q).max() < 1e-4
    assert [e.event for e in run.events] == ["low"]
    assert run.events[0].t == pytest.approx(exact().events[0].t, abs=1e-4)
    terminal = lw.Event("low", "A.angle", 1.0, terminal=True)
    ended = lw.simulate(double_pendulum(), start(), 0.5, method=method, rtol=1e-5, atol=1e-7, events=[terminal])
    assert ended.certificate.status == "event" and ended.final["A.angle"] == pytest.approx(1.0, abs=1e-9)


@pytest.mark.parametrize(
    ("method", "given"),
    [(TABLEAU, {"rtol": 1e-6}), (Heun(), {"rtol": 1e-4, "atol": 1e-6}), (Theta(), {"h": 0.005})],
    ids=lambda value: getattr(value, "name", ""),
)
def test_constraints_are_kept(method: Any, given: dict[str, Any]) -> None:
    state = lw.assemble(four_bar(), {"A.angle": 1.0})
    run = lw.simulate(four_bar(), state, 0.3, method=method, **given)
    wanted = lw.simulate(four_bar(), state, 0.3, rtol=1e-10)
    assert run.certificate.position_error < 1e-10
    assert np.abs(run.final.q - wanted.final.q).max() < 1e-3


def test_samples_many_and_sensitivities() -> None:
    system = double_pendulum()
    steps = lw.simulate(system, start(), 0.3, method=TABLEAU)
    sampled = lw.simulate(system, start(), 0.3, method=TABLEAU, times=7)
    assert np.abs(sampled.q - steps.resample(sampled.t).q).max() < 1e-7
    ensemble = lw.simulate_many(system, [start(), {"A.angle": 0.1}], 0.3, method=TABLEAU, times=7)
    assert np.abs(ensemble[0].q - sampled.q).max() < 1e-9
    assert ensemble[0].certificate.method == TABLEAU.name
    by = lw.sensitivities(system, start(), 0.1, initial=["A.angle"], method=TABLEAU, rtol=1e-6)
    wanted = lw.sensitivities(system, start(), 0.1, initial=["A.angle"])
    assert by["B.angle"].gradient[-1] == pytest.approx(wanted["B.angle"].gradient[-1], rel=1e-4)


@pytest.mark.parametrize(
    ("method", "given"),
    [(TABLEAU, {}), (Theta(0.6), {"h": 0.01}), (Heun(), {"rtol": 1e-4})],
    ids=["table", "theta", "Heun"],
)
def test_interrupted_and_resumed_is_uninterrupted(tmp_path: Path, method: Any, given: dict[str, Any]) -> None:
    def event(action: Any) -> dict[str, Any]:
        return {"method": method, "events": [lw.Event("low", "A.angle", 0.7, action=action)], **given}

    system, mark = double_pendulum(), tmp_path / "check"
    whole = lw.simulate(system, start(), 0.3, **event(lambda *_: None))
    stopped = event(lambda *_: signal.raise_signal(signal.SIGINT))
    assert lw.simulate(system, start(), 0.3, output=lw.Output(checkpoint=mark), **stopped).t[-1] < 0.3
    again = lw.simulate(system, None, 0.3, output=lw.Output(resume=mark), **event(lambda *_: None))
    assert np.array_equal(again.q, whole.q)
    if method is TABLEAU or isinstance(method, Heun):
        return
    with pytest.raises(lw.ModelError, match=r"method was Theta\(theta=0\.6\), is Theta\(theta=0\.7\)"):
        lw.simulate(system, None, 0.3, output=lw.Output(resume=mark), **{**stopped, "method": Theta(0.7)})


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"c": [0, 1 / 2, 3 / 5, 1]}, r"row 2 of a sums to 0\.75, but c\[2\] = 0\.6"),
        ({"a": [[], [1 / 2], [0, 1 / 2, 1 / 4], [2 / 9, 1 / 3, 4 / 9]]}, "row 2 of a .* stages before it only"),
        ({"a": [[], [1 / 2], [0, 3 / 4]]}, "a has 3 rows, but c 4 entries"),
        ({"b": [2 / 9, 1 / 3, 4 / 9]}, "b has 3 entries for 4 stages"),
        ({"b": [2 / 9, 1 / 3, 3 / 9, 0]}, r"of order 3, but Σ b_i = 0\.888889 instead of 1 \(order 1\)"),
        ({"order": 4}, r"of order 4, but Σ b_i c_i³ = 0\.229167 instead of 1/4"),
        ({"a": 3}, "a must be rows of numbers"),
        ({"order": 0}, "order = 0 must be a whole number"),
        ({"error": B_LOW}, r"b − error is not of order 2: Σ b_i = .* instead of 1 .*Give error = b − b̂"),
        ({"error": [1.0]}, "error has 1 entries for 4 stages"),
        ({"error": ()}, "all error weights are zero"),
        ({"error": B - B_LOW, "error_order": 0}, "it has error weights; give error_order"),
        ({"error_order": 4}, "error_order = 4 must lie between 1 and the order 3"),
        ({"dense": np.ones((4, 3))}, r"dense has a row for each of 4 stages, whose sum is b"),
        ({"b": [np.nan] * 4}, "b must be a row of finite real numbers"),
        ({"b": "two"}, "b must be a row of finite real numbers"),
    ],
)
def test_tables_are_checked(changed: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        lw.Tableau(**{**BOGACKI_SHAMPINE, **changed})


def test_tables_are_values() -> None:
    assert lw.Tableau(**BOGACKI_SHAMPINE) == TABLEAU and hash(lw.Tableau(**BOGACKI_SHAMPINE)) == hash(TABLEAU)
    assert TABLEAU != DORMAND_PRINCE and TABLEAU.stages == 3 and RK4.stages == 4
    assert repr(TABLEAU).startswith("Tableau('bogacki-shampine', order 3(2), 3 evaluations a step, ")
    # Where stability ends: Hairer and Wanner, part II, section IV.2.
    assert lw.Tableau(name="four", order=4, a=RK4.a[:4, :4], b=RK4.b[:4], c=RK4.c[:4]).stability == pytest.approx(
        2.79, abs=0.01
    )
    assert DORMAND_PRINCE.stability == pytest.approx(3.3, abs=0.06)


@pytest.mark.parametrize(
    ("method", "given", "message"),
    [
        (lw.Tableau(**{**BOGACKI_SHAMPINE, "name": "dop853"}), {}, "'dop853' is a shipped method.*another name"),
        (TABLEAU, {"h": 0.1}, r"bogacki-shampine chooses its own steps; give h=lw\.Adaptive\(h_max=0\.1\)"),
        (HEUN_OF_THREE, {}, "Heun's third has fixed steps and no error control; give the step h"),
        (Theta(), {}, "theta has fixed steps and no error control"),
        (5, {}, r"method = 5; give the name of a method, an lw\.Tableau, an lw\.ImplicitTableau or an lw\.Method"),
    ],
)
def test_methods_that_do_not_fit_are_refused(method: Any, given: dict[str, Any], message: str) -> None:
    with pytest.raises(lw.ModelError, match=message):
        lw.simulate(double_pendulum(), start(), 0.1, method=method, **given)


@pytest.mark.parametrize("method", [TABLEAU, Heun()], ids=lambda method: method.name)
def test_own_methods_run_in_absolute_coordinates(method: Any) -> None:
    model = double_pendulum().model
    given = {"rtol": 1e-8} if method is TABLEAU else {"h": 1e-4}
    ends = [
        lw.simulate(lw.compile_model(model, coordinates), None, 0.1, method=method, **given)[name][-1]
        for coordinates in ("tree", "absolute")
        for name in [f"{[*model.bodies][-1]}.position"]
    ]
    np.testing.assert_allclose(*ends, atol=1e-6)


def test_absolute_systems_say_which_methods_they_have() -> None:
    absolute = lw.compile_model(double_pendulum().model, coordinates="absolute")
    with pytest.raises(lw.ModelError, match="is for the tree formulation; absolute systems go by 'auto', "):
        lw.simulate(absolute, None, 0.1, method="symplectic", h=1e-3)


def test_a_method_of_absolute_systems_says_so_on_a_tree() -> None:
    class Mine(lw.Method):
        name, order, formulations = "mine", 1, ("absolute",)

    with pytest.raises(lw.ModelError, match="'mine' is for the absolute formulation; tree systems go by 'auto', 'dop"):
        lw.simulate(double_pendulum(), start(), 0.1, method=Mine())


@pytest.mark.parametrize(
    ("attributes", "message"),
    [
        ({"name": 3}, "method Mine: name = 3; give a name"),
        ({"name": []}, r"method Mine: name = \[\]; give a name"),
        ({"order": "two"}, "method 'Heun': order = 'two'; give a whole number, 1 or more"),
        ({"error_order": "x"}, "method 'Heun': error_order = 'x'; give a whole number, 0 or more"),
        ({"error_order": -1}, "method 'Heun': error_order = -1; give a whole number, 0 or more"),
    ],
)
def test_attributes_of_methods_are_checked_before_the_run(attributes: dict[str, Any], message: str) -> None:
    method = type("Mine", (Heun,), attributes)()
    with pytest.raises(lw.ModelError, match=message):
        lw.simulate(double_pendulum(), start(), 0.1, method=method)


def test_an_error_without_its_order_is_told() -> None:
    class Forgotten(Heun):
        error_order = 0

    with pytest.raises(lw.ModelError, match=r"'Heun': its step returns \(y, error\), but it has no error_order; give"):
        lw.simulate(double_pendulum(), start(), 0.1, method=Forgotten(), h=0.01)
    assert lw.simulate(double_pendulum(), start(), 0.1, method=Heun(), h=0.01).success


@pytest.mark.parametrize("given", [{"h": 0.01}, {"rtol": 1e-4}], ids=["fixed", "adaptive"])
def test_a_step_that_is_not_finite_is_told(given: dict[str, Any]) -> None:
    class Lost(Heun):
        def step(self, f: Any, t: float, y: np.ndarray, h: float) -> Any:
            new, error = super().step(f, t, y, h)
            return (new * np.nan if t > 0.05 else new), error

    run = lw.simulate(double_pendulum(), start(), 0.1, method=Lost(), **given)
    said = "the result of a step of the method is not finite at t = 0.0"
    assert run.certificate.status == "failed" and run.certificate.sentence.startswith(said)
    assert "check what `step` returns" in run.certificate.sentence


@pytest.mark.parametrize(
    ("method", "given"),
    [
        ("radau", {}),
        ("bdf", {}),
        ("generalized_alpha", {"h": 0.01}),
        (Heun(), {"rtol": 1e-4}),
        (TABLEAU, {}),
    ],
    ids=["radau", "bdf", "generalized_alpha", "Heun", "table"],
)
def test_states_that_files_do_not_hold_are_told(tmp_path: Path, method: Any, given: dict[str, Any]) -> None:
    if method == "bdf":
        pytest.importorskip("sksundae")
    said, file, saved = r"states between the steps of .* are not stored in files; give `times`", "run.nc", "saved.nc"
    memory = lw.simulate(double_pendulum(), start(), 0.1, method=method, **given)
    run = lw.simulate(double_pendulum(), start(), 0.1, method=method, output=lw.Output(file=tmp_path / file), **given)
    again = lw.load_run(tmp_path / file)
    again.save(tmp_path / "again.nc")
    memory.save(tmp_path / saved)
    for loaded in (again, lw.load_run(tmp_path / "again.nc"), lw.load_run(tmp_path / saved)):
        with pytest.raises(lw.ModelError, match=said):
            loaded.at(0.0512345)
        assert np.array_equal(loaded.at(float(run.t[2])).q, run.q[2])
    if method is TABLEAU:
        assert np.abs(run.at(0.0512345).q - memory.at(0.0512345).q).max() < 1e-12
        return
    with pytest.raises(lw.ModelError, match=said):
        run.at(0.0512345)
    assert np.array_equal(run.at(float(run.t[2])).q, run.q[2])


@pytest.mark.parametrize("method", ["weak2", "dop853"])
def test_steps_that_are_computed_again_are_so_from_a_file(tmp_path: Path, method: str) -> None:
    h = {"h": 0.01} if method == "weak2" else {}
    memory = lw.simulate(double_pendulum(), start(), 0.1, method=method, **h)
    memory.save(tmp_path / "run.nc")
    again = lw.load_run(tmp_path / "run.nc")
    assert np.abs(again.at(0.0512345).q - memory.at(0.0512345).q).max() < 1e-12


def test_steps_that_return_something_else_are_told() -> None:
    class Short(Heun):
        def step(self, f: Any, t: float, y: np.ndarray, h: float) -> Any:
            return y[:-1], y[:-1]

    class Unsure(Heun):
        def step(self, f: Any, t: float, y: np.ndarray, h: float) -> Any:
            return y

    class Lost(SemiImplicitEuler):
        def step(self, f: Any, t: float, y: np.ndarray, h: float) -> Any:
            return None

    for method, message in (
        (Short(), r"'Heun': its step returns y of shape \(3,\)"),
        (Unsure(), "must return .y, error."),
    ):
        with pytest.raises(lw.ModelError, match=message):
            lw.simulate(double_pendulum(), start(), 0.1, method=method)
    run = lw.simulate(double_pendulum(), start(), 0.1, method=Lost(), h=0.01)
    assert run.certificate.status == "failed" and "implicit step could not be solved" in run.certificate.sentence


def test_the_registry_names_every_method_once() -> None:
    assert [name for name in METHODS if name in TABLEAUS] == list(TABLEAUS)
    for name, method in METHODS.items():
        assert method.name == name and method.description and method.formulations
        assert name == "auto" or method.order >= 1


def test_simulate_has_thirteen_arguments_and_says_where_others_went() -> None:
    assert len(inspect.signature(lw.simulate).parameters) == 13
    assert len(inspect.signature(lw.simulate_many).parameters) <= 12
    for name, place in {
        "file": "output=lw.Output(file=…)",
        "checkpoint_every": "output=lw.Output(checkpoint_every=…)",
        "progress": "output=lw.Output(progress=…)",
        "h_max": "h=lw.Adaptive(h_max=…)",
        "strict": "constraints=lw.Enforcement(strict=…)",
        "rho_inf": "method=lw.GeneralizedAlpha(rho_inf=…)",
        "solver": "method=lw.Moreau(solver=…)",
        "degree": "method=lw.TimeElements(degree=…)",
    }.items():
        with pytest.raises(TypeError) as told:
            lw.simulate(double_pendulum(), None, 1.0, **{name: 1})
        assert str(told.value) == f"simulate has no argument {name!r}; give {place}."
    with pytest.raises(TypeError, match=r"simulate: there is no argument 'event'\. Did you mean 'events'\?"):
        lw.simulate(double_pendulum(), None, 1.0, event=())  # type: ignore[call-arg]
    with pytest.raises(lw.ModelError, match=r"give an lw\.Output; channels of one's own are `outputs`"):
        lw.simulate(double_pendulum(), None, 1.0, output={"sum": abs})  # type: ignore[arg-type]
    with pytest.raises(lw.ModelError, match=r"h_max = -1\.0 must be a positive number of seconds"):
        lw.Adaptive(h_max=-1.0)


def test_elements_in_time_of_trees_have_events_and_outputs() -> None:
    found, exact = (
        lw.simulate(double_pendulum(), start(), 1.0, method=method, events=[EVENT], **given)
        for method, given in (("weak3", {"h": 0.02}), ("dop853", {"rtol": 1e-11}))
    )
    assert exact.events and [o.event for o in found.events] == [o.event for o in exact.events]
    np.testing.assert_allclose([o.t for o in found.events], [o.t for o in exact.events], atol=1e-9)
    own = {"twice": lambda c: 2.0 * c["A.angle"]}
    run = lw.simulate(double_pendulum(), start(), 0.1, method="weak2", h=0.05, outputs=own)
    assert np.allclose(run["twice"], 2.0 * run["A.angle"])

"""Public functions given what they do not expect: a sentence that names the function's argument, never a raw error."""

import signal
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.contract.arguments import COUNT, NUMBER_ARGUMENT, takes
from linkwork.expr import TraceError
from tests.absolute_models import chain
from tests.results.machines import four_bar, pendulum, pendulum_model

HOSTILE: dict[str, Any] = {
    "None": None,
    "text": "abc",
    "empty text": "",
    "nan": float("nan"),
    "inf": float("inf"),
    "negative": -1,
    "complex": 1 + 2j,
    "huge": 10**12,
    "list": [1],
    "ragged": [[1.0], [2.0, 3.0]],
    "object": object(),
    "dict": {"a": "b"},
    "set": {1},
    "bytes": b"abc",
    "function": lambda *_: 1,
    "True": True,
    "matrix": np.zeros((2, 2)),
    "type": int,
    "not numbers": [float("nan")],
    "text in a list": ["1"],
}
LONG = {"t_end", "t", "h", "h_max"}
"""Arguments for which huge numbers make sense, and take long."""


def tree() -> lw.System:
    return pendulum()


def start() -> lw.State:
    return pendulum().state({"A.angle": 1.0})


def connected(name: Any, element: Any, end: Any, **given: Any) -> Any:
    model = lw.Model("m")
    rod = model.body("rod", mass=1.0, inertia=(1, 1, 1))
    return model.connect(name, element, model.ground if end is None else end, rod, **given)


def driven() -> lw.System:
    model = pendulum_model()
    model.remove("A")
    model.connect("A", lw.Revolute("y"), model.ground, model.bodies["rod"], drive={"angle": lw.Sine(0.1, 1.0)})
    return lw.compile_model(model)


def cases(folder: Path) -> Iterator[tuple[str, Callable[..., Any], dict[str, Any]]]:
    """Names, functions, and arguments that are right."""
    system, state = tree(), start()
    run = lw.simulate(system, state, 1.0)
    run.save(folder / "run.nc")
    loop, closed = four_bar(), lw.assemble(four_bar(), {"A.angle": 1.0})
    absolute = lw.compile_model(chain(2), coordinates="absolute")
    options: dict[str, Any] = {"times": None, "method": "auto", "h": None, "constraints": "projection"}
    options |= {"events": (), "outputs": None, "output": lw.Output()}
    kept = {"file": None, "flush": 1.0, "progress": True, "checkpoint": None, "checkpoint_every": 10.0, "resume": None}
    yield "Output", lw.Output, kept
    yield "Adaptive", lw.Adaptive, {"h_max": 0.1}
    yield (
        "Enforcement",
        lw.Enforcement,
        {"by": "projection", "strict": False, "gains": None, "solution": "auto", "weights": {}},
    )
    yield "GeneralizedAlpha", lw.GeneralizedAlpha, {"rho_inf": 0.8}
    yield "Moreau", lw.Moreau, {"solver": "auto"}
    yield "NonsmoothAlpha", lw.NonsmoothAlpha, {"rho_inf": 0.8}
    yield (
        "TimeElements",
        lw.TimeElements,
        {"degree": 2, "quadrature": "gauss", "control": "doubling"},
    )
    yield (
        "simulate",
        lw.simulate,
        {"system": system, "state": state, "t_end": 0.1, "rtol": 1e-8, "atol": 1e-9} | options,
    )
    of_absolute = {"system": absolute, "state": lw.assemble(absolute), "t_end": 0.01, "rtol": 1e-3, "atol": 1e-4}
    yield "simulate absolute", lw.simulate, of_absolute | options
    event = {"name": "e", "function": "A.angle", "value": 0.0, "direction": "both", "terminal": False, "action": None}
    yield "Event", lw.Event, {**event, "count": 1}
    yield "state", system.state, {"values": {"A.angle": 1.0}, "t": 0.0}
    yield "value", lambda value: system.state({"A.angle": value}), {"value": 1.0}
    yield "with_values", state.with_values, {"values": {"A.angle": 1.0}, "t": 0.0}
    yield "state[…]", lambda name: state[name], {"name": "A.angle"}
    yield "run[…]", lambda name: run[name], {"name": "A.angle"}
    yield "at", run.at, {"t": 0.5}
    yield "run.state", run.state, {"k": 1}
    yield "resample", run.resample, {"times": 5}
    yield "part", run.part, {"start": 0, "stop": 2}
    yield "channel_table[…]", lambda name: run.channel_table[name].unit, {"name": "A.angle"}
    yield "pose", run.pose, {"body": "rod"}
    yield "velocity", run.velocity, {"body": "rod"}
    yield "load", run.load, {"connection": "A"}
    yield "channels", run.channels, {}
    yield "save", lambda path, channel: run.save(path, channel), {"path": folder / "a.nc", "channel": "energy"}
    yield "to_csv", lambda path, channel: run.to_csv(path, channel), {"path": folder / "a.csv", "channel": "energy"}
    yield "load_run", lw.load_run, {"path": folder / "run.nc", "partial": False}
    more = {"guess": None, "t": 0.0, "velocities": None, "bodies": None, "starts": 3}
    yield "assemble", lw.assemble, {"system": loop, "fixed": {"A.angle": 1.0}, **more}
    yield "fixed value", lambda value: lw.assemble(loop, {"A.angle": value}), {"value": 1.0}
    yield "accelerations", lw.accelerations, {"system": loop, "state": closed, "method": "auto"}
    yield "loads", lw.loads, {"system": loop, "state": closed}
    yield "inverse_dynamics", lw.inverse_dynamics, {"system": system, "state": state, "u_dot": [1.0]}
    yield "impulse", lw.impulse, {"system": system, "state": state, "generalized": [1.0]}
    yield "linearize", lw.linearize, {"system": system, "at": None, "inputs": (), "outputs": (), "basis": "orthonormal"}
    yield (
        "equilibrium",
        lw.equilibrium,
        {"system": system, "t": None, "speeds": None, "drives": "held", "stable": False},
    )
    yield "mobility", lw.mobility, {"system": loop, "state": closed}
    moved = driven()
    times = {"t_end": 0.1, "times": None, "rtol": 1e-8, "singular": "pass"}
    yield "kinematics", lw.kinematics, {"system": moved, "start": moved.rest, **times}
    many = {"members": [{"A.angle": 0.1}], "t_end": 0.1, "times": 3, "method": "auto", "h": None}
    yield "simulate_many", lw.simulate_many, {"system": system, **many, "outputs": None, "threads": None}
    yield "Model", lw.Model, {"name": "m", "gravity": (0, 0, -9.81)}
    body = {"name": "b", "mass": 1.0, "com": (0, 0, 0), "inertia": (1, 1, 1)}
    yield "body", lambda **given: lw.Model("m").body(**given), body
    place = {"name": "p", "at": (0, 0, 0), "rotate": None}
    yield "point", lambda **given: lw.Model("m").body("b", mass=1.0).point(**given), place
    given = {"end": None, "drive": None, "lock": (), "initial": None, "inputs": None, "tree": None}
    yield "connect", connected, {"name": "A", "element": lw.Revolute("y"), **given}
    yield "compile_model", lw.compile_model, {"model": pendulum_model(), "coordinates": "tree"}
    yield "Parameter", lw.Parameter, {"name": "k", "value": 1.0}
    yield "LinearActuator", lambda signals: lw.LinearActuator(signals=signals, D=[[1.0, 0, 0]]), {"signals": "input"}


@pytest.fixture
def quick() -> Iterator[None]:
    """Whatever takes longer than a quarter of a minute is a hang."""

    def ring(*_: object) -> None:
        pytest.fail("it takes too long")

    before = signal.signal(signal.SIGALRM, ring)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.slow
@pytest.mark.usefixtures("quick")
def test_no_argument_brings_up_a_raw_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    raw, tried = [], 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for label, function, right in cases(tmp_path):
            function(**right)
            for name in right:
                for kind, value in HOSTILE.items():
                    if name in LONG and kind in ("huge", "inf"):
                        continue
                    tried += 1
                    signal.alarm(15)
                    try:
                        function(**{**right, name: value})
                    except (lw.ModelError, TraceError):
                        pass
                    except Exception as error:
                        raw.append(f"{label}: {name} = {kind}: {type(error).__name__}: {error}")
    assert raw == [], "\n".join(raw)
    assert tried > 1500


def said(function: Callable[[], Any]) -> str:
    with pytest.raises(lw.ModelError) as caught:
        function()
    return str(caught.value)


def test_what_is_said() -> None:
    system, state = tree(), start()
    run = lw.simulate(system, state, 1.0)
    assert said(lambda: run.at(float("nan"))) == "at: t = nan; give a finite number."
    assert said(lambda: run[5]) == '[…]: name = 5; give the name of a channel, such as "A.angle".'
    assert said(lambda: lw.simulate(system, state, "1")) == "simulate: t_end = '1'; give a number."
    assert said(lambda: lw.simulate(system, state, 1.0, times="abc")).startswith("simulate: times = 'abc'; give incr")
    assert said(lambda: lw.simulate(system, state, 1.0, times=10**12)).startswith("simulate: times = 1000000000000; g")
    wanted = "give a number in SI units, angles in radians."
    assert said(lambda: system.state({"A.angle": "x"})) == f"a state: A.angle = 'x'; {wanted}"
    assert said(lambda: system.state({"A.angle": "1"})) == f"a state: A.angle = '1'; {wanted}"
    assert said(lambda: lw.Event("e", "A.angle", count="2")).startswith("event 'e': count='2' is not a whole number")
    assert (
        said(lambda: lw.Model("m").body("b", mass="1")) == "body 'b': mass = '1' must be a finite number in SI units."
    )
    assert said(lambda: run.state(99)) == f"the run has {len(run)} states, 0 to {len(run) - 1}; 99 was asked for."
    signals = said(lambda: lw.LinearActuator(signals=1, D=[[1.0, 0.0, 0.0]]))
    assert signals == "LinearActuator: signals = 1: give a name, or a list of names"


@pytest.mark.parametrize("returned", [5, "hi", [1], {"A.angle_dot": "x"}, {"nothing": 1.0}, {1: 2.0}])
def test_what_actions_may_not_return(returned: object) -> None:
    event = lw.Event("down", "A.angle", np.pi / 2, action=lambda *_: returned)
    assert "event 'down'" in said(lambda: lw.simulate(tree(), start(), 3.0, events=[event]))


@pytest.mark.parametrize(
    "shape",
    [
        lambda: lw.Rod(length=1e200, mass=1.0),
        lambda: lw.Cylinder(length=1.0, radius=1e200, density=1.0),
        lambda: lw.Sphere(radius=1e200, mass=1.0),
        lambda: lw.Cone(length=1.0, radius=1e200, density=1.0),
    ],
)
def test_sizes_without_squares(shape: Callable[[], lw.Shape]) -> None:
    assert "= 1e+200: is beyond 1e+100; with numbers as large as this" in said(shape)


def test_sizes_whose_inertia_is_no_number() -> None:
    huge = lw.Sphere(radius=1e99, density=1e99)
    assert "body 'b': mass, centre of mass and inertia must be finite" in said(lambda: lw.Model("m").body("b", huge))
    assert "its sizes are too large" in said(lambda: lw.Model("m").body("b", Wide(radius=1e99, mass=1.0)))


class Wide(lw.Sphere):
    """A shape whose law of inertia runs over."""

    def gyration(self) -> Any:
        """A fourth power."""
        return self.radius**4


@pytest.mark.parametrize(
    "name", ["A.angle", "A.angle_dot", "energy", "rod.position", "rod.position.x", "A.force.x", "t"]
)
def test_outputs_hide_no_channel(name: str) -> None:
    text = said(lambda: lw.simulate(tree(), start(), 1.0, outputs={name: lambda x: x["A.angle"]}))
    assert text.startswith(f"simulate: outputs: {name!r} is a channel of the model already")


@pytest.mark.few(2)
@pytest.mark.parametrize("name", ["b0.x", "energy", "b0.position.x", "J0.force"])
def test_outputs_hide_no_channel_in_absolute_coordinates(name: str) -> None:
    system = lw.compile_model(chain(2), coordinates="absolute")
    text = said(lambda: lw.simulate(system, lw.assemble(system), 0.01, outputs={name: lambda x: 1.0}))
    assert text.startswith(f"simulate: outputs: {name!r} is a channel of the model already")


def test_checks_count_positions_and_further_arguments() -> None:
    @takes(a=NUMBER_ARGUMENT, others=COUNT, b=NUMBER_ARGUMENT | None)
    def add(a: float, *others: int, b: float | None = None) -> float:
        return a + sum(others) + (b or 0.0)

    assert add(1.0, 2, 3, b=4.0) == 10.0
    assert add(1.0, b=None) == 1.0
    assert said(lambda: add("1")) == "add: a = '1'; give a finite number."
    assert said(lambda: add(1.0, 2, 3.5)) == "add: others = 3.5; give a whole number."
    assert said(lambda: add(1.0, b=[1])) == "add: b = [1]; give a finite number."
    with pytest.raises(AssertionError, match="has no arguments"):
        takes(c=NUMBER_ARGUMENT)(add)


class Mine(lw.Spring):
    """An element of one's own that nobody registered."""


def test_an_element_that_is_not_registered_is_told_to_be() -> None:
    model = pendulum_model()
    model.connect("k", Mine(stiffness=1.0, length=1.0), model.ground.at(0, 0, 1), model.bodies["rod"].at(1, 0, 0))
    text = said(lambda: lw.save_model(model, "model.toml"))
    assert "there is no element 'Mine'" in text
    assert "known once it is registered" in text
    assert "lw.register(Mine)" in text

"""Functions of users that give another expression when they are traced again are refused by name."""

import random

import numpy as np
import pytest

import linkwork as lw

AGAIN = "gives another expression when it is called again"


class Noise(lw.Force):
    measure = lw.Distance()

    def law(self, e):
        return -random.random() * e


class NoisyRow(lw.Constraint):
    def position(self, rel, t):
        return rel.p[0] - random.random()


class NoisyPose(lw.Hinge):
    coordinates = ("x",)

    def pose(self, q, t):
        return lw.Pose(np.eye(3), [q.x * (1.0 + random.random()), 0.0, 0.0])


class NoisySignal(lw.Signal):
    def value(self, t):
        return t * random.random()


class NoisyLoad(lw.Load):
    def wrench(self, rel, t):
        return [0.0, 0.0, 0.0], [random.random(), 0.0, 0.0]


STIFFNESS = [100.0]


class OfGlobal(lw.Force):
    measure = lw.Distance()

    def law(self, e):
        return -STIFFNESS[0] * e


@pytest.fixture(autouse=True)
def _stiffness():
    STIFFNESS[0] = 100.0
    yield
    STIFFNESS[0] = 100.0


def block(element, *, gravity=(0, 0, 0), **given) -> lw.Model:
    m = lw.Model("m", gravity=gravity)
    body = m.body("b", mass=1.0, inertia=(1, 1, 1))
    m.connect("P", lw.Prismatic("x"), m.ground, body, initial={"displacement": 0.1})
    ends = [body] if isinstance(element, lw.Load) else [m.ground.at(-1, 0, 0), body]
    m.connect("law", element, *ends, **given)
    return m


@pytest.mark.parametrize(
    ("element", "name"),
    [
        (Noise(), "Noise.law"),
        (NoisyRow(), "NoisyRow.position"),
        (NoisyPose(), "NoisyPose.pose"),
        (NoisyLoad(), "NoisyLoad.wrench"),
        (lw.FunctionForce(lambda e: -random.random() * e), "FunctionForce.law"),
    ],
    ids=lambda x: x if isinstance(x, str) else "",
)
def test_random_numbers_are_refused_where_they_are_connected(element, name) -> None:
    with pytest.raises(lw.ModelError, match=f"connection 'law': {name} {AGAIN}"):
        block(element)


def test_random_inputs_events_outputs_and_gravity_are_refused() -> None:
    with pytest.raises(lw.ModelError, match=f"NoisySignal.value {AGAIN}"):
        block(lw.PressureActuator(1.0), inputs={"pressure": NoisySignal()})
    noisy = block(lw.PressureActuator(1.0), inputs={"pressure": lambda c: random.random() * c["t"]})
    with pytest.raises(lw.ModelError, match=f"connection 'law': input 'pressure' {AGAIN}"):
        lw.simulate(lw.compile_model(noisy), t_end=0.1)
    with pytest.raises(lw.ModelError, match=f"gravity {AGAIN}"):
        lw.compile_model(block(lw.Spring(1.0, 1.0), gravity=lambda p, t: [0.0, 0.0, -random.random()]))
    for form in ("tree", "absolute"):
        system = lw.compile_model(block(lw.Spring(1.0, 1.0)), form)
        event = lw.Event("e", lambda c: c["b.position.x"] - random.random())
        with pytest.raises(lw.ModelError, match=f"event 'e': its function {AGAIN}"):
            lw.simulate(system, t_end=0.1, events=[event])
        run = lw.simulate(system, t_end=0.1, outputs={"o": lambda c: c["b.position.x"] * random.random()})
        with pytest.raises(lw.ModelError, match=f"output 'o' {AGAIN}"):
            run["o"]


@pytest.mark.parametrize("form", ["tree", "absolute"])
def test_a_global_that_changes_before_compiling_is_told(form) -> None:
    m = block(OfGlobal())
    STIFFNESS[0] = 200.0
    with pytest.raises(lw.ModelError, match=f"connection 'law': OfGlobal.law {AGAIN}"):
        lw.compile_model(m, form)
    STIFFNESS[0] = 100.0
    assert lw.simulate(lw.compile_model(m, form), t_end=0.01).certificate.status == "done"


def test_a_global_that_changes_between_compiling_and_the_first_run_is_told() -> None:
    system = lw.compile_model(block(OfGlobal()))
    STIFFNESS[0] = 300.0
    with pytest.raises(lw.ModelError, match=f"connection 'law': OfGlobal.law {AGAIN}"):
        lw.simulate(system, t_end=0.1)


def test_foreign_functions_made_anew_are_the_same() -> None:
    class Foreign(lw.Force):
        measure = lw.Distance()

        def law(self, e):
            return lw.opaque(lambda x: -x, 1)(e)

    assert block(Foreign()).connections["law"].name == "law"

"""Two models compared: nothing to say of equal ones, a sentence for each difference of others."""

import numpy as np
import pytest

import linkwork.elements as lw
from linkwork.contract import Parameter
from linkwork.model import Model, differences


def arm() -> Model:
    m = Model("arm")
    k = Parameter("k", 200, "N/m")
    a = m.body("a", lw.Rod(length=0.2, mass=1))
    b = m.body("b", mass=2, com=(0.1, 0, 0), inertia=(1, 1, 1))
    b.point("tip", (0.3, 0, 0))
    m.ground.point("base")
    drive = {"angle": lw.Sine(0.1, omega=3)}
    m.connect("A", lw.Cylindrical("y"), m.ground, a, initial={"displacement": 0.1}, drive=drive)
    m.connect("B", lw.Revolute("y"), a.at(0.2, 0, 0), b, lock={"angle": 0.2}, tree="branch")
    m.connect("S", lw.Spring(2 * k + 1, 0.1), m.ground, b["tip"])
    return m


def test_equal_models_have_no_differences() -> None:
    assert differences(arm(), arm()) == []
    assert differences(arm(), arm().copy()) == []


def replaced(m: Model, name: str, **changes) -> None:
    old = m.connections[name]
    given = {
        "drive": old.drive,
        "lock": old.lock,
        "initial": old.initial,
        "inputs": old.inputs,
        "tree": old.tree,
        "element": old.element,
        "ends": old.ends,
    } | changes
    order = list(m.connections)
    del m.connections[name]
    m.connect(name, given.pop("element"), *given.pop("ends"), **given)
    m.connections = {n: m.connections[n] for n in order}


CHANGES = {
    "The models are called 'arm' and 'leg'.": lambda m: setattr(m, "name", "leg"),
    "Gravity is [0.0, 0.0, -9.81] and [0.0, 0.0, 0.0].": lambda m: setattr(m, "gravity", np.zeros(3)),
    "Body 'c' is only in the second model.": lambda m: m.body("c", mass=1),
    "Connection 'S' is only in the first model.": lambda m: m.remove("S"),
    "Body 'b': point 'end' is only in the second model.": lambda m: m.bodies["b"].point("end"),
    "Point of the ground 'top' is only in the second model.": lambda m: m.ground.point("top"),
    "Connection 'A': element is ": lambda m: replaced(m, "A", element=lw.Cylindrical("x")),
    "Connection 'A': ends are ground.at(0, 0, 0), a.at(0, 0, 0) and ": lambda m: replaced(
        m, "A", ends=(m.ground, m.bodies["a"].at(0, 0, 1))
    ),
    "Connection 'A': initial of 'displacement': it is 0.1 and 0.2.": lambda m: replaced(
        m, "A", initial={"displacement": 0.2}
    ),
    "Connection 'A': drive of 'angle' is only in the first model.": lambda m: replaced(m, "A", drive={}),
    "Connection 'B': lock of 'angle': it is 0.2 and 0.3.": lambda m: replaced(m, "B", lock={"angle": 0.3}),
    "Connection 'B': tree is 'branch' and None.": lambda m: replaced(m, "B", tree=None),
    "The bodies stand in another order.": lambda m: setattr(m, "bodies", dict(reversed(m.bodies.items()))),
    "Parameter 'k': value is 200.0 and 300.0.": lambda m: replaced(m, "S", element=spring(300, 1)),
    "Connection 'S': element is ": lambda m: replaced(m, "S", element=spring(200, 2)),
}


def spring(value: float, extra: float) -> lw.Spring:
    return lw.Spring(2 * Parameter("k", value, "N/m") + extra, 0.1)


@pytest.mark.parametrize("sentence", CHANGES)
def test_each_difference_is_a_sentence(sentence: str) -> None:
    other = arm()
    CHANGES[sentence](other)
    found = differences(arm(), other)
    assert any(s.startswith(sentence) for s in found), found
    assert len(found) <= 3


def test_mass_properties() -> None:
    a, b = arm(), Model("arm")
    b.body("a", lw.Rod(length=0.3, mass=1))
    found = differences(a, b)
    assert any(s.startswith("Body 'a': com is [0.1, 0.0, 0.0] and [0.15, 0.0, 0.0].") for s in found)
    assert any(s.startswith("Body 'a': shapes are [Rod(length=0.2") for s in found)


def test_parameters_with_one_name_for_two_things_are_refused() -> None:
    m = Model("twins")
    with pytest.raises(ValueError, match=r"two .*Parameters are called 'k'"):
        m.body("b", mass=Parameter("k", 1.0), com=(Parameter("k", 2.0), 0, 0))

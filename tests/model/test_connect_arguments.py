"""What `connect` is given beside element and ends: each mistake is a sentence that names the connection."""

import copy
import pickle

import numpy as np
import pytest

import linkwork as lw

NAN, INF = float("nan"), float("inf")


class Three(lw.Force):
    """A force of three ends."""

    ends = 3

    def energy(self, rel):
        return rel[0].p @ rel[0].p + rel[1].p @ rel[1].p


class Pump(lw.Active):
    """An element with an input."""

    inputs = ("flow",)
    measure = lw.Distance()

    def law(self, i):
        return i.flow


class Misspelt(lw.Hinge):
    """Asks for a coordinate that it does not have."""

    coordinates = ("angle",)

    def pose(self, q, t):
        return lw.Pose(lw.rotation_z(q.angel))


class Short(lw.Hinge):
    """A pose without time."""

    coordinates = ("angle",)

    def pose(self, q):
        return lw.Pose()


class Pair(lw.Assembly):
    """A part with too few ends."""

    def parts(self):
        return {"spring": (lw.Spring(1.0, 1.0), 0)}


def attempt(element: lw.Element, **given):
    def run() -> None:
        m = lw.Model("m")
        m.connect("C", element, m.ground, m.body("b", mass=1.0), **given)

    return run


def pin(**given):
    return attempt(lw.Revolute("y"), **given)


@pytest.mark.parametrize(
    ("mistake", "message"),
    [
        (pin(lock={"angle": NAN}), "connection 'C': lock: angle = nan must be a finite number"),
        (pin(lock={"angle": "much"}), "connection 'C': lock: angle = 'much' must be a finite number"),
        (pin(lock="angle"), "connection 'C': lock = 'angle'; give names, lock=['angle']"),
        (pin(lock=3), "connection 'C': lock = 3; give names"),
        (pin(lock={"angle": 0.2}, initial={"angle": 0.3}), "'angle' is locked at 0.2 but starts at 0.3"),
        (pin(initial="angle"), "connection 'C': initial = 'angle'; give names with values"),
        (pin(initial=[0.1]), "connection 'C': initial = [0.1]; give names with values"),
        (pin(initial=0.1), "connection 'C': initial = 0.1; give names with values"),
        (pin(initial={"angle": "much"}), "connection 'C': initial: angle = 'much' must be a finite number in SI units"),
        (pin(initial={"angle": "30 deg"}), "'30 deg' must be a finite number in SI units, an angle in radians."),
        (pin(initial={"angle": None}), "connection 'C': initial: angle = None must be a finite number"),
        (pin(initial={"angle": [1.0]}), "connection 'C': initial: angle = [1.0] must be a finite number"),
        (pin(drive=lw.Sine(1.0, omega=1.0)), "connection 'C': drive = Sine("),
        (attempt(Pump(), inputs={"flow": NAN}), "connection 'C': inputs: flow = nan must be a finite number"),
        (attempt(Pump(), inputs={"flow": None}), "connection 'C': inputs: flow = None must be a finite number"),
        (attempt(Pump(), inputs={"flow": lw.Sine}), "connection 'C': inputs: flow = <class"),
        (attempt(Misspelt()), "connection 'C': q.angel: there is no coordinate 'angel'. Did you mean 'angle'?"),
        (attempt(Short()), "connection 'C': Short: TypeError: Short.pose() takes 2 positional arguments"),
        (Pair, "Pair: part 'spring': Spring has 2 ends, not 1"),
        (lambda: lw.AppliedForce(lw.Sine), "is a class; did you forget the brackets?"),
        (lambda: lw.AppliedForce((lw.Sine, 0, 0)), "is not a number"),
        (lambda: lw.Wheel(1.0, spin=lw.Sine), "is a class; did you forget the brackets?"),
        (lambda: lw.Model("m", gravity=lambda p: p), "gravity: its function of (p, t) fails"),
        (lambda: lw.Model("m", gravity=lambda p, t: p[:2]), "must return three numbers, returned shape (2,)"),
        (lambda: setattr(lw.Model("m"), "gravity", (1, 2)), "model 'm': gravity = (1, 2); give three finite numbers"),
        (lambda: lw.Model("m").ground.at(0, 0, 0, rotate={"z": NAN}), "rotate is not a rotation; give finite numbers"),
        (lambda: lw.Model("m").ground.at(0, 0, 0, rotate={"z": INF}), "rotate is not a rotation; give finite numbers"),
        (lambda: lw.Model("m").ground.at(0, 0, 0, rotate=np.full((3, 3), NAN)), "proper orthogonal"),
        (lambda: lw.parameter(check="postive"), "there is no check 'postive'. Did you mean 'positive'?"),
    ],
)
def test_mistakes_are_explained(mistake, message: str) -> None:
    with np.errstate(all="ignore"), pytest.raises(lw.ModelError) as caught:
        mistake()
    assert message in str(caught.value)


def test_three_ends_on_one_body() -> None:
    m = lw.Model("m")
    b = m.body("b", mass=1.0)
    with pytest.raises(lw.ModelError, match="connection 'C': all ends are on 'b'"):
        m.connect("C", Three(), b, b.at(1, 0, 0), b.at(0, 1, 0))
    m.connect("C", Three(), m.ground, b.at(1, 0, 0), b.at(0, 1, 0))


def test_none_is_nothing() -> None:
    m = lw.Model("m")
    c = m.connect("C", lw.Revolute("y"), m.ground, m.body("b", mass=1.0), lock=None, drive=None, initial=None)
    assert c.lock == c.drive == c.initial == {}


def test_connections_keep_what_they_were_made_with() -> None:
    m = lw.Model("m")
    c = m.connect("C", lw.Revolute("y"), m.ground, m.body("b", mass=1.0), lock={"angle": 0.2})
    for change in (lambda: c.lock.update(angle=1.0), lambda: c.initial.__setitem__("angle", 1.0), c.drive.clear):
        with pytest.raises(lw.ModelError, match="remove it and connect again"):
            change()
    for twin in (copy.deepcopy(c.lock), pickle.loads(pickle.dumps(c.lock))):
        assert twin == {"angle": 0.2}


@pytest.mark.parametrize("name", ["values", "kind", "parameters", "q", "pose", "coordinates", "units", "ends", "rest"])
def test_fields_do_not_hide_the_machinery(name: str) -> None:
    with pytest.raises(lw.ModelError, match=f"Mine: a field cannot be called '{name}': .*; take another name"):
        type("Mine", (lw.Hinge,), {name: lw.parameter()})


@pytest.mark.parametrize(
    ("base", "body", "message"),
    [
        (lw.Hinge, {"coordinates": ("lambda",)}, "coordinates: 'lambda' cannot be a name"),
        (lw.Hinge, {"ends": 3}, "a joint has two ends"),
        (lw.Force, {"measure": lw.Distance}, "is not a measure. Did you forget the brackets?"),
        (lw.Force, {"states": ("class",)}, "states: 'class' cannot be a name"),
    ],
)
def test_classes_that_cannot_be(base: type, body: dict, message: str) -> None:
    with pytest.raises(lw.ModelError) as caught:
        type("Mine", (base,), body)
    assert message in str(caught.value)


class Loose(lw.Hinge):
    """One rate, one invariant and one row, returned as they are."""

    coordinates = ("x",)

    def pose(self, q, t):
        return lw.Pose(np.eye(3), (q.x, 0, 0))

    def q_dot(self, q, u, t):
        return u.x

    def velocity(self, q, u, t):
        return u.x - 1.0


def test_a_single_number_is_one_row() -> None:
    attempt(Loose())()


class Drifting(lw.Hinge):
    """Its coordinate moves with time even without speed."""

    coordinates = ("x",)

    def pose(self, q, t):
        return lw.Pose(np.eye(3), (q.x, 0, 0))

    def q_dot(self, q, u, t):
        return [u.x + 0.1 * t]


def test_a_coordinate_that_drifts_cannot_be_prescribed() -> None:
    with pytest.raises(lw.ModelError, match="the rate of 'x' is not a speed of its own"):
        attempt(Drifting(), lock=["x"])()


def test_named_points_of_the_ground_are_carried_along() -> None:
    part, whole = lw.Model("part"), lw.Model("whole")
    pivot = part.ground.point("pivot", (1, 0, 0))
    part.connect("A", lw.Revolute("y"), pivot, part.body("arm", mass=1.0))
    base = whole.body("base", mass=1.0)
    base.point("pivot", (5, 0, 0))
    with pytest.raises(lw.ModelError, match="has a point 'pivot' already"):
        whole.include(part, on=base)
    assert list(whole.bodies) == ["base"]
    whole.include(part, "left/", base.at(0, 0, 1))
    assert repr(whole["left/A"].ends[0]) == "base.left/pivot"
    assert whole["base"]["left/pivot"].X.p.tolist() == [1, 0, 1]
    assert lw.differences(part, part.copy()) == []


def test_a_model_can_include_itself() -> None:
    m = lw.Model("m")
    m.connect("A", lw.Revolute("y"), m.ground.point("pivot"), m.body("arm", mass=1.0))
    m.include(m, "other/")
    assert list(m.bodies) == ["arm", "other/arm"]
    assert list(m.connections) == ["A", "other/A"]
    assert list(m.ground.points) == ["pivot", "other/pivot"]

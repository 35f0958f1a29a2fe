"""Signals: values, derivatives, smoothness (measured from values alone), data files, and what is refused."""

from __future__ import annotations

import math
import pickle

import numpy as np
import pytest

from linkwork.contract import Expression, Hinge, ModelError, Parameter, Signal, registered, try_element
from linkwork.elements import (
    Constant,
    Formula,
    PeriodicSpline,
    Piecewise,
    Polynomial,
    Ramp,
    Sine,
    SmoothStep,
    Sphere,
    Spline,
    Table,
)
from linkwork.expr import exp, opaque, sin, where
from linkwork.model import Model
from linkwork.spatial import Pose

RATE = Parameter("rate", 1.3)
T = np.array([0.0, 0.4, 1.1, 1.5, 2.2, 3.0])
Y = np.array([0.2, 1.0, -0.5, 0.3, 0.9, 0.2])

# A signal, its number of continuous derivatives, and where it may have kinks.
CASES: dict[str, tuple[Signal, float, tuple[float, ...]]] = {
    "constant": (Constant(2.5), math.inf, (1.0,)),
    "constant parameter": (Constant(RATE), math.inf, (1.0,)),
    "line": (Ramp(1.7, offset=0.3), math.inf, (0.0, 1.0)),
    "ramp": (Ramp(RATE, start=0.5, end=1.5, offset=-1.0), 0, (0.5, 1.5)),
    "ramp to an end": (Ramp(-2.0, end=1.0), 0, (1.0,)),
    "cubic step": (SmoothStep(0.5, 2.0, 1.0, 4.0, order=1), 1, (0.5, 2.0)),
    "quintic step": (SmoothStep(0.5, 2.0, before=-1.0, after=RATE), 2, (0.5, 2.0)),
    "step of degree seven": (SmoothStep(0.5, 2.0, order=3), 3, (0.5, 2.0)),
    "sine of frequency": (Sine(2.0, frequency=0.7, phase=0.3, offset=1.0), math.inf, (1.0,)),
    "sine of omega": (Sine(RATE, omega=3.0), math.inf, (1.0,)),
    "polynomial": (Polynomial((1.0, -2.0, 0.5, RATE), start=0.5), math.inf, (1.0,)),
    "jumps": (Piecewise((0.5, 1.5), (0.0, Sine(1.0, omega=2.0), 3.0)), -1, (0.5, 1.5)),
    "half wave": (Piecewise((0.0, 1.0), (0.0, Sine(1.0, frequency=0.5), 0.0)), 0, (0.0, 1.0)),
    "parabolas": (Piecewise((1.0,), (Polynomial((0.0, 0.0, 1.0)), Polynomial((-1.0, 2.0)))), 1, (1.0,)),
    "parametric meeting": (Piecewise((1.0,), (Polynomial((0, RATE)), Polynomial((0, RATE, 0, 0)))), 4, (1.0,)),
    "natural spline": (Spline(T, Y), 2, (*T,)),
    "spline extended": (Spline(T, Y, boundary="not-a-knot", outside="extend"), 2, (*T,)),
    "spline held": (Spline(T, Y, outside="hold"), 0, (*T,)),
    "spline clamped and held": (Spline(T, Y, boundary="clamped", outside="hold"), 1, (*T,)),
    "periodic spline": (PeriodicSpline(T, Y), 2, (*T, 3.4)),
    "table": (Table(T, Y), 0, (*T,)),
    "table linear": (Table(T, Y, outside="linear"), 0, (*T,)),
    "straight table": (Table([0.0, 1.0, 2.0], [0.0, 1.0, 2.0], outside="linear"), math.inf, (1.0,)),
    "function": (Expression(lambda t: RATE * exp(-t) * sin(3 * t)), math.inf, (1.0,)),
    "numpy function": (Expression(lambda t: np.sqrt(1 + t**2) + np.interp(t, T, Y)), 0, (*T,)),
    "function with a branch": (Expression(lambda t: where(t < 1, t, 2.0)), -1, (1.0,)),
    "function that knows better": (Expression(lambda t: where(t < 1, t**3, 3 * t**2 - 3 * t + 1), smooth=2), 2, (1.0,)),
    "abs": (Expression(lambda t: abs(t - 1)), 0, (1.0,)),
    "branch on a parameter": (Expression(lambda t: where(RATE < 2, t, 2 * t) + abs(RATE)), math.inf, (1.0,)),
}


@pytest.fixture(params=CASES, ids=lambda name: name.replace(" ", "-"))
def case(request: pytest.FixtureRequest) -> tuple[Signal, float, tuple[float, ...]]:
    return CASES[request.param]


def test_all_registered_signals_are_tested():
    shipped = {c for c in registered().values() if issubclass(c, Signal) and c.__module__.startswith("linkwork.")}
    untested = {c.__name__ for c in shipped} - {type(s).__name__ for s, _, _ in CASES.values()}
    assert untested <= {"Formula"}  # tests/formats has that one


def test_derivatives_agree_with_differences(case):
    signal, _, kinks = case
    times = np.linspace(-0.71, 3.67, 40)
    times = times[[np.abs(np.subtract(kinks, t)).min() > 2e-3 for t in times]]
    h = 1e-4
    for order in (1, 2):
        below = [signal.derivative(times + s * h, order - 1) for s in (-2, -1, 1, 2)]
        expected = (below[0] - 8 * below[1] + 8 * below[2] - below[3]) / (12 * h)
        np.testing.assert_allclose(signal.derivative(times, order), expected, rtol=1e-7, atol=1e-7)


def one_sided(signal: Signal, at: float, side: int) -> np.ndarray:
    """Value and first three derivatives on one side, from a polynomial through values there, and nothing else."""
    h = 0.04
    x = (1 - np.cos(np.linspace(0, np.pi, 10))) / 2
    x[0] = 1e-12
    fit = np.polynomial.Polynomial.fit(side * x * h, signal(at + side * x * h), 8, domain=[-h, h])
    return np.array([fit.deriv(k)(0.0) if k else fit(0.0) for k in range(4)])


def test_smoothness_is_what_it_measures(case):
    signal, claimed, kinks = case
    assert signal.smoothness == claimed
    order = 3
    for at in kinks:
        left, right = one_sided(signal, at, -1), one_sided(signal, at, 1)
        scale = np.maximum(1.0, np.maximum(abs(left), abs(right)))
        jumps = np.flatnonzero(abs(left - right) > 1e-4 * scale)
        order = min(order, jumps[0] - 1 if len(jumps) else 3)
    assert order == min(claimed, 3)


def test_number_and_array_agree(case):
    signal, _, _ = case
    times = np.array([[0.1, 0.6], [1.2, 2.9]])
    assert isinstance(signal(0.6), float)
    np.testing.assert_array_equal(signal(times), [[signal(t) for t in row] for row in times])


def test_values():
    assert Ramp(2.0, start=1.0, end=3.0, offset=5.0)([0.0, 1.0, 2.0, 4.0]).tolist() == [5.0, 5.0, 7.0, 9.0]
    step = SmoothStep(1.0, 3.0, before=2.0, after=6.0)
    assert step([0.0, 1.0, 2.0, 3.0, 9.0]).tolist() == [2.0, 2.0, 4.0, 6.0, 6.0]
    assert step.derivative(2.0) == pytest.approx(4.0 / 2.0 * 15 / 8)
    assert Sine(2.0, frequency=0.25, offset=1.0)(1.0) == pytest.approx(3.0)
    assert Sine(2.0, omega=math.pi / 2, phase=math.pi / 2)(1.0) == pytest.approx(0.0, abs=1e-15)
    assert Polynomial((1.0, 2.0, 3.0), start=1.0)(3.0) == 17.0
    pieces = Piecewise((1.0, 2.0), (0.0, Ramp(1.0), 7.0))
    assert pieces([0.9, 1.0, 1.5, 2.0, 3.0]).tolist() == [0.0, 1.0, 1.5, 7.0, 7.0]
    np.testing.assert_allclose(Spline(T, Y)(T), Y, atol=1e-15)
    np.testing.assert_allclose(PeriodicSpline(T, Y)(T + 3.0), Y, atol=1e-14)
    np.testing.assert_allclose(Table(T, Y)([*T, 99.0]), [*Y, Y[-1]], atol=1e-15)
    assert math.isnan(Spline(T, Y, outside="nan")(3.5)) and Spline(T, Y, outside="nan").smoothness == 2
    assert math.isnan(Table(T, Y, outside="nan")(-0.1)) and Table(T, Y, outside="nan").smoothness == 0


def test_a_signal_is_traced_once():
    """A run asks for the same derivative at every step."""
    calls = []

    class Counted(Signal):
        def value(self, t):
            calls.append(t)
            return RATE * sin(2 * t)

    signal = Counted()
    for t in (0.1, 0.2, 0.3):
        assert signal.derivative(t, 2) == pytest.approx(-4 * 1.3 * math.sin(2 * t))
        assert signal(t) == pytest.approx(1.3 * math.sin(2 * t))
        assert signal.derivative(t, 1, {"rate": 2.0}) == pytest.approx(4 * math.cos(2 * t))
    assert len(calls) == 1
    used = Sine(RATE, omega=2.0)
    assert used.derivative(0.1) == pickle.loads(pickle.dumps(used)).derivative(0.1)


def test_opaque_function_of_time_is_only_continuous():
    assert Expression(lambda t: opaque(math.sin, 1)(t)).smoothness == 0


def test_parameters_are_found_also_inside():
    assert Piecewise((RATE,), (0.0, Sine(1.0, frequency=Parameter("f", 2.0)))).parameters[0] is RATE
    names = [p.name for p in Piecewise((RATE,), (0.0, Sine(1.0, frequency=Parameter("f", 2.0)))).parameters]
    assert names == ["rate", "f"]
    assert Expression(lambda t: RATE * t).parameters == [RATE]


def test_meeting_must_hold_for_all_values_of_a_parameter():
    # At rate = 1.3 the pieces happen to meet; at any other value they jump.
    assert Piecewise((1.0,), (1.3, Constant(RATE))).smoothness == -1


def test_element_keeps_its_data():
    t, y = T.copy(), Y.copy()
    signal = Spline(t, y)
    before = signal(0.7)
    y[:] = 0.0
    assert signal(0.7) == before
    with pytest.raises(ValueError, match="read-only"):
        signal.y[0] = 5.0
    assert signal == Spline(T, Y) and signal != Spline(T, 2 * Y)
    assert "<6 numbers>" not in repr(signal) and "<20 numbers>" in repr(Spline(range(20), range(20)))


def test_changed_copy_and_pickle():
    signal = Sine(2.0, frequency=0.7)
    assert signal.with_values(amplitude=3.0) == Sine(3.0, frequency=0.7)
    assert Spline(T, Y).with_values(boundary="clamped") == Spline(T, Y, boundary="clamped")
    assert pickle.loads(pickle.dumps(Spline(T, Y))) == Spline(T, Y)


class Slide(Hinge):
    coordinates = ("s",)

    def pose(self, q, t):
        return Pose(np.eye(3), (q.s, 0.0, 0.0))


def drive(signal: Signal) -> None:
    model = Model("m")
    body = model.body("b", Sphere(0.1, mass=1.0))
    model.connect("A", Slide(), model.ground, body, drive={"s": signal})


def test_driven_coordinate_needs_two_derivatives(case):
    signal, claimed, _ = case
    if claimed >= 2:
        drive(signal)
    else:
        with pytest.raises(ModelError, match=r"connection 'A': Slide: 's' is driven by .* two continuous derivatives"):
            drive(signal)


@pytest.mark.parametrize(
    ("signal", "advice"),
    [
        (Ramp(1.0, start=0.5), "it has none. Use a SmoothStep, or leave out start and end"),
        (SmoothStep(order=1), "it has one. Use order=2"),
        (Spline(T, Y, outside="hold"), "outside='extend'"),
        (Piecewise((1.0,), (0.0, 1.0)), "it has jumps. Use a SmoothStep, a Spline"),
    ],
)
def test_refused_drive_says_what_to_do(signal, advice):
    with pytest.raises(ModelError) as caught:
        drive(signal)
    assert advice in str(caught.value)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Constant(math.nan), "Constant: level = nan: must be finite"),
        (lambda: Constant("a"), "Constant: level = 'a': is not a number"),
        (lambda: Constant(), "Constant: level is missing"),
        (lambda: Ramp(1.0, start=2.0, end=1.0), "Ramp: end = 1 s must come after the start at 2 s"),
        (lambda: Ramp(1.0, end=-1.0), "Ramp: end = -1 s must come after the start at 0 s"),
        (lambda: SmoothStep(1.0, 1.0), "SmoothStep: end = 1 s must come after start = 1 s"),
        (lambda: SmoothStep(order=5), "SmoothStep: order = 5: choose one of 1, 2, 3"),
        (lambda: Sine(1.0), "give frequency (Hz) or omega (rad/s), one of them; neither was given"),
        (lambda: Sine(1.0, frequency=1.0, omega=2.0), "one of them; both was given"),
        (lambda: Sine(1.0, frequnecy=1.0), "there is no field 'frequnecy'. Did you mean 'frequency'?"),
        (lambda: Polynomial(()), "Polynomial: coefficients is empty"),
        (lambda: Polynomial(2.0), "Polynomial: coefficients = 2.0: needs shape (any), has shape ()"),
        (lambda: Piecewise((1.0,), (1.0,)), "Piecewise: 1 breaks need 2 pieces, 1 were given"),
        (lambda: Piecewise((2.0, 1.0), (1.0, 2.0, 3.0)), "Piecewise: breaks must increase; 1 s follows 2 s"),
        (lambda: Piecewise((1.0,), (1.0, "x")), "level = 'x': is not a number"),
        (lambda: Piecewise((1.0,), Constant(1.0)), "give a list of signals and numbers"),
        (lambda: Spline(), "Spline: give t and y, or a file"),
        (lambda: Spline([0.0, 1.0], [0.0]), "t and y of one length; got 2 times and 1 values"),
        (lambda: Spline([0.0], [0.0]), "needs two or more points"),
        (lambda: Spline([0.0, 2.0, 1.0], [0.0, 1.0, 2.0]), "Spline: t must increase; t[2] = 1 follows 2"),
        (lambda: Table([0.0, 1.0], [0.0, math.nan]), "Table: y = [0.0, nan]: entry 1 is nan; all must be finite"),
        (lambda: Table([0.0, 1.0], [[0.0, 1.0]]), "needs one column of numbers, has shape (1, 2)"),
        (lambda: Table([0.0, 1.0], ["a", "b"]), "Table: y = ['a', 'b']: could not convert"),
        (lambda: Table([0.0, 1.0], [0.0, RATE]), "data are numbers; Parameters cannot be among them"),
        (
            lambda: Spline(T, Y, boundary="free"),
            "Spline: boundary = 'free': choose one of 'natural', 'clamped', 'not-a-knot'",
        ),
        (lambda: Spline(T, Y, file="x.csv"), "give t and y, or a file, not both"),
        (lambda: Spline(T, Y, columns=(0, 1)), "columns go with a file"),
        (lambda: PeriodicSpline(T, np.arange(6.0)), "the last value (5) must repeat the first (0)"),
        (lambda: Expression("3"), "'3' is not a function of time"),
        (lambda: Expression(math.sin), "cannot be recorded"),
        (lambda: Expression(lambda t: t if t > 0 else 0.0), "cannot be recorded"),
        (lambda: Expression(lambda t: None), "must return one number; it returned nothing"),
        (lambda: Expression(lambda t: (t, t)), "an array of shape (2,)"),
        (lambda: Parameter("t", 1.0), "'t' is the name of time"),
    ],
)
def test_bad_input_is_explained(make, message):
    with pytest.raises(ModelError) as caught:
        make()
    assert message in str(caught.value)


def test_user_signal_that_gives_an_array_is_refused():
    class Wrong(Signal):
        def value(self, t):
            return [t, t]

    with pytest.raises(ModelError, match=r"connection 'A': Wrong\.value: must return one number"):
        drive(Wrong())
    with pytest.raises(ModelError, match="must return one number"):
        try_element(Wrong())


# Data files


@pytest.fixture
def write(tmp_path):
    def to(text: str, name: str = "data.csv") -> str:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    return to


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("0,1\n1,3\n2,2\n", None),
        ("# made by hand\n\n time ; lift\n0;1\n1;3\n\n2;2\n", ("time", "lift")),
        ("a\tx\tb\n1\t9\t0\n3\t9\t1\n2\t9\t2\n", ("b", "a")),
        ("0 1\n1 3\n2 2", (0, 1)),
        ("\ufefft,y\r\n0,1\r\n1,3\r\n2,2\r\n", (0, 1)),
        ("9, 0, 1\n9, 1e0, 3.0\n9, 2, 2\n", (1, 2)),
    ],
)
def test_file_gives_the_same_signal(write, tmp_path, text, columns):
    for kind in (Spline, Table):
        path = write(text)
        signal = kind(file=path, columns=columns)
        (tmp_path / "data.csv").unlink()  # the element is complete without it
        assert signal == kind([0.0, 1.0, 2.0], [1.0, 3.0, 2.0])
        assert signal.with_values(outside="linear")(1.0) == 3.0


@pytest.mark.parametrize(
    ("text", "columns", "message"),
    [
        ("t,y\n0,1\n1,x3\n", None, "data.csv, line 3: column 'y' is 'x3', not a number"),
        ("0,1\n\n1,\n", None, "data.csv, line 3: column 1 is empty"),
        ("0,1\n1\n2,3\n", None, "data.csv, line 2: column 1 is empty"),
        ("0,1\n1,nan\n", None, "data.csv, line 2: column 1 is nan; all numbers must be finite"),
        ("0;1\n1;2,5\n", None, "line 2: column 1 is '2,5', not a number. Write decimals with a point"),
        ("time,lift\n0,1\n", ("time", "lfit"), "there is no column 'lfit'. Did you mean 'lift'?"),
        ("0,1\n1,2\n", ("time", "lift"), "has no line with names of columns; give the column 'time' as a number"),
        ("0,1\n1,2\n", (0, 2), "there is no column 2; there are 2, counted from 0"),
        ("0,1\n1,2\n", (0,), "columns = (0,); give two names or numbers"),
        ("0,1\n1,2\n", "ty", "columns = 'ty'; give two names or numbers"),
        ("t,y\n", None, "has a header but no numbers"),
        ("\n# nothing\n", None, "has no lines"),
        ("1,0\n0,1\n", None, "Spline: t must increase"),
    ],
)
def test_faulty_file_is_explained(write, text, columns, message):
    with pytest.raises(ModelError) as caught:
        Spline(file=write(text), columns=columns)
    assert message in str(caught.value)
    assert str(caught.value).startswith("Spline: ")


def test_missing_and_binary_files(tmp_path):
    with pytest.raises(ModelError, match=r"Spline: .*none\.csv: the file cannot be read: No such file"):
        Spline(file=tmp_path / "none.csv")
    with pytest.raises(ModelError, match="the file cannot be read: Is a directory"):
        Spline(file=tmp_path)
    (tmp_path / "bin.csv").write_bytes(b"\xff\xfe\x00\x80")
    with pytest.raises(ModelError, match="is not text in UTF-8"):
        Spline(file=tmp_path / "bin.csv")


@pytest.mark.parametrize(
    "text", ["sqrt(t*t)", "asin(sin(t))", "acos(cos(t))", "t**1.5", "(t*t)**0.5", "atan2(sin(t), cos(t))"]
)
def test_roots_and_inverse_functions_of_time_may_kink(text: str) -> None:
    assert Formula(text).smoothness == 0
    assert Formula(text, smooth=2).smoothness == 2


@pytest.mark.parametrize("text", ["t**3", "2**t", "sqrt(2)*t", "atan(t)", "exp(t)", "t**-2"])
def test_analytic_functions_of_time_are_smooth(text: str) -> None:
    assert Formula(text).smoothness == math.inf

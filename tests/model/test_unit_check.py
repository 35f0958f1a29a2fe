"""Units of Parameters: converted where they are given, refused where they do not fit, in SI units everywhere else."""

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import linkwork as lw

P = lw.Parameter


def oscillator(stiffness: Any) -> lw.System:
    """1 kg on a spring."""
    m = lw.Model("oscillator", gravity=(0, 0, 0))
    body = m.body("block", lw.Box(size=(0.1, 0.1, 0.1), mass=1.0))
    m.connect("slide", lw.Prismatic("x"), m.ground, body)
    m.connect("spring", lw.Spring(stiffness, 0.5), m.ground.at(-0.5, 0, 0), body)
    return lw.compile_model(m)


@pytest.mark.parametrize("k", [P("k", 10.0, unit="N/mm"), P("k", "10 N/mm"), P("k", 10.0, "kN/m")])
def test_a_stiffness_in_other_units_gives_the_frequency_of_its_value(k: lw.Parameter) -> None:
    """f = √(k/m) / 2π with k = 10 000 N/m: 15.9 Hz, not 0.503 Hz."""
    system = oscillator(k)
    found = lw.equilibrium(system).linearization.modes().frequencies[0]
    assert found == pytest.approx(np.sqrt(10_000.0) / (2 * np.pi), rel=1e-9)
    assert (k.value, k.unit) == (10_000.0, "N/m")
    assert system.channel_table["k"].unit == "N/m" and system.rest["k"] == 10_000.0


VALUES = [
    ((30.0, "deg"), np.pi / 6, "rad"),
    ((60.0, "rpm"), 2 * np.pi, "rad/s"),
    ((7.0, "cm"), 0.07, "m"),
    ((2.0, "kg*mm**2"), 2e-6, "kg*m**2"),
    ((3.0, "N*m/deg"), 540 / np.pi, "N*m/rad"),
    ((5.0, "N/m"), 5.0, "N/m"),
    ((1.0, "psi"), 6894.757293168, "kg/m/s**2"),
    (("20 cm",), 0.2, "m"),
    ((4.0,), 4.0, ""),
]


@pytest.mark.parametrize(("given", "value", "unit"), VALUES, ids=[str(v[0]) for v in VALUES])
def test_values_are_kept_in_si_units(given: Any, value: float, unit: str) -> None:
    found = P("p", *given)
    assert found.value == pytest.approx(value, rel=1e-9) and found.unit == unit
    twin = pickle.loads(pickle.dumps(found))
    assert (twin.value, twin.unit, twin.declared) == (found.value, found.unit, found.declared)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: P("p", 1.0, "elephant"), "Parameter 'p': 'elephant' is not a unit"),
        (lambda: P("p", 1.0, "Nm"), r"Parameter 'p': 'Nm' in 'Nm' .* write products with a \*: N\*m"),
        (lambda: P("p", 20.0, "degC"), "Parameter 'p': 'degC' has an offset"),
        (lambda: P("p", "3 mm", "m"), "Parameter 'p': its value '3 mm' has a unit, and unit = 'm' is another"),
        (lambda: P("p", 1.0, 7), "Parameter 'p': unit = 7; give text such as 'N/m'"),
        (
            lambda: lw.Spring("10 N/mm", 0.5),
            r"stiffness = '10 N/mm': is text; give a number in N/m, 10000, or",
        ),
        (lambda: lw.Spring("10 kg", 0.5), "stiffness = '10 kg': is text; give a number in N/m; '10 kg' is mass"),
    ],
)
def test_what_is_no_unit_is_refused(make: Callable[[], Any], message: str) -> None:
    with pytest.raises(lw.ModelError, match=message):
        make()


def model() -> lw.Model:
    return lw.Model("m")


def swinging(element: Any) -> lw.Model:
    m = model()
    rod = m.body("rod", lw.Rod(length=1.0, mass=1.0))
    m.connect("A", lw.Revolute("y"), m.ground, rod)
    m.connect("S", element, *(("A.angle",) if isinstance(element, lw.Spring) else (m.ground, rod)))
    return m


STRIP = lw.Rectangle(P("h", 0.02, "kg"), 0.01)
K, L = P("k", 10.0, unit="N/m"), P("l", 2.0, unit="m")
REFUSED = {
    "moment as a stiffness": (
        lambda: oscillator(P("k", 1.0, "N*m")),
        r"Spring: stiffness: Parameter 'k', in N\*m",
    ),
    "product": (lambda: oscillator(K * L), r"mass\*length/time\*\*2; mass/time\*\*2 \(in N/m\) is expected"),
    "sum": (lambda: oscillator(K + L), "k . l adds mass/time..2 and length; give both in one unit"),
    "mass": (lambda: model().body("b", mass=P("m", 3.0, "m")), r"body 'b': mass: Parameter 'm', in m, is length"),
    "inertia": (lambda: model().body("b", mass=1.0, inertia=(P("J", 3.0, "kg"), 3, 3)), "body 'b': inertia"),
    "place": (lambda: model().ground.at(P("x", 3.0, "kg"), 0, 0), r"body 'ground': at: Parameter 'x', in kg, is mass"),
    "gravity": (
        lambda: lw.Model("m", gravity=(0, 0, P("g", -9.81, "m/s"))),
        "model 'm': gravity: Parameter 'g'",
    ),
    "size": (lambda: model().body("b", lw.Box(size=(P("h", 2.0, "kg"), 1, 1), mass=1.0)), "body 'b': Box: size: Param"),
    "section": (
        lambda: (m := model()).connect("b", lw.ExactBeam(STRIP, lw.STEEL, length=1.0), m.ground),
        "connection 'b': Rectangle: ",
    ),
    "spring on an angle": (lambda: swinging(lw.Spring(K, 0.0)), r"Spring: stiffness: .* \(in N\*m/rad\) is expected"),
    "frequency as speed": (lambda: swinging(lw.HingeFriction(1.0, stribeck=P("v", 1.0, "Hz"))), "Angles count"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_does_not_fit_its_field_is_refused(name: str) -> None:
    make, message = REFUSED[name]
    with pytest.raises(lw.ModelError, match=message):
        make()


FITTING = {
    "stiffness of an angle": lambda: swinging(lw.Spring(P("k", 1.0, "N*m/rad"), 0.0)),
    "without radians": lambda: swinging(lw.TorsionSpring(P("k", 1.0, "N*m"))),
    "in degrees": lambda: swinging(lw.TorsionSpring(P("k", 1.0, "N*m/deg"))),
    "without a unit": lambda: oscillator(P("k", 1.0)),
    "quotient": lambda: oscillator(P("f", 1.0, "kN") / P("x", 1.0, "mm")),
    "root": lambda: oscillator(lw.sqrt(K * K)),
    "numbers may have units": lambda: model().body("b", mass=9.81 * P("w", 1.0, "N")),
    "gravity": lambda: lw.Model("m", gravity=(0, 0, P("g", -981.0, "cm/s**2"))),
}


@pytest.mark.parametrize("name", FITTING)
def test_what_fits_is_taken(name: str) -> None:
    FITTING[name]()


def later() -> dict[str, Callable[[lw.System], Any]]:
    start = {"slide.displacement": 0.1}
    data = {"t": [0.0, 0.01, 0.02, 0.03], "slide.displacement": [0.1, 0.05, -0.04, -0.1]}
    return {
        "simulate": lambda s: lw.simulate(s, {**start, "k": 12.0}, 0.1),
        "a state": lambda s: lw.simulate(s, s.state({**start, "k": 12.0}), 0.1),
        "equilibrium": lambda s: lw.equilibrium(s, {"k": 12.0}),
        "assemble": lambda s: lw.assemble(s, {"k": 12.0}),
        "members": lambda s: lw.simulate_many(s, [{"k": 9000.0}, {"k": 12.0}], 0.1),
        "columns": lambda s: lw.simulate_many(s, {"k": [9000.0, 12.0]}, 0.1),
        "fit": lambda s: lw.fit(s, data, {"k": 12.0}, start=start),
        "slider": lambda s: lw.live(s, "unused.html", {"k": (5.0, 20.0)}),
    }


@pytest.mark.parametrize("way", later())
def test_a_later_value_in_the_declared_unit_is_refused(way: str) -> None:
    """Values in states, batches, fits and ranges are in SI units, and one that is not is told."""
    with pytest.raises(lw.ModelError, match=r"10000 N/m"):
        later()[way](oscillator(P("k", 10.0, unit="N/mm")))


def test_later_values_in_si_units_are_taken() -> None:
    system = oscillator(P("k", 10.0, unit="N/mm"))
    run = lw.simulate(system, {"slide.displacement": 0.1, "k": 12_000.0}, 0.1)
    np.testing.assert_allclose(run["slide.displacement"], 0.1 * np.cos(np.sqrt(12_000.0) * run.t), atol=1e-6)
    found = lw.study(system.model, {"k": [9000.0, 12.0]}, {"top": ("slide.displacement", "max")}, 0.1)
    assert list(found.failures) == [1]
    assert "Parameter 'k' = 12 N/m: it was declared as 10 N/mm" in found.failures[1]


def test_a_file_keeps_what_it_is_worth(tmp_path: Any) -> None:
    system = oscillator(P("k", 10.0, unit="N/mm"))
    lw.save_model(system.model, tmp_path / "m.toml")
    found = lw.load_model(tmp_path / "m.toml").parameters["k"]
    assert (found.value, found.unit) == (10_000.0, "N/m")

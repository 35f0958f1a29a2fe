"""What studies refuse: values that a model could not have, measures that are no numbers, arguments of another kind."""

import numpy as np
import pytest
from scipy import stats

import linkwork as lw
from linkwork.model.parameter_check import refused_members
from tests.studies.swings import four_bar, swing

PEAK = {"peak": ("A.angle", "max")}


def test_a_measure_that_is_no_number_is_a_failure():
    """Of all members, or of one; by a function of a run and of many."""
    found = lw.study(swing(), {"k": [20.0, 40.0]}, {"x": lambda run: float("nan")}, 0.1)
    assert found.verdict.is_bad
    assert found.failures[1] == "measure 'x' is nan, which is not a finite number; let it return one for every run"
    some = lw.StudyMeasure(lambda runs: np.array([1.0, np.inf]), of="ensemble")
    found = lw.study(swing(), {"k": [20.0, 40.0]}, {"x": some}, 0.1)
    assert found.verdict.level == "doubtful" and list(found.failures) == [1]


def test_values_that_an_element_refuses_are_failures():
    found = lw.study(swing(), {"k": [-20.0, 30.0, -1.0]}, PEAK, 0.1, start={"A.angle": 0.2})
    assert found.failures[0] == "connection 'spring': TorsionSpring: stiffness = -20 must not be negative."
    assert list(found.failures) == [0, 2] and found.verdict.level == "doubtful"
    np.testing.assert_array_equal(np.isnan(found["peak"]), [True, False, True])
    assert found["peak"][1] == pytest.approx(0.2)
    with pytest.raises(lw.ModelError, match="stiffness = -20 must not be negative"):
        found.run(0)


def test_starts_by_a_function_are_checked_as_well():
    found = lw.study(swing(), {"k": [-20.0, 30.0]}, PEAK, 0.1, start=lambda system, row: system.rest)
    assert list(found.failures) == [0] and "must not be negative" in found.failures[0]


def test_columns_are_checked_as_members_are():
    """Fields of every kind of check, and mass properties, against the check of one member at a time."""
    a, b = lw.Parameter("a", 1.0), lw.Parameter("b", 2.0)
    m = lw.Model("checked")
    body = m.body("disc", mass=a, inertia=(a * b, 1.0, 1.0))
    m.connect("A", lw.Revolute("y"), m.ground, body)
    m.connect("spring", lw.TorsionSpring(stiffness=b + 1.0, axis="y"), m.ground, body)
    system = lw.compile_model(m)
    columns = {"a": np.array([1.0, -1.0, 1.0, 1.0, 3.0]), "b": np.array([1.0, 1.0, -2.0, 0.5, 1.0])}
    found = refused_members(m, system.rest.parameters, columns, 5)
    assert list(found) == [1, 2, 4]
    assert "mass is -1 kg" in found[1] and "negative principal moment" in found[2] and "triangle" in found[4]


def test_single_runs_and_ensembles_check_parameters_as_studies_do():
    """By states, by values and by columns."""
    system, said = (
        lw.compile_model(swing()),
        "connection 'spring': TorsionSpring: stiffness = -20 must not be negative.",
    )
    for given in ({"k": -20.0}, system.state({"k": -20.0})):
        with pytest.raises(lw.ModelError) as error:
            lw.simulate(system, given, 0.1)
        assert str(error.value) == said
    for members in ([{"k": 30.0}, {"k": -20.0}], [system.rest, system.state({"k": -20.0})], {"k": [30.0, -20.0]}):
        with pytest.raises(lw.ModelError) as error:
            lw.simulate_many(system, members, 0.1)
        assert str(error.value) == f"simulate_many: member 1: {said}"
    with pytest.raises(lw.ModelError, match="So it is with 2 of 3 members"):
        lw.simulate_many(system, {"k": [30.0, -20.0, -1.0]}, 0.1)


def test_a_loop_has_its_members_checked():
    model = four_bar()
    k = lw.Parameter("k", 1.0)
    model.connect("spring", lw.TorsionSpring(stiffness=k, axis="y"), model.ground, model.bodies["crank"])
    found = lw.study(model, {"k": [-1.0, 1.0]}, PEAK, 0.01, start={"A.angle": 0.3}, guess={"B.angle": 0.5})
    assert "must not be negative" in found.failures[0]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"over": None}, "study: over = None; give names with values, or a list of such"),
        ({"over": 3}, "study: over = 3; give names with values"),
        ({"seed": -3, "over": {"k": lw.normal(40, 1)}, "members": 4}, "study: seed = -3; give 0 or more"),
    ],
)
def test_arguments_of_another_kind_are_refused(given, said):
    with pytest.raises(lw.ModelError, match=said):
        lw.study(**{"model": swing(), "over": {"k": [1.0]}, "measure": PEAK, "t_end": 0.1, **given})


def started(over, measure, members=64, **options):
    """A study of starting values, which nothing moves."""
    m = lw.Model("slides", gravity=(0, 0, 0))
    for name in over:
        m.connect(name[0], lw.Prismatic("x"), m.ground, m.body(f"body {name[0]}", mass=1.0))
    return lw.study(m, over, {"y": measure}, 0.01, members=members, times=2, **options)


def test_the_worst_case_of_skewed_values_is_that_of_the_farther_end():
    """Means 1/6 of ranges of 1: y = a + b gets up by 2 · 5/6, and y = a − b by 5/6 + 1/6."""
    skewed = {"a.displacement": stats.beta(1, 5), "b.displacement": stats.beta(1, 5)}
    found = lw.stack_up(started(skewed, lambda run: run["a.displacement"][0] + run["b.displacement"][0]), "y")
    assert found.worst_case == pytest.approx(5 / 3) and found.rss == pytest.approx(np.sqrt(2) * 5 / 6)
    found = lw.stack_up(started(skewed, lambda run: run["a.displacement"][0] - run["b.displacement"][0]), "y")
    assert found.worst_case == pytest.approx(1.0) and found.rss == pytest.approx(np.sqrt(26) / 6)
    assert "± 0.833" in found.report
    half = lw.stack_up(started({"a.displacement": stats.expon(scale=2.0)}, lambda run: run["a.displacement"][0]), "y")
    assert half.worst_case == pytest.approx(6.0)


def test_few_runs_do_not_explain_a_parabola():
    """y = a² has no slope; the goodness of a fit by few runs is adjusted: 1 − R² times (n − 1)/(n − 1 − p)."""
    study = started(
        {"a.displacement": lw.uniform(-1, 1), "b.displacement": lw.uniform(-1, 1)},
        lambda run: run["a.displacement"][0] ** 2,
        members=8,
    )
    found = lw.stack_up(study, "y")
    A = np.column_stack([np.ones(8), study["a.displacement"], study["b.displacement"]])
    y = study["y"]
    R2 = 1.0 - np.sum((y - A @ np.linalg.pinv(A) @ y) ** 2) / (y.var() * 8)
    assert found.unexplained == pytest.approx(min(1.0, (1.0 - R2) * 7 / 5)) and not found.verdict.is_good


def test_stack_ups_of_nothing_are_refused():
    over = {"a.displacement": lw.uniform(-1, 1)}
    with pytest.raises(lw.ModelError, match="stack_up: 'y' is 1 in all runs; nothing that was varied moves it"):
        lw.stack_up(started(over, lambda run: 1.0, members=8), "y")
    with pytest.raises(lw.ModelError, match=r"the distribution of 'a\.displacement' has no mean or no deviation"):
        lw.stack_up(started({"a.displacement": stats.cauchy(0, 1)}, ("a.displacement", "first"), members=8), "y")
    with pytest.raises(
        lw.ModelError, match="stack_up: 4 members have a number, and 7 or more are needed to judge 1 sl"
    ):
        lw.stack_up(started(over, ("a.displacement", "first"), members=4), "y")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            {"start": {"A.angel": 0.1}},
            "start: there is no Parameter or starting value 'A.angel'. Did you mean 'A.angle'?",
        ),
        ({"start": [0.1]}, "start = [0.1]; give values by name, or a function (system, values) → state."),
        ({"guess": {"A.angel": 0.1}}, "guess: there is no Parameter or starting value 'A.angel'. Did you mean"),
        ({"method": "rk4x"}, "study: there is no method 'rk4x'. Did you mean 'rk4'?"),
        ({"rtol": -1.0}, "study: rtol = -1.0 must be a positive number"),
        ({"times": "many"}, "study: times = 'many'; give increasing times, or how many"),
        ({"threads": 0}, "study: threads = 0; give 1 or more."),
        ({"measure": {3: ("A.angle", "max")}}, "study: a measure is called 3; give it a name."),
        ({"over": {"k": np.arange(1e5), "A.angle": np.arange(1e5)}}, "study: 1e+10 members are more than 1e+09; take"),
        ({"over": {"k": stats.gamma}, "members": 2}, "the distribution of 'k' cannot be sampled: "),
    ],
)
def test_mistakes_are_told_before_anything_runs(change, said):
    with pytest.raises(lw.ModelError) as error:
        lw.study(**{"model": swing(), "over": {"k": [20.0]}, "measure": PEAK, "t_end": 0.1, **change})
    assert said in str(error.value)


def test_misspelt_arguments_are_told_with_those_of_the_study():
    for name, meant in (("rtoll", "rtol"), ("membrs", "members"), ("output", "outputs")):
        with pytest.raises(TypeError, match=f"study: there is no argument '{name}'. Did you mean '{meant}'"):
            lw.study(swing(), {"k": [20.0]}, PEAK, 0.1, **{name: 1})


def test_functions_of_the_user_that_fail_are_failures_of_members():
    found = lw.study(swing(), {"k": [20.0, 40.0]}, PEAK, 0.1, start=lambda system, row: row["zz"])
    assert found.failures[1] == "`start` fails: KeyError: 'zz'"
    found = lw.study(swing(), {"k": [20.0]}, PEAK, 0.1, start=lambda system, row: 3)
    assert found.failures[0] == "`start` gives 3; return a state, such as system.state(…)."
    for given, said in ((lambda run: run["A.angle"], "an array of (101,)"), (lambda run: None, "None")):
        found = lw.study(swing(), {"k": [20.0]}, {"x": given}, 0.1)
        assert found.failures[0] == f"measure 'x' fails: it gives {said}; give one number."
    assert repr(found) == "<study of 'swing': 1 member, 1 measure, 1 failed>"


def test_the_file_of_something_else_is_left_alone(tmp_path):
    """That of a catalogue, above all."""
    pytest.importorskip("sqlalchemy", reason="pip install 'linkwork[catalogue]' brings SQLAlchemy.")
    place = tmp_path / "lab.db"
    lw.catalogue(place).close()
    before = place.read_bytes()
    with pytest.raises(lw.ModelError, match="is the database of something else; give the study a file of its own"):
        lw.study(swing(), {"k": [20.0]}, PEAK, 0.1, file=place)
    assert place.read_bytes() == before
    for wrong, said in ((tmp_path, "is a folder"), (tmp_path / "no" / "x.db", "there is no folder")):
        with pytest.raises(lw.ModelError, match=f"{said}.*; give the study a file"):
            lw.study(swing(), {"k": [20.0]}, PEAK, 0.1, file=wrong)
    with pytest.raises(lw.ModelError, match="there is no such file"):
        lw.load_study(tmp_path / "none.npz")


def cantilever():
    """A beam of one element whose height is a Parameter, under a load at its tip."""
    m = lw.Model("cantilever", gravity=(0, 0, 0))
    section = lw.Rectangle(0.02, lw.Parameter("h", 0.01))
    beam = m.connect("beam", lw.ExactBeam(section, lw.STEEL, elements=1, length=1.0), m.ground)
    m.connect("load", lw.AppliedForce((0, 0, -1.0)), beam.tip)
    return m


def weight():
    """A mass on a spring."""
    m = lw.Model("weight")
    body = m.body("w", lw.PointMass(mass=lw.Parameter("mass", 2.0)))
    m.connect("x", lw.Prismatic("z"), m.ground, body)
    m.connect("s", lw.Spring(stiffness=lw.Parameter("k", 50.0), length=0.1), m.ground, body.at(0.3, 0, 0))
    return m


@pytest.mark.parametrize("coordinates", ["tree", "absolute"])
@pytest.mark.parametrize(
    ("make", "values", "said"),
    [
        (cantilever, {"h": -0.01}, "body 'beam/node1': mass is -"),
        (cantilever, {"h": 0.0}, "connection 'beam/element1': ExactBeamElement: stiffness (of h) = ["),
        (weight, {"k": -50.0}, "connection 's': Spring: stiffness = -50 must not be negative."),
        (weight, {"mass": -1.0}, "body 'w': mass is -1 kg; it must not be negative."),
    ],
)
def test_statics_and_assembly_check_parameters_as_runs_do(make, values, said, coordinates):
    """A beam of negative height has a negative stiffness too: it would rise under a load that pulls it down."""
    system = lw.compile_model(make(), coordinates)
    asked = (
        lambda: lw.equilibrium(system, values),
        lambda: lw.equilibrium(system, system.state(values)),
        lambda: lw.equilibrium(system, system.state(values), drives="moving"),
        lambda: lw.equilibria(system, values),
        lambda: lw.assemble(system, guess=values),
        lambda: lw.assembly_modes(system, guess=values),
    )
    for ask in asked:
        with pytest.raises(lw.ModelError) as error:
            ask()
        assert said in str(error.value)


@pytest.mark.parametrize("young", [-1.0, 0.0])
def test_shapes_check_parameters_as_elements_do(young):
    material = lw.Material(E=lw.Parameter("E", 2e11), density=7800.0, nu=0.3)
    m = lw.Model("hinged rod")
    rod = m.body("rod", lw.FlexibleRod(0.8, lw.Rectangle(0.02, 0.02), material, modes=1))
    m.connect("A", lw.Revolute("y"), m.ground, rod)
    system = lw.compile_model(m)
    for ask in (lambda at: lw.simulate(system, at, 0.1), lambda at: lw.linearize(system, at)):
        with pytest.raises(lw.ModelError, match=r"body 'rod': ModalBody: stiffness_factor \(of E\) = .* must be posit"):
            ask({"E": young})

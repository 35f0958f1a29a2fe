"""Mistakes of three new users: contacts, flexible bodies, studies, fits, muscles, delays, units and files."""

import tempfile
from pathlib import Path
from typing import Any

import numpy as np

import linkwork as lw
from tests.mistakes.table import mistake

SECTION = lw.Rectangle(0.02, 0.01)
SOFT = lw.Material(210.0, 0.3, 7850.0)
FILE = """format = 1
[model]
name = "p"
[bodies.rod]
shape = {{ kind = "Rod", length = "1 m", mass = "2 kg" }}
[{connections}.A]
element = {{ kind = "Revolute", axis = "y" }}
ends = ["ground", "rod"]
initial = {{ angle = {angle} }}
"""


def folder() -> Path:
    """A new folder for what a mistake would write."""
    return Path(tempfile.mkdtemp(prefix="linkwork-mistakes-"))


def ball(normal: str = "z", z: float = 0.6, **law: Any) -> Any:
    m = lw.Model("ball")
    body = m.body("ball", lw.Sphere(0.1, mass=1.0))
    m.connect("floor", lw.UnilateralContact(**{"restitution": 0.5, **law}), m.ground.plane(normal), body.surface())
    return lw.simulate(lw.compile_model(m), {"ball (free).z": z}, 0.2)


def swing() -> lw.Model:
    m = lw.Model("swing")
    k = lw.Parameter("k", 40.0, unit="N*m")
    rod = m.body("rod", lw.Rod(length=1.0, mass=2.0))
    m.connect("A", lw.Revolute("y"), m.ground, rod)
    m.connect("spring", lw.TorsionSpring(stiffness=k, axis="y"), m.ground, rod)
    return m


def swung() -> lw.Trajectory:
    return lw.simulate(lw.compile_model(swing()), t_end=0.1)


def forearm(**values: Any) -> lw.System:
    m = lw.Model("forearm")
    arm = m.body("arm", lw.Rod(length=0.3, mass=1.5))
    m.connect("elbow", lw.Revolute("-y"), m.ground, arm, initial={"angle": 0.3})
    given = {"force": 600.0, "fibre": 0.12, "slack": 0.15, "tendon": "rigid", "control": "activation", **values}
    ends = m.ground.at(0, 0, 0.27), arm.at(0.05, 0, 0)
    activation = given.pop("activation", 0.1)
    muscle = lw.Muscle(**given)
    m.connect("biceps", muscle, *ends, inputs={muscle.inputs[0]: activation})
    return lw.compile_model(m)


def thick_beam() -> lw.System:
    m = lw.Model("beam")
    m.connect("beam", lw.ExactBeam(lw.Circle(2.0), lw.STEEL, elements=2, length=1.0), m.ground)
    return lw.compile_model(m, "absolute")


def roped(length: float) -> Any:
    m = swing()
    m.connect("rope", lw.Rope(length), m.ground.at(0, 0, 1), m.bodies["rod"].at(1, 0, 0))
    return lw.simulate(lw.compile_model(m), t_end=0.1)


def geared() -> Any:
    return swing().connect("gear", lw.Gear(2.0), "A.angle", "A.angle")


def locked() -> Any:
    m = swing()
    m.connect("B", lw.Prismatic("x"), m.ground, m.bodies["rod"])
    return lw.simulate(lw.compile_model(m), t_end=0.1)


def regulator(delay: float) -> lw.System:
    m = lw.Model("regulator", gravity=(0, 0, 0))
    cart = m.body("cart", mass=1.0, inertia=(1, 1, 1))
    m.connect("rail", lw.Prismatic("x"), m.ground, cart, initial={"displacement": 0.1})
    law = lw.DelayedFormula("-20*e_delayed-4*e_dot_delayed", delay=delay, history="start", on=lw.Displacement("x"))
    m.connect("reg", law, m.ground, cart)
    return lw.compile_model(m)


def crank(**given: Any) -> lw.System:
    m = lw.Model("press")
    rod = m.body("crank", lw.Rod(length=0.1, mass=0.5))
    m.connect("A", lw.Revolute("y"), m.ground, rod, drive={"angle": lw.Polynomial((0.2, 10.0))}, **given)
    other = m.body("rod", lw.Rod(length=0.2, mass=0.5))
    m.connect("B", lw.Revolute("y"), rod.at(0.1, 0, 0), other)
    return lw.compile_model(m)


def on_spring(stiffness: Any) -> lw.System:
    m = lw.Model("slider", gravity=(0, 0, 0))
    block = m.body("block", lw.Box(size=(0.1, 0.1, 0.1), mass=1.0))
    m.connect("slide", lw.Prismatic("x"), m.ground, block)
    m.connect("spring", lw.Spring(stiffness, 0.5), m.ground.at(-0.5, 0, 0), block)
    return lw.compile_model(m)


def loop() -> tuple[lw.System, lw.State]:
    m = lw.Model("four-bar")
    lengths = {"crank": 0.2, "coupler": 0.9, "rocker": 0.5}
    a, b, c = (m.body(name, lw.Rod(length=length, mass=1.0)) for name, length in lengths.items())
    m.connect("A", lw.Revolute("y"), m.ground, a)
    m.connect("B", lw.Revolute("y"), a.at(0.2, 0, 0), b)
    m.connect("C", lw.Revolute("y"), b.at(0.9, 0, 0), c)
    m.connect("D", lw.Revolute("y"), c.at(0.5, 0, 0), m.ground.at(0.8, 0, 0))
    system = lw.compile_model(m)
    return system, lw.assemble(system, fixed={"A.angle": 0.3}, guess={"B.angle": -0.4})


def kicked(change: dict[str, float]) -> Any:
    system, start = loop()
    kick = lw.Event("kick", lambda x: x["t"] - 0.1, action=lambda _, state: change)
    return lw.simulate(system, start, 0.2, events=[kick])


def measured(scale: float = 1.0, factor: float = 1.0) -> Any:
    t = np.linspace(0.0, 2.0, 41)
    true = lw.simulate(lw.compile_model(swing()), {"A.angle": 0.3, "k": 33.0}, 2.0, times=t)
    data = {"t": scale * t, "A.angle": factor * true["A.angle"]}
    return lw.fit(swing(), data, {"k": 30.0}, start={"A.angle": 0.3})


def flexible(material: lw.Material = lw.STEEL, **options: Any) -> lw.System:
    m = lw.Model("cantilever")
    arm = m.body("arm", lw.FlexibleRod(1.0, SECTION, material, modes=2, **options))
    m.connect("clamp", lw.Fixed(), m.ground, arm.at("root"))
    return lw.compile_model(m)


def soft_beam() -> Any:
    m = lw.Model("beam")
    m.connect("beam", lw.ExactBeam(SECTION, SOFT, elements=4, length=1.0), m.ground)
    return lw.equilibrium(lw.compile_model(m, "absolute"))


def off_node() -> Any:
    m = lw.Model("beam")
    beam = m.connect("beam", lw.ExactBeam(SECTION, lw.STEEL, elements=4, length=1.0), m.ground)
    return m.connect("load", lw.AppliedForce((0, 0, 1.0)), beam.at(0.37))


def wrong_point() -> Any:
    m = lw.Model("arm")
    arm = m.body("arm", lw.FlexibleRod(1.0, SECTION, lw.STEEL, modes=2))
    return m.connect("pin", lw.Revolute("y"), m.ground, arm.at("tipp"))


def two_of_a_name() -> Any:
    m = lw.Model("two")
    body = m.body("c", lw.Box(size=(0.1, 0.1, 0.1), mass=1.0))
    m.connect("slide", lw.Prismatic("x"), m.ground, body)
    m.connect("one", lw.Spring(lw.Parameter("k", 100.0), 0.5), m.ground.at(-0.5, 0, 0), body)
    return m.connect("other", lw.Spring(lw.Parameter("k", 200.0), 0.5), m.ground.at(0.5, 0, 0), body)


def turned() -> Any:
    m = lw.Model("door")
    door = m.body("door", lw.Box(size=(1.0, 0.04, 2.0), mass=30.0))
    m.connect("hinge", lw.Revolute("z"), m.ground.at(0, 0, 0, rotate={"z": 90}), door.at(-0.5, 0, 0))
    return lw.simulate(lw.compile_model(m), t_end=0.05)


def light(**shape: Any) -> Any:
    m = lw.Model("block", silence="unheld")
    m.body("block", lw.Box(size=(0.1, 0.1, 0.1), **shape))
    return lw.simulate(lw.compile_model(m), t_end=0.05)


def light_beam() -> lw.System:
    m = lw.Model("beam")
    m.connect("beam", lw.ExactBeam(SECTION, lw.Material(210e9, 0.3, 7.85), elements=1, length=1.0), m.ground)
    return lw.compile_model(m)


def edited() -> Any:
    m = swing()
    system = lw.compile_model(m)
    m.connect("damper", lw.TorsionSpring(stiffness=0.0, damping=5.0, axis="y"), m.ground, m.bodies["rod"])
    return lw.simulate(system, t_end=0.1)


def read_csv() -> Any:
    place = folder() / "run.csv"
    swung().to_csv(place)
    return lw.load_run(place)


def heavy() -> Any:
    m = lw.Model("pendulum", gravity=(0, 0, -9810))
    rod = m.body("rod", lw.Rod(length=1.0, mass=2.0))
    m.connect("A", lw.Revolute("y"), m.ground, rod)
    return lw.simulate(lw.compile_model(m), t_end=0.05)


def crowded() -> Any:
    m = lw.Model("ball", gravity=(0, 0, -9.81), silence="unheld")
    m.body("ball", lw.Sphere(0.1, mass=1.0))
    put_back = lw.Event("back", "ball.position.z", action=lambda _, state: {"ball (free).z": 1e-6}, direction="falling")
    paused = lw.Event("enough", "ball.position.z", direction="falling", terminal=True, count=1100)
    return lw.simulate(lw.compile_model(m), {"ball (free).z": 1e-6}, 1.0, events=[put_back, paused])


def live(controls: dict[str, Any]) -> Any:
    return lw.live(lw.compile_model(swing()), folder() / "x.html", controls)


def studied(over: Any, measure: Any, **how: Any) -> Any:
    return lw.study(swing(), over, measure, 0.2, **how)


def shared(**values: Any) -> Any:
    system = forearm(**values)
    return lw.share(system, system.rest)


TOP = {"top": ("A.angle", "max")}
CASES: list[tuple[str, tuple[str, ...], Any]] = [
    ("a ball that starts in the floor", ("floor", "overlaps by 20 mm", "Lift the body"), lambda: ball(z=0.08)),
    ("a restitution above one", ("restitution = 1.2", "outside [0, 1]"), lambda: ball(restitution=1.2)),
    ("a plane whose normal points down", ("floor", "overlaps by 0.7 m", "turn the normal"), lambda: ball("-z")),
    ("a coefficient of friction of 30", ("floor", "friction = 30", "degrees"), lambda: ball(friction=30)),
    ("a negative coefficient of friction", ("friction = -0.3", "give 0 or more"), lambda: ball(friction=-0.3)),
    (
        "a modulus of 210 Pa in a flexible rod",
        ("arm", "Young's modulus", "210e9"),
        lambda: lw.equilibrium(flexible(SOFT)),
    ),
    ("a modulus of 210 Pa in an exact beam", ("beam", "E = 210 Pa", "GPa"), soft_beam),
    (
        "a damping ratio of two",
        ("arm", "damping ratio", "per cent"),
        lambda: lw.simulate(flexible(damping=2), t_end=1e-3),
    ),
    ("a frame of a flexible body misspelt", ("arm", "Did you mean 'tip'"), wrong_point),
    ("a place on a beam without a node", ("beam", "0.37", "stations=(0.37,)"), off_node),
    (
        "a range of a study reversed",
        ("low = 60", "smaller value first"),
        lambda: studied({"k": lw.uniform(60.0, 20.0)}, TOP, members=4),
    ),
    (
        "a measure that is not a number",
        ("'x'", "nan", "not a finite number"),
        lambda: studied({"k": [20.0]}, {"x": lambda run: np.nan}),
    ),
    (
        "a measure that returns nothing",
        ("'x'", "gives None", "give one number"),
        lambda: studied({"k": [20.0]}, {"x": lambda run: None}),
    ),
    ("a fit whose times are in ms", ("2000 s", "steps", "ms"), lambda: measured(scale=1e3)),
    ("a fit to angles in degrees", ("A.angle", "degrees", "np.radians"), lambda: measured(factor=180.0 / np.pi)),
    (
        "a slider misspelt",
        ("'sprng.damping'", "Did you mean 'spring.damping'"),
        lambda: live({"sprng.damping": (1.0, 2.0)}),
    ),
    (
        "a slider on what is not a number of the model",
        ("'rod.inertia'", "Give a Parameter"),
        lambda: live({"rod.inertia": (1.0, 2.0)}),
    ),
    (
        "a slider whose range leaves out the value",
        ("'k' is 40", "100 to 200", "range that holds it"),
        lambda: live({"k": (100.0, 200.0)}),
    ),
    ("a slider whose range is reversed", ("200 to 100", "(lowest, highest)"), lambda: live({"k": (200.0, 100.0)})),
    ("pennation in degrees", ("pennation = 20", "1.5 rad"), lambda: forearm(pennation=20)),
    (
        "a tendon longer than its path, shared",
        ("biceps", "slack length", "0.5 m", "shorter `slack`"),
        lambda: shared(slack=0.5),
    ),
    (
        "a tendon longer than its path, rigid",
        ("biceps", "slack length", "shorter `slack`"),
        lambda: lw.simulate(forearm(slack=0.5), t_end=0.05),
    ),
    (
        "a tendon longer than its path, elastic",
        ("biceps", "slack length", "shorter `slack`"),
        lambda: lw.simulate(forearm(slack=0.5, tendon="elastic", control="excitation"), t_end=0.05),
    ),
    (
        "fibres and tendon in mm",
        ("biceps", "150 m", "mm"),
        lambda: lw.simulate(forearm(fibre=120.0, slack=150.0), t_end=0.05),
    ),
    (
        "fibres that are stretched too far, shared",
        ("biceps", "optimal lengths", "without activation"),
        lambda: shared(slack=0.05, fibre=0.06),
    ),
    ("a negative delay", ("-0.05 s", "positive time"), lambda: regulator(-0.05)),
    (
        "a delay longer than the run",
        ("reg", "50 s", "longer than the run"),
        lambda: lw.simulate(regulator(50.0), t_end=0.2),
    ),
    (
        "a state against a drive",
        ("A.angle is driven", "0.2", "Leave it out"),
        lambda: lw.simulate(crank(), {"A.angle": 1.0}, 0.1),
    ),
    (
        "an initial value on a driven coordinate",
        ("'A'", "driven and starts at 0.2", "Leave it out"),
        lambda: crank(initial={"angle": 1.0}),
    ),
    ("C of a model with contacts", ("'floor' is a contact", "moreau"), lambda: _export(_ball_system())),
    (
        "a plot into a folder that does not exist",
        ("x.png", "does not exist", "make it first"),
        lambda: lw.plot(swung(), "A.angle", path=folder() / "no" / "x.png"),
    ),
    ("two Parameters of one name", ("'k'", "use one object, or two names"), two_of_a_name),
    ("a stiffness in N/mm", (), lambda: _in_millimetres()),
    (
        "a moment as a stiffness",
        ("'spring'", "Parameter 'k'", "N/m"),
        lambda: on_spring(lw.Parameter("k", 10.0, unit="N*m")),
    ),
    ("a stiffness as text", ("'10 N/mm'", "10000", "lw.Parameter"), lambda: on_spring("10 N/mm")),
    (
        "a later value in another unit",
        ("'k' = 12 N/m", "10 N/mm", "give 12000"),
        lambda: lw.simulate(on_spring(lw.Parameter("k", 10.0, unit="N/mm")), {"k": 12.0}, 0.1),
    ),
    (
        "a plot in an unknown format",
        ("x.xyz", "supported"),
        lambda: lw.plot(swung(), "A.angle", path=folder() / "x.xyz"),
    ),
    (
        "a plot of a channel misspelt",
        ("Did you mean 'A.angle'",),
        lambda: lw.plot(swung(), "A.angel", path=folder() / "x.png"),
    ),
    (
        "a page called as a PDF",
        ("'x.pdf'", "a web page is written", "lw.print_pdf"),
        lambda: lw.view(swung(), folder() / "x.pdf"),
    ),
    ("a model that is changed after it was compiled", ("'damper' was added", "compile it again"), edited),
    (
        "a cell of a notebook that is run twice",
        ("'rod' is taken", "model.remove('rod')"),
        lambda: swing().body("rod", lw.Rod(length=1.0, mass=2.0)),
    ),
    (
        "a section of a model file misspelt",
        ("Did you mean 'connections'",),
        lambda: lw.load_model(FILE.format(connections="conections", angle='"30 deg"')),
    ),
    (
        "degrees in a model file",
        ("A.angle", "30 deg", "degrees"),
        lambda: lw.simulate(
            lw.compile_model(lw.load_model(FILE.format(connections="connections", angle="30"))), t_end=0.05
        ),
    ),
    (
        "a run saved as .csv",
        ("'run.csv'", "NetCDF is written", "run.to_csv"),
        lambda: swung().save(folder() / "run.csv"),
    ),
    ("a run read from .csv", ("run.csv", "not a NetCDF file", "run.save"), read_csv),
    ("an action that opens a loop", ("kick", "joint 'D' is open by", "lw.assemble"), lambda: kicked({"B.angle": 0.5})),
    ("an action on a name misspelt", ("kick", "Did you mean 'B.angle'"), lambda: kicked({"B.angel": 0.3})),
    ("an action that puts a body back by a hair", ("'back'", "1000 times", "farther away"), crowded),
    (
        "an event whose function returns nothing",
        ("'e'", "returned nothing", "return"),
        lambda: lw.simulate(lw.compile_model(swing()), t_end=0.1, events=[lw.Event("e", lambda x: None)]),
    ),
    ("a frame turned by 90 radians", ("point of body 'ground'", "90 rad about z", "np.radians(90)"), turned),
    ("a density in g/cm³", ("density = 7.85", "g/cm³", "7850"), lambda: light(density=7.85)),
    (
        "a density in g/cm³ of a material",
        ("Material", "density = 7.85", "g/cm³"),
        lambda: lw.simulate(light_beam(), t_end=1e-5),
    ),
    ("gravity in mm/s²", ("gravity is 9810", "mm/s²"), heavy),
    (
        "a slider on a field that holds a Parameter",
        ("'spring.stiffness'", "is the Parameter 'k'"),
        lambda: live({"spring.stiffness": (10.0, 80.0)}),
    ),
    (
        "an activation in per cent",
        ("'biceps'", "activation = 20", "from 0 to 1"),
        lambda: forearm(activation=20.0),
    ),
    (
        "a beam as thick as it is long",
        ("ExactBeam", "2 m across", "1 m long", "metres"),
        lambda: lw.simulate(thick_beam(), t_end=1e-5),
    ),
    ("a rope that is too short", ("contact rope", "beyond its limit by 1.11 m"), lambda: roped(0.3)),
    ("a gear of a shaft with itself", ("'gear'", "couples A.angle with itself"), geared),
    ("two joints that lock each other", ("nothing can move", "lw.mobility"), locked),
    (
        "a plot of what is not a run",
        ("System is not a run", "lw.simulate"),
        lambda: lw.plot(lw.compile_model(swing()), "A.angle"),  # type: ignore[arg-type]
    ),
    ("a picture of a moment after the end", ("t = 99", "0 to 0.1"), lambda: lw.picture(swung(), "x.png", t=99.0)),
    (
        "a function among the events",
        ("is not an event", "lw.Event(name, function)"),
        lambda: lw.simulate(lw.compile_model(swing()), t_end=0.1, events=[lambda x: x["A.angle"]]),  # type: ignore
    ),
    (
        "a step of a nanosecond for a day",
        ("h = 1e-09", "9e+13 steps"),
        lambda: lw.simulate(lw.compile_model(swing()), t_end=86400.0, method="rk4", h=1e-9),
    ),
]


def _export(system: lw.System) -> Any:
    return lw.export_c(system, system.rest, folder() / "c.c")


def _ball_system() -> lw.System:
    m = lw.Model("ball")
    body = m.body("ball", lw.Sphere(0.1, mass=1.0))
    m.connect("floor", lw.UnilateralContact(), m.ground.plane("z"), body.surface())
    return lw.compile_model(m)


def _in_millimetres() -> Any:
    """10 N/mm and 1 kg: √(10 000) / 2π Hz."""
    found = lw.equilibrium(on_spring(lw.Parameter("k", 10.0, unit="N/mm"))).linearization.modes().frequencies
    assert np.isclose(found[0], 100.0 / (2.0 * np.pi))
    return found


for title, words, make in CASES:
    mistake(title, *words)(make)

"""Five-bar robot: two driven cranks move a pen; an eight is drawn where they swing as one to two."""

import linkwork as lw

BASE, CRANK, LINK = 0.2, 0.25, 0.35
DURATION = 2.0
TRACES = [lw.Trace("pen", "left link", (LINK, 0, 0))]
SWINGS = {
    "left": lw.Sine(amplitude=0.25, frequency=0.5, offset=2.2),
    "right": lw.Sine(amplitude=0.25, frequency=1.0, offset=0.9),
}


def model() -> lw.Model:
    m = lw.Model("five-bar robot")
    ends = []
    for name, x in (("left", -BASE / 2), ("right", BASE / 2)):
        crank = m.body(f"{name} crank", lw.Rod(length=CRANK, radius=0.01, mass=0.5))
        link = m.body(f"{name} link", lw.Rod(length=LINK, radius=0.008, mass=0.4))
        m.connect(f"{name} motor", lw.Revolute("-y"), m.ground.at(x, 0, 0), crank, drive={"angle": SWINGS[name]})
        m.connect(f"{name} elbow", lw.Revolute("-y"), crank.at(CRANK, 0, 0), link)
        ends.append(link.point("pen", at=(LINK, 0, 0)))
    m.connect("pen", lw.Revolute("-y"), *ends)
    return m


def start(system: lw.System) -> lw.State:
    return lw.assemble(system, guess={"left elbow.angle": -1.2, "right elbow.angle": 1.2})


def numbers() -> dict[str, float]:
    system = lw.compile_model(model())
    run = lw.simulate(system, start(system), times=[0.0, 0.35])
    x, _, z = run["left link.pen.position"][-1]
    return {"x": x, "z": z, "torque": run["left motor.angle.load"][-1]}

"""Newton's cradle: five balls side by side; one is let go, and one flies off at the other end.

Balls that touch all take part in an impact, and Newton's law shares its momentum among them: the toy would not work.
What it does follows where impacts run through the row one pair after the other: `law="sequential"`.
"""

import linkwork as lw

BALLS, RADIUS, LENGTH, RAISED = 5, 0.02, 0.15, 0.6
DURATION = 2.4
LOOK = (-75.0, 10.0)


def model() -> lw.Model:
    m = lw.Model("Newton cradle")
    touch = lw.UnilateralContact(restitution=1.0, law="sequential")
    before = None
    for k in range(BALLS):
        string = lw.Cylinder(radius=0.001, length=LENGTH, mass=0.0, at=(0, 0, -LENGTH / 2))
        ball = m.body(f"ball{k + 1}", lw.Sphere(radius=RADIUS, mass=0.2, at=(0, 0, -LENGTH)), string)
        m.connect(f"string{k + 1}", lw.Revolute("y"), m.ground.at(2 * k * RADIUS, 0, 0), ball)
        side = ball.sphere(RADIUS, at=(0, 0, -LENGTH))
        if before is not None:
            m.connect(f"touch{k}", touch, before, side)
        before = side
    return m


def start(system: lw.System) -> lw.State:
    return system.state({"string1.angle": RAISED})


def numbers() -> dict[str, float]:
    system = lw.compile_model(model())
    run = lw.simulate(system, start(system), t_end=DURATION)
    first, second = [event for event in run.events if event.contact and event.contact.kind == "impact"][:2]
    return {
        "first impact": first.t,
        "second impact": second.t,
        "speed of the first ball before": first.before["string1.angle_dot"],
        "speed of the first ball after": first.after["string1.angle_dot"],
        "speed of the last ball after": first.after[f"string{BALLS}.angle_dot"],
        "height lost": max(run["string1.angle"]) - RAISED,
    }

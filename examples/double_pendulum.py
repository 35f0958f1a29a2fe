"""Double pendulum: two bobs on light rods, chaotic from this start."""

import numpy as np

import linkwork as lw

LENGTHS, MASSES = (0.6, 0.5), (1.0, 0.8)
DURATION = 10.0
TRACES = [lw.Trace("lower bob", "lower", (0, 0, -LENGTHS[1]))]


def model() -> lw.Model:
    m = lw.Model("double pendulum")
    end = m.ground.at(0, 0, 0)
    for name, length, mass in zip(("upper", "lower"), LENGTHS, MASSES, strict=True):
        rod = lw.Rod(length=length, radius=0.01, mass=0.0, rotate={"y": np.pi / 2})
        body = m.body(name, rod, lw.PointMass(mass=mass, at=(0, 0, -length)))
        m.connect(f"{name} hinge", lw.Revolute("-y"), end, body)
        end = body.at(0, 0, -length)
    return m


def start(system: lw.System) -> lw.State:
    return system.state({"upper hinge.angle": 2.0, "lower hinge.angle": 0.6})


def numbers() -> dict[str, float]:
    system = lw.compile_model(model())
    run = lw.simulate(system, start(system), t_end=2.0, rtol=1e-10)
    upper, relative = run["upper hinge.angle"][-1], run["lower hinge.angle"][-1]
    return {"upper": upper, "lower": upper + relative, "energy": run.energy[0], "drift": float(np.ptp(run.energy))}

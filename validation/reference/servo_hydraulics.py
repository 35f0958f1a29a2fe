"""M2: a cylinder moves a mass: linear by a current, and with a servo valve by a step and a sine (S0 §3.5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

import linkwork as lw
from validation.case import Case, Figure, compare, compiled
from validation.reference.numbers import case, column, times

M2 = case("M2_servo_hydraulics")


def lift(actuator: Any, current: Any) -> lw.Model:
    """M2: a mass on a spring and a cylinder, and a weight."""
    p = M2["parameters"]
    m = lw.Model("lift", gravity=(0, 0, 0))
    load = m.body("load", mass=p["m"], inertia=(1, 1, 1))
    m.connect("guide", lw.Prismatic("x"), m.ground, load)
    m.connect("spring", lw.Spring(p["spring"], 0.0, on=lw.Displacement("x")), m.ground, load)
    m.connect("weight", lw.AppliedForce((-p["weight"], 0, 0)), load)
    m.connect("cylinder", actuator, m.ground, load, inputs={"current": current})
    return m


def actuator(kind: str) -> Any:
    """The linear one, or that with the valve."""
    p, on = M2["parameters"], lw.Displacement("x")
    oil = {"area": p["area"], "stiffness": p["oil_stiffness"], "leakage": p["leak"], "damping": p["viscous"], "on": on}
    if kind == "linear":
        own = p["linear"]
        return lw.ElectroHydraulicActuator(flow_gain=own["flow_per_ampere"], flow_pressure=own["flow_pressure"], **oil)
    own = p["valve"]
    valve = {"supply": p["supply"], "valve": own["flow"], "gain": own["gain"], "frequency": own["omega"]}
    return lw.ServoValveActuator(damping_ratio=own["zeta"], **valve, **oil)


def current(kind: str) -> Any:
    """What goes into each."""
    valve = M2["parameters"]["valve"]
    size, rate = valve["sine"]
    return {
        "linear": M2["parameters"]["linear"]["i"],
        "step": valve["step"],
        "sine": size * lw.sin(rate * lw.t),
    }[kind]


def lift_run(kind: str, **how: Any) -> lw.Trajectory:
    """From rest, the pressure carrying the weight."""
    system = compiled(lift(actuator(kind), current(kind)))
    p = M2["parameters"]
    start = lw.assemble(system).with_values({"cylinder.pressure": p["weight"] / p["area"]})
    return lw.simulate(system, start, times=times(M2[kind]["samples"]), **how)


def lifts(kind: str) -> Iterator[Figure]:
    samples = M2[kind]["samples"]
    run = lift_run(kind, rtol=1e-11, atol=1e-13)
    yield compare("place", run["load.position.x"], column(samples, "x"), 1e-12, allowed=1e-11)
    yield compare("velocity", run["load.velocity.x"], column(samples, "v"), 1e-12, allowed=1e-9)
    yield compare("pressure", run["cylinder.pressure"], column(samples, "pressure"), 1e-12, allowed=1e-8)
    if kind != "linear":
        yield compare("flow", run["cylinder.flow"], column(samples, "flow"), 1e-12, allowed=1e-9)


def poles() -> Iterator[Figure]:
    yield from lifts("linear")
    system = compiled(lift(actuator("linear"), lw.Constant(0.0)))
    found = np.sort_complex(lw.linearize(system, lw.equilibrium(system, lw.assemble(system)).state).eigenvalues)
    wanted = np.sort_complex([complex(*x) for x in M2["linear"]["eigenvalues"]])
    yield compare("eigenvalues", np.c_[found.real, found.imag], np.c_[wanted.real, wanted.imag], 1e-12, allowed=1e-9)


def cases() -> Iterator[Case]:
    yield Case("M2_linear", "electro-hydraulic actuator, linear", poles, (lift,))
    yield Case("M2_valve_step", "cylinder with a servo valve, step", lambda: lifts("step"), (lift,))
    sine, remark = (
        "cylinder with a servo valve, sine",
        "in absolute coordinates Radau's steps did not end within a minute",
    )
    yield Case("M2_valve_sine", sine, lambda: lifts("sine"), (lift,), remark, in_both=False)

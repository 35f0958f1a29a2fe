"""Slider-crank with clearance: the pin of the slider is thinner than its hole, and knocks where the load changes sides.

The loop closes through a contact alone: a journal of radius r in a bearing of radius r + c. Where the slider is braked
instead of pulled, the journal leaves the bearing, flies across the clearance, knocks on the other side and bounces
until it lies there. As c becomes small the motion is that of the mechanism without clearance: the slider is never
further from it than c/cos φ, φ the angle of the rod.
"""

import numpy as np

import linkwork as lw

CRANK, ROD, SPEED = 0.05, 0.16, 40.0
CLEARANCE, PIN, RESTITUTION = 0.001, 0.01, 0.3
MASSES = (0.4, 0.6, 0.5)
TURN = 2 * np.pi / SPEED
DURATION = 2 * TURN
LOOK = (-80.0, 14.0)
TRACES = [lw.Trace("crank pin", "crank", (CRANK, 0, 0))]


def model(clearance: float = CLEARANCE) -> lw.Model:
    m = lw.Model("slider-crank with clearance", gravity=(0, 0, 0))
    crank = m.body("crank", lw.Rod(length=CRANK, radius=0.008, mass=MASSES[0]))
    pin = lw.Cylinder(radius=PIN, length=0.04, axis="y", mass=0.0, at=(ROD, 0, 0))
    rod = m.body("rod", lw.Rod(length=ROD, radius=0.005, mass=MASSES[1]), pin)
    ring = lw.Cylinder(radius=0.022, inner_radius=PIN + clearance, length=0.03, axis="y", mass=MASSES[2])
    slider = m.body("slider", ring)
    m.connect("A", lw.Revolute("-y"), m.ground, crank, drive={"angle": lw.Polynomial((0.0, SPEED))})
    m.connect("B", lw.Revolute("-y"), crank.at(CRANK, 0, 0), rod)
    m.connect("guide", lw.Prismatic("x"), m.ground, slider)
    bearing = lw.ClearanceRevolute(clearance, PIN, axis="y", restitution=RESTITUTION)
    m.connect("bearing", bearing, slider, rod.at(ROD, 0, 0))
    return m


def start(system: lw.System, clearance: float = CLEARANCE) -> lw.State:
    """At the outer dead centre, where the rod pulls the slider back."""
    return system.state({"guide.displacement": CRANK + ROD + clearance, "B.angle_dot": -SPEED * (1 + CRANK / ROD)})


def offset(clearance: float) -> float:
    """How far from its place without clearance the slider comes in two turns, in clearances."""
    system = lw.compile_model(model(clearance))
    run = lw.simulate(system, start(system, clearance), t_end=DURATION)
    angle = SPEED * run.t
    place = CRANK * np.cos(angle) + np.sqrt(ROD**2 - (CRANK * np.sin(angle)) ** 2)
    return float(np.abs(run["guide.displacement"] - place).max() / clearance)


def numbers() -> dict[str, float]:
    system = lw.compile_model(model())
    run = lw.simulate(system, start(system), t_end=DURATION, rtol=1e-10, atol=1e-12)
    lost = [change.t for change in run.contacts if change.modes.get("bearing") == "open"]
    hits = [change for change in run.contacts if change.kind == "impact"]
    knocks = [next((hit for hit in hits if hit.t > t), None) for t in lost]
    return {
        "contact lost": lost[0],
        "first knock": knocks[0].t,
        "its impulse": knocks[0].normal_impulses["bearing"],
        "knocks in a turn": len(knocks) * TURN / DURATION,
        "impacts in a turn": len(hits) * TURN / DURATION,
        "offset in clearances": offset(CLEARANCE),
        "offset of a tenth of it": offset(CLEARANCE / 10),
    }

"""Stack of boxes: five boxes on a tray that is shaken; one face in the middle is slippery.

Two corners of each box stand on the face of the one below. At rest each face carries the weight above it, though the
loads of the corners are not unique, and nothing creeps. Shaken, the lower boxes ride on the tray; those above the
slippery face slide to and fro, and are never accelerated by more than μ g.
"""

import numpy as np

import linkwork as lw

WIDTHS, DEPTH, HEIGHT = (0.9, 0.85, 0.4, 0.35, 0.3), 0.3, 0.15
MASSES = (5.0, 4.0, 3.0, 2.0, 1.0)
FRICTION, SLIPPERY, WHICH = 0.5, 0.1, 3
SHAKE, OMEGA = 0.12, 4.0
DURATION = 4.0
LOOK = (-78.0, 10.0)
TRACES = [lw.Trace("lowest", "box1"), lw.Trace("highest", f"box{len(MASSES)}")]


def model(shake: float = SHAKE) -> lw.Model:
    m = lw.Model("stack of boxes")
    tray = m.body("tray", lw.Box(size=(1.2, 0.4, 0.04), mass=3.0, at=(0, 0, -0.02)))
    slide = lw.Sine(-shake, omega=OMEGA, phase=np.pi / 2, offset=shake)
    m.connect("slide", lw.Prismatic("x"), m.ground, tray, drive={"displacement": slide})
    below = tray.box((1.2, 0.4, 0.04), at=(0, 0, -0.02), face="z")
    for k, (width, mass) in enumerate(zip(WIDTHS, MASSES, strict=True), start=1):
        size = (width, DEPTH, HEIGHT)
        box = m.body(f"box{k}", lw.Box(size=size, mass=mass))
        m.connect(f"plane{k}", lw.Planar("y"), m.ground, box, initial={"x": (k - 0.5) * HEIGHT})
        feet = box.tips([(-width / 2, 0, -HEIGHT / 2), (width / 2, 0, -HEIGHT / 2)], ("left", "right"))
        m.connect(f"face{k}", lw.UnilateralContact(friction=SLIPPERY if k == WHICH else FRICTION), below, feet)
        below = box.box(size, face="z")
    return m


def start(system: lw.System) -> lw.State:
    return system.state({})


def numbers() -> dict[str, float]:
    still, shaken = (lw.compile_model(model(shake)) for shake in (0.0, SHAKE))
    rest = lw.simulate(still, start(still), t_end=10.0)
    at = still.channels(rest.final)
    loads = [at[f"face{k}.left.normal_force"] + at[f"face{k}.right.normal_force"] for k in range(1, len(MASSES) + 1)]
    run = lw.simulate(shaken, start(shaken), t_end=DURATION, rtol=1e-10, atol=1e-12)
    highest = run[f"plane{len(MASSES)}.y"]
    return {
        **{f"load of face {k}": load for k, load in enumerate(loads, start=1)},
        "creep in ten seconds": np.abs(rest.final.q - rest.at(0.0).q).max(),
        "lowest box off the tray": np.abs(run["plane1.y"] - run["slide.displacement"]).max(),
        "first stick": next(c.t for c in run.contacts if c.modes.get(f"face{WHICH}.left") == "stick" and c.t > 0.0),
        "highest box at the end": highest[-1],
    }

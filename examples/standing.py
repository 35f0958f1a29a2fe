"""Standing upright: the muscles at the ankles act on what the body did a reaction time ago, and must not be late.

Leaning by φ, it falls as I φ″ = m g h φ − P φ(t − τ) − D φ′(t − τ). It stands where P > m g h, the delay being short
enough: at the border it sways with the frequency ω of (I ω² + m g h)² = P² + D² ω², and ω τ = atan2(D ω, P).
"""

import linkwork as lw

MASS, HEIGHT, INERTIA = 70.0, 0.9, 12.0
"""Of a grown person without feet: mass, its height above the ankles, the moment of inertia about it."""
DELAY, GAIN, RATE_GAIN = 0.2, 800.0, 250.0
LEAN = 0.04
DURATION = 8.0
LOOK = (-62.0, 6.0)
PLOTS = ("ankle.angle", "muscles.force")
CONTROLS = {"delay": (0.05, 0.32), "gain": (640.0, 1000.0)}
SHOWS = ("S0.4",)
SKIN, SHIRT, TROUSERS = "#d9a47c", "#3b78a8", "#4a5560"


def person(m: lw.Model) -> lw.Body:
    """A body that is stiff above its ankles; x points forwards, z upwards."""
    shapes = [
        lw.Sphere(0.11, mass=0.0, at=(0, 0, 1.56), color=SKIN),
        lw.Cylinder(0.05, 0.12, "z", mass=0.0, at=(0, 0, 1.42), color=SKIN),
        lw.Ellipsoid((0.12, 0.19, 0.36), mass=0.0, at=(0, 0, 1.1), color=SHIRT),
        lw.Ellipsoid((0.12, 0.17, 0.14), mass=0.0, at=(0, 0, 0.82), color=TROUSERS),
    ]
    for y in (-0.09, 0.09):
        shapes.append(lw.Ellipsoid((0.08, 0.08, 0.46), mass=0.0, at=(0, y, 0.42), color=TROUSERS))
        shapes.append(lw.Ellipsoid((0.045, 0.045, 0.34), mass=0.0, at=(0, 2.4 * y, 1.04), color=SHIRT))
        shapes.append(lw.Sphere(0.05, mass=0.0, at=(0, 2.4 * y, 0.68), color=SKIN))
    return m.body("person", *shapes, mass=MASS, com=(0, 0, HEIGHT), inertia=(INERTIA, INERTIA, 1.0))


def model() -> lw.Model:
    m = lw.Model("standing upright")
    delay, gain = lw.Parameter("delay", DELAY, "s"), lw.Parameter("gain", GAIN, "N*m/rad")
    feet = [lw.Ellipsoid((0.14, 0.05, 0.04), mass=1.0, at=(0.06, y, -0.03), color="#2f3640") for y in (-0.09, 0.09)]
    m.connect("floor", lw.Fixed(), m.ground, m.body("feet", *feet))
    m.connect("ankle", lw.Revolute("y"), m["feet"], person(m))
    law = f"-gain*e_delayed - {RATE_GAIN}*e_dot_delayed"
    muscles = lw.DelayedFormula(law, delay=delay, history="start", on=lw.RelativeAngle("y"), using=[gain])
    m.connect("muscles", muscles, m["feet"], m["person"])
    return m


def start(system: lw.System) -> lw.State:
    """Leaning forwards, as it did before."""
    return system.state({"ankle.angle": LEAN})


def numbers() -> dict[str, float]:
    """The longest delay, the frequency at which it then sways, and how fast swaying dies away with the delay given."""
    system = lw.compile_model(model())
    chart = lw.stability_chart(system, ("delay", [0.2, 0.32]), ("gain", [GAIN, 1.2 * GAIN]))
    longest, _, frequency = next(point for point in chart.border if abs(point[1] - GAIN) < 1e-9)
    return {
        "longest delay": longest,
        "frequency": frequency,
        "decay": -float(lw.equilibrium(system).linearization.rightmost.real),
    }

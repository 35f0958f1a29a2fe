"""C2 and C5: cam, roller and plunger of a fuel injection pump; the model is the gallery's `fuel_injection_pump`."""

from collections.abc import Iterator

import numpy as np

from examples import fuel_injection_pump as pump
from validation.case import Case, Figure, compare, compiled
from validation.reference.numbers import case

GEOMETRY = "the figure's numbers are missing in the thesis: the geometry is inferred from the speeds that it prints"

FILMS = "; in absolute coordinates films are differences of places of bodies, and have fewer digits"
ALLOWED = {"tree": 1e-7, "absolute": 1e-6}


def kinematics() -> Iterator[Figure]:
    table = case("C2_cam_roller")["table"]
    angle = np.radians([row["q1_deg"] for row in table])
    run = pump.rolled(compiled(pump.kinematic_model()), (angle - angle[0]) / pump.SPEED)
    found = {
        "q5_mm": 1e3 * run["guide.displacement"],
        "q5dot_mm_s": 1e3 * run["guide.displacement_dot"],
        "q5ddot_mm_s2": 1e3 * run["plunger.acceleration.y"],
        "q4dot": run["pin.angle_dot"] - run["cam.angle_dot"],
        "q4ddot": run["roller.angular_acceleration.z"],
    }
    names = ("lift", "speed of the plunger", "its acceleration", "speed of the roller", "its acceleration too")
    for title, (name, values) in zip(names, found.items(), strict=True):
        yield compare(title, values, [float(row[name]) for row in table], 1e-15, allowed=1e-9)


def dynamics() -> Iterator[Figure]:
    data = case("C5_fuel_pump_dynamic")
    table = {name: np.array([row[k] for row in data["samples"]]) for k, name in enumerate(data["columns"])}
    system = compiled(pump.dynamic_model())
    run = pump.revolve(system, rtol=3e-11, times=table["t"].astype(float))
    found = {
        "q5": ("lift", run["guide.displacement"]),
        "q4d": ("speed of the roller", run["film.angle_dot"] - pump.SPEED),
        "lam": ("normal load", run["contact.normal_force"]),
        "F1": ("traction", run["traction.traction"]),
    }
    for name, (title, values) in found.items():
        yield compare(title, np.ravel(values), table[name].astype(float), 1e-9, allowed=ALLOWED[system.coordinates])


def cases() -> Iterator[Case]:
    yield Case("C2_cam_roller", "cam, roller, plunger: kinematics", kinematics, (pump.kinematic_model,), GEOMETRY)
    shows = (pump.dynamic_model,)
    yield Case("C5_fuel_pump", "the pump with films and traction", dynamics, shows, GEOMETRY + FILMS, slow=True)

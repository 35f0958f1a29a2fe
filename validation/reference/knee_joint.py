"""K2 and K3: a knee of two condyles on two plateaus, with ligaments, at rest and swinging, as in the gallery."""

from collections.abc import Iterator

import numpy as np

import linkwork as lw
from examples import knee
from validation.case import Case, Figure, compare, compiled
from validation.reference.numbers import case, column, times


def bent() -> Iterator[Figure]:
    system = compiled(knee.knee(lw.Parameter("flexion", 0.0, unit="rad")))
    state, places, moments, forces = lw.assemble(system, guess={"knee.y": -0.0255}), [], [], []
    samples = case("K2_knee_statics")["flexion"]
    for sample in samples:
        rest = lw.equilibrium(system, state.with_values({"flexion": np.radians(sample["phi_deg"])}))
        state, at = rest.state, rest.channels
        places.append(at["shank.position"])
        moments.append(at["knee.moment"])
        forces.append([float(at[f"{side}.normal_force"]) for side in knee.CONDYLES])
    wanted = [[float(sample["contacts"][side]["force"]) for side in knee.CONDYLES] for sample in samples]
    yield compare("place of the shank", places, column(samples, "p"), 1e-16, allowed=1e-13)
    yield compare("moment that holds it", moments, column(samples, "holding_moment_vector"), 1e-16, allowed=1e-11)
    yield compare("contact forces", forces, wanted, 1e-16, allowed=1e-11)


def swings() -> Iterator[Figure]:
    samples = case("K3_knee_swing")["samples"]
    system = compiled(knee.model())
    run = lw.simulate(system, knee.start(system), times=times(samples), rtol=1e-11, atol=1e-13)
    yield compare("place of the shank", run["shank.position"], column(samples, "p"), 1e-11, allowed=1e-10)
    forces = np.stack([run[f"{side}.normal_force"] for side in knee.CONDYLES], axis=1)
    wanted = [[sample["contacts"][side]["force"] for side in knee.CONDYLES] for sample in samples]
    yield compare("contact forces", forces, wanted, 1e-11, allowed=1e-9)


def cases() -> Iterator[Case]:
    yield Case("K2_knee_statics", "knee at ten angles of flexion", bent, (knee.knee,), slow=True)
    yield Case("K3_knee_swing", "shank that swings on its knee, 0.5 s", swings, (knee.model,), slow=True)

"""M1: Hatze's muscle with two inputs and five states holds a block at a fixed length."""

import math
from collections.abc import Iterator

import numpy as np

import linkwork as lw
from validation.case import Case, Figure, compare, compiled
from validation.reference.numbers import case, column

M1 = case("M1_hatze_muscle")
GIVEN = M1["parameters"]
STATES = {
    "beta": "depolarisation",
    "beta_rate": "depolarisation_rate",
    "calcium": "calcium",
    "calcium_rate": "calcium_rate",
}


def muscle():
    """The case's; calcium counts in units of the greatest, and 1/(exp k − 1) is the scale of the parallel element."""
    shape = math.log(1.0 + 1.0 / GIVEN["parallel_scale"])
    return lw.HatzeMuscle(
        GIVEN["F_max"],
        GIVEN["l_opt"],
        GIVEN["tendon_slack"],
        speed=GIVEN["rate_max"],
        order=2,
        membrane=(GIVEN["c1"], GIVEN["c2"]),
        release=(GIVEN["c4"], GIVEN["c5"]),
        sensitivity=GIVEN["calcium_max"] * GIVEN["rho0"],
        exponent=GIVEN["exponent"],
        pole=GIVEN["xi_max"],
        least=GIVEN["q0"],
        idle=0.0,
        tendon_strain=GIVEN["series_strain_at_F_max"],
        tendon_shape=GIVEN["series_shape"],
        parallel="muscle",
        parallel_length=GIVEN["parallel_length"],
        passive_strain=shape / GIVEN["parallel_shape"],
        passive_shape=shape,
    )


def states(sample):
    found = {own: sample[name] for name, own in STATES.items()}
    for name in ("calcium", "calcium_rate"):
        found[name] /= GIVEN["calcium_max"]
    return {**found, "fibre_length": sample["xi"] * GIVEN["l_opt"]}


def inputs(of):
    steps, (t, y) = of["v"], np.transpose(of["n"])
    return {
        "stimulation": lw.Piecewise([t for t, _ in steps[1:]], [v for _, v in steps]),
        "recruitment": lw.Table(t, y),
    }


def isometric() -> lw.Model:
    of = M1["isometric"]["parameters"]
    m = lw.Model("isometric")
    block = m.body("block", mass=1.0)
    m.connect("held", lw.Weld(), m.ground, block)
    ends = m.ground.at(0, 0, 0), block.at(of["length"], 0, 0)
    m.connect("m", muscle(), *ends, inputs=inputs(of), initial=states(M1["isometric"]["samples"][0]))
    return m


def check() -> Iterator[Figure]:
    of, samples = M1["isometric"]["parameters"], M1["isometric"]["samples"]
    run = lw.simulate(compiled(isometric()), times=of["t"], method="dop853", rtol=1e-13, atol=1e-15)
    for name in states(samples[0]):
        wanted = [states(sample)[name] for sample in samples]
        yield compare(name.replace("_", " "), run[f"m.{name}"], wanted, 1e-11, allowed=1e-9)
    yield compare("tension", run["m.tension"], column(samples, "force"), 1e-11, allowed=1e-9)


def cases() -> Iterator[Case]:
    yield Case("M1_hatze_muscle", "Hatze's muscle at a fixed length", check, (muscle, isometric))

"""A point mass of 1 kg on a rod of 1 m starts level and at rest (A01); the closed form is an elliptic function."""

from collections.abc import Iterator

import numpy as np
from scipy.special import ellipj, ellipk

import linkwork as lw
from validation.case import Case, Figure, compare, compiled

G = 9.81


def model() -> lw.Model:
    m = lw.Model("pendulum", gravity=(0, -G, 0))
    mass = m.body("mass", lw.PointMass(1.0))
    m.connect("pin", lw.Revolute("z"), m.ground, mass.at(1, 0, 0))
    return m


def check() -> Iterator[Figure]:
    times = np.linspace(0.0, 10.0, 101)
    run = lw.simulate(compiled(model()), times=times, rtol=1e-12, atol=1e-13)
    k = np.sin(np.pi / 4)
    sn, *_ = ellipj(ellipk(k**2) - np.sqrt(G) * times, k**2)
    hanging = 2 * np.arcsin(k * sn)  # from straight down, on the side where it starts
    wanted = np.stack([-np.sin(hanging), -np.cos(hanging)], axis=1)
    yield compare("place of the mass", run["mass.position"][:, :2], wanted, 1e-16, allowed=1e-9)
    yield compare("energy", run.energy, np.zeros(len(run)), 1e-16, allowed=1e-9, size=G)


def cases() -> Iterator[Case]:
    yield Case("A01_pendulum", "simple pendulum, 10 s", check, (model,))

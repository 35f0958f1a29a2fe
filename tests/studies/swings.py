"""Models of the tests of studies."""

import numpy as np

import linkwork as lw


def swing() -> lw.Model:
    """A rod on a hinge with a torsion spring, in a plane without gravity: a harmonic oscillator."""
    k = lw.Parameter("k", 40.0, unit="N*m/rad")
    m = lw.Model("swing", gravity=(0, 0, 0))
    rod = m.body("rod", lw.Rod(length=1.0, mass=3.0))
    m.connect("A", lw.Revolute("y"), m.ground, rod)
    m.connect("spring", lw.TorsionSpring(stiffness=k, axis="y"), m.ground, rod)
    return m


def angle_of(k, start, t):
    """The angle of the swing: J = m l²/3 = 1."""
    return start * np.cos(np.sqrt(k) * t)


def four_bar() -> lw.Model:
    """A loop whose coupler has a length that is a Parameter."""
    length = lw.Parameter("coupler_length", 0.9, unit="m")
    m = lw.Model("four-bar", gravity=(0, 0, -9.81))
    crank, rocker = (m.body(name, lw.Rod(length=x, mass=1.0)) for name, x in (("crank", 0.2), ("rocker", 0.5)))
    coupler = m.body("coupler", mass=2.0, com=(0.45, 0, 0), inertia=(0.001, 0.1, 0.1))
    m.connect("A", lw.Revolute("y"), m.ground, crank)
    m.connect("B", lw.Revolute("y"), crank.at(0.2, 0, 0), coupler)
    m.connect("C", lw.Revolute("y"), coupler.at(length, 0, 0), rocker)
    m.connect("D", lw.Revolute("y"), rocker.at(0.5, 0, 0), m.ground.at(0.8, 0, 0))
    return m

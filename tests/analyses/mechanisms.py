"""Mechanisms that the tests of the analyses share."""

import numpy as np

import linkwork as lw
from linkwork.system import System, compile_model


def four_bar(lengths: tuple[float, float, float], ground: float, drive: lw.Polynomial | None = None) -> System:
    """Three bars in a plane and the ground, four parallel revolutes: a spatial loop with three redundant rows."""
    m = lw.Model("four-bar")
    names = ("crank", "coupler", "rocker")
    crank, coupler, rocker = (m.body(n, lw.Rod(length=x, mass=1.0)) for n, x in zip(names, lengths, strict=True))
    driven = {} if drive is None else {"angle": drive}
    m.connect("A", lw.Revolute("z"), m.ground, crank, drive=driven)
    m.connect("B", lw.Revolute("z"), crank.at(lengths[0], 0, 0), coupler)
    m.connect("C", lw.Revolute("z"), coupler.at(lengths[1], 0, 0), rocker)
    m.connect("D", lw.Revolute("z"), rocker.at(lengths[2], 0, 0), m.ground.at(ground, 0, 0))
    return compile_model(m)


def ring(links: list[tuple[float, float]], drive: lw.Polynomial | None = None) -> System:
    """A loop of revolutes about z; `links` are (length, twist) of the links, the last is the ground (Denavit)."""
    m = lw.Model("ring")
    bodies = [m.body(f"link{k}", lw.Rod(length=a, mass=1.0)) for k, (a, _) in enumerate(links[:-1], 1)]
    names = "ABCDEFGH"
    m.connect("A", lw.Revolute("z"), m.ground, bodies[0], drive={} if drive is None else {"angle": drive})
    ends = [body.at(a, 0, 0, rotate={"x": twist}) for body, (a, twist) in zip(bodies, links, strict=False)]
    for k in range(1, len(bodies)):
        m.connect(names[k], lw.Revolute("z"), ends[k - 1], bodies[k])
    a, twist = links[-1]
    m.connect(names[len(bodies)], lw.Revolute("z"), ends[-1], m.ground.at(-a, 0, 0, rotate={"x": -twist}))
    return compile_model(m)


def bennett(drive: lw.Polynomial | None = None) -> System:
    """Bennett's four-bar: opposite links alike, sin(twist) / length the same for all."""
    short, long = (0.5, np.pi / 6), (1.0, np.pi / 2)
    return ring([short, long, short, long], drive)


def bricard(drive: lw.Polynomial | None = None) -> System:
    """Bricard's six-bar with threefold symmetry: six equal links, twisted by +90° and −90° in turn."""
    return ring([(1.0, np.pi / 2), (1.0, -np.pi / 2)] * 3, drive)


def door(offset: float = 0.0) -> System:
    """A leaf on two hinges; `offset` shifts the lower one on the ground."""
    m = lw.Model("door")
    leaf = m.body("leaf", lw.Box(size=(0.8, 0.04, 2.0), mass=20.0))
    m.connect("top", lw.Revolute("z"), m.ground.at(0, 0, 1.8), leaf.at(-0.4, 0, 0.9))
    m.connect("bottom", lw.Revolute("z"), m.ground.at(offset, 0, 0.2), leaf.at(-0.4, 0, -0.7))
    return compile_model(m)

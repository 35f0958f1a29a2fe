"""C6: the orthogonal complement of S2 (53), compared by its projectors, and accelerations by every way of S2 §9."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

import linkwork as lw
from validation.case import Case, Figure, compare, compiled
from validation.reference.numbers import case

C6 = case("C6_orthogonal_complement")
WAYS = ("auto", "multipliers", "pseudo-inverse", "complement")


def four_bar() -> lw.Model:
    """C6: uniform rods between three pivots and the ground."""
    p = C6["four_bar"]["parameters"]
    m = lw.Model("four-bar", gravity=(0, -p["g"], 0))
    crank, coupler, rocker = (
        m.body(name, mass=w, com=(0.5 * x, 0, 0), inertia=(1e-3, w * x * x / 12, w * x * x / 12))
        for name, x, w in zip(("crank", "coupler", "rocker"), p["lengths"], p["masses"], strict=True)
    )
    l1, l2, l3 = p["lengths"]
    m.connect("A", lw.Revolute("z"), m.ground, crank)
    m.connect("B", lw.Revolute("z"), crank.at(l1, 0, 0), coupler)
    m.connect("D", lw.Revolute("z"), m.ground.at(p["ground"], 0, 0), rocker)
    m.connect("C", lw.Revolute("z"), coupler.at(l2, 0, 0), rocker.at(l3, 0, 0))
    m.connect("motor", lw.HingeForce(p["crank_torque"]), "A.angle")
    return m


def bennett() -> lw.Model:
    """C6: Bennett's loop of four skew revolute joints."""
    p, b = C6["bennett"]["parameters"], C6["bennett"]["b"]
    own, other = np.radians(p["twists_deg"])
    m = lw.Model("Bennett", gravity=tuple(-p["g"] * np.array(p["up"])))
    end: Any = m.ground
    for k, (w, inertia, x, turn) in enumerate(
        zip(p["masses"], p["inertias"], (p["a"], b, p["a"]), (own, other, own), strict=True)
    ):
        link = m.body(f"link {k + 1}", mass=w, com=(0.5 * x, 0, 0), inertia=tuple(inertia))
        m.connect(str(k + 1), lw.Revolute("z"), end, link)
        end = link.at(x, 0, 0, rotate={"x": turn})
    m.connect("4", lw.Revolute("z"), end, m.ground.at(-b, 0, 0, rotate={"x": -other}))
    return m


def turning(system: lw.System, state: lw.State, columns: np.ndarray, joints: str) -> np.ndarray:
    """What joints turn at with each column of speeds; of a column of accelerations, what these change their rates by.

    The axis of a revolute joint is fixed in both of its bodies, so that nothing is added by what turns already.
    """
    moving = [system.channels(replace(state, u=column)) for column in np.atleast_2d(columns.T)]
    return np.array([[float(at[f"{joint}.angle_dot"]) for at in moving] for joint in joints])


def projectors(rates: np.ndarray, A: np.ndarray, known: dict[str, Any]) -> Iterator[Figure]:
    """Of the rates that are free, in the plain metric and in that of the masses."""
    plain = rates @ np.linalg.inv(rates.T @ rates) @ rates.T
    weighted = rates @ np.linalg.inv(rates.T @ A @ rates) @ rates.T @ A
    yield compare("projector", plain, known["projector_euclidean"], 1e-15, allowed=1e-12)
    yield compare("projector by masses", weighted, known["projector_mass_metric"], 1e-15, allowed=1e-12)


def turns() -> Iterator[Figure]:
    known = C6["four_bar"]
    system = compiled(four_bar())
    angles = dict(zip("ABD", known["angles"], strict=True))
    angles["B"] -= angles["A"]
    guess = {f"{name}.angle": x for name, x in angles.items()}
    state = lw.assemble(system, fixed=guess, velocities={"A.angle_dot": known["rates"][0]})
    into = np.array([[1.0, 0, 0], [1, 1, 0], [0, 0, 1]])
    yield from projectors(
        into @ turning(system, state, lw.mobility(system, state).complement, "ABD"),
        np.array(known["mass_matrix"]),
        known,
    )
    for way in WAYS:
        found = into @ turning(system, state, lw.accelerations(system, state, way).u_dot, "ABD")[:, 0]
        yield compare(f"acceleration, {way}", found, known["acceleration"], 5e-15, allowed=1e-11)


def skew_loop() -> Iterator[Figure]:
    known = C6["bennett"]
    system = compiled(bennett())
    guess = {f"{k + 1}.angle": x for k, x in enumerate(known["angles"])}
    first = {"1.angle": guess.pop("1.angle")}
    state = lw.assemble(system, guess=guess, fixed=first, velocities={"1.angle_dot": known["rates"][0]})
    yield from projectors(
        turning(system, state, lw.mobility(system, state).complement, "123"), np.array(known["mass_matrix"]), known
    )
    for way in WAYS:
        found = turning(system, state, lw.accelerations(system, state, way).u_dot, "123")[:, 0]
        yield compare(f"acceleration, {way}", found, known["acceleration"], 2e-14, allowed=1e-10)


def cases() -> Iterator[Case]:
    yield Case("C6_four_bar", "orthogonal complement of a four-bar", turns, (four_bar,))
    yield Case("C6_bennett", "orthogonal complement of Bennett's loop", skew_loop, (bennett,))

"""Random mechanisms with loops in both formulations: the tree's accelerations against those of absolute coordinates.

Joints stand at the corners of a polygon, so that every loop is closed where all coordinates are zero; couplings and
drives hold there as well. In that configuration the axes of all bodies are those of the world.
"""

from itertools import pairwise
from typing import Any

import numpy as np

import linkwork as lw
from tests.absolute_models import carried, pair

TOLERANCE = 1e-7
DRIVEN = ("J0",)


def tree_against_absolute(rng: np.random.Generator) -> None:
    """Angular accelerations of all bodies and accelerations of their frames."""
    model, kinds = mechanism(rng)
    tree, absolute = pair(model)
    free = [name for name in tree.layout.u if name.rsplit(".", 1)[0] not in DRIVEN]
    state = lw.assemble(tree, guess={name: float(rng.normal()) for name in free})
    found, other = lw.accelerations(tree, state), lw.accelerations(absolute, carried(tree, absolute, state))
    for name, body in model.bodies.items():
        at = lw.point_jacobian(tree, body, state)
        ours = at.J @ found.u_dot + at.bias
        theirs = np.array([other[f"{name}.{part}"] for part in ("w_x", "w_y", "w_z", "v_x", "v_y", "v_z")])
        off = np.abs(ours - theirs).max() / (1.0 + np.abs(found.u_dot).max())
        assert off < TOLERANCE, f"{kinds}: accelerations of {name} differ by {off:.1e}"


def mechanism(rng: np.random.Generator) -> tuple[lw.Model, list[str]]:
    """A closed chain of three to five bars, plane or in space, with what else is drawn."""
    m = lw.Model("soak", gravity=3.0 * rng.normal(size=3))
    plane = rng.random() < 0.5
    corners = polygon(rng, plane)
    kinds = ["plane" if plane else "space", f"{len(corners)} corners"]
    bodies = []
    for k, (a, b) in enumerate(pairwise(corners)):
        root = 0.2 * rng.normal(size=(3, 3))
        inertia = np.trace(root @ root.T) * np.eye(3) - root @ root.T + 0.05 * np.eye(3)
        bodies.append(m.body(f"bar{k}", mass=rng.uniform(0.5, 2.0), com=(b - a) / 2, inertia=inertia))
    drive = rng.random() < 0.3
    hinges = [lw.Revolute("z") if plane else _spatial(rng, k, drive) for k in range(len(corners))]
    for k, hinge in enumerate(hinges):
        base = m.ground.at(*corners[0]) if k == 0 else bodies[k - 1].at(*(corners[k] - corners[k - 1]))
        end = bodies[k].at(0, 0, 0) if k < len(bodies) else m.ground.at(*corners[-1])
        driven = {"drive": {"angle": lw.Polynomial((0.0, *rng.normal(size=2)))}} if drive and k == 0 else {}
        m.connect(f"J{k}", hinge, base, end, **driven)
    kinds += ["driven"] * drive + _additions(m, bodies, rng)
    return m, kinds


def polygon(rng: np.random.Generator, plane: bool) -> np.ndarray:
    """Corners of a chain, no two close to each other and no three on a line."""
    while True:
        corners = rng.normal(size=(rng.integers(4, 6), 3)) * [1.0, 1.0, 0.0 if plane else 1.0]
        sides = np.diff(corners, axis=0)
        lengths = np.linalg.norm(sides, axis=1)
        bends = np.linalg.norm(np.cross(sides[:-1], sides[1:]), axis=1) / (lengths[:-1] * lengths[1:])
        if lengths.min() > 0.4 and bends.min() > 0.4:
            return corners


def _spatial(rng: np.random.Generator, k: int, drive: bool) -> Any:
    """The first hinge may be driven; then the others leave enough freedom for it to move."""
    return lw.Revolute(rng.normal(size=3)) if k == 0 or (rng.random() < 0.3 and not drive) else lw.Spherical()


def _additions(m: lw.Model, bodies: list[Any], rng: np.random.Generator) -> list[str]:
    """A spring, a wheel that is geared to the first hinge, a sleigh with a blade on a spring."""
    added = []
    if rng.random() < 0.7:
        spring = lw.Spring(stiffness=rng.uniform(10, 100), length=0.3, damping=rng.uniform(0, 1))
        m.connect("spring", spring, m.ground.at(*rng.normal(size=3)), bodies[-1].at(*(0.2 * rng.normal(size=3))))
        added.append("spring")
    if rng.random() < 0.4:
        wheel = m.body("wheel", mass=1.0, inertia=(0.02, 0.02, 0.04))
        m.connect("axle", lw.Revolute("x"), m.ground.at(*rng.normal(size=3)), wheel)
        m.connect("gear", lw.LinearCoupling((1.0, float(rng.uniform(-3, 3)))), "J0.angle", "axle.angle")
        added.append("gear")
    if rng.random() < 0.4:
        sleigh = m.body("sleigh", mass=1.0, com=(0.2, 0, 0), inertia=(0.05, 0.05, 0.1))
        m.connect("ice", lw.Planar(), m.ground, sleigh)
        m.connect("blade", lw.KnifeEdge(), m.ground, sleigh)
        m.connect("rope", lw.Spring(stiffness=5.0, length=0.5), bodies[0], sleigh.at(0.3, 0.1, 0.0))
        added.append("blade")
    return added

r"""Masses moved inwards where that changes no motion: what lies on a revolute axis might as well be on the parent.

A point on the axis of a revolute joint is fixed on both bodies. So the mass m (as a point at the internal origin), the
first moment along the axis h_z and a thin rod on the axis (I_xx = I_yy) can be taken from the outer body and given to
the inner one: of its ten inertial parameters seven are left to add up, and three fewer at the end of a chain's every
sum. M and h are the same functions as before; loads inside the joints are not, and must not be taken from these links.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..expr import is_symbolic
from ..spatial import Pose, matrix
from .links import Link
from .recursion import shifted_inertia
from .tensor_rotation import entry_number

AXIS_MODE = [0.0, 0.0, 1.0, 0.0, 0.0, 0.0]


def regrouped(links: Sequence[Link]) -> list[Link]:
    """The same links with masses moved inwards as far as revolute joints allow, from the tips to the ground."""
    masses = {link.number: (link.mass, link.moment, link.inertia) for link in links}
    for link in reversed(links):
        if not _is_revolute(link) or any(is_symbolic(x) for x in masses[link.number]):
            continue
        mass, h, inertia = masses[link.number]
        on_axis = (mass, matrix([0.0, 0.0, h[2]]), np.diag([inertia[1, 1], inertia[1, 1], 0.0]))
        masses[link.number] = (0.0, h - on_axis[1], inertia - on_axis[2])
        if link.parent:
            moved: tuple[Any, Any, Any] = on_axis
            for step in reversed(_at_rest(link)):
                moved = shifted_inertia(step.R, step.p, *moved)
            masses[link.parent] = tuple(x + y for x, y in zip(masses[link.parent], moved, strict=True))
    return [
        replace(link, mass=m, moment=h, inertia=inertia)
        for link, (m, h, inertia) in ((link, masses[link.number]) for link in links)
    ]


def _is_revolute(link: Link) -> bool:
    """Whether the only motion is a turn about z, at a constant place."""
    if link.phi.shape[1] != 1 or [entry_number(x) for x in link.phi[:, 0]] != AXIS_MODE:
        return False
    constants = [link.V_0, link.steps[-1].p, *(x for step in link.steps[:-1] for x in (step.R, step.p))]
    return all(entry_number(x) is not None for value in constants for x in np.ravel(value))


def _at_rest(link: Link) -> list[Pose]:
    """The way to the body without the joint's own turn, which a thing on the axis does not notice."""
    along = [entry_number(x) for x in link.steps[-1].p]
    return [*link.steps[:-1], Pose(np.eye(3), along)]

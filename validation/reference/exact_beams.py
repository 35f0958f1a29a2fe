"""What the cases of exact beams share: a section, a spin that rises smoothly, a cantilever."""

from __future__ import annotations

from typing import Any

import numpy as np

import linkwork as lw

NO_GRAVITY = (0.0, 0.0, 0.0)


def cantilever(
    section: lw.Section, length: float, load: lw.Load, *, elements: int, order: int = 1, **more: Any
) -> tuple[lw.Model, Any]:
    """A beam that leaves the origin along x, with a load on its tip."""
    m = lw.Model("cantilever", gravity=NO_GRAVITY)
    beam = m.connect("beam", lw.ExactBeam(section, None, elements, length, order, **more), m.ground)
    m.connect("load", load, beam.tip)
    return m, beam


def planar_section(EA: float, GA: float, EI: float, rhoA: float, rhoI: float) -> lw.StiffnessSection:
    """A section that is the same in both directions."""
    return lw.StiffnessSection(EA, GA, GA, EI, EI, EI, rhoA, (2.0 * rhoI, rhoI, rhoI))


def smooth_spin(speed: float, rise: float) -> lw.Expression:
    """The angle of F4 and F5: a spin that rises smoothly, then stays."""
    pace = rise / (2.0 * np.pi)

    def angle(t: Any) -> Any:
        rising = speed / rise * (0.5 * t * t + pace**2 * (lw.cos(t / pace) - 1.0))
        return lw.where(t < rise, rising, speed * t - 0.5 * speed * rise)

    return lw.Expression(angle, smooth=2)

"""A surface that rolls on another one."""

from __future__ import annotations

from typing import Any

from ...contract import option, register
from ...spatial import Relative
from .surface_on_surface import SurfaceOnSurface


@register
class RollingSurfaces(SurfaceOnSurface):
    r"""A surface fixed in M rolls on one fixed in F: contact as in `SurfaceOnSurface`, and no slip.

    $t_1\cdot v_c = t_2\cdot v_c = 0$, $v_c = v + \omega\times R P_2$: two rows on velocities that cannot be integrated;
    a third, $n\cdot\omega = 0$, where it may not spin on the spot either (`spins` False). Positions have five freedoms,
    velocities three or two.
    """

    spins = option(default=True, choices=(True, False), doc="whether it may turn about the common normal")

    def velocity(self, rel: Relative, t: Any, s: Any) -> Any:
        """The velocity of the point of contact, and the spin where it is forbidden."""
        slip = self.geometry.slip(rel, s)
        one, _ = self.geometry.split(s)
        return slip if self.spins else [*slip, self.first.normal(*one) @ rel.w]

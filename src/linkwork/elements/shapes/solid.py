"""What all solids have in common: mass or density, and where they stand in the body."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from ...contract import ContactSurface, ModelError, Shape, option, parameter
from ...contract.section import density_doubts
from ...contract.shape import placed_primitive
from ...spatial import MassProperties, Pose, as_rotation, matrix

COLOR = re.compile(r"#[0-9a-f]{6}([0-9a-f]{2})?", re.IGNORECASE)


def as_color(given: Any) -> str:
    """A colour as pages write it."""
    if not isinstance(given, str) or not COLOR.fullmatch(given):
        raise ModelError(f'{given!r} is not a colour; give "#rrggbb", or "#rrggbbaa" for one that is seen through')
    return given


class Solid(Shape):
    """m = ρ V: a uniform solid, given `mass` or `density`, placed in the body frame by `at` and `rotate`.

    A solid writes, in its own frame and for unit mass, its `centre`, its `gyration` (the inertia tensor about the
    centre), its `volume`, and its `primitives`: what a viewer draws, each with a `kind`, its dimensions, and where it
    stands in the solid's frame (`position`, `rotation`, both left out where they are trivial). Kinds are box (size,
    centred), sphere (radius), ellipsoid (radii), cylinder (radius, length, along z, centred), cone (radius, length,
    along z from its base), point, and mesh (vertices, faces).
    """

    mass = parameter(unit="kg", default=None, check="nonnegative", doc="its mass")
    density = parameter(unit="kg/m**3", default=None, check="nonnegative", doc="or its density")
    at = parameter(unit="m", default=(0.0, 0.0, 0.0), shape=3, doc="where its own frame stands in the body")
    rotate = option(default=None, convert=as_rotation, doc='how it is turned: {"z": 0.3}, [("z", 0.3)] or a matrix')
    color = option(default=None, convert=as_color, doc='of the picture, "#c04030"; every body has one of its own')

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls._put_last(Solid.fields)  # so that Rod(0.2, mass=1) means what it says

    def validate(self) -> None:
        """One of mass and density is given."""
        if (self.mass is None) == (self.density is None):
            given = "neither" if self.mass is None else "both"
            raise ModelError(f"{self.kind}: give mass or density, one of them; {given} was given.")

    @property
    def doubts(self) -> tuple[tuple[str, str], ...]:
        """A density that is one in g/cm³."""
        return density_doubts(self.density)

    def volume(self) -> Any:
        """V in m³."""
        raise ModelError(f"{self.kind}: a solid must have volume(self).")

    def centre(self) -> Any:
        """The centre of mass in the solid's own frame."""
        return np.zeros(3)

    def gyration(self) -> Any:
        """The inertia tensor of unit mass about the centre of mass, 3 × 3, in the solid's own axes."""
        raise ModelError(f"{self.kind}: a solid must have gyration(self).")

    def primitives(self) -> list[dict[str, Any]]:
        """What is drawn, in the solid's own frame."""
        return []

    @property
    def pose(self) -> Pose:
        """Where the solid's own frame stands in the body frame."""
        return Pose(as_rotation(self.rotate), self.at)

    def properties(self) -> MassProperties:
        """Mass, centre of mass and inertia about it, in the body frame."""
        try:
            with np.errstate(over="ignore", invalid="ignore"):  # what is not finite is refused by the body
                return self._properties()
        except OverflowError:
            raise ModelError(f"{self.kind}: its sizes are too large for mass and inertia to be numbers.") from None

    def _properties(self) -> MassProperties:
        mass = self.density * self.volume() if self.mass is None else self.mass
        return MassProperties(mass, matrix(self.centre()), mass * matrix(self.gyration())).moved(self.pose)

    def outside(self) -> tuple[ContactSurface, Pose] | None:
        """(its surface, where that stands in the solid's own frame); None where contacts know no such surface."""
        return None

    def surface(self) -> tuple[ContactSurface, Pose] | None:
        """The same in the body frame."""
        found = self.outside()
        return None if found is None else (found[0], self.pose @ found[1])

    def looks(self) -> list[dict[str, Any]]:
        """Primitives with plain numbers, Parameters at their own values, posed in the body frame."""
        dyed = {} if self.color is None else {"color": self.color}
        return [placed_primitive({**primitive, **dyed}, self.pose) for primitive in self.primitives()]


def axial(along: Any, across: Any, direction: Any = (0.0, 0.0, 1.0)) -> Any:
    """The tensor of a body of revolution: J_t E + (J_a − J_t) n nᵀ, J_a `along` and J_t `across` the direction n."""
    n = np.asarray(direction, dtype=float)
    nn = np.outer(n, n)
    return matrix(along * nn + across * (np.eye(3) - nn))


def diagonal_tensor(a: Any, b: Any, c: Any) -> Any:
    """A tensor with these principal moments about x, y, z."""
    return matrix([[a, 0.0, 0.0], [0.0, b, 0.0], [0.0, 0.0, c]])

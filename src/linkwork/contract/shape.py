"""The contract of geometry: shapes that bodies are made of, curves that they slide and roll on, rotors inside them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ..expr import array, is_symbolic, jacobian, substitute, symbols
from ..expr.graph import as_expr
from ..spatial import MassProperties, Pose, matrix
from .element import Element
from .errors import ModelError
from .modal_data import ElasticShape
from .parameters import value_of

if TYPE_CHECKING:
    from .surface import ContactSurface


class Shape(Element):
    """A solid of uniform density, placed in the body frame. It writes `properties()` and `looks()`.

    Mass is given as `mass`, or follows from `density` and `volume()`.
    """

    ends: ClassVar[int | None] = 0
    length_field: ClassVar[str] = ""
    """The field by which a solid reaches along its own x axis: points at its end stay there where it becomes longer."""

    def properties(self) -> MassProperties:
        """Mass, centre of mass and inertia about it, in the body frame."""
        raise ModelError(f"{self.kind}: a shape must have properties(self).")

    def looks(self) -> list[dict[str, Any]]:
        """What a viewer draws: primitives with their dimensions and their pose in the body frame."""
        return []

    def elastic(self) -> ElasticShape | None:
        """The elastic coordinates that it brings into its body; None where it is rigid."""
        return None

    def surface(self) -> tuple[ContactSurface, Pose] | None:
        """(what it touches with, where that stands in the body frame); None where contacts know no such surface."""
        return None


def placed_primitive(primitive: dict[str, Any], pose: Pose) -> dict[str, Any]:
    """A primitive as it stands in a frame in which its own stands at `pose`, in plain numbers."""
    inner = Pose(primitive.get("rotation", np.eye(3)), primitive.get("position", np.zeros(3)))
    outer = pose @ inner
    numbers = {name: _plain(value) for name, value in primitive.items()}
    return {**numbers, "position": _plain(outer.p), "rotation": _plain(outer.R)}


def _plain(value: Any) -> Any:
    if isinstance(value, str):
        return value
    number = np.asarray(value_of(value))
    return number.tolist() if number.dtype.kind in "iu" else number.astype(float).tolist()


class Curve(Element):
    r"""A space curve c(s), written as `point(s)`: three numbers or expressions in the frame the curve is fixed in.

    The tangent c′(s) follows by differentiation. `arc(s)` is the length from s = 0 to s, and `period` that of s where
    the curve closes; a curve that knows them says so. Rolling needs `arc`. It reads nothing but its own values and s.
    """

    ends: ClassVar[int | None] = 0

    def point(self, s: Any) -> Any:
        """c(s)."""
        raise ModelError(f"{self.kind}: a curve must have point(self, s).")

    def traced(self) -> Mapping[str, Any]:
        """Its point."""
        return {"point": self.point(symbols("s"))}

    def arc(self, s: Any) -> Any:
        """The length of the curve from 0 to s."""
        raise ModelError(f"{self.kind}: does not know its arc length; write arc(self, s), or use a curve that has it.")

    @property
    def period(self) -> Any | None:
        """By how much s goes up in one round, None where the curve is open."""
        return None

    def tangent(self, s: Any) -> Any:
        """c′(s), not normalised."""
        parameter = symbols("curve_parameter")
        point = [as_expr(x) for x in array(self.point(parameter))]
        slopes = [as_expr(x) for x in jacobian(array(point), parameter)]
        found = substitute(slopes, {parameter: as_expr(s)})
        return array(found) if is_symbolic(s) or self.parameters else matrix([float(x.data) for x in found])


class Rotor(Element):
    """A symmetric wheel that turns about an axis fixed in its body; its mass is part of the body's.

    The end it is connected to gives the axis (z of that frame). `axial_inertia()` is its moment of inertia about the
    axis. Where `speed(t)` is given, the relative spin is prescribed; else the spin is a coordinate (`angle`, with speed
    `spin`) on which `torque(angle, spin, t)` acts, with its reaction on the body.
    """

    ends: ClassVar[int | None] = 1
    coordinates: ClassVar[tuple[str, ...]] = ("angle",)
    speeds: ClassVar[tuple[str, ...]] = ("spin",)

    @property
    def is_free(self) -> bool:
        """Whether the spin is a coordinate of its own; else `speed` prescribes it."""
        return self.speed(symbols("t")) is None

    def traced(self) -> Mapping[str, Any]:
        """Inertia, spin and torque."""
        t = symbols("t")
        torque = self.torque(symbols("angle"), symbols("spin"), t)
        return {"axial_inertia": self.axial_inertia(), "speed": self.speed(t), "torque": torque}

    def axial_inertia(self) -> Any:
        """Moment of inertia about the axis."""
        raise ModelError(f"{self.kind}: a rotor must have axial_inertia(self).")

    def speed(self, t: Any) -> Any | None:
        """The prescribed spin relative to the body, None where the spin is free."""
        return None

    def torque(self, angle: Any, spin: Any, t: Any) -> Any:
        """The torque of the body on the rotor about the axis."""
        return 0.0

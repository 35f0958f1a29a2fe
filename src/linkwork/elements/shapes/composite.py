"""J = Σ J_i + m_i (d_i·d_i E − d_i d_iᵀ)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...contract import ModelError, Shape, option, register, value_of
from ...contract.shape import placed_primitive
from ...spatial import MassProperties, Pose, as_rotation, combined, matrix

CompositePart = tuple[Shape, Any, Any]


def as_parts(given: Any) -> tuple[CompositePart, ...]:
    """Parts as (shape, position, rotation)."""
    if isinstance(given, Shape):
        raise ModelError("give a list of shapes")
    return tuple(_part(i, entry) for i, entry in enumerate(given))


def _part(index: int, entry: Any) -> CompositePart:
    shape, at, rotate = (*entry, None, None)[:3] if isinstance(entry, (tuple, list)) else (entry, None, None)
    if not isinstance(shape, Shape):
        raise ModelError(f"part {index} is {shape!r}; give a shape, or (shape, at), or (shape, at, rotate)")
    position = np.zeros(3) if at is None else matrix(at)
    if position.shape != (3,):
        raise ModelError(f"part {index}: its position needs three numbers, has shape {position.shape}")
    if not np.isfinite(value_of(position)).all():
        raise ModelError(f"part {index}: its position must be finite")
    return shape, position, as_rotation(rotate)


@register
class Composite(Shape):
    """m = Σ m_i, J = Σ J_i + m_i (d_i·d_i E − d_i d_iᵀ): several shapes as one, d_i from the common centre of mass.

    `parts` are shapes where they stand, or (shape, at) and (shape, at, rotate) with a further placement.
    """

    parts = option(convert=as_parts, doc="shapes, or (shape, at, rotate)")

    def validate(self) -> None:
        """There is something that has a mass."""
        if not self.parts:
            raise ModelError(f"{self.kind}: parts is empty; give at least one shape.")
        if value_of(sum(shape.properties().mass for shape, _, _ in self.parts)) == 0.0:
            raise ModelError(f"{self.kind}: no part has a mass, so there is no centre of mass.")

    def properties(self) -> MassProperties:
        """The sum of the parts."""
        return combined(shape.properties().moved(Pose(rotate, at)) for shape, at, rotate in self.parts)

    def looks(self) -> list[dict[str, Any]]:
        """The looks of the parts."""
        return [placed_primitive(look, Pose(rotate, at)) for shape, at, rotate in self.parts for look in shape.looks()]

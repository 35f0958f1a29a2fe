"""Laws that can be put on any measure."""

from __future__ import annotations

import re
from typing import Any, ClassVar

from ..contract import Force, Measure, ModelError, option
from .measures.distance import Distance

ON_ANGLE = {"N": "N*m", "/N": "/N/m", "m": "rad", "/m": "/rad"}
"""What units of lengths become where an angle is measured."""


def as_measure(given: Any) -> Measure:
    """The measure itself."""
    if not isinstance(given, Measure):
        hint = "; did you forget the brackets?" if isinstance(given, type) else ""
        raise ModelError(f"is not a measure{hint}")
    return given


class OnMeasure(Force):
    """A law on one measured number ε, by default the distance of two points; `on` puts it on another measure.

    `on=Path()` takes it over via points, `on=RelativeAngle("x")` makes it rotational, and a measure of one's own does
    as well. Units of fields are those for lengths; on an angle, N stands for N·m and m for rad.
    """

    on = option(default=Distance(), convert=as_measure, doc="what is measured")
    several: ClassVar[bool] = False
    """Whether it may measure more than one number."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls._put_last(OnMeasure.fields)

    def validate(self) -> None:
        """It has the ends of its measure, and a measure of one number where it needs that."""
        object.__setattr__(self, "ends", self.on.ends)
        if not self.several and len(self.on.units) != 1:
            raise ModelError(
                f"{self.kind}: on = {self.on!r} measures {len(self.on.units)} numbers; this law takes one, such as "
                "Distance() or Path()."
            )

    def unit_of(self, name: str) -> str:
        """That of the field; on an angle, N stands for N·m and m for rad."""
        unit = super().unit_of(name)
        on_angle = self.on.units == ("rad",)
        return re.sub(r"/?\b[Nm]\b", lambda word: ON_ANGLE[word[0]], unit) if on_angle else unit

    def along(self, measure: Measure) -> OnMeasure:
        """The same law on another measure."""
        return self.with_values(on=measure)

    @property
    def measured(self) -> Measure:
        """What it was put on."""
        measure: Measure = self.on
        return measure

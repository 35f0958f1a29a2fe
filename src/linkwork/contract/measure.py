"""The contract of measures: what a law sees of the relative motion, apart from the law itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from .element import Element
from .errors import ModelError
from .relative import relatives


class Measure(Element):
    """Relevant variables ε of the relative poses of the ends (S0 (3.4.1)), written as `value(rel)`.

    One number or several; their rates ε̇ and the virtual work δε, from which the loads on all ends follow, come from
    differentiation. With two `ends`, `rel` is one relative motion; with any other number, or where it takes any number
    (`ends = None`), it is a list: one for each end after the first.
    """

    ends: ClassVar[int | None] = 2
    units: ClassVar[tuple[str, ...]] = ("",)

    def traced(self) -> Mapping[str, Any]:
        """ε."""
        return {"value": self.value(relatives(self.ends))}

    def value(self, rel: Any) -> Any:
        """ε, a number or a sequence of numbers."""
        raise ModelError(f"{self.kind}: a measure must have value(self, rel).")

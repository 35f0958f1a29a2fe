"""A ligament with a toe region."""

from __future__ import annotations

from typing import Any

from ...contract import parameter, register
from ...expr import where
from ..on_measure import OnMeasure


@register
class Ligament(OnMeasure):
    r"""Tension f(e)(1 + η ė) of a bundle of fibres, e = l/l₀ − 1: slack, then a toe region, then straight.

    $f = 0$ for e < 0, $k\,e^2/(4e_1)$ up to $2e_1$ and $k\,(e - e_1)$ beyond (Wismans and others, 1980; Blankevoort and
    Huiskes, 1991). Its stiffness is continuous. `stiffness` k is a force for each unit of strain, `toe` $e_1$.
    """

    stiffness = parameter(unit="N", check="nonnegative", doc="k, force for each unit of strain")
    length = parameter(unit="m", check="positive", doc="l₀, at which it begins to pull")
    toe = parameter(default=0.03, check="positive", doc="e₁: the toe region ends at twice this strain")
    damping = parameter(unit="s", default=0.0, check="nonnegative", doc="η, of the strain rate")

    outputs = ("strain", "tension")

    def _strain(self, e: Any) -> Any:
        return e / self.length - 1.0

    def _elastic(self, strain: Any) -> Any:
        k, toe = self.stiffness, self.toe
        straight = where(strain < 2.0 * toe, k * strain * strain / (4.0 * toe), k * (strain - toe))
        return where(strain < 0.0, 0.0, straight)

    def law(self, e: Any, e_dot: Any) -> Any:
        """−f(e)(1 + η ė): it pulls its ends together."""
        return -self._elastic(self._strain(e)) * (1.0 + self.damping * e_dot / self.length)

    def output(self, e: Any, e_dot: Any) -> Any:
        """Strain and tension."""
        return [self._strain(e), -self.law(e, e_dot)]

    def kinks(self, e: Any) -> Any:
        """Where it becomes taut, and where the toe region ends."""
        strain = self._strain(e)
        return [strain, strain - 2.0 * self.toe]

    def stored_energy(self, e: Any) -> Any:
        """∫ f dl: l₀ k e³/(12 e₁), and l₀ k (e²/2 − e₁ e + 2 e₁²/3) beyond the toe region."""
        strain, k, toe = self._strain(e), self.stiffness * self.length, self.toe
        straight = where(
            strain < 2.0 * toe,
            k * strain**3 / (12.0 * toe),
            k * (0.5 * strain * strain - toe * strain + 2.0 * toe * toe / 3.0),
        )
        return where(strain < 0.0, 0.0, straight)

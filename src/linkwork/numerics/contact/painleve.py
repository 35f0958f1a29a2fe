r"""The paradox of Painlevé: a sliding contact that friction presses into the floor.

Sliding along s, the normal acceleration is A x_N + b with A = G_NN − μ G_NT s. For A < 0 there is no force for b < 0,
and there are two for b > 0; A vanishes at

$$ μ_c = G_NN / (G_NT s) $$
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...diagnosis import Note, note


@dataclass(frozen=True)
class SlidingContact:
    """A and b of one sliding contact, how many forces fit, and the friction from which A < 0."""

    A: float
    b: float
    critical_mu: float
    """Infinite where friction lifts the contact, whatever μ."""

    @property
    def solutions(self) -> str:
        """How many x_N ≥ 0 there are with 0 ≤ A x_N + b ⊥ x_N."""
        if self.A > 0.0 or self.b == 0.0:
            return "one"
        return "none" if self.b < 0.0 else "several" if self.A < 0.0 else "one"


def examine_sliding(G: np.ndarray, b: float, direction: Sequence[float] | np.ndarray, mu: float) -> SlidingContact:
    """One contact with block G (normal row first), sliding along the unit vector s with friction μ."""
    block, s = np.asarray(G, dtype=float), np.asarray(direction, dtype=float)
    coupling = float(block[0, 1:] @ s)
    critical = float(block[0, 0]) / coupling if coupling > 0.0 else np.inf
    return SlidingContact(float(block[0, 0]) - mu * coupling, float(b), critical)


def painleve_sentence(
    label: str, sliding: SlidingContact, mu: float, way: str = "", kept: str = "It lifts off"
) -> Note:
    """That no force, or more than one, fits to a sliding contact, what was kept, and which friction would avoid it."""
    how = f"sliding{f' {way}' if way else ''} with mu = {mu:.3g}"
    critical = f"mu < {sliding.critical_mu:.3g} would avoid it here."
    if sliding.solutions == "none":
        said = "no force keeps it from entering (Painlevé). Continued with an impact without collision"
        return note("impact_without_collision", f"{label}: {how}: {said}; {critical}")
    said = f"it can lift off or be pressed on, both fit (Painlevé). {kept}"
    return note("contact_lifts_or_holds", f"{label}: {how}: {said}; {critical}")

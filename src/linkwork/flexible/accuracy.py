"""Up to which frequency a reduced body is right: its frequencies against those of the whole model."""

from __future__ import annotations

from dataclasses import dataclass

import lazy_loader
import numpy as np

from .boundary import HeldBody, free_frequencies
from .finite_elements import FiniteElementModel
from .floating_frame import ElasticShapes

scipy = lazy_loader.load("scipy")

TOLERANCE = 0.01
COMPARED_FREQUENCIES = 40
"""How many frequencies are compared; the limit is rarely beyond."""


@dataclass(frozen=True, eq=False)
class FrequencyComparison:
    """Frequencies of the whole model and of the reduced one, rad/s, in the same order.

    Those of a reduction lie above: the kinetic and strain energies are the same functions on fewer shapes.
    """

    boundary: str
    whole: np.ndarray
    reduced: np.ndarray

    @property
    def excess(self) -> np.ndarray:
        """By how much each is too high, relative."""
        return self.reduced / self.whole - 1

    @property
    def right_to(self) -> float:
        """The highest frequency up to which all are within one per cent; zero where not even the first is."""
        wrong = np.nonzero(self.excess > TOLERANCE)[0]
        count = wrong[0] if len(wrong) else len(self.whole)
        return float(self.whole[count - 1]) if count else 0.0


def comparisons(model: FiniteElementModel, held: HeldBody, elastic: ElasticShapes) -> tuple[FrequencyComparison, ...]:
    """The body free, and held at the interface that its frame is fixed to."""
    found = []
    reduced = np.sqrt(scipy.linalg.eigh(elastic.stiffness, elastic.mass, eigvals_only=True))
    scale = float(reduced[0])
    if elastic.root is not None:
        whole, _ = held.modes(min(len(reduced), COMPARED_FREQUENCIES))
        found.append(FrequencyComparison(f"clamped frequency at {elastic.root}", whole, reduced[: len(whole)]))
    T = np.hstack([model.rigid_motions(elastic.p, elastic.R), elastic.shapes])
    K = np.zeros((T.shape[1], T.shape[1]))
    K[6:, 6:] = elastic.stiffness
    squares = scipy.linalg.eigh(K, T.T @ (model.mass @ T), eigvals_only=True)[6:]
    whole = free_frequencies(held.space, min(len(squares), COMPARED_FREQUENCIES), scale)
    found.append(FrequencyComparison("free", whole, np.sqrt(squares[: len(whole)])))
    return tuple(found)

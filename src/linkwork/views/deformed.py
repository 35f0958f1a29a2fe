"""Modal bodies as they are deformed along a run, for pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..model import Body, Point
from ..results import Trajectory


@dataclass(frozen=True, eq=False)
class DeformedBody:
    """Nodes X + Φ e of a body over time, its displacements drawn larger by a factor that is part of `e`."""

    body: Body
    e: np.ndarray
    """Elastic coordinates (times × ne)."""

    def pieces(self, k: int) -> list[np.ndarray]:
        """Its faces in the body frame, at one of the times."""
        assert self.body.elastic is not None
        data = self.body.elastic.data
        if data.faces is None:
            return []
        corners = data.nodes + data.shapes @ self.e[k]
        return list(corners[np.asarray(data.faces)])

    def shift(self, end: Point, k: int) -> np.ndarray:
        """How far the frame of an end is moved, in the body frame."""
        assert self.body.elastic is not None
        frame = None if end.frame is None else self.body.elastic.data.frames[end.frame]
        return np.zeros(3) if frame is None else np.asarray(frame.Phi @ self.e[k])


def deformed_bodies(run: Trajectory, names: Sequence[str], factor: float) -> dict[int, DeformedBody]:
    """The modal bodies of a run by their numbers, the first of `names` being body 1."""
    found = {}
    for number, name in enumerate(names, start=1):
        body = run.model.bodies[name]
        if body.elastic is not None and body.elastic.data.count:
            columns = [run[f"{name}.{own}"] for own in body.elastic.data.coordinates]
            found[number] = DeformedBody(body, factor * np.column_stack(columns))
    return found

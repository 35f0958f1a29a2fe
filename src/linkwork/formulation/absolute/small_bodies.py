"""Bodies of the small models in which elements stand: their frames are at centres of mass."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...contract import ElasticFrame, ElasticShape, GeometricStiffness, Shape, option
from ...model import Body, Model
from ...spatial import MassProperties


class CentredShape(Shape):
    """A modal body seen from its undeformed centre of mass, for small models: of its data they use the frames."""

    shape = option(doc="that of the body itself")

    def properties(self) -> MassProperties:
        """Those of some body."""
        return MassProperties(1.0, np.zeros(3), np.eye(3))

    def elastic(self) -> ElasticShape | None:
        """With frames about the centre of mass."""
        given: ElasticShape = self.shape
        data = given.data
        com = data.d0 / data.mass
        frames = {name: ElasticFrame(f.p - com, f.R, f.Phi, f.Theta) for name, f in data.frames.items()}
        stiffening = None if data.geometric is None else GeometricStiffness(wrenches=data.geometric.wrenches)
        return replace(given, data=replace(data, frames=frames, geometric=stiffening))


def small_body(model: Model, name: str, body: Body) -> Body:
    """A body of a small model, with its frame at the centre of mass; elastic where the body is."""
    if body.elastic is None:
        return model.body(name, mass=1.0, inertia=(1.0, 1.0, 1.0))
    return model.body(name, CentredShape(body.elastic))

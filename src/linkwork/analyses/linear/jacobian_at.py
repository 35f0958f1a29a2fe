"""The velocity of a point as it depends on speeds."""

from __future__ import annotations

import numpy as np

from ...contract import ModelError
from ...contract.errors import unknown
from ...model import Body, Point
from ...results import Jacobian, State
from ...system import System


def jacobian_at(system: System, point: Point | Body, state: State) -> Jacobian:
    """[ω; v] = J u + V_0 of a point in world axes, and its acceleration at u̇ = 0; the state is one of the system."""
    body = point if isinstance(point, Body) else point.body
    name = str(body.name)
    if name not in system.model.bodies and not body.is_ground:
        raise ModelError(f"point_jacobian: {unknown('body', name, list(system.model.bodies))}")
    if body.is_ground:
        return Jacobian(np.zeros((6, system.layout.nu)), np.zeros(6), np.zeros(6))
    if isinstance(point, Point) and point.frame is not None:
        raise ModelError(
            f"point_jacobian: {point} moves with the elastic coordinates of its body; its velocity is the channel "
            f"{point.holder}.velocity, whose derivatives lw.linearize gives as an output."
        )
    own = np.zeros(3) if isinstance(point, Body) else state.worth(point.X.p)
    R = system.functions.at("body_poses", state).R[system.chart.body_number(name)]
    return system.functions.jacobian(name, R @ own, state)

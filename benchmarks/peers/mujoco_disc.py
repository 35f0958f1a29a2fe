"""The disc of G1 in MuJoCo: restitution by a stiff spring with a damper, the only rebound that its contacts know."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass
from math import log, pi, sqrt
from typing import Any

import numpy as np

from benchmarks.peers import Unavailable


@dataclass(frozen=True)
class DiscSettings:
    """Step, and natural frequency of the contact (rad/s)."""

    dt: float
    frequency: float

    def __str__(self) -> str:
        return f"dt {self.dt:g}, {self.frequency:g} rad/s"


DISC_SETTINGS = tuple(DiscSettings(dt, part / dt) for part in (0.1, 0.3) for dt in (1e-3, 3e-4, 1e-4, 3e-5, 1e-5, 5e-6))


class MujocoDisc:
    """A disc that moves in a plane above a floor."""

    def __init__(self, p: Mapping[str, Any], settings: DiscSettings) -> None:
        if importlib.util.find_spec("mujoco") is None:
            raise Unavailable("MuJoCo is not installed (`make bench` installs the wheel mujoco).")
        import mujoco

        self._library, self.parameters = mujoco, p
        # A linear rebound with e = exp(−π ζ/√(1 − ζ²)).
        decay = -log(p["eN"]) / pi
        damping = decay / sqrt(1.0 + decay * decay)
        w, inertia = settings.frequency, p["beta"] * p["m"] * p["r"] ** 2
        xml = f"""<mujoco>
          <option timestep="{settings.dt}" gravity="0 0 {-p["g"]}" cone="elliptic" impratio="100" solver="Newton"/>
          <default><geom solref="{-w * w} {-2.0 * damping * w}" solimp="0.9999 0.9999 0.001" condim="3"
            friction="{p["mu"]} 0 0"/></default>
          <worldbody><geom type="plane" size="10 10 1"/>
            <body pos="0 0 0"><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 0 1"/>
              <joint type="hinge" axis="0 -1 0"/><geom type="sphere" size="{p["r"]}" mass="0"/>
              <inertial pos="0 0 0" mass="{p["m"]}" diaginertia="{inertia} {inertia} {inertia}"/></body>
          </worldbody></mujoco>"""
        self.model = mujoco.MjModel.from_xml_string(xml)
        self.data = mujoco.MjData(self.model)

    def run(self, t_end: float) -> np.ndarray:
        """(x, y) in the end."""
        self._library.mj_resetData(self.model, self.data)
        x, y, vx, vy, spin = self.parameters["start"]
        self.data.qpos[:], self.data.qvel[:] = (x, y, 0.0), (vx, vy, spin)
        self._library.mj_step(self.model, self.data, nstep=round(t_end / self.model.opt.timestep))
        place: np.ndarray = self.data.qpos[:2] + (t_end - self.data.time) * self.data.qvel[:2]
        return place

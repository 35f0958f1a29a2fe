"""Piles of cubes in MuJoCo: what it is told, and how it is stepped."""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass

import numpy as np

from benchmarks.peers import Unavailable
from benchmarks.piles import FRICTION, GRAVITY, HALF, MASS


@dataclass(frozen=True)
class MujocoSettings:
    """Step, stiffness of contacts (time constant in steps, impedance), cone, and whether bodies at rest sleep."""

    dt: float
    constant: float
    impedance: str
    cone: str
    sleeps: bool

    def __str__(self) -> str:
        return f"dt {self.dt:g}, {self.cone}, solimp {self.impedance}" + (", sleeping" if self.sleeps else "")


MUJOCO_SETTINGS = tuple(
    MujocoSettings(dt, 2.0, impedance, cone, sleeps)
    for dt in (5e-2, 2e-2, 1e-2, 7e-3, 5e-3, 2e-3)
    for impedance in ("0.99 0.999 0.001", "0.995 0.999 0.001")
    for cone in ("pyramidal", "elliptic")
    for sleeps in (True, False)
)
"""What is tried: Newton's solver, the fastest of those that hold a wall at all."""


def mujoco_xml(start: np.ndarray, settings: MujocoSettings) -> str:
    """The model."""
    geom = f'<geom type="box" size="{HALF} {HALF} {HALF}" mass="{MASS}"/>'
    bodies = "".join(
        f'<body pos="{x} {y} {z}" quat="{a} {b} {c} {d}"><freejoint/>{geom}</body>' for a, b, c, d, x, y, z in start
    )
    return f"""<mujoco>
      <option timestep="{settings.dt}" gravity="0 0 {-GRAVITY}" cone="{settings.cone}" solver="Newton">
        <flag sleep="{"enable" if settings.sleeps else "disable"}"/>
      </option>
      <size memory="200M"/>
      <default><geom solref="{settings.constant * settings.dt} 1" solimp="{settings.impedance}"
        friction="{FRICTION} 0.005 0.0001"/></default>
      <worldbody><geom type="plane" size="10 10 1"/>{bodies}</worldbody>
    </mujoco>"""


class MujocoPile:
    """Cubes that are stepped from their start."""

    def __init__(self, start: np.ndarray, settings: MujocoSettings) -> None:
        if importlib.util.find_spec("mujoco") is None:
            raise Unavailable("MuJoCo is not installed (`make bench` installs the wheel mujoco).")
        import mujoco

        self._library = mujoco
        self.model = mujoco.MjModel.from_xml_string(mujoco_xml(start, settings))
        self.data = mujoco.MjData(self.model)

    def prepare(self) -> None:
        """Goes back to the start."""
        self._library.mj_resetData(self.model, self.data)

    def run(self, duration: float) -> None:
        """Goes on for a time."""
        self._library.mj_step(self.model, self.data, nstep=round(duration / self.model.opt.timestep))

    def poses(self) -> np.ndarray:
        """Where cubes are, with their Euler parameters."""
        found = self.data.qpos.reshape(-1, 7)
        return np.concatenate([found[:, 3:], found[:, :3]], axis=1)

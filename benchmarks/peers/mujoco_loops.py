"""Mechanisms with loops inside MuJoCo: a tree of joints, loops closed by its soft equality constraints, RK4 in C."""

from __future__ import annotations

import ctypes
import time
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.loops.loop import Joint, Loop
from benchmarks.peers import mujoco
from benchmarks.peers.native import build
from linkwork.spatial import euler_parameters

SOURCES = Path(__file__).parents[1] / "native"
KINDS = {"revolute": "hinge", "prismatic": "slide"}
STIFFEST = "0.9999 0.9999 0.001 0.5 2"
"""Impedance: the share of a constraint's violation that MuJoCo takes away, at most."""
THIN = 1e-12
"""Inertia that rods without thickness have about their axis here: MuJoCo wants some."""


class MujocoLoop:
    """A mechanism in MuJoCo."""

    def __init__(self, loop: Loop) -> None:
        self.loop, self.name = loop, mujoco.name()
        self._library = _library()
        self._order: list[str] = []
        self._speeds: list[float] = []
        message = ctypes.create_string_buffer(500)
        self._handle = self._library.make(self._xml().encode(), message, len(message))
        if not self._handle:
            raise AssertionError(f"MuJoCo refused {loop.name}: {message.value.decode()}")

    @property
    def order(self) -> int:
        """Of the method, or of the constraints, as it shows."""
        return 2 if any(joint.cut for joint in self.loop.joints) else 4

    def run(self, h: float) -> tuple[float, np.ndarray]:
        """(seconds for all steps of h, places and velocities of the centres of mass at the end)."""
        handle, count = ctypes.c_void_p(self._handle), max(1, round(self.loop.t_end / h))
        speeds = np.array(self._speeds)
        self._library.prepare(handle, _pointer(speeds), ctypes.c_double(self.loop.t_end / count))
        start = time.process_time()
        self._library.steps(handle, ctypes.c_long(count))
        spent = time.process_time() - start
        found = np.zeros((2, len(self._order), 3))
        self._library.read(handle, _pointer(found[0]), _pointer(found[1]))
        rows = [self._order.index(body.name) for body in self.loop.bodies]
        return spent, found[:, rows].ravel()

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            self._library.release(ctypes.c_void_p(self._handle))

    def _xml(self) -> str:
        """The model; places are those at the start, where all joint coordinates are zero."""
        g = _numbers(self.loop.gravity)
        sites, tendons = self._springs()
        bodies = "".join(self._body(joint, sites) for joint in self._behind("ground"))
        closing = "".join(self._closing(joint) for joint in self.loop.joints if joint.cut)
        option = f'<option gravity="{g}" integrator="RK4" solver="Newton" iterations="20" tolerance="1e-15"/>'
        rest = f"<equality>{closing}</equality><tendon>{tendons}</tendon>"
        return f"<mujoco>{option}<worldbody>{bodies}</worldbody>{rest}</mujoco>"

    def _behind(self, body: str) -> list[Joint]:
        return [joint for joint in self.loop.joints if joint.first == body and not joint.cut]

    def _body(self, joint: Joint, sites: dict[str, str]) -> str:
        """A body with the joint that leads to it, and all behind it."""
        loop, body = self.loop, self.loop.model.bodies[joint.second]
        (R_0, p_0), (R, p) = loop.places[joint.first], loop.places[joint.second]
        place = f'pos="{_numbers(R_0.T @ (p - p_0))}" quat="{_numbers(euler_parameters(R_0.T @ R))}"'
        i = np.asarray(body.inertia, dtype=float) + THIN * np.eye(3)
        inertia = _numbers([i[0, 0], i[1, 1], i[2, 2], i[0, 1], i[0, 2], i[1, 2]])
        com = _numbers(np.asarray(body.com, dtype=float))
        self._order.append(body.name)
        self._speeds.append(joint.speed)
        inside = "".join(self._body(behind, sites) for behind in self._behind(body.name))
        at = _numbers(R.T @ (loop.world(joint.on, joint.point) - p))
        axis = _numbers(R.T @ loop.places[joint.on][0] @ joint.axis)
        return (
            f'<body name="{body.name}" {place}>'
            f'<joint type="{KINDS[joint.kind]}" pos="{at}" axis="{axis}"/>'
            f'<inertial pos="{com}" mass="{float(body.mass)!r}" fullinertia="{inertia}"/>'
            f"{sites.get(body.name, '')}{inside}</body>"
        )

    def _closing(self, joint: Joint) -> str:
        """Two bodies that share a point; what the axis adds follows from the rest of the loop."""
        first, second = joint.first, joint.second
        R, p = self.loop.places[first]
        anchor = _numbers(R.T @ (self.loop.world(joint.on, joint.point) - p))
        other = "" if second == "ground" else f'body2="{second}"'
        return f'<connect body1="{first}" {other} anchor="{anchor}" solref="0.02 1" solimp="{STIFFEST}"/>'

    def _springs(self) -> tuple[dict[str, str], str]:
        """Sites by body, and tendons between them."""
        sites: dict[str, str] = {}
        tendons = ""
        for k, s in enumerate(self.loop.springs):
            for end, (body, point) in enumerate(((s.first, s.at_first), (s.second, s.at_second))):
                sites[body] = sites.get(body, "") + f'<site name="s{k}{end}" pos="{_numbers(point)}"/>'
            law = f'stiffness="{s.stiffness}" damping="{s.damping}" springlength="{s.length}"'
            tendons += f'<spatial {law}><site site="s{k}0"/><site site="s{k}1"/></spatial>'
        return sites, tendons


def _numbers(values: Any) -> str:
    return " ".join(repr(float(x)) for x in values)


def _pointer(values: np.ndarray) -> ctypes.c_void_p:
    """The address of an array that the caller keeps alive."""
    return ctypes.c_void_p(values.ctypes.data)


@cache
def _library() -> ctypes.CDLL:
    source = (SOURCES / "mujoco_run.c").read_text(encoding="utf-8")
    library = build("mujoco_run", source, "c", mujoco.toolkit())
    library.make.restype = ctypes.c_void_p
    return library

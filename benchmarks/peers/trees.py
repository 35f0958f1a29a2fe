"""Peers that compute the forward dynamics of a `Mechanism` in native code: their states, their loops."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np

from benchmarks.case import Timer, time_per_evaluation
from benchmarks.mechanisms import FREE, GRAVITY, Mechanism
from benchmarks.peers import Unavailable, mujoco, pinocchio
from benchmarks.peers.native import build
from linkwork.spatial import euler_parameters, rotation_euler_parameters

SOURCES = Path(__file__).parents[1] / "native"


class PeerTree:
    """A mechanism inside a peer, at the mechanism's state."""

    def __init__(self, library: ctypes.CDLL, mechanism: Mechanism, q: Sequence[float], v: Sequence[float]) -> None:
        self._library, self.dof = library, mechanism.dof
        parts = mechanism.parts
        parents = np.array([p.parent for p in parts], dtype=np.int64)
        kinds = np.array([p.kind for p in parts], dtype=np.int64)
        records = np.concatenate([p.record for p in parts])
        arrays = [parents, kinds, records, np.array(GRAVITY)]
        library.make.restype = ctypes.c_void_p
        self._handle = library.make(ctypes.c_long(len(parts)), *map(_pointer, arrays))
        if not self._handle:
            raise Unavailable(f"the peer refused {mechanism.name}.")
        state = [np.array(q), np.array(v)]
        library.set_state(ctypes.c_void_p(self._handle), *map(_pointer, state))

    @property
    def handle(self) -> int:
        """What the library knows it by."""
        return int(self._handle)

    def run(self, evaluations: int) -> np.ndarray:
        """The accelerations, after computing them so many times."""
        result = np.zeros(self.dof)
        self._library.run(ctypes.c_void_p(self._handle), ctypes.c_long(evaluations), _pointer(result))
        return result

    def timer(self, evaluations: int) -> Timer:
        """ns per evaluation."""
        return time_per_evaluation(lambda: self.run(evaluations), evaluations)

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            self._library.release(ctypes.c_void_p(self._handle))


class MujocoRun:
    """A mechanism inside MuJoCo that runs with fixed steps of the classical Runge–Kutta method."""

    def __init__(self, mechanism: Mechanism, h: float) -> None:
        self._tree, self._h, self._library = mujoco_tree(mechanism), h, _mujoco()
        self._count = len(mechanism.joints)

    def run(self, steps: int) -> np.ndarray:
        """Coordinates after so many steps from the mechanism's state."""
        q = np.zeros(self._count)
        handle, h = ctypes.c_void_p(self._tree.handle), ctypes.c_double(self._h)
        self._library.simulate(handle, ctypes.c_long(steps), h, _pointer(q))
        return q


def pinocchio_tree(mechanism: Mechanism) -> PeerTree:
    """Pinocchio: (p, e1, e2, e3, e0) and (v, ω) in body axes."""
    q: list[float] = []
    v: list[float] = []
    for part, (x, speed) in zip(mechanism.parts, mechanism.joints, strict=True):
        free = part.kind == FREE
        q += [*x[4:], *x[1:4], x[0]] if free else [*x]
        v += [*speed[3:], *speed[:3]] if free else [*speed]
    return PeerTree(_pinocchio(), mechanism, q, v)


def mujoco_tree(mechanism: Mechanism) -> PeerTree:
    """MuJoCo: (p, e) and (v in the parent's axes, ω in body axes)."""
    q: list[float] = []
    v: list[float] = []
    for part, (x, speed) in zip(mechanism.parts, mechanism.joints, strict=True):
        free = part.kind == FREE
        if free and part.parent < 0:
            # MuJoCo's free joint has the absolute pose for its coordinates.
            x = _absolute(part.R, part.p, x)
        q += [*x[4:], *x[:4]] if free else [*x]
        v += [*(rotation_euler_parameters(x[:4]) @ speed[3:]), *speed[:3]] if free else [*speed]
    return PeerTree(_mujoco(), mechanism, q, v)


def in_our_terms(peer: str, mechanism: Mechanism, acceleration: np.ndarray) -> np.ndarray:
    """A peer's accelerations as u̇ joint by joint: (ω̇, v̇) in body axes for free joints."""
    found: list[float] = []
    at = 0
    for part, (x, speed) in zip(mechanism.parts, mechanism.joints, strict=True):
        if part.kind != FREE:
            found.append(acceleration[at])
            at += 1
            continue
        linear, angular = acceleration[at : at + 3], acceleration[at + 3 : at + 6]
        if peer == "MuJoCo":
            rotation = part.R @ rotation_euler_parameters(x[:4])
            linear = rotation.T @ linear - np.cross(speed[:3], speed[3:])
        found += [*angular, *linear]
        at += 6
    return np.array(found)


def _absolute(R: np.ndarray, p: np.ndarray, x: np.ndarray) -> np.ndarray:
    rotation = R @ rotation_euler_parameters(x[:4])
    return np.concatenate([euler_parameters(rotation), p + R @ x[4:]])


@cache
def _pinocchio() -> ctypes.CDLL:
    source = (SOURCES / "pinocchio_tree.cpp").read_text(encoding="utf-8")
    return build("pinocchio_tree", source, "c++", pinocchio.toolkit())


@cache
def _mujoco() -> ctypes.CDLL:
    source = (SOURCES / "mujoco_tree.c").read_text(encoding="utf-8")
    return build("mujoco_tree", source, "c", mujoco.toolkit())


def _pointer(values: np.ndarray) -> ctypes.c_void_p:
    """The address of an array that the caller keeps alive."""
    return ctypes.c_void_p(values.ctypes.data)

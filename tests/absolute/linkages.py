"""Bars and linkages of the reference cases, and their errors."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

import linkwork as lw
from tests.reference_models import case, fifteen_bars, two_bars

JOINTS = {"ball": lw.Spherical(), "i=x1_j=z2": lw.Universal("x", "z"), "i=z1_j=x2": lw.Universal("z", "x")}


@cache
def bars(joint: str = "ball") -> lw.System:
    return lw.compile_model(two_bars(JOINTS[joint]), coordinates="absolute")


def start(system: lw.System, given: dict[str, Any]) -> lw.State:
    R = {k: np.array(given[f"R{k}"]) for k in (1, 2)}
    poses = {f"bar{k}": (R[k], given[f"com{k}"]) for k in (1, 2)}
    return system.placed(poses, {f"bar{k}": (R[k] @ given[f"omega{k}_body"], given[f"v_com{k}"]) for k in (1, 2)})


def sample(found: dict[str, Any], t: float) -> dict[str, Any]:
    return next(s for s in found["samples"] if abs(s["t"] - t) < 1e-9)


def error(run: lw.Trajectory, wanted: dict[str, Any]) -> float:
    """Of the centres of both bars at the end."""
    return max(float(np.abs(run[f"bar{k}.position"][-1] - wanted[f"com{k}"]).max()) for k in (1, 2))


@cache
def linkage() -> tuple[lw.System, lw.State]:
    data = case("B3_fifteen_bar")
    found, length = data["cases"][0], data["parameters"]["L"]
    system = lw.compile_model(fifteen_bars(found["D"][0]), coordinates="absolute")
    poses, p = {}, np.zeros(3)
    for k, a in enumerate(found["initial_phi"], start=1):
        R = np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]])
        poses[f"bar{k}"] = (R, p)
        p = p + R @ [length, 0, 0]
    return system, system.placed(poses)


def angle_error(run: lw.Trajectory, t: float) -> float:
    rotations = [run[f"bar{k}.rotation"][-1] for k in range(1, 9)]
    phi = np.array([np.arctan2(R[1, 0], R[0, 0]) for R in rotations])
    wanted = sample(case("B3_fifteen_bar")["cases"][0], t)["phi_1_to_8"]
    return float(np.abs(np.angle(np.exp(1j * (phi - np.array(wanted))))).max())

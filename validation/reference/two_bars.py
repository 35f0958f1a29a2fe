"""B1 and B2: two bars on a ball joint, joined by a ball joint or a universal joint."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from scipy.spatial.transform import Rotation

import linkwork as lw
from validation.case import Case, Figure, compare, compiled, started
from validation.reference.numbers import TIGHT, case, column, times


def two_bars(second: lw.Hinge) -> lw.Model:
    """B1 and B2: two bars along their y axes, the first on a ball joint."""
    m = lw.Model("two bars", gravity=(0, 0, -9.81))
    bars = [m.body(f"bar{k}", mass=1.0, inertia=(1 / 12, 0.01, 1 / 12)) for k in (1, 2)]
    m.connect("A", lw.Spherical(), m.ground.at(0, 0, 0), bars[0].at(0, 0.5, 0))
    m.connect("B", second, bars[0].at(0, -0.5, 0), bars[1].at(0, 0.5, 0))
    bars[1].point("tip", (0, -0.5, 0))
    return m


def quaternion(rotation: Any) -> list[float]:
    """Euler parameters of a rotation."""
    x, y, z, w = Rotation.from_matrix(np.asarray(rotation, dtype=float)).as_quat()
    return [w, x, y, z]


def moving(system: lw.System, A: Any, A_rates: Any, B: Any, B_rates: Any) -> lw.State:
    """The state with these coordinates and speeds of the two joints."""
    layout = system.hinged.layout
    q, u = ([n for joint in ("A.", "B.") for n in names if n.startswith(joint)] for names in (layout.q, layout.u))
    values = dict(zip(q, [*A, *B], strict=True)) | dict(zip(u, [*A_rates, *B_rates], strict=True))
    return started(system, values)


def figures(run: lw.Trajectory, samples: list[dict[str, Any]]) -> Iterator[Figure]:
    yield compare("centre of bar 1", run["bar1.position"], column(samples, "com1"), 1e-10, allowed=2e-9)
    yield compare("tip", run["bar2.tip.position"], column(samples, "tip2"), 1e-10, allowed=2e-9)
    yield compare("velocity", run["bar2.velocity"], column(samples, "v_com2"), 1e-10, allowed=2e-8)
    yield compare("rotation", run["bar2.rotation"], column(samples, "R2"), 1e-10, allowed=2e-8)


def balls(which: str) -> Iterator[Figure]:
    found = case("B1_two_bar_spherical")["cases"][which]
    system = compiled(two_bars(lw.Spherical()))
    w1, w2 = (np.array(found["initial"][f"omega{k}_body"]) for k in (1, 2))
    start = moving(system, (1, 0, 0, 0), w1, (1, 0, 0, 0), w2 - w1)
    yield from figures(lw.simulate(system, start, times=times(found["samples"]), **TIGHT), found["samples"])


def universal(which: str, axes: tuple[str, str], angles: tuple[float, float]) -> Iterator[Figure]:
    found = case("B2_two_bar_universal")["cases"][which]
    given = {name: np.array(value) for name, value in found["initial"].items()}
    system = compiled(two_bars(lw.Universal(*axes)))
    unit = dict(zip("xyz", np.eye(3), strict=True))
    turned = Rotation.from_rotvec(angles[0] * unit[axes[0]]).as_matrix() @ unit[axes[1]]
    across = given["R1"].T @ (given["R2"] @ given["omega2_body"]) - given["omega1_body"]
    rates = np.linalg.lstsq(np.column_stack([unit[axes[0]], turned]), across, rcond=None)[0]
    start = moving(system, quaternion(given["R1"]), given["omega1_body"], angles, rates)
    yield from figures(lw.simulate(system, start, times=times(found["samples"]), **TIGHT), found["samples"])


def cases() -> Iterator[Case]:
    shows = (two_bars,)
    yield Case("B1_two_bars", "two bars on ball joints", lambda: balls("case1"), shows)
    yield Case("B1_two_bars_spinning", "the same, spinning at 1000 rad/s", lambda: balls("case2_spin_1000"), shows)
    for k, (which, axes, angles) in enumerate(
        [("i=x1_j=z2", ("x", "z"), (-np.pi / 2, 0.0)), ("i=z1_j=x2", ("z", "x"), (0.0, -np.pi / 2))], start=1
    ):

        def check(which=which, axes=axes, angles=angles):
            return universal(which, axes, angles)

        yield Case(f"B2_two_bars_universal_{k}", "two bars with a universal joint", check, shows)

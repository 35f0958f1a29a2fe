"""One pendulum in both formulations, with the options that make its runs alike."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import linkwork as lw
from tests.absolute_models import carried
from tests.results.machines import pendulum_model

ANGLE = 1.0
"""Where it starts, in rad below the horizontal."""


@dataclass(frozen=True, eq=False)
class Case:
    """A way to run the pendulum: a formulation and a method; `speed` is the name of its speed about the axis."""

    formulation: str
    method: str
    speed: str
    options: dict[str, Any]

    @property
    def system(self) -> Any:
        return systems()[self.formulation]

    @property
    def start(self) -> lw.State:
        tree = systems()["tree"]
        state = tree.state({"A.angle": ANGLE})
        return state if self.formulation == "tree" else carried(tree, self.system, state)

    def run(self, t_end: float, **more: Any) -> lw.Trajectory:
        start = None if "output" in more and more["output"].resume else self.start
        return lw.simulate(self.system, start, t_end, method=self.method, **{**self.options, **more})


@cache
def systems() -> dict[str, Any]:
    model = pendulum_model()
    return {name: lw.compile_model(model, name) for name in ("tree", "absolute")}


CASES = [
    Case("tree", "dop853", "A.angle_dot", {"rtol": 1e-9}),
    Case("tree", "radau", "A.angle_dot", {"rtol": 1e-8}),
    Case("absolute", "generalized_alpha", "rod.w_y", {"h": 2e-3}),
    Case("absolute", "weak2", "rod.w_y", {"h": 1e-2}),
]
NAMES = [f"{case.formulation}-{case.method}" for case in CASES]

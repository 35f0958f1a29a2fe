"""The two-bar cases of S3 by elements in time, against reference numbers and the tree formulation."""

import numpy as np
import pytest

import linkwork as lw
from examples import two_bars
from tests.reference_models import case


def reference(joint: str, spin: float, t: float) -> np.ndarray:
    """Where the centre of the second bar is; the hinge has no reference: by the tree formulation."""
    if joint == "hinge":
        tree = lw.compile_model(two_bars.model("hinge"))
        run = lw.simulate(tree, tree.state({"A.w_z": two_bars.TURNING}), times=[t], rtol=1e-10, atol=1e-12)
        return np.asarray(run["bar2.position"][-1])
    found = (
        case("B2_two_bar_universal")["cases"]["i=x1_j=z2"]
        if joint == "cross"
        else case("B1_two_bar_spherical")["cases"]["case2_spin_1000" if spin else "case1"]
    )
    return np.array(next(s["com2"] for s in found["samples"] if abs(s["t"] - t) < 1e-9))


@pytest.mark.seed("S3.5")
@pytest.mark.parametrize(
    ("joint", "spin", "t", "h", "error"),
    [
        ("ball", 0.0, 0.25, 0.0125, 3e-7),
        ("ball", 1000.0, 0.05, 0.001, 5e-6),
        ("cross", 0.0, 0.25, 0.0125, 3e-7),
        pytest.param("hinge", 0.0, 0.25, 0.0125, 3e-7, marks=pytest.mark.slow),
    ],
)
def test_two_bars(joint: str, spin: float, t: float, h: float, error: float) -> None:
    """With the errors that order 4 allows for these elements."""
    found = two_bars.by_elements(joint, t, h, spin)
    assert np.allclose(found, reference(joint, spin, t), rtol=0, atol=error)

"""Models with contacts on the command line: read from a file, run both ways, at rest with margins."""

import json
from pathlib import Path

import pytest

from .program import linkwork

BALL = """
[model]
name = "ball"

[bodies.ball]
shape = { kind = "Sphere", radius = "10 cm", mass = 1 }

[connections.rail]
element = { kind = "Prismatic", axis = "z" }
ends = ["ground", "ball"]
initial = { displacement = "60 cm" }

[connections.floor]
element = { kind = "UnilateralContact", restitution = 0.5, friction = 0.3 }
ends = [
  { body = "ground", surface = { kind = "PlaneSurface" } },
  { body = "ball", surface = { kind = "SphereSurface", radius = "10 cm" } },
]
"""


@pytest.fixture
def ball(tmp_path: Path) -> Path:
    path = tmp_path / "ball.toml"
    path.write_text(BALL)
    return path


def test_a_run_tells_what_contacts_did(ball: Path) -> None:
    done = linkwork("run", ball, "--t-end", "0.5", "--json")
    assert done.returncode == 0
    data = json.loads(done.stdout)
    assert data["contacts"] == ["t = 0.319275: impact of floor: law newton, e = 0.5; energy 4.905 → 1.226 J"]
    done = linkwork("run", ball, "--t-end", "0.5", "--contact", "stepping", "--h", "1e-3")
    assert done.returncode == 0 and "impulses of contacts over steps of 0.001 s" in done.stdout


def test_a_rest_tells_its_margins(ball: Path) -> None:
    """On its rail nothing lets the ball slide: it sticks."""
    done = linkwork("equilibrium", ball)
    assert done.returncode == 0
    assert "floor: pressed by 9.81 N, sticks with 2.943 N of friction left" in done.stdout
    (found,) = json.loads(linkwork("equilibrium", ball, "--json").stdout)["equilibria"]
    assert found["contacts"]["floor"]["normal_force"] == pytest.approx(9.81) and found["stability"] == "stable"

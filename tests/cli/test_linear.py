"""`linkwork equilibrium` and `linkwork modes`."""

import json
from pathlib import Path

import numpy as np
import pytest

import linkwork as lw

from .program import FOUR_BAR, linkwork

G, LENGTH = 9.81, 1.0


@pytest.fixture
def pendulum(tmp_path: Path) -> Path:
    m = lw.Model("pendulum")
    rod = m.body("rod", lw.Rod(length=LENGTH, mass=2.0))
    m.connect("A", lw.Revolute("y"), m.ground, rod, initial={"angle": 1.2})
    m.connect("grease", lw.Damper(damping=0.5, on=lw.RelativeAngle("y")), m.ground, rod)
    lw.save_model(m, tmp_path / "pendulum.toml")
    return tmp_path / "pendulum.toml"


@pytest.mark.seed("S4.5")
def test_equilibrium_in_words_and_as_data(pendulum: Path, tmp_path: Path) -> None:
    done = linkwork("equilibrium", pendulum, "--channel", "A.force", "--view", tmp_path / "p.html")
    assert done.returncode == 0, done.stderr
    assert "pendulum: stable" in done.stdout and "1.5708" in done.stdout and "--stable" not in done.stdout
    assert (tmp_path / "p.html").stat().st_size > 1000
    found = json.loads(linkwork("equilibrium", pendulum, "--channel", "A.force", "--json").stdout)
    (one,) = found["equilibria"]
    assert one["values"]["A.angle"] == pytest.approx(np.pi / 2)
    assert np.linalg.norm(one["channels"]["A.force"]) == pytest.approx(2.0 * G)
    assert [len(pair) for pair in one["eigenvalues"]] == [2, 2]


def test_all_equilibria_and_only_stable_ones(pendulum: Path) -> None:
    found = json.loads(linkwork("equilibrium", pendulum, "--all", "--json").stdout)["equilibria"]
    assert sorted(eq["stability"] for eq in found) == ["stable", "unstable"]
    up = json.loads(linkwork("equilibrium", pendulum, "--set", "A.angle=-1.6", "--json").stdout)["equilibria"][0]
    assert up["stability"] == "unstable"
    said = linkwork("equilibrium", pendulum, "--set", "A.angle=-1.6").stdout
    assert "--stable looks for a stable one beside it, --all for all there are" in said
    down = linkwork("equilibrium", pendulum, "--set", "A.angle=-1.6", "--stable", "--json")
    assert json.loads(down.stdout)["equilibria"][0]["stability"] == "stable"
    assert linkwork("equilibrium", pendulum, "--all", "--stable").returncode == 2


def test_a_model_that_falls_has_none(tmp_path: Path) -> None:
    m = lw.Model("falls")
    m.connect("lift", lw.Prismatic("z"), m.ground, m.body("b", mass=1.0))
    lw.save_model(m, tmp_path / "falls.toml")
    for command in ("equilibrium", "modes"):
        done = linkwork(command, tmp_path / "falls.toml")
        assert done.returncode == 1 and "no restoring force in lift.displacement" in done.stderr
        assert "Traceback" not in done.stderr


@pytest.mark.seed("S4.6")
def test_modes_in_words_as_data_and_as_pictures(pendulum: Path, tmp_path: Path) -> None:
    """I φ̈ + d φ̇ + m g l/2 φ = 0 with I = m l²/3."""
    files = ["--view", tmp_path / "m.html", "--plot", tmp_path / "m.png"]
    done = linkwork("modes", pendulum, *files)
    assert done.returncode == 0, done.stderr
    assert "frequency (Hz)" in done.stdout and "A.angle" in done.stdout
    assert all((tmp_path / name).stat().st_size > 1000 for name in ("m.html", "m.png"))
    found = json.loads(linkwork("modes", pendulum, "--json").stdout)
    inertia = 2.0 * LENGTH**2 / 3
    root = np.roots([inertia, 0.5, 2.0 * G * LENGTH / 2])[0]
    (mode,) = found["modes"]
    assert mode["eigenvalue"] == pytest.approx([root.real, abs(root.imag)])
    assert mode["frequency"] == pytest.approx(abs(root.imag) / (2 * np.pi))
    assert mode["damping"] == pytest.approx(-root.real / abs(root))
    plain = json.loads(linkwork("modes", pendulum, "--undamped", "--json").stdout)["modes"][0]
    assert plain["frequency"] == pytest.approx(np.sqrt(2.0 * G / 2 / inertia) / (2 * np.pi))
    # Unit modal mass: I φ² = 1.
    assert plain["turns"]["rod"][1][0] == pytest.approx(1 / np.sqrt(inertia))


def test_rigid_modes_are_in_the_list(tmp_path: Path) -> None:
    m = lw.Model("free", gravity=(0, 0, 0))
    m.connect("lift", lw.Prismatic("z"), m.ground, m.body("b", mass=1.0))
    lw.save_model(m, tmp_path / "free.toml")
    files = ["--view", tmp_path / "m.html", "--plot", tmp_path / "m.png"]
    done = linkwork("modes", tmp_path / "free.toml", *files)
    assert done.returncode == 0, done.stderr
    assert "free: stable in shape, neutral in position" in done.stdout and "lift.displacement" in done.stdout
    assert all((tmp_path / name).stat().st_size > 1000 for name in ("m.html", "m.png"))


def test_steady_motions_keep_speeds_and_drives() -> None:
    """The gallery's governor stands at cos φ = (m + M) g/(m Ω² l) while it turns; held, its arms hang down."""
    governor = FOUR_BAR.with_name("governor.py")
    still = json.loads(linkwork("equilibrium", governor, "--json").stdout)["equilibria"][0]
    turning = json.loads(linkwork("equilibrium", governor, "--moving", "--json").stdout)["equilibria"][0]
    assert still["values"]["right hinge.angle"] == pytest.approx(0.0, abs=1e-9)
    expected = (0.6 + 1.5) * G / (0.6 * 18.0**2 * 0.2)
    assert np.cos(turning["values"]["right hinge.angle"]) == pytest.approx(expected)
    coin = FOUR_BAR.with_name("rolling_coin.py")
    rolling = json.loads(linkwork("modes", coin, "--speed", "rolling.roll_dot=30", "--json").stdout)
    # Fast enough not to fall: (A + m r²) φ̈ + (C (C + m r²) Ω²/A − m g r) φ = 0 with A = m r²/4, C = m r²/2.
    r = 0.1
    square = (3.0 * r * 30.0**2 - G) / (1.25 * r)
    assert rolling["stability"] == "undecided"
    assert max(mode["frequency"] for mode in rolling["modes"]) == pytest.approx(np.sqrt(square) / (2 * np.pi))


def test_bad_input_of_linear_commands(pendulum: Path) -> None:
    wrong = linkwork("equilibrium", pendulum, "--speed", "A.angle_dot")
    assert wrong.returncode == 3 and "--speed A.angle_dot: give a name and a number" in wrong.stderr
    unknown = linkwork("modes", pendulum, "--speed", "B.angle_dot=1")
    assert unknown.returncode == 3 and "there is no speed 'B.angle_dot'" in unknown.stderr
    channel = linkwork("equilibrium", pendulum, "--channel", "A.colour")
    assert channel.returncode == 3 and "A.colour" in channel.stderr

"""Every command: text, JSON, exit codes, files; the first ones through a real process."""

import json
from pathlib import Path

import pytest

import linkwork as lw

from .program import FOUR_BAR, linkwork, linkwork_process

PENDULUM = """
import linkwork as lw

def model():
    m = lw.Model("pendulum")
    rod = m.body("rod", lw.Rod(length=1.0, mass=2.0))
    m.connect("A", lw.Revolute("y"), m.ground, rod)
    return m
"""


@pytest.fixture
def pendulum(tmp_path: Path) -> Path:
    path = tmp_path / "pendulum.py"
    path.write_text(PENDULUM)
    return path


def test_help_names_every_command() -> None:
    done = linkwork_process("--help")
    assert done.returncode == 0
    for name in [
        "check",
        "mobility",
        "run",
        "kinematics",
        "view",
        "live",
        "derive",
        "convert",
        "export",
        "demo",
        "cache",
        "gallery",
        "modes",
        "report",
        "lesson",
    ]:
        assert name in done.stdout


def test_no_command_and_a_wrong_one_are_wrong_usage() -> None:
    assert linkwork_process("fly").returncode == 2
    assert linkwork("run").returncode == 2


def test_version_is_printed() -> None:
    assert linkwork_process("--version").stdout.strip()


def test_check_reports_a_model() -> None:
    done = linkwork("check", FOUR_BAR)
    assert done.returncode == 0
    assert "1 degree of freedom" in done.stdout
    found = json.loads(linkwork("check", FOUR_BAR, "--json").stdout)
    assert found["mobility"]["degrees_of_freedom"] == 1
    assert found["bodies"] == ["crank", "coupler", "rocker"]
    assert found["assembled"]


def test_check_fails_where_nothing_closes(tmp_path: Path) -> None:
    m = lw.Model("open")
    rod = m.body("rod", lw.Rod(length=1.0, mass=1.0))
    m.connect("A", lw.Revolute("y"), m.ground, rod)
    m.connect("far", lw.PointCoincidence(), m.ground.at(5, 0, 0), rod.at(1, 0, 0))
    lw.save_model(m, tmp_path / "open.toml")
    done = linkwork("check", tmp_path / "open.toml", "--json")
    assert done.returncode == 1
    assert "far" in json.loads(done.stdout)["problem"]


def test_mobility_of_a_configuration() -> None:
    done = linkwork("mobility", FOUR_BAR, "--set", "A.angle=0.5", "--json")
    assert json.loads(done.stdout)["degrees_of_freedom"] == 1


def test_run_prints_its_certificate_and_writes_what_is_asked(pendulum: Path, tmp_path: Path) -> None:
    files = ["--view", "p.html", "--out", "p.nc", "--csv", "p.csv", "--plot", "p.png", "--channel", "A.force"]
    done = linkwork("run", pendulum, "--t-end", 1, "--set", "A.angle=0.3", *files, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "good: energy and constraints hold to the requested tolerance (energy balance error " in done.stdout
    assert not done.stderr
    assert all((tmp_path / name).stat().st_size > 100 for name in ("p.html", "p.nc", "p.csv", "p.png"))
    again = linkwork("view", "p.nc", "-o", "again.html", cwd=tmp_path)
    assert again.returncode == 0 and (tmp_path / "again.html").exists(), again.stderr
    made = linkwork("convert", "p.nc", "table.csv", cwd=tmp_path)
    assert made.returncode == 0 and "A.angle" in (tmp_path / "table.csv").read_text()


@pytest.mark.parametrize(
    ("h", "code", "level", "said"),
    [(0.001, 0, "good", ""), (0.16, 0, "doubtful", "the motion is off by"), (0.4, 4, "bad", "energy and work differ")],
)
def test_the_exit_code_tells_the_verdict(pendulum: Path, h: float, code: int, level: str, said: str) -> None:
    with pendulum.open("a") as file:
        file.write(f"\nOPTIONS = {{'method': 'rk4', 'h': {h}}}\n")
    done = linkwork("run", pendulum, "--t-end", 4, "--set", "A.angle=-0.5", "--json")
    assert done.returncode == code, done.stderr
    found = json.loads(done.stdout)
    assert found["verdict"]["level"] == level and found["success"] == (level != "bad")
    assert done.stderr.startswith(f"linkwork: pendulum: {level}: {said}") if said else not done.stderr
    assert "Warning" not in done.stderr


def test_run_gives_the_numbers_of_the_library(pendulum: Path) -> None:
    done = linkwork("run", pendulum, "--t-end", 0.7, "--set", "A.angle=0.3", "--json")
    found = json.loads(done.stdout)
    m = lw.Model("pendulum")
    m.connect("A", lw.Revolute("y"), m.ground, m.body("rod", lw.Rod(length=1.0, mass=2.0)))
    system = lw.compile_model(m)
    run = lw.simulate(system, system.state({"A.angle": 0.3}), t_end=0.7)
    assert found["success"]
    assert found["final"]["A.angle"] == pytest.approx(run.final["A.angle"], rel=1e-12)


def test_kinematics_of_a_driven_crank(tmp_path: Path) -> None:
    example = FOUR_BAR.with_name("slider_crank.py")
    done = linkwork("kinematics", example, "--samples", 5, "--view", tmp_path / "k.html", "--json")
    found = json.loads(done.stdout)
    assert done.returncode == 0 and found["complete"] and len(found["t"]) == 5
    page = tmp_path / "again.html"
    told = linkwork("kinematics", example, "--samples", 5, "--view", page).stdout
    assert found["written"] == [str(tmp_path / "k.html")] and f"wrote {page}" in told.replace("\n", "")
    left = linkwork("kinematics", FOUR_BAR)
    assert left.returncode == 3 and "degree" in left.stderr


def test_view_of_a_model(tmp_path: Path) -> None:
    done = linkwork("view", FOUR_BAR, cwd=tmp_path)
    assert done.returncode == 0 and (tmp_path / "four_bar.html").exists()


def test_derive_prints_equations(pendulum: Path) -> None:
    done = linkwork("derive", pendulum)
    assert done.returncode == 0 and "A.angle" in done.stdout
    assert "\\" in linkwork("derive", pendulum, "--as", "latex").stdout


def test_export_writes_a_simulation_in_c(tmp_path: Path) -> None:
    done = linkwork("export", FOUR_BAR, tmp_path / "bars.c", "--method", "radau", "--channel", "D.force")
    assert done.returncode == 0 and "bars.h" in done.stdout, done.stderr
    assert (
        "bars_channel_D_force_x = 0" in (tmp_path / "bars.h").read_text()
        and "try_stages" in (tmp_path / "bars.c").read_text()
    )
    wrong = linkwork("export", FOUR_BAR, tmp_path / "bars.cpp")
    assert wrong.returncode == 3 and "ends with .c" in wrong.stderr


def test_convert_keeps_the_model(tmp_path: Path) -> None:
    assert linkwork("convert", FOUR_BAR, tmp_path / "m.json").returncode == 0
    assert not lw.differences(lw.load_model(FOUR_BAR), lw.load_model(tmp_path / "m.json"))


@pytest.mark.slow
def test_gallery_lists_and_runs(tmp_path: Path) -> None:
    found = json.loads(linkwork("gallery", "list", "--json").stdout)
    assert len(found) >= 15 and found["rolling_coin"].startswith("Rolling coin")
    done = linkwork("gallery", "run", "rolling_coin", "--picture", "--gif", "-o", tmp_path, "--json")
    assert done.returncode == 0 and "radius" in json.loads(done.stdout)["numbers"]
    assert {p.suffix for p in tmp_path.iterdir()} == {".html", ".png", ".gif"}
    unknown = linkwork("gallery", "run", "jansenleg")
    assert unknown.returncode == 3 and "Did you mean 'jansen_leg'? `linkwork gallery` lists all" in unknown.stderr


def test_the_gallery_opens_with_its_groups() -> None:
    done = linkwork("gallery")
    assert done.returncode == 0 and "linkwork gallery run jansen_leg" in done.stdout
    places = [done.stdout.index(word) for word in ("Linkages", "jansen_leg", "Robots", "delta_robot", "Human bodies")]
    assert places == sorted(places)


def test_demo_writes_its_page(tmp_path: Path) -> None:
    done = linkwork("demo", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "stride" in done.stdout and list((tmp_path / "build" / "demo").glob("*.html"))


@pytest.mark.slow
def test_cache_is_shown_and_cleared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LINKWORK_CACHE_DIR", str(tmp_path))
    linkwork_process("check", FOUR_BAR)
    assert json.loads(linkwork("cache", "--json").stdout)["entries"] > 0
    assert linkwork("cache", "--clear").returncode == 0
    assert json.loads(linkwork("cache", "--json").stdout)["entries"] == 0


def test_completion_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    # The shell is named, not looked for among the parents of the process: a test may have none.
    monkeypatch.setenv("_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION", "1")
    assert "complete" in linkwork("--show-completion", "bash").stdout + linkwork("--show-completion", "bash").stderr

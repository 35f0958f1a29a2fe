"""Folders are data: nothing beside a model file, or in the folder a command is started in, is imported or executed."""

import importlib.metadata
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.program import FOUR_BAR, ROOT

RAISED = 'open({mark!r}, "a").write(__name__ + " was imported\\n")\nraise SystemExit("hostile")\n'
SETTINGS = """
backend: module://hostile_backend
text.usetex: True
animation.ffmpeg_path: ./ffmpeg
animation.convert_path: ./ffmpeg
savefig.directory: .
"""


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a model and, under the name of everything that could be imported, read or started, a trap."""
    folder = tmp_path_factory.mktemp("hostile")
    shutil.copy(FOUR_BAR, folder / "four_bar.toml")
    trap = RAISED.format(mark=str(folder / "sprung"))
    installed = {name for name in importlib.metadata.packages_distributions() if name.isidentifier()}
    names = {*sys.stdlib_module_names, *installed, "sitecustomize", "usercustomize", "conftest", "hostile_backend"}
    names |= {"pyarrow", "pandas", "ipyopt", "sksundae", "pypardiso", "sksparse", "qdldl", "ffmpeg"}
    for name in names:
        (folder / f"{name}.py").write_text(trap)
    (folder / "matplotlibrc").write_text(SETTINGS)
    (folder / "ipopt.opt").write_text("no_such_option 1\n")
    for name in ("ffmpeg", "gcc", "cc", "ld", "python", "latex", "dvipng", "sh"):
        (folder / name).write_text(f"#!/bin/sh\necho {name} was started >> {folder / 'sprung'}\n")
        (folder / name).chmod(0o755)
    return folder


def started(hostile: Path, code: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """A program outside the folder, as an installed command is, started within it."""
    program = hostile.parent / "program" / "linkwork"
    program.parent.mkdir(exist_ok=True)
    program.write_text(code)
    own = {"PYTHONPATH": str(ROOT / "src"), "LINKWORK_CACHE_DIR": str(hostile.parent / "cache"), "COLUMNS": "120"}
    command = [sys.executable, str(program), *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=hostile, env={**os.environ, **own}, timeout=600)


COMMANDS = [
    "check four_bar.toml",
    "mobility four_bar.toml",
    "run four_bar.toml --t-end 0.1 --out run.nc --view run.html --plot run.png --csv run.csv --channel A.angle",
    "equilibrium four_bar.toml",
    "modes four_bar.toml",
    "view run.nc",
    "derive four_bar.toml --as latex",
    "convert four_bar.toml four_bar.json",
    "convert run.nc run2.csv",
    "cache",
    "gallery list",
]


@pytest.mark.parametrize("count", [3, pytest.param(len(COMMANDS), marks=pytest.mark.slow)])
def test_no_command_springs_a_trap(hostile: Path, count: int) -> None:
    pytest.importorskip("matplotlib")
    commands = COMMANDS[:count]
    code = f"from linkwork.cli.app import app\nfor command in {commands!r}:\n"
    code += "    try:\n        app(command.split())\n    except BaseException as end:\n"
    code += "        print(f'{command} ended with {getattr(end, \"code\", end)}')\n"
    done = started(hostile, code)
    assert "hostile" not in done.stdout + done.stderr
    assert not (hostile / "sprung").exists(), (hostile / "sprung").read_text()
    for command in commands:
        assert f"{command} ended with 0" in done.stdout, (command, done.stdout[-2000:], done.stderr)
    assert (hostile / "run.png").stat().st_size > 1000


@pytest.mark.slow
def test_settings_of_the_folder_start_no_program(hostile: Path) -> None:
    pytest.importorskip("matplotlib")
    code = (
        "import linkwork as lw\nsystem = lw.compile_model(lw.load_model('four_bar.toml'))\n"
        "run = lw.simulate(system, lw.assemble(system), 0.1)\nlw.plot(run, 'A.angle', path='plot.png')\n"
        "import matplotlib\n"
        "print([matplotlib.rcParams[x] for x in ('animation.ffmpeg_path', 'text.usetex')])\n"
    )
    done = started(hostile, code)
    assert done.stdout == "['ffmpeg', False]\n", done.stderr
    assert not (hostile / "sprung").exists()


def test_a_python_model_replaces_nothing_that_is_installed(hostile: Path, tmp_path: Path) -> None:
    """What stands beside a Python model can be imported by it, and takes the place of no package."""
    (tmp_path / "helper.py").write_text("MASS = 2.0\n")
    (tmp_path / "networkx.py").write_text("raise SystemExit('hostile')\n")
    (tmp_path / "scipy.py").write_text(
        "import linkwork as lw\nfrom helper import MASS\nmodel = lw.Model('m')\nbody = model.body('rod', mass=MASS, "
        "com=(1, 0, 0), inertia=(1, 1, 1))\nmodel.connect('A', lw.Revolute('y'), model.ground, body)\n"
    )
    code = "from linkwork.cli.app import main\nmain()\n"
    done = started(hostile, code, "check", str(tmp_path / "scipy.py"))
    assert done.returncode == 0, done.stderr
    assert "hostile" not in done.stdout + done.stderr

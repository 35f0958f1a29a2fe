"""The package as a whole: what it says of itself, and the sizes that keep it readable."""

import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from statistics import median
from zipfile import ZipFile

import pytest

import linkwork

ROOT = Path(__file__).parents[1]
SOURCES = sorted((ROOT / "src" / "linkwork").rglob("*.py"))

ROOT_ENTRIES = {
    *("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "LICENSE", "CITATION.cff", ".github"),
    *("pyproject.toml", "mkdocs.yml", "Makefile", ".editorconfig", ".gitignore", ".pre-commit-config.yaml", ".ci"),
    *("src", "tests", "docs", "examples", "benchmarks", "validation", "tools", "viewer"),
}
"""What the root of the repository may hold; the rest is ignored by git."""
MEDIAN_FILE = 150


def lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    code = f"import hatchling.build as b; print(b.build_wheel({str(folder)!r}))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return folder / done.stdout.split()[-1]


def test_the_wheel_carries_types_viewer_and_gallery(wheel: Path) -> None:
    held = set(ZipFile(wheel).namelist())
    stubs = (ROOT / "src" / "linkwork").rglob("*.pyi")
    wanted = {
        "py.typed",
        *(str(path.relative_to(ROOT / "src" / "linkwork")) for path in stubs),
        "views/viewer/viewer.js",
        "views/viewer/LICENSES.txt",
    }
    wanted |= {f"examples/{path.name}" for path in (ROOT / "examples").glob("*.py")}
    wanted |= {str(path.relative_to(ROOT / "src" / "linkwork")) for path in SOURCES}
    assert {f"linkwork/{name}" for name in wanted} <= held
    assert not [name for name in held if "__pycache__" in name or name.startswith(("tests", "docs"))]


@pytest.mark.slow
def test_the_readme_runs_from_the_wheel(wheel: Path, tmp_path: Path) -> None:
    with ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "installed")
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path / 'installed')!r}); sys.path.append({str(ROOT)!r})\n"
        "import linkwork; from pathlib import Path; from tools.snippets import run_page\n"
        f"assert Path(linkwork.__file__).is_relative_to({str(tmp_path)!r})\n"
        f"run_page(Path({str(ROOT / 'README.md')!r}).read_text(encoding='utf-8'), 'README.md')\n"
    )
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def test_the_root_holds_what_belongs_there() -> None:
    """Nothing that a program or a test left behind: a database called `3` once stood there for months."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert {line.partition("/")[0] for line in done.stdout.splitlines()} <= ROOT_ENTRIES


def test_installed_version_is_the_version_of_the_code() -> None:
    assert version("linkwork") == linkwork.__version__


def test_package_is_typed() -> None:
    assert files("linkwork").joinpath("py.typed").is_file()


def test_changelog_has_the_version() -> None:
    release = re.sub(r"\.dev\d+$", "", linkwork.__version__)
    heading = "[Unreleased]" if release != linkwork.__version__ else f"[{release}]"
    assert f"## {heading}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_citation_has_the_version() -> None:
    assert f"version: {linkwork.__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


DEVELOPERS = {"test", "docs", "bench"}
"""Extras whose tools are bounded from above, so that checks say the same everywhere."""


def test_dependencies_have_lower_bounds_and_no_upper_ones_without_a_reason() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    project = tomllib.loads(text)["project"]
    extras = project["optional-dependencies"]
    groups = {"": project["dependencies"], **extras}
    # An extra may name our own extras; their entries are in the list themselves.
    others = {(name, r) for name, group in groups.items() for r in group if not r.startswith("linkwork[")}
    assert not [requirement for _, requirement in others if ">=" not in requirement]
    capped = [requirement for name, requirement in others if ",<" in requirement and name not in DEVELOPERS]
    reasoned = re.findall(r'^ +"([^"]+)",  # .+', text, re.MULTILINE)
    assert not [requirement for requirement in capped if requirement not in reasoned]
    assert [requirement for requirement in capped if "llvmlite" in requirement] == capped


def test_files_are_small_in_the_median() -> None:
    assert median(map(lines, SOURCES)) <= MEDIAN_FILE

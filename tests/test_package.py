"""The package as a whole: what it says of itself, and the sizes that keep it readable."""

import re
import subprocess
import sys
import tomllib
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from statistics import median
from zipfile import ZipFile

import linkwork

ROOT = Path(__file__).parents[1]
SOURCES = sorted((ROOT / "src" / "linkwork").rglob("*.py"))

ROOT_ENTRIES = {
    *("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE", "CITATION.cff"),
    *("pyproject.toml", "mkdocs.yml", "Makefile", ".editorconfig", ".gitignore", ".pre-commit-config.yaml", ".ci"),
    *("src", "tests", "docs", "examples", "benchmarks", "validation", "tools", "viewer"),
}
"""What the root of the repository may hold; the rest is ignored by git."""
MEDIAN_FILE = 150


def lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def test_the_wheel_carries_types_viewer_and_gallery(tmp_path: Path) -> None:
    code = f"import hatchling.build as b; print(b.build_wheel({str(tmp_path)!r}))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    held = set(ZipFile(tmp_path / done.stdout.split()[-1]).namelist())
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


def test_every_dependency_is_bounded_from_both_sides() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    groups = [project["dependencies"], *project["optional-dependencies"].values()]
    # An extra may name our own extras; their entries are in the list themselves.
    others = [requirement for group in groups for requirement in group if not requirement.startswith("linkwork[")]
    assert not [requirement for requirement in others if not {">=", ",<"} <= bounds(requirement)]


def bounds(requirement: str) -> set[str]:
    return set(re.findall(r">=|,<", requirement))


def test_files_are_small_in_the_median() -> None:
    assert median(map(lines, SOURCES)) <= MEDIAN_FILE

"""`make tools` names what it installs before it does, and leaves it out where that is asked for."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="There is no make here.")


def output(folder: Path, *words: str) -> str:
    """What `make tools` says for root where no program is but a shell and an apt-get that writes down what it does."""
    for name in ("make", "sh", "ls"):
        found = shutil.which(name)
        assert found is not None
        (folder / name).unlink(missing_ok=True)
        (folder / name).symlink_to(found)
    for name, text in (("id", "echo 0"), ("apt-get", f"echo apt-get $@ >> {folder / 'log'}")):
        (folder / name).write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        (folder / name).chmod(0o755)
    done = subprocess.run(
        [folder / "make", "--no-print-directory", *words, "tools"], cwd=ROOT, capture_output=True, text=True,
        env={**os.environ, "PATH": str(folder), "SHELL": "sh", "MAKEFLAGS": ""}, check=True,
    )  # fmt: skip
    return done.stdout


def test_what_apt_installs_is_named_and_may_be_left_out(tmp_path: Path) -> None:
    assert "Installing by apt-get for the tests: chromium nodejs" in output(tmp_path)
    assert "install -y chromium" in (tmp_path / "log").read_text()
    (tmp_path / "log").unlink()
    left_out = output(tmp_path, "TOOLS=no")
    assert "chromium nodejs" in left_out and "will be skipped" in left_out
    assert not (tmp_path / "log").exists()

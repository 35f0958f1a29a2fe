"""Files that are missing, broken, newer or hostile: a sentence, exit code 3, no traceback, nothing run."""

from pathlib import Path

import pytest

from .program import FOUR_BAR, linkwork, linkwork_process

GOOD = FOUR_BAR.read_text()
FILES = {
    "truncated.toml": (GOOD[: len(GOOD) // 2] + "\n[connections.x", "truncated.toml"),
    "newer.toml": (GOOD.replace("format = 1", "format = 99"), "99"),
    "huge.toml": (GOOD.replace('"20 cm"', '"1e999 m"', 1), "huge.toml"),
    "include.toml": ('format = 1\ninclude = ["../../../etc/passwd"]\n', "include"),
    "empty.json": ("", "empty.json"),
    "nothing.py": ("x = 1\n", "defines no `model`"),
    "other.py": ("model = 3\n", "int"),
    "broken.py": ("import linkwork\n\nmodel = undefined_name\n", "line 3: NameError"),
    "notes.txt": ("hello", "notes.txt"),
}


@pytest.mark.parametrize("name", FILES)
def test_bad_file_is_refused_with_a_sentence(name: str, tmp_path: Path) -> None:
    text, word = FILES[name]
    (tmp_path / name).write_text(text)
    done = linkwork("check", name, cwd=tmp_path)
    assert done.returncode == 3, done.stderr
    assert word in done.stderr
    assert "Traceback" not in done.stderr


def test_missing_file_and_folder(tmp_path: Path) -> None:
    assert "no such file" in linkwork("run", tmp_path / "none.toml").stderr
    assert "is a folder" in linkwork("run", tmp_path).stderr
    missing = linkwork_process("view", tmp_path / "none.nc")
    assert missing.returncode == 3 and "Traceback" not in missing.stderr


def test_damaged_run_is_refused(tmp_path: Path) -> None:
    (tmp_path / "run.nc").write_bytes(b"CDF\x05 not a run")
    done = linkwork("view", "run.nc", cwd=tmp_path)
    assert done.returncode == 3 and "Traceback" not in done.stderr


@pytest.mark.parametrize("value", ["A.angle", "A.angle=x", "=1"])
def test_values_need_a_name_and_a_number(value: str) -> None:
    done = linkwork("mobility", FOUR_BAR, "--set", value)
    assert done.returncode == 3 and "--set" in done.stderr


def test_unknown_coordinate_is_named() -> None:
    done = linkwork("mobility", FOUR_BAR, "--set", "Z.angle=1")
    assert done.returncode == 3 and "Z.angle" in done.stderr


def test_names_cannot_speak_to_the_terminal_or_the_browser(tmp_path: Path) -> None:
    evil = "<script>alert(1)</script>\\u001b[2J[red]"
    text = GOOD.replace('name = "four-bar"', f'name = "{evil}"')
    (tmp_path / "evil.toml").write_text(text)
    done = linkwork("check", "evil.toml", cwd=tmp_path)
    assert "\x1b" not in done.stdout + done.stderr
    page = linkwork("view", "evil.toml", cwd=tmp_path)
    if page.returncode == 0:
        assert "<script>alert" not in (tmp_path / "evil.html").read_text()

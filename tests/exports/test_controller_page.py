"""The page on controllers: its program compiles, runs and prints what the page says."""

import re
from pathlib import Path

import pytest

import linkwork as lw
from tests.cli.program import linkwork
from tests.exports.compiled_c import needs_compiler, run_c
from tools.snippets import run_page

PAGE = Path(__file__).parents[2] / "docs" / "howto" / "run_on_a_controller.md"


@needs_compiler
def test_the_program_of_the_page_prints_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = PAGE.read_text(encoding="utf-8")
    run_page(text, PAGE.name)
    folder = tmp_path / "controller"
    source = lw.CSource("arm", *((folder / f"arm.{end}").read_text(encoding="utf-8") for end in ("c", "h")))
    # The command of the page writes the same, from a file with the model alone.
    (first, *_), (command,) = (
        re.findall(r"```python\n(.*?)```", text, re.S),
        re.findall(r"\nlinkwork (export .*)", text),
    )
    (tmp_path / "arm.py").write_text(first.split("\nsource =")[0], encoding="utf-8")
    for file in folder.iterdir():
        file.unlink()
    done = linkwork(*command.split(), cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert source.source == (folder / "arm.c").read_text(encoding="utf-8")
    assert source.header == (folder / "arm.h").read_text(encoding="utf-8")
    (program,) = re.findall(r"```c\n(.*?)```", text, re.S)
    (said,) = re.findall(r"It prints `(.*?)`", text)
    assert run_c(folder, [source], program).strip() == said

"""The page on controllers: its program compiles, runs and prints what the page says."""

import re
from pathlib import Path

import pytest

import linkwork as lw
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
    (program,) = re.findall(r"```c\n(.*?)```", text, re.S)
    (said,) = re.findall(r"It prints `(.*?)`", text)
    assert run_c(folder, [source], program).strip() == said

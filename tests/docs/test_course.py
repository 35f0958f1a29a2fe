"""The course: six notebooks without outputs that run from top to bottom, and pages that show what they gave."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import nbformat
import pytest

from tools.course import FOLDER, notebooks, page_of, run

NAMES = [path.stem for path in notebooks()]
STEPS = ("## Positions", "## Velocities", "## Equations", "## Run", "## Check", "## Your turn")
WAYS = ("lw.LagrangeEquations(", "lw.NewtonEuler(", "lw.compile_model(", "lw.compare(")


def test_there_are_six() -> None:
    assert [name[:2] for name in NAMES] == ["01", "02", "03", "04", "05", "06"]


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_is_kept_without_outputs_and_goes_the_whole_way(name: str) -> None:
    notebook = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
    nbformat.validate(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert not any(cell.outputs or cell.execution_count for cell in code)
    text = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    places = [text.find(step) for step in STEPS]
    assert -1 not in places
    assert places == sorted(places)
    source = "\n".join(cell.source for cell in code)
    assert [way for way in WAYS if way not in source] == []
    assert source.count("assert") >= 3


@pytest.mark.few(1)
@pytest.mark.seed("S4.1")
@pytest.mark.seed("S4.2")
@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_runs(name: str) -> None:
    notebook = run(FOLDER / f"{name}.ipynb")
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    page = page_of(notebook, name)
    assert page.text.startswith(f"# {int(name[:2])} · ")
    assert page.pictures
    assert all(content.startswith(b"\x89PNG") and f"({key})" in page.text for key, content in page.pictures.items())
    assert "have the same equations" in page.text
    assert "<Figure" not in page.text


def cell(source: str, *outputs: Any) -> Any:
    return SimpleNamespace(cell_type="code", source=source, outputs=outputs)


def test_outputs_become_what_a_page_can_show() -> None:
    title = SimpleNamespace(cell_type="markdown", source="# A title")
    printed = nbformat.v4.new_output("stream", text="two\nlines\n")
    formula = nbformat.v4.new_output(
        "execute_result", data={"text/latex": r"$\displaystyle x^{2}$", "text/plain": "x**2"}
    )
    written = nbformat.v4.new_output("display_data", data={"text/markdown": "### M\n", "text/plain": "M"})
    plain = nbformat.v4.new_output("display_data", data={"text/plain": "(1, 2)"})
    notebook = SimpleNamespace(cells=[title, cell("%matplotlib inline\nx**2", printed, formula, written, plain)])
    assert page_of(notebook, "n").text.splitlines() == [
        "# A title", "", "[The notebook](n.ipynb){ .md-button }", "", "```python", "x**2", "```", "", "```text", "two",
        "lines", "```", "", "$$", "x^{2}", "$$", "", "**M**", "", "```text", "(1, 2)", "```",
    ]  # fmt: skip


def test_a_notebook_that_fails_says_so(tmp_path: Path) -> None:
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("assert 1 == 2, 'not equal'")])
    nbformat.write(notebook, tmp_path / "wrong.ipynb")
    with pytest.raises(Exception, match="not equal"):
        run(tmp_path / "wrong.ipynb")

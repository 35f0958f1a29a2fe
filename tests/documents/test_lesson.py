"""Lessons: notes become one page whose figures move, and what is wrong in them is told with its line."""

import json
import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from matplotlib.image import imread

import linkwork as lw
from linkwork.cli.commands.lesson import page_of_model
from linkwork.documents.lesson_page import merged_policy
from linkwork.documents.lesson_text import formula_html

NOTES = """# The pendulum

A rod swings: $\\ddot\\varphi = -\\frac{3 g}{2 l}\\sin\\varphi$. It costs $5 or $6.

$$
T = 2\\pi\\sqrt{\\frac{2 l}{3 g}}
$$

<img src=x onerror=alert(1)>

```python run
import linkwork as lw
m = lw.Model("pendulum")
rod = m.body("rod", lw.Box(size=(1.0, 0.2, 0.2), mass=2.0, at=(0.5, 0, 0)))
m.connect("A", lw.Revolute("y"), m.ground, rod)
system = lw.compile_model(m)
print("1 < 2")
```

```python figure hide height=500 caption="It <b>swings</b>."
lw.simulate(system, t_end=1.0)
```

```python
this is only shown
```

```python figure
run = lw.simulate(system, t_end=1.0)
run.certificate
```

![a file](slider.toml "still")
"""
SLIDER = """
format = 1
[model]
name = "slider"
[bodies.cart]
shape = { kind = "Box", size = [0.2, 0.1, 0.1], mass = 1.0 }
[connections.rail]
element = { kind = "Prismatic", axis = "x" }
ends = ["ground", "cart"]
"""


@pytest.fixture(scope="module")
def lesson(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lesson")
    (folder / "notes.md").write_text(NOTES, encoding="utf-8")
    (folder / "slider.toml").write_text(SLIDER, encoding="utf-8")
    return lw.lesson_page(folder / "notes.md", model_file=page_of_model)


def test_text_code_formulas_and_figures(lesson: Path) -> None:
    assert lesson.name == "notes.html"
    html = lesson.read_text(encoding="utf-8")
    body = html.partition("<main>")[2].partition("</main>")[0]
    assert body.count("<math") == 2
    assert "It costs $5 or $6." in body
    assert "&lt;img src=x onerror=alert(1)&gt;" in body
    assert "<img" not in body
    assert '<pre class="output">1 &lt; 2</pre>' in body
    assert "this is only shown" in body
    assert body.count("lw.simulate") == 1
    assert body.count("<iframe") == 2
    assert 'height="500"' in body
    assert "It &lt;b&gt;swings&lt;/b&gt;." in body
    assert "<figcaption>a file</figcaption>" in body
    assert "good: " in body


def test_the_viewer_is_in_it_once(lesson: Path) -> None:
    html = lesson.read_text(encoding="utf-8")
    pieces = json.loads(re.search(r'id="pieces">(.*?)</script>', html, re.DOTALL)[1])  # type: ignore[index]
    assert sum(len(piece) > 300_000 for piece in pieces) == 1
    assert len(html) < 1_500_000
    for keys in re.findall(r'data-pieces="([\d ]+)"', html):
        page = "".join(pieces[int(key)] for key in keys.split())
        assert page.startswith("<!doctype html>")
        assert page.rstrip().endswith("</html>")


def test_figures_are_drawn_offline(lesson: Path, open_file: Callable[..., Any]) -> None:
    tab = open_file(lesson)
    tab.locator("iframe").first.scroll_into_view_if_needed()
    canvas = tab.frame_locator("iframe").first.locator("canvas").first
    canvas.wait_for()
    tab.wait_for_timeout(300)
    pixels = imread(BytesIO(canvas.screenshot()), format="png")
    assert int((pixels[..., 2] - pixels[..., 0] > 0.2).sum()) > 500
    assert tab.locator("math").first.bounding_box()["width"] > 60


def wrong(tmp_path: Path, text: str) -> str:
    notes = tmp_path / "notes.md"
    notes.write_text(text, encoding="utf-8")
    (tmp_path / "slider.html").write_text("<p>page</p>", encoding="utf-8")
    with pytest.raises(lw.ModelError) as raised:
        lw.lesson_page(notes)
    return str(raised.value).replace(f"{tmp_path}/", "")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("# A\n\n```python run\nx = 1\nx / 0\n```\n", "notes.md, line 5: ZeroDivisionError: division by zero"),
        ("# A\n\n```python run\nx = = 1\n```\n", "notes.md, line 4: invalid syntax"),
        ("\n```python figure\n3\n```\n", "notes.md, line 2: a figure needs a model, a system, a result"),
        ("\n```python figur\n3\n```\n", "notes.md, line 2: there is no option of a figure 'figur'"),
        ("\n\n![x](none.toml)\n", "notes.md, line 3: none.toml: there is no such file"),
        ("a\nb\n![x](https://a.b/c.png)\n", "notes.md, line 3: https://a.b/c.png: a lesson fetches nothing"),
        ("Look: ![x](slider.html) there", "notes.md, line 1: a figure stands by itself"),
        ("![x](none.png)", "notes.md, line 1: none.png: there is no such picture"),
        ("text\nand $\\nonsense$", "notes.md, line 2: the formula '\\\\nonsense' cannot be read"),
        ("\n$$\n\\frac{1}\n$$", "notes.md, line 2: the formula '\\\\frac{1}' cannot be read"),
        ("\n```toml figure\nformat = \n```", "notes.md, line 2: the model cannot be read as TOML"),
        ("\n```toml figure\nformat = 1\n[model]\nnam = 3\n```", "notes.md, line 2: "),
        ("\n```python figure height=tall\nimport linkwork as lw\nlw.Model()\n```", "notes.md, line 2: height=tall"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    assert wrong(tmp_path, text).startswith(said)


def test_notes_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(lw.ModelError, match=r"none\.md: cannot be read"):
        lw.lesson_page(tmp_path / "none.md")
    (tmp_path / "bytes.md").write_bytes(b"\xff\xfe")
    with pytest.raises(lw.ModelError, match=r"bytes\.md: is not a text in UTF-8"):
        lw.lesson_page(tmp_path / "bytes.md")


def test_formulas_stay_formulas() -> None:
    assert "<img" not in formula_html(r"\text{<img src=x onerror=alert(1)>}")
    assert "href" not in formula_html(r"\href{javascript:alert(1)}{x}")
    assert 'display="block"' in formula_html("a < b", is_display=True)
    assert "&lt;" in formula_html("a < b")


def test_policies_are_merged() -> None:
    found = merged_policy(
        ["default-src 'none'; img-src data:", "default-src 'none'; script-src 'sha256-a'; img-src blob:"]
    )
    assert found == "default-src 'none'; img-src data: blob:; script-src 'sha256-a'"
    assert merged_policy(["worker-src 'none'", "worker-src blob:"]) == "worker-src blob:"


def test_a_system_lives_in_the_text(tmp_path: Path, open_file: Callable[..., Any]) -> None:
    code = NOTES.partition("```python run\n")[2].partition("print")[0]
    (tmp_path / "notes.md").write_text(f"```python figure t_end=2\n{code}system\n```\n", encoding="utf-8")
    tab = open_file(lw.lesson_page(tmp_path / "notes.md"))
    tab.frame_locator("iframe").first.locator("canvas").first.wait_for()
    [frame] = [one for one in tab.frames if one != tab.main_frame]
    assert frame.evaluate("window.origin") == "null"  # in a sandbox
    frame.wait_for_function("window.linkwork.living !== null")

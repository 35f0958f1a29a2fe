"""`linkwork report` and `linkwork lesson`."""

import json
from pathlib import Path

from .program import linkwork

PENDULUM = """
format = 1
[model]
name = "pendulum"
[bodies.rod]
shape = { kind = "Rod", length = 1.0, mass = 2.0 }
[connections.A]
element = { kind = "Revolute", axis = "y" }
ends = ["ground", "rod"]
"""


def test_a_report_is_written(tmp_path: Path) -> None:
    (tmp_path / "pendulum.toml").write_text(PENDULUM, encoding="utf-8")
    done = linkwork("report", "pendulum.toml", "--t-end", "0.5", "--note", "For the file.", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["written"] == ["pendulum.report.html"]
    page = (tmp_path / "pendulum.report.html").read_text(encoding="utf-8")
    assert "<h1>Run of pendulum</h1>" in page
    assert "For the file." in page


def test_a_lesson_is_written_and_a_mistake_has_a_line(tmp_path: Path) -> None:
    (tmp_path / "pendulum.toml").write_text(PENDULUM, encoding="utf-8")
    (tmp_path / "notes.md").write_text('# Swing\n\n![It](pendulum.toml "replay t_end=0.5")\n', encoding="utf-8")
    done = linkwork("lesson", "notes.md", "-o", "out.html", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "wrote out.html\n"
    assert "<h1>Swing</h1>" in (tmp_path / "out.html").read_text(encoding="utf-8")
    (tmp_path / "notes.md").write_text("# Swing\n\n![It](nothing.toml)\n", encoding="utf-8")
    done = linkwork("lesson", "notes.md", cwd=tmp_path)
    assert done.returncode == 3
    assert done.stderr == "linkwork: notes.md, line 3: nothing.toml: there is no such file.\n"

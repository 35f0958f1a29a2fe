"""The course: notebooks without outputs in `docs/course`, run in a kernel, and shown as pages of the documentation.

A hook of mkdocs makes a page of every notebook: its texts, its code, and what a run of it gave. A run is kept in
`build/course` under a key of the notebook and of the whole package, so that pages are made anew only where something
changed.
"""

import base64
import hashlib
import os
import re
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from nbclient import NotebookClient
from traitlets.config import Config

ROOT = Path(__file__).parents[1]
FOLDER, KEPT = ROOT / "docs" / "course", ROOT / "build" / "course"
SECONDS = 120
"""How long one cell may take."""
read: Callable[..., Any] = nbformat.read
writes: Callable[..., str] = nbformat.writes


@dataclass(frozen=True)
class Page:
    """A notebook as Markdown, and its pictures by file name."""

    text: str
    pictures: dict[str, bytes]


def notebooks() -> list[Path]:
    """The files of the course, in order."""
    return sorted(FOLDER.glob("*.ipynb"))


def run(path: Path) -> Any:
    """The notebook with its outputs, run from top to bottom in a kernel of its own; kept for the pages."""
    notebook = read(path, as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        # Sockets in files where there are some: ports of two kernels that start at once may be the same.
        where = {"transport": "ipc", "ip": f"{folder}/kernel"} if os.name == "posix" else {}
        client = NotebookClient(
            notebook, timeout=SECONDS, startup_timeout=SECONDS, config=Config({"KernelManager": where})
        )
        client.execute(cwd=folder)
    _keep(_place(path), writes(notebook))
    return notebook


def page_of(notebook: Any, name: str) -> Page:
    """What is read: texts as they are, code, and below it what it printed and showed."""
    pictures: dict[str, bytes] = {}
    blocks = [f"[The notebook]({name}.ipynb){{ .md-button }}" if k == 1 else "" for k in range(len(notebook.cells))]
    for k, cell in enumerate(notebook.cells):
        if cell.cell_type == "markdown":
            blocks[k] = f"{cell.source}\n\n{blocks[k]}" if k else cell.source
            continue
        shown = [part for output in cell.outputs for part in _shown(output, name, pictures)]
        code = "\n".join(line for line in cell.source.splitlines() if not line.startswith("%"))
        blocks[k] = "\n\n".join([blocks[k], f"```python\n{code}\n```", *shown]).strip()
    return Page("\n\n".join(blocks) + "\n", pictures)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds a page and its pictures for every notebook; called by mkdocs."""
    for path in notebooks():
        place = _place(path)
        notebook = read(place, as_version=4) if place.exists() else run(path)
        page = page_of(notebook, path.stem)
        files.append(File.generated(config, f"course/{path.stem}.md", content=page.text))
        for name, content in page.pictures.items():
            files.append(File.generated(config, f"course/{name}", content=content))
    return files


def _shown(output: Any, name: str, pictures: dict[str, bytes]) -> Iterator[str]:
    """An output as Markdown; formulas where there are some, else a picture, else text."""
    if output.output_type == "stream":
        yield f"```text\n{output.text.rstrip()}\n```"
        return
    data = output.get("data", {})
    if "image/png" in data:
        picture = f"{name}_{len(pictures) + 1}.png"
        pictures[picture] = base64.b64decode(data["image/png"])
        yield f"![]({picture})"
    elif "text/markdown" in data:
        # A heading of an output is no chapter of the page.
        yield re.sub(r"^#+ (.*)$", r"**\1**", data["text/markdown"].strip(), flags=re.MULTILINE)
    elif "text/latex" in data:
        formula = data["text/latex"].strip().strip("$").strip().removeprefix(r"\displaystyle").strip()
        yield f"$$\n{formula}\n$$"
    elif "text/plain" in data:
        yield f"```text\n{data['text/plain'].rstrip()}\n```"


def _place(path: Path) -> Path:
    """Where a run is kept: the key covers the notebook and every file of the package."""
    key = hashlib.sha256(path.read_bytes())
    for source in sorted((ROOT / "src").rglob("*.py")):
        key.update(source.read_bytes())
    return KEPT / f"{path.stem}-{key.hexdigest()[:16]}.ipynb"


def _keep(place: Path, text: str) -> None:
    """Writes in one move, so that no reader meets half a file, and drops what is out of date."""
    place.parent.mkdir(parents=True, exist_ok=True)
    for old in place.parent.glob(f"{place.stem.rpartition('-')[0]}-*.ipynb"):
        old.unlink(missing_ok=True)
    draft = place.with_suffix(f".{os.getpid()}")
    draft.write_text(text, encoding="utf-8")
    draft.replace(place)

"""The gallery page, made from the examples: `python -m tools.gallery` writes it, `… viewers` runs all of them too.

What the page says of an example is the example's own text. A test sees that the page is current and that every example
has a picture. The live pages take a minute or two and are not stored: `make docs` makes them.
"""

import ast
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from linkwork.cli.commands.gallery import GROUPS, OTHERS, gallery_files, group_of
from linkwork.cli.commands.lesson import source_figure
from linkwork.cli.sources import of_module, run_file
from tools.seed_coverage import load_documents

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "gallery.md"
PICTURES = ROOT / "docs" / "images" / "gallery"
VIEWERS = ROOT / "build" / "viewers"
DOCUMENT_PAGES = {"S0": "sol", "S1": "schwertassek", "S2": "huston", "S3": "mello", "S4": "wolfsteiner"}
MOST_BYTES = 60_000
"""Of a picture."""

INTRODUCTION = """\
# Gallery

<!-- Written by `python -m tools.gallery` from the examples; change them, not this page. -->

Each example is one short file in `examples/` that defines `model()`, where it starts, and `numbers()`, which the tests
check by another route: a closed form, a conservation law, a published value, equations written by hand. Tests also run
each for a second and check that its energy balances within the tolerance asked for.

```sh
linkwork gallery
linkwork gallery run jansen_leg --picture --gif    # page, picture and animation here
```

Below, each example has its picture, its text and its file, and a page in which the mechanism moves.

<div><input class="gallery-search" type="search" placeholder="Find: crane, impact" aria-label="Find an example"
oninput="var words = this.value.toLowerCase().split(' ');
document.querySelectorAll('[data-words]').forEach(function (a) {
a.hidden = !words.every(function (word) { return a.dataset.words.includes(word); }); });"></div>
"""
ENTRY = """
## {title} {{ #{name} }}

{about}{shows}

{picture}

<!-- viewer of {name} -->

`linkwork gallery run {name}`

??? example "examples/{name}.py"

    ``` {{ .python }}
    --8<-- "examples/{name}.py"
    ```
"""


@dataclass(frozen=True)
class Entry:
    """One example as the page shows it."""

    name: str
    title: str
    about: str
    shows: str = ""
    """What of the documents it shows, as a paragraph."""
    rows: tuple[str, ...] = ()
    """The rows of the documents that it shows."""

    @property
    def picture(self) -> str:
        """Its picture; one that moves where there is one, but not for those who asked their system for less motion."""
        if not (PICTURES / f"{self.name}.gif").exists():
            return f"![{self.title}](images/gallery/{self.name}.png)"
        still = f'<source media="(prefers-reduced-motion: reduce)" srcset="images/gallery/{self.name}.png">'
        return f'<picture>{still}<img src="images/gallery/{self.name}.gif" alt="{self.title}"></picture>'


def shown_rows(rows: Sequence[str]) -> str:
    """A sentence for each document whose rows an example shows, with a link to the document's page."""
    said, left = [], list(rows)
    for document, (title, known) in load_documents().items():
        own = [known[row] for row in rows if row in known]
        left = [row for row in left if row not in known]
        if own:
            who = title.partition(":")[0]
            said.append(f"\n\n*Of [{who}](theory/{DOCUMENT_PAGES[document]}.md): {'; '.join(own)}.*")
    if left:
        raise ValueError(f"SHOWS: {', '.join(left)} is not a row of tools/seeds.toml.")
    return "".join(said)


def entry_of(name: str, path: Path) -> Entry:
    """An example's own text: title and a sentence in its first line, then more; `SHOWS` names rows of the documents."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    text = ast.get_docstring(tree) or name
    constants = {ast.unparse(node.targets[0]): node.value for node in tree.body if isinstance(node, ast.Assign)}
    rows = ast.literal_eval(constants["SHOWS"]) if "SHOWS" in constants else ()
    title, _, rest = text.partition(":")
    about = rest.strip()
    return Entry(name, title.strip(), about[:1].upper() + about[1:], shown_rows(rows), tuple(rows))


def entries() -> list[Entry]:
    """All examples, by group and in the order of their titles."""
    groups = [*GROUPS, OTHERS]
    found = (entry_of(name, path) for name, path in gallery_files().items())
    return sorted(found, key=lambda entry: (groups.index(group_of(entry.name)), entry.title.lower()))


def thumbnails(shown: Sequence[Entry]) -> list[str]:
    """Small pictures that lead to the examples, under the names of their groups; a search field hides others."""
    lines, last = [], ""
    for e in shown:
        group = group_of(e.name)
        lines += [f"<b>{group}</b>"] if group != last else []
        words = escape(" ".join([e.name, e.title, group, *e.rows, e.about.partition("\n")[0]]).lower())
        small = f'<img src="images/gallery/{e.name}.png" alt=""><span>{e.title}</span>'
        lines.append(f'<a href="#{e.name}" data-words="{words}">{small}</a>')
        last = group
    return lines


def render() -> str:
    """The page."""
    shown = entries()
    small = thumbnails(shown)
    overview = ['\n<div class="thumbnails">', *small, "</div>\n"]
    return INTRODUCTION + "\n".join(overview) + "".join(ENTRY.format(**vars(e), picture=e.picture) for e in shown)


def is_current(name: str, path: Path) -> bool:
    """Whether the live page of an example is younger than the example and the package."""
    made = VIEWERS / f"{name}.html"
    sources = [path, *(file for file in (ROOT / "src").rglob("*") if file.suffix in (".py", ".js", ".css", ".html"))]
    return made.exists() and made.stat().st_mtime > max(source.stat().st_mtime for source in sources)


def viewer_text(path: Path) -> str:
    """The page of an example: it lives where it can, and is a replay elsewhere."""
    return source_figure(of_module(path, run_file(path)))


def make_viewers() -> None:
    """Make the page of every example whose page is missing or old."""
    for name, path in gallery_files().items():
        if is_current(name, path):
            continue
        VIEWERS.mkdir(parents=True, exist_ok=True)
        (VIEWERS / f"{name}.html").write_text(viewer_text(path), encoding="utf-8")
        print(f"  {VIEWERS.relative_to(ROOT) / name}.html")


def main() -> None:
    """Write the page, and the live pages where asked."""
    PAGE.write_text(render(), encoding="utf-8")
    for entry in entries():
        if not (PICTURES / f"{entry.name}.png").exists():
            print(f"{entry.name} has no picture: python -m tools.gallery_pictures {entry.name}")
    if "viewers" in sys.argv[1:]:
        make_viewers()


if __name__ == "__main__":
    main()

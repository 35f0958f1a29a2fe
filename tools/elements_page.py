"""The catalogue of all elements, made from the registry: `python -m tools.elements_page` writes page and pictures.

What the page says of an element is its own text: the equation in its first line, and a little more. Its picture is
drawn from it where it can be, else it is the symbol of what it does, else that of an example of the gallery. A test
sees that page and pictures are current.
"""

import ast
import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from linkwork.cli.commands.gallery import gallery_files
from linkwork.contract import Element
from linkwork.contract.fields import FIELDS_TITLE
from linkwork.elements.catalogue import registered
from linkwork.testing.examples import examples_of
from tools.element_pictures import picture, symbol, symbol_of
from tools.gallery import entry_of
from tools.seed_coverage import load_documents
from tools.site_pages import imports, reference

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "elements.md"
PICTURES = ROOT / "docs" / "images" / "elements"
ROW = re.compile(r" \(S\d\.\d+\)")
"""A row of the checklist."""
MOST_SHOWN = 3
"""Examples that are named of an element."""
MOST_TEXT = 330
"""Letters of the second paragraph of a text; longer ones stand in the reference."""
GROUPS = {
    "Joints": "hinges",
    "Constraints": "constraints",
    "Stops, ropes and clutches": "stops",
    "Forces": "forces",
    "Actuators and muscles": "actuators",
    "Contacts": "contacts",
    "Loads": "loads",
    "Measures": "measures",
    "Obstacles of paths": "obstacles",
    "Responses": "responses",
    "Signals": "signals",
    "Shapes": "shapes",
    "Rotors": "rotors",
    "Beams and cables": "structures",
    "Sections of beams": "sections",
    "Materials": "materials",
    "Curves": "curves",
    "Surfaces": "surfaces",
}
"""Headings, and the folders of the catalogue below them."""
INTRODUCTION = """\
---
hide: [toc]
---

# All elements

<!-- Written by `python -m tools.elements_page` from the elements; change them, not this page. -->

Every element of the catalogue with its picture, its equation and how it is called; the name leads to the reference,
which has all of its fields. A joint's picture shows a brick at rest (grey) and moved along each of its coordinates, one
colour for each. How to pick one: [joints, constraints, signals](joints.md), [forces and actuators](catalogue.md); or
[write your own](own_elements.md).
"""


@dataclass(frozen=True)
class Shown:
    """An element as the page shows it."""

    name: str
    kind: type[Element]

    @property
    def text(self) -> str:
        """The first paragraph of its own text, and the second where that is short."""
        lines = (inspect.getdoc(self.kind) or "").splitlines()
        own = "\n".join(lines[: lines.index(FIELDS_TITLE)] if FIELDS_TITLE in lines else lines)
        first, *others = own.strip().split("\n\n")
        second = others[:1] if others and (len(others[0]) <= MOST_TEXT or others[0].startswith("$$")) else []
        found = "\n\n".join([first, *second])
        # A text for Python has codes for the documents, and names joints as the modules do.
        found = ROW.sub("", found)
        for code, (title, _) in load_documents().items():
            found = re.sub(rf"\b{code}\b", title.partition(":")[0], found)
        return re.sub(r"(?<![`\w])(h|H)inge(s?)\b", lambda m: f"{'J' if m[1] == 'H' else 'j'}oint{m[2]}", found)

    @property
    def call(self) -> str:
        """How it is called with what has to be given."""
        found = inspect.signature(self.kind).parameters.values()
        return f"lw.{self.name}({', '.join(a.name for a in found if a.default is a.empty)})"

    @property
    def examples(self) -> list[str]:
        """Examples of the gallery that use it."""
        return [name for name, used in names_used().items() if self.name in used]

    @property
    def drawn(self) -> str | None:
        """Its picture, drawn; of the first of its examples that has one."""
        found = (picture(one) for one in examples_of(self.kind))
        own = next((one for one in found if one), None)
        what = None if own else next((symbol_of(one) for one in examples_of(self.kind)), None)
        return symbol(what) if what else own

    @property
    def shown(self) -> str:
        """Its picture on the page, as Markdown."""
        if (PICTURES / f"{self.name}.svg").exists():
            return f"![{self.name}](images/elements/{self.name}.svg){{ .element }}\n\n"
        return f"![{self.name}](images/gallery/{self.examples[0]}.png){{ .element }}\n\n" if self.examples else ""

    @property
    def entry(self) -> str:
        """Its part of the page."""
        links = [f"[{titles()[name]}](gallery.md#{name})" for name in self.examples[:MOST_SHOWN]]
        seen = f" · in the gallery: {', '.join(links)}" if links else ""
        head = f"### [{self.name}][{reference(self.name)}] {{ #{self.name} }}\n\n"
        return f"{head}{self.shown}{self.text}\n\n`{self.call}`{seen}\n"


@cache
def names_used() -> dict[str, set[str]]:
    """Of each example of the gallery, the names that it takes from the package."""
    trees = {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in gallery_files().items()}
    return {
        name: {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)} for name, tree in trees.items()
    }


@cache
def titles() -> dict[str, str]:
    """Titles of the examples."""
    return {name: entry_of(name, path).title for name, path in gallery_files().items()}


def groups() -> Iterator[tuple[str, list[Shown]]]:
    """The elements below their headings, by name."""
    offered = {name for _, names in imports() for name in names}
    known = {name: kind for name, kind in registered().items() if name in offered and not inspect.isabstract(kind)}
    for heading, folder in GROUPS.items():
        yield heading, [Shown(name, kind) for name, kind in sorted(known.items()) if folder_of(kind) == folder]


def folder_of(kind: type[Element]) -> str:
    """The folder of the catalogue, or that which offers what is defined among the contracts."""
    package, name = kind.__module__.split(".")[1:3]
    return name if package == "elements" else {"signal": "signals", "surface": "surfaces", "section": "materials"}[name]


def render() -> str:
    """The page."""
    found = [*groups()]
    index = [
        f"**[{heading}](#{heading.lower().replace(',', '').replace(' ', '-')})**: "
        + " · ".join(f"[{one.name}](#{one.name})" for one in own)
        for heading, own in found
    ]
    parts = [INTRODUCTION, *(f"{line}\n" for line in index)]
    for heading, own in found:
        parts += [f"## {heading}\n", *(one.entry for one in own)]
    return "\n".join(parts)


def drawings() -> dict[str, str]:
    """Pictures that are drawn, by the name of the element."""
    found = {one.name: one.drawn for _, own in groups() for one in own}
    return {name: drawn for name, drawn in found.items() if drawn}


def main() -> None:
    """Write pictures and page."""
    PICTURES.mkdir(exist_ok=True)
    drawn = drawings()
    for path in PICTURES.glob("*.svg"):
        if path.stem not in drawn:
            path.unlink()
    for name, text in drawn.items():
        (PICTURES / f"{name}.svg").write_text(text, encoding="utf-8")
    PAGE.write_text(render(), encoding="utf-8")


if __name__ == "__main__":
    main()

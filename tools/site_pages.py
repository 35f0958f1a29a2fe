"""Pages of the site that are made while it is built: a hook of mkdocs.

`api/names.md` lists every public name as a reference that must resolve, so that a name without documentation fails the
strict build; `api/analyses.md` has the modules of all public analyses, `api/elements.md` those of the catalogue.
Where `make docs` has run the examples, the gallery shows their pages live, and so do figures of other pages
(`<!-- living NAME -->`), which are still pictures elsewhere.
"""

import ast
import re
import tomllib
from collections.abc import Container, Iterator
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from linkwork.elements.catalogue import registered

ROOT = Path(__file__).parents[1]
STUB = ROOT / "src" / "linkwork" / "__init__.pyi"
ELEMENTS = "linkwork.elements."
VIEWERS = ROOT / "build" / "viewers"
WORDS = ROOT / "tools" / "words.toml"
WORDS_MARK = "<!-- table of words -->"
ELSEWHERE = {
    "array": "linkwork.expr.array.array",
    "opaque": "linkwork.expr.opaque.opaque",
    "body_segments": "linkwork.library.body_segments.body_segments",
    "leg_muscles": "linkwork.library.leg_muscles.leg_muscles",
    "profile": "linkwork.elements.sections.profile",
}
"""Where a name's reference is not `linkwork.NAME`: a module has the same name."""
PARTS = {
    "model": "Models",
    "contract": "What an author writes with",
    "elements": "The catalogue",
    "flexible": "Flexible bodies",
    "library": "Ready models",
    "topology": "Topology",
    "system": "Systems",
    "absolute": "Absolute coordinates",
    "analyses": "Analyses",
    "numerics": "Tables of coefficients",
    "channels": "Channels",
    "results": "Results",
    "run": "Parts of a run",
    "runs": "Stored runs",
    "formats": "Model files",
    "studies": "Studies",
    "views": "Views",
    "documents": "Documents",
    "exports": "Exports",
    "symbolic": "Symbolic workbench",
    "spatial": "Rotations and poses",
    "expr": "Mathematics on numbers and symbols",
}
MARK = re.compile(r"^<!-- viewer of (\w+) -->$", re.MULTILINE)
# A page is loaded when its box is opened: thirty at once would stop any browser.
LIVE = """\
<details class="viewer" ontoggle="const f = this.querySelector('iframe'); if (!f.src) f.src = f.dataset.src">
<summary>Turn it, play it, plot it</summary>
<iframe data-src="viewers/{name}.html" title="{name} in the viewer"></iframe>
<a href="viewers/{name}.html">the page alone</a></details>"""


FIGURE = re.compile(r"^<!-- living (\w+)(?: (.+))? -->$", re.MULTILINE)
# A figure at the head of a page loads when it comes into sight.
LIVING = """\
<iframe class="living" loading="lazy" src="{up}viewers/{name}.html" title="{title}"></iframe>
[Open it alone]({up}viewers/{name}.html){{ .living-alone }} · `linkwork gallery run {name}`"""
STILL = "![{title}]({up}images/gallery/{name}.png)\n\n`linkwork gallery run {name}`"


def imports() -> Iterator[tuple[str, list[str]]]:
    """(module, names) of everything that the stub offers, in its order."""
    for node in ast.parse(STUB.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.module != "_version":
            yield str(node.module), [alias.name for alias in node.names]


def public_names() -> dict[str, list[str]]:
    """The names that `import linkwork` offers, by the folder they come from."""
    found: dict[str, list[str]] = {part: [] for part in PARTS}
    for module, names in imports():
        found[module.partition(".")[0]] += names
    return found


def analyses_page() -> str:
    """The reference of all public analyses."""
    modules = [module for module, _ in imports() if module.startswith("analyses.")]
    intro = "One verb a file: a function of a system that returns a frozen result."
    return "\n\n".join(["# Analyses", intro, *(f"::: linkwork.{module}" for module in modules)]) + "\n"


def elements_page() -> str:
    """The reference of the catalogue, by module."""
    modules = sorted({kind.__module__ for kind in registered().values() if kind.__module__.startswith(ELEMENTS)})
    return "\n\n".join(["# The catalogue", *(f"::: {module}" for module in modules)]) + "\n"


def reference(name: str) -> str:
    """Where a public name is documented; the stub's own classes of the catalogue only say how these are called."""
    kind = registered().get(name)
    return ELSEWHERE.get(name, f"{kind.__module__}.{name}" if kind else f"linkwork.{name}")


def names_page() -> str:
    """The page of all public names."""
    lines = [
        "# All public names",
        "",
        "What `import linkwork as lw` offers, by topic. `lw.__version__` is the version.",
    ]
    for part, names in public_names().items():
        links = (f"[`{name}`][{reference(name)}]" for name in sorted(names, key=str.lower))
        lines += ["", f"## {PARTS[part]}", "", " · ".join(links)]
    return "\n".join(lines) + "\n"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add what is made here; called by mkdocs."""
    for path, page in (("names", names_page), ("analyses", analyses_page), ("elements", elements_page)):
        files.append(File.generated(config, f"api/{path}.md", content=page()))
    for viewer in _viewers():
        files.append(File.generated(config, f"viewers/{viewer.name}", abs_src_path=str(viewer)))
    return files


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Put viewers and figures where they are marked, as far as they were made; called by mkdocs for every page."""
    own = words().get(page.file.src_uri)
    if own:
        # What the search weighs most; it takes a tag as one word.
        page.meta.setdefault("tags", [*dict.fromkeys(part for word in own for part in re.split(r"[ -]", word))])
    made = {path.stem for path in _viewers()}
    markdown = markdown.replace(WORDS_MARK, words_table()) if page.file.src_uri == "words.md" else markdown
    seen = MARK.sub(lambda mark: LIVE.format(name=mark[1]) if mark[1] in made else "", markdown)
    return FIGURE.sub(lambda mark: figure(mark[1], mark[2], page.file.src_uri.count("/"), made), seen)


def words() -> dict[str, list[str]]:
    """Everyday words by the page that answers them."""
    found: dict[str, list[str]] = tomllib.loads(WORDS.read_text(encoding="utf-8"))
    return found


def words_table() -> str:
    """The page of everyday words, in the order of the alphabet."""
    rows = sorted(((word, path) for path, own in words().items() for word in own), key=lambda row: row[0].lower())
    lines = ["| you look for | see |", "|---|---|"]
    return "\n".join([*lines, *(f"| {word} | [{page_title(path)}]({path}) |" for word, path in rows)])


def page_title(path: str) -> str:
    """The heading of a page."""
    lines = (ROOT / "docs" / path).read_text(encoding="utf-8").splitlines()
    return next(line[2:] for line in lines if line.startswith("# "))


def figure(name: str, title: str | None, depth: int, made: Container[str]) -> str:
    """The figure at the head of a page: the living page of an example where it was made, else its picture."""
    known = title or f"{name.replace('_', ' ')}, from the gallery"
    return (LIVING if name in made else STILL).format(name=name, title=known, up="../" * depth)


def _viewers() -> Iterator[Path]:
    return iter(sorted(VIEWERS.glob("*.html")))

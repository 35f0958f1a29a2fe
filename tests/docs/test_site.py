"""The documentation stands alone: nothing comes from elsewhere, formulas are drawn, every public name is
documented, and everyday words find their page."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import mkdocs.contrib.search
import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config

import linkwork as lw
from tools.site_pages import words

ROOT = Path(__file__).parents[2]
# What a browser fetches by itself; a link to another site is allowed.
FETCHED = re.compile(r'<(?:script|img|iframe)[^>]*\ssrc="(?:https?:)?//|<link[^>]*\shref="(?:https?:)?//')


@pytest.mark.slow
def test_the_site(tmp_path: Path) -> None:
    # One test, so that one process builds the site once.
    pages = built(tmp_path)
    pages_load_nothing_from_elsewhere(pages)
    formulas_are_drawn_and_none_is_left_as_text(pages)
    every_public_name_leads_to_its_documentation(pages)
    if shutil.which("node"):
        found = places(tmp_path / "search" / "search_index.json")
        assert {word: place for word, place in found.items() if place > 2} == {}


def built(site: Path) -> dict[str, str]:
    """The pages of a build, by path; warnings are errors once `make` has written the page of seed coverage."""
    strict = (ROOT / "docs" / "seed_coverage.md").exists()
    build(load_config(str(ROOT / "mkdocs.yml"), site_dir=str(site), strict=strict))
    return {str(p.relative_to(site)): p.read_text(encoding="utf-8") for p in site.rglob("*.html")}


def pages_load_nothing_from_elsewhere(pages: dict[str, str]) -> None:
    assert len(pages) > 50
    assert not [name for name, page in pages.items() if FETCHED.search(page)]


def formulas_are_drawn_and_none_is_left_as_text(pages: dict[str, str]) -> None:
    assert pages["theory/dynamics.html"].count('class="formula"') > 10
    assert not [name for name, page in pages.items() if "arithmatex" in page]


def every_public_name_leads_to_its_documentation(pages: dict[str, str]) -> None:
    links = dict(
        re.findall(r'<a class="autorefs[^>]*href="([^"#]*#[^"]+)"[^>]*><code>(\w+)</code>', pages["api/names.html"])
    )
    leads = {name: target for target, name in links.items()}
    assert set(leads) == set(lw.__all__) - {"__version__"}
    for name, target in leads.items():
        path, _, anchor = target.partition("#")
        assert f'id="{anchor}"' in pages[f"api/{path}"], name


QUERY = r"""
const lunr = require(process.argv[2]), index = JSON.parse(require("fs").readFileSync(process.argv[3]));
const words = JSON.parse(process.argv[4]);
const found = lunr(function () {
  this.ref("location");
  this.field("title", { boost: 1e3 }); this.field("text", { boost: 1 }); this.field("tags", { boost: 1e6 });
  for (const doc of index.docs) this.add(doc, { boost: doc.boost || 1 });
});
const pages = (word) => [...new Set(found.search(word.replace(/[-:]/g, " ")).map((one) => one.ref.split("#")[0]))];
console.log(JSON.stringify(words.map((word) => pages(word).slice(0, 5))));
"""


def places(index: Path) -> dict[str, int]:
    """At which place the search of a built site has the page of each word; 99 where it is not among the first five."""
    engine = Path(mkdocs.contrib.search.__file__).parent / "templates" / "search" / "lunr.js"
    asked = {word: path for path, own in words().items() for word in own}
    command = ["node", "-e", QUERY, "-", str(engine), str(index), json.dumps([*asked])]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    ranks = {}
    for (word, path), found in zip(asked.items(), json.loads(done.stdout), strict=True):
        page = re.sub(r"\.md$", ".html", path)
        ranks[word] = found.index(page) + 1 if page in found else 99
    return ranks

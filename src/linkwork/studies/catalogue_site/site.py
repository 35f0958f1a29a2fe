"""What a browser may ask of a catalogue, and what it gets."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib.resources import files
from typing import Any

from ...contract import ModelError
from ...views.page import page as viewer_page
from ...views.pictures import run_svg
from ...views.run_scene import scene_of_run
from ..catalogue.catalogue import Catalogue
from .pages import CataloguePages

SITE_POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""No script runs in these pages, whatever stands in them, and nothing is fetched from elsewhere."""
VIEWER_POLICY = "frame-ancestors 'none'"
"""The page of a run brings its own policy: one script, known by its hash."""
READ_ONLY = "This catalogue is shown to be read; start it with --write to add tags and notes."
Fields = Mapping[str, Sequence[str]]
"""What a form sends: names with their values."""


@dataclass(frozen=True)
class SiteAnswer:
    """An answer to a browser."""

    status: int
    content: str = ""
    kind: str = "text/html"
    policy: str = SITE_POLICY
    location: str = ""
    """Where to go instead."""


@dataclass(eq=False)
class CatalogueSite:
    """Answers requests for pages of a catalogue; addresses begin with `root`."""

    lab: Catalogue
    name: str
    root: str
    writes: bool = False
    secret: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    """Stands in forms of this site alone: without it nothing is changed."""
    lock: Any = field(default_factory=threading.Lock)
    pictures: dict[int, str] = field(default_factory=dict, repr=False)

    @property
    def pages(self) -> CataloguePages:
        """The pages, with forms where something may be changed."""
        return CataloguePages(self.lab, self.name, self.root, self.secret if self.writes else None)

    def get(self, path: str, fields: Fields) -> SiteAnswer:
        """The page at a path below the root."""
        if path == "style.css":
            style = files("linkwork.studies.catalogue_site").joinpath("style.css").read_text(encoding="utf-8")
            return SiteAnswer(200, style, "text/css")
        try:
            return self._found(path, fields)
        except ModelError as error:
            return SiteAnswer(400, self.pages.wrong(str(error)))

    def post(self, path: str, fields: Fields) -> SiteAnswer:
        """Makes a change, and leads back to its run."""
        if not self.writes:
            return SiteAnswer(403, self.pages.wrong(READ_ONLY))
        if not secrets.compare_digest(_one(fields, "secret").encode(), self.secret.encode()):
            return SiteAnswer(403, self.pages.wrong("This change does not come from a form of this page."))
        place, _, what = path.rpartition("/")
        changes: dict[str, Callable[[int, str], None]] = {
            "tag": self.lab.tag,
            "untag": self.lab.untag,
            "note": self.lab.note,
        }
        number = _number(place.removeprefix("run/"))
        if what not in changes or number is None or not place.startswith("run/"):
            return self._nothing()
        try:
            changes[what](number, _one(fields, "note" if what == "note" else "tag"))
        except ModelError as error:
            return SiteAnswer(400, self.pages.wrong(str(error)))
        return SiteAnswer(303, location=self.pages.address(f"run/{number}"))

    def _found(self, path: str, fields: Fields) -> SiteAnswer:
        pages = self.pages
        query = _one(fields, "q")
        head, _, rest = path.partition("/")
        plain: dict[str, Callable[[], str]] = {
            "": partial(pages.runs, query, _number(_one(fields, "before")), _one(fields, "sort")),
            "models": pages.models,
            "studies": pages.studies,
            "plot": partial(pages.plot, query, _one(fields, "x"), _one(fields, "y")),
            "compare": lambda: pages.compare([n for text in fields.get("run", ()) if (n := _number(text)) is not None]),
        }
        if path in plain:
            return SiteAnswer(200, plain[path]())
        if head == "model" and rest.isalnum():
            return SiteAnswer(200, pages.model(rest))
        number = _number(rest.removesuffix("/view").removesuffix("/picture"))
        if head != "run" or number is None:
            return self._nothing()
        if rest.endswith("/picture"):
            return self._picture(number)
        return self._viewer(number) if rest.endswith("/view") else SiteAnswer(200, pages.run(number))

    def _picture(self, number: int) -> SiteAnswer:
        """A run where it ends, small; drawn once."""
        with self.lock:
            if number not in self.pictures:
                self.pictures[number] = run_svg(self.lab.open(number))
        return SiteAnswer(200, self.pictures[number], "image/svg+xml")

    def _viewer(self, number: int) -> SiteAnswer:
        # One at a time: a run that was kept by its steps is computed again between them, which may compile its model.
        with self.lock:
            shown = viewer_page(scene_of_run(self.lab.open(number)))
        return SiteAnswer(200, shown, policy=VIEWER_POLICY)

    def _nothing(self) -> SiteAnswer:
        return SiteAnswer(404, self.pages.wrong("There is no such page."))


def _one(fields: Fields, name: str) -> str:
    values = fields.get(name, ())
    return values[0] if values else ""


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else None

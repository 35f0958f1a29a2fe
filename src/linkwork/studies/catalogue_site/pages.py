"""Pages of a catalogue: a list of runs, a run, models, studies, what differs, a plot."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote, urlencode

from ...contract import ModelError
from ...contract.errors import counted
from ..catalogue.catalogue import Catalogue
from .scatter import Markup, html_element, html_parts, scatter

LISTED_RUNS = 100
"""Runs on a page."""
PLOTTED_RUNS = 5000
"""Runs of a plot."""
FIRST_COLUMNS, LAST_COLUMNS = ("created", "verdict", "method", "t_end", "energy_error"), ("tags", "note", "who")
HIDDEN_COLUMNS = ("status", "sentence", "rtol", "atol", "h", "t_start", "steps", "energy_scale", "position_error")
QUERY_HINT = "k > 30 and verdict == 'good' and tag == 'v2'"


@dataclass(frozen=True)
class CataloguePages:
    """The pages of one catalogue, whose addresses begin with `root`."""

    lab: Catalogue
    name: str
    root: str
    secret: str | None = None
    """Goes with every change; None where nothing may be changed."""

    def page(self, title: str, *content: Markup, at: str = "") -> str:
        """A whole page."""
        links = [
            html_element("a", label, href=self.address(path), aria_current="page" if path == at else None)
            for label, path in (("Runs", ""), ("Models", "models"), ("Studies", "studies"))
        ]
        head = html_element(
            "head",
            html_element("meta", charset="utf-8"),
            html_element("meta", name="viewport", content="width=device-width, initial-scale=1"),
            html_element("title", f"{title} · {self.name}"),
            html_element("link", rel="stylesheet", href=self.address("style.css")),
        )
        header = html_element(
            "header", html_element("b", "linkwork"), html_element("nav", *links), html_element("span", self.name)
        )
        body = html_element("body", header, html_element("main", html_element("h1", title), *content))
        return "<!doctype html>" + html_element("html", head, body, lang="en")

    def address(self, path: str, **query: object) -> str:
        """The address of a page."""
        return f"{self.root}{quote(path)}" + (f"?{urlencode(query)}" if query else "")

    def wrong(self, sentence: str) -> str:
        """The page of something that cannot be shown."""
        return self.page("This cannot be shown", html_element("p", sentence, class_="wrong"))

    def runs(self, query: str, before: int | None, order: str = "") -> str:
        """The runs for which a query holds: the newest first, or by a column, from its largest down after a minus."""
        asked = html_element("input", type="search", name="q", value=query, placeholder=QUERY_HINT, aria_label="Query")
        form = html_element("form", asked, html_element("button", "Filter"), action=self.address(""))
        try:
            count = self.lab.count(query)
        except ModelError as error:
            return self.page("Runs", form, html_element("p", error, class_="wrong"))
        older = " and ".join([*([f"({query})"] if query.strip() else []), *([f"id < {before}"] if before else [])])
        table = self.lab.runs(older or None, newest=PLOTTED_RUNS if order else LISTED_RUNS)[::-1]
        by = order.removeprefix("-")
        if by in table.columns:
            table = table.sort_values(by, ascending=by == order, kind="stable", key=_sortable)[:LISTED_RUNS]
        said = counted(count, "run") + (f", {len(table)} of them here" if len(table) < count else "")
        parts = [form, html_element("p", f"{said}.", class_="soft")]
        if len(table):
            parts += [self._plot_form(table, query), self._run_table(table, query, order)]
        if len(table) == LISTED_RUNS and not order:
            parts.append(
                html_element(
                    "p", html_element("a", "Older runs", href=self.address("", q=query, before=table.index[-1]))
                )
            )
        return self.page("Runs", *parts)

    def _run_table(self, table: Any, query: str, order: str) -> Markup:
        own = [name for name in table.columns if name not in (*FIRST_COLUMNS, *LAST_COLUMNS, *HIDDEN_COLUMNS, "model")]
        own = [name for name in own if name not in ("velocity_error", "wall_time")]
        columns = ["model", *FIRST_COLUMNS, *own, *LAST_COLUMNS]
        head = [html_element("th", ""), html_element("th", ""), html_element("th", "run", class_="number")]
        head += [self._heading(name, table[name], query, order) for name in columns]
        rows = []
        for number, row in table.iterrows():
            box = html_element("input", type="checkbox", name="run", value=number, aria_label=f"run {number}")
            link = html_element("a", number, href=self.address(f"run/{number}"))
            cells = [self._tags(row[name]) if name == "tags" else _cell(name, row[name]) for name in columns]
            seen = html_element("td", self._thumbnail(number))
            rows.append(
                html_element("tr", html_element("td", box), seen, html_element("td", link, class_="number"), *cells)
            )
        listed = html_element("table", html_element("thead", html_element("tr", *head)), html_element("tbody", *rows))
        button = html_element("button", "Compare two", class_="quiet")
        return html_element(
            "form", html_element("div", listed, class_="scroll"), button, action=self.address("compare"), class_="table"
        )

    def _heading(self, name: str, column: Any, query: str, order: str) -> Markup:
        """The name of a column, which sorts by it: numbers and times from the largest, and back."""
        first = f"-{name}" if column.dtype.kind in "ifM" else name
        asked = (name if first == f"-{name}" else f"-{name}") if order == first else first
        way = {name: "ascending", f"-{name}": "descending"}.get(order)
        link = html_element("a", name, href=self.address("", q=query, sort=asked), title=f"sort by {name}")
        return html_element("th", link, class_="number" if _is_number(column) else None, aria_sort=way)

    def _thumbnail(self, number: int) -> Markup:
        """A small picture of a run that was kept with its file."""
        if not self.lab.has_file(number):
            return html_parts()
        small = html_element(
            "img", src=self.address(f"run/{number}/picture"), alt="", loading="lazy", class_="thumbnail"
        )
        return html_element(
            "a", small, href=self.address(f"run/{number}/view"), aria_label=f"run {number} in the viewer"
        )

    def _tags(self, said: Any) -> Markup:
        names = ("" if _is_missing(said) else str(said)).split(", ")
        return html_element("td", *(self._chip(tag) for tag in names if tag), class_="tags")

    def _chip(self, tag: str) -> Markup:
        """A tag, which leads to all runs that have it."""
        return html_element(
            "a", tag, class_="chip", href=self.address("", q=f"tag == {tag!r}"), title=f"runs with the tag {tag}"
        )

    def _plot_form(self, table: Any, query: str, x: str = "", y: str = "") -> Markup:
        names = [name for name in table.columns if _is_number(table[name])]
        x, y = x or _last(names, 1), y or _last(names, 2)

        def choice(label: str, chosen: str) -> Markup:
            options = [html_element("option", name, value=name, selected=name == chosen) for name in names]
            return html_element("label", f"{label} ", html_element("select", *options, name=label))

        hidden = html_element("input", type="hidden", name="q", value=query)
        button = html_element("button", "Plot", class_="quiet")
        return html_element("form", hidden, choice("x", x), choice("y", y), button, action=self.address("plot"))

    def plot(self, query: str, x: str, y: str) -> str:
        """Two columns against each other."""
        table = self.lab.runs(query or None, newest=PLOTTED_RUNS)
        named = [name for name in (x, y) if name not in table.columns or not _is_number(table[name])]
        if named:
            return self.wrong(f"There is no column of numbers {named[0]!r} in these runs.")
        points = [
            (float(row[x]), float(row[y]), str(number), str(row["verdict"]))
            for number, row in table.iterrows()
            if _is_finite(row[x]) and _is_finite(row[y])
        ]
        said = html_element(
            "p", f"{counted(len(points), 'run')}{f' for which {query}' if query.strip() else ''}.", class_="soft"
        )
        drawn = scatter(points, x, y, lambda label: self.address(f"run/{label}")) if points else html_parts()
        return self.page(f"{y} over {x}", self._plot_form(table, query, x, y), said, drawn)

    def run(self, number: int) -> str:
        """All that is known of a run."""
        table = self.lab.runs(f"id == {number}")
        if table.empty:
            return self.wrong(f"There is no run {number}.")
        row = table.iloc[0]
        model = self.lab.models.lineage(number)[-1].hash
        links = [html_element("a", "Model and lineage", href=self.address(f"model/{model}"))]
        if self.lab.has_file(number):
            links.insert(0, html_element("a", "Open in the viewer", href=self.address(f"run/{number}/view")))
        facts = {name: row[name] for name in table.columns if not _is_missing(row[name]) and name not in ("tags",)}
        shown = [
            html_parts(html_element("dt", name), html_element("dd", _shown(value))) for name, value in facts.items()
        ]
        tags = [self._chip(tag) for tag in self.lab.tags(number)]
        other = html_element(
            "input",
            type="number",
            name="run",
            required=True,
            min=1,
            aria_label="another run",
            placeholder="another run",
        )
        this = html_element("input", type="hidden", name="run", value=number)
        compare = html_element("button", "Compare with this run", class_="quiet")
        parts = [html_element("p", _separated(links)), html_element("p", *tags) if tags else html_parts()]
        parts += [
            html_element("dl", *shown),
            html_element("form", this, other, compare, action=self.address("compare")),
        ]
        return self.page(f"Run {number}", *parts, *self._changes(number, str(row["note"])))

    def _changes(self, number: int, note: str) -> list[Markup]:
        """Forms that change a run, where that is allowed."""
        if self.secret is None:
            return []
        secret = html_element("input", type="hidden", name="secret", value=self.secret)
        tag = html_element("input", name="tag", required=True, class_="long", aria_label="tag", placeholder="a tag")
        text = html_element("input", name="note", value=note, class_="long", aria_label="note", placeholder="a note")
        forms = (("tag", "Add the tag", tag), ("untag", "Remove the tag", tag), ("note", "Write the note", text))
        return [
            html_element(
                "form",
                secret,
                field,
                html_element("button", label),
                method="post",
                action=self.address(f"run/{number}/{what}"),
            )
            for what, label, field in forms
        ]

    def models(self) -> str:
        """All models, the newest first."""
        rows = [
            html_element(
                "tr",
                html_element("td", html_element("a", row["name"], href=self.address(f"model/{name}")), class_="text"),
                html_element("td", name[:12]),
                html_element("td", row["parent"][:12]),
                *(_cell(what, row[what]) for what in ("change", "runs", "who", "created")),
            )
            for name, row in self.lab.models()[::-1].iterrows()
        ]
        return self.page(
            "Models", _table(("model", "hash", "changed from", "how", "runs", "who", "created"), rows), at="models"
        )

    def model(self, name: str) -> str:
        """A model with those that it was made from."""
        steps = self.lab.models.lineage(name)
        parts = []
        for step in reversed(steps):
            link = html_element("a", f"{step.name} ({step.hash[:12]})", href=self.address(f"model/{step.hash}"))
            told = [html_element("p", step.change)] if step.change else []
            said = [html_element("li", sentence) for sentence in step.differences]
            versions = ", ".join(f"{package} {version}" for package, version in step.versions.items())
            by = html_element("p", f"{_time(step.created)} {step.who} {versions}", class_="soft")
            parts.append(html_element("li", link, by, *told, html_element("ul", *said) if said else html_parts()))
        runs = html_element("a", "Its runs", href=self.address("", q=f"model_hash == '{steps[-1].hash}'"))
        return self.page(
            steps[-1].name,
            html_element("p", runs),
            html_element("h2", "Lineage, the newest first; its “second model” is the newer of two"),
            html_element("ol", *parts, class_="lineage"),
        )

    def studies(self) -> str:
        """All studies, the newest first."""
        columns = ("name", "members", "failed", "verdict", "varied", "measures", "note", "who", "created")
        rows = [
            html_element(
                "tr", html_element("td", number, class_="number"), *(_cell(name, row[name]) for name in columns)
            )
            for number, row in self.lab.studies()[::-1].iterrows()
        ]
        return self.page("Studies", _table(("study", *columns), rows), at="studies")

    def compare(self, numbers: Sequence[int]) -> str:
        """What differs between two runs."""
        if len(numbers) != 2:
            return self.wrong("Mark two runs in the list, no more and no fewer, and compare these.")
        numbers = sorted(numbers)
        said = self.lab.compare(*numbers)
        links = [html_element("a", f"run {number}", href=self.address(f"run/{number}")) for number in numbers]
        listed = (
            html_element("ul", *(html_element("li", sentence) for sentence in said))
            if said
            else html_element("p", "Nothing.")
        )
        return self.page("What differs", html_element("p", "Between ", links[0], " and ", links[1], ":"), listed)


def _table(headings: Iterable[str], rows: Iterable[Markup]) -> Markup:
    head = html_element("thead", html_element("tr", *(html_element("th", heading) for heading in headings)))
    return html_element("div", html_element("table", head, html_element("tbody", *rows)), class_="scroll")


def _cell(name: str, value: Any) -> Markup:
    if _is_missing(value):
        return html_element("td", "")
    if name == "verdict":
        return html_element("td", value, class_=value if value in ("good", "doubtful", "bad") else None)
    is_number = isinstance(value, (int, float)) or hasattr(value, "item")
    if is_number or hasattr(value, "strftime"):
        return html_element("td", _shown(value), class_="number" if is_number else None)
    return html_element("td", html_element("span", value, class_="clamped", title=value), class_="text")


def _shown(value: Any) -> str:
    if hasattr(value, "strftime"):
        return value.strftime("%Y-%m-%d %H:%M")
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M")


def _is_number(column: Any) -> bool:
    return column.dtype.kind in "if"


def _sortable(column: Any) -> Any:
    """Letters alike, large and small."""
    return column.astype(str).str.casefold() if column.dtype.kind == "O" else column


def _is_missing(value: Any) -> bool:
    return value is None or (isinstance(value, float) and math.isnan(value))


def _is_finite(value: Any) -> bool:
    return value is not None and math.isfinite(float(value))


def _last(names: Sequence[str], k: int) -> str:
    return names[-k] if len(names) >= k else ""


def _separated(links: Sequence[Markup]) -> Markup:
    return html_parts(*(part for link in links[:-1] for part in (link, " · ")), *links[-1:])

"""Which row of the seed checklist is covered by which test: `python -m tools.seed_coverage` writes the page.

The rows stand in `seeds.toml`; the coverage comes from collecting the tests, so it cannot be out of date.
"""

import difflib
import io
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import redirect_stdout
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "seed_coverage.md"

INTRODUCTION = """\
# Seed coverage

linkwork implements what five documents describe. This page lists the rows of that checklist with the tests that carry
their mark, and the passage of the document that a test is about where it names one. It is written by `make
coverage-of-seeds`; a row without a test is open. `python -m tools.mutations` puts a defect into each feature and
sees that its tests fail.
"""


def load_documents() -> dict[str, tuple[str, dict[str, str]]]:
    """Return per document ("S0") its title and its rows {"S0.1": short title}, in order."""
    table = tomllib.loads((Path(__file__).parent / "seeds.toml").read_text(encoding="utf-8"))
    return {
        name: (entry["title"], {f"{name}.{number}": title for number, title in entry["rows"].items()})
        for name, entry in table.items()
    }


def load_rows() -> dict[str, str]:
    """Return all rows {"S0.1": short title} of the checklist."""
    return {row: title for _, rows in load_documents().values() for row, title in rows.items()}


def rows_of(item: pytest.Item) -> Iterator[object]:
    """Yield the rows that a test's `seed` markers name."""
    for marker in item.iter_markers("seed"):
        yield from marker.args


def unknown_rows(rows: Iterable[object], known: Iterable[str]) -> Iterator[str]:
    """Yield a sentence for each row that is not in the checklist."""
    known = list(known)
    for row in rows:
        if row not in known:
            near = difflib.get_close_matches(str(row), known, n=3)
            hint = f" Did you mean {' or '.join(near)}?" if near else ""
            yield f"there is no seed row {row!r}.{hint} The rows stand in tools/seeds.toml."


class Collector:
    """A pytest plugin that notes, per row, the tests that cover it; parametrised cases count as one test."""

    def __init__(self) -> None:
        self.tests: defaultdict[str, dict[str, str]] = defaultdict(dict)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Note the rows of all collected tests, with the passages they name."""
        for item in session.items:
            test = item.nodeid.partition("[")[0]
            for marker in item.iter_markers("seed"):
                for row in marker.args:
                    self.tests[str(row)][test] = marker.kwargs.get("passage", "")


def collect() -> Mapping[str, Mapping[str, str]]:
    """Return per covered row the tests that carry it with their passages, slow ones included; stop where they cannot be
    collected."""
    collector = Collector()
    with redirect_stdout(io.StringIO()) as report:
        code = pytest.main(["--collect-only", "--quiet", "-m", ""], plugins=[collector])
    if code != pytest.ExitCode.OK:
        print(report.getvalue())
        raise SystemExit("The tests could not be collected, so their seed rows are not known; see above.")
    return collector.tests


def render(tests: Mapping[str, Mapping[str, str]]) -> str:
    """Return the Markdown page: a table per document, a line per row."""
    parts = [INTRODUCTION]
    for name, (title, rows) in load_documents().items():
        parts += [f"\n## {name} · {title}\n", "| row | capability | tests |", "|---|---|---|"]
        for row, capability in rows.items():
            found = sorted(tests.get(row, {}).items(), key=lambda pair: not pair[1])
            covered_by = "<br>".join(f"{passage}: `{test}`" if passage else f"`{test}`" for test, passage in found)
            parts.append(f"| {row} | {capability} | {covered_by or 'open'} |")
    return "\n".join(parts) + "\n"


def main() -> None:
    """Write the page and say how many rows are covered."""
    tests = collect()
    PAGE.write_text(render(tests), encoding="utf-8")
    named = sum(any(found.values()) for found in tests.values())
    print(
        f"{len(tests)} of {len(load_rows())} seed rows are covered by tests, {named} by one that names its passage: "
        f"{PAGE.relative_to(ROOT)}"
    )


if __name__ == "__main__":
    main()

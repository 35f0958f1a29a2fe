"""Run benchmarks: `python -m benchmarks.runner [NAME]` prints each table and writes `build/bench/NAME.json`.

A benchmark is a module `benchmarks/NAME.py` with a function `cases() -> Iterable[Case]`.
"""

import argparse
import importlib
import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from benchmarks.case import Case
from benchmarks.measure import Row, measure
from benchmarks.peers import Unavailable
from benchmarks.table import render

FOLDER = Path(__file__).parent
OUTPUT = FOLDER.parent / "build" / "bench"


def benchmark_names() -> list[str]:
    """Return the names of all benchmarks: the modules beside this one that define `cases`."""
    # Read, not imported: importing one benchmark must not depend on what all the others need.
    return sorted(path.stem for path in FOLDER.glob("*.py") if "\ndef cases(" in path.read_text(encoding="utf-8"))


def run(name: str, cases: Iterable[Case], output: Path = OUTPUT) -> list[Row]:
    """Return the measured rows of one benchmark, after printing them and writing them to `output`/`name`.json."""
    print(f"\n{name}")
    # One case at a time: a generator of cases may free one before it prepares the next.
    rows, bars, notes = [], [], []
    for case in cases:
        rows.append(measure(case))
        print(f"  {_said(rows[-1])}", flush=True)
        bars.append(case.bar)
        notes.append(case.note)
    print(render(rows, bars))
    for note in filter(None, dict.fromkeys(notes)):
        print(f"  {note}")
    output.mkdir(parents=True, exist_ok=True)
    path = output / f"{name}.json"
    path.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")
    print(f"  written to {_readable(path)}")
    return rows


def _said(row: Row) -> str:
    """A row that has just been measured, before the table of all of them."""
    numbers = ((row["ours"], ""), (row["theirs"], " beside "), (row["ratio"], ", ratio "))
    told = "".join(f"{before}{value:.4g}" for value, before in numbers if value is not None)
    return f"{row['case']}: {told or 'not measured'}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the benchmark named on the command line, or all of them."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.runner", description="Run linkwork's benchmarks.")
    parser.add_argument("name", nargs="?", choices=benchmark_names(), help="one benchmark; all of them without")
    chosen = parser.parse_args(arguments).name
    for name in [chosen] if chosen else benchmark_names():
        try:
            run(name, importlib.import_module(f"benchmarks.{name}").cases())
        except Unavailable as reason:
            print(f"  skipped: {reason}")


def _readable(path: Path) -> Path:
    """Return the path relative to where the user stands, where that is possible."""
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


if __name__ == "__main__":
    main()

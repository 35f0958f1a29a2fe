"""Finds the cases, runs them, and keeps what came out in `results.json` and `results_absolute.json`."""

from __future__ import annotations

import importlib
import json
import pkgutil
import time
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from validation.case import IN, Case, Figure

FOLDER = Path(__file__).parent
RESULTS = {"tree": FOLDER / "results.json", "absolute": FOLDER / "results_absolute.json"}
GROUPS = ("adams", "ivp", "iftomm", "reference", "documents")
"""In the order of the page."""
BRIEF = 5.0
"""Seconds below which a case is run a second time, so that its time is not that of its compilation."""


@dataclass(frozen=True)
class Result:
    """What came out of a case."""

    name: str
    about: str
    remark: str
    lines: int
    seconds: float
    figures: tuple[Figure, ...]
    coordinates: str = "tree"

    @property
    def holds(self) -> bool:
        """Whether all errors are what the case allows."""
        return all(figure.holds for figure in self.figures)


def group_module(group: str) -> ModuleType:
    """The package of a group; its docstring says where the numbers come from."""
    return importlib.import_module(f"validation.{group}")


@cache
def cases_of(group: str) -> dict[str, Case]:
    """The cases of a group by name, from all of its files that define `cases`."""
    found: dict[str, Case] = {}
    for module in pkgutil.iter_modules(group_module(group).__path__):
        loaded = importlib.import_module(f"validation.{group}.{module.name}")
        if hasattr(loaded, "cases"):
            found |= {case.name: case for case in loaded.cases()}
    return found


def all_cases() -> dict[str, tuple[str, Case]]:
    """(group, case) of all cases by name."""
    return {name: (group, case) for group in GROUPS for name, case in cases_of(group).items()}


def source_of(group: str, name: str) -> Path:
    """The file of a case."""
    for module in pkgutil.iter_modules(group_module(group).__path__):
        loaded = importlib.import_module(f"validation.{group}.{module.name}")
        if hasattr(loaded, "cases") and name in {case.name for case in loaded.cases()}:
            return Path(str(loaded.__file__)).relative_to(FOLDER.parent)
    raise KeyError(name)


def run_case(case: Case, again: bool = False, coordinates: str = "tree") -> Result:
    """Runs a case in these coordinates; `again` runs a brief one twice and takes the processor time of the second."""
    figures, seconds = _timed(case, coordinates)
    if again and seconds < BRIEF:
        figures, seconds = _timed(case, coordinates)
    return Result(case.name, case.about, case.remark, case.lines, seconds, figures, coordinates)


def _timed(case: Case, coordinates: str) -> tuple[tuple[Figure, ...], float]:
    began, before = time.process_time(), IN.set(coordinates)
    try:
        return tuple(case.check()), time.process_time() - began
    finally:
        IN.reset(before)


def as_text(result: Result) -> str:
    """A result as lines to read."""
    said = "" if result.coordinates == "tree" else f", {result.coordinates} coordinates"
    head = f"{result.name}: {result.about} ({result.lines} lines, {result.seconds:.2g} s of processor time{said})"
    rows = [f"  {'':32}{'error':>10}{'digits of the reference':>26}"]
    for f in result.figures:
        said = "" if f.holds else f"   more than the {f.allowed:.1e} allowed"
        rows.append(f"  {f.quantity:32}{f.error:10.1e}{f.digits:26.1e}{said}")
    note = [f"  {result.remark}"] if result.remark else []
    return "\n".join([head, *rows, *note])


def stored(coordinates: str = "tree") -> dict[str, dict[str, Result]]:
    """The results of the file of these coordinates, by group and case."""
    file = RESULTS[coordinates]
    data = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return {
        group: {name: _result(name, one, coordinates) for name, one in found.items()} for group, found in data.items()
    }


def _result(name: str, one: dict[str, Any], coordinates: str) -> Result:
    figures = tuple(Figure(quantity, **values) for quantity, values in one["figures"].items())
    return Result(name, one["about"], one["remark"], one["lines"], one["seconds"], figures, coordinates)


def store(group: str, result: Result) -> None:
    """Puts a result in the file, with two digits of errors and times; results of cases that are gone leave it."""
    kept = stored(result.coordinates)
    kept.setdefault(group, {})[result.name] = result
    data = {
        group: {name: _as_data(one) for name, one in sorted(kept.get(group, {}).items()) if name in cases_of(group)}
        for group in GROUPS
    }
    RESULTS[result.coordinates].write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _as_data(result: Result) -> dict[str, Any]:
    rows = {f.quantity: {k: v for k, v in asdict(f).items() if k != "quantity"} for f in result.figures}
    return {
        "about": result.about,
        "remark": result.remark,
        "lines": result.lines,
        "seconds": _two_digits(result.seconds),
        "figures": {quantity: {k: _two_digits(v) for k, v in row.items()} for quantity, row in rows.items()},
    }


def _two_digits(x: float) -> float:
    return float(f"{x:.1e}")

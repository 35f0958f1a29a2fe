"""Plans of studies as files (.toml or .json): a model file, what is varied, what is measured, where it runs and goes.

A plan is data: nothing in it is run, and the model is a model file. Names of files are those beside the plan.
"""

from __future__ import annotations

import importlib
import multiprocessing
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from scipy import stats

from .._files import replaced
from ..contract import ModelError
from ..contract.arguments import NUMBER_ARGUMENT, takes
from ..contract.errors import counted, unknown
from ..formats import load_model
from ..formats.errors import FilePlace, described_value
from ..formats.text import LANGUAGES, read_file
from .catalogue.catalogue import catalogue
from .measures import STATISTICS
from .study import study
from .study_file import save_study
from .study_result import Study


@takes(low=NUMBER_ARGUMENT, high=NUMBER_ARGUMENT)
def uniform(low: float, high: float) -> Any:
    """Every value from `low` to `high` is as likely as any other."""
    if not low < high:
        raise ModelError(f"uniform: low = {low:g} is not below high = {high:g}; give the smaller value first.")
    return stats.uniform(low, high - low)


@takes(mean=NUMBER_ARGUMENT, deviation=NUMBER_ARGUMENT)
def normal(mean: float, deviation: float) -> Any:
    """Gauss's distribution with a standard deviation, as of manufactured lengths."""
    if not deviation > 0.0:
        raise ModelError(f"normal: deviation = {deviation:g}; give the standard deviation, a positive number.")
    return stats.norm(mean, deviation)


PLAN_KEYS = ("model", "t_end", "over", "measure", "members", "sampling", "seed", "start", "guess", "method", "where")
PLAN_FILES = ("file", "result", "catalogue")
METHOD_KEYS = ("name", "rtol", "atol", "h", "times", "constraints", "coordinates")
"""Of the table `method`: options of runs."""
RESULTS = (".npz", ".csv")
TWO_NUMBERS = {"normal": normal, "uniform": uniform}


@dataclass(frozen=True, eq=False)
class StudyPlan:
    """What a plan says."""

    place: FilePlace
    folder: Path
    asked: Mapping[str, Any]
    """Arguments of `lw.study`."""
    where: Mapping[str, Any]
    results: tuple[Path, ...] = ()
    lab: Mapping[str, Any] = field(default_factory=dict)

    def run(self, progress: bool = True) -> Study:
        """The study, written where the plan says."""
        with ExitStack() as ends:
            more: dict[str, Any] = {"client": ends.enter_context(_client(self.where, self.place / "where"))}
            if self.lab:
                with (self.place / "catalogue").named():
                    more["catalogue"] = catalogue(self.folder / self.lab["place"], self._files())
                    more["keep"] = self.lab.get("keep", "study")
                ends.callback(more["catalogue"].close)
            with self.place.named():
                found = study(**self.asked, **more, progress=progress)
        for path in self.results:
            write_study(found, path)
        return found

    def _files(self) -> Path | None:
        return self.folder / self.lab["files"] if "files" in self.lab else None


def read_plan(path: str | Path) -> StudyPlan:
    """The plan in a file; what it says is checked but for names of the model."""
    file = Path(path)
    place = FilePlace(str(file))
    data = place.table(read_file(file, place), (*PLAN_KEYS, *PLAN_FILES))
    for key in ("model", "t_end", "over", "measure"):
        if key not in data:
            raise place.error(f"has no {key!r}; a plan says model, t_end, over and measure.")
    folder = file.parent
    asked: dict[str, Any] = {
        "model": _model(folder, data["model"], place / "model"),
        "t_end": _number(data["t_end"], place / "t_end"),
        "over": _over(data["over"], place / "over"),
        "measure": _measures(data["measure"], place / "measure"),
        **{key: _numbers(data[key], place / key) for key in ("start", "guess") if key in data},
        **{key: _whole(data[key], place / key) for key in ("members", "seed") if key in data},
        **_method(data.get("method", {}), place / "method"),
    }
    if "sampling" in data:
        asked["sampling"] = (place / "sampling").text(data["sampling"])
    if "file" in data:
        asked["file"] = folder / (place / "file").text(data["file"])
    where = (place / "where").table(data.get("where", {}), ("threads", "processes", "scheduler"))
    if "threads" in where:
        asked["threads"] = _whole(where["threads"], place / "where" / "threads")
    results = tuple(_result(folder, x, at) for at, x in _several(data.get("result", []), place / "result"))
    return StudyPlan(place, folder, asked, where, results, _lab(data.get("catalogue", {}), place / "catalogue"))


def check_result(path: Path) -> None:
    """Raises where a name is none of a file that studies are written as."""
    if path.suffix not in RESULTS:
        raise ModelError(f"{path}: ends in {path.suffix!r}; results are written as {' or '.join(RESULTS)}.")


def write_study(found: Study, path: Path) -> None:
    """Writes a study as its file (.npz), or as a table with a row a member (.csv)."""
    check_result(path)
    if path.suffix == ".npz":
        save_study(found, path)
        return
    try:
        with replaced(path) as unfinished:
            found.to_dataframe().to_csv(unfinished, index_label="member")
    except OSError as error:
        raise ModelError(f"{path}: cannot be written: {error.strerror or error}.") from None


def _model(folder: Path, given: Any, place: FilePlace) -> Any:
    name = place.text(given)
    if Path(name).suffix not in LANGUAGES:
        raise place.error(
            f"{name!r} ends in {Path(name).suffix!r}; a plan is data and runs no Python: give a model file (.toml or "
            ".json; `linkwork convert` writes one), or call lw.study."
        )
    with place.named():
        return load_model(folder / name)


def _number(given: Any, place: FilePlace) -> float:
    if isinstance(given, bool) or not isinstance(given, (int, float)) or not np.isfinite(given):
        raise place.error(f"must be a number, is {described_value(given)}.")
    return float(given)


def _whole(given: Any, place: FilePlace) -> int:
    if isinstance(given, bool) or not isinstance(given, int):
        raise place.error(f"must be a whole number, is {described_value(given)}.")
    return given


def _numbers(given: Any, place: FilePlace) -> dict[str, float]:
    return {name: _number(x, place / name) for name, x in place.table(given).items()}


def _several(given: Any, place: FilePlace) -> Iterator[tuple[FilePlace, Any]]:
    if not isinstance(given, list):
        yield place, given
        return
    for k, x in enumerate(given):
        yield place / k, x


def _over(given: Any, place: FilePlace) -> Any:
    """Axes and distributions by name, or a list of members."""
    if isinstance(given, list):
        return [_numbers(row, place / k) for k, row in enumerate(given)]
    return {name: _varied(x, place / name) for name, x in place.table(given).items()}


def _varied(given: Any, place: FilePlace) -> Any:
    """[20, 40], {from = 20, to = 60, count = 5}, {normal = [2.0, 0.1]}, {distribution = "expon", scale = 3.0}."""
    if isinstance(given, list):
        return [_number(x, place / k) for k, x in enumerate(given)]
    if not isinstance(given, Mapping):
        return _number(given, place)
    if set(given) == {"from", "to", "count"}:
        first, last = (_number(given[key], place / key) for key in ("from", "to"))
        count = _whole(given["count"], place / "count")
        if count < 1:
            raise (place / "count").error(f"is {count}; give 1 or more.")
        return np.linspace(first, last, count)
    if "distribution" in given:
        return _named_distribution(given, place)
    if len(given) == 1 and next(iter(given)) in TWO_NUMBERS:
        ((kind, numbers),) = given.items()
        values = [_number(x, at) for at, x in _several((place / kind).list(numbers), place / kind)]
        if len(values) != 2:
            raise (place / kind).error(f"has {counted(len(values), 'number')}; give two.")
        with (place / kind).named():
            return TWO_NUMBERS[kind](*values)
    raise place.error(
        "is none of the ways to vary a value: [20, 40], {from = 20, to = 60, count = 5}, {normal = [mean, deviation]}, "
        '{uniform = [low, high]}, {distribution = "expon", scale = 3.0}.'
    )


def _named_distribution(given: Mapping[str, Any], place: FilePlace) -> Any:
    """One of the continuous distributions of SciPy."""
    name = (place / "distribution").text(given["distribution"])
    known = [n for n in dir(stats) if isinstance(getattr(stats, n), stats.rv_continuous)]
    if name not in known:
        raise (place / "distribution").error(unknown("distribution of SciPy", name, known))
    numbers = {key: _number(x, place / key) for key, x in given.items() if key != "distribution"}
    try:
        found = getattr(stats, name)(**numbers)
        if np.isnan(found.mean()):
            raise ValueError("these numbers are none that it takes")
    except (TypeError, ValueError) as error:
        raise place.error(f"{name} cannot be made: {error}.") from None
    return found


def _measures(given: Any, place: FilePlace) -> dict[str, tuple[str, Any]]:
    """["A.angle", "max"], or ["A.angle", 0.5] for the value at a time."""
    found: dict[str, tuple[str, Any]] = {}
    for name, x in place.table(given).items():
        parts = (place / name).list(x)
        if len(parts) != 2:
            raise (place / name).error('must be a channel with a statistic or a time, such as ["A.angle", "max"].')
        channel, statistic = (place / name / 0).text(parts[0]), parts[1]
        if isinstance(statistic, str):
            if statistic not in STATISTICS:
                raise (place / name / 1).error(unknown("statistic", statistic, STATISTICS))
            found[name] = (channel, statistic)
        else:
            found[name] = (channel, _number(statistic, place / name / 1))
    return found


def _method(given: Any, place: FilePlace) -> dict[str, Any]:
    """Options of runs; what they may be is checked where they are used."""
    table = place.table(given, METHOD_KEYS)
    return {"method" if key == "name" else key: x for key, x in table.items()}


def _result(folder: Path, given: Any, place: FilePlace) -> Path:
    path = folder / place.text(given)
    if path.suffix not in RESULTS:
        raise place.error(f"ends in {path.suffix!r}; results are written as {' or '.join(RESULTS)}.")
    return path


def _lab(given: Any, place: FilePlace) -> dict[str, str]:
    table = place.table(given, ("place", "keep", "files"))
    if table and "place" not in table:
        raise place.error("has no 'place'; name the file of the catalogue, such as \"lab.db\".")
    return {key: (place / key).text(x) for key, x in table.items()}


@contextmanager
def _client(where: Mapping[str, Any], place: FilePlace) -> Iterator[Any]:
    """Who runs batches: nobody else, some processes here, or the workers of a scheduler of Dask."""
    if "processes" in where and "scheduler" in where:
        raise place.error("names processes and a scheduler; give one of them.")
    if "processes" in where:
        count = _whole(where["processes"], place / "processes")
        if count < 1:
            raise (place / "processes").error(f"is {count}; give 1 or more.")
        with ProcessPoolExecutor(count, mp_context=multiprocessing.get_context("spawn")) as pool:
            yield pool
    elif "scheduler" in where:
        address = (place / "scheduler").text(where["scheduler"])
        try:
            client = importlib.import_module("distributed").Client(address, timeout=30)
        except ImportError:
            raise (place / "scheduler").error("needs Dask: pip install 'linkwork[cluster]'.") from None
        except (OSError, ValueError) as error:
            raise (place / "scheduler").error(f"cannot be reached: {error}.") from None
        with client:
            yield client
    else:
        yield None

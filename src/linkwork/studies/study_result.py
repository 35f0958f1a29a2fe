"""`Study`: the numbers of many runs, labelled by what was varied, with what failed beside them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from .._display import Displayed, ShownRows
from ..contract import ModelError
from ..contract.arguments import COUNT, NAME_ARGUMENT, takes
from ..contract.errors import counted, unknown
from ..results import Trajectory, Verdict
from ..results.extras import extra
from ..results.verdict import LEVELS, Alarm, Finding, judge_result
from .member_table import MemberTable


@dataclass(frozen=True, eq=False)
class Study(Displayed):
    """Results of a study. `study["peak"]` has the shape of the grid, `study.to_dataset()` labels as well."""

    name: str
    table: MemberTable
    values: Mapping[str, np.ndarray]
    """Measures of all members, one behind the other; not a number where a member failed."""
    units: Mapping[str, str]
    """Of measures and of what was varied, where they are known."""
    levels: np.ndarray
    """The verdict on the run of each member, as a place in ("good", "doubtful", "bad"); −1 where it has not run."""
    failures: Mapping[int, str]
    """What went wrong, by member."""
    wall_time: float
    notes: tuple[str, ...] = ()
    _run: Callable[[int], Trajectory] | None = field(default=None, repr=False)
    _alarm: Alarm = field(default_factory=Alarm, repr=False)

    def __len__(self) -> int:
        return len(self.table)

    @takes(name=NAME_ARGUMENT)
    def __getitem__(self, name: str) -> np.ndarray:
        """A measure, or what was varied, in the shape of the study: an axis of a grid each, samples last."""
        self._alarm.sound(self, repr(self))
        found = self.values.get(name, self.table.columns.get(name))
        if found is None:
            raise ModelError(unknown("measure or varied value", name, [*self.values, *self.table.names]))
        return found.reshape(tuple(self.table.dims.values()))

    @property
    def complete(self) -> bool:
        """Whether all members have run."""
        return bool((self.levels >= 0).all())

    @cached_property
    def verdict(self) -> Verdict:
        """Whether the numbers can be trusted: all members ran, and their runs are good."""
        return judge_result(self, STUDY_RULES, "all members ran, and each run is good")

    @takes(k=COUNT)
    def run(self, k: int) -> Trajectory:
        """Member k, run again with the same options."""
        if not -len(self) <= k < len(self):
            raise ModelError(f"the study has {counted(len(self), 'member')}, 0 to {len(self) - 1}; {k} was asked for.")
        if self._run is None:
            raise ModelError("this study was read from a file, and has no model to run again.")
        return self._run(k % len(self))

    def to_dataset(self) -> Any:
        """An xarray Dataset: measures over the axes of the grid and over members, verdicts and failures beside them."""
        self._alarm.sound(self, repr(self))
        xarray = extra("xarray", "to_dataset")
        dims, shape = tuple(self.table.dims), tuple(self.table.dims.values())
        data: dict[str, Any] = {
            name: (dims, values.reshape(shape), self._attributes(name)) for name, values in self.values.items()
        }
        data["verdict"] = (dims, np.array([*LEVELS, "not run"])[self.levels].reshape(shape))
        data["failure"] = (dims, np.array([self.failures.get(k, "") for k in range(len(self))]).reshape(shape))
        coordinates: dict[str, Any] = {
            name: (name, values, self._attributes(name)) for name, values in self.table.axes.items()
        }
        for name, values in self.table.columns.items():
            if name not in coordinates:
                coordinates[name] = (dims, values.reshape(shape), self._attributes(name))
        return xarray.Dataset(data, coordinates, {"study": self.name, "verdict": str(self.verdict)})

    def _shown_rows(self, most: int) -> ShownRows:
        columns = {**self.table.columns, **self.values}
        names = [f"{name} [{unit}]" if (unit := self.units.get(name)) else name for name in columns]
        levels, count = [*LEVELS, "not run"], min(most, len(self))
        rows = [
            (k, *(values[k].item() for values in columns.values()), levels[self.levels[k]], self.failures.get(k, ""))
            for k in range(count)
        ]
        return ("member", *names, "verdict", "failure"), rows, len(self)

    def _attributes(self, name: str) -> dict[str, str]:
        return {"units": self.units[name]} if self.units.get(name) else {}

    def to_dataframe(self) -> Any:
        """A pandas DataFrame with a row a member: what was varied, measures, verdict, failure."""
        self._alarm.sound(self, repr(self))
        pandas = extra("pandas", "to_dataframe")
        said = [self.failures.get(k, "") for k in range(len(self))]
        levels = np.array([*LEVELS, "not run"])[self.levels]
        return pandas.DataFrame({**self.table.columns, **self.values, "verdict": levels, "failure": said})

    def __repr__(self) -> str:
        lost = f", {len(self.failures)} failed" if self.failures else ""
        rest = "" if self.complete else f", {int((self.levels < 0).sum())} not run"
        size = f"{counted(len(self), 'member')}, {counted(len(self.values), 'measure')}"
        return f"<study of {self.name!r}: {size}{lost}{rest}>"


def _not_run(study: Study) -> Finding | None:
    """Whether members are missing."""
    missing = int((study.levels < 0).sum())
    if not missing:
        return None
    return "doubtful", f"{missing} of {len(study)} members have not run: run the study again with the same file"


def _failed(study: Study) -> Finding | None:
    """Whether members failed."""
    if not study.failures:
        return None
    first = next(iter(study.failures))
    share = len(study.failures) / len(study)
    return (
        "bad" if share == 1.0 else "doubtful",
        f"{len(study.failures)} of {len(study)} members have no numbers, first member {first}: {study.failures[first]}",
    )


def _doubted(study: Study) -> Finding | None:
    """Whether runs are doubtful."""
    count = int((study.levels == LEVELS.index("doubtful")).sum())
    return ("doubtful", f"{count} of {len(study)} runs are doubtful: see study.run(k).verdict") if count else None


STUDY_RULES = {"end": _not_run, "failed": _failed, "doubtful": _doubted}

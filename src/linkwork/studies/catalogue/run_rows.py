"""Runs as columns: what their certificates say and their values, as a catalogue keeps them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...contract import ModelError
from ...contract.arguments import shown_value
from ...results import Ensemble, Trajectory
from .query import LARGEST_INTEGER
from .tables import RUN_COLUMNS, CatalogueTables, sqlalchemy

TOLD = tuple(name for name in RUN_COLUMNS if name != "verdict")
"""Columns that are fields of certificates."""
LONGEST_TAG = 200


@dataclass(frozen=True, eq=False)
class RunRows:
    """Runs of one model, without their motions: a row of each in every column."""

    told: Mapping[str, Sequence[Any]]
    """What certificates say, the verdict, and the versions of packages."""
    values: Mapping[str, np.ndarray]
    """Parameters and measures; not a number where a run has none."""
    files: Sequence[tuple[str, int] | None] = field(default=())
    """(hash, size) of each file; none of them where there are none."""

    def __len__(self) -> int:
        return len(self.told["versions"])

    def with_values(self, more: Mapping[str, np.ndarray]) -> RunRows:
        """The same with further values."""
        return RunRows(self.told, {**self.values, **more}, self.files)

    def part(self, places: Sequence[int]) -> RunRows:
        """Some of the rows."""
        told = {name: [column[k] for k in places] for name, column in self.told.items()}
        values = {name: column[list(places)] for name, column in self.values.items()}
        return RunRows(told, values, [self.files[k] for k in places] if self.files else ())


def rows_of_runs(runs: Sequence[tuple[Trajectory, Mapping[str, float], tuple[str, int] | None]]) -> RunRows:
    """Those of (run, measures, (hash, size) of its file)."""
    certificates = [run.certificate for run, *_ in runs]
    told: dict[str, list[Any]] = {name: [getattr(one, name) for one in certificates] for name in TOLD}
    told["verdict"] = [one.verdict.level for one in certificates]
    told["versions"] = [json.dumps(dict(one.versions)) for one in certificates]
    numbers = [{**run.parameters, **measures} for run, measures, _ in runs]
    names = dict.fromkeys(name for own in numbers for name in own)
    values = {name: np.array([own.get(name, np.nan) for own in numbers], dtype=float) for name in names}
    return RunRows(told, values, [file for *_, file in runs])


def rows_of_ensemble(ensemble: Ensemble, parameters: Mapping[str, np.ndarray]) -> RunRows:
    """Those of all members, no one of which is made a run of its own."""
    told = ensemble.certificate_columns((*TOLD, "versions"))
    told["verdict"] = [verdict.level for verdict in ensemble.verdicts]
    told["versions"] = [json.dumps(dict(told["versions"][0]))] * len(ensemble)  # they ran in one process
    return RunRows(told, parameters)


def check_tags(tags: Iterable[str]) -> None:
    """Raises where a tag could not be seen, or not be asked for."""
    for tag in tags:
        if not tag.strip() or not tag.isprintable() or len(tag) > LONGEST_TAG:
            raise ModelError(
                f"catalogue: the tag {shown_value(tag)}; give a word or a few, up to {LONGEST_TAG} characters that can "
                "be printed."
            )


def run_row(base: Any, tables: CatalogueTables, number: int) -> dict[str, Any]:
    """All columns of the run of a number."""
    wanted = sqlalchemy().select(tables.runs).where(tables.runs.c.id == int(number))
    found = base.execute(wanted).mappings().first() if abs(number) <= LARGEST_INTEGER else None
    if found is None:
        raise ModelError(f"catalogue: there is no run {number}.")
    return dict(found)

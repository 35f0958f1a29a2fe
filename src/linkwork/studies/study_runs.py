"""Runs of a study that a catalogue keeps: the numbers of each member, or whole runs, each member once."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from ..contract import ModelError
from ..model import Model
from ..results import Trajectory
from ..runs.load_run import load_run
from .catalogue.catalogue import Catalogue, add_rows
from .catalogue.run_rows import RunRows
from .catalogue.tables import sqlalchemy
from .member_batch import BatchNumbers, Keep, StudyTask
from .member_table import MemberTable
from .study_result import Study

KEEP = ("study", "numbers", "runs")
"""What a catalogue keeps of a study: its table of numbers; a row for each run besides; whole runs besides."""


def check_keep(has_catalogue: bool, keep: Keep) -> None:
    """Raises where `keep` is unknown, or asks for runs without a catalogue."""
    if not callable(keep) and keep not in KEEP:
        raise ModelError(
            f"study: keep = {keep!r}; give 'study', 'numbers' or 'runs', or a function of the numbers of a member "
            "that says whether to keep its run."
        )
    if keep != "study" and not has_catalogue:
        raise ModelError('study: `keep` says which runs a catalogue keeps; give it, such as catalogue="lab.db".')


@dataclass(frozen=True, eq=False)
class StudyRuns:
    """The runs of one study in a catalogue, found by a tag that is the same whenever the study goes on."""

    catalogue: Catalogue
    table: MemberTable
    task: StudyTask
    digest: str

    @property
    def tag(self) -> str:
        """The tag of all runs, and the note of the study."""
        return f"study {self.digest[:12]}"

    @cached_property
    def known(self) -> set[int]:
        """Members that were kept before the study was stopped: a program may end between catalogue and ledger."""
        storage, sa = self.catalogue.storage, sqlalchemy()
        values, tags = storage.tables.values.c, storage.tables.tags.c
        tagged = sa.select(tags.run).where(tags.tag == self.tag)
        members = sa.select(values.value).where(values.name == "member", values.run.in_(tagged))
        with storage.transaction() as base:
            return {int(k) for k in base.execute(members).scalars()}

    def add(self, part: range, variant: Mapping[str, Any], found: BatchNumbers) -> None:
        """Keeps what is to be kept of a batch, whose members have one variant of the model."""
        if found.rows is not None:
            self._add_rows(part, self.task.model_of(variant), found, found.rows)
        new = {part.start + k: run for k, run in found.runs.items() if part.start + k not in self.known}
        with tempfile.TemporaryDirectory() as folder:
            for k, given in new.items():
                run = _read(given, Path(folder) / f"{k}.nc")
                values = self._numbers([k], found.values[:, [k - part.start]], run.parameters)
                numbers = {name: float(x[0]) for name, x in values.items() if np.isfinite(x[0])}
                self.catalogue.add(run, tags=[self.tag], measures=numbers)

    def _add_rows(self, part: range, model: Model, found: BatchNumbers, rows: RunRows) -> None:
        """Keeps the numbers of runs."""
        new = [at for at, k in enumerate(found.places) if part.start + k not in self.known]
        if not new:
            return
        places = [found.places[at] for at in new]
        values = self._numbers([part.start + k for k in places], found.values[:, places], rows.values)
        add_rows(self.catalogue.storage, model, rows.part(new).with_values(values), tags=[self.tag])

    def _numbers(
        self, members: Sequence[int], measured: np.ndarray, parameters: Mapping[str, Any]
    ) -> dict[str, np.ndarray]:
        """Values of members besides their Parameters: what is varied, measures, and which member it is."""
        varied = {name: x[list(members)] for name, x in self.table.columns.items() if name not in parameters}
        own = {name: _as_numbers(column) for name, column in varied.items()}
        return {**own, **dict(zip(self.task.measures, measured, strict=True)), "member": np.array(members, dtype=float)}

    def conclude(self, study: Study) -> str:
        """Keeps the study unless it is there as it is; a note that says where."""
        known = self.catalogue.studies()
        same = known[(known["note"] == self.tag) & (known["failed"] == len(study.failures))]
        number = int(same.index[-1]) if len(same) and study.complete else self.catalogue.studies.add(study, self.tag)
        runs = "" if self.task.keep == "study" else f", and its runs have the tag {self.tag!r}"
        return f"study {number} of the catalogue{runs}"


def _read(run: Trajectory | bytes, path: Path) -> Trajectory:
    """A run, which comes from a worker as the content of its file."""
    if isinstance(run, Trajectory):
        return run
    path.write_bytes(run)
    return load_run(path)


def _as_numbers(column: np.ndarray) -> np.ndarray:
    """A column of numbers; not a number where a variant is named by something else."""
    if column.dtype.kind in "iuf":
        return column.astype(float)
    return np.array([float(x) if isinstance(x, (int, float)) else np.nan for x in column])

"""Runs of a study that a catalogue keeps: the numbers of each member, or whole runs, each member once."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from ..contract import ModelError
from ..results import Trajectory
from ..runs import load_run
from .catalogue.catalogue import Catalogue
from .member_batch import BatchNumbers, Keep, StudyTask
from .member_table import MemberTable
from .study_result import Study

KEEP = ("study", "numbers", "runs")
"""What a catalogue keeps of a study: its table of numbers; a row for each run besides; whole runs besides."""


def check_keep(catalogue: Catalogue | None, keep: Keep) -> None:
    """Raises where there is nothing that could keep, or nothing to be kept is told."""
    if not callable(keep) and keep not in KEEP:
        raise ModelError(
            f"study: keep = {keep!r}; give 'study', 'numbers' or 'runs', or a function of the numbers of a member "
            "that says whether to keep its run."
        )
    if keep != "study" and catalogue is None:
        raise ModelError("study: `keep` says which runs a catalogue keeps; give it, catalogue=lw.catalogue(…).")


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
        # Not by a query: a catalogue without any study does not know what a member is.
        table = self.catalogue.runs(f"tag == {self.tag!r}")
        return {int(k) for k in table["member"]} if len(table) else set()

    def add(self, part: range, found: BatchNumbers) -> None:
        """Keeps the runs of a batch."""
        new = {part.start + k: run for k, run in found.runs.items() if part.start + k not in self.known}
        if not new:
            return
        with tempfile.TemporaryDirectory() as folder:
            runs = {k: _read(run, Path(folder) / f"{k}.nc") for k, run in new.items()}
            rows = [(run, self._numbers(k, run, found.values[:, k - part.start])) for k, run in runs.items()]
            if self.task.keep == "numbers":
                self.catalogue.add_many([(run, numbers, None) for run, numbers in rows], tags=[self.tag])
                return
            for run, numbers in rows:
                self.catalogue.add(run, tags=[self.tag], measures=numbers)

    def _numbers(self, member: int, run: Trajectory, values: np.ndarray) -> dict[str, float]:
        varied = {n: float(x) for n, x in self.table.member(member).items() if isinstance(x, (int, float))}
        own = {n: x for n, x in varied.items() if n not in run.parameters}
        measured = {n: float(x) for n, x in zip(self.task.measures, values, strict=True) if np.isfinite(x)}
        return {**own, **measured, "member": float(member)}

    def conclude(self, study: Study) -> str:
        """Keeps the study unless it is there as it is; a note that says where."""
        known = self.catalogue.studies()
        same = known[(known["note"] == self.tag) & (known["failed"] == len(study.failures))]
        number = int(same.index[-1]) if len(same) and study.complete else self.catalogue.add_study(study, self.tag)
        runs = "" if self.task.keep == "study" else f", and its runs have the tag {self.tag!r}"
        return f"study {number} of the catalogue{runs}"


def _read(run: Trajectory | bytes, path: Path) -> Trajectory:
    """A run, which comes from a worker as the content of its file."""
    if isinstance(run, Trajectory):
        return run
    path.write_bytes(run)
    return load_run(path)

"""`study`: one model run with many values of its Parameters, its start or its structure, and numbers of each run."""

from __future__ import annotations

import hashlib
import inspect
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from ..analyses.common.numbers_by_name import by_own_names
from ..analyses.many import simulate_many
from ..analyses.simulate import simulate
from ..contract import ModelError
from ..contract.arguments import (
    COUNT,
    FILE_ARGUMENT,
    FLAG,
    NUMBER_ARGUMENT,
    TIMES_ARGUMENT,
    VALUES,
    ArgumentKind,
    takes,
)
from ..contract.errors import unknown
from ..model import Model
from ..model.content import content_hash
from ..results import State, Trajectory
from ..results.extras import model_text
from ..run.output import Output
from ..run.progress import Progress
from ..system import COORDINATES, System
from .catalogue.catalogue import Catalogue
from .catalogue.catalogue import catalogue as open_catalogue
from .ledger import StudyLedger
from .measures import ChannelStatistic, StudyMeasure, read_measures
from .member_batch import Keep, Start, StudyTask, check_names, member_start
from .member_table import MemberTable, member_table
from .study_result import Study
from .study_runs import StudyRuns, check_keep
from .workers import Job, completed

BATCH_MEMBERS = 1024
"""Members that run together: enough for wide code on all cores, and not more than one likes to run again."""
BATCH_SAMPLES = 1 << 20
"""Samples of all members of a batch: their memory."""
VARIED = ArgumentKind(
    lambda value: isinstance(value, Iterable) and not isinstance(value, (str, bytes)),
    "names with values, or a list of such",
)
MEASURED = ArgumentKind(
    lambda value: isinstance(value, Mapping), 'numbers to keep, such as {"peak": ("A.angle", "max")}'
)
MODELLED = ArgumentKind(
    lambda value: isinstance(value, Model) or callable(value), "a model, or a function that makes one"
)

STUDY_START = ArgumentKind(
    lambda value: VALUES.fits(value) or callable(value), "values by name, or a function (system, values) → state"
)
CATALOGUE = ArgumentKind(
    lambda value: isinstance(value, Catalogue) or FILE_ARGUMENT.fits(value),
    "a catalogue, as lw.catalogue opens it, or the name of its file",
)
RUN_OPTIONS = tuple(
    name for name in inspect.signature(simulate_many).parameters if name not in ("system", "members", "t_end", "output")
)
"""Arguments of `simulate_many` that a study shares."""


@takes(
    model=MODELLED,
    over=VARIED,
    measure=MEASURED,
    t_end=NUMBER_ARGUMENT,
    start=STUDY_START | None,
    guess=VALUES | None,
    members=COUNT | None,
    seed=COUNT,
    file=FILE_ARGUMENT | None,
    catalogue=CATALOGUE | None,
    coordinates=COORDINATES,
    progress=FLAG,
)
def study(
    model: Model | Callable[..., Model],
    over: Any,
    measure: Mapping[str, Any],
    t_end: float,
    *,
    start: Mapping[str, float] | Start | None = None,
    guess: Mapping[str, float] | None = None,
    members: int | None = None,
    sampling: str = "sobol",
    seed: int = 0,
    file: str | Path | None = None,
    client: Any = None,
    catalogue: Catalogue | str | Path | None = None,
    keep: Keep = "study",
    coordinates: str = "tree",
    progress: bool = True,
    **options: Any,
) -> Study:
    """The `measure`s of a run of every member, labelled by what was varied.

    `over` maps names of Parameters, of starting values and of numbers of the model ("spring.stiffness", as sliders of
    `lw.live` are called) to values, all combinations of which are run, or to distributions (`lw.uniform`, `lw.normal`,
    `scipy.stats`), of which `members` samples are drawn ("sobol", "latin_hypercube" or "random"; for
    `lw.sensitivity_indices` "saltelli" or "morris", which take several runs for each of `members`); or it lists
    members, one mapping each. `model` may be a function that makes a model: what it takes is varied too, by name.
    `start` has values where runs start, or is a function (system, values of a member) → state; loops are closed for
    every member, near the values of `guess`.

    A measure is (channel, statistic), (channel, time), a function of a run, or a `lw.StudyMeasure`. Runs are those of
    `simulate_many`, with its `options`. A member that fails does not stop the others: `study.failures` says why. With a
    `file` the study goes on where it stopped, whatever ended it; `client` is an executor, or a client of Dask, that
    runs batches, each on one thread unless `threads` says more.

    A `catalogue`, or the name of its file, keeps the study; `keep` also its runs, each with its values and measures
    ("numbers"), with its file as well ("runs"), or with its file where a function of the measures of a member says so.
    """
    check_keep(catalogue is not None, keep)
    _check_options(options)
    if not t_end > 0.0:
        raise ModelError(f"study: t_end = {t_end:g}; give a time after the start of runs.")
    if seed < 0:
        raise ModelError(f"study: seed = {seed}; give 0 or more.")
    table = member_table(over, members, sampling, seed)
    variants = _variant_names(model, table)
    task = StudyTask(
        model,
        variants,
        coordinates,
        start,
        dict(guess or {}),
        t_end,
        read_measures(measure, table.names),
        options,
        keep,
        tuple(name for name in table.names if name not in variants),
    )
    with _opened(catalogue) as lab:
        return _Conduct(table, task, file, client, lab, progress).study()


def _check_options(options: Mapping[str, Any]) -> None:
    for name in options:
        if name not in RUN_OPTIONS:
            own = inspect.signature(study).parameters
            raise TypeError(f"study: {unknown('argument', name, [*(n for n in own if n != 'options'), *RUN_OPTIONS])}")
    TIMES_ARGUMENT.check("study", "times", options.get("times", 2))


@contextmanager
def _opened(given: Catalogue | str | Path | None) -> Iterator[Catalogue | None]:
    """A catalogue; one that is named by its file is closed at the end."""
    if given is None or isinstance(given, Catalogue):
        yield given
        return
    lab = open_catalogue(given)
    try:
        yield lab
    finally:
        lab.close()


def _variant_names(model: Any, table: MemberTable) -> tuple[str, ...]:
    """What a function that makes a model takes."""
    if isinstance(model, Model):
        return ()
    arguments = inspect.signature(model).parameters
    needed = [name for name, x in arguments.items() if x.default is x.empty and x.kind is not x.VAR_KEYWORD]
    for name in needed:
        if name not in table.columns:
            raise ModelError(
                f"study: the function of variants takes {name!r}; vary it in `over`, or give it a default."
            )
    return tuple(name for name in arguments if name in table.columns)


@dataclass(eq=False)
class _Conduct:
    """A study in progress."""

    table: MemberTable
    task: StudyTask
    file: str | Path | None
    client: Any
    catalogue: Catalogue | None
    progress: bool

    def study(self) -> Study:
        """Runs what has not run yet."""
        began, first = time.perf_counter(), self._system(0)
        check_names(self.task, first, self._own(0))
        units, about = self._units(first), self._about(first)
        runs = self._runs(about)
        ledger = StudyLedger(self.file, about)
        notes: list[str] = []
        try:
            self._run(ledger, runs, notes)
            found = ledger.numbers(len(self.task.measures), len(self.table))
        finally:
            ledger.close()
        values = dict(zip(self.task.measures, found.values, strict=True))
        wall = time.perf_counter() - began
        name, again = first.model.name, self._again
        study = Study(name, self.table, values, units, found.levels, found.sentences, wall, tuple(notes), again)
        return study if runs is None else replace(study, notes=(*notes, runs.conclude(study)))

    def _runs(self, about: Mapping[str, str]) -> StudyRuns | None:
        if self.catalogue is None:
            return None
        kept = _source(self.task.keep) if callable(self.task.keep) else self.task.keep
        return StudyRuns(self.catalogue, self.table, self.task, _digest((sorted(about.items()), kept)))

    def _run(self, ledger: StudyLedger, runs: StudyRuns | None, notes: list[str]) -> None:
        done = ledger.done()
        open_batches = [part for part in self._batches() if part.start not in done]
        count = sum(done.values())
        bar = Progress(
            self.progress, float(count), float(len(self.table)), "study", f"{{steps}} of {len(self.table)} members"
        )
        try:
            for part, found in completed(self.client, self.task, self._jobs(open_batches)):
                if runs is not None:
                    runs.add(part, self._variant(part.start), found)
                ledger.add(part.start, found)
                count += part.stop - part.start
                bar.show(float(count), count)
        except KeyboardInterrupt:
            notes.append(f"interrupted after {count} of {len(self.table)} members; what was computed is kept")
        finally:
            bar.close()

    def _batches(self) -> list[range]:
        """Members that run together: neighbours of the same variant."""
        times = self.task.options.get("times", 101)
        samples = int(times) if np.ndim(times) == 0 else len(times)
        size = max(1, min(BATCH_MEMBERS, BATCH_SAMPLES // max(1, samples)))
        ends = [0, *self._changes(), len(self.table)]
        return [range(k, min(k + size, stop)) for start, stop in pairwise(ends) for k in range(start, stop, size)]

    def _changes(self) -> list[int]:
        """Members before which the variant changes."""
        columns = [self.table.columns[name] for name in self.task.variant_names]
        return [k for k in range(1, len(self.table)) if any(x[k] != x[k - 1] for x in columns)] if columns else []

    def _jobs(self, parts: list[range]) -> Iterator[Job]:
        varied = self.task.variant_names
        for part in parts:
            own = {name: values for name, values in self.table.part(part).items() if name not in varied}
            yield part, self._variant(part.start), own

    def _variant(self, k: int) -> dict[str, Any]:
        return {name: value for name, value in self.table.member(k).items() if name in self.task.variant_names}

    def _own(self, k: int) -> dict[str, Any]:
        return {name: value for name, value in self.table.member(k).items() if name not in self.task.variant_names}

    def _system(self, k: int) -> System:
        return self.task.system(self._variant(k))

    def _again(self, k: int) -> Trajectory:
        """The run of one member."""
        system = self._system(k)
        given = member_start(self.task, system, self._own(k))
        state = given if isinstance(given, State) else system.state(given)
        own = {name: x for name, x in self.task.options.items() if name != "threads"}
        return simulate(system, state, self.task.t_end, output=Output(progress=False), **{"times": 101, **own})

    def _units(self, system: System) -> dict[str, str]:
        table, found = system.channel_table, {}
        for name, measure in self.task.measures.items():
            found[name] = measure.unit if isinstance(measure, StudyMeasure) else _unit_of(measure, table)
        for name in self.table.names:
            (own,) = by_own_names(system, {name: 0.0})
            known = system.model.parameters.get(own)
            found[name] = (known.unit or "") if known is not None else _known_unit(table, name)
        return found

    def _about(self, system: System) -> dict[str, str]:
        """What a file of this study is for, by digests."""
        if self.file is None and self.catalogue is None:
            return {}
        model = content_hash(system.model) or _digest(model_text(system.model))
        columns = [
            (name, values.tolist() if values.dtype.kind == "O" else values.tobytes())
            for name, values in self.table.columns.items()
        ]
        measures = [(name, _said(measure)) for name, measure in self.task.measures.items()]
        start = _source(self.task.start) if callable(self.task.start) else sorted((self.task.start or {}).items())
        options = sorted((name, repr(value)) for name, value in self.task.options.items() if name != "threads")
        return {
            "model": model if isinstance(self.task.model, Model) else _digest((_source(self.task.model), model)),
            "varied values": _digest(columns),
            "measures": _digest(measures),
            "start": _digest((start, sorted(self.task.guess.items()))),
            "options": _digest((self.task.t_end, self.task.coordinates, options, BATCH_MEMBERS)),
        }


def _unit_of(measure: ChannelStatistic, table: Any) -> str:
    """The unit of a statistic of a channel."""
    if measure.channel not in table:
        raise ModelError(f"study: {table.unknown(measure.channel)}")
    return "s" if measure.is_time else _known_unit(table, measure.channel)


def _known_unit(table: Any, name: str) -> str:
    return (table[name].unit or "") if name in table else ""


def _said(measure: StudyMeasure | ChannelStatistic) -> Any:
    """What a measure is, as text."""
    if isinstance(measure, ChannelStatistic):
        return measure.channel, measure.statistic
    return _source(measure.function), measure.unit, measure.of


def _source(function: Any) -> str:
    """The text of a function; its name where there is none to be had."""
    try:
        return inspect.getsource(function)
    except (OSError, TypeError):
        return repr(getattr(function, "__qualname__", type(function)))


def _digest(value: Any) -> str:
    return hashlib.sha256(repr(value).encode()).hexdigest()

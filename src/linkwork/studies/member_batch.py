"""Runs of a batch of members of one compiled model, and the numbers that are kept of them."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..analyses.assemble import assemble
from ..analyses.common.numbers_by_name import by_own_names, names_of_numbers, varied_system
from ..analyses.many import simulate_many
from ..contract import ModelError
from ..contract.arguments import shown_value
from ..contract.errors import unknown
from ..model import Model
from ..model.parameter_check import check_parameters, refused_members
from ..results import Ensemble, State, Trajectory
from ..results.verdict import LEVELS, VerdictWarning
from ..run.output import Output
from ..system import System, compile_model
from .catalogue.run_rows import RunRows, rows_of_ensemble
from .measures import ChannelStatistic, StudyMeasure, measured
from .member_table import member_values

Start = Callable[[System, Mapping[str, float]], State]
"""(system, values of a member) → where its run starts."""
Keep = str | Callable[[Mapping[str, float]], Any]
"""Which runs are kept whole: those of all members, of none ("study"), or of those whose numbers a function likes."""


@dataclass(frozen=True, eq=False)
class StudyTask:
    """Everything about runs of a study but which members."""

    model: Model | Callable[..., Model]
    """A model, or a function that makes one from values of a variant."""
    variant_names: tuple[str, ...]
    """The values that such a function takes."""
    coordinates: str
    start: Mapping[str, float] | Start | None
    guess: Mapping[str, float]
    """Near which loops are closed."""
    t_end: float
    measures: Mapping[str, StudyMeasure | ChannelStatistic]
    options: Mapping[str, Any] = field(default_factory=dict)
    """Of `simulate_many`."""
    keep: Keep = "study"
    names: tuple[str, ...] = ()
    """What is varied besides variants."""

    def keeps(self, values: np.ndarray) -> bool:
        """Whether the run of a member is kept, by its numbers."""
        if not callable(self.keep):
            return self.keep == "runs"
        try:
            return bool(self.keep(dict(zip(self.measures, values.tolist(), strict=True))))
        except Exception as error:
            raise ModelError(f"study: `keep` fails: {type(error).__name__}: {error}") from error

    def system(self, variant: Mapping[str, Any]) -> System:
        """The compiled model of a variant, with a Parameter for each number of it that is varied."""
        return varied_system(compile_model(self.model_of(variant), self.coordinates), self.names)

    def model_of(self, variant: Mapping[str, Any]) -> Model:
        """The model of a variant."""
        model = self.model if isinstance(self.model, Model) else self._made(self.model, variant)
        if not isinstance(model, Model):
            raise ModelError(
                f"study: the function of variants gives {type(model).__name__} for {variant}; return a lw.Model."
            )
        return model

    @staticmethod
    def _made(make: Callable[..., Model], variant: Mapping[str, Any]) -> Model:
        """The model of a variant; what the user's function raises is reported with it."""
        try:
            return make(**variant)
        except ModelError:
            raise
        except Exception as error:
            raise ModelError(
                f"study: the function of variants fails for {dict(variant)}: {type(error).__name__}: {error}"
            ) from error


@dataclass(frozen=True, eq=False)
class BatchNumbers:
    """What is kept of a batch."""

    values: np.ndarray
    """Measures × members; not a number where a member has none."""
    levels: np.ndarray
    """Verdicts of runs, as places in `LEVELS`."""
    sentences: Mapping[int, str]
    """What went wrong, by place in the batch."""
    runs: Mapping[int, Trajectory | bytes] = field(default_factory=dict)
    """Runs that are kept whole, by place in the batch; those of workers as the content of their files."""
    rows: RunRows | None = None
    """What else is known of runs, where their numbers are kept, in the order of `places`."""
    places: Sequence[int] = ()
    """Places in the batch of the runs of `rows`."""


def failed_batch(task: StudyTask, count: int, sentence: str) -> BatchNumbers:
    """The numbers of members whose variant of the model cannot be made."""
    bad = np.full(count, LEVELS.index("bad"), dtype=np.int8)
    return BatchNumbers(np.full((len(task.measures), count), np.nan), bad, dict.fromkeys(range(count), sentence))


def run_batch(task: StudyTask, system: System, columns: Mapping[str, np.ndarray], count: int) -> BatchNumbers:
    """Runs members and measures them. One that fails has a sentence in place of numbers."""
    values, levels = np.full((len(task.measures), count), np.nan), np.full(count, LEVELS.index("bad"), dtype=np.int8)
    places, begun, sentences = _starts(task, system, columns, count)
    if not len(places):
        return BatchNumbers(values, levels, sentences)
    try:
        ensemble = simulate_many(system, begun, task.t_end, output=Output(progress=False), **task.options)
    except ModelError as error:
        raise (ModelError(error.text, "study") if error.verb == "simulate_many" else error) from None
    if any(end.status == "paused" for end in ensemble.ends):
        raise KeyboardInterrupt
    levels[places] = [LEVELS.index(verdict.level) for verdict in ensemble.verdicts]
    for k, end, verdict in zip(places, ensemble.ends, ensemble.verdicts, strict=True):
        if end.status != "done":
            sentences[k] = end.sentence
        elif verdict.is_bad:
            sentences[k] = str(verdict)
    for row, (name, measure) in zip(values, task.measures.items(), strict=True):
        row[places] = _numbers(name, measure, ensemble, places, sentences)
    begun_at = np.flatnonzero(ensemble.counts).tolist()
    if task.keep == "numbers":
        rows = rows_of_ensemble(ensemble, _parameters(system, begun, len(places))).part(begun_at)
        return BatchNumbers(values, levels, sentences, rows=rows, places=[places[at] for at in begun_at])
    runs = {places[at]: ensemble[at] for at in begun_at if task.keeps(values[:, places[at]])}
    return BatchNumbers(values, levels, sentences, runs)


def _parameters(system: System, begun: Any, count: int) -> dict[str, np.ndarray]:
    """The Parameters of members, a column each."""
    rest = system.rest.parameters
    if isinstance(begun, Mapping):
        return {name: np.broadcast_to(np.asarray(begun.get(name, x), dtype=float), count) for name, x in rest.items()}
    each = [start.parameters if isinstance(start, State) else {**rest, **start} for start in begun]
    return {name: np.array([own[name] for own in each], dtype=float) for name in rest}


def _numbers(
    name: str, measure: StudyMeasure | ChannelStatistic, ensemble: Ensemble, places: Sequence[int], said: dict[int, str]
) -> np.ndarray:
    """A measure of all runs; what fails is said of the member, or of all of them where it fails for all."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", VerdictWarning)  # the study says which of its runs are bad
            found, wrong = measured(measure, ensemble)
    except ModelError as error:
        raise ModelError(f"study: measure {name!r}: {error}") from None
    except Exception as error:  # a user's function of an ensemble
        raise ModelError(f"study: measure {name!r} fails: {type(error).__name__}: {error}") from error
    for at, sentence in wrong.items():
        said.setdefault(places[at], f"measure {name!r} fails: {sentence}")
    ended = np.array([end.status == "done" for end in ensemble.ends])
    for at in np.flatnonzero(ended & ~np.isfinite(found)).tolist():
        said.setdefault(
            places[at],
            f"measure {name!r} is {found[at]}, which is not a finite number; let it return one for every run",
        )
    return np.where(ended, found, np.nan)


def _starts(
    task: StudyTask, system: System, columns: Mapping[str, np.ndarray], count: int
) -> tuple[Sequence[int], Any, dict[int, str]]:
    """(members that begin, by place in the batch; where; why others cannot)."""
    check_names(task, system, member_values(columns, 1)[0])
    if not callable(task.start) and not system.rows.count and (task.start or columns):
        # As columns all the way: taking members apart costs as much as a tenth of a short run.
        given = {**{name: np.full(count, float(x)) for name, x in (task.start or {}).items()}, **columns}
        given = by_own_names(system, given)
        refused = refused_members(system.model, system.rest.parameters, given, count)
        if not refused:
            return range(count), given, {}
        kept = [k for k in range(count) if k not in refused]
        return kept, {name: column[kept] for name, column in given.items()}, refused
    begun: dict[int, State | Mapping[str, float]] = {}
    wrong: dict[int, str] = {}
    for k, row in enumerate(member_values(columns, count)):
        try:
            start = member_start(task, system, row)
            check_parameters(system.model, start.parameters if isinstance(start, State) else system.rest.parameters)
            begun[k] = start
        except ModelError as error:
            wrong[k] = str(error)
    return list(begun), list(begun.values()), wrong


def member_start(task: StudyTask, system: System, row: Mapping[str, float]) -> State | Mapping[str, float]:
    """Where a member starts: a state, or values by name."""
    if callable(task.start):
        own = {name: x for name, x in by_own_names(system, row).items() if name in system.model.parameters}
        return _begun(task.start, system, row).with_values(own)
    given = by_own_names(system, {**(task.start or {}), **row})
    if not system.rows.count:
        return given
    # Loops are closed anew for every member: lengths among what is varied would open them.
    parameters = {name: x for name, x in given.items() if name in system.model.parameters}
    held = {name: x for name, x in given.items() if name not in parameters}
    near = {name: x for name, x in task.guess.items() if name not in held}
    return assemble(system, held, {**near, **parameters})


def _begun(start: Start, system: System, row: Mapping[str, float]) -> State:
    """What the user's function gives for a member; whatever it does with one must not end the others."""
    try:
        found = start(system, row)
    except ModelError:
        raise
    except Exception as error:
        raise ModelError(f"`start` fails: {type(error).__name__}: {error}") from error
    if not isinstance(found, State):
        raise ModelError(f"`start` gives {shown_value(found)}; return a state, such as system.state(…).")
    return found


def check_names(task: StudyTask, system: System, row: Mapping[str, Any]) -> None:
    """Raises where something is varied that neither the model nor the start of its runs knows."""
    layout = system.layout
    known = [*system.model.parameters, *layout.q, *layout.u, *layout.z]
    for what, given in (("start", {} if callable(task.start) else task.start or {}), ("guess", task.guess)):
        for name in given:
            if name not in known:
                raise ModelError(f"study: {what}: {unknown('Parameter or starting value', name, known)}")
    for name, value in by_own_names(system, row).items():
        if callable(task.start):
            continue  # it may read whatever it likes
        if name not in known:
            said = unknown("Parameter, starting value or number of the model", name, names_of_numbers(system))
            raise ModelError(f"study: {said}")
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise ModelError(f"study: {name!r} = {value!r}; Parameters and starting values are numbers.")

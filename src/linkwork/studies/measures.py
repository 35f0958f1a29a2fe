"""What a study keeps of each run: one number, by a statistic of a channel or by a function of the run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..contract import ModelError
from ..contract.arguments import REAL, ArgumentKind, one_of, shown_value, takes
from ..contract.errors import unknown
from ..results import Ensemble

Statistic = Callable[[np.ndarray, np.ndarray], np.ndarray]
"""(members × times, times) → members."""


def _mean(x: np.ndarray, t: np.ndarray) -> np.ndarray:
    """The mean over time, by the trapezoidal rule."""
    return np.trapezoid(x, t, axis=1) / (t[-1] - t[0]) if len(t) > 1 else x[:, 0]


STATISTICS: Mapping[str, Statistic] = {
    "max": lambda x, t: x.max(axis=1),
    "min": lambda x, t: x.min(axis=1),
    "abs_max": lambda x, t: np.abs(x).max(axis=1),
    "range": lambda x, t: x.max(axis=1) - x.min(axis=1),
    "mean": _mean,
    "rms": lambda x, t: np.sqrt(_mean(x * x, t)),
    "final": lambda x, t: x[:, -1],
    "first": lambda x, t: x[:, 0],
    "time_of_max": lambda x, t: t[np.argmax(x, axis=1)],
    "time_of_min": lambda x, t: t[np.argmin(x, axis=1)],
}
"""Statistics of a channel at the samples of a run."""
SAMPLE_TIME_ERROR = 1e-9
"""Part of a run by which a sample may be off a time that is asked for."""
OF = one_of("run", "ensemble")
STUDY_COLUMNS = ("member", "verdict", "failure")
"""What tables of a study have besides measures and varied values."""


@dataclass(frozen=True)
class StudyMeasure:
    """A number of a run: `function(run)`; of "ensemble" it is called once for many runs and gives one number for each.

    Functions of ensembles see channels as arrays of members × times, and take no more time than statistics do.
    """

    function: Callable[[Any], Any]
    unit: str = ""
    of: str = "run"

    @takes(function=ArgumentKind(callable, 'a function of a run, such as lambda run: run["A.angle"].max()'), of=OF)
    def __init__(self, function: Callable[[Any], Any], unit: str = "", of: str = "run") -> None:
        for name, value in (("function", function), ("unit", unit), ("of", of)):
            object.__setattr__(self, name, value)


@dataclass(frozen=True)
class ChannelStatistic:
    """A statistic of one channel, ("A.angle", "max"), or its value at a time of samples, ("A.angle", 0.5)."""

    channel: str
    statistic: str | float

    @property
    def is_time(self) -> bool:
        """Whether it is a time itself."""
        return isinstance(self.statistic, str) and self.statistic.startswith("time_of")

    def values(self, ensemble: Ensemble) -> np.ndarray:
        """The statistic of every member; not a number where a member did not get to its end."""
        x = ensemble[self.channel]
        if x.ndim != 2:
            raise ModelError(
                f"channel {self.channel!r} has {x.shape[2:]} numbers at a time; name one, as {self.channel}.x."
            )
        if isinstance(self.statistic, str):
            return STATISTICS[self.statistic](x, ensemble.t)
        k = int(np.argmin(np.abs(ensemble.t - self.statistic)))
        if abs(ensemble.t[k] - self.statistic) > SAMPLE_TIME_ERROR * (ensemble.t[-1] - ensemble.t[0]):
            raise ModelError(
                f"there is no sample at t = {self.statistic:g}, the nearest at {ensemble.t[k]:g}; give it in `times`."
            )
        return x[:, k]


def read_measures(given: Mapping[str, Any], varied: Sequence[str] = ()) -> dict[str, StudyMeasure | ChannelStatistic]:
    """Measures by name: functions of a run, (channel, statistic), or `StudyMeasure`s."""
    for name in given:
        if not isinstance(name, str):
            raise ModelError(f"study: a measure is called {name!r}; give it a name.")
        if name in (*varied, *STUDY_COLUMNS):
            raise ModelError(f"study: a measure is called {name!r} like something else of a study; rename it.")
    if not given:
        raise ModelError('study: `measure` is empty; give numbers to keep, such as {"peak": ("A.angle", "max")}.')
    return {name: _measure(name, x) for name, x in given.items()}


def _measure(name: str, given: Any) -> StudyMeasure | ChannelStatistic:
    if isinstance(given, StudyMeasure):
        return given
    if isinstance(given, (tuple, list)) and len(given) == 2 and isinstance(given[0], str):
        channel, statistic = given
        if REAL.fits(statistic):
            return ChannelStatistic(channel, float(statistic))
        if statistic not in STATISTICS:
            raise ModelError(f"study: measure {name!r}: {unknown('statistic', str(statistic), STATISTICS)}")
        return ChannelStatistic(channel, statistic)
    if callable(given):
        return StudyMeasure(given)
    raise ModelError(
        f"study: measure {name!r} is {given!r}; give a function of a run, (channel, statistic), or a lw.StudyMeasure."
    )


def measured(measure: StudyMeasure | ChannelStatistic, ensemble: Ensemble) -> tuple[np.ndarray, dict[int, str]]:
    """(a number of every member, what went wrong with some)."""
    if isinstance(measure, StudyMeasure) and measure.of == "run":
        return _one_by_one(measure, ensemble)
    raw = measure.values(ensemble) if isinstance(measure, ChannelStatistic) else measure.function(ensemble)
    values = np.asarray(raw, dtype=float)
    if values.shape != (len(ensemble),):
        raise ModelError(f"it gives an array of {values.shape} for {len(ensemble)} members; give one number for each.")
    return values, {}


def _one_by_one(measure: StudyMeasure, ensemble: Ensemble) -> tuple[np.ndarray, dict[int, str]]:
    values, wrong = np.full(len(ensemble), np.nan), {}
    for k, end in enumerate(ensemble.ends):
        if end.status != "done":
            continue
        try:
            values[k] = _one_number(measure.function(ensemble[k]))
        except Exception as error:  # whatever a user's function does with one run must not end the others
            wrong[k] = str(error) if isinstance(error, ModelError) else f"{type(error).__name__}: {error}"
    return values, wrong


def _one_number(given: Any) -> float:
    if not REAL.fits(given) and not isinstance(given, (bool, np.bool_)):
        what = f"an array of {given.shape}" if isinstance(given, np.ndarray) else shown_value(given)
        raise ModelError(f"it gives {what}; give one number.")
    return float(given)

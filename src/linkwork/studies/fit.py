r"""`fit`: Parameters and starting values from measured motion, by least squares with exact derivatives.

Measured numbers are $y_i = c_i(p) + \sigma_i\varepsilon_i$ with channels $c_i$ of the run. Least is
$\sum_i (c_i(p) - y_i)^2/\sigma_i^2$. With $J = \partial c/\partial p$ in units of $\sigma$, the covariance of p is
$s^2 (J^TJ)^{-1}$; $s^2$ is 1 where the deviations $\sigma$ are given, and else the sum of squares over the count of
numbers less that of values.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from ..analyses.design import Design
from ..analyses.gradient import evaluated, values_of
from ..analyses.optimise import Optimum, optimise
from ..contract import ModelError
from ..contract.arguments import REAL, VALUES, ArgumentKind, shown_value, takes
from ..contract.errors import counted, joined, unknown
from ..model import Model
from ..results import Verdict
from ..results.dual_numbers import Varied, stacked
from ..results.verdict import Alarm, Finding, judge_result
from ..system import COORDINATES, System, compile_model

LONG_GAP = 10.0
"""s of motion that are computed before a fit, to see how fast it is beside the samples."""
UNSEEN_STEPS = 400.0
"""Steps of the motion between two samples beyond which it swings many times unseen."""
UNDETERMINED = 1e-12
"""Directions of p that change channels by less than this part of what others do are not determined by the data."""
HARDLY_APART = 0.95
"""Correlation of two values above which the data barely distinguish them."""
AT_BOUND = 1e-3
"""A value nearer than this part of its first guess to a bound is decided by it: the search stops short of bounds."""
BEYOND_CHANCE, FAR_OFF = 6.0, 10.0
"""Deviations of χ² that chance does not explain, and the noise above which a fit is bad."""
MEASURED_MOTION = ArgumentKind(
    lambda value: hasattr(value, "keys") and hasattr(value, "__getitem__"), 'columns by name, "t" among them'
)
FIRST_GUESSES = ArgumentKind(
    lambda value: VALUES.fits(value) or (isinstance(value, Iterable) and not isinstance(value, (str, Mapping))),
    'first guesses by name, such as {"k": 40.0}',
)
DEVIATIONS = ArgumentKind(
    lambda value: REAL.fits(value) or VALUES.fits(value), 'a number, or numbers by channel, such as {"A.angle": 0.01}'
)
MODEL_OR_SYSTEM = ArgumentKind(lambda value: isinstance(value, (Model, System)), "a model, or a compiled one")


@dataclass(frozen=True, eq=False)
class Fit:
    """Values that were found, and how well the data determine them."""

    values: Mapping[str, float]
    covariance: np.ndarray
    residuals: Mapping[str, np.ndarray]
    """Channels of the fitted run less the data, by name, in the units of the channels."""
    noise: float
    """The root mean square of residuals, in units of the deviations; about 1 where these are right."""
    optimum: Optimum
    undetermined: tuple[str, ...] = ()
    """Values that the data say nothing about, alone or together."""
    expected_noise: float | None = None
    """What `noise` should be about: 1 where deviations were given, None where they were taken from the residuals."""
    freedoms: int = 1
    """Numbers that were measured less values that were found."""
    uncertain: tuple[str, ...] = ()
    """Parameters that no bound decides and whose standard errors are larger than they are themselves."""
    data: Mapping[str, np.ndarray] = field(default_factory=dict, repr=False)
    """What was measured, and when ("t")."""
    deviations: Mapping[str, float] = field(default_factory=dict)
    """Standard deviations of the measurement by channel, as given or as the residuals say."""
    _alarm: Alarm = field(default_factory=Alarm, repr=False)

    @cached_property
    def standard_errors(self) -> dict[str, float]:
        """Of each value; infinite where the data do not determine it."""
        return dict(zip(self.values, np.sqrt(np.diag(self.covariance)).tolist(), strict=True))

    @cached_property
    def correlation(self) -> np.ndarray:
        """Of pairs of values, from −1 to 1."""
        scale = np.sqrt(np.diag(self.covariance))
        known = np.outer(np.isfinite(scale) & (scale > 0.0), np.isfinite(scale) & (scale > 0.0))
        return np.divide(self.covariance, np.outer(scale, scale), out=np.zeros_like(self.covariance), where=known)

    @cached_property
    def verdict(self) -> Verdict:
        """Whether the values can be trusted."""
        return judge_result(self, FIT_RULES, "the search converged, and the data determine all values")

    def model(self, model: Model) -> Model:
        """The model with its Parameters at the values found."""
        self._alarm.sound(self, "the fit")
        return self.optimum.model(model)

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences about numbers of the data that are none, and were left out."""
        lost = {name: int((~np.isfinite(left)).sum()) for name, left in self.residuals.items()}
        return tuple(
            f"{name}: {count} of {len(self.residuals[name])} numbers are not finite, and were left out."
            for name, count in lost.items()
            if count
        )

    @property
    def report(self) -> str:
        """The fit in words: values with their errors, pairs that go together, residuals, notes, verdict."""
        lines = [f"{name} = {x:.6g} ± {self.standard_errors[name]:.2g}" for name, x in self.values.items()]
        lines += [
            f"{first} and {second} are strongly correlated: {self.correlation[k, j]:.3f}."
            for k, first in enumerate(self.values)
            for j, second in enumerate(self.values)
            if k < j and abs(self.correlation[k, j]) > HARDLY_APART
        ]
        for name, left in self.residuals.items():
            known = left[np.isfinite(left)]
            size = counted(len(known), "number")
            lines.append(
                f"{name}: {size}, residuals of {np.sqrt(np.mean(known**2)):.3g} (root mean square), "
                f"{known.mean():.2g} on average; lag-1 autocorrelation {_follows(known):.2f}."
            )
        return "\n".join([*lines, *self.notes, f"{self.verdict}."])

    def __repr__(self) -> str:
        found = ", ".join(f"{name} = {x:.6g} ± {self.standard_errors[name]:.2g}" for name, x in self.values.items())
        return f"<fit: {found}; {self.verdict.in_short}>"


@takes(
    model=MODEL_OR_SYSTEM,
    data=MEASURED_MOTION,
    over=FIRST_GUESSES,
    start=VALUES | None,
    guess=VALUES | None,
    deviations=DEVIATIONS | None,
    coordinates=COORDINATES,
)
def fit(
    model: Model | System,
    data: Any,
    over: Mapping[str, float],
    *,
    start: Mapping[str, float] | None = None,
    guess: Mapping[str, float] | None = None,
    deviations: Mapping[str, float] | float | None = None,
    bounds: Mapping[str, tuple[float, float]] | None = None,
    coordinates: str = "tree",
    tolerance: float = 1e-10,
    **options: Any,
) -> Fit:
    """The Parameters and starting values `over`, from first guesses, with which the run is nearest to the data.

    `data` has a column "t" and columns that are named as channels: a mapping of arrays, a table of pandas, or an xarray
    Dataset; a number that was not measured is NaN. `deviations` are standard deviations of the measurement, by channel
    or one for all; without them they are taken from the residuals, equal for all channels. Loops are closed with the
    values of `start` and `over` held, near those of `guess`. `options` are those of `simulate`.
    """
    if not over:
        raise ModelError('`over` names nothing to find; give first guesses, such as {"k": 40.0}.', "fit")
    system = model if isinstance(model, System) else compile_model(model, coordinates)
    begin = dict(start or {}), dict(guess or {})
    task = _FitTask(system, _columns(system, data), *begin, values_of(over), deviations, options)
    try:
        task.check_times()
        task.check_angles()
        found = optimise(task.residuals, task.first, bounds=bounds, tolerance=tolerance)
    except ModelError as error:
        raise ModelError(error.text if error.verb in ("fit", "optimise") else str(error), "fit") from None
    last = evaluated(task.residuals, Design(dict(found.values)))
    covariance, undetermined = _covariance(last, list(found.values), deviations is None)
    freedoms = len(last.value) - len(found.values)
    noise = float(np.sqrt(last.value @ last.value / max(1, freedoms)))
    expected = 1.0 if deviations is not None else None
    given = {name: task.deviation(name) * (noise if deviations is None else 1.0) for name in task.channels}
    parts = (found.values, covariance, task.apart(last.value), noise, found, undetermined, expected, freedoms)
    return Fit(*parts, task.uncertain(found.values, covariance, bounds or {}), dict(task.data), given)


@dataclass(frozen=True, eq=False)
class _FitTask:
    """Data, and the run that is to meet them."""

    system: System
    data: Mapping[str, np.ndarray]
    start: Mapping[str, float]
    guess: Mapping[str, float]
    first: Mapping[str, float]
    deviations: Mapping[str, float] | float | None
    options: Mapping[str, Any]

    def __post_init__(self) -> None:
        layout = self.system.layout
        known = [*self.system.model.parameters, *layout.q, *layout.u, *layout.z]
        for name in self.deviations if isinstance(self.deviations, Mapping) else ():
            if name not in self.channels:
                raise ModelError(f"deviations: {unknown('measured channel', name, self.channels)}", "fit")
        for name in (*self.first, *self.start, *self.guess):
            if name not in known:
                raise ModelError(f"{unknown('Parameter or starting value', name, known)}", "fit")

    @property
    def channels(self) -> list[str]:
        """What was measured."""
        return [name for name in self.data if name != "t"]

    def deviation(self, name: str) -> float:
        """Of one channel."""
        given = self.deviations
        if given is None:
            return 1.0
        found = given.get(name) if isinstance(given, Mapping) else given
        if found is None or not found > 0.0:
            raise ModelError(f"the deviation of {name!r} is {found!r}; give a positive number for each channel.", "fit")
        return float(found)

    def check_times(self) -> None:
        """Raises where the motion between two samples takes so many steps that it swings many times unseen."""
        t, at = self.data["t"], Design(dict(self.first))
        gap, begun = float(np.median(np.diff(t))), self._begun(at)
        until = float(t[0] + min(gap, LONG_GAP))
        run = at.simulate(self.system, begun, until, times=[until], **self.options).run
        steps = run.certificate.steps * gap / max(until - run.certificate.t_start, 1e-300)
        if steps > UNSEEN_STEPS:
            raise ModelError(
                f"the data last {t[-1] - t[0]:g} s with samples {gap:g} s apart, and from one to the next the motion "
                f"takes about {steps:.2g} steps: it swings many times between them, which no fit can follow. Are times "
                "in ms? Give them in s; if they are, fit a part that is sampled more often."
            )

    def check_angles(self) -> None:
        """Raises where measured angles begin at the degrees of what `start` says in radians."""
        for name in self.channels:
            given, seen = self.start.get(name), self.data[name][0]
            is_angle = self.system.channel_table[name].unit == "rad"
            if is_angle and given and abs(seen / np.degrees(given) - 1.0) < 0.02:
                raise ModelError(
                    f"{name!r} begins at {seen:.4g} in the data and at {given:.4g} rad in `start`, which is "
                    f"{np.degrees(given):.4g}°: the data are in degrees. Give radians, np.radians(data)."
                )

    def residuals(self, at: Design) -> Varied:
        """Channels less data, in units of deviations, one behind the other."""
        t = self.data["t"]
        run = at.simulate(self.system, self._begun(at), float(t[-1]), times=t, **self.options)
        parts = []
        for name in self.channels:
            kept = np.isfinite(self.data[name])
            parts.append((run[name][kept] - self.data[name][kept]) / self.deviation(name))
        return stacked(parts).ravel()

    def _begun(self, at: Design) -> Any:
        """Where the run starts, with derivatives."""
        parameters = self.system.model.parameters
        held: dict[str, Any] = {name: x for name, x in self.start.items() if name not in parameters}
        guess = {**self.guess, **{name: x for name, x in self.start.items() if name in parameters}}
        held |= {name: at[name] for name in self.first if name not in parameters}
        if self.system.rows.count:
            return at.assemble(self.system, held, {name: x for name, x in guess.items() if name not in held})
        return at.place(self.system, {**guess, **held}, float(self.data["t"][0]))

    def uncertain(
        self, values: Mapping[str, float], covariance: np.ndarray, bounds: Mapping[str, tuple[float, float]]
    ) -> tuple[str, ...]:
        """Parameters that no bound decides, with standard errors larger than they are.

        Starting values are not asked: zero is a place like any other for a coordinate.
        """
        found = []
        for (name, x), variance in zip(values.items(), np.diag(covariance), strict=True):
            near = [abs(x - b) <= AT_BOUND * max(abs(b), abs(self.first[name])) for b in bounds.get(name, ())]
            if name in self.system.model.parameters and x * x < variance < np.inf and not any(near):
                found.append(name)
        return tuple(found)

    def apart(self, residuals: np.ndarray) -> dict[str, np.ndarray]:
        """Residuals by channel, in their units, NaN where nothing was measured."""
        found, at = {}, 0
        for name in self.channels:
            kept = np.isfinite(self.data[name])
            found[name] = np.full(len(kept), np.nan)
            found[name][kept] = residuals[at : at + int(kept.sum())] * self.deviation(name)
            at += int(kept.sum())
        return found


def _columns(system: System, data: Any) -> dict[str, np.ndarray]:
    """Times and measured channels."""
    # A Dataset of xarray keeps its times apart from its variables.
    names = [str(name) for name in data] + ([] if "t" in list(data) or "t" not in data else ["t"])
    if "t" not in names:
        raise ModelError("the data have no column 't'; give the times of measurement, in seconds.", "fit")
    found = {name: _column(name, data[name]) for name in names}
    for name, values in found.items():
        if name != "t" and name not in system.channel_table:
            raise ModelError(f"{system.channel_table.unknown(name)}", "fit")
        if name != "t" and (shape := system.channel_table[name].shape):
            raise ModelError(f"channel {name!r} has {shape} numbers at a time; name one, as {name}.x.", "fit")
        if values.shape != found["t"].shape or values.ndim != 1:
            raise ModelError(
                f"{name!r} has {_size(values)}, and 't' has {_size(found['t'])}; give one for each time.", "fit"
            )
    for name, values in found.items():
        if not np.isfinite(values).any():
            raise ModelError(f"{name!r} has no number that was measured.", "fit")
    t = found["t"]
    if len(names) < 2 or len(t) < 2:
        raise ModelError("give at least one channel, and at least two times.", "fit")
    if not (np.isfinite(t).all() and (np.diff(t) > 0.0).all()):
        k = next((k for k in range(len(t)) if not np.isfinite(t[k]) or (k and not t[k] > t[k - 1])), 0)
        raise ModelError(f"times must be finite and increase; t[{k}] = {t[k]:g}. Sort the rows by t.", "fit")
    return found


def _column(name: str, given: Any) -> np.ndarray:
    try:
        return np.asarray(given, dtype=float)
    except (TypeError, ValueError):
        raise ModelError(
            f"{name!r} is {shown_value(given)}; give a number for each time, NaN for none.", "fit"
        ) from None


def _size(values: np.ndarray) -> str:
    return counted(len(values), "number") if values.ndim == 1 else f"an array of {values.shape}"


def _covariance(last: Varied, names: list[str], is_scaled: bool) -> tuple[np.ndarray, tuple[str, ...]]:
    """(covariance of the values, those that the data do not determine)."""
    J = last.gradient
    norms = np.linalg.norm(J, axis=0)
    size = np.where(norms > 0.0, norms, 1.0)
    _, s, vt = np.linalg.svd(J / size)
    # Where numbers are fewer than values, directions are left that no number sees.
    s = np.concatenate([s, np.zeros(len(vt) - len(s))])
    weak = s <= UNDETERMINED * s.max(initial=1e-300)
    scale = float(last.value @ last.value) / max(1, len(last.value) - len(names)) if is_scaled else 1.0
    inverse = np.where(weak, 0.0, 1.0 / np.where(weak, 1.0, s) ** 2)
    found = scale * (vt.T * inverse) @ vt / np.outer(size, size)
    lost = np.abs(vt[weak]).max(axis=0, initial=0.0) > 1e-6
    found[lost, :] = found[:, lost] = 0.0
    found[lost, lost] = np.inf
    return found, tuple(name for name, is_lost in zip(names, lost, strict=True) if is_lost)


def _follows(residuals: np.ndarray) -> float:
    """The correlation of residuals with their successors: near 0 where they are noise, near 1 where they are not."""
    total = float(residuals @ residuals)
    return float(residuals[1:] @ residuals[:-1]) / total if total else 0.0


def _converged(fit: Fit) -> Finding | None:
    """Whether the search ended at a least."""
    return None if fit.optimum.verdict.is_good else (fit.optimum.verdict.level, fit.optimum.verdict.reasons[0])


def _determined(fit: Fit) -> Finding | None:
    """Whether the data say something about every value."""
    if not fit.undetermined:
        return None
    return (
        "bad",
        f"the data do not determine {', '.join(fit.undetermined)}: fix some of them, or measure other channels",
    )


def _enough(fit: Fit) -> Finding | None:
    """Whether numbers are left that test the fit."""
    if fit.freedoms > 0:
        return None
    values = counted(len(fit.values), "value")
    numbers = counted(len(fit.values) + fit.freedoms, "number")
    if fit.freedoms < 0:
        return "bad", f"{numbers} cannot determine {values}: measure more, or fix some of them"
    unknown_errors = "" if fit.expected_noise is not None else ", and its standard errors mean nothing"
    return "doubtful", f"{numbers} for {values}: the fit cannot estimate its own error{unknown_errors}; measure more"


def _precise(fit: Fit) -> Finding | None:
    """Whether Parameters are known better than to their own size."""
    if not fit.uncertain:
        return None
    said = joined([f"{name} = {fit.values[name]:.3g} ± {fit.standard_errors[name]:.2g}" for name in fit.uncertain])
    return (
        "doubtful",
        f"the data barely determine {said}: measure more, or other channels, or fix what is known",
    )


def _explained(fit: Fit) -> Finding | None:
    """Whether the model explains the data as closely as they were measured: χ² within what chance allows."""
    if fit.expected_noise is None:
        return None
    # The square of the noise has the deviation √(2/n) around 1; six of them are beyond chance.
    most = np.sqrt(1.0 + BEYOND_CHANCE * np.sqrt(2.0 / max(1, fit.freedoms)))
    if fit.noise <= most:
        return None
    return (
        "bad" if fit.noise > FAR_OFF else "doubtful",
        f"residuals are {fit.noise:.3g} times the deviations of the measurement, and up to {most:.2g} would be chance: "
        "the model does not explain the data, or the deviations are too small; standard errors hold for neither",
    )


FIT_RULES = {
    "search": _converged,
    "undetermined": _determined,
    "data": _enough,
    "uncertain": _precise,
    "noise": _explained,
}

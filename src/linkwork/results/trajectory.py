"""`Trajectory`: the states of a run, and every channel of the model along it, by name."""

from __future__ import annotations

import tempfile
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from .._display import Viewed
from ..channels import BALANCE, Channel, ChannelTable, ListedChannels, SystemProvider
from ..contract import ModelError
from ..contract.arguments import (
    CHANNEL_ARGUMENT,
    COUNT,
    FILE_ARGUMENT,
    NAME_ARGUMENT,
    NUMBER_ARGUMENT,
    TIMES_ARGUMENT,
    check_file_format,
    takes,
)
from ..model import Model
from ..topology import Layout
from .certificate import CertificateField
from .contact_change import ContactChange, ContactLog
from .energy_budget import EnergyBudget, energy_budget
from .export import to_csv, to_dataframe, to_dataset, to_parquet
from .load import REAL_SHARES, ConnectionLoad, check_axes, first_axes
from .save_run import save_run
from .state import State
from .verdict import Alarm, LoadAlarm, Verdict

Reader = Callable[[Sequence[str], "Trajectory"], dict[str, np.ndarray]]
"""(names, trajectory) → values along it."""
Interpolator = Callable[[np.ndarray], np.ndarray]
"""times → rows (q, u, z, w)."""
SAVE_OTHERS = ", or use run.to_csv, run.to_parquet or lw.view for other formats"
MOST_IN_MEMORY = 1 << 26
"""Bytes of a column of a file that are copied into memory; larger ones are mapped from a scratch file on disk."""
SAMPLED_OR_IN_MEMORY = "give `times` that include it, or run without output=lw.Output(file=…) and ask that run"
"""What to do where a file does not hold a state that is wanted."""


@dataclass(frozen=True)
class Occurrence:
    """An event that happened: when, its name, and the states just before and after it.

    Both states are the same unless the event has an action. Runs that are read from a file have none.
    """

    t: float
    event: str
    before: State | None = field(default=None, repr=False, compare=False)
    after: State | None = field(default=None, repr=False, compare=False)
    contact: ContactChange | None = field(default=None, repr=False, compare=False)
    """What it did to contacts, where it is an event of these."""


@dataclass(frozen=True, eq=False)
class Trajectory(Viewed):
    """States at times, with what they were computed from.

    `run["A.angle"]` is a channel along the run, `run.state(k)` one state, `run.at(t)` a state at any time of the run,
    `run.resample(times)` another trajectory. Channels are computed when asked for. Reading any of them warns once where
    the verdict is bad, and reading a load that is not unique (`certificate.not_unique`) warns of that.
    """

    provider: SystemProvider = field(repr=False)
    """What lists the channels of its system, and describes its states."""
    model: Model = field(init=False)
    layout: Layout = field(init=False)
    t: np.ndarray
    q: np.ndarray
    u: np.ndarray
    z: np.ndarray
    work: np.ndarray
    """The integral of the power from the start."""
    parameters: Mapping[str, float]
    certificate: CertificateField = CertificateField()  # noqa: RUF009 (a descriptor, not a default)
    reader: Reader = field(repr=False)  # type: ignore[misc]  # behind a descriptor, which is no default
    interpolator: Interpolator | None = field(default=None, repr=False)
    events: tuple[Occurrence, ...] = ()
    outputs: Mapping[str, Any] = field(default_factory=dict)
    """The user's own channels, by name."""
    parameter_changes: tuple[tuple[int, Mapping[str, float]], ...] = ()
    """Where actions of events changed parameters: from which row on, and to what."""
    unkept: str = field(default="", repr=False)
    """Why states between rows are not known although rows are the ends of all steps."""
    of_steps: tuple[str, ...] = field(default=(), repr=False)
    """Channels that steps left behind and states do not tell: a saved run has their values."""
    _known: dict[str, np.ndarray] = field(default_factory=dict, repr=False)
    _alarm: Alarm = field(default_factory=Alarm, repr=False)
    _loads_alarm: LoadAlarm = field(default_factory=LoadAlarm, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "model", self.provider.drawn)
        object.__setattr__(self, "layout", self.provider.layout)
        # Rows of files are big-endian, as NetCDF wants; compiled code of others takes the machine's own order.
        for name, values in (("t", self.t), ("q", self.q), ("u", self.u), ("z", self.z), ("work", self.work)):
            if not values.dtype.isnative:
                object.__setattr__(self, name, _native(values))

    def __getstate__(self) -> dict[str, Any]:
        """What copies have: the certificate in place of what makes it."""
        return {**self.__dict__, "certificate": self.certificate}

    def __len__(self) -> int:
        return len(self.t)

    @takes(name=CHANNEL_ARGUMENT)
    def __getitem__(self, name: str) -> np.ndarray:
        return self.channels(name)[name]

    def _read(self, names: Sequence[str]) -> dict[str, np.ndarray]:
        """Channels that are not known yet."""
        rest = [name for name in names if name != BALANCE or name in self.outputs]
        found = {BALANCE: self.energy_balance} if len(rest) < len(names) else {}
        return found | (self.reader(rest, self) if rest else {})

    @property
    def verdict(self) -> Verdict:
        """Whether the run can be trusted, and why not."""
        return self.certificate.verdict

    def _check(self) -> None:
        """Warns where numbers of a bad run are read for the first time."""
        if self.certificate.is_bad:
            self._alarm.sound(self, f"the run of {self.model.name!r}")

    @property
    def contacts(self) -> ContactLog:
        """Impacts, and moments at which contacts opened, closed, stuck or slid, in order."""
        return ContactLog(o.contact for o in self.events if o.contact is not None)

    @property
    def success(self) -> bool:
        """Whether the run got where it was meant to, and its verdict is not bad."""
        return self.certificate.is_success

    @property
    def status(self) -> str:
        """What became of the run, in words; of a bad one that got to its end, why it is bad."""
        c = self.certificate
        return str(c.verdict) if c.is_bad and c.status != "failed" else f"{c.status}: {c.sentence}"

    def parameters_at(self, k: int) -> Mapping[str, float]:
        """The parameter values that belong to a row."""
        rows = k % len(self.t) if len(self.t) else 0
        starts, values = self._all_parameters
        return dict(values[bisect_right(starts, rows) - 1])

    @cached_property
    def _all_parameters(self) -> tuple[list[int], list[dict[str, float]]]:
        """From which rows on, and all values of Parameters; for laws that look back some change thousands of times."""
        found = [dict(self.parameters)]
        for _, values in self.parameter_changes:
            found.append({**found[-1], **values})
        return [-1, *(start for start, _ in self.parameter_changes)], found

    @takes(k=COUNT)
    def state(self, k: int = -1) -> State:
        """The state of one row."""
        self._check()
        if not -len(self.t) <= k < len(self.t):
            raise ModelError(f"the run has {len(self.t)} states, 0 to {len(self.t) - 1}; {k} was asked for.")
        return state_of_row(self, k)

    @property
    def final(self) -> State:
        """The last state."""
        return self.state(-1)

    @takes(t=NUMBER_ARGUMENT)
    def at(self, t: float) -> State:
        """The state at any time of the run, as accurate as the run itself."""
        self._check()
        row = self._rows([t])[0]
        k = int(np.searchsorted(self.t, t, side="right")) - 1
        nq, nu = self.layout.nq, self.layout.nu
        return State(self.layout, row[:nq], row[nq : nq + nu], float(t), self.parameters_at(k), row[nq + nu : -1])

    @takes(times=TIMES_ARGUMENT)
    def resample(self, times: Any) -> Trajectory:
        """The same run at other times: a sequence of times, or how many, equally spaced."""
        self._check()
        if isinstance(times, (int, np.integer)):
            if times < 1:
                raise ModelError(f"resample: times = {times} is no number of samples; give 2 or more.")
            times = np.linspace(self.t[0], self.t[-1], times)
        wanted = np.asarray(times, dtype=float)
        rows = self._rows(wanted)
        nq, nu = self.layout.nq, self.layout.nu
        changes = tuple((int(np.searchsorted(wanted, self.t[k])), values) for k, values in self.parameter_changes)
        parts: dict[str, Any] = {
            "q": rows[:, :nq],
            "u": rows[:, nq : nq + nu],
            "z": rows[:, nq + nu : -1],
            "work": rows[:, -1],
        }
        return replace(self, t=wanted, **parts, parameter_changes=changes, _known={})

    def _rows(self, times: Any) -> np.ndarray:
        wanted = np.asarray(times, dtype=float)
        if not len(self.t):
            raise ModelError(f"the run of {self.model.name!r} has no states: {self.certificate.sentence}.")
        slack = 1e-12 * max(1.0, abs(float(self.t[-1])))
        if wanted.size and (wanted.min() < self.t[0] - slack or wanted.max() > self.t[-1] + slack):
            raise ModelError(
                f"the run covers t = {self.t[0]:g} to {self.t[-1]:g}; "
                f"{wanted.min():g} to {wanted.max():g} was asked for."
            )
        if self.interpolator is None:
            return self._samples(wanted, slack)
        return self.interpolator(np.clip(wanted, self.t[0], self.t[-1]))

    def _samples(self, wanted: np.ndarray, slack: float) -> np.ndarray:
        """Rows of a run that knows nothing between them: at their times."""
        last = len(self.t) - 1
        at = np.clip(np.searchsorted(self.t, wanted + slack, side="right") - 1, 0, last)
        off = np.abs(self.t[at] - wanted) > slack
        if off.any():
            t = float(wanted[off][0])
            near = float(self.t[int(np.argmin(np.abs(self.t - t)))])
            if self.unkept:
                raise ModelError(
                    f"t = {t:g} is not the end of a step (the nearest is {near:g}), and {self.unkept}; "
                    f"{SAMPLED_OR_IN_MEMORY}."
                )
            raise ModelError(
                f"this run kept samples only, and t = {t:g} is none of them (the nearest is {near:g}); run it without "
                "`times` to have it at any time."
            )
        return np.hstack([self.q[at], self.u[at], self.z[at], self.work[at, None]])

    @takes(start=COUNT, stop=COUNT)
    def part(self, start: int, stop: int) -> Trajectory:
        """Rows `start` to `stop` (not included) as a trajectory; nothing is copied."""
        first, last, _ = slice(start, stop).indices(len(self.t))
        changes = tuple((max(0, k - first), values) for k, values in self.parameter_changes if k < last)
        rows = slice(first, last)
        known = {name: values[rows] for name, values in self._known.items()}
        parts = {name: getattr(self, name)[rows] for name in ("t", "q", "u", "z", "work")}
        return replace(self, **parts, parameter_changes=changes, _known=known)

    @takes(names=CHANNEL_ARGUMENT)
    def channels(self, *names: str) -> dict[str, np.ndarray]:
        """Several channels, computed together."""
        if names:
            self._check()
        missing = [name for name in names if name not in self._known]
        if missing:
            self._known.update(self._read(missing))
        for name in names if self.certificate.not_unique else ():
            channel = self.channel_table.find(name)
            self._loads_alarm.sound(name, () if channel is None else channel.not_unique, REAL_SHARES)
        return {name: self._known[name] for name in names}

    @takes(body=NAME_ARGUMENT)
    def pose(self, body: str) -> tuple[np.ndarray, np.ndarray]:
        """(R, p) of a body's frame in the world: times × 3 × 3 and times × 3."""
        found = self.channels(f"{body}.rotation", f"{body}.position")
        return found[f"{body}.rotation"], found[f"{body}.position"]

    @takes(body=NAME_ARGUMENT)
    def velocity(self, body: str) -> np.ndarray:
        """The velocity of a body's origin, or of a named point ("body.point"), in the world."""
        return self[f"{body}.velocity"]

    @takes(connection=NAME_ARGUMENT)
    def load(self, connection: str, axes: str = "connection") -> ConnectionLoad:
        """(moment, force) of a hinge or constraint on its second end, in the axes of its first; or axes="world"."""
        check_axes(axes)
        found = self.channels(f"{connection}.moment", f"{connection}.force")
        load = ConnectionLoad(found[f"{connection}.moment"], found[f"{connection}.force"])
        if axes == "connection":
            return load
        return load.turned(first_axes(self.model, connection, self.parameters, lambda body: self.pose(body)[0]))

    @cached_property
    def channel_table(self) -> ChannelTable:
        """Name, shape and SI unit of every channel, also of components: `run.channel_table["A.force.x"].unit`."""
        whole, *others = self.provider.parts
        balance = ListedChannels([Channel(BALANCE, (), "J", "run")])
        # Values of some channels came from steps or a file, and tell their shapes.
        unlisted = (*self._known, *self.of_steps, *self.provider.of_steps)
        own = ListedChannels(
            (),
            self.outputs,
            lambda name: (self._known[name] if name in self._known else self[name]).shape[1:],
            unlisted,
        )
        return ChannelTable([whole, balance, *others, own]).with_not_unique(self.certificate.not_unique)

    @takes(channels=CHANNEL_ARGUMENT)
    def to_dataset(self, *channels: str) -> Any:
        """States and channels as an xarray Dataset, with names and units."""
        self._check()
        return to_dataset(self, channels)

    @takes(channels=CHANNEL_ARGUMENT)
    def to_dataframe(self, *channels: str) -> Any:
        """Channels, or all coordinates, speeds and states, as a pandas DataFrame over t; one column a number."""
        self._check()
        return to_dataframe(self, channels)

    @takes(path=FILE_ARGUMENT, channels=CHANNEL_ARGUMENT)
    def to_csv(self, path: str | Path, *channels: str) -> None:
        """Writes channels, or all coordinates, speeds and states, to a CSV file with all digits."""
        self._check()
        to_csv(self, path, channels)

    @takes(path=FILE_ARGUMENT, channels=CHANNEL_ARGUMENT)
    def to_parquet(self, path: str | Path, *channels: str) -> None:
        """Writes the same to a Parquet file, with units."""
        self._check()
        to_parquet(self, path, channels)

    @takes(path=FILE_ARGUMENT, channels=CHANNEL_ARGUMENT)
    def save(self, path: str | Path, *channels: str) -> None:
        """Writes the run to one NetCDF file: states, events, certificate, the model, and the channels named here.

        `lw.load_run` reads it. The user's own outputs are functions, which a file cannot hold: their values are stored.
        """
        check_file_format("save", path, ".nc", SAVE_OTHERS)
        save_run(self, path, channels)

    @property
    def energy(self) -> np.ndarray:
        """Kinetic energy, potential energy of uniform gravity, and what springs, contacts and the like store."""
        return self["energy"]

    @property
    def energy_balance(self) -> np.ndarray:
        """Kinetic energy and potential of gravity, less the work of everything else, less the same at the start.

        The test of S2 (55), row by row: zero in an exact run, whatever dissipates or drives. Its largest size at the
        ends of steps is the certificate's energy error. It is the channel "energy_balance" too, for files and plots.
        """
        found = self.channels("kinetic_energy", "potential_energy", "stored_energy")
        kinetic, potential, stored = found.values()
        balance = kinetic + potential - stored - self.work
        return balance - balance[:1]

    @property
    def energy_budget(self) -> EnergyBudget:
        """Of every force element, by connection: the work done on it, what of this it holds, and what it lost, in J.

        `run.energy_budget["tissue"].lost` is what all its dampers took. It needs a run without `times`.
        """
        return energy_budget(self)

    def __repr__(self) -> str:
        span = f"t = {self.t[0]:g} to {self.t[-1]:g}" if len(self.t) else "nothing"
        return f"<run of {self.model.name!r}: {len(self.t)} states, {span}, {self.verdict.in_short}>"


def state_of_row(run: Trajectory, k: int) -> State:
    """The state of one row of a run, whatever its verdict: for judging it."""
    return State(run.layout, run.q[k], run.u[k], float(run.t[k]), run.parameters_at(k), run.z[k])


def not_in_files(method: str) -> str:
    """Why a run by a method that remembers more than the ends of its steps has no states between them."""
    return f"states between the steps of {method} are not kept in files"


def _native(values: np.ndarray) -> np.ndarray:
    """The same numbers in the byte order of the machine."""
    if values.nbytes <= MOST_IN_MEMORY:
        return values.astype(float)
    with tempfile.TemporaryFile() as stream:
        found = np.memmap(stream, float, "w+", 0, values.shape)
    step = max(1, MOST_IN_MEMORY // (values.nbytes // len(values)))
    for start in range(0, len(values), step):
        found[start : start + step] = values[start : start + step]
    return np.asarray(found)

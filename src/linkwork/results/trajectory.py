"""`Trajectory`: the states of a run, and every channel of the model along it, by name."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from .._display import Viewed
from ..channels import BALANCE, Channel, ChannelTable, ListedChannels, SystemProvider
from ..contract import Assembly, Force, ModelError
from ..contract.arguments import (
    CHANNEL_ARGUMENT,
    NAME_ARGUMENT,
    takes,
)
from ..contract.errors import counted, unknown
from ..model import Model
from ..topology import Layout
from .certificate import Certificate, Deferred
from .contact_change import ContactChange, ContactLog
from .load import ConnectionLoad, check_axes, first_axes, warn_not_unique
from .run_files import RunFiles
from .state import State
from .stored_states import Interpolator, StoredStates
from .verdict import Alarm, LoadAlarm, Verdict

Reader = Callable[[Sequence[str], "Trajectory"], dict[str, np.ndarray]]
"""(names, trajectory) → values along it."""
MOST_IN_MEMORY = 1 << 26
"""Bytes of a column of a file that are copied into memory; larger ones are mapped from a scratch file on disk."""


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
class Trajectory(StoredStates, RunFiles, Viewed):
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
    certificate: Deferred[Certificate] = Deferred()  # noqa: RUF009 (a descriptor, not a default)
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
        """The outcome of the run, in words; of a bad one that got to its end, why it is bad."""
        c = self.certificate
        return str(c.verdict) if c.is_bad and c.status != "failed" else f"{c.status}: {c.sentence}"

    @takes(names=CHANNEL_ARGUMENT)
    def channels(self, *names: str) -> dict[str, np.ndarray]:
        """Several channels, computed together."""
        if names:
            self._check()
        missing = [name for name in names if name not in self._known]
        if missing:
            self._known.update(self._read(missing))
        warn_not_unique(self, names, self._loads_alarm)
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
        """(moment, force) of a joint or constraint on its second end, in the axes of its first; or axes="world"."""
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
        return ChannelTable([whole, balance, *others, own]).with_not_unique(lambda: self.certificate.not_unique)

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
        return f"<run of {self.model.name!r}: {counted(len(self.t), 'state')}, {span}, {self.verdict.in_short}>"


def not_in_files(method: str) -> str:
    """Why a run by a method that remembers more than the ends of its steps has no states between them."""
    return f"states between the steps of {method} are not stored in files"


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


# What a run did to each force element: the work done on it, what of this it holds, and what it lost.
GAUSS_POINTS, GAUSS_WEIGHTS = np.polynomial.legendre.leggauss(6)


class EnergyShare(NamedTuple):
    """Work done on an element from the start of a run to its end, in J; it is what is stored and what is lost.

    Both are None for active elements, delayed laws among them, and wherever nobody says what is stored.
    """

    work: float
    stored: float | None
    lost: float | None


class EnergyBudget(dict[str, EnergyShare]):
    """Shares by connection."""

    def __missing__(self, name: str) -> EnergyShare:
        raise ModelError(f"energy_budget: {unknown('force element', name, self)}")


def energy_budget(run: Any) -> EnergyBudget:
    """The share of every force element, by connection: powers are integrated by Gauss's rule on every step."""
    elements = {c.name: c.element for c in run.model.connections.values() if isinstance(c.element, Force | Assembly)}
    if not elements:
        return EnergyBudget()
    if run.interpolator is None:
        why = run.unkept or "this one stored samples only"
        raise ModelError(f"energy_budget needs the run between its rows, and {why}: run without `times`, in memory.")
    t = np.asarray(run.t, dtype=float)
    lengths = np.diff(t)
    begins = t[:-1][lengths > 0.0]
    lengths = lengths[lengths > 0.0]
    nodes = (begins[:, None] + lengths[:, None] * 0.5 * (GAUSS_POINTS + 1.0)).ravel()
    powers = run.resample(nodes).channels(*(f"{name}.power" for name in elements))
    weights = (0.5 * lengths[:, None] * GAUSS_WEIGHTS).ravel()
    found = EnergyBudget()
    for name in elements:
        work = -float(weights @ powers[f"{name}.power"])
        if f"{name}.energy" in run.channel_table:
            energy = run[f"{name}.energy"]
            stored = float(energy[-1] - energy[0])
            found[name] = EnergyShare(work, stored, work - stored)
        else:
            found[name] = EnergyShare(work, None, None)
    return found

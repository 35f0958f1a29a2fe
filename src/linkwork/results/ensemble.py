"""`Ensemble`: many runs of one system, at the same times."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple, overload

import numpy as np

from .._display import Displayed, ShownRows
from ..contract import ModelError
from ..contract.arguments import COUNT, takes
from ..contract.errors import counted
from .analysis_rules import verdict_of_ensemble
from .certificate import Certificate
from .load import warn_not_unique
from .run_rules import MOTION_RULES
from .trajectory import Trajectory
from .verdict import Alarm, LoadAlarm, Verdict

REPEATED_MEMBERS = 16
"""Members of an ensemble, equally spaced, whose motion is compared with a second run in any case."""


class MemberEnd(NamedTuple):
    """The outcome of a member: `status` and `sentence` of its certificate."""

    status: str
    sentence: str

    def __str__(self) -> str:
        return self.status if self.status == "done" else f"{self.status}: {self.sentence}"


@dataclass(frozen=True, eq=False)
class Ensemble(Displayed):
    """Samples of all members as one array each; `ensemble[k]` is member k as a `Trajectory`."""

    t: np.ndarray
    q: np.ndarray
    """Members × times × coordinates; NaN where a member did not get."""
    u: np.ndarray
    z: np.ndarray
    work: np.ndarray
    counts: np.ndarray
    """How many samples each member reached."""
    ends: tuple[MemberEnd, ...]
    """The outcome of each."""
    steps: np.ndarray
    wall_time: float
    _make: Callable[[int], Trajectory] = field(repr=False)
    """Makes a member's trajectory."""
    _read: Callable[[str], np.ndarray | None] = field(default=lambda name: None, repr=False)
    """A channel of all members at once; None where members are read one by one."""
    _judge: Callable[[], Certificate | None] = field(default=lambda: None, repr=False)
    """A certificate that is as bad as any member's, where it is good; None where members are judged one by one."""
    _certify: Callable[[], Mapping[str, Sequence[Any]]] = field(default=dict, repr=False)
    """Fields of certificates that differ between members, as columns; none where members are asked one by one."""
    _alarm: Alarm = field(default_factory=Alarm, repr=False)
    _loads_alarm: LoadAlarm = field(default_factory=LoadAlarm, repr=False)

    @cached_property
    def verdicts(self) -> tuple[Verdict, ...]:
        """Those on all members. The motion of some is compared with a second run, and of all where one is off."""
        found = {k: run.verdict for k, run in self._repeated.items()}
        rest = [k for k in range(len(self)) if k not in found]
        if any(code in MOTION_RULES for verdict in found.values() for code in verdict.codes):
            found |= {k: self[k].verdict for k in rest}
        elif self._worst is not None:
            found |= dict.fromkeys(rest, self._worst.unrepeated(self._why).verdict)
        else:
            found |= {k: self[k].certificate.unrepeated(self._why).verdict for k in rest}
        return tuple(found[k] for k in range(len(self)))

    @cached_property
    def _repeated(self) -> dict[int, Trajectory]:
        """Members that are compared with a second run in any case."""
        return {int(k): self[int(k)] for k in np.linspace(0, len(self) - 1, min(len(self), REPEATED_MEMBERS))}

    @property
    def _why(self) -> str:
        return f"{len(self._repeated)} of {len(self)} members were repeated"

    @cached_property
    def _worst(self) -> Certificate | None:
        return self._judge()

    def worst_certificate(self) -> Certificate:
        """The largest energy error of all members, and the largest error of a motion of those that were repeated."""
        told = [self._worst] if self._worst is not None else [run.certificate for run in self]
        least = max(told, key=lambda c: c.energy_error / max(c.energy_scale, 1e-300))
        motions = [run.certificate.compared for run in self._repeated.values()]
        return replace(least, look=None, motion=max(motions, key=lambda m: -1.0 if m.error is None else m.error))

    @cached_property
    def is_bad(self) -> bool:
        """Whether a verdict is bad, which takes no second run to tell."""
        return self._worst is None and any(run.certificate.is_bad for run in self)

    @cached_property
    def verdict(self) -> Verdict:
        """That of the worst member; the energy of all of them is looked at when it is first asked for."""
        return verdict_of_ensemble(self)

    def certificate_columns(self, names: Sequence[str]) -> dict[str, list[Any]]:
        """Fields of the certificates of all members, a column each, such as those of ["energy_error", "steps"]."""
        own = self._certify()
        if own:
            first = self[0].certificate
            return {n: list(own[n]) if n in own else [getattr(first, n)] * len(self) for n in names}
        certificates = [run.certificate for run in self]
        return {name: [getattr(one, name) for one in certificates] for name in names}

    def __len__(self) -> int:
        return len(self.q)

    def __iter__(self) -> Iterator[Trajectory]:
        return (self[k] for k in range(len(self)))

    @overload
    def __getitem__(self, key: int) -> Trajectory: ...
    @overload
    def __getitem__(self, key: str) -> np.ndarray: ...
    def __getitem__(self, key: int | str) -> Trajectory | np.ndarray:
        """A member, or a channel of all: members × times × entries."""
        if isinstance(key, str):
            return self._channel(key)
        return self.member(key)

    @takes(k=COUNT)
    def member(self, k: int) -> Trajectory:
        """Member k as a `Trajectory`."""
        if not -len(self) <= k < len(self):
            raise IndexError(f"the ensemble has {len(self)} members, {k} is none of them.")
        return self._make(k % len(self))

    def _shown_rows(self, most: int) -> ShownRows:
        columns = range(len(self)), map(int, self.counts), self.statuses
        return ("member", "samples", "became"), [*islice(zip(*columns, strict=True), most)], len(self)

    def _channel(self, name: str) -> np.ndarray:
        if self.is_bad:
            self._alarm.sound(self, repr(self))
        for run in islice(filter(len, self), 1):
            warn_not_unique(run, [name], self._loads_alarm)
        found = self._read(name)
        if found is not None:
            return found
        runs = list(self)
        parts = {k: run.reader([name], run)[name] for k, run in enumerate(runs) if len(run)}
        if not parts:
            raise ModelError(f"no member has any states: {runs[0].certificate.sentence}")
        result = np.full((len(self), len(self.t), *next(iter(parts.values())).shape[1:]), np.nan)
        for k, part in parts.items():
            result[k, : len(part)] = part
        return result

    @property
    def statuses(self) -> tuple[str, ...]:
        """The outcome of each: "done", "paused", or "failed" with a sentence that says why."""
        return tuple(map(str, self.ends))

    @property
    def failed(self) -> tuple[int, ...]:
        """The members that did not get to the end."""
        return tuple(k for k, end in enumerate(self.ends) if end.status != "done")

    @property
    def success(self) -> bool:
        """Whether all members got to the end, and no verdict is bad."""
        return not self.failed and not self.is_bad

    def __repr__(self) -> str:
        lost = f", {len(self.failed)} did not get to the end" if self.failed else ""
        return f"<ensemble of {counted(len(self), 'run')}, {counted(len(self.t), 'time')}{lost}>"

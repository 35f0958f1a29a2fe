"""`Ensemble`: many runs of one system, at the same times."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Any, overload

import numpy as np

from .._display import Displayed, ShownRows
from ..contract import ModelError
from ..contract.arguments import COUNT, takes
from .analysis_rules import verdict_of_ensemble
from .trajectory import Trajectory
from .verdict import Alarm, Verdict


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
    statuses: tuple[str, ...]
    """What became of each: "done", "paused", or "failed" with a sentence that says why."""
    steps: np.ndarray
    wall_time: float
    _make: Callable[[int], Trajectory] = field(repr=False)
    """Makes a member's trajectory."""
    _read: Callable[[str], np.ndarray | None] = field(default=lambda name: None, repr=False)
    """A channel of all members at once; None where members are read one by one."""
    _judge: Callable[[], tuple[Verdict, ...]] = field(default=tuple, repr=False)
    """Verdicts on all members at once; none where members are judged one by one."""
    _certify: Callable[[], Mapping[str, Sequence[Any]]] = field(default=dict, repr=False)
    """Fields of certificates that differ between members, as columns; none where members are asked one by one."""
    _alarm: Alarm = field(default_factory=Alarm, repr=False)

    @cached_property
    def verdicts(self) -> tuple[Verdict, ...]:
        """Those on all members."""
        return self._judge() or tuple(run.verdict for run in self)

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
        self._alarm.sound(self, repr(self))
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
    def failed(self) -> tuple[int, ...]:
        """The members that did not get to the end."""
        return tuple(k for k, status in enumerate(self.statuses) if status != "done")

    @property
    def success(self) -> bool:
        """Whether all members got to the end, and no verdict is bad."""
        return not self.failed and not self.verdict.is_bad

    def __repr__(self) -> str:
        lost = f", {len(self.failed)} did not get to the end" if self.failed else ""
        return f"<ensemble of {len(self)} runs, {len(self.t)} times{lost}>"

"""The certificate of a run: how good it is, and what was done for that. It prints readably and is data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cached_property
from typing import Any, Generic, TypeVar

from .._display import Displayed
from ..diagnosis import INFO, NO_NOTES, Notes
from .load import told_not_unique
from .run_rules import is_bad_run, verdict_of_run
from .verdict import Verdict

Deferrable = TypeVar("Deferrable")


class Deferred(Generic[Deferrable]):
    """A field of a frozen record: given, or made from the record when it is first asked for.

    Most of what a certificate tells takes longer to find out than a short run, and much of it is never read.
    """

    def __init__(self, *default: Deferrable) -> None:
        self.default = default

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, whole: Any, owner: Any = None) -> Deferrable:
        if whole is None:
            if not self.default:
                raise AttributeError(self.name)
            return self.default[0]
        found = whole.__dict__[self.name]
        if callable(found):
            found = whole.__dict__[self.name] = found(whole)
        return found

    def __set__(self, whole: Any, value: Deferrable | Callable[[Any], Deferrable]) -> None:
        whole.__dict__[self.name] = value


@dataclass(frozen=True)
class MotionError:
    """The estimated error of a motion, and how fast neighbouring motions leave it."""

    error: float | None = None
    """The largest error of a coordinate, speed or state, relative to the size of those of its unit on the way; None
    where there was no second run."""
    state: str = ""
    """Which one that is."""
    t: float = 0.0
    """When."""
    growth: float | None = None
    """By how much a small change of the start grows; None where nothing gave reason to measure it."""
    way: str = ""
    """How the second run differed; without one, why there was none."""


NOT_COMPARED = MotionError(way="the run is not at hand to be repeated")


@dataclass(frozen=True, repr=False)
class Certificate(Displayed):
    """What is known about the accuracy of a run."""

    status: str
    """"done", "event" (a terminal event ended it), "paused" (interrupted), "failed", or, in the file of a run that was
    killed, "running"."""
    sentence: str
    """What happened, in words; for a failure which element, constraint or body did it."""
    method: str
    t_start: float
    t_end: float
    rtol: float
    atol: float
    steps: int
    rejected: int
    evaluations: int
    jacobians: int
    step_range: tuple[float, float]
    """The shortest and the longest step."""
    energy_scale: float
    """The energy in motion: the largest kinetic energy, or change of energy, on the way (J)."""
    energy_error: float
    """The largest difference between the energy and the work done, at any step (J), S2.7."""
    position_error: float
    """The largest residual of constraints and invariants on position level (m, rad) after a step."""
    velocity_error: float
    """The same on velocity level."""
    correction: float
    """The largest change of a coordinate that projection made after a step."""
    rank: int | None
    """Independent constraint rows, of `rows`; None where it was not determined (very many rows)."""
    rows: int
    events: int
    notes: Notes = NO_NOTES
    """Anything else worth knowing: corrections of the start, changes of method, singular configurations."""
    wall_time: float = 0.0
    versions: Mapping[str, str] = field(default_factory=dict)
    freedoms: int | None = None
    """Degrees of freedom: independent speeds that nothing prescribes; None where the rank was not determined."""
    h: float | None = None
    """The length of steps where it was fixed; None where steps were chosen by their error."""
    energy_size: float = 0.0
    """The largest sum of energies without their signs (J), by which rounding is measured; at least that of bodies 1 cm
    above height zero."""
    energy_grew: float = 0.0
    """When the difference between energy and work grew most in a step."""
    horizons: Mapping[str, float] = field(default_factory=dict)
    """The longest histories (s) for which laws are met, by connection."""
    solution: str = "auto"
    """How accelerations and multipliers were solved for, as `lw.Enforcement` says."""
    weights: Mapping[str, float] = field(default_factory=dict)
    """Those of connections whose constraints repeat each other."""
    contacts: str = ""
    """What happened to contacts, in a few words."""
    not_unique: Deferred[tuple[str, ...]] = Deferred(())
    """Channels of loads, number by number ("top.force.x"), that constraints which repeat each other leave open; looked
    for when they, or a load along the run, are first asked for."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """How it was computed, as plain data: "method" (kind, name, fields), "rtol", "atol", "h", "h_max", "constraints";
    empty in files from before format 3."""
    energy_passed: float = 0.0
    """What dampers and their like exchange on the way (J): ∫ Σ |u · ∂F/∂u u| dt; looked at where energy and work differ
    by more than the energy in motion explains."""
    motion: MotionError | None = field(default=None, compare=False)
    """The estimated error of the motion, where it is known already; `compared` finds it."""
    look: Callable[[], MotionError] | None = field(default=None, repr=False, compare=False)
    """What estimates it, by a second run, and remembers it."""

    @property
    def compared(self) -> MotionError:
        """The estimated error of the motion. A second run is made when it, or the verdict, is first asked for."""
        return self.motion or (self.look() if self.look is not None else NOT_COMPARED)

    @property
    def has_shorter_steps(self) -> bool:
        """Whether there were more steps than the requested length makes."""
        return self.h is not None and self.steps > int((self.t_end - self.t_start) / self.h + 0.999)

    @property
    def length_of_steps(self) -> str:
        """The length of steps that was requested, and whether some were divided."""
        return f"steps of {self.h:g} s" + " and shorter" * self.has_shorter_steps

    def unrepeated(self, why: str) -> Certificate:
        """The same of a run that is not to be repeated, with the reason."""
        return replace(self, look=None, motion=MotionError(way=why))

    @cached_property
    def verdict(self) -> Verdict:
        """Whether the run can be trusted, and why not."""
        return verdict_of_run(self)

    @cached_property
    def is_bad(self) -> bool:
        """Whether the verdict is bad, which takes no second run to tell."""
        return is_bad_run(self)

    @property
    def is_success(self) -> bool:
        """Whether the run got where it was meant to, by a way that can be trusted."""
        return self.status in ("done", "event") and not self.is_bad

    def to_dict(self) -> dict[str, Any]:
        """All fields, and the verdict, as plain data; of a run that is not bad with the error of its motion."""
        found = {**asdict(replace(self, **self.__getstate__())), "verdict": self.verdict.to_dict()}
        del found["look"]
        return {**found, "notes": [note.to_dict() for note in self.notes]}

    def __getstate__(self) -> dict[str, Any]:
        """What copies and files have: the estimate of the error of the motion in place of what makes it."""
        found = {name: getattr(self, name) for name in CERTIFICATE_FIELDS}
        return {**found, "look": None, "motion": self.motion if self.is_bad else self.compared}

    @property
    def table(self) -> list[tuple[str, str]]:
        """What it says below its verdict, line by line: a label and a sentence. The verdict has the other notes."""
        share = (
            f" ({self.energy_error / self.energy_scale:.1e} of {self.energy_scale:.3g} J)" if self.energy_scale else ""
        )
        asked = f"rtol {self.rtol:.1e}, atol {self.atol:.1e}" if self.h is None else self.length_of_steps
        low, high = self.step_range
        found = [
            ("end", "" if self.status == "failed" else self.sentence),
            ("method", f"{self.method}, {asked}"),
            ("time", f"{self.t_start:g} to {self.t_end:g} s in {self.wall_time:.3g} s"),
            ("steps", f"{self.steps} taken, {self.rejected} rejected, {low:.2g} to {high:.2g} s long"),
            ("evaluations", f"{self.evaluations}" + (f", {self.jacobians} Jacobians" if self.jacobians else "")),
            ("energy", f"differs from the work by {self.energy_error:.1e} J{share}"),
            ("motion", self._motion()),
            ("constraints", self._constraints()),
            ("events", str(self.events or "")),
            ("contacts", self.contacts),
            ("loads", told_not_unique(self.not_unique)),
            *(("note", str(note)) for note in self.notes if note.severity == INFO),
        ]
        return [(label, said) for label, said in found if said]

    def _motion(self) -> str:
        """What is known of its error; of a bad run nobody asks."""
        found = self.compared if not self.is_bad else NOT_COMPARED
        if found.error is None:
            return "" if self.is_bad else f"error not estimated: {found.way}"
        grown = "" if found.growth is None else f"; a small change of the start grows {found.growth:.1e} times"
        return f"estimated error {found.error:.1e} of its size ({found.state}), by {found.way}{grown}"

    def _constraints(self) -> str:
        if not (self.rows or self.position_error):
            return ""
        said = f"{self.rows} rows" if self.rank is None else f"{self.rank} of {self.rows} rows independent"
        return (
            f"position {self.position_error:.1e}, velocity {self.velocity_error:.1e}, "
            f"corrected by {self.correction:.1e}" + (f", {said}" if self.rows else "")
        )

    def __str__(self) -> str:
        lines = [
            f"{self.verdict.level}: {self.verdict.reasons[0]}",
            *(f"  {'also':<14}{reason}" for reason in self.verdict.reasons[1:]),
            *(f"  {label:<14}{said}" for label, said in self.table),
        ]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return str(self)


CERTIFICATE_FIELDS = tuple(one.name for one in fields(Certificate))

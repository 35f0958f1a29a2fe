"""The certificate of a run: how good it is, and what was done for that. It prints readably and is data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

STATUSES = ("running", "done", "event", "paused", "failed")


@dataclass(frozen=True)
class Certificate:
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
    """The largest kinetic energy, or change of energy, on the way (J)."""
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
    notes: tuple[str, ...] = ()
    """Anything else worth knowing: corrections of the start, changes of method, changes of rank."""
    singular_unresolved: bool = False
    """Whether the run went through a nearly singular configuration with no assurance that it kept to its branch."""
    wall_time: float = 0.0
    versions: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_success(self) -> bool:
        """Whether the run got where it was meant to."""
        return self.status in ("done", "event")

    def to_dict(self) -> dict[str, Any]:
        """All fields as plain data."""
        return asdict(self)

    def __str__(self) -> str:
        percent = (
            f" ({self.energy_error / self.energy_scale:.1e} of {self.energy_scale:.3g} J)" if self.energy_scale else ""
        )
        lines = [
            f"{self.status}: {self.sentence}",
            f"  method        {self.method}, rtol {self.rtol:.1e}, atol {self.atol:.1e}",
            f"  time          {self.t_start:g} to {self.t_end:g} s in {self.wall_time:.3g} s",
            f"  steps         {self.steps} taken, {self.rejected} rejected, "
            f"{self.step_range[0]:.2g} to {self.step_range[1]:.2g} s long",
            f"  evaluations   {self.evaluations}" + (f", {self.jacobians} Jacobians" if self.jacobians else ""),
            f"  energy        balance met to {self.energy_error:.1e} J{percent}",
        ]
        if self.rows or self.position_error:
            said = f"{self.rows} rows" if self.rank is None else f"{self.rank} of {self.rows} rows independent"
            rank = f", {said}" if self.rows else ""
            lines.append(
                f"  constraints   position {self.position_error:.1e}, velocity {self.velocity_error:.1e}, "
                f"corrected by {self.correction:.1e}{rank}"
            )
        if self.events:
            lines.append(f"  events        {self.events}")
        return "\n".join([*lines, *(f"  note          {note}" for note in self.notes)])

"""What happened to contacts at one moment of a run: impacts, and points that open, close, stick or slide."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import Any

from ..diagnosis import Note, stored_notes
from .extras import extra


@dataclass(frozen=True)
class ContactMargin:
    """One point of a contact at a state: how it is, and what is left until that changes."""

    point: str
    """"floor", or "floor.corner 3" where a contact has several points."""
    mode: str
    """"open", "stick" or "slip"; a closed point without friction sticks."""
    gap: float
    """In m, as the contact writes it; zero where it is closed."""
    normal_force: float = 0.0
    """λ_N in N: it lifts off where this is zero."""
    friction: float = 0.0
    """‖λ_T‖ in N."""
    grip: float | None = None
    """μ λ_N − ‖λ_T‖ in N, with the coefficient of sticking: a point that sticks begins to slide where this is zero."""
    slip: float = 0.0
    """Sliding speed in m/s."""
    gap_dot: float = 0.0
    """The speed at which it parts, in m/s."""

    @property
    def least(self) -> float:
        """What is left, in the unit of what ends the mode: the gap, the normal force, the grip or the sliding speed."""
        if self.mode == "open":
            return self.gap
        if self.mode == "slip":
            return min(self.normal_force, self.slip)
        return self.normal_force if self.grip is None else min(self.normal_force, self.grip)

    def __str__(self) -> str:
        if self.mode == "open":
            return f"{self.point}: open by {self.gap:.4g} m"
        said = f"{self.point}: pressed by {self.normal_force:.4g} N"
        if self.mode == "slip":
            return f"{said}, slides at {self.slip:.4g} m/s"
        return said if self.grip is None else f"{said}, sticks with {self.grip:.4g} N of friction left"


@dataclass(frozen=True)
class ContactChange:
    """One moment at which points of contacts changed."""

    t: float
    kind: str
    """"impact", "switch" where connections begin or cease to hold, or "mode" where speeds did not jump."""
    points: tuple[str, ...]
    """Names of the points that changed or were hit."""
    modes: Mapping[str, str]
    """"open", "stick" or "slip" of every point that is closed or has changed, from now on."""
    sentence: str
    normal_impulses: Mapping[str, float] = field(default_factory=dict)
    """In N s, by point."""
    tangential_impulses: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    """Along the directions of sliding."""
    energy_before: float = 0.0
    energy_after: float = 0.0
    """Kinetic energy in J."""
    loss: float = 0.0
    """What an impact turned into heat, in J: −½ Λᵀ(γ⁺ + γ⁻)."""
    energy_error: float = 0.0
    """What of the change of energy these impulses do not explain, in J: the run's energy error counts it."""
    solutions: str = "one"
    """"one", "several" or "none": how many ways to go on there were."""
    notes: tuple[Note, ...] = ()
    """What a reader of the certificate should know."""
    margins: tuple[str, ...] = ()
    """Names of the margins that were used up, "floor: touch"; none where the run began with it, or an action led to
    it."""
    impulses: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    """Where connections begin to hold, of every connection: (moment, force) of its impulse on its second end, in the
    axes of its first, in N m s and N s."""
    multiplier_impulses: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    """The same of conditions on coordinates: impulses of their multipliers."""

    @property
    def name(self) -> str:
        """For the list of events: what happened to whom."""
        return f"{self.kind}: {', '.join(self.points)}" if self.points else self.kind

    def to_dict(self) -> dict[str, Any]:
        """As plain data, for files; what is as usual is left out."""
        usual = {f.name: f.default if f.default_factory is MISSING else f.default_factory() for f in fields(self)}
        found = {name: getattr(self, name) for name in usual}
        return {
            name: dict(value) if isinstance(value, Mapping) else value
            for name, value in found.items()
            if value != usual[name]
        } | ({"notes": [note.to_dict() for note in self.notes]} if self.notes else {})

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> ContactChange:
        """What was written so; lists are tuples again."""
        known = {f.name for f in fields(cls)}
        found = {name: _tupled(value) for name, value in data.items() if name in known}
        return cls(**found | {"notes": stored_notes(data.get("notes", ()))})


class ContactLog(tuple[ContactChange, ...]):
    """All that happened to contacts in a run, in order; printed, a sentence a line."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "\n".join(change.sentence for change in self) or "no contact changed"

    def to_dataframe(self) -> Any:
        """A pandas DataFrame with t as its index; impulses in N s, energies in J."""
        pandas = extra("pandas", "to_dataframe")
        rows = {
            "kind": [change.kind for change in self],
            "points": [", ".join(change.points) for change in self],
            "normal_impulse": [sum(change.normal_impulses.values()) for change in self],
            "energy_before": [change.energy_before for change in self],
            "energy_after": [change.energy_after for change in self],
            "loss": [change.loss for change in self],
        }
        frame = pandas.DataFrame(rows, index=pandas.Index([change.t for change in self], name="t"))
        frame.attrs["units"] = {"t": "s", "normal_impulse": "N s"} | dict.fromkeys(tuple(rows)[3:], "J")
        return frame


def _tupled(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _tupled(part) for name, part in value.items()}
    return tuple(value) if isinstance(value, list) else value


def told_contacts(changes: Iterable[ContactChange]) -> str:
    """What happened to contacts in a run, in a few words; "" where nothing did."""
    found = list(changes)
    impacts = [change for change in found if change.normal_impulses]
    heat, others = sum(change.loss for change in impacts), len(found) - len(impacts)
    said = []
    if impacts:
        lost = f" that turned {heat:.3g} J into heat" if heat else ""
        said.append(f"{len(impacts)} impact{'s' if len(impacts) > 1 else ''}{lost}")
    if others:
        said.append(f"{others} change{'s' if others > 1 else ''} without one")
    return ", ".join(said)

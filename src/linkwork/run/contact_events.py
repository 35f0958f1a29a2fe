"""Events of contacts: a margin of a point is used up, and the driver of the contacts says how all points go on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ..results import ContactChange, State
from .events import Event


class ContactDriver(Protocol):
    """Knows how points of contacts go on."""

    def resolve(
        self, system: Any, state: State, triggers: Sequence[ContactEvent]
    ) -> tuple[State, ContactChange | None]:
        """The state, with speeds and modes, after events of some points at one time; and what happened, if anything."""

    def missed(self, state: State) -> str | None:
        """What a run that ends at a state must have missed, if anything."""

    def acted(self, before: State, state: State) -> tuple[State, ContactChange | None]:
        """The state that goes on from what the action of an event returned; and what happened, if anything did."""

    def saved(self) -> dict[str, Any]:
        """What it remembers of the run so far, for a checkpoint."""

    def restore(self, data: Mapping[str, Any]) -> None:
        """Goes on from there."""


@dataclass(frozen=True, eq=False)
class ContactEvent(Event):
    """A margin of a contact's point falls through zero."""

    point: str = ""
    kind: str = ""
    """"touch", "slide", "speed"; or "switch" of a connection whose condition changes."""
    rounding: float = 0.0

    @property
    def acts(self) -> bool:
        """Always: what follows is another motion."""
        return True

    @property
    def is_margin(self) -> bool:
        """Whether its function is positive as long as nothing happens; a condition may be either."""
        return self.kind != "switch"

"""`Origin`: what depends on how equations of motion were derived, by recursion over a tree or by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ...contract import ModelError
from ...model import Model
from ..inputs_over_time import TimeInput, inputs_over_time
from ..suspects import Suspect


@dataclass(frozen=True, eq=False)
class Origin:
    """Of one set of equations."""

    equations: Any

    def report(self) -> str:
        """What the equations are about, in words: bodies, tree, loops, coordinates."""
        return str(self.equations.topology.report())

    def inputs_over_time(self, shape_of: Callable[[str], tuple[int, ...]]) -> tuple[TimeInput, ...]:
        """What is given as functions of time alone; `shape_of` knows the shapes of channels."""
        return inputs_over_time(self.equations.model, shape_of)

    @property
    def links(self) -> Sequence[Any]:
        """The links over which recursions run; none of equations that were not derived by one."""
        return ()

    @property
    def suspects(self) -> Sequence[Suspect]:
        """Every element that may give numbers that are none; none where equations do not say what elements give."""
        return ()

    def code_key(self, model: Model) -> str | None:
        """What native code of an equal model is found by, where one was compiled before; None where nothing is."""
        return None

    def of_tree(self, what: str) -> Any:
        """The equations, known to be those of a tree; `what` says for what that is needed."""
        raise ModelError(
            f"{self.equations.model.name!r}: {what} need bodies joined by hinges, and these equations were derived by "
            "hand. Multipliers of constraints are in accelerations(…).lam; for the rest, build a model."
        )

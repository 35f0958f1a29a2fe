"""`report`: a system in words, from its bodies to what can move."""

from __future__ import annotations

from collections.abc import Mapping

from ..contract import ModelError
from ..contract.arguments import takes
from ..results import State
from ..system import System
from .assemble import AssemblyError, assemble
from .common.plausibility import plausibility
from .common.state_arguments import SYSTEM, given_state
from .mobility import mobility, mobility_at


@takes(system=SYSTEM)
def report(system: System, state: State | Mapping[str, float] | None = None) -> str:
    """Bodies, tree, loops and coordinates, then degrees of freedom, what repeats, and which reactions are unique.

    Last come remarks about what looks like a mistake (`Model(silence=…)` leaves them out).

    Mobility depends on the configuration: it is that of `state`, or of the closed one nearest to `system.rest`.
    """
    given = None if state is None else given_state(system, state, "report")
    remarks = "".join(f"\n  {said}" for said in plausibility(system, given or system.rest))
    noted = f"\n\nRemarks{remarks}" if remarks else ""
    chosen = f"\nCompiled in {system.reason}" if system.reason else ""
    return f"{system.words.description.rstrip()}{chosen}\n\nMobility\n{_mobility(system, given)}{noted}\n"


def _mobility(system: System, state: State | None) -> str:
    if state is not None:
        return _indented(str(mobility(system, state)))
    try:
        return _indented(str(mobility(system, assemble(system))))
    except AssemblyError as error:
        return _indented(
            f"{error}\nNot assembled, as it would be at that configuration:\n{mobility_at(system, error.state)}"
        )
    except ModelError as error:  # positions close, speeds do not
        return _indented(f"{error}\n{mobility(system)}")


def _indented(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.splitlines())

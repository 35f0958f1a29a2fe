"""`touch`: how the points of contacts go on from a state."""

from __future__ import annotations

from .._blas_threads import small_on_one_thread
from ..contract import ModelError
from ..contract.arguments import takes
from ..results import State
from ..system import System
from .common.consistent_state import mended_state
from .common.state_arguments import SYSTEM, given_state
from .contact.contact_table import has_contacts
from .contact.event_driver import begin_contacts
from .contact.state_margins import contacts_at


@takes(system=SYSTEM)
@small_on_one_thread
def touch(system: System, state: State | None = None) -> State:
    r"""The state as a run begins with it: every point of a contact open, sticking or sliding.

    Points whose gaps are zero and that do not part are closed or open, stick or slide as
    $0 \le \dot\gamma_N \perp \lambda_N \ge 0$ and Coulomb's law say on the level of accelerations. Where some approach,
    an impact comes first, and speeds are those after it. Analyses take closed points of the state as constraints and
    open ones as absent.
    """
    given = given_state(system, state, "touch")
    if not has_contacts(system):
        raise ModelError(f"touch: model {system.model.name!r} has no contacts.")
    return begin_contacts(system, mended_state(system, contacts_at(system, given).open_ones, "touch")[0])[0]

"""Changes of branch that derivatives of a run may have missed, in sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ...contract import Force, Load
from ...contract.derived.branches import MOST_BRANCHES, count_switches
from ...contract.derived.law_branches import has_too_many_branches
from ...expr import array
from ...expr.graph import as_expr
from ...expr.node import topological
from ...model.gravity import gravity_at
from ...results import State, Trajectory
from ...run.past_memory import law_delays
from ...system import System
from ..linear.channel_derivatives import followed_gradient
from ..linear.variation import variation_of
from .branch_changes import BranchChange, BranchHistory, branch_slopes, branch_values
from .event_passage import SAME_RATE, TANGENT, rates_of
from .varied_past import shortest_delay

STARTS_AT = 1e-12
"""Values of a function, relative to its largest in a run, at which a run starts where a law changes branch."""
BESIDE_START = 1e-7
"""How far beside the start, relative to the length of the run, both sides of a change of branch are looked at."""

SEEN_EARLY = 0.75
"""Part of a delay after which a jump may be met again: polynomials between ends of steps reach ahead."""


def branch_doubts(
    system: System, run: Trajectory, history: BranchHistory, varied: Mapping[float, tuple[np.ndarray, np.ndarray]]
) -> tuple[str, ...]:
    """A sentence for every law whose branches were not, or may not have been, passed; `varied` are (Y, p) at times."""
    first = varied[float(run.t[0])]
    crossed = [*_gone_across(history.changes), *_rested(system, run, history, varied)]
    return (*_untraced(system), *crossed, *_at_start(system, run, *first), *_comes_back(system, run, history))


def _untraced(system: System) -> list[str]:
    """Laws that call what is not traced, and do not say where it changes branch."""
    said = []
    for name, called in dict(system.functions.untraced).items():
        if getattr(system.model.connections[name].element, "kinks", None) is None:
            said.append(
                f"{name!r} calls {called.name}, which is not traced: if it jumps or has a corner, they miss what "
                "happens there. Say in `kinks` where, or return [] there if it is smooth"
            )
    for name, connection in system.model.connections.items():
        element, count = connection.element, max(len(connection.ends) - 1, 1)
        if isinstance(element, (Force, Load)) and has_too_many_branches(element, count):
            said.append(
                f"{name!r} has more than {MOST_BRANCHES} branches, which are not followed: if it jumps or has a "
                "corner, they miss what happens there. Say in `kinks` where, or return [] there if it is smooth"
            )
    return [*said, *_untraced_field(system)]


def _untraced_field(system: System) -> list[str]:
    """A gravity field whose changes of branch are not followed."""
    gravity = system.model.gravity
    if not callable(gravity):
        return []
    values = [as_expr(x) for x in array(gravity_at(gravity)).ravel()]
    is_elastic = any(body.elastic is not None for body in system.model.bodies.values())
    is_called = any(node.op == "call" for node in topological(values))
    if is_called or count_switches(values) > (0 if is_elastic else MOST_BRANCHES):
        return [
            "the gravity field has branches that are not followed (in functions that are not traced, more than "
            f"{MOST_BRANCHES}, or on elastic bodies): if it jumps or has a corner, they miss what happens there"
        ]
    return []


def _gone_across(changes: Sequence[BranchChange]) -> list[str]:
    """Changes at which no function of a law was zero, the first of each connection."""
    first: dict[str, float] = {}
    for change in changes:
        for name in change.passed:
            first.setdefault(name, change.t)
    return [
        f"{name!r} changes its branch near t = {t:.6g}, where none of its `kinks` is zero: let them pass through zero "
        "there, as e - 0.05 does and a jump from -1 to 1 does not; or bound the steps with h=lw.Adaptive(h_max=…)"
        for name, t in first.items()
    ]


def _rested(
    system: System, run: Trajectory, history: BranchHistory, varied: Mapping[float, tuple[np.ndarray, np.ndarray]]
) -> list[str]:
    """Laws at whose change of branch a run stayed, where runs beside it are on one side."""
    owners = system.functions.kink_owners
    found: dict[str, float] = {}
    for t, n in history.rests:
        if _is_moved(system, run.at(t), n, *varied[t]):
            found.setdefault(owners[n], t)
    return [
        f"from t = {t:.6g} on the run stays where {name!r} changes its branch: they are those of one side, or of none"
        for name, t in found.items()
    ]


def _is_moved(system: System, state: State, n: int, Y: np.ndarray, p: np.ndarray) -> bool:
    """Whether variables move the place where function n is zero against a state."""
    v = variation_of(system, state)
    return bool(np.abs(followed_gradient(v, branch_slopes(n)(v), Y, p)[0]).max(initial=0.0) > TANGENT)


def _at_start(system: System, run: Trajectory, Y: np.ndarray, p: np.ndarray) -> list[str]:
    """Laws whose forces leap just where a run starts, where variables move that place: runs beside it differ."""
    owners = system.functions.kink_owners
    if not owners or len(run) < 2 or not Y.shape[1]:
        return []
    start, length = run.state(0), float(run.t[-1] - run.t[0])
    there, later = np.abs(branch_values(system, start)), np.abs(branch_values(system, run.final))
    at = np.flatnonzero(there <= STARTS_AT * np.maximum(later, 1.0))
    if not len(at):
        return []
    rate, h = rates_of(system, start), BESIDE_START * length
    before, after = (rates_of(system, _moved(start, rate, side * h)) for side in (-1.0, 1.0))
    if np.abs(after - before).max(initial=0.0) <= SAME_RATE * np.abs(rate).max(initial=1.0):
        return []
    names = [owners[n] for n in at if _is_moved(system, start, int(n), Y, p)]
    return [
        f"the run starts where {name!r} changes its branch: they are those of one side. Start beside it"
        for name in dict.fromkeys(names)
    ]


def _comes_back(system: System, run: Trajectory, history: BranchHistory) -> list[str]:
    """The first jump of rates that a delayed law meets again, at a time that varies: nothing follows that."""
    if not (delays := law_delays(system)) or len(run) < 2:
        return []
    end, beside = float(run.t[-1]), BESIDE_START * float(run.t[-1] - run.t[0])
    ahead = SEEN_EARLY * shortest_delay(run, delays)
    moments = sorted({*(c.t for c in history.changes), *(e.t for e in run.events), *(c.t for c in run.contacts)})
    for t in moments:
        if t - beside <= run.t[0] or t + ahead >= end:
            continue
        before, after = (rates_of(system, run.at(t + side * beside)) for side in (-1.0, 1.0))
        if np.abs(after - before).max(initial=0.0) > SAME_RATE * np.abs(before).max(initial=1.0):
            return [
                f"{delays[0].connection!r} is delayed: what jumps at t = {t:.6g} comes back to it after its delay, at "
                "a time that varies, and they miss that. Compare runs with slightly different values"
            ]
    return []


def _moved(state: State, rate: np.ndarray, h: float) -> State:
    """A state a little later or earlier, at constant rates."""
    nq, nu = len(state.q), len(state.u)
    q, u, z = state.q + h * rate[:nq], state.u + h * rate[nq : nq + nu], state.z + h * rate[nq + nu :]
    return State(state.layout, q, u, state.t + h, state.parameters, z)

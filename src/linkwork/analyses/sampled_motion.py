"""A motion at instants: states and accelerations, from a state, a run, a prescribed motion, or coordinates at times."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import lazy_loader
import numpy as np

from ..contract import ModelError
from ..contract.arguments import shown_value
from ..contract.errors import joined
from ..diagnosis import NO_NOTES, Notes, note
from ..mechanics.port import dense
from ..results import State, Trajectory
from ..results.state import check_owner
from ..system import System
from .assemble import AssemblyError, assemble
from .common.consistent_state import consistent_state
from .common.hinged_states import carried_state
from .common.state_arguments import given_state
from .constraints.motion_at import motion_at
from .kinematics import Kinematics

scipy = lazy_loader.load("scipy")

SPLINE_DEGREE = 5
"""Of the splines through coordinates: accelerations are then smooth."""
STAYED = 1e-12
"""m, rad: a coordinate that never is farther from its initial value is held there."""
MOTION_WANTED = (
    'a state, a run, a prescribed motion, or coordinates at times, {"t": [0.0, 0.01, …], "knee.angle": [0.3, 0.31, …]}'
)


class Instant(NamedTuple):
    """A state and its accelerations."""

    state: State
    u_dot: np.ndarray
    notes: Notes = NO_NOTES
    """Of the whole motion, with its first instant."""


def instants_of(system: System, motion: Any) -> list[Instant]:
    """The instants of a motion of a system."""
    if isinstance(motion, Trajectory) and _is_own(system, motion):
        return [Instant(s, motion_at(system, s).u_dot) for s in (motion.state(k) for k in range(len(motion)))]
    if isinstance(motion, (Trajectory, Kinematics)):
        by_row = motion.parameters_at if isinstance(motion, Trajectory) else lambda k: motion.parameters
        return _sampled(system, _coordinates_of(system, motion), by_row)
    if isinstance(motion, Mapping):
        return _sampled(system, _checked(system, motion), lambda k: {})
    if isinstance(motion, State) or isinstance(getattr(motion, "state", None), State):
        state = consistent_state(system, given_state(system, motion, "share"), "share")[0]
        return [Instant(state, _accelerations(system, state, (), np.zeros(0)))]
    raise ModelError(f"share: motion = {shown_value(motion)}; give {MOTION_WANTED}.")


def _is_own(system: System, run: Trajectory) -> bool:
    try:
        check_owner(system.layout, run.state(0))
    except ModelError:
        return False
    return True


def _coordinates_of(system: System, run: Trajectory | Kinematics) -> dict[str, np.ndarray]:
    """Coordinates of joints along a motion of another system: the same skeleton without muscles, or with drives."""
    tree = system.hinged
    table = run.system.channel_table if isinstance(run, Kinematics) else run.channel_table
    names = [q for q in _rated(tree) if q in table]
    if not names:
        raise ModelError("share: the motion is that of another system, and has no coordinate of this one.")
    return {"t": np.asarray(run.times if isinstance(run, Kinematics) else run.t), **{q: run[q] for q in names}}


def _rated(tree: System) -> tuple[str, ...]:
    """Free coordinates whose rates are speeds."""
    layout, held = tree.layout, {entry.name for entry in (*tree.layout.driven, *tree.layout.locked)}
    return tuple(q for q in (*layout.q, *layout.cut) if q not in held and (f"{q}_dot" in layout.u or q in layout.cut))


def _checked(system: System, given: Mapping[str, Any]) -> dict[str, np.ndarray]:
    """Coordinates at times, each as long as the times."""
    if "t" not in given:
        raise ModelError('share: motion: coordinates by name need their times as "t".')
    tree = system.hinged
    rated, found = _rated(tree), {}
    for name, values in given.items():
        if name != "t" and name not in rated:
            raise ModelError(
                f"share: motion: {name!r} is not a coordinate that can be given; these are {joined(rated)}."
            )
        column = np.asarray(values, dtype=float)
        if column.ndim != 1 or not np.isfinite(column).all() or len(column) != len(np.atleast_1d(given["t"])):
            raise ModelError(f"share: motion: {name!r} must be as many finite numbers as there are times.")
        found[name] = column
    return found


def _sampled(
    system: System, given: Mapping[str, np.ndarray], parameters: Callable[[int], Mapping[str, float]]
) -> list[Instant]:
    """Instants from coordinates, whose rates are those of splines; coordinates of loops that are not given follow.

    `parameters` tells the values of Parameters by row.
    """
    tree = system.hinged
    t, names = given["t"], [name for name in given if name != "t"]
    if len(t) <= SPLINE_DEGREE or np.any(np.diff(t) <= 0.0):
        raise ModelError(
            f"share: motion: give {SPLINE_DEGREE + 1} or more times that rise: accelerations follow from them. Where "
            "an event acts, a run has one time twice: share its parts, run.resample(times) before and after it."
        )
    splines = [scipy.interpolate.make_interp_spline(t, given[name], k=SPLINE_DEGREE) for name in names]
    moved = np.zeros(tree.layout.nq, dtype=bool)
    found, before = [], tree.rest
    for k, at in enumerate(t):
        before = before.with_values({n: x for n, x in parameters(k).items() if n in tree.rest.parameters})
        place, rate, change = (np.array([s(at, d) for s in splines]) for d in range(3))
        state = _placed(tree, names, place, rate, float(at), before)
        before = state
        if tree is not system:
            state = carried_state(system, tree, state)
        found.append(Instant(state, _accelerations(system, state, [f"{n}_dot" for n in names], change)))
        _check_given(system, found[k], names)
        moved |= np.abs(before.q - tree.rest.q) > STAYED
    return [found[0]._replace(notes=_held(tree, names, moved)), *found[1:]]


def _held(tree: System, given: Sequence[str], moved: np.ndarray) -> Notes:
    """A note on coordinates that were not given, and that nothing moved."""
    prescribed = {entry.name for entry in (*tree.layout.driven, *tree.layout.locked)}
    free = {n: float(x) for n, x, m in zip(tree.layout.q, tree.rest.q, moved, strict=True) if not m}
    held = [f"{n} = {x:g}" for n, x in free.items() if n not in given and n not in prescribed]
    said = f"the motion does not give {joined(held)}: held at the initial value"
    return Notes([note("coordinates_held", said)] if held else [])


def _placed(tree: System, names: Sequence[str], place: np.ndarray, rate: np.ndarray, t: float, before: State) -> State:
    """The state with coordinates and rates as given, near the one before."""
    layout = tree.layout
    held = {name: float(x) for name, x in zip(names, place, strict=True) if name in layout.q}
    speeds = {f"{n}_dot": float(x) for n, x in zip(names, rate, strict=True) if n in layout.q}
    others = {name: float(x) for name, x in zip(names, place, strict=True) if name not in layout.q}
    kept = dict(before.parameters) | dict(zip(layout.z, map(float, before.z), strict=True))
    prescribed = {entry.name for entry in (*layout.driven, *layout.locked)}
    near = {n: float(x) for n, x in zip(layout.q, before.q, strict=True) if n not in held and n not in prescribed}
    try:
        return assemble(tree, held, {**near, **others, **kept}, t, speeds)
    except AssemblyError as error:
        raise ModelError(f"share: motion at t = {t:g}: {error}") from None


def _accelerations(system: System, state: State, speeds: Sequence[str], wanted: np.ndarray) -> np.ndarray:
    """u̇ that meets all rows and gives speeds of joints their rates; what is left open is as small as can be."""
    layout = system.layout
    u_dot = np.zeros(layout.nu)
    for entry in layout.driven:
        u_dot[entry.u] = entry.value.derivative(state.t, 2, state.parameters)
    free = list(system.chart.free_u)
    P, _, P_00 = system.constraint_rows(state)
    left, right = [dense(P)], [-(np.asarray(P_00) + np.asarray(P @ u_dot).ravel())]
    if speeds:
        nothing = np.zeros(layout.nu), np.zeros(system.rows.count)
        found = system.channels.slopes(tuple(speeds), state, *nothing)[1]
        q_dot = np.atleast_1d(system.functions.at("kinematics", state).q_dot)
        left.append(np.asarray(found.by_u))
        drift = np.asarray(found.by_q) @ q_dot + np.asarray(found.by_p)[:, 0]
        right.append(wanted - drift - np.asarray(found.by_u) @ u_dot)
    matrix = np.vstack(left)[:, free]
    if matrix.shape[0]:
        u_dot[free] = np.linalg.lstsq(matrix, np.concatenate(right), rcond=1e-10)[0]
    return u_dot


def _check_given(system: System, instant: Instant, names: Sequence[str]) -> None:
    """Raises where coordinates of a loop contradict each other."""
    P, _, P_00 = system.constraint_rows(instant.state)
    off = np.abs(np.asarray(P @ instant.u_dot).ravel() + P_00).max(initial=0.0)
    if off > 1e-6 * (1.0 + np.abs(instant.u_dot).max(initial=0.0)):
        raise ModelError(
            f"share: motion at t = {instant.state.t:g}: {joined(names)} cannot change as given: constraints are off by "
            f"{off:.3g} per second squared. Give as many coordinates as the model has freedoms."
        )

"""`assemble`: from rough guesses to a state that meets all constraints, on positions and on velocities."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

import numpy as np

from .._blas_threads import small_on_one_thread
from ..contract import ModelError
from ..contract.arguments import COUNT, NAMED, NAMES_ARGUMENT, NUMBER_ARGUMENT, VALUES, ArgumentKind, takes
from ..diagnosis import INFO
from ..results import State
from ..results.verdict import warn_outside
from ..spatial import Pose
from ..system import System
from . import contact as contacts
from .common.constraint_faults import fault_notes
from .common.deformed_starts import deformed_start
from .common.hinged_states import carried_state
from .common.state_arguments import SYSTEM, possible_state
from .constraints.built_shape import BuiltShape
from .constraints.cut_guesses import fit_cut_guesses
from .constraints.explain import open_closures
from .constraints.loop_closure import ClosureFit, solve_closure
from .constraints.nearby import SAME_MODE
from .constraints.pose_estimate import fit_poses, poses_given
from .constraints.row_wrenches import LoopClosures, loop_closures
from .constraints.unknown_guesses import with_guesses
from .constraints.velocities import undeforming_speeds
from .contact.contact_table import contact_table, has_contacts

STARTS = 12
SHAPED_STARTS, SHAPED_STEPS = 3, 60
"""Starts, and iterations from each, with which a configuration of undeformed beams is looked for."""
CONTACTS_ARGUMENT = ArgumentKind(
    lambda value: isinstance(value, str) or NAMES_ARGUMENT.fits(value), "'touch', or names of contacts or their points"
)


class AssemblyError(ModelError):
    """Closures that cannot be met. `state` is the configuration that comes nearest."""

    def __init__(self, message: str, state: State) -> None:
        super().__init__(message)
        self.state = state


@dataclass(frozen=True, eq=False)
class _Task:
    """What is asked: a start, what may change, and what is held."""

    system: System
    start: State
    fixed_q: Mapping[int, float]
    fixed_u: Mapping[int, float]
    said: frozenset[str] = frozenset()
    """Names of what was fixed or guessed."""

    def columns(self, closures: LoopClosures) -> list[int]:
        """Places in q that may change."""
        return [k for k in closures.free_q if k not in self.fixed_q]


@takes(
    system=SYSTEM,
    fixed=VALUES | None,
    guess=VALUES | None,
    t=NUMBER_ARGUMENT,
    velocities=VALUES | None,
    bodies=NAMED | None,
    starts=COUNT,
    contact=CONTACTS_ARGUMENT | None,
)
@small_on_one_thread
def assemble(
    system: System,
    fixed: Mapping[str, float] | None = None,
    guess: Mapping[str, float] | None = None,
    t: float = 0.0,
    velocities: Mapping[str, float] | None = None,
    bodies: Mapping[str, Pose | Sequence[Any]] | None = None,
    starts: int = STARTS,
    contact: str | Sequence[str] | None = None,
) -> State:
    """The state nearest to the guess that meets all constraints, with what is fixed kept.

    `fixed` and `velocities` hold coordinates and speeds exactly, by name; `guess` says where to start, also by
    coordinates of joints at which a loop is opened. `bodies` gives
    roughly known poses of bodies in the world, a `Pose`, (R, p) or a position: the first estimate is the tree that fits
    them best (S0 §8.3). Speeds that are not given change as little as possible in the mass metric. Where the guess
    leads nowhere, up to `starts` others around it are tried. Exact beams stand in the shape in which they were built,
    and move without being deformed, where a configuration and a motion of rigid beams exist; where none does, and they
    are far from it, a warning says how much energy they store.

    `contact` names contacts, or points of them, whose gaps shall be zero; "touch" are all that overlap or nearly touch.
    The state then says how these points go on (`lw.touch`). Without it bodies must not overlap.
    """
    tree = _tree_for(system, fixed, guess, velocities)
    if tree is not None:
        found = assemble(tree, fixed, guess, t, velocities, bodies, starts, contact)
        return carried_state(system, tree, found)
    task = _task(system, fixed, guess, t, velocities, bodies)
    if contact is not None:
        return _touching(task, contact, starts)
    state = _closed(task, starts)
    for note in (*deformed_start(system, state), *fault_notes(system, state)):
        if note.severity != INFO:
            warn_outside(f"assemble: {note}")
    if has_contacts(system):
        table = contact_table(system)
        inside = contacts.overlapping(table, state, contacts.ContactScales.at(table, state))
        if inside:
            raise AssemblyError(
                f"model {system.model.name!r}: {contacts.overlap_sentence(table, state, inside)}", state
            )
    return state


def _closed(task: _Task, starts: int) -> State:
    """The nearest state that meets all constraints."""
    found = _nearest(task, starts)
    if found.is_closed:
        return undeforming_speeds(task.system, found.state, task.fixed_u)
    raise AssemblyError(_failure(task, found, starts), found.state)


def _touching(task: _Task, contact: str | Sequence[str], starts: int) -> State:
    """The same with gaps closed: points that overlap when others are closed are closed too."""
    system = task.system
    if not has_contacts(system):
        raise ModelError(f"assemble: model {system.model.name!r} has no contacts; leave contact= out.")
    table, start = contact_table(system), _nearest(task, starts).state
    scales = contacts.ContactScales.at(table, start)
    points = contacts.points_to_close(table, start, scales, contact)
    while True:
        state = _closed(replace(task, start=contacts.closed_state(table, task.start, points)), starts)
        more = contacts.overlapping(table, state, scales)
        if not more:
            return contacts.touched_state(table, state, scales, points)
        points |= more


def posed_state(system: System, guess: Mapping[str, float], t: float, bodies: Mapping[str, Pose]) -> State:
    """The closed state with bodies as near as can be to known poses; beams stay as these deform them."""
    task = _task(system, None, guess, t, None, bodies)
    posed = solve_closure(loop_closures(system, task.start), task.start)
    return posed.state if posed.is_closed else _nearest(task, STARTS).state


def nearest_closure(system: System, state: State) -> ClosureFit:
    """The closed configuration that `assemble` finds near a state, or what comes nearest; speeds are not changed."""
    return _nearest(_Task(system, state, {}, {}), STARTS)


def _nearest(task: _Task, starts: int) -> ClosureFit:
    """The first start that closes with beams as they were built; else the first that closes, or comes nearest."""
    shape = BuiltShape(task.system)
    for start in islice(_starts(task, starts), SHAPED_STARTS if shape else 0):
        closures = loop_closures(task.system, start)
        found = solve_closure(closures, start, task.columns(closures), shape, SHAPED_STEPS)
        if found.is_closed:
            return found
    best: ClosureFit | None = None
    for start in _starts(task, starts):
        closures = loop_closures(task.system, start)
        found = _undeformed(task, closures, start) or solve_closure(closures, start, task.columns(closures))
        if found.is_closed:
            return found
        if best is None or found.size < best.size:
            best = found
    assert best is not None
    return best


def _undeformed(task: _Task, closures: LoopClosures, start: State) -> ClosureFit | None:
    """What closes with elastic coordinates as they are: bodies are deformed only where joints cannot meet otherwise."""
    elastic = set(task.system.layout.elastic_q)
    if not elastic:
        return None
    found = solve_closure(closures, start, [k for k in task.columns(closures) if k not in elastic])
    return found if found.is_closed else None


@takes(
    system=SYSTEM,
    fixed=VALUES | None,
    guess=VALUES | None,
    t=NUMBER_ARGUMENT,
    velocities=VALUES | None,
    starts=COUNT,
)
@small_on_one_thread
def assembly_modes(
    system: System,
    fixed: Mapping[str, float] | None = None,
    guess: Mapping[str, float] | None = None,
    t: float = 0.0,
    velocities: Mapping[str, float] | None = None,
    starts: int = 60,
) -> tuple[State, ...]:
    """The different configurations in which a system can be assembled with what is fixed, nearest to the guess first.

    They are looked for from random starts. Where freedom is left, each start ends at a configuration of its own: fix as
    many coordinates as there are degrees of freedom to get separate modes.
    """
    tree = _tree_for(system, fixed, guess, velocities)
    if tree is not None:
        found_modes = assembly_modes(tree, fixed, guess, t, velocities, starts)
        return tuple(carried_state(system, tree, mode) for mode in found_modes)
    task = _task(system, fixed, guess, t, velocities, None)
    modes: list[State] = []
    shape = BuiltShape(system)
    scale = loop_closures(system, task.start).q_scale
    for start in _starts(task, starts):
        closures = loop_closures(system, start)
        found = solve_closure(closures, start, task.columns(closures), shape, SHAPED_STEPS) if shape else None
        if found is None or not found.is_closed:
            found = _undeformed(task, closures, start) or solve_closure(closures, start, task.columns(closures))
        if found.is_closed and not any(_same(system, found.state, other, scale) for other in modes):
            modes.append(found.state)
    modes.sort(key=lambda mode: float(np.linalg.norm((mode.q - task.start.q) / scale)))
    return tuple(undeforming_speeds(task.system, mode, task.fixed_u) for mode in modes)


def _tree_for(system: System, *given: Mapping[str, float] | None) -> System | None:
    """The tree of the same model, where names are given that joints have and this system has not; None elsewhere."""
    layout, names = system.layout, {name for values in given for name in values or {}}
    own = {*layout.q, *layout.u}
    of_hinges = sorted(name for name in names - own if name.removesuffix("_dot") in layout.hinged)
    if not of_hinges:
        return None
    tree = system.hinged
    of_bodies = sorted((names & own) - {*tree.layout.q, *tree.layout.u})
    if of_bodies:
        raise ModelError(
            f"assemble: {of_hinges[0]!r} is a coordinate of a joint, and {of_bodies[0]!r} one of a body; give those of "
            "joints alone, or those of bodies. Roughly known poses are bodies={…}."
        )
    return tree


def _task(
    system: System,
    fixed: Mapping[str, float] | None,
    guess: Mapping[str, float] | None,
    t: float,
    velocities: Mapping[str, float] | None,
    bodies: Mapping[str, Any] | None,
) -> _Task:
    fixed, guess, velocities = dict(fixed or {}), dict(guess or {}), dict(velocities or {})
    layout = system.layout
    for name in velocities:
        if name not in layout.u:
            raise ModelError(layout.lacking("speed", name, layout.u))
    both = sorted(set(fixed) & set(guess))
    if both:
        raise ModelError(f"{both[0]!r} is both fixed and guessed; say one of them.")
    prescribed = {e.name: e for e in (*layout.driven, *layout.locked)}
    for name in fixed:
        if name in prescribed:
            raise ModelError(f"{name!r} cannot be fixed: the model drives or locks it.")
    cut = {name: guess.pop(name) for name in list(guess) if name in layout.cut and not name.endswith("_dot")}
    start = system.prescribed(possible_state(system, system.state(guess | fixed | velocities, t)))
    fixed_q = {layout.q_index(name): value for name, value in fixed.items() if name in layout.q}
    held = {name: value for name, value in {**fixed, **velocities}.items() if name in layout.u and name not in layout.q}
    fixed_u = {layout.u_index(name): value for name, value in held.items()}
    task = _Task(system, start, fixed_q, fixed_u, frozenset(fixed | guess))
    if bodies:
        task = replace(task, start=_near_bodies(task, bodies))
    if cut:
        closures = loop_closures(system, task.start)
        task = replace(task, start=fit_cut_guesses(closures, task.start, cut, task.columns(closures)))
    guessed, remarks = with_guesses(system, task.start, task.said)
    for remark in remarks:
        warn_outside(f"assemble: {remark}")
    return replace(task, start=guessed)


def _near_bodies(task: _Task, bodies: Mapping[str, Any]) -> State:
    """The start with bodies as near as can be to roughly known poses."""
    system, start = task.system, task.start
    given = poses_given(system, bodies)
    placed = system.chart.posed(start, given)
    if placed is not None:
        return placed.with_values({system.layout.q[k]: x for k, x in task.fixed_q.items()})
    closures = loop_closures(system, start)
    return fit_poses(closures, start, given, task.columns(closures))


def _starts(task: _Task, count: int) -> Iterator[State]:
    """The start itself, then others farther and farther around it; always the same."""
    yield task.start
    closures = loop_closures(task.system, task.start)
    columns = task.columns(closures)
    rng = np.random.default_rng(5)
    for k in range(max(count - 1, 0) if columns and task.system.rows.count else 0):
        reach = np.pi * min(1.0, 0.1 * (k + 1))
        found = task.system.chart.shifted(task.start, columns, closures.q_scale[columns], reach, rng)
        q = found.q.copy()
        q[list(task.fixed_q)] = list(task.fixed_q.values())
        yield with_guesses(task.system, replace(found, q=q), task.said)[0]


def _same(system: System, one: State, other: State, scale: np.ndarray) -> bool:
    """Whether two states have all bodies in the same pose; angles may differ by whole turns."""
    size = float(scale.max(initial=1.0))
    if not system.chart.has_frames:
        # Equations derived by hand need not have a frame for everything that moves.
        return bool(np.abs(one.q - other.q).max() < SAME_MODE * size)
    a, b = (system.evaluate("body_poses", state) for state in (one, other))
    return bool(np.abs(a.R - b.R).max() < SAME_MODE and np.abs(a.p - b.p).max() < SAME_MODE * size)


def _failure(task: _Task, best: ClosureFit, starts: int) -> str:
    system, state = task.system, best.state
    closures = loop_closures(system, state)
    text = f"model {system.model.name!r} cannot be assembled: {open_closures(closures, best)}"
    held = [f"{system.layout.q[k]} = {value:g}" for k, value in task.fixed_q.items()]
    driven = [f"{e.name} = {state.q[e.q]:g} (prescribed)" for e in (*system.layout.driven, *system.layout.locked)]
    if held or driven:
        text += f" Held were {', '.join([*held, *driven])}."
    if task.fixed_q:
        loose = replace(task, fixed_q={})
        for start in _starts(loose, starts):
            found = solve_closure(closures, start)
            if found.is_closed:
                values = ", ".join(f"{system.layout.q[k]} = {found.state.q[k]:.6g}" for k in task.fixed_q)
                return text + f" Left free, they close at {values}."
    check = "Check the dimensions, places and axes of the connections around these loops, or give a better guess."
    return f"{text} {check}"

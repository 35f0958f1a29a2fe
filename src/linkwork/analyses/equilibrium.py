"""`equilibrium` and `equilibria`: where a system rests, or moves steadily, and whether it stays there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from .._blas_threads import small_on_one_thread
from .._display import Viewed
from ..contract import ModelError
from ..contract.arguments import COUNT, FLAG, NAME_ARGUMENT, NUMBER_ARGUMENT, VALUES, takes
from ..contract.errors import joined, unknown
from ..diagnosis import Note
from ..numerics.least_squares import LeastSquaresFit
from ..numerics.saddle_search import newton_search
from ..results import ContactMargin, Linearization, State, Verdict
from ..results.analysis_rules import verdict_of_equilibrium
from ..results.state import check_owner
from ..results.verdict import Alarm
from ..system import System, compile_model
from .assemble import nearest_closure
from .common.constraint_faults import fault_notes, range_notes
from .common.delays import keeps_forces, refuse_delays, rested, with_past_forces
from .common.hinged_states import carried_state
from .common.node_stability import unstable_nodes
from .common.plausibility import plausibility
from .common.state_arguments import SYSTEM, possible_state
from .common.turn_limits import elastic_turn_notes, fold_advice, squeeze_notes, turn_notes
from .constraints.loop_closure import solve_closure
from .constraints.motion_at import motion_at
from .constraints.row_wrenches import loop_closures
from .constraints.velocities import undeforming_speeds
from .contact.contact_scales import ContactScales
from .contact.contact_table import contact_table, has_contacts, refuse_contacts
from .contact.given_modes import moded_state
from .contact.state_margins import contacts_at, margins_of_forces
from .hinge_coordinates import hinged_guess, hinged_state
from .linear.linear_system import linearized_at_rest
from .linear.variation import Variation, variation_of
from .statics.conditions import EquilibriumConditions
from .statics.contact_rest import ContactRest, NoContactRest, contact_rest, rest_failure
from .statics.contact_steps import ContactSteps
from .statics.downhill import ConditionsMet, fits_beside, lower_fit
from .statics.held_drives import held_rates, held_system, moved_state
from .statics.load_path import LoadPath, first_equilibrium, load_path
from .statics.rest_loads import RestLoads
from .statics.stability import same_equilibrium, stability_of
from .statics.steady_conditions import conditions_at
from .statics.unstable_directions import fastest_coordinates, states_beside

DRIVES = ("held", "moving")
NO_REST = "Only at rest is the past the present; simulate the steady motion."
STEADY = 1e-6
"""Accelerations across constraints that are none, relative to the square of the speeds, in comparable units."""


class EquilibriumError(ModelError):
    """No equilibrium, or none of the kind asked for. `state` is where the search ended."""

    def __init__(self, message: str, state: State) -> None:
        super().__init__(message)
        self.state = state


@dataclass(frozen=True, eq=False, repr=False)
class Equilibrium(Viewed):
    """A state in which nothing accelerates, with the multipliers that hold it.

    `eq["A.angle"]` is a coordinate, or any channel: positions, forces, `D.multipliers`, `A.angle.load`.
    """

    system: System
    """The system it belongs to: driven coordinates are locked where they were held."""
    state: State
    lam: np.ndarray
    u_dot: np.ndarray
    """Accelerations of driven coordinates, zero unless they were let move."""
    given: Mapping[str, float]
    """Speeds that were given."""
    residual: float
    """The largest condition that is left, in comparable units."""
    way: str
    """How it was found: "newton", "load steps" or "pseudo time"."""
    in_hinges: Equilibrium | None = None
    """A steady motion in absolute coordinates as it was found: in coordinates of joints, whose speeds are constant."""
    contacts: ContactRest | NoContactRest = field(default_factory=NoContactRest)
    """How contacts hold it: margins, and sentences about loads that are not unique."""
    path: LoadPath | None = None
    """Along which load steps led there, where `steps` were asked for."""
    held: Mapping[str, float] = field(default_factory=dict)
    """Driven coordinates that were held though their drives move them at this time, with the rates of these."""
    _alarm: Alarm = field(default_factory=Alarm)

    def __getitem__(self, name: str) -> Any:
        # Warns where numbers of a bad equilibrium are read for the first time.
        self._alarm.sound(self, f"the equilibrium of {self.system.model.name!r}")
        try:
            return self.state[name]
        except ModelError:
            return self.channels[name]

    @cached_property
    def channels(self) -> RestLoads:
        """Channels by name; `channels.table` marks loads that are not unique."""
        return RestLoads(self.system, self.state, self.u_dot, self.lam)

    @cached_property
    def verdict(self) -> Verdict:
        """Whether it can be trusted, and why not."""
        return verdict_of_equilibrium(self)

    @property
    def margins(self) -> Mapping[str, ContactMargin]:
        """What is left of every point of a contact, by name: λ_N until it lifts off, μ λ_N − ‖λ_T‖ until it slides."""
        return self.contacts.margins

    @property
    def modes(self) -> dict[str, str]:
        """How the points of contacts are: "open", "stick" or "slip"."""
        return {name: margin.mode for name, margin in self.margins.items()}

    @property
    def loads_are_unique(self) -> bool:
        """Whether no other loads of contacts hold the same rest; `contacts.notes` says which could be others."""
        return not self.contacts.notes

    @cached_property
    def unstable_nodes(self) -> list[Note]:
        """Notes on massless nodes that balance and would not stay; of systems in tree coordinates."""
        return unstable_nodes(self.system, self.state) if self.in_hinges is None else self.in_hinges.unstable_nodes

    @cached_property
    def overturned(self) -> list[Note]:
        """Notes on elements that bend, are squeezed, or slid, by more than their law can follow."""
        system, state = self.system, self.state
        squeezed = squeeze_notes(system, state, self.u_dot, self.lam)
        faults = fault_notes(system, state, self.u_dot, self.lam)
        return [*turn_notes(system, [state]), *squeezed, *range_notes(system, state), *faults]

    @property
    def bent(self) -> list[Note]:
        """Notes on modal bodies that are deformed by more than is small, and what may be wrong in the model."""
        return [x for one in elastic_turn_notes(self.system, self.state) for x in (one, *plausibility(self.system))]

    @cached_property
    def change(self) -> tuple[str, float] | None:
        """(the speed that changes most, by how much in a second) where constraints do not let given speeds stay.

        Forces balance at the accelerations that are assumed; in a mechanism with loops that moves, its rows may ask for
        others.
        """
        if self.in_hinges is not None:
            return self.in_hinges.change
        if not self.given or not self.system.rows.count:
            return None
        closures = loop_closures(self.system, self.state)
        P, _, P_00 = self.system.constraint_rows(self.state)
        gap = float(np.abs((P @ self.u_dot + P_00) * closures.row_scale).max(initial=0.0))
        pace = float(np.abs(self.state.u / closures.speed_scale).max()) ** 2
        if gap <= STEADY * (pace + float(np.abs(self.u_dot / closures.speed_scale).max(initial=0.0))):
            return None
        off = motion_at(self.system, self.state).u_dot - self.u_dot
        worst = int(np.argmax(np.abs(off / closures.speed_scale)))
        return self.system.layout.u[worst], float(off[worst])

    @cached_property
    def onset(self) -> tuple[str, float] | None:
        """(the speed that begins to change most, its second derivative) where a steady motion is one for a moment only.

        In a steady motion accelerations stay zero as the coordinates go on: ü = u̇_q q̇ + u̇_u u̇ + u̇_z ż + u̇_t = 0. A
        pendulum that passes its lowest point does not accelerate there, and is not steady.
        """
        if self.in_hinges is not None:
            return self.in_hinges.onset
        if not self.given:
            return None
        v, scale = self.variation, self.variation.closures.speed_scale
        by_state, rate, by_time = v.by_state.u_dot_y, v.rates_of_y, v.by_parameters.u_dot_p[:, 0]
        free = np.isin(np.arange(len(scale)), v.motion.free)
        found = np.where(free, (by_state @ rate + by_time) / scale, 0.0)
        size = float(np.max((np.abs(by_state) @ np.abs(rate) + np.abs(by_time)) / scale, initial=0.0))
        pace = float(np.abs(self.state.u / scale).max(initial=0.0))
        worst = int(np.argmax(np.abs(found)))
        if abs(found[worst]) <= STEADY * (size + pace**3):
            return None
        return self.system.layout.u[worst], float(found[worst] * scale[worst])

    @cached_property
    def variation(self) -> Variation:
        """First variations about it; of a steady motion in coordinates of joints, where it is at rest."""
        if self.in_hinges is not None:
            return self.in_hinges.variation
        return variation_of(self.system, self.state, self.u_dot, self.lam)

    @cached_property
    def linearization(self) -> Linearization:
        """The linear system about it, without inputs."""
        return linearized_at_rest(self.variation)

    @property
    def eigenvalues(self) -> np.ndarray:
        """Of the linear system."""
        return self.linearization.eigenvalues

    @cached_property
    def stability(self) -> str:
        """What small disturbances do: "stable", "unstable", "undecided" (where terms of higher order decide).

        Or "stable in shape, neutral in position", where nothing holds the mechanism as a whole. Contacts are held to
        stay as they are; where one has nothing left until it opens or slides, small disturbances may be what does it.
        """
        if self.contacts.borders:
            return "undecided"
        return stability_of(self) if self.in_hinges is None else self.in_hinges.stability

    @property
    def is_stable(self) -> bool:
        """Whether small disturbances stay small, those of the position too."""
        return self.stability == "stable"

    def __repr__(self) -> str:
        name, said = self.system.model.name, self.verdict.in_short
        held = f", {joined(list(self.held))} held" if self.held else ""
        return f"<equilibrium of {name!r}: {self.stability}, found by {self.way}{held}, {said}>"


@takes(
    system=SYSTEM, t=NUMBER_ARGUMENT | None, speeds=VALUES | None, drives=NAME_ARGUMENT, stable=FLAG, steps=COUNT | None
)
@small_on_one_thread
def equilibrium(
    system: System,
    guess: State | Mapping[str, float] | None = None,
    *,
    t: float | None = None,
    speeds: Mapping[str, float] | None = None,
    drives: str = "held",
    stable: bool = False,
    steps: int | None = None,
) -> Equilibrium:
    """A state of rest near the guess; with `speeds`, a steady motion that has them.

    Driven coordinates are held where they are at time t; drives="moving" keeps their velocities and accelerations, as
    S4 Listing 17 does. Speeds that are neither given nor asked for by rows are zero, and no free speed changes.
    `stable` looks on where an unstable equilibrium was found, and refuses it in the end. In absolute coordinates
    `speeds` are those of joints too, by the names that they have in a tree: velocities of bodies in world axes are not
    constant where a mechanism moves steadily. `u_dot` are then the accelerations of bodies.

    Delayed laws see their present values: everything has been at rest for long.

    `steps` puts the loads on in at least so many steps, adapted where Newton's method does not follow, and keeps to one
    branch of solutions; `path` tells the steps, and where the stiffness became singular on the way. Slender beams have
    several equilibria, and this is the way to the one that a slowly rising load reaches.

    With contacts, bodies may begin apart or inside each other: which points are closed is found. Friction makes rests
    sets: what sticks stays where it was reached from the guess, and `margins` says how much is left of its grip. In a
    steady motion contacts stay as the guess has them (`lw.touch`).
    """
    if speeds or drives == "moving":
        refuse_delays(system, "equilibrium", NO_REST)
    found = with_past_forces(system, lambda last: _equilibrium(system, last or guess, t, speeds, drives, stable, steps))
    return found if drives == "moving" else replace(found, held=held_rates(system, found.state))


def _equilibrium(
    system: System,
    guess: Any,
    t: float | None,
    speeds: Mapping[str, float] | None,
    drives: str,
    stable: bool,
    steps: int | None,
) -> Equilibrium:
    """The same without notes on drives."""
    if has_contacts(system):
        return _with_contacts(system, guess, t, speeds, drives, stable)
    tree = _steady_system(system, speeds, drives)
    if tree is not system:
        inner = _equilibrium(tree, hinged_guess(system, guess, t), t, speeds, drives, stable, None)
        return _carried(system, inner, drives)
    balance = _conditions(*_start(system, guess, t, drives), speeds)
    if steps is not None:
        return _by_load_path(balance, steps, speeds, stable)
    near, found, way = _search(balance)
    result = _result(near, found, way, speeds)
    if not stable or result.stability != "unstable":
        return result
    for other, fit, how in fits_beside(balance, found, states_beside(result)):
        better = _result(other, fit, how, speeds)
        if better.stability != "unstable":
            return better
    raise EquilibriumError(_unstable(result), result.state)


@takes(system=SYSTEM, t=NUMBER_ARGUMENT | None, speeds=VALUES | None, drives=NAME_ARGUMENT, starts=COUNT)
@small_on_one_thread
def equilibria(
    system: System,
    guess: State | Mapping[str, float] | None = None,
    *,
    t: float | None = None,
    speeds: Mapping[str, float] | None = None,
    drives: str = "held",
    starts: int = 40,
) -> tuple[Equilibrium, ...]:
    """The different equilibria that are found from random starts around the guess, the nearest to it first.

    In absolute coordinates they are around the start of the model, whose joints say how bodies can move.
    """
    if has_contacts(system):
        why = "Where bodies stick, rests are sets; ask for lw.equilibrium from guesses of your own."
        refuse_contacts(system, "equilibria", why)
    if speeds or drives == "moving" or keeps_forces(system):
        refuse_delays(system, "equilibria", f"{NO_REST} Laws on their own past force: ask for lw.equilibrium.")
    tree = _steady_system(system, speeds, drives)
    if tree is not system:
        start = hinged_guess(system, guess, t)
        more: dict[str, Any] = {"speeds": speeds, "drives": drives, "starts": starts}
        return tuple(_carried(system, one, drives) for one in equilibria(tree, start, t=t, **more))
    balance = _conditions(*_start(system, guess, t, drives), speeds)
    found: list[Equilibrium] = []
    for start in balance.starts(starts):
        moved = balance.near(start)
        fit = None if moved is None else newton_search(moved, moved.first())
        if moved is not None and fit is not None and fit.size < moved.tolerance:
            result = _result(moved, fit, "newton", speeds)
            if not any(same_equilibrium(result, other) for other in found):
                found.append(result)
    if not found:
        found.append(_result(*_search(balance), speeds))
    scale = loop_closures(balance.system, balance.start).q_scale
    found.sort(key=lambda one: float(np.linalg.norm((one.state.q - balance.start.q) / scale)))
    return tuple(found)


def _with_contacts(
    system: System, guess: Any, t: float | None, speeds: Mapping[str, float] | None, drives: str, stable: bool
) -> Equilibrium:
    """A rest in which contacts hold bodies, or a steady motion in which they stay as they are."""
    if speeds or drives == "moving":
        return _steady_with_contacts(system, guess, t, speeds, drives)
    kept, start = _start(system, guess, t, drives)
    result = _rest_with_contacts(kept, start)
    if not stable or result.stability != "unstable":
        return result
    for other in states_beside(result):
        better = _rest_with_contacts(kept, other)
        if better.stability != "unstable":
            return better
    raise EquilibriumError(_unstable(result), result.state)


def _rest_with_contacts(system: System, start: State) -> Equilibrium:
    steps = ContactSteps(system, start)
    found = steps.search()
    if not found.is_rest:
        said = " ".join([rest_failure(system, steps, found), *map(str, plausibility(system))])
        raise EquilibriumError(said, found.state)
    rest = contact_rest(steps, found)
    still = np.zeros(system.layout.nu)
    return Equilibrium(system, rest.state, rest.lam, still, {}, found.unbalance, "contact steps", contacts=rest)


def _steady_with_contacts(
    system: System, guess: Any, t: float | None, speeds: Mapping[str, float] | None, drives: str
) -> Equilibrium:
    """A steady motion in the modes of the guess, which its forces have to fit."""
    if system.hinged is not system:
        refuse_contacts(system, "equilibrium: steady motions in absolute coordinates", "Compile the model as a tree.")
    kept, start = _start(system, guess, t, drives)
    balance = _conditions(kept, moded_state(kept, start, "equilibrium")[0], speeds)
    result = _result(*_search(balance), speeds)
    table = contact_table(kept)
    margins = {m.point: m for m in margins_of_forces(table, result.state, result.lam)}
    rest = ContactRest(result.state, result.lam, margins, ContactScales.at(table, result.state))
    off = [m for m in rest.borders if m.normal_force < 0.0 or (m.grip is not None and m.grip < 0.0)]
    if off or not contacts_at(kept, result.state).are_set:
        names = joined([f"contact {m.point} ({m.mode})" for m in off or margins.values()])
        raise EquilibriumError(
            f"model {kept.model.name!r}: the steady motion does not fit the modes of its contacts: {names}. Give a "
            "guess with other modes (lw.touch), or simulate the motion.",
            result.state,
        )
    return replace(result, contacts=rest)


def _unstable(result: Equilibrium) -> str:
    growing = max(result.eigenvalues.real)
    return (
        f"model {result.system.model.name!r}: the equilibrium is unstable, and a stable one was asked for: a "
        f"disturbance grows with exp({growing:.4g} t), mostly in {fastest_coordinates(result)}, and beside it no "
        "stable one was found. Leave stable=True out to have it, give another guess, or ask for lw.equilibria."
    )


def _start(system: System, guess: Any, t: float | None, drives: str) -> tuple[System, State]:
    """(the system with drives held, the state to begin with)."""
    if drives not in DRIVES:
        raise ModelError(unknown("way to treat drives", drives, DRIVES))
    if isinstance(guess, State):
        check_owner(system.layout, guess, "equilibrium")
    time = (guess.t if isinstance(guess, State) else 0.0) if t is None else float(t)
    kept = held_system(system, time) if drives == "held" else system
    start = replace(moved_state(kept, guess), t=time) if isinstance(guess, State) else kept.state(guess, time)
    return kept, rested(kept, possible_state(system, start))


def _steady_system(system: System, speeds: Mapping[str, float] | None, drives: str) -> System:
    """The system in whose coordinates speeds are constant where a steady motion is looked for: those of joints."""
    return system.hinged if speeds or drives == "moving" else system


def _carried(system: System, found: Equilibrium, drives: str) -> Equilibrium:
    """A steady motion of the tree in absolute coordinates, with the accelerations and multipliers there."""
    kept = held_system(system, found.state.t) if drives == "held" else system
    state = carried_state(kept, found.system, found.state)
    motion = motion_at(kept, state)
    return Equilibrium(kept, state, motion.lam, motion.u_dot, dict(found.given), found.residual, found.way, found)


def _conditions(kept: System, start: State, speeds: Mapping[str, float] | None) -> EquilibriumConditions:
    """The conditions of rest, or of a steady motion with given speeds."""
    given = {kept.layout.u_index(name): float(value) for name, value in (speeds or {}).items()}
    start = kept.prescribed(replace(start, u=np.zeros(kept.layout.nu)))
    closed = solve_closure(loop_closures(kept, start), start)
    start = closed.state if closed.is_closed else nearest_closure(kept, start).state
    u = start.u.copy()
    for k, value in given.items():
        u[k] = value
    start = replace(start, u=u)
    start = undeforming_speeds(kept, start, given) if given else start
    a = np.zeros(kept.layout.nu)
    for entry in kept.layout.driven:
        a[entry.u] = entry.value.derivative(start.t, 2, start.parameters)
    return conditions_at(kept, start, a, given)


def _by_load_path(
    balance: EquilibriumConditions, steps: int, speeds: Mapping[str, float] | None, stable: bool
) -> Equilibrium:
    """The equilibrium to which load steps lead."""
    found, path = load_path(balance, balance.first(), steps)
    if path.fractions[-1] < 1.0 or not found.size < balance.tolerance:
        raise _unbalanced(balance, found, f"model {balance.system.model.name!r}: {path.end_words} ")
    result = replace(_result(balance, found, "load steps", speeds), path=path)
    if not stable or result.stability != "unstable":
        return result
    raise EquilibriumError(_unstable(result), result.state)


def _search(balance: EquilibriumConditions) -> ConditionsMet:
    """(conditions, where they are met, how that was found)."""
    way, found = min(first_equilibrium(balance, balance.first()), key=lambda pair: pair[1].size)
    low = lower_fit(balance, found if found.size < balance.tolerance else None)
    if low is None and not found.size < balance.tolerance:
        low = _over_bodies(balance)
        if low is None:
            raise _unbalanced(balance, found)
    return low or (balance, found, way)


def _over_bodies(balance: EquilibriumConditions) -> ConditionsMet | None:
    """Where a tree rests, found in absolute coordinates; None where these find nothing either.

    There bodies turn one by one. In coordinates of joints all that follow swing along, and where the last is held, as
    in a cable between two points, steps of Newton's method barely turn anything.
    """
    tree = balance.system
    if not balance.is_rest or tree.hinged is not tree or np.any(balance.start.u):
        return None
    bodies = compile_model(tree.model, "absolute")
    try:
        there = _conditions(bodies, carried_state(bodies, tree, balance.start), None)
        way, found = list(first_equilibrium(there, there.first(), ("newton", "load steps")))[-1]
        if not found.size < there.tolerance:
            return None
        state = hinged_state(bodies, there.parts(found.x)[0], balance.start.t)
        near = balance.near(moved_state(tree, state))
    except ModelError:
        return None  # One of the two refuses what it is asked; the tree says why it found nothing.
    fit = None if near is None else newton_search(near, near.first())
    if near is None or fit is None or not fit.size < near.tolerance:
        return None
    return near, fit, f"{way} in absolute coordinates"


def _unbalanced(balance: EquilibriumConditions, found: LeastSquaresFit, before: str = "") -> EquilibriumError:
    """What is said where no equilibrium was found."""
    state = balance.parts(found.x)[0]
    doubts = plausibility(balance.system)  # what looks like a mistake in the model is the likeliest cause
    said = [before + balance.failure(found), *fold_advice(balance.system, state), *map(str, doubts)]
    return EquilibriumError(" ".join(said), state)


def _result(balance: Any, found: LeastSquaresFit, way: str, speeds: Mapping[str, float] | None) -> Equilibrium:
    state, lam = balance.parts(found.x)
    return Equilibrium(balance.system, state, lam, balance.a, dict(speeds or {}), found.size, way)

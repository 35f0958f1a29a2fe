"""`mobility`: degrees of freedom of an attitude, by rank and never by counting, and what is said twice, by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from ..numerics.rank import TOLERANCE, Ranked
from ..results import State
from ..system import System
from .closing import CLOSED, closure_scale, evaluate_closure
from .closures import Closures, closures_of, listed, phrase
from .nearby import nearby_states
from .stresses import Stress, on_branches, on_closures, words
from .varying import check_tree


@dataclass(frozen=True)
class Repetition:
    """Rows of connections that say again what others say.

    `name` is the connection that repeats, `others` what it repeats; `directions` are the directions, in the axes of
    frame F of `name`, that are given twice. `gap` is by how much (scaled) they contradict each other on position level
    and `rate` on velocity level.
    """

    name: str
    what: str
    others: tuple[str, ...]
    directions: tuple[str, ...]
    count: int
    gap: float = 0.0
    rate: float = 0.0

    @property
    def contradictory(self) -> bool:
        """Whether the rows cannot be met together."""
        return self.gap > CLOSED or self.rate > CLOSED

    def __str__(self) -> str:
        others = listed(self.others) if self.others else "itself or what is prescribed"
        text = f"{self.what} {self.name!r} repeats {others}"
        times = "once" if self.count == 1 else f"{self.count} times"
        text += f": {phrase(self.directions)}" if self.directions else f" {times}"
        if self.gap > CLOSED:
            return text + f". They contradict each other by {self.gap:.3g}: no attitude meets both."
        if self.rate > CLOSED:
            return text + f". Their rates contradict each other by {self.rate:.3g} per second: no motion meets both."
        if not self.directions:
            return f"{text}."
        return text + (" is given twice." if self.count == 1 else " are given twice.")


@dataclass(frozen=True)
class Mobility:
    """What can move at an attitude. `str` tells it in words."""

    model: str
    degrees_of_freedom: int
    """Free coordinates less the rank of the holonomic Jacobian (S0 (8.2.1)); prescribed coordinates are not free."""
    velocity_degrees: int
    """Free speeds less the rank of all rows: the dimension of the space of admissible variations."""
    usual_degrees: int
    """`degrees_of_freedom` at nearby attitudes."""
    independent: tuple[str, ...]
    """Coordinates that may be chosen; the others follow."""
    dependent: tuple[str, ...]
    prescribed: tuple[str, ...]
    """Driven and locked coordinates."""
    rows: int
    rank: int
    """Rows of all constraints, and their rank."""
    repetitions: tuple[Repetition, ...]
    """What is redundant here and nearby."""
    singular: tuple[Repetition, ...]
    """What becomes redundant at this attitude only."""
    extra: tuple[str, ...]
    """At a singular attitude, coordinates that must be prescribed besides the usual ones."""
    unique: tuple[str, ...]
    """Connections whose reaction is unique."""
    not_unique: Mapping[str, tuple[str, ...]]
    """For the others, the directions in which their reaction is not unique, in F axes at M's origin."""
    open: Mapping[str, float]
    """Closures that the attitude does not meet, by how much (scaled)."""
    held: tuple[str, ...]
    """Motions inside assemblies that would move neither of their ends: they are held and count nowhere."""
    singular_values: tuple[float, ...] = field(repr=False)
    """Of all rows on the free speeds, in comparable units."""

    @property
    def redundant_rows(self) -> int:
        """Rows that add nothing."""
        return self.rows - self.rank

    @property
    def is_singular(self) -> bool:
        """Whether the attitude has more freedom than those nearby."""
        return bool(self.singular) or self.degrees_of_freedom > self.usual_degrees

    @property
    def contradictory(self) -> tuple[Repetition, ...]:
        """Repetitions that cannot be met together."""
        return tuple(r for r in (*self.repetitions, *self.singular) if r.contradictory)

    def __str__(self) -> str:
        return "\n".join(_lines(self))


def mobility(system: System, state: State | None = None) -> Mobility:
    """Degrees of freedom, redundancy and singularity of a system at a state (at `system.rest` unless given)."""
    check_tree(system, "mobility", "absolute systems have no coordinates of hinges to count freedoms by")
    state = system.prescribed(system.rest if state is None else state)
    closures = closures_of(system, state)
    P, P_0, _ = system.constraint_rows(state)
    here, positions = closures.velocity_rank(P), _positions(closures, state)
    ranks = [_ranks(closures, near) for near in nearby_states(closures, state, positions)]
    usual = max(ranks, key=lambda pair: (pair[0].rank, pair[1].rank), default=(here, positions))
    permanent, passing = _split(here, usual[0])
    residual, _ = evaluate_closure(system, state)
    gaps = np.zeros(len(P))
    gaps[closures.holonomic] = residual[: len(closures.holonomic)]
    repetitions = _repetitions(closures, permanent, gaps, P_0)
    singular = _repetitions(closures, passing, np.zeros(len(P)), P_0)
    free = [system.layout.q[k] for k in closures.free_q]
    independent = tuple(free[k] for k in positions.independent_columns)
    loaded = _loaded(closures, here.scaled_left_null_space)
    names = [b.name for b in system.topology.branches if not b.is_floating] + [part.name for part in closures.parts]
    return Mobility(
        system.model.name,
        len(closures.free_q) - positions.rank,
        len(closures.free_u) - here.rank,
        len(closures.free_q) - max(usual[1].rank, positions.rank),
        independent,
        tuple(name for name in free if name not in independent),
        tuple(e.name for e in (*system.layout.driven, *system.layout.locked)),
        len(P),
        here.rank,
        repetitions,
        singular,
        _extra(free, independent, positions, usual[1]),
        tuple(name for name in dict.fromkeys(names) if name not in loaded),
        loaded,
        _open(closures, residual),
        tuple(f"{b.name}.{name}" for b in system.topology.branches for name in b.hinge.idle),
        tuple(float(x) for x in here.singular_values),
    )


def _ranks(closures: Closures, state: State) -> tuple[Ranked, Ranked]:
    P = closures.system.constraint_rows(state)[0]
    return closures.velocity_rank(P), _positions(closures, state)


def _positions(closures: Closures, state: State) -> Ranked:
    """The rank of holonomic rows and invariants, and of rows across what assemblies hold inside."""
    _, slope = evaluate_closure(closures.system, state)
    count = len(closures.holonomic)
    rows = []
    for branch in closures.system.topology.branches:
        for motion in branch.hinge.idle_motion(state.q[branch.q], state.t) if branch.hinge.idle else ():
            row = np.zeros(closures.system.layout.nq)
            row[branch.q] = state.worth(motion)
            rows.append(row)
    return closures.position_rank(slope[:count], np.vstack([slope[count:], *rows]) if rows else slope[count:])


def _split(here: Ranked, usual: Ranked) -> tuple[np.ndarray, np.ndarray]:
    """The combinations of rows (scaled) that are dependent nearby as well, and those that are so only here."""
    own, other = here.scaled_left_null_space, usual.scaled_left_null_space
    if usual.rank <= here.rank:
        return own, own[:, :0]
    _, _, turned = np.linalg.svd(other.T @ own)
    count = other.shape[1]
    return own @ turned[:count].T, own @ turned[count:].T


def _repetitions(closures: Closures, space: np.ndarray, gaps: np.ndarray, rates: np.ndarray) -> tuple[Repetition, ...]:
    """A space of dependent combinations, taken apart into groups of connections that depend on each other."""
    found = []
    for rows, basis in _groups(closures, space):
        combinations = closures.row_scale[:, None] * basis
        closed = on_closures(closures, combinations)
        through = on_branches(closures, combinations)
        last = closed[-1]
        others = [f"{s.what} {s.name!r}" for s in _merged(through, closed[:-1]) if s.name != last.name]
        if last.cancels and not others:
            others = ["itself"]
        scaled = closures.row_scale[rows]
        found.append(
            Repetition(
                last.name,
                last.what,
                tuple(others),
                words(closures, last),
                basis.shape[1],
                float(np.linalg.norm(basis[rows].T @ (scaled * gaps[rows]))),
                float(np.linalg.norm(basis[rows].T @ (scaled * rates[rows]))),
            )
        )
    return tuple(found)


def _merged(*groups: Sequence[Stress]) -> list[Stress]:
    return list({stress.name: stress for group in groups for stress in group}.values())


def _groups(closures: Closures, space: np.ndarray) -> Iterator[tuple[list[int], np.ndarray]]:
    """(rows, basis) of each group. The projector on the space tells which rows hang together, in any basis."""
    projector = space @ space.T
    parts = list(closures.parts)
    left = [k for k, part in enumerate(parts) if np.abs(projector[part.rows, part.rows]).max(initial=0.0) > TOLERANCE]
    while left:
        group, waiting = [], [left[0]]
        while waiting:
            k = waiting.pop()
            if k in group:
                continue
            group.append(k)
            waiting += [j for j in left if np.abs(projector[parts[k].rows, parts[j].rows]).max() > TOLERANCE]
        left = [k for k in left if k not in group]
        rows = [row for k in sorted(group) for row in range(parts[k].rows.start, parts[k].rows.stop)]
        values, vectors = np.linalg.eigh(projector[np.ix_(rows, rows)])
        basis = np.zeros((len(projector), int(np.sum(values > 0.5))))
        basis[rows] = vectors[:, values > 0.5]
        yield rows, basis


def _loaded(closures: Closures, space: np.ndarray) -> dict[str, tuple[str, ...]]:
    """Connections without a unique reaction, and in which directions."""
    if not space.shape[1]:
        return {}
    combinations = closures.row_scale[:, None] * space
    stresses = _merged(on_branches(closures, combinations), on_closures(closures, combinations))
    return {stress.name: words(closures, stress) for stress in stresses if not stress.cancels}


def _extra(free: Sequence[str], independent: Sequence[str], here: Ranked, usual: Ranked) -> tuple[str, ...]:
    """Independent coordinates that are not needed nearby."""
    more = usual.rank - here.rank
    needed = {free[k] for k in usual.independent_columns}
    others = [name for name in independent if name not in needed]
    return tuple(others[:more]) if more > 0 else ()


def _open(closures: Closures, residual: np.ndarray) -> dict[str, float]:
    scaled = np.abs(closure_scale(closures) * residual)
    sizes = {part.name: float(scaled[part.g].max(initial=0.0)) for part in closures.parts}
    return {name: size for name, size in sizes.items() if size > CLOSED}


def _lines(m: Mobility) -> Iterator[str]:
    word = "degree" if m.degrees_of_freedom == 1 else "degrees"
    yield f"{m.model}: {m.degrees_of_freedom} {word} of freedom" + (
        "." if m.velocity_degrees == m.degrees_of_freedom else f", {m.velocity_degrees} on velocity level."
    )
    if m.open:
        gaps = listed([f"{name!r} by {size:.3g}" for name, size in m.open.items()])
        yield f"The attitude does not close: {gaps} (in radians, or in lever arms). Assemble it first."
    if m.prescribed:
        yield f"Prescribed: {listed(m.prescribed)}."
    if m.held:
        yield f"Held, since it would move neither end of its assembly: {listed(m.held)}."
    if m.independent:
        verb = "It determines" if len(m.independent) == 1 else "They determine"
        rest = f" {verb} {listed(m.dependent)}." if m.dependent else ""
        yield f"Independent: {listed(m.independent)}.{rest}"
    if m.rows:
        yield f"{m.rows} constraint rows, {m.rank} of them independent."
    for repetition in m.repetitions:
        yield f"  {repetition}"
    if m.is_singular:
        yield (
            f"Singular attitude: nearby there {'is' if m.usual_degrees == 1 else 'are'} {m.usual_degrees}. "
            + (f"Here {listed(m.extra)} must be prescribed as well." if m.extra else "")
        ).rstrip()
        for repetition in m.singular:
            yield f"  {repetition}"
    if m.not_unique:
        yield "Reactions that are not unique, in the axes of each connection's first end:"
        for name, where in m.not_unique.items():
            yield f"  {name}: {phrase(where, loads=True) if where else 'what it puts on its coordinates'}"
        if m.unique:
            yield f"Reactions of {listed(m.unique)} are unique."

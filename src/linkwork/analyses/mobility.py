"""`mobility`: degrees of freedom of a configuration, by rank, never by counting, and redundant constraints by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from .._blas_threads import small_on_one_thread
from .._display import Displayed
from ..contract.arguments import takes
from ..contract.errors import counted, joined
from ..mechanics.self_stress import Stress, Stresses
from ..numerics.rank import RANK_TOLERANCE, Ranked
from ..results import State
from ..system import System
from .common.state_arguments import SYSTEM, given_state
from .constraints.loop_closure import CLOSURE_TOLERANCE, closure_scale, evaluate_closure
from .constraints.mobility_text import mobility_lines
from .constraints.nearby import nearby_ranks, position_ranks
from .constraints.row_wrenches import LoopClosures, directions, loop_closures, phrase
from .contact.given_modes import moded_state


@dataclass(frozen=True)
class Repetition:
    """Rows of connections that are redundant with others.

    `name` is the redundant connection, `others` what it is redundant with; `directions` are the directions, in the
    axes of frame F of `name`, that are constrained twice. `gap` is by how much (scaled) they contradict each other on
    position level and `rate` on velocity level.
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
        return self.gap > CLOSURE_TOLERANCE or self.rate > CLOSURE_TOLERANCE

    def __str__(self) -> str:
        others = joined(self.others) if self.others else "itself or what is prescribed"
        text = f"{self.what} {self.name!r} is redundant with {others}"
        text += f": {phrase(self.directions)}" if self.directions else f" in {counted(self.count, 'direction')}"
        if self.gap > CLOSURE_TOLERANCE:
            return text + f". They contradict each other by {self.gap:.3g}: no configuration meets both."
        if self.rate > CLOSURE_TOLERANCE:
            return text + f". Their rates contradict each other by {self.rate:.3g} per second: no motion meets both."
        if not self.directions:
            return f"{text}."
        return text + (" is constrained twice." if self.count == 1 else " are constrained twice.")


@dataclass(frozen=True, repr=False)
class Mobility(Displayed):
    """What can move at a configuration. `str` says it in words."""

    model: str
    degrees_of_freedom: int
    """Free coordinates less the rank of the holonomic Jacobian (S0 (8.2.1)); prescribed coordinates are not free."""
    velocity_degrees: int
    """Free speeds less the rank of all rows: the dimension of the space of admissible variations."""
    usual_degrees: int
    """`degrees_of_freedom` at nearby configurations."""
    independent: tuple[str, ...]
    """Coordinates that may be chosen; the others follow."""
    dependent: tuple[str, ...]
    prescribed: tuple[str, ...]
    """Driven and locked coordinates."""
    rows: int
    rank: int
    """Rows of all constraints, those of open points of contacts apart, and their rank."""
    repetitions: tuple[Repetition, ...]
    """What is redundant here and nearby."""
    singular: tuple[Repetition, ...]
    """What becomes redundant at this configuration only."""
    extra: tuple[str, ...]
    """At a singular configuration, coordinates that must be prescribed besides the usual ones."""
    unique: tuple[str, ...]
    """Connections whose reaction is unique."""
    not_unique: Mapping[str, tuple[str, ...]]
    """For the others, the directions in which their reaction is not unique, in F axes at M's origin."""
    open: Mapping[str, float]
    """Closures that the configuration does not meet, by how much (scaled)."""
    held: tuple[str, ...]
    """Motions inside assemblies that would move neither of their ends: they are held and count nowhere."""
    singular_values: tuple[float, ...] = field(repr=False)
    """Of all rows on the free speeds, in comparable units."""
    complement: np.ndarray = field(repr=False, compare=False)
    """C with P C = 0, S2 (53): orthonormal columns that span the velocities that rows leave, a row for each speed."""

    @property
    def redundant_rows(self) -> int:
        """Rows that add nothing."""
        return self.rows - self.rank

    @property
    def is_singular(self) -> bool:
        """Whether the configuration has more freedom than those nearby."""
        return bool(self.singular) or self.degrees_of_freedom > self.usual_degrees

    @property
    def contradictory(self) -> tuple[Repetition, ...]:
        """Repetitions that cannot be met together."""
        return tuple(r for r in (*self.repetitions, *self.singular) if r.contradictory)

    def __str__(self) -> str:
        return "\n".join(mobility_lines(self))

    def __repr__(self) -> str:
        return str(self)


@takes(system=SYSTEM)
@small_on_one_thread
def mobility(system: System, state: State | None = None) -> Mobility:
    """Degrees of freedom, redundancy and singularity of a system at a state (at `system.rest` unless given).

    Closed points of contacts are constraints, open ones are absent.
    """
    given = given_state(system, state, "mobility")
    return mobility_at(system, given if state is None else moded_state(system, given, "mobility")[0])


def mobility_at(system: System, state: State) -> Mobility:
    """The same at a state that is taken as it is."""
    state = system.prescribed(state)
    closures = loop_closures(system, state)
    P, P_0, _ = system.constraint_rows(state)
    here, positions = closures.velocity_rank(P), position_ranks(closures, state)
    ranks = nearby_ranks(closures, state, positions)
    usual = max(ranks, key=lambda pair: (pair[0].rank, pair[1].rank), default=(here, positions))
    permanent, passing = _split(here, usual[0])
    residual, _ = evaluate_closure(system, state)
    gaps = np.zeros(system.rows.count)
    gaps[closures.holonomic] = residual[: len(closures.holonomic)]
    off = system.rows.switched_off(state)
    repetitions = _repetitions(closures, _without(permanent, off), gaps, P_0)
    singular = _repetitions(closures, _without(passing, off), 0.0 * gaps, P_0)
    free = [system.layout.q[k] for k in closures.free_q]
    independent = tuple(free[k] for k in positions.independent_columns)
    loaded = _loaded(closures, _without(here.scaled_left_null_space, off))
    names = [b.name for b in system.chart.branches if not b.is_floating]
    names += [part.name for part in closures.parts if not {*range(part.rows.start, part.rows.stop)} <= {*off}]
    return Mobility(
        system.model.name,
        len(closures.free_q) - positions.rank,
        len(closures.free_u) - here.rank,
        len(closures.free_q) - max(usual[1].rank, positions.rank),
        independent,
        tuple(name for name in free if name not in independent),
        tuple(e.name for e in (*system.layout.driven, *system.layout.locked)),
        system.rows.count - len(off),
        here.rank,
        repetitions,
        singular,
        _extra(free, independent, positions, usual[1]),
        tuple(name for name in dict.fromkeys(names) if name not in loaded),
        loaded,
        _open(closures, residual),
        tuple(name for name, _ in system.chart.idle(state)),
        tuple(float(x) for x in here.singular_values),
        _complement(closures, here),
    )


def _complement(closures: LoopClosures, here: Ranked) -> np.ndarray:
    """C over all speeds; prescribed ones are not free to move."""
    found = np.zeros((len(closures.system.layout.u), here.null_space.shape[1]))
    found[list(closures.free_u)] = np.linalg.qr(here.null_space)[0]
    return found


def _split(here: Ranked, usual: Ranked) -> tuple[np.ndarray, np.ndarray]:
    """The combinations of rows (scaled) that are dependent nearby as well, and those that are so only here."""
    own, other = here.scaled_left_null_space, usual.scaled_left_null_space
    if usual.rank <= here.rank:
        return own, own[:, :0]
    _, _, turned = np.linalg.svd(other.T @ own)
    count = other.shape[1]
    return own @ turned[:count].T, own @ turned[count:].T


def _without(space: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """A space of combinations of rows, orthonormal, without those that are of some rows alone."""
    if not len(rows) or not space.shape[1]:
        return space
    left = space.copy()
    left[rows] = 0.0
    u, values, _ = np.linalg.svd(left, full_matrices=False)
    return np.asarray(u[:, values > RANK_TOLERANCE])


def _repetitions(
    closures: LoopClosures, space: np.ndarray, gaps: np.ndarray, rates: np.ndarray
) -> tuple[Repetition, ...]:
    """A space of dependent combinations, taken apart into groups of connections that depend on each other."""
    groups = list(_groups(closures, space))
    if not groups:
        return ()
    ends = np.cumsum([0, *(basis.shape[1] for _, basis in groups)])
    stresses = _stresses(closures, np.hstack([basis for _, basis in groups]))
    columns = [slice(a, b) for a, b in pairwise(ends)]
    bearing = [stresses.on_all(own) for own in columns]
    last = [stresses.on_closures(own)[-1] for own in columns]
    found = []
    for (rows, basis), all_, one, where in zip(groups, bearing, last, _words(closures, last), strict=True):
        across = basis[rows].T * closures.row_scale[rows]
        others = tuple(f"{s.what} {s.name!r}" for s in all_ if s.name != one.name)
        found.append(
            Repetition(
                one.name,
                one.what,
                ("itself",) if one.cancels and not others else others,
                where,
                basis.shape[1],
                float(np.linalg.norm(across @ gaps[rows])),
                float(np.linalg.norm(across @ rates[rows])),
            )
        )
    return tuple(found)


def _stresses(closures: LoopClosures, space: np.ndarray) -> Stresses:
    """What a space of combinations of scaled rows puts on all connections."""
    return Stresses(closures.system, closures.state, closures.parts, closures.row_scale[:, None] * space)


def _words(closures: LoopClosures, stresses: Sequence[Stress]) -> list[tuple[str, ...]]:
    """The directions of stresses; none where a coupling bears one."""
    return directions([stress.wrenches for stress in stresses], closures.length)


def _groups(closures: LoopClosures, space: np.ndarray) -> Iterator[tuple[list[int], np.ndarray]]:
    """(rows, basis) of each group. The projector on the space shows which rows hang together, in any basis."""
    if not space.shape[1]:
        return
    projector = space @ space.T
    parts = closures.parts
    starts = [part.rows.start for part in parts]
    linked = (
        np.maximum.reduceat(np.maximum.reduceat(np.abs(projector), starts, axis=0), starts, axis=1) > RANK_TOLERANCE
    )
    left = [k for k in range(len(parts)) if linked[k, k]]
    while left:
        group: set[int] = set()
        waiting = {left[0]}
        while waiting:
            group |= waiting
            waiting = {int(j) for k in waiting for j in np.flatnonzero(linked[k]) if linked[j, j]} - group
        left = [k for k in left if k not in group]
        rows = [row for k in sorted(group) for row in range(parts[k].rows.start, parts[k].rows.stop)]
        values, vectors = np.linalg.eigh(projector[np.ix_(rows, rows)])
        basis = np.zeros((len(projector), int(np.sum(values > 0.5))))
        basis[rows] = vectors[:, values > 0.5]
        yield rows, basis


def _loaded(closures: LoopClosures, space: np.ndarray) -> dict[str, tuple[str, ...]]:
    """Connections without a unique reaction, and in which directions."""
    if not space.shape[1]:
        return {}
    stresses = _stresses(closures, space).on_all(slice(None))
    bearing = [stress for stress in stresses if not stress.cancels]
    return {stress.name: where for stress, where in zip(bearing, _words(closures, bearing), strict=True)}


def _extra(free: Sequence[str], independent: Sequence[str], here: Ranked, usual: Ranked) -> tuple[str, ...]:
    """Independent coordinates that are not needed nearby."""
    more = usual.rank - here.rank
    needed = {free[k] for k in usual.independent_columns}
    others = [name for name in independent if name not in needed]
    return tuple(others[:more]) if more > 0 else ()


def _open(closures: LoopClosures, residual: np.ndarray) -> dict[str, float]:
    scaled = np.abs(closure_scale(closures) * residual)
    sizes = {part.name: float(scaled[part.g].max(initial=0.0)) for part in closures.parts}
    return {name: size for name, size in sizes.items() if size > CLOSURE_TOLERANCE}

"""What a state violates: residuals of all rows, and names for those that count."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from ..formulation.shared_loads import longest_arm
from ..results import State
from ..spatial import AXES, Pose

_lengths: WeakKeyDictionary[Any, dict[Any, float]] = WeakKeyDictionary()
"""Lengths of systems at values of their Parameters: asked for by every analysis."""


def typical_length(system: Any, state: State) -> float:
    """The largest lever arm on a body that a connection has; one where there is none."""
    known = _lengths.setdefault(system, {})
    key = tuple(state.parameters.values())
    if key not in known:
        known.clear()
        known[key] = float(state.worth(longest_arm(system.model)))
    return known[key]


def number_pose(X: Pose, state: State) -> Pose:
    """A constant pose in numbers, Parameters at the values of a state."""
    return Pose(state.worth(X.R), state.worth(X.p))


def scales_of(system: Any, length: float) -> tuple[np.ndarray, np.ndarray]:
    """Sizes of a unit of (speeds, coordinates) of a tree: `length` for displacements, one for angles."""
    speeds, coordinates = np.ones(system.layout.nu), np.ones(system.layout.nq)
    for branch in system.topology.branches:
        units = branch.hinge.units or ("",) * len(branch.hinge.coordinates)
        coordinates[branch.q] = [length if unit == "m" else 1.0 for unit in units]
        if branch.hinge.speeds is None:
            speeds[branch.u] = coordinates[branch.q]
        else:
            known = dict(zip(branch.hinge.coordinates, coordinates[branch.q], strict=True))
            speeds[branch.u] = [_speed_scale(name, known, length) for name in branch.hinge.speeds]
    return speeds, coordinates


def _speed_scale(name: str, coordinates: Mapping[str, float], length: float) -> float:
    """The size of a speed of its own: that of the coordinate it is the rate of, or a length where it is called v_…."""
    if name.removesuffix("_dot") in coordinates:
        return coordinates[name.removesuffix("_dot")]
    return length if name.rpartition(".")[2].startswith("v") else 1.0


NEGLIGIBLE_VIOLATION = 1e-6
"""Violations below this, in radians, lengths over that of the model, or relative to speeds, change no result."""
ROUNDED_VIOLATION = 1e-2
"""Those below this are what a user rounded off or a loose tolerance left: such states are put on their constraints."""
NEGLIGIBLE_VELOCITY = 1e-9
"""Velocities below this, in radians or lengths of the model per second, are none."""
MOST_NAMED = 3
"""Violations, or corrections of a start, that a sentence names at the most."""

NORM = "Divide Euler parameters by their norm, or give them as guess= to lw.assemble."

DIRECTION_WORDS = tuple(f"{what} {axis}" for what in ("rotation about", "translation along") for axis in AXES)


@dataclass(frozen=True)
class Violation:
    """What is violated, how in words, its size as `NEGLIGIBLE_VIOLATION` measures it, whether by velocities alone, and
    what to do.

    `remedy` is empty where the state has to be assembled. `is_known` says that the right value is, however far it is.
    """

    what: str
    how: str
    size: float
    of_velocities: bool = False
    remedy: str = ""
    is_known: bool = False

    def __str__(self) -> str:
        return f"{self.what} {self.how}"


def grave(violations: Sequence[Violation]) -> list[Violation]:
    """Those that are more than rounding or a loose tolerance, and not known to be set right."""
    return [v for v in violations if v.size > ROUNDED_VIOLATION and not v.is_known]


def _told(violations: Sequence[Violation]) -> list[Violation]:
    """Those of positions, where there are any: velocities follow them."""
    found = [v for v in violations if not v.of_velocities] or list(violations)
    return sorted(found, key=lambda v: -v.size)


def said_of(violations: Sequence[Violation]) -> str:
    """The largest violations in words."""
    told = _told(violations)
    more = f"; and {len(told) - MOST_NAMED} more" if len(told) > MOST_NAMED else ""
    return "; ".join(map(str, told[:MOST_NAMED])) + more


def refusal(what: str, model: str, violations: Sequence[Violation], remedy: str) -> str:
    """Why a state is refused, and what to do; `remedy` is for violations that have none of their own."""
    said = f"{what}: the state does not satisfy the constraints of model {model!r}: {said_of(violations)}."
    return " ".join([said, *remedies(violations, remedy)])


def remedies(violations: Sequence[Violation], remedy: str) -> list[str]:
    """What to do, in sentences."""
    told = _told(violations)
    own = dict.fromkeys(v.remedy for v in told if v.remedy)
    return [*own] if told and all(v.remedy for v in told) else [*own, remedy]


def direction_of(wrench: np.ndarray, row: int, per: str = "") -> str:
    """Unit and direction of a row by its wrench (moment, force), where that is one of the six directions."""
    k = int(np.argmax(np.abs(wrench)))
    unit = " rad" if k < 3 else " m"
    if np.abs(np.delete(wrench, k)).max() > 0.5 * abs(wrench[k]):
        return f" (row {row + 1})"
    return f"{unit}{per} in {DIRECTION_WORDS[k]}"


def given_names(system: Any, state: State) -> tuple[list[str], list[str]]:
    """Coordinates and speeds whose values are not those of the start: what the user has said of a state."""
    rest = system.rest
    q = [name for name, x, start in zip(state.layout.q, state.q, rest.q, strict=True) if x != start]
    u = [name for name, x, start in zip(state.layout.u, state.u, rest.u, strict=True) if x != start]
    return q, u


def remedy(system: Any, state: State) -> str:
    """The call of `assemble` that keeps what was given."""
    return str(system.words.remedy(state, *given_names(system, state)))


PRESCRIBED_REMEDY = "system.prescribed(state) puts it there."


def violations_of(system: Any, state: State) -> list[Violation]:
    """Violations above `NEGLIGIBLE_VIOLATION`; where there are none, one evaluation of all residuals has told."""
    look = _Look(system, state)
    found = list(look.prescribed())
    if not system.rows.count and not system.chart.invariants:
        return found
    residuals = system.functions.at("residuals", state)
    position, velocity = np.ravel(residuals.position), np.ravel(residuals.velocity)
    # In the smaller of the two units that rows have: radians, and lengths of the model.
    unit = min(1.0, look.length)
    if not _largest(position) <= NEGLIGIBLE_VIOLATION * unit:  # nan counts
        count = len(position) - len(system.chart.invariants)
        found += [*look.closures(position[:count]), *look.invariants(position[count:])]
    if _largest(velocity) > NEGLIGIBLE_VELOCITY * unit:
        found += look.velocities(velocity)
    return found


def _largest(values: np.ndarray) -> float:
    return float(np.maximum.reduce(np.abs(values), initial=0.0))


@dataclass(frozen=True, eq=False)
class _Look:
    """A closer look at a state."""

    system: Any
    state: State

    @cached_property
    def length(self) -> float:
        return typical_length(self.system, self.state)

    @cached_property
    def table(self) -> Any:
        """The rows by connection."""
        return self.system.rows.table(self.state)

    def closures(self, g: np.ndarray) -> Iterator[Violation]:
        """Loops and constraints that are open."""
        table = self.table
        scaled = np.abs(g) / table.sizes[table.holonomic]
        for part in table.parts_of(table.holonomic[~(scaled <= NEGLIGIBLE_VIOLATION)]):
            if not np.isfinite(g[part.g]).all():
                yield Violation(part.label, "gives no number here", np.inf)
                continue
            amounts = np.array([part.amount(k, residual) for k, residual in enumerate(g[part.g])])
            how = f"is open by {_amounts(amounts, scaled[part.g], part)}"
            yield Violation(part.label, how, _largest(scaled[part.g]))

    def velocities(self, rates: np.ndarray) -> Iterator[Violation]:
        """Rows that speeds do not meet, relative to the speeds in them."""
        rows = self.system.functions.at("rows", self.state)
        inside = abs(rows.P) @ np.abs(self.state.u) + np.abs(np.ravel(rows.P_0))
        scaled = np.abs(rates) / (inside + NEGLIGIBLE_VELOCITY / NEGLIGIBLE_VIOLATION * self.table.sizes)
        for part in self.table.parts_of(np.flatnonzero(scaled > NEGLIGIBLE_VIOLATION)):
            at = part.rows
            how = f"is violated by its velocities, {_amounts(rates[at], scaled[at], part, '/s')}"
            yield Violation(part.label, how, _largest(scaled[at]), True)

    def invariants(self, values: np.ndarray) -> Iterator[Violation]:
        """Norms of Euler parameters, and what else hinges keep."""
        for k in np.flatnonzero(np.abs(values) > NEGLIGIBLE_VIOLATION):
            places, value = list(self.system.chart.invariants[int(k)]), float(values[k])
            names = ", ".join(self.system.layout.q[place] for place in places)
            norm = float(np.linalg.norm(self.state.q[places]))
            if len(places) == 4 and abs(norm**2 - 1.0 - value) < 1e-9 * max(1.0, norm**2):
                how = f"have norm {norm:.4g} where it must be 1"
                yield Violation(f"the Euler parameters {names}", how, abs(norm - 1.0), remedy=NORM)
            else:
                yield Violation(f"the invariant of {names}", f"is off by {abs(value):.4g}", abs(value))

    def prescribed(self) -> Iterator[Violation]:
        """Driven and locked coordinates that are elsewhere, or move differently."""
        layout, state = self.system.layout, self.state
        if not (layout.driven or layout.locked):
            return
        right = self.system.prescribed(state)
        for entry, word in (*((e, "driven to") for e in layout.driven), *((e, "locked at") for e in layout.locked)):
            for values, wanted, k, floor in (
                (state.q, right.q, entry.q, 1.0),
                (state.u, right.u, entry.u, NEGLIGIBLE_VELOCITY / NEGLIGIBLE_VIOLATION),
            ):
                off = float(abs(values[k] - wanted[k]))
                size = off and off / (floor * self.system.chart.scales(self.length)[1][entry.q] + abs(float(wanted[k])))
                if size > NEGLIGIBLE_VIOLATION:
                    rate = values is state.u
                    name = layout.u[k] if rate else entry.name
                    how = f"is {values[k]:.6g}, and it is {word} {wanted[k]:.6g} at t = {state.t:g}"
                    yield Violation(name, how, size, rate, PRESCRIBED_REMEDY, is_known=True)


def _amounts(values: np.ndarray, scaled: np.ndarray, part: Any, per: str = "") -> str:
    """The rows that count, with their units and directions."""
    counts = np.flatnonzero(scaled > max(NEGLIGIBLE_VIOLATION, 1e-3 * _largest(scaled)))
    if part.is_coupling:
        return ", ".join(f"{abs(values[k]):.4g}{per}" for k in counts)
    return ", ".join(f"{abs(values[k]):.4g}{direction_of(part.wrenches[k], int(k), per)}" for k in counts)

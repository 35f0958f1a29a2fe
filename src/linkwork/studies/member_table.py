"""Which values each member of a study has: grids, samples of distributions, lists, and products of these."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from scipy.stats import qmc

from ..contract import ModelError
from ..contract.errors import unknown
from ..results.extras import extra

INDEX_SAMPLINGS = ("saltelli", "morris")
"""Samples in the order that sensitivity indices of Sobol and of Morris are computed from."""
SAMPLINGS = ("sobol", "latin_hypercube", "random", *INDEX_SAMPLINGS)
"""How distributions are sampled: low discrepancy, a sample in each layer of each value, independently, for indices."""
MORRIS_LEVELS = 4
MOST_MEMBERS = 10**9
"""Of one study: their numbers are in memory."""
CUBE_MARGIN = 1e-12
"""Points of the unit cube stay so far from its faces, where distributions without bounds are infinite."""


@dataclass(frozen=True)
class Spread:
    """What a distribution says of a value."""

    mean: float
    deviation: float
    low: float
    """The least value there is, −∞ where there is none."""
    high: float

    @property
    def room(self) -> tuple[float, float]:
        """From the mean to its bounds, (below, above); three deviations where there is none, as drawings read it."""
        ends = (self.low - self.mean, self.high - self.mean)
        below, above = (
            x if np.isfinite(x) else sign * 3.0 * self.deviation for sign, x in zip((-1, 1), ends, strict=True)
        )
        return below, above


@dataclass(frozen=True, eq=False)
class MemberTable:
    """Values of all members, one column a name. A grid has `axes`, and members in the order of their product."""

    columns: Mapping[str, np.ndarray]
    axes: Mapping[str, np.ndarray]
    """The values along each axis of a grid, the last of which changes fastest but for samples."""
    samples: int = 0
    """How many samples of distributions, or members of a list, stand at each point of the grid; 0 for a pure grid."""
    sampling: str = ""
    """How distributions were sampled."""
    spreads: Mapping[str, Spread] = field(default_factory=dict)
    """Of the values that were sampled."""

    def __len__(self) -> int:
        return len(next(iter(self.columns.values())))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What is varied."""
        return tuple(self.columns)

    @property
    def dims(self) -> dict[str, int]:
        """The dimensions of results and their sizes."""
        found = {name: len(values) for name, values in self.axes.items()}
        return found | ({"member": self.samples} if self.samples else {})

    def member(self, k: int) -> dict[str, Any]:
        """The values of one member."""
        return member_values(self.part(range(k, k + 1)), 1)[0]

    def part(self, members: range) -> dict[str, np.ndarray]:
        """The columns of some members."""
        return {name: values[members.start : members.stop] for name, values in self.columns.items()}


def member_values(columns: Mapping[str, np.ndarray], count: int) -> list[dict[str, Any]]:
    """The values by name of the first `count` members."""
    names = tuple(columns)
    if not names:
        return [{}] * count
    return [
        dict(zip(names, row, strict=True)) for row in zip(*(x[:count].tolist() for x in columns.values()), strict=True)
    ]


def member_table(over: Any, members: int | None, sampling: str, seed: int) -> MemberTable:
    """The table of a study.

    `over` maps names to values (an axis of a grid), to distributions (`members` samples of all of them together), or to
    one value for all. A list of mappings, or a table of pandas, has a member a row.
    """
    if sampling not in SAMPLINGS:
        raise ModelError(f"study: {unknown('sampling', sampling, SAMPLINGS)}")
    if not isinstance(over, Mapping):
        return _listed(over, members)
    if not over:
        raise ModelError("study: `over` names nothing to vary; give a Parameter, a starting value or a variant.")
    drawn = {name: x for name, x in over.items() if _is_distribution(x)}
    axes = {name: _axis(name, x) for name, x in over.items() if name not in drawn and _is_several(x)}
    for name, values in axes.items():
        if not len(values):
            raise ModelError(f"study: the axis {name!r} of the grid is empty; give it at least one value.")
    if drawn and members is None:
        raise ModelError(f"study: {next(iter(drawn))!r} is a distribution; say how many `members` to draw.")
    if members is not None and not drawn:
        raise ModelError("study: `members` counts samples of distributions, and none of the values is one.")
    if members is not None and members < 1:
        raise ModelError(f"study: members = {members}; give 1 or more.")
    count = math.prod(len(values) for values in axes.values()) * (members or 1)
    if count > MOST_MEMBERS:
        raise ModelError(
            f"study: {count:.3g} members are more than {MOST_MEMBERS:.0e}; take fewer, or several studies."
        )
    samples = _sampled(drawn, members or 1, sampling, seed)
    members = len(next(iter(samples.values()))) if samples else members
    counts = [len(values) for values in axes.values()]
    places = np.indices(counts).reshape(len(counts), -1) if counts else np.zeros((0, 1), dtype=int)
    points = places.shape[1]
    columns: dict[str, np.ndarray] = {}
    for name, x in over.items():
        if name in drawn:
            columns[name] = np.tile(samples[name], points)
        elif name in axes:
            columns[name] = np.repeat(axes[name][places[list(axes).index(name)]], members or 1)
        else:
            columns[name] = np.repeat(_axis(name, [x]), points * (members or 1))
    spreads = {name: _spread(x) for name, x in drawn.items()}
    return MemberTable(columns, axes, members or 0 if axes or drawn else 1, sampling if drawn else "", spreads)


def _is_distribution(x: Any) -> bool:
    return callable(getattr(x, "ppf", None))


def _is_several(x: Any) -> bool:
    return not isinstance(x, (str, bytes)) and (isinstance(x, Sequence) or np.ndim(x) > 0)


def _axis(name: str, values: Any) -> np.ndarray:
    """Values as a column: numbers as such, variants as they are."""
    found = np.asarray(values)
    if found.dtype.kind not in "iuf":
        found = np.empty(len(values), dtype=object)
        found[:] = list(values)
        return found
    if found.ndim != 1:
        raise ModelError(f"study: the values of {name!r} have {found.ndim} dimensions; give a row of them.")
    if not np.isfinite(found).all():
        raise ModelError(
            f"study: {name!r} has a value that is not finite, at place {int(np.argmin(np.isfinite(found)))}."
        )
    return found


def _sampled(drawn: Mapping[str, Any], members: int, sampling: str, seed: int) -> dict[str, np.ndarray]:
    """Samples of all distributions together, by their inverse functions from points of the unit cube."""
    if not drawn:
        return {}
    if sampling in INDEX_SAMPLINGS:
        points = _index_points(drawn, members, sampling, seed)
    elif sampling == "random":
        points = np.random.default_rng(seed).random((members, len(drawn)))
    elif sampling == "sobol":
        engine = qmc.Sobol(len(drawn), rng=np.random.default_rng(seed))
        # Powers of two keep the balance of the sequence; more are drawn and the first ones taken.
        points = engine.random_base2(max(0, (members - 1).bit_length()))[:members]
    else:
        points = qmc.LatinHypercube(len(drawn), rng=np.random.default_rng(seed)).random(members)
    points = np.clip(points, CUBE_MARGIN, 1.0 - CUBE_MARGIN)
    return {name: _finite(name, x, points[:, k]) for k, (name, x) in enumerate(drawn.items())}


def _index_points(drawn: Mapping[str, Any], members: int, sampling: str, seed: int) -> np.ndarray:
    """Points of the unit cube by SALib: `members` (2n + 2) after Saltelli, `members` (n + 1) after Morris."""
    problem = {"num_vars": len(drawn), "names": list(drawn), "bounds": [[0.0, 1.0]] * len(drawn)}
    if sampling == "morris":
        for name, x in drawn.items():
            if not np.isfinite(x.support()).all():
                raise ModelError(f"study: Morris's sampling takes bounds, and {name!r} has none; give lw.uniform.")
        found = extra("SALib.sample.morris", "sampling").sample(problem, members, num_levels=MORRIS_LEVELS, seed=seed)
        return np.asarray(found)
    if members & (members - 1):
        raise ModelError(
            f"study: members = {members}; Saltelli's sampling takes powers of 2, such as {1 << members.bit_length()}."
        )
    return np.asarray(
        extra("SALib.sample.sobol", "sampling").sample(problem, members, seed=np.random.default_rng(seed))
    )


def _spread(x: Any) -> Spread:
    low, high = x.support()
    return Spread(float(x.mean()), float(x.std()), float(low), float(high))


def _finite(name: str, distribution: Any, points: np.ndarray) -> np.ndarray:
    """Values of a distribution at points from 0 to 1."""
    try:
        found = np.asarray(distribution.ppf(points), dtype=float)
    except TypeError as error:  # a distribution that lacks its arguments
        raise ModelError(
            f"study: the distribution of {name!r} cannot be sampled: {error}; see its arguments."
        ) from None
    if not np.isfinite(found).all():
        raise ModelError(f"study: the distribution of {name!r} gives values that are not finite; see its arguments.")
    return found


def _listed(over: Any, members: int | None) -> MemberTable:
    """A member a row."""
    rows = over.to_dict("records") if hasattr(over, "to_dict") else list(over)
    if members is not None:
        raise ModelError("study: `over` lists its members itself; leave `members` out.")
    if not rows or not all(isinstance(row, Mapping) for row in rows):
        raise ModelError("study: give `over` as names with values, as a list of such, or as a table of pandas.")
    names = list(rows[0])
    for k, row in enumerate(rows):
        if set(row) != set(names):
            raise ModelError(f"study: member {k} varies {sorted(row)}, and member 0 {sorted(names)}; vary the same.")
    return MemberTable({name: _axis(name, [row[name] for row in rows]) for name in names}, {}, len(rows))

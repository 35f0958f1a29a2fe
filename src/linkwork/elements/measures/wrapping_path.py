"""ε = the length of the shortest line over points and obstacles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from ...contract import Discontinuity, Measure, ModelError, option, register, relative_list
from ...expr import is_symbolic, norm
from ..obstacles.obstacle import Obstacle, PathPassage
from .path_ties import EndFrame, cores_of, tie_point

VIA = "via"
"""What stands for a via point between obstacles."""


def _stations(given: Any) -> tuple[Any, ...]:
    entries = (given,) if isinstance(given, (Obstacle, str, type)) else tuple(given)
    for entry in entries:
        if isinstance(entry, type) and issubclass(entry, Obstacle):
            raise ModelError(f"{entry.__name__} is a class; did you forget the brackets?")
        if not isinstance(entry, Obstacle) and entry != VIA:
            raise ModelError(f'{entry!r} is neither an obstacle, such as WrapCylinder(0.1), nor "via" for a point')
    return entries


class PathPart(NamedTuple):
    """A part of a path between two points, past at most one obstacle."""

    frame: EndFrame | None
    obstacle: Obstacle | None
    p: Any
    q: Any
    """The points, in the frame of the obstacle; in that of the first end where there is none."""
    s: Any
    place: str = ""

    @property
    def passage(self) -> PathPassage:
        """The way from point to point."""
        if self.obstacle is None:
            return PathPassage(norm(self.q - self.p))
        for x, who in ((self.p, "before"), (self.q, "behind")):
            # Known as soon as it is connected, where neither point nor obstacle moves.
            said = None if is_symbolic(x) else self.obstacle.point_fault(np.asarray(x, dtype=float))
            if said is not None:
                raise ModelError(f"WrappingPath: {self.place}: the point {who} it {said}.")
        return self.obstacle.passage(self.p, self.q, self.s)


def _run(
    first: Any, last: Any, members: Sequence[tuple[int, EndFrame, Obstacle]], unknowns: Iterator[Any]
) -> Iterator[PathPart]:
    """The way from one point to the next, past the obstacles between them, which meet in points of their own."""
    if not members:
        yield PathPart(None, None, first, last, ())
    before = first
    cores = cores_of(first, last, [member[1:] for member in members]) if len(members) > 1 else []
    for k, (number, frame, obstacle) in enumerate(members):
        own = [next(unknowns) for _ in obstacle.unknowns]
        behind = last
        if k + 1 < len(members):
            behind = tie_point(cores[k], cores[k + 1], (next(unknowns), next(unknowns)))
        place = f"{obstacle.kind} at end {number + 1}"
        yield PathPart(frame, obstacle, frame.inward(before), frame.inward(behind), own, place)
        before = behind


@register
class WrappingPath(Measure):
    """ε: the length of the shortest line over via points and obstacles, in their order: a rope, a tendon.

    `over` has one entry for every end between the first and the last: an obstacle, whose frame is that of the end, or
    "via" for a point through which the line slides. Each is on any body. There is no friction, so the tension is the
    same all along, and loads on all bodies follow from virtual work. Obstacles with no point between them are
    passed together: where the line leaves the one for the other is found with `unknowns`, two for each such pair.
    A path that lifts off goes straight on; one that jumps to another side is reported in a run's notes.
    """

    over = option(convert=_stations, doc='obstacles, or "via", at the ends between the first and the last')
    units = ("m",)

    def validate(self) -> None:
        """As many ends as there are entries, and two; unknowns of its obstacles, and between neighbours."""
        object.__setattr__(self, "ends", len(self.over) + 2)
        names: list[str] = []
        for k, entry in enumerate(self.over, start=2):
            if isinstance(entry, Obstacle):
                names += [f"{name}_{k}" for name in entry.unknowns]
                if k - 1 < len(self.over) and isinstance(self.over[k - 1], Obstacle):
                    names += [f"across_{k}", f"beside_{k}"]
        object.__setattr__(self, "unknowns", tuple(names))

    def value(self, rel: Any, s: Any = ()) -> Any:
        """ε."""
        total: Any = 0.0
        for part in self.parts(rel, s):
            total = total + part.passage.length
        return total

    def kinks(self, rel: Any, s: Any = ()) -> Any:
        """Where the path lifts off."""
        return [x for part in self.parts(rel, s) for x in part.passage.kinks]

    def discontinuities(self, rel: Any, s: Any = ()) -> list[Discontinuity]:
        """Where it may jump to another side, and where an obstacle no longer holds it."""
        found = []
        for part in self.parts(rel, s):
            found += [Discontinuity(x, part.place) for x in part.passage.leaps]
            found += [Discontinuity(x, part.place, sentence) for x, sentence in part.passage.losses]
            found += [Discontinuity(x, part.place, sentence, True) for x, sentence in part.passage.faults]
        return found

    def fault(self, rel: Any) -> str | None:
        """The first obstacle that cannot be passed."""
        for part in self.parts(rel, np.zeros(len(self.unknowns))):
            if part.obstacle is not None:
                said = part.obstacle.fault(part.p, part.q)
                if said is not None:
                    return f"{part.place}: {said}"
        return None

    def parts(self, rel: Any, s: Any) -> Iterator[PathPart]:
        """The path from point to point, obstacle after obstacle."""
        frames = [EndFrame(np.eye(3), np.zeros(3)), *(EndFrame(r.R, r.p) for r in relative_list(rel))]
        stations = [VIA, *self.over, VIA]
        unknowns = iter(s)
        start = 0
        for k in range(1, len(stations)):
            if stations[k] == VIA:
                members = [(n, frames[n], stations[n]) for n in range(start + 1, k)]
                yield from _run(frames[start].p, frames[k].p, members, unknowns)
                start = k

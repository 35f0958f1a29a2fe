"""What is to be seen of contacts in a run: where bodies touch and the forces there, and when something happened."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from ..contract import Parameter
from ..expr import array, jacobian
from ..expr.evaluate import evaluate
from ..expr.graph import as_expr
from ..expr.node import symbols_of
from ..model import Point
from ..results import Trajectory
from ..topology.contacts import ContactPoint, DrawnContact, drawn_contacts
from .parts import DRAWN_ROUNDING, TimeMark, TouchingPoint

_SAME_TIME = 1e-12


def time_marks(run: Trajectory) -> Iterator[TimeMark]:
    """Impacts, changes of contacts and other events of a run."""
    for event in run.events:
        change = event.contact
        if change is None:
            yield TimeMark(event.t, f"t = {event.t:.6g}: {event.event}")
        elif change.kind == "impact":
            yield TimeMark(change.t, _told(change), "impact", sum(map(abs, change.normal_impulses.values())))
        elif change.kind != "direction":
            yield TimeMark(change.t, _told(change), "change")


def _told(change: Any) -> str:
    return ". ".join((change.sentence, *map(str, change.notes)))


def touching_points(run: Trajectory, shown: Trajectory) -> Iterator[TouchingPoint]:
    """Points of all contacts where bodies touch in a run, at the times of `shown`, the same run at other times.

    Contacts on coordinates have no place, and are none of them.
    """
    hits = _rows_of_impacts(run, shown)
    contacts = [
        contact for contact in drawn_contacts(run.model, run.layout.coordinates) if not contact.element.of_coordinates
    ]
    # Forces of all points come from the same accelerations.
    shown.channels(*(name for contact in contacts for point in contact.points for name in _force_names(point)))
    for contact in contacts:
        yield from _points_of(shown, contact, hits)


def _rows_of_impacts(run: Trajectory, shown: Trajectory) -> dict[str, list[int]]:
    """By point, the rows shown at which it was hit: those of that time, or of a step with an impact in it."""
    found: dict[str, list[int]] = {}
    for change in run.contacts:
        if change.kind != "impact":
            continue
        slack = _SAME_TIME * max(1.0, abs(change.t))
        first, last = np.searchsorted(run.t, (change.t - slack, change.t + slack))
        if first == last:
            continue  # a run of samples, and none of then
        # From event to event there are two rows at the time of an impact, before and after it.
        since = run.t[first - 1] if last == first + 1 and first > 0 else change.t - slack
        rows = np.flatnonzero((shown.t > since) & (shown.t <= change.t + slack))
        for label in change.points:
            found.setdefault(label, []).extend(rows.tolist())
    return found


def _points_of(run: Trajectory, contact: DrawnContact, hits: Mapping[str, list[int]]) -> Iterator[TouchingPoint]:
    forces = _forces(run, contact)
    touched = [p for p in contact.points if p.label in hits or np.any(forces[p.label][0] > 0.0)]
    if not touched:
        return
    motion = _Motion(run, contact)
    for point in touched:
        pressing, sliding = forces[point.label]
        closed = pressing > DRAWN_ROUNDING * pressing.max()
        # What an impact gives in no time, or in a step, is no force that bodies carry.
        pressing, sliding = pressing.copy(), sliding.copy()
        rows = hits.get(point.label, [])
        pressing[rows], sliding[rows], closed[rows] = 0.0, 0.0, True
        place, normal, directions = motion.geometry(point)
        yield TouchingPoint(
            point.label,
            contact.owner,
            run.t,
            np.where(closed[:, None], place, np.nan),
            pressing[:, None] * normal,
            np.einsum("nj,nji->ni", sliding, directions),
        )


def _force_names(point: ContactPoint) -> list[str]:
    """Channels of a point's forces."""
    return [f"{point.label}.{name}" for name in ("normal_force", *(("friction_force",) if len(point.slips) else ()))]


def _forces(run: Trajectory, contact: DrawnContact) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """(normal force (n), friction along the directions of sliding (n × 0, 1 or 2)) of every point."""
    found = {}
    for point in contact.points:
        columns = [run[name].reshape(len(run), -1) for name in _force_names(point)]
        found[point.label] = (columns[0][:, 0], columns[1] if len(columns) > 1 else np.zeros((len(run), 0)))
    return found


class _Motion:
    """The relative motion of the ends of a contact along a run, and what its points are there, in the world."""

    def __init__(self, run: Trajectory, contact: DrawnContact) -> None:
        self.run, self.contact = run, contact
        (self.R, self.p), (R_WM, p_WM) = (self._frame(end) for end in contact.connection.ends[:2])
        form = contact.form
        R = np.einsum("nki,nkj->nij", self.R, R_WM).reshape(len(run), 9)
        p = np.einsum("nki,nk->ni", self.R, p_WM - self.p)
        self.known: dict[Any, Any] = {form.t: run.t}
        own = [run[f"{contact.name}.{name}"] for name in contact.element.auxiliary]
        self.known |= dict(zip([*form.rel.R.ravel(), *form.rel.p, *form.q], [*R.T, *p.T, *own], strict=True))

    def geometry(self, point: ContactPoint) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(place (n × 3), normal (n × 3), directions of sliding (n × 0, 1 or 2 × 3)) of a point, in the world."""
        form, k = self.contact.form, point.number
        given = form.given_point
        place = form.rel.p if given is None else array(given).reshape(-1, 3)[k]
        slips = form.slips[k]
        # Sliding speeds are linear in the velocity, so that their slopes are the directions.
        directions = jacobian(array(slips), form.rel.v) if slips else np.zeros((0, 3))
        found = self._values([*place, *form.normals[k], *np.asarray(directions).ravel()])
        turned = np.einsum("nij,nkj->nki", self.R, found.reshape(len(self.run), -1, 3))
        return self.p + turned[:, 0], turned[:, 1], turned[:, 2:]

    def _frame(self, end: Any) -> tuple[np.ndarray, np.ndarray]:
        """An end's frame in the world, (n × 3 × 3) and (n × 3)."""
        assert isinstance(end, Point)
        self.known = {}
        R = self._values(array(end.X.R).ravel()).reshape(-1, 3, 3)
        p = self._values(array(end.X.p).ravel())
        if end.body.is_ground:
            return R, p
        R_WB, p_WB = self.run.pose(end.body.name)
        return R_WB @ R, p_WB + np.einsum("nij,nj->ni", R_WB, p)

    def _values(self, expressions: Any) -> np.ndarray:
        """Expressions along the run, one column each."""
        roots = [as_expr(x) for x in expressions]
        wanted = [node for node in symbols_of(roots) if isinstance(node, Parameter)]
        values = [self.run.parameters_at(k) for k in range(len(self.run))] if wanted else []
        known = {**self.known, **{p: np.array([row[p.name] for row in values]) for p in wanted}}
        return np.stack([np.broadcast_to(x, len(self.run)) for x in evaluate(roots, known)], axis=1)

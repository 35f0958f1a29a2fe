r"""Where contacts of a system are at a state, and how fast: gaps, rows and velocities of all points.

$$ \gamma = W^T u + \nu $$

with the columns W of contacts. Rows of contacts that the detection of collisions finds stand behind those of the
system.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import lazy_loader
import numpy as np

from ...results import State
from ...topology.contacts import WITHIN
from .contact_table import ContactTable
from .detected_contacts import DetectedContacts
from .point_rows import PointRows

scipy = lazy_loader.load("scipy")


@dataclass(frozen=True, eq=False)
class ContactKinematics:
    """Gaps, rows and velocities at a state, for all points, whatever their modes."""

    table: ContactTable
    state: State
    before: ContactKinematics | None = None
    """The same with other speeds, of which all that depends on the place alone is taken."""

    @cached_property
    def free(self) -> Any:
        """Speeds that are not prescribed; a slice where that is all of them."""
        places = self.table.system.chart.free_u
        every = len(places) == self.table.system.layout.nu
        return slice(None) if every else np.array(places, dtype=np.int64)

    @cached_property
    def full(self) -> State:
        """The state with the rows of all points."""
        return self.table.all_on(self.state)

    @cached_property
    def detected(self) -> DetectedContacts | None:
        """Contacts that are found here by the detection of collisions; None where no surfaces need it."""
        return None if self.table.detection is None else self.table.detection.at(self.state)

    @cached_property
    def rows(self) -> Any:
        """(P, P_0, P_00) here, those of detected contacts behind those of the system."""
        found = self.table.system.functions.at("rows", self.full)
        return found if self.detected is None else joined_rows(found, self.detected)

    @cached_property
    def placed(self) -> Any:
        """The same at a state of this place, whose P and P_0 are those of here."""
        return self.rows if self.before is None else self.before.placed

    @cached_property
    def held(self) -> np.ndarray:
        """Residuals of all points: gaps, also of those beyond the edges of their faces."""
        if self.before is not None:
            return self.before.held
        g = np.asarray(self.table.system.functions.at("position", self.full).g)
        own = np.array([0.0 if p.g is None else g[p.g] for p in self.table.points])
        return own if self.detected is None else np.concatenate([own, self.detected.gaps])

    @cached_property
    def insides(self) -> np.ndarray:
        """How far points are inside the edges of their faces; infinite where these have none."""
        if self.before is not None:
            return self.before.insides
        found = np.full(len(self.held), np.inf)
        edged = [k for k, p in enumerate(self.table.points) if p.has_edges and not self._is_found_elsewhere(p)]
        if edged:
            state, names = self.state, tuple(f"{self.table.point(k).label}.{WITHIN}" for k in edged)
            row = np.concatenate([state.q, state.u, np.asarray(state.z)])[None]
            inside = self.table.system.channels.along(names, np.array([state.t]), row, state.parameters)
            found[edged] = [float(inside[name][0]) for name in names]
        return found

    @cached_property
    def gaps(self) -> np.ndarray:
        """Of every point; beyond an edge at least the distance from that.

        Zero where it goes one way, wherever it is, and infinite where it is switched off.
        """
        found = np.maximum(self.held, -self.insides)
        is_off = [not p.is_active(self.state) or self._is_found_elsewhere(p) for p in self.table.points]
        found[np.flatnonzero(is_off)] = np.inf
        return found

    def _is_found_elsewhere(self, point: PointRows) -> bool:
        return self.detected is not None and point.is_detected

    @cached_property
    def velocities(self) -> np.ndarray:
        """P u + P_0 of all rows."""
        return np.asarray(self.placed.P @ self.state.u + self.placed.P_0)

    @cached_property
    def normal_speeds(self) -> np.ndarray:
        """γ_N of every point."""
        return self.velocities[self.table.normals]

    @cached_property
    def is_driven(self) -> bool:
        """Whether rows move by themselves, or speeds are prescribed: then impulses do work that is not heat."""
        driven = [entry.u for entry in self.table.system.layout.driven]
        return bool(np.any(self.placed.P_0) or np.any(self.state.u[driven]))

    def all_columns(self, rows: Sequence[int]) -> np.ndarray:
        """Some rows of P (rows × speeds)."""
        found = self.placed.P[list(rows)]
        return np.asarray(found if isinstance(found, np.ndarray) else found.toarray())

    def columns(self, rows: Sequence[int]) -> np.ndarray:
        """W of some rows (rows × free speeds)."""
        return self.all_columns(rows)[:, self.free]

    def velocities_at(self, rows: Sequence[int], u: np.ndarray) -> np.ndarray:
        """γ of some rows at other speeds."""
        chosen = list(rows)
        return np.asarray(self.rows.P[chosen] @ u + np.asarray(self.rows.P_0)[chosen])

    def position_errors(self, points: Sequence[int]) -> tuple[list[int], np.ndarray]:
        """(rows, what they must change by) of constraints that are off their positions, and of some points."""
        g = np.asarray(self.table.system.functions.at("position", self.full).g)
        places = self.table.holonomic
        rows = [row for row in self.table.bilateral.tolist() if row in places]
        # What goes one way has no position.
        placed = [k for k in points if k >= len(self.table) or self.table.point(k).normal in places]
        wanted = np.concatenate([g[[places[row] for row in rows]], self.held[placed]])
        return rows + [self.table.point(k).normal for k in placed], -wanted


@dataclass(frozen=True, eq=False)
class JoinedRows:
    """P, P_0 and P_00 of all rows."""

    P: Any
    P_0: np.ndarray
    P_00: np.ndarray


def joined_rows(found: Any, detected: DetectedContacts) -> JoinedRows:
    """Rows of a system with those of detected contacts behind them, dense or sparse as they are."""
    is_dense = isinstance(found.P, np.ndarray)
    P, P_0, P_00 = detected.rows
    joined = np.vstack([found.P, P]) if is_dense else scipy.sparse.vstack([found.P, P], format="csr")
    return JoinedRows(joined, np.append(found.P_0, P_0), np.append(found.P_00, P_00))

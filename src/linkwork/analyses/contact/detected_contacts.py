r"""Contacts that are found at a state by the detection of collisions, with rows behind those of the system.

Surfaces without a formula for their gap (two polyhedra), or with many features of which few touch (two boxes), are
looked at where bodies are. A contact has a gap g, a point c and a normal n from the first body to the second; with the
velocities of both bodies at c, $v_i = J_i u + v_{0i}$, its rows along d = n and two directions across it are

$$ \gamma_d = d^T(v_2 - v_1) = d^T(J_2 - J_1)\,u + d^T(v_{02} - v_{01}) . $$

Features that meet (a corner and a face, two edges) have one name for the whole run, and so have their impulses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

import numpy as np

from ...numerics.collision.detector import CollisionDetector, DetectedContact
from ...numerics.collision.surfaces import GROUND_BODY, Surface, may_meet
from ...results import Jacobian, State
from ...spatial import euler_parameters
from ...system import System
from ...topology.contacts import ContactPoint, TouchingSurfaces, detected_surfaces
from ...topology.switches import Switch
from .point_rows import PointRows

NEAR = 0.01
"""Of the thinnest surface: how near surfaces are at least whose contacts are listed."""
SEEN_AHEAD = 2.0
"""Steps that surfaces may come nearer in before they are listed."""

Feature = tuple[int, int, int]
"""First surface, second surface, and which of their features meet."""


@dataclass(frozen=True, eq=False)
class DetectedContacts:
    """Contacts at a state, by the numbers of all features that a run has seen so far."""

    detection: Detection
    state: State
    found: Mapping[int, DetectedContact]
    count: int
    """Of all features."""

    @cached_property
    def gaps(self) -> np.ndarray:
        """Of every feature; infinite where it does not meet."""
        gaps = np.full(self.count, np.inf)
        for k, contact in self.found.items():
            gaps[k] = contact.gap
        return gaps

    def push(self, number: int, impulse: np.ndarray) -> np.ndarray:
        """An impulse (normal, tangential) on the body of the later end of its connection, in world axes."""
        contact = self.found[number]
        onto = impulse @ self.frame(number)[: len(impulse)]
        return onto if contact.first < contact.second else -onto

    def frame(self, number: int) -> np.ndarray:
        """The normal of a contact and two directions across it, in world axes (3 × 3)."""
        return frame_of_normal(self.found[number].normal)

    @cached_property
    def rows(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(P, P_0, P_00): three rows for every feature, zero where it does not meet.

        P_00 leaves out what turns d: it says what points that rest close by in a step, and nothing else.
        """
        P, P_0, P_00 = np.zeros((3 * self.count, self.detection.system.layout.nu)), *np.zeros((2, 3 * self.count))
        moving = BodyVelocities(self.detection.system, self.state)
        for k, contact in self.found.items():
            d, place = self.frame(k), slice(3 * k, 3 * k + 3)
            one, two = (moving.at(self.detection.body(s), contact.point) for s in (contact.first, contact.second))
            P[place], P_0[place] = d @ (two.J - one.J)[3:], d @ (two.V_0 - one.V_0)[3:]
            P_00[place] = d @ (two.bias - one.bias)[3:]
        return P, P_0, P_00


@dataclass(eq=False)
class Detection:
    """Surfaces of a system that are looked at, and the features that have met in a run that steps by h."""

    system: System
    groups: tuple[TouchingSurfaces, ...]
    surfaces: tuple[Surface, ...]
    bodies: tuple[str, ...]
    """Those that surfaces stand on, by their numbers in the table of surfaces."""
    h: float
    features: dict[Feature, int] = field(default_factory=dict)
    """Their numbers."""
    points: list[PointRows] = field(default_factory=list)

    @cached_property
    def _detector(self) -> CollisionDetector:
        return CollisionDetector(self.surfaces)

    @cached_property
    def thinnest(self) -> float:
        """Half of what the thinnest surface is thick; infinite for planes alone."""
        return min((surface.thickness for surface in self.surfaces), default=np.inf)

    def pair_name(self, feature: Feature) -> str:
        """The connection and the two bodies of a feature, in the order of its ends."""
        one, two = (self.surfaces[s] for s in sorted(feature[:2]))
        return f"{self.groups[one.group].name}: {one.name}–{two.name}"

    def pair_channels(self) -> dict[str, int]:
        """Forces of all pairs that may touch: sizes by name."""
        pairs = combinations(range(len(self.surfaces)), 2)
        near = [(i, j) for i, j in pairs if may_meet(self.surfaces[i], self.surfaces[j])]
        return {f"{self.pair_name((i, j, 0))}.force": 3 for i, j in near}

    def remember(self, feature: Feature) -> int:
        """The number of a feature, a new one where it has not met before."""
        if feature not in self.features:
            number = len(self.points)
            self.features[feature] = number
            group = self.groups[self.surfaces[feature[0]].group]
            first = self.system.rows.count + 3 * number
            switch = None if group.connection.active is None else Switch(group.connection)
            slips = (first + 1, first + 2) if group.law.has_friction else ()
            label = f"{self.pair_name(feature)} {feature[2]}"
            point = ContactPoint(group.name, number, label, range(len(slips)))
            self.points.append(PointRows(point, group.law, first, slips, None, switch, pair=self.pair_name(feature)))
        return self.features[feature]

    def at(self, state: State) -> DetectedContacts:
        """What is near at a state."""
        found = {self.remember((c.first, c.second, c.feature)): c for c in self._near(state)}
        return DetectedContacts(self, state, found, len(self.points))

    def body(self, surface: int) -> str:
        """The name of the body of a surface, "" for the ground."""
        number = self.surfaces[surface].body
        return "" if number == GROUND_BODY else self.bodies[number]

    def _near(self, state: State) -> Sequence[DetectedContact]:
        """Contacts within reach of the steps to come."""
        poses, number = self.system.functions.at("body_poses", state), self.system.chart.body_number
        places = [number(name) for name in self.bodies]
        q = np.array([[*euler_parameters(poses.R[k]), *poses.p[k]] for k in places])
        found = self._detector.contacts(q, self._margin(state))
        return [c for c in found if not self._is_off(c, state)]

    def _is_off(self, contact: DetectedContact, state: State) -> bool:
        """Whether its connection is switched off."""
        connection = self.groups[self.surfaces[contact.first].group].connection
        return connection.active is not None and not Switch(connection).worth(state)

    def _margin(self, state: State) -> float:
        """How near surfaces are that are listed: what bodies come nearer by in the steps ahead, and a little more."""
        speeds = self.system.functions.at("body_velocities", state)
        fastest = float(np.linalg.norm(speeds.v, axis=1).max(initial=0.0))
        fastest += self._reach * float(np.linalg.norm(speeds.w, axis=1).max(initial=0.0))
        thin = self.thinnest if np.isfinite(self.thinnest) else 0.0
        return NEAR * thin + SEEN_AHEAD * self.h * fastest

    @cached_property
    def _reach(self) -> float:
        """How far surfaces on bodies that move reach from their frames."""
        return max((s.reach for s in self.surfaces if s.body != GROUND_BODY), default=0.0)


class BodyVelocities:
    """Velocities of points of bodies at a state, V = J u + V_0; the frame of each body is asked for once."""

    def __init__(self, system: System, state: State) -> None:
        self.system, self.state = system, state
        self._places = system.functions.at("body_poses", state).p
        self._known: dict[str, Jacobian] = {}

    def at(self, body: str, point: np.ndarray) -> Jacobian:
        """Of the point of a body ("" for the ground) that is at a place in world axes."""
        if not body:
            return Jacobian(np.zeros((6, self.system.layout.nu)), np.zeros(6), np.zeros(6))
        if body not in self._known:
            self._known[body] = self.system.functions.jacobian(body, np.zeros(3), self.state)
        frame, arm = self._known[body], point - self._places[self.system.chart.body_number(body)]
        x, y, z = arm
        shift = np.eye(6)
        shift[3:, :3] = [[0.0, z, -y], [-z, 0.0, x], [y, -x, 0.0]]
        w, bias = (frame.J @ self.state.u + frame.V_0)[:3], shift @ frame.bias
        bias[3:] += w * (w @ arm) - arm * (w @ w)
        return Jacobian(shift @ frame.J, shift @ frame.V_0, bias)


def frame_of_normal(n: np.ndarray) -> np.ndarray:
    """n and two unit vectors across it, by rows; the same ones for the same n, and near ones for a near n."""
    x, y, z = n
    side = 1.0 if z >= 0.0 else -1.0
    a = -1.0 / (side + z)
    b = x * y * a
    return np.array([[x, y, z], [1.0 + side * x * x * a, side * b, -side * x], [b, side + y * y * a, -y]])


def detection_of(system: System, state: State, h: float) -> Detection | None:
    """What finds contacts of surfaces without a formula for their gap; None where all have one."""
    groups = detected_surfaces(system.model, system.coordinates, state.worth)
    if not groups:
        return None
    carriers = (s.body for touching in groups for s in touching.surfaces)
    bodies = tuple(dict.fromkeys(body.name for body in carriers if not body.is_ground))
    surfaces = [
        Surface(
            s.shape.kind,
            GROUND_BODY if s.body.is_ground else bodies.index(s.body.name),
            s.shape.size,
            tuple(s.p),
            s.R,
            s.shape.vertices,
            group,
            name,
        )
        for group, touching in enumerate(groups)
        for s, name in zip(touching.surfaces, touching.names, strict=True)
    ]
    return Detection(system, groups, tuple(surfaces), bodies, h)

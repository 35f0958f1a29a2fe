"""Mechanisms whose loops are closed by springs alone, in Exudyn: a kinematic tree, which its explicit solvers take."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from benchmarks.loops.loop import Joint, Loop
from benchmarks.peers.exudyn_loops import Exudyn
from linkwork.spatial import frame_with_z


class ExudynTree(Exudyn):
    """A mechanism in Exudyn in as many coordinates as it has freedoms, run by the classical Runge–Kutta method."""

    order = 4

    def run(self, h: float) -> tuple[float, np.ndarray]:
        """(seconds that its solver took with steps of h, places and velocities of the centres of mass at the end)."""
        container = self.exu.SystemContainer()
        system = container.AddSystem()
        tree = self._fill(system)
        settings = self.settings(h)
        start = time.process_time()
        system.SolveDynamic(settings, solverType=self.exu.DynamicSolverType.RK44)
        spent = time.process_time() - start
        kinds = self.exu.OutputVariableType.Position, self.exu.OutputVariableType.Velocity
        markers = [tree[body.name] for body in self.loop.bodies]
        return spent, np.concatenate([system.GetMarkerOutput(m, kind) for kind in kinds for m in markers])

    def _fill(self, system: Any) -> dict[str, int]:
        """Builds it; the markers of the centres of mass."""
        loop, joints = self.loop, self.loop.joints
        node = system.AddNode(
            self.items.NodeGenericODE2(
                referenceCoordinates=[0.0] * len(joints),
                initialCoordinates=[0.0] * len(joints),
                initialCoordinates_t=[joint.speed for joint in joints],
                numberOfODE2Coordinates=len(joints),
            )
        )
        tree = system.AddObject(self.items.ObjectKinematicTree(nodeNumber=node, **self._links()))
        links = {joint.second: k for k, joint in enumerate(joints)}

        def marker(body: str, place: np.ndarray) -> int:
            F, p = _frame(loop, joints[links[body]])
            local = list(F.T @ (place - p))
            return system.AddMarker(
                self.items.MarkerKinematicTreeRigid(objectNumber=tree, linkNumber=links[body], localPosition=local)
            )

        for spring in loop.springs:
            ends = (spring.first, spring.at_first), (spring.second, spring.at_second)
            numbers = [marker(body, loop.world(body, point)) for body, point in ends]
            law = {"stiffness": spring.stiffness, "damping": spring.damping, "referenceLength": spring.length}
            system.AddObject(self.items.ObjectConnectorSpringDamper(markerNumbers=numbers, **law))
        centres = {body.name: marker(body.name, loop.world(body.name, body.com)) for body in loop.bodies}
        system.Assemble()
        return centres

    def _links(self) -> dict[str, Any]:
        """What describes the tree: every link's frame stands at its joint, with the joint's axis as z."""
        loop, joints = self.loop, self.loop.joints
        places = {"ground": (np.eye(3), np.zeros(3)), **{joint.second: _frame(loop, joint) for joint in joints}}
        order = ["ground", *(joint.second for joint in joints)]
        turns, offsets, inertias, centres, masses = [], [], [], [], []
        for joint in joints:
            (F_0, p_0), (F, p) = places[joint.first], places[joint.second]
            body = loop.model.bodies[joint.second]
            R = F.T @ loop.places[body.name][0]
            turns.append(F_0.T @ F)
            offsets.append(F_0.T @ (p - p_0))
            inertias.append(R @ np.asarray(body.inertia, dtype=float) @ R.T)
            centres.append(F.T @ (loop.world(body.name, body.com) - p))
            masses.append(float(body.mass))
        kinds = {"revolute": self.exu.JointType.RevoluteZ, "prismatic": self.exu.JointType.PrismaticZ}
        lists: Any = self.exu
        return {
            "jointTypes": [kinds[joint.kind] for joint in joints],
            "linkParents": [order.index(joint.first) - 1 for joint in joints],
            "jointTransformations": lists.Matrix3DList(turns),
            "jointOffsets": lists.Vector3DList(offsets),
            "linkInertiasCOM": lists.Matrix3DList(inertias),
            "linkCOMs": lists.Vector3DList(centres),
            "linkMasses": masses,
            "gravity": list(loop.gravity),
        }


def _frame(loop: Loop, joint: Joint) -> tuple[np.ndarray, np.ndarray]:
    """A joint's frame at the start, z along its axis."""
    return frame_with_z(tuple(loop.places[joint.on][0] @ joint.axis)), loop.world(joint.on, joint.point)

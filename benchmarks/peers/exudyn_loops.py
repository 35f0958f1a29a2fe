"""Mechanisms with loops inside Exudyn, run by its trapezoidal rule on index 2, which takes constraints.

Its explicit solvers, of higher order, take none. Bodies move in the plane where all of the mechanism does.
"""

from __future__ import annotations

import importlib
import sys
import time
from importlib.metadata import version
from typing import Any

import numpy as np

from benchmarks.loops.loop import Joint, Loop
from benchmarks.peers import Unavailable
from linkwork.spatial import frame_with_z

NEWTON = 1e-11
"""Tolerance of Newton's method."""
LOCKED = {"revolute": [1, 1, 1, 1, 1, 0], "prismatic": [1, 1, 0, 1, 1, 1]}
"""Which of three translations and three rotations about the joint's axes are held; z is the axis."""


class Exudyn:
    """A mechanism, and Exudyn."""

    order = 2
    """Of the method that `run` takes."""

    def __init__(self, loop: Loop) -> None:
        try:
            sys.exudynFast = True  # type: ignore[attr-defined]  # its build without range checks
            # Exudyn has types for some of what it offers and none for the rest.
            self.exu: Any = importlib.import_module("exudyn")
            self.items: Any = importlib.import_module("exudyn.itemInterface")
            self.utilities: Any = importlib.import_module("exudyn.utilities")
        except ImportError as reason:
            raise Unavailable(f"Exudyn is not installed ({reason}).") from reason
        self.loop = loop

    @property
    def name(self) -> str:
        """With its version."""
        return f"Exudyn {version('exudyn')}"

    def settings(self, h: float) -> Any:
        """Fixed steps of about h, one thread, nothing written."""
        settings, steps = self.exu.SimulationSettings(), max(1, round(self.loop.t_end / h))
        settings.timeIntegration.numberOfSteps = steps
        settings.timeIntegration.endTime = self.loop.t_end
        settings.timeIntegration.automaticStepSize = False
        settings.timeIntegration.newton.useModifiedNewton = True
        # The usual ones do for errors down to some 1e-9 only, and cost as much.
        settings.timeIntegration.newton.relativeTolerance = NEWTON
        settings.timeIntegration.newton.absoluteTolerance = NEWTON
        settings.timeIntegration.verboseMode = 0
        settings.solutionSettings.writeSolutionToFile = False
        settings.parallel.numberOfThreads = 1
        return settings


class ExudynLoop(Exudyn):
    """A mechanism in Exudyn in coordinates of its bodies, with joints as constraints."""

    def run(self, h: float) -> tuple[float, np.ndarray]:
        """(seconds that its solver took with steps of h, places and velocities of the centres of mass at the end)."""
        container = self.exu.SystemContainer()
        system = container.AddSystem()
        bodies = self._fill(system)
        settings = self.settings(h)
        start = time.process_time()
        system.SolveDynamic(settings, solverType=self.exu.DynamicSolverType.TrapezoidalIndex2)
        spent = time.process_time() - start
        kinds = self.exu.OutputVariableType.Position, self.exu.OutputVariableType.Velocity
        found = [
            system.GetObjectOutputBody(bodies[b.name], kind, [0, 0, 0]) for kind in kinds for b in self.loop.bodies
        ]
        return spent, np.concatenate(found)

    def _fill(self, system: Any) -> dict[str, int]:
        make = self._flat_body if self.loop.planar else self._body
        bodies = {"ground": system.AddObject(self.items.ObjectGround())}
        for body in self.loop.bodies:
            bodies[body.name] = make(system, body)
            marker = system.AddMarker(self.items.MarkerBodyMass(bodyNumber=bodies[body.name]))
            system.AddLoad(self.items.LoadMassProportional(markerNumber=marker, loadVector=list(self.loop.gravity)))
        for joint in self.loop.joints:
            self._joint(system, bodies, joint)
        for spring in self.loop.springs:
            ends = [
                self._marker(system, bodies, body, self.loop.world(body, point))
                for body, point in ((spring.first, spring.at_first), (spring.second, spring.at_second))
            ]
            law = {"stiffness": spring.stiffness, "damping": spring.damping, "referenceLength": spring.length}
            system.AddObject(self.items.ObjectConnectorSpringDamper(markerNumbers=ends, **law))
        system.Assemble()
        return bodies

    def _flat_body(self, system: Any, body: Any) -> int:
        R, place = self.loop.places[body.name][0], self.loop.world(body.name, body.com)
        angle = float(np.arctan2(R[1, 0], R[0, 0]))
        node = system.AddNode(self.items.NodeRigidBody2D(referenceCoordinates=[place[0], place[1], angle]))
        inertia = float(np.asarray(body.inertia)[2, 2])
        return system.AddObject(
            self.items.ObjectRigidBody2D(physicsMass=float(body.mass), physicsInertia=inertia, nodeNumber=node)
        )

    def _body(self, system: Any, body: Any) -> int:
        R, place = self.loop.places[body.name][0], self.loop.world(body.name, body.com)
        turned = self.utilities.RotationMatrix2EulerParameters(R)
        v, w = self.loop.speeds[body.name]
        rates = self.utilities.AngularVelocity2EulerParameters_t(w, turned)
        node = system.AddNode(
            self.items.NodeRigidBodyEP(referenceCoordinates=[*place, *turned], initialVelocities=[*v, *rates])
        )
        i = np.asarray(body.inertia, dtype=float)
        parts = [i[0, 0], i[1, 1], i[2, 2], i[1, 2], i[0, 2], i[0, 1]]
        return system.AddObject(
            self.items.ObjectRigidBody(physicsMass=float(body.mass), physicsInertia=parts, nodeNumber=node)
        )

    def _marker(self, system: Any, bodies: dict[str, int], body: str, place: np.ndarray) -> int:
        """A marker of a body at a place in the world."""
        if body == "ground":
            local = place
        else:
            R, centre = self.loop.places[body][0], self.loop.world(body, self.loop.model.bodies[body].com)
            local = R.T @ (place - centre)
        return system.AddMarker(self.items.MarkerBodyRigid(bodyNumber=bodies[body], localPosition=list(local)))

    def _joint(self, system: Any, bodies: dict[str, int], joint: Joint) -> None:
        place = self.loop.world(joint.on, joint.point)
        ends = [self._marker(system, bodies, body, place) for body in (joint.first, joint.second)]
        if self.loop.planar:
            system.AddObject(self.items.ObjectJointRevolute2D(markerNumbers=ends))
            return
        frame = frame_with_z(tuple(self.loop.places[joint.on][0] @ joint.axis))
        turns = [self.loop.places[body][0].T @ frame for body in (joint.first, joint.second)]
        # Where a loop repeats conditions, Exudyn needs to be told which ones to leave away.
        held = self.loop.enough if joint.cut and self.loop.enough else LOCKED[joint.kind]
        system.AddObject(
            self.items.ObjectJointGeneric(
                markerNumbers=ends, rotationMarker0=turns[0], rotationMarker1=turns[1], constrainedAxes=list(held)
            )
        )

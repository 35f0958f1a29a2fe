"""Piles of cubes in Drake: point contact at spheres near the corners, as is usual there for boxes that rest flat."""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from benchmarks.peers import Unavailable
from benchmarks.piles import FRICTION, HALF, MASS

CORNER = 5e-3
"""Radius of the spheres, in metres."""


@dataclass(frozen=True)
class DrakeSettings:
    """Step and stiffness of points of contact, in N/m."""

    dt: float
    stiffness: float

    def __str__(self) -> str:
        return f"SAP, dt {self.dt:g}, stiffness {self.stiffness:g}"


DRAKE_SETTINGS = (DrakeSettings(1e-2, 1e6), DrakeSettings(5e-3, 1e7))


class DrakePile:
    """Cubes that are stepped from their start."""

    def __init__(self, start: np.ndarray, settings: DrakeSettings) -> None:
        if importlib.util.find_spec("pydrake") is None:
            raise Unavailable("Drake is not installed (`make bench` installs the wheel drake).")
        import pydrake.all as drake

        self._library, self.start = drake, start
        builder = drake.DiagramBuilder()
        self.plant, scene = drake.AddMultibodyPlantSceneGraph(builder, time_step=settings.dt)
        self.plant.set_discrete_contact_approximation(drake.DiscreteContactApproximation.kSap)
        self.plant.set_contact_model(drake.ContactModel.kPoint)
        self._add_bricks(settings, scene)
        self.diagram = builder.Build()

    def _add_bricks(self, settings: DrakeSettings, scene: Any) -> None:
        drake, plant = self._library, self.plant
        material = drake.ProximityProperties()
        drake.AddContactMaterial(
            friction=drake.CoulombFriction(FRICTION, FRICTION),
            dissipation=10.0,
            point_stiffness=settings.stiffness,
            properties=material,
        )
        plant.RegisterCollisionGeometry(
            plant.world_body(), drake.RigidTransform(), drake.HalfSpace(), "floor", material
        )
        boxes, corners = drake.GeometrySet(), drake.GeometrySet()
        cube, ball, edge = drake.Box(*[2.0 * HALF] * 3), drake.Sphere(CORNER), 2.0 * HALF
        inertia = drake.SpatialInertia.SolidBoxWithMass(MASS, edge, edge, edge)
        self.bodies = []
        for k in range(len(self.start)):
            body = plant.AddRigidBody(f"brick{k}", inertia)
            boxes.Add(plant.RegisterCollisionGeometry(body, drake.RigidTransform(), cube, f"box{k}", material))
            for i, sign in enumerate(product((-1.0, 1.0), repeat=3)):
                at = drake.RigidTransform((HALF - CORNER) * np.array(sign))
                corners.Add(plant.RegisterCollisionGeometry(body, at, ball, f"corner{k}_{i}", material))
            self.bodies.append(body)
        plant.Finalize()
        only = drake.CollisionFilterDeclaration().ExcludeWithin(boxes).ExcludeWithin(corners)
        scene.collision_filter_manager().Apply(only)

    def prepare(self) -> None:
        """Goes back to the start."""
        self.simulator = self._library.Simulator(self.diagram)
        self.context = self.plant.GetMyMutableContextFromRoot(self.simulator.get_mutable_context())
        for body, pose in zip(self.bodies, self.start, strict=True):
            turn = self._library.RotationMatrix(self._library.Quaternion(pose[:4] / np.linalg.norm(pose[:4])))
            self.plant.SetFreeBodyPose(self.context, body, self._library.RigidTransform(turn, pose[4:]))
        self.simulator.Initialize()

    def run(self, duration: float) -> None:
        """Goes on for a time."""
        self.simulator.AdvanceTo(self.simulator.get_context().get_time() + duration)

    def poses(self) -> np.ndarray:
        """Where cubes are, with their Euler parameters."""
        poses = [self.plant.EvalBodyPoseInWorld(self.context, body) for body in self.bodies]
        return np.array([[*pose.rotation().ToQuaternion().wxyz(), *pose.translation()] for pose in poses])

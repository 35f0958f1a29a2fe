"""Links with ball joints inside Exudyn, stepped by its generalized-α solver with sparse factors and one thread."""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable
from typing import Any

import numpy as np

# Exudyn has types for some of what it offers and none for the rest.
exu: Any = importlib.import_module("exudyn")
items: Any = importlib.import_module("exudyn.itemInterface")
utilities: Any = importlib.import_module("exudyn.utilities")


def measure(
    links: Any, h: float, steps: int, damping: float, inertia: tuple[float, ...], length: float
) -> tuple[Callable[[], float], np.ndarray]:
    """(a timer of a step in ms of the processor, places of the links after `steps`).

    The time of a step is the difference of a run of twice as many steps and one of `steps`: what starts a run drops
    out.
    """

    def run(count: int) -> tuple[float, np.ndarray]:
        system, nodes = _build(links, inertia, length)
        settings = _settings(h, count, damping)
        start = time.process_time()
        system.SolveDynamic(settings)
        spent = time.process_time() - start
        return spent, np.array([system.GetNodeOutput(n, exu.OutputVariableType.Position) for n in nodes])

    return lambda: (run(2 * steps)[0] - run(steps)[0]) / steps * 1e3, run(steps)[1]


def _build(links: Any, inertia: tuple[float, ...], length: float) -> tuple[Any, list[int]]:
    container = exu.SystemContainer()
    system = container.AddSystem()
    bodies, nodes = [], []
    for k, centre in enumerate(links.centres):
        turned = utilities.RotationMatrix2EulerParameters(links.rotation(k))
        node = system.AddNode(items.NodeRigidBodyEP(referenceCoordinates=[*centre, *turned]))
        body = system.AddObject(
            items.ObjectRigidBody(physicsMass=1.0, physicsInertia=[*inertia, 0, 0, 0], nodeNumber=node)
        )
        marker = system.AddMarker(items.MarkerBodyMass(bodyNumber=body))
        system.AddLoad(items.LoadMassProportional(markerNumber=marker, loadVector=[0, 0, -9.81]))
        bodies.append(body)
        nodes.append(node)
    ground = system.AddObject(items.ObjectGround())
    for a, side_a, b, side_b in links.pairs:
        place = links.end(b, side_b) if a < 0 else [0.5 * side_a * length, 0, 0]
        first = system.AddMarker(items.MarkerBodyRigid(bodyNumber=ground if a < 0 else bodies[a], localPosition=place))
        other = [0.5 * side_b * length, 0, 0]
        second = system.AddMarker(items.MarkerBodyRigid(bodyNumber=bodies[b], localPosition=other))
        system.AddObject(items.ObjectJointSpherical(markerNumbers=[first, second]))
    system.Assemble()
    return system, nodes


def _settings(h: float, steps: int, damping: float) -> Any:
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps = steps
    settings.timeIntegration.endTime = steps * h
    settings.timeIntegration.generalizedAlpha.spectralRadius = damping
    settings.timeIntegration.newton.useModifiedNewton = True
    settings.timeIntegration.verboseMode = 0
    settings.linearSolverType = exu.LinearSolverType.EigenSparse
    settings.solutionSettings.writeSolutionToFile = False
    settings.parallel.numberOfThreads = 1
    return settings

"""The slider-crank of `flexible_rod` with Exudyn's floating frame of reference of reduced order."""

from __future__ import annotations

import importlib
import math
import time
import warnings
from typing import Any

import numpy as np

from benchmarks.flexible_rod import BETA, Rod, deflection, rod
from benchmarks.peers import Unavailable
from benchmarks.peers.exudyn_beams import exudyn_name as exudyn_name

SPECTRAL_RADIUS = 0.9


def exudyn_deflections(h: float, tolerance: float) -> tuple[float, np.ndarray]:
    """(Processor time of the solver, deflection of the middle) with steps h and a tolerance of Newton's iterations."""
    try:
        exu, items, fem = (importlib.import_module(f"exudyn{part}") for part in ("", ".itemInterface", ".FEM"))
    except ImportError as error:
        raise Unavailable("Exudyn is not installed: pip install exudyn") from error
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return _run(exu, items, fem, h, tolerance)


def _pin(r: Rod, t: float) -> tuple[float, float]:
    """How far the crank pin has moved."""
    pace = r.rise / (2.0 * math.pi)
    rising = r.speed / r.rise * (0.5 * t * t + pace**2 * (math.cos(t / pace) - 1.0))
    angle = rising if t < r.rise else r.speed * t - 0.5 * r.speed * r.rise
    return r.radius * (math.cos(angle) - 1.0), r.radius * math.sin(angle)


def _body(mbs: Any, fem: Any, r: Rod) -> Any:
    """The rod in its floating frame, with our shapes."""
    import scipy.sparse

    model = fem.FEMinterface()
    model.nodes = {"Position": r.model.nodes}
    model.massMatrix = scipy.sparse.csr_matrix(r.model.mass)
    model.stiffnessMatrix = scipy.sparse.csr_matrix(r.model.stiffness)
    model.modeBasis = {"matrix": r.data.shapes.reshape(-1, r.data.count), "type": "HCBmodes"}
    body = fem.ObjectFFRFreducedOrderInterface(model)
    body.AddObjectFFRFreducedOrder(mbs, positionRef=[r.radius, 0.0, 0.0], stiffnessProportionalDamping=BETA)
    return body


def _joints(mbs: Any, items: Any, body: Any, r: Rod) -> None:
    """The frame's origin goes with the crank pin, it turns about z alone, and the end face keeps to the line."""
    ground = mbs.AddMarker(items.MarkerNodeCoordinate(nodeNumber=mbs.AddNode(items.NodePointGround()), coordinate=0))
    offsets = {
        0: lambda _mbs, t, _k, _l: _pin(r, t)[0],
        1: lambda _mbs, t, _k, _l: _pin(r, t)[1],
        2: 0,
        4: 0,
        5: 0,
    }
    for coordinate, offset in offsets.items():
        marker = mbs.AddMarker(items.MarkerNodeCoordinate(nodeNumber=body.nRigidBody, coordinate=coordinate))
        mbs.AddObject(items.ObjectConnectorCoordinate(markerNumbers=[ground, marker], offsetUserFunction=offset))
    weights = np.full(len(r.tip), 1.0 / len(r.tip))
    face = items.MarkerSuperElementPosition(
        bodyNumber=body.oFFRFreducedOrder, meshNodeNumbers=r.tip.tolist(), weightingFactors=weights.tolist()
    )
    floor = mbs.AddMarker(items.MarkerBodyPosition(bodyNumber=mbs.AddObject(items.ObjectGround())))
    joint = items.ObjectJointSpherical(markerNumbers=[floor, mbs.AddMarker(face)], constrainedAxes=[0, 1, 0])
    mbs.AddObject(joint)


def _settings(exu: Any, end: float, h: float, tolerance: float) -> Any:
    """Generalized-α with fixed steps, one thread, nothing written."""
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = end
    settings.timeIntegration.numberOfSteps = round(end / h)
    settings.timeIntegration.automaticStepSize = False
    settings.timeIntegration.generalizedAlpha.spectralRadius = SPECTRAL_RADIUS
    settings.timeIntegration.newton.useModifiedNewton = True
    settings.timeIntegration.newton.relativeTolerance = tolerance
    settings.timeIntegration.verboseMode = 0
    settings.solutionSettings.writeSolutionToFile = False
    settings.solutionSettings.sensorsWritePeriod = 0.5 * h
    settings.linearSolverType = exu.LinearSolverType.EXUdense
    return settings


def _run(exu: Any, items: Any, fem: Any, h: float, tolerance: float) -> tuple[float, np.ndarray]:
    r = rod()
    mbs = exu.SystemContainer().AddSystem()
    body = _body(mbs, fem, r)
    _joints(mbs, items, body, r)
    kept = {"outputVariableType": exu.OutputVariableType.Position, "storeInternal": True, "writeToFile": False}
    nodes = (int(np.argmin(np.linalg.norm(r.model.nodes, axis=1))), r.middle, int(r.tip[_centre(r)]))
    watched = [
        mbs.AddSensor(items.SensorSuperElement(bodyNumber=body.oFFRFreducedOrder, meshNodeNumber=node, **kept))
        for node in nodes
    ]
    mbs.Assemble()
    start = time.process_time()
    mbs.SolveDynamic(_settings(exu, r.times[-1], h, tolerance), showHints=False)
    spent = time.process_time() - start
    tables = [mbs.GetSensorStoredData(sensor) for sensor in watched]
    rows = [int(np.argmin(np.abs(tables[0][:, 0] - t))) for t in r.times]
    return spent, deflection(*(table[rows, 1:3] for table in tables))


def _centre(r: Rod) -> int:
    """Which node of the end face is on the axis."""
    return int(np.argmin(np.linalg.norm(r.model.nodes[r.tip, 1:], axis=1)))

"""The swinging cable with Exudyn's absolute nodal coordinates (its cable elements in space)."""

from __future__ import annotations

import importlib
import time
import warnings
from typing import Any

import numpy as np

from benchmarks.peers import Unavailable
from linkwork.elements.structures.catenary import hanging_links
from tests.beam_models import SWING

STATIC_TOLERANCE = 1e-7


def exudyn_swing(elements: int, times: np.ndarray, h: float, newton: float) -> tuple[float, np.ndarray]:
    """(processor time of the solver, places of three nodes) with steps of h, as `quarter_places` gives them."""
    try:
        exu, items = (importlib.import_module(name) for name in ("exudyn", "exudyn.itemInterface"))
    except ImportError as error:
        raise Unavailable("Exudyn is not installed: pip install exudyn") from error
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return _run(exu, items, elements, times, h, newton)


def _cable(mbs: Any, items: Any, elements: int) -> list[Any]:
    """Nodes, elements, weights, and what holds both ends."""
    p, piece = SWING, SWING["L"] / elements
    soft, sizes = p["rhoA"] * p["g"] / p["EA"], np.full(elements, piece)
    steps = hanging_links(np.array([p["span"], 0.0, 0.0]), sizes, np.array([0.0, 0.0, -1.0]), soft)
    places = np.vstack([np.zeros(3), np.cumsum(steps, axis=0)])
    slopes, nodes = np.gradient(places, axis=0) / piece, []
    for k, (place, slope) in enumerate(zip(places, slopes, strict=True)):
        straight = np.array([k * piece, 0.0, 0.0, 1.0, 0.0, 0.0])
        moved = list(np.concatenate([place, slope]) - straight)
        nodes.append(mbs.AddNode(items.NodePointSlope1(referenceCoordinates=list(straight), initialCoordinates=moved)))
    made = {
        "physicsLength": piece,
        "physicsMassPerLength": p["rhoA"],
        "physicsBendingStiffness": p["EI"],
        "physicsAxialStiffness": p["EA"],
        "physicsBendingDamping": p["beta"] * p["EI"],
        "physicsAxialDamping": p["beta"] * p["EA"],
    }
    for k in range(elements):
        element = mbs.AddObject(items.ObjectANCFCable(nodeNumbers=nodes[k : k + 2], **made))
        marker = mbs.AddMarker(items.MarkerBodyMass(bodyNumber=element))
        mbs.AddLoad(items.LoadMassProportional(markerNumber=marker, loadVector=[0.0, 0.0, -p["g"]]))
    ground = mbs.AddMarker(items.MarkerNodeCoordinate(nodeNumber=mbs.AddNode(items.NodePointGround()), coordinate=0))
    for node, shift in ((nodes[0], 0.0), (nodes[-1], p["span"] - p["L"])):
        for k in range(3):
            marker = mbs.AddMarker(items.MarkerNodeCoordinate(nodeNumber=node, coordinate=k))
            offset = shift if k == 0 else 0.0
            mbs.AddObject(items.CoordinateConstraint(markerNumbers=[ground, marker], offset=offset))
    return nodes


def _run(exu: Any, items: Any, elements: int, times: np.ndarray, h: float, newton: float) -> tuple[float, np.ndarray]:
    mbs = exu.SystemContainer().AddSystem()
    nodes = _cable(mbs, items, elements)
    kept = {"outputVariableType": exu.OutputVariableType.Position, "storeInternal": True, "writeToFile": False}
    watched = [mbs.AddSensor(items.SensorNode(nodeNumber=nodes[k * elements // 4], **kept)) for k in (1, 2, 3)]
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.linearSolverType = exu.LinearSolverType.EigenSparse
    settings.solutionSettings.writeSolutionToFile = False
    settings.solutionSettings.sensorsWritePeriod = float(times[1] - times[0])
    settings.staticSolver.verboseMode = settings.timeIntegration.verboseMode = 0
    settings.staticSolver.newton.relativeTolerance = STATIC_TOLERANCE
    settings.staticSolver.newton.maxIterations = 50
    mbs.SolveStatic(settings, showHints=False)
    s, data = np.arange(elements + 1) / elements, mbs.systemData
    speeds = np.zeros(6 * len(s))
    speeds[1::6] = SWING["speed"] * np.sin(np.pi * s)
    speeds[4::6] = SWING["speed"] * np.pi / SWING["L"] * np.cos(np.pi * s)
    data.SetODE2Coordinates(data.GetODE2Coordinates(), exu.ConfigurationType.Initial)
    data.SetODE2Coordinates_t(speeds, exu.ConfigurationType.Initial)
    steps = settings.timeIntegration
    steps.endTime, steps.numberOfSteps, steps.automaticStepSize = float(times[-1]), round(times[-1] / h), False
    steps.generalizedAlpha.spectralRadius = 0.8
    steps.newton.useModifiedNewton, steps.newton.relativeTolerance = True, newton
    start = time.process_time()
    mbs.SolveDynamic(settings, showHints=False)
    spent = time.process_time() - start
    tables = [mbs.GetSensorStoredData(sensor) for sensor in watched]
    rows = [int(np.argmin(np.abs(tables[0][:, 0] - t))) for t in times]
    return spent, np.stack([table[rows, 1:4] for table in tables]) / SWING["L"]

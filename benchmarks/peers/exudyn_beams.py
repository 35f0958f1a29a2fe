"""F5, the flexible slider-crank, with Exudyn's geometrically exact planar beams."""

from __future__ import annotations

import importlib
import time
import warnings
from collections.abc import Callable, Sequence
from functools import partial
from importlib.metadata import version
from itertools import pairwise
from typing import Any

import numpy as np

from benchmarks.peers import Unavailable
from tests.reference_models import case

NEWTON_TOLERANCE = 1e-3
"""With smaller ones its Newton iterations of stiff beams give up; this is the one that reaches the smallest error."""


def exudyn_name() -> str:
    """With its version."""
    return f"Exudyn {version('exudyn')}"


def exudyn_attempts(settings: Sequence[tuple[int, float]]) -> list[Callable[[], tuple[float, float]]]:
    """Runs that give (processor time of the solver, error of the deflection relative to the rod's length)."""
    try:
        exu, items = (importlib.import_module(name) for name in ("exudyn", "exudyn.itemInterface"))
    except ImportError as error:
        raise Unavailable("Exudyn is not installed: pip install exudyn") from error

    def attempt(elements: int, h: float) -> tuple[float, float]:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return _run(exu, items, elements, h)

    return [partial(attempt, n, h) for n, h in settings]


def _angle(p: Any, t: float) -> float:
    """Of the crank."""
    speed, rise = p["crank_speed"], p["spin_up_time"]
    pace = rise / (2.0 * np.pi)
    rising = speed / rise * (0.5 * t * t + pace**2 * (np.cos(t / pace) - 1.0))
    return float(rising if t < rise else speed * t - 0.5 * speed * rise)


def _rod(mbs: Any, items: Any, p: Any, elements: int) -> list[Any]:
    """The nodes of the rod, its beams, the mass of the slider, and what holds its ends."""
    radius, piece = p["R"], p["L"] / elements
    places = [[radius + k * piece, 0.0, 0.0] for k in range(elements + 1)]
    nodes = [mbs.AddNode(items.NodeRigidBody2D(referenceCoordinates=place)) for place in places]
    made = {
        "physicsLength": piece,
        "physicsMassPerLength": p["rhoA"],
        "physicsCrossSectionInertia": p["rhoI"],
        "physicsBendingStiffness": p["EI"],
        "physicsAxialStiffness": p["EA"],
        "physicsShearStiffness": p["GA"],
        "includeReferenceRotations": True,
    }
    for pair in pairwise(nodes):
        mbs.AddObject(items.ObjectBeamGeometricallyExact2D(nodeNumbers=list(pair), **made))
    mbs.AddObject(items.ObjectRigidBody2D(physicsMass=p["m_slider"], physicsInertia=1e-12, nodeNumber=nodes[-1]))
    ground = mbs.AddMarker(items.MarkerNodeCoordinate(nodeNumber=mbs.AddNode(items.NodePointGround()), coordinate=0))
    offsets = {
        (nodes[0], 0): lambda _mbs, t, _k, _l: radius * np.cos(_angle(p, t)) - radius,
        (nodes[0], 1): lambda _mbs, t, _k, _l: radius * np.sin(_angle(p, t)),
        (nodes[-1], 1): 0,
    }
    for (node, coordinate), offset in offsets.items():
        marker = mbs.AddMarker(items.MarkerNodeCoordinate(nodeNumber=node, coordinate=coordinate))
        mbs.AddObject(items.ObjectConnectorCoordinate(markerNumbers=[ground, marker], offsetUserFunction=offset))
    return nodes


def _settings(exu: Any, end: float, h: float) -> Any:
    """Generalized-α with fixed steps, one thread, nothing written."""
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = end
    settings.timeIntegration.numberOfSteps = round(end / h)
    settings.timeIntegration.automaticStepSize = False
    settings.timeIntegration.generalizedAlpha.spectralRadius = 0.9
    settings.timeIntegration.newton.useModifiedNewton = True
    settings.timeIntegration.newton.relativeTolerance = NEWTON_TOLERANCE
    settings.timeIntegration.verboseMode = 0
    settings.solutionSettings.writeSolutionToFile = False
    settings.solutionSettings.sensorsWritePeriod = 0.5 * h
    settings.linearSolverType = exu.LinearSolverType.EigenSparse
    return settings


def _run(exu: Any, items: Any, elements: int, h: float) -> tuple[float, float]:
    data = case("F5_slider_crank_flexible")
    p, samples = data["parameters"], data["smooth_start"]["samples"]
    container = exu.SystemContainer()
    mbs = container.AddSystem()
    nodes = _rod(mbs, items, p, elements)
    kept = {"outputVariableType": exu.OutputVariableType.Position, "storeInternal": True, "writeToFile": False}
    watched = [mbs.AddSensor(items.SensorNode(nodeNumber=nodes[k], **kept)) for k in (0, elements // 2, elements)]
    mbs.Assemble()
    start = time.process_time()
    mbs.SolveDynamic(_settings(exu, samples[-1]["t"], h), showHints=False)
    spent = time.process_time() - start
    tables = [mbs.GetSensorStoredData(sensor) for sensor in watched]
    rows = [int(np.argmin(np.abs(tables[0][:, 0] - s["t"]))) for s in samples]
    first, middle, last = (table[rows, 1:3] for table in tables)
    chord = last - first
    across = np.stack([-chord[:, 1], chord[:, 0]], axis=1) / np.linalg.norm(chord, axis=1)[:, None]
    deflection = ((middle - first) * across).sum(axis=1)
    error = np.abs(deflection - [s["mid_deflection"] for s in samples]).max() / p["L"]
    return spent, float(error)

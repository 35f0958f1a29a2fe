"""Parts without mass that nothing holds: found before any number is computed."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..contract import ElasticHinge, ModelError, value_of
from ..expr import is_symbolic
from ..model import Body
from ..spatial import matrix
from ..topology import Branch, Topology

THIN = 1e-12
"""Below this fraction of the largest, a principal moment of inertia is none."""


def check_masses(topology: Topology) -> None:
    """Raises where a hinge can move freely, carries bodies without any mass, and nothing else ends on these.

    Whatever moves them or follows them – a constraint, a coupling, a loop, a force, a rotor – may give them a meaning:
    then the equations decide, configuration by configuration.
    """
    touched = _touched(topology)
    # What moves a frame of a modal body has the mass of that body.
    for branch in (b for b in topology.branches if not isinstance(b.hinge, ElasticHinge)):
        carried = topology.bodies[branch.number : topology.bodies[branch.number].stop]
        if any(vertex.number in touched or not _is_massless(vertex.body) for vertex in carried):
            continue
        free = _free_speeds(topology, branch)
        if free:
            raise ModelError(
                f"body {topology.bodies[branch.number].name!r} has no mass and no inertia, carries none, and nothing "
                f"but joint {branch.name!r} holds it: {', '.join(free)} cannot be determined. Give the body mass and "
                "inertia, drive or lock what moves it, or connect it further."
            )


def _touched(topology: Topology) -> set[int]:
    """Bodies on which more than the hinges of the tree act, and those that couplings move."""
    others = (*topology.constraints, *topology.forces, *topology.loads, *topology.rotors, *topology.assemblies)
    found = {number for connection in others for number in topology.ends(connection)}
    found |= {number for chord in topology.chords for number in (chord.first, chord.second)}
    found |= {branch.number for branch in topology.restricting}
    coupled = {place for places in topology.layout.couplings.values() for place in places}
    return found | {b.number for b in topology.branches if coupled & set(range(b.q.start, b.q.stop))}


def _is_massless(body: Body) -> bool:
    return _is_zero(body.mass) and all(_is_zero(x) for row in body.inertia for x in row)


def is_thin(body: Body) -> bool:
    """Whether there is an axis about which a body has no inertia: it is a point, or a rod."""
    inertia = np.asarray(value_of(matrix(body.inertia)), dtype=float)
    values = np.linalg.eigvalsh(0.5 * (inertia + inertia.T))
    return bool(values[0] <= THIN * max(values[-1], 0.0))


def _is_zero(x: Any) -> bool:
    return not is_symbolic(x) and float(x) == 0.0


def _free_speeds(topology: Topology, branch: Branch) -> list[str]:
    layout = topology.layout
    held = {entry.u for entry in (*layout.driven, *layout.locked)}
    return [layout.u[k] for k in range(branch.u.start, branch.u.stop) if k not in held]

"""Channels of runs in absolute coordinates."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...absolute import AbsoluteSystem, Configuration
from ...absolute.channels import channel
from ...absolute.motion import accelerate
from ...contract import Assembly, Force, ModelError
from ...contract.errors import unknown
from ...formulation.absolute.looking import split
from ...results import Trajectory
from ...results.units import ENERGIES
from .rows import MEANS

AXES = ("x", "y", "z")
OF_BODY = ("position", "rotation", "velocity", "angular_velocity")


class AbsoluteReader:
    """Reads bodies, coordinates, energies and loads along a run; `outputs` are the user's own functions."""

    def __init__(
        self,
        system: AbsoluteSystem,
        outputs: dict[str, Callable[[Any], Any]] | None = None,
        means: Callable[[np.ndarray], np.ndarray] | None = None,
    ) -> None:
        self.system, self.outputs, self.means = system, outputs or {}, means

    def __call__(self, names: Sequence[str], run: Trajectory) -> dict[str, np.ndarray]:
        """Values along a run, by name."""
        asked = set(names) & set(ENERGIES) - set(self.outputs)
        energies = self._energies(run) if asked else {}
        return {name: energies[name] if name in asked else self._read(name, run) for name in names}

    def _read(self, name: str, run: Trajectory) -> np.ndarray:
        if name in self.outputs:
            return np.asarray(self.outputs[name](run))
        layout = run.layout
        if name in layout.q:
            return run.q[:, layout.q_index(name)]
        if name in layout.u:
            return run.u[:, layout.u_index(name)]
        if name in layout.z:
            return run.z[:, layout.z_index(name)]
        if name in run.parameters:
            return np.array([run.parameters_at(k)[name] for k in range(len(run))])
        if is_seen(self.system, name):
            return np.array([state_channel(self.system, name, run.state(k)) for k in range(len(run))])
        stem, _, last = name.rpartition(".")
        if last in AXES:
            return self._read(stem, run)[..., AXES.index(last)]
        if last in OF_BODY and stem in self.system.model.bodies:
            return self._body(stem, last, run)
        if last in ("force", "moment") and stem in self.system.model.connections:
            return self._load(stem, run)[:, 3:] if last == "force" else self._load(stem, run)[:, :3]
        if name == MEANS:
            return self._means(run)
        if last in ("mean_force", "mean_moment") and stem in self.system.model.connections:
            found = self._load(stem, run, run[MEANS])
            return found[:, 3:] if last == "mean_force" else found[:, :3]
        known = [f"{b}.{what}" for b in self.system.bodies.names for what in OF_BODY]
        raise ModelError(unknown("channel", name, [*layout.q, *layout.u, *known, *ENERGIES, *self.outputs]))

    def _body(self, body: str, what: str, run: Trajectory) -> np.ndarray:
        q, u = run.q[:, run.layout.q_of[body]], run.u[:, run.layout.u_of[body]]
        if what == "rotation":
            return Configuration(q.T, np.zeros(0), np.zeros(0), 0.0).rotations()
        return {"position": q[:, 4:], "velocity": u[:, 3:], "angular_velocity": u[:, :3]}[what]

    def _energies(self, run: Trajectory) -> dict[str, np.ndarray]:
        """All of them along a run; elements are set to work once for each set of Parameter values."""
        known: dict[tuple[float, ...], Any] = {}
        rows = []
        for k in range(len(run)):
            state = run.state(k)
            key = tuple(state.parameters.values())
            if key not in known:
                known[key] = self.system.assembly.at_work(self.system.tables(state.parameters))
            at = self.system.configuration(state)
            rows.append([*known[key].energy(at), known[key].stored(at)])
        kinetic, gravity, stored = np.array(rows).reshape(-1, 3).T
        potential = gravity + stored
        return dict(zip(ENERGIES, (kinetic + potential, kinetic, potential, gravity, stored), strict=True))

    def _means(self, run: Trajectory) -> np.ndarray:
        """−μ/h of the elements in time that end at the rows, or have their times inside."""
        if self.means is None:
            raise ModelError(
                "mean reactions are those of elements in time ('weak1' … 'weak3', time_elements) on constraints; name "
                f"{MEANS!r} when such a run is saved, run.save(path, {MEANS!r}), to have them from its file."
            )
        return self.means(np.asarray(run.t, dtype=float))

    def _load(self, connection: str, run: Trajectory, lam: np.ndarray | None = None) -> np.ndarray:
        given = [None] * len(run) if lam is None else lam
        return np.array([wrenches(self.system, run.state(k), given[k])[connection] for k in range(len(run))])


def state_channel(system: AbsoluteSystem, name: str, state: Any, lam: np.ndarray | None = None) -> Any:
    """A channel at one state; multipliers are those of the motion unless given."""
    layout = state.layout
    if name in layout.q or name in layout.u or name in layout.z or name in state.parameters:
        return state[name]
    if is_seen(system, name):
        return channel(system, name, system.configuration(state), state.parameters, lam)
    stem, _, last = name.rpartition(".")
    if last in AXES:
        return float(state_channel(system, stem, state, lam)[AXES.index(last)])
    if last in ("force", "moment") and stem in (found := wrenches(system, state, lam)):
        return found[stem][3:] if last == "force" else found[stem][:3]
    if stem in system.bodies.names and last in OF_BODY:
        own, twist = state.q[layout.q_of[stem]], state.u[layout.u_of[stem]]
        if last == "rotation":
            return Configuration(own[:, None], np.zeros(0), np.zeros(0), 0.0).rotations()[0]
        return {"position": own[4:], "velocity": twist[3:], "angular_velocity": twist[:3]}[last].copy()
    known = [f"{b}.{what}" for b in system.bodies.names for what in OF_BODY]
    raise ModelError(unknown("channel", name, known))


def is_seen(system: AbsoluteSystem, name: str) -> bool:
    """Whether a channel is of a force element, of a named point of a body, or one of multipliers."""
    owner, last, _ = split(name, system.model)
    connection = system.model.connections.get(owner)
    if connection is not None:
        return isinstance(connection.element, (Force, Assembly)) or last == "multipliers"
    body, _, point = owner.partition(".")
    return body in system.bodies.names and point in system.model.bodies[body].points and last in OF_BODY


def wrenches(system: AbsoluteSystem, state: Any, lam: np.ndarray | None = None) -> dict[str, np.ndarray]:
    """(moment, force) of every hinge and constraint on its second end, in the axes of its first, by name."""
    at, tables = system.configuration(state), system.tables(state.parameters)
    given = accelerate(system, at, tables).lam if lam is None else lam
    found: dict[str, np.ndarray] = {}
    for group, data in zip(system.groups, tables.groups, strict=True):
        if group.kind.rows and group.kind.bodies:
            table = group.evaluate("load", at, data, system.threads, lam=given)["wrench"]
            found |= dict(zip(group.names, table.T, strict=True))
    return found

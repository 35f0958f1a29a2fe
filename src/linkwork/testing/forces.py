"""Conformance of forces and active elements, on free bodies in random motion."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..contract import Force, try_element
from ..contract.derived.force_motion import strength_of
from ..contract.derived.law_arguments import call_law, law_symbols
from ..contract.derived.relative import TRIED_ENDS
from ..contract.parameters import parameter_values
from ..elements import Free
from ..expr import array, jacobian
from ..expr.graph import as_expr
from ..expr.node import symbols_of
from ..formulation import TreeEquations, derive_equations
from ..formulation.force_law import stored_energy
from ..formulation.histories import with_histories
from ..model import Model
from .report import DIFFERENCE_STEP, DIFFERENCES, check_native, require, require_close

LARGEST_TURN = 0.7
"""Bodies are turned by up to this angle: relative rotations stay well below π."""
INPUT = 0.4


@dataclass(frozen=True, eq=False)
class Bench:
    """A force between bodies that move freely, and what there is without it."""

    force: Force
    seed: int

    @cached_property
    def count(self) -> int:
        """How many bodies."""
        return TRIED_ENDS if self.force.ends is None else max(self.force.ends, 1)

    def _model(self, connected: bool) -> TreeEquations:
        m = Model("bench", gravity=(0, 0, 0))
        for k in range(self.count):
            m.connect(f"free{k}", Free(), m.ground, m.body(f"b{k}", mass=1.0, com=(0, 0, 0), inertia=(1, 1, 1)))
        if connected:
            ends = [m.bodies[f"b{k}"].at(0.0, 0.0, 0.1 * k) for k in range(self.count)] if self.force.ends != 0 else []
            given = [name for name in self.force.inputs if name not in self.force.late]
            m.connect("force", self.force, *ends, inputs=dict.fromkeys(given, INPUT))
        return derive_equations(with_histories(m))

    @cached_property
    def equations(self) -> TreeEquations:
        """With the force."""
        return self._model(True)

    @cached_property
    def state(self) -> tuple[Any, ...]:
        """(q, u, z, s, t, parameters) at random, bodies about a metre from each other."""
        rng, e = np.random.default_rng(self.seed), self.equations
        q: list[float] = []
        for k in range(self.count):
            axis = rng.normal(size=3)
            half = 0.5 * LARGEST_TURN * rng.uniform()
            place = np.array([0.9, 0.4, -0.2]) * k + np.array([0.0, 0.3, 0.2]) * k**2 + rng.normal(scale=0.1, size=3)
            q += [np.cos(half), *(np.sin(half) * axis / np.linalg.norm(axis)), *place]
        u = rng.normal(scale=0.5, size=6 * self.count)
        start = self.force.start
        z = [start.get(name, 0.0) + 0.3 * rng.uniform() for name in self.force.states]
        s = 0.3 + 0.1 * rng.uniform(size=len(self.force.unknowns))
        return np.array(q), u, np.array(z), s, 0.7, parameter_values(e.parameters)

    @cached_property
    def function(self) -> Any:
        """Everything that is checked, as one traced function."""
        e = self.equations
        law = e.laws.by_name["force"]
        parts: dict[str, Any] = {"h": e.dynamics.h, "q_dot": e.kinematics.q_dot, "power": array(law.action.power)}
        for k in range(self.count):
            parts[f"R{k}"], parts[f"p{k}"] = e.channels[f"b{k}.rotation"], e.channels[f"b{k}.position"]
        if self.force.form in ("law", "energy"):
            parts |= {"e": law.measured[0], "strength": strength_of(law.element, law.known)}
        for name, value in (("z_dot", law.state_dot), ("residual", law.residual), ("kinks", law.kinks)):
            if np.size(value):
                parts[name] = value
        if law.outputs:
            parts["outputs"] = array(list(law.outputs.values()))
        return e.tracer.function("bench", **parts)

    def at(self, h: float = 0.0) -> Any:
        """Values at the state, or a moment h later in the same motion of the bodies."""
        q, *others = self.state
        moved = q if not h else q + h * self.function(*self.state).q_dot
        return self.function(moved, *others)

    @cached_property
    def loads(self) -> np.ndarray:
        """Generalised forces of the element: body by body, moment and force at the body's origin in its axes."""
        e = self._model(False)
        q, u, _, _, t, _ = self.state
        plain = e.tracer.function("plain", h=e.dynamics.h)(q, u, [], [], t, [])
        return np.asarray(self.at().h - plain.h)


def check_force(force: Force, samples: int = 2, seed: int = 3) -> None:
    """Raises `ConformanceError` where a force breaks a promise of its contract, on free bodies in random motion.

    Its values are finite; action equals reaction about any point (a motion of all bodies as one takes no power); the
    power of its loads is F·ε̇ or −V̇, with rates from differences; what it stores was put into it; its tangent by
    positions, velocities and states is that of differences; native code gives what the interpreter gives.
    """
    try_element(force)
    _positions(force)
    for k in range(samples):
        bench = Bench(force, seed + k)
        _finite(bench)
        _reaction(bench)
        _power(bench)
        _stored(bench)
    _tangent(bench)
    names = ("q", "u", "z", "s", "t", "parameters")
    check_native(force, bench.function, dict(zip(names, bench.state, strict=True)))


def _positions(force: Force) -> None:
    """Power F·ε̇ belongs to loads that are derivatives with respect to positions only."""
    if force.form == "energy":
        known = law_symbols(force)
        name, values = "energy", [call_law(force, "energy", known)]
    elif force.form == "law" and force.measured is not None:
        name, values = "measure", list(force.measured.traced().values())
    else:
        return
    entries = [as_expr(x) for value in values for x in array(value).ravel()]
    read = {str(node.data).partition("[")[0].partition("_")[0] for node in symbols_of(entries)}
    require(not read & {"w", "v"}, force, name, "reads velocities; the power of its loads is not what it measures.")


def _finite(bench: Bench) -> None:
    with np.errstate(all="ignore"):
        found = bench.at()
    for name in bench.function.outputs:
        value = np.asarray(getattr(found, name))
        require(
            np.isfinite(value).all(), bench.force, "values", f"{name} is not finite at an ordinary motion: {value}."
        )


def _reaction(bench: Bench) -> None:
    now, rng = bench.at(), np.random.default_rng(5)
    for _ in range(3):
        w, v = rng.normal(size=(2, 3))
        speeds = []
        for k in range(bench.count):
            R, p = getattr(now, f"R{k}"), getattr(now, f"p{k}")
            speeds += [*(R.T @ w), *(R.T @ (v + np.cross(w, p)))]
        size = max(1.0, float(np.abs(bench.loads).max()))
        power = float(bench.loads @ speeds) / size
        require_close(power, 0.0, bench.force, "reaction", "moving all ends as one takes power")


def _power(bench: Bench) -> None:
    now, u = bench.at(), bench.state[1]
    done = float(bench.loads @ u)
    require_close(now.power, done, bench.force, "power", "is not that of its loads")
    if bench.force.form in ("law", "energy"):
        rate = (bench.at(DIFFERENCE_STEP).e - bench.at(-DIFFERENCE_STEP).e) / (2 * DIFFERENCE_STEP)
        require_close(now.power, now.strength @ rate, bench.force, "power", "is not F·ε̇ (or −V̇)", DIFFERENCES)


def _stored(bench: Bench) -> None:
    """P + V̇ is what it loses: never negative, in a motion and in the same one backwards."""
    e, force = bench.equations, bench.force
    law = e.laws.by_name["force"]
    found = stored_energy(law) if force.may_store else None
    if found is None or force.inputs:
        return
    names = e.kinematics.symbols
    slopes = array(jacobian(array([as_expr(found)]), array([*names.q, *names.z]))).ravel()
    rate = array([*e.kinematics.q_dot, *law.state_dot]) @ slopes
    function = e.tracer.function("stored", gained=array(law.action.power) + rate, rate=array(rate))
    q, u, *others = bench.state
    for sign in (1.0, -1.0):
        now = function(q, sign * u, *others)
        least = 1e-9 * max(1.0, abs(float(now.rate)))
        require(
            float(now.gained) < least,
            force,
            "stored_energy",
            f"its loads and stored_energy together gain {float(now.gained):.3g} W: the energy is not that of its law.",
        )


def _tangent(bench: Bench) -> None:
    """∂(loads, rates of states)/∂(q, u, z) against differences."""
    e, names = bench.equations, bench.equations.kinematics.symbols
    law = e.laws.by_name["force"]
    values = array([*e.dynamics.h, *law.state_dot])
    sizes = [len(x) for x in bench.state[:3]]
    slopes = jacobian(values, array([*names.q, *names.u, *names.z]))
    traced = np.asarray(e.tracer.function("tangent", slopes=slopes)(*bench.state).slopes)
    function = e.tracer.function("values", values=values)
    columns = []
    for k in range(sum(sizes)):
        ends = []
        for step in (DIFFERENCE_STEP, -DIFFERENCE_STEP):
            parts = np.concatenate(bench.state[:3])
            parts[k] += step
            ends.append(function(*np.split(parts, np.cumsum(sizes)[:2]), *bench.state[3:]).values)
        columns.append((np.asarray(ends[0]) - np.asarray(ends[1])) / (2 * DIFFERENCE_STEP))
    require_close(traced, np.array(columns).T, bench.force, "tangent", "differs from differences", 1e-5)

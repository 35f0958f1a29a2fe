r"""`MotionEquations`: what a system needs to know of its equations, by subject, however they were derived.

$$ M(q,t)\,\dot u = h(q, u, z, s, t) + P^T\lambda, \qquad \dot q = \dot q(q, u, t), \qquad P\,\dot u + P_{00} = 0 $$

`TreeEquations` derives them by recursion over the tree of a model; those that are written by hand with SymPy give the
same. Each subject is a record of its own, which knows only records above it:

| record | what |
|---|---|
| `kinematics` | symbols, q̇, rates and slopes of functions of q, poses of bodies |
| `rows` | g, ġ, P, P_0, P_00 of constraints |
| `laws` | force elements: ż, residuals, kinks |
| `dynamics` | M, h, inverse dynamics |
| `forward_dynamics` | u̇ and λ, under all rows or some |
| `energies` | T, V, stored energy, power |
| `channels` | everything that has a name |
| `unknowns` | s and its residuals |
| `tracer` | traced functions |
| `origin` | what depends on how they were derived |
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ...contract import ModelError, Parameter
from ...expr import Function, array, jacobian, make_function
from ...model import Model
from ...topology import Topology
from ..inputs_over_time import TimeInput, inputs_over_time
from ..suspects import Suspect
from .dynamics import DynamicEquations
from .forward_dynamics import ForwardDynamics
from .kinematics import KinematicEquations
from .laws import Energies, ForceLaws
from .rows import ConstraintEquations


@dataclass(frozen=True, eq=False)
class Origin:
    """Of one set of equations."""

    equations: Any

    def report(self) -> str:
        """What the equations are about, in words: bodies, tree, loops, coordinates."""
        return str(self.equations.topology.report())

    def inputs_over_time(self, shape_of: Callable[[str], tuple[int, ...]]) -> tuple[TimeInput, ...]:
        """What is given as functions of time alone; `shape_of` knows the shapes of channels."""
        return inputs_over_time(self.equations.model, shape_of)

    @property
    def links(self) -> Sequence[Any]:
        """The links over which recursions run; none of equations that were not derived by one."""
        return ()

    @property
    def suspects(self) -> Sequence[Suspect]:
        """Every element that may give numbers that are none; none where equations do not say what elements give."""
        return ()

    def code_key(self, model: Model) -> str | None:
        """What native code of an equal model is found by, where one was compiled before; None where nothing is."""
        return None

    def of_tree(self, what: str) -> Any:
        """The equations, known to be those of a tree; `what` says for what that is needed."""
        raise ModelError(
            f"{self.equations.model.name!r}: {what} need bodies joined by joints, and these equations were derived by "
            "hand. Multipliers of constraints are in accelerations(…).lam; for the rest, build a model."
        )


@dataclass(frozen=True, eq=False)
class FunctionTracer:
    """Makes functions of expressions in the symbols of a system."""

    dynamics: DynamicEquations
    unknowns: Unknowns
    parameters: Sequence[Parameter]

    @cached_property
    def inputs(self) -> dict[str, Any]:
        """(q, u, z, s, t, parameters)."""
        names, s = self.dynamics.kinematics.symbols, self.unknowns.s
        return {"q": names.q, "u": names.u, "z": names.z, "s": s, "t": names.t, "parameters": array(self.parameters)}

    @cached_property
    def motion_inputs(self) -> dict[str, Any]:
        """The same, then accelerations u̇ and multipliers λ."""
        u_dot, lam = self.dynamics.known
        return {**self.inputs, "u_dot": u_dot, "lam": lam}

    def function(self, name: str, **outputs: Any) -> Function:
        """A traced function of (q, u, z, s, t, parameters)."""
        return make_function(name, self.inputs, outputs)

    def motion_function(self, name: str, **outputs: Any) -> Function:
        """A traced function of (q, u, z, s, t, parameters, u_dot, lam)."""
        return make_function(name, self.motion_inputs, outputs)


@dataclass(frozen=True, eq=False)
class MotionEquations(ABC):
    """Equations of motion as expressions of the symbols of a system. Every part is derived when first asked for."""

    model: Model
    """Bodies with their shapes; connections where there are some."""
    topology: Topology
    """Bodies by number, and the layout: names and places of coordinates and speeds."""
    parameters: Sequence[Parameter]
    """The Parameters that the equations contain."""
    kinematics: KinematicEquations
    rows: ConstraintEquations
    laws: ForceLaws
    dynamics: DynamicEquations
    forward_dynamics: ForwardDynamics
    energies: Energies
    channels: Any
    """Everything that has a name, as expressions."""

    @cached_property
    def unknowns(self) -> Unknowns:
        """Unknowns that residuals make known."""
        return Unknowns(self.laws, self.forward_dynamics, self.channels)

    @cached_property
    def tracer(self) -> FunctionTracer:
        """What makes traced functions."""
        return FunctionTracer(self.dynamics, self.unknowns, self.parameters)

    @property
    @abstractmethod
    def origin(self) -> Origin:
        """What depends on how they were derived."""


# Unknowns s that residuals make known: those of elements, and accelerations and loads that inputs of elements name.
@dataclass(frozen=True, eq=False)
class Unknowns:
    """s and their residuals r(q, u, z, s, t) = 0, as many as there are unknowns."""

    laws: ForceLaws
    forward_dynamics: ForwardDynamics
    channels: Any

    @cached_property
    def s(self) -> Any:
        """All unknowns: those of elements, then forces and accelerations that inputs of elements ask for."""
        for law in self.laws.by_name.values():
            _ = law.known
        own = self.forward_dynamics.dynamics.kinematics.symbols.s
        return array([*own, *self.channels.wanted.values()])

    @cached_property
    def residual(self) -> Any:
        """What is zero at the right unknowns."""
        if not len(self.s):
            return self.laws.residual
        u_dot, lam, _ = self.forward_dynamics.by_mass_matrix
        return array([*self.laws.residual, *self.wanted(u_dot, lam)])

    def wanted(self, u_dot: Any, lam: Any) -> list[Any]:
        """What inputs of elements ask for of a motion, less what it is at these accelerations and multipliers."""
        moving = self.channels.at_motion(u_dot, lam)
        return [symbol - moving[name] for name, symbol in self.channels.wanted.items()]

    @cached_property
    def residual_s(self) -> Any:
        """∂r/∂s."""
        return jacobian(self.residual, self.s) if len(self.s) else np.zeros((0, 0))

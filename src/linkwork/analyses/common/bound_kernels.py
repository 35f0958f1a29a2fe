"""A compiled system as the integrators see it: kernels bound to one state vector y = (q, u, z, w) and time."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from ...consistency import typical_length
from ...formulation.equations.constrained_dynamics import NO_GAINS, Gains
from ...kernels import BoundCall, Kernel
from ...kernels.loops.calls import call
from ...numerics.integrators.flow import UNSEEN, Flow, make_flow, no_kernel, rated
from ...numerics.integrators.projection import Projection, make_closing
from ...numerics.redundant_rows import ConstrainedSolution
from ...results import State
from ...system import System

PROJECTION_FLOOR = 1e-14
"""Constraint residuals, in radians or lengths of a small model, that are left alone."""

OWN_FIELDS = ("rows", "flow", "closing", "spare", "_kept", "_own", "_outputs")
"""What a `BoundKernels` does not share with others of the same memory that enforce other rows."""


@dataclass(eq=False)
class BoundKernels:
    """Kernels of a system bound to buffers. `y` is (q, u, z, w), w being the integral of the power."""

    system: System
    parameters: np.ndarray
    rows: tuple[int, ...]
    """The constraint rows that are enforced: independent ones."""
    stabilisation: Gains = NO_GAINS
    keeps: bool = True
    """Whether constraints are kept by projection."""
    solution: ConstrainedSolution | None = None
    """What solves for accelerations under all rows; None where those that are enforced do."""
    _kept: list[Any] = field(default_factory=list, repr=False)

    def __post_init__(self) -> None:
        layout = self.system.layout
        self.sizes = (layout.nq, layout.nu, layout.nz)
        self.n = sum(self.sizes) + 1
        self.x, self.f = np.zeros(self.n + 1), np.zeros(self.n + 1)
        self.s = np.zeros(len(self.system.unknowns))
        self.flow, self.closing = self._flow(), self._closing()
        self.energies = np.zeros(2)
        parts = {"kinetic": scalar(self.energies, 0), "potential": scalar(self.energies, 1)}
        self.energy_kernel = self.bind(self.system.kernel("energy"), parts)
        self._active, self._own = int(self.closing.active[0]), len(self._kept)
        self._residuals: tuple[Any, ...] | None = None
        self.spare: dict[str, Any] = {}
        """Memory of methods that nobody uses, by their names."""
        self._others: dict[tuple[int, ...], dict[str, Any]] = {}
        """What differs where other rows are enforced, by these rows; shared by all of them."""
        self._first = self.rows

    def renew(self, parameters: np.ndarray) -> None:
        """Makes all as it was when it was new, but for the parameters."""
        self.parameters[:] = parameters
        self.s.fill(0.0)
        self.flow.count.fill(0)
        self.flow.pivot[:] = UNSEEN
        self.closing.worst.fill(0.0)
        self.closing.active[0] = self._active
        del self._kept[self._own :]

    def keep(self) -> None:
        """What is bound by now stays so when all is made new."""
        self._own = len(self._kept)

    def bind(self, kernel: Kernel, outputs: Mapping[str, np.ndarray]) -> np.ndarray:
        """A kernel as four integers, reading what all of them read."""
        nq, nu, nz = self.sizes
        x = self.x
        inputs = {"q": x[:nq], "u": x[nq : nq + nu], "z": x[nq + nu : nq + nu + nz], "s": self.s}
        call = kernel.bind(**inputs, t=scalar(x, self.n), parameters=self.parameters, **outputs)
        self._kept.append(call)
        return np.array([kernel.address, *call.addresses], dtype=np.int64)

    @property
    def calls(self) -> tuple[BoundCall, ...]:
        """All kernels that are bound to its memory."""
        return tuple(self._kept)

    def with_rows(self, rows: tuple[int, ...]) -> BoundKernels:
        """The same with other rows enforced. Both share their memory, so that what reads it need not be bound again."""
        other = copy.copy(self)
        self._others[self.rows] = {name: vars(self)[name] for name in OWN_FIELDS}
        if rows in self._others:
            vars(other).update(self._others[rows])
            return other
        other.rows, other._kept, other.spare = rows, [], {}
        other.flow = self.flow._replace(rhs=other._rates())
        other.closing = other._closing_into(self.closing)
        other._own = len(other._kept)
        return other

    def _rates(self) -> np.ndarray:
        """The kernel of the rates."""
        nq, nu, nz = self.sizes
        f, n = self.f, self.n
        chosen = {"rows": self.rows, "stabilisation": self.stabilisation, "solution": self.solution}
        kernel = self.system.kernel("motion", **chosen)
        parts = {"q_dot": f[:nq], "u_dot": f[nq : nq + nu], "z_dot": f[nq + nu : nq + nu + nz]}
        rhs = self.bind(kernel, {**parts, "power": scalar(f, n - 1), "pivot": scalar(f, n)})
        self._outputs = self._kept[-1].output_addresses.astype(np.int64)
        return rhs

    def _flow(self) -> Flow:
        rhs, f, m = self._rates(), self.f, len(self.s)
        r, r_s = np.zeros(m), np.zeros((m, m))
        settle = self.bind(self.system.kernel("unknowns"), {"r": r, "r_s": r_s}) if m else no_kernel()
        return make_flow(rhs, self.x, f, settle, self.s, r, r_s)

    def calls_into(self, rows: np.ndarray) -> np.ndarray:
        """Calls of the kernel of the rates that write into the rows of an array instead of `f`, pivots last.

        One row of integers for each: the call, then the addresses of its outputs, to which the call leads.
        """
        given = self._outputs
        calls = np.empty((len(rows), 4 + len(given)), dtype=np.int64)
        place = np.arange(len(rows))[:, None]
        calls[:, :4] = self.flow.rhs
        calls[:, 4:] = given + (_address(rows) - _address(self.f)) + place * rows.strides[0]
        calls[:, 2] = _address(calls) + place[:, 0] * calls.strides[0] + 4 * calls.itemsize
        return calls

    def _closing(self) -> Projection:
        nq, nu, _ = self.sizes
        dq, du, residual = np.zeros(nq), np.zeros(nu), np.zeros(3)
        e, layout = self.system.equations, self.system.layout
        needed = bool(e.rows.count or len(e.kinematics.invariants) or layout.driven or layout.locked)
        if not needed:
            return make_closing(no_kernel(), dq, du, residual, False, 0.0)
        return self._closing_into(make_closing(no_kernel(), dq, du, residual, self.keeps, tolerance_of(self.system)))

    def _closing_into(self, closing: Projection) -> Projection:
        """The kernel of the corrections, bound to given memory."""
        kernel = self.system.kernel("closing", rows=self.rows)
        outputs = {"dq": closing.dq, "du": closing.du, "residual": closing.residual}
        return closing._replace(kernel=self.bind(kernel, outputs))

    def y_of(self, state: State, work: float = 0.0) -> np.ndarray:
        """The state vector of a state."""
        nq, nu, _ = self.sizes
        y = np.empty(self.n)
        y[:nq], y[nq : nq + nu], y[nq + nu : -1], y[-1] = state.q, state.u, state.z, work
        return y

    def state_of(self, y: np.ndarray, t: float, like: State) -> State:
        """The state of a state vector."""
        nq, nu, nz = self.sizes
        parts = y[:nq], y[nq : nq + nu], y[nq + nu : nq + nu + nz]
        return State(self.system.layout, parts[0], parts[1], float(t), like.parameters, parts[2])

    def energy(self, t: float, y: np.ndarray) -> float:
        """Kinetic and potential energy together; `energies` holds them one by one."""
        self.x[:-1], self.x[-1] = y, t
        call(self.energy_kernel)
        kinetic, potential = self.energies.tolist()
        return float(kinetic + potential)

    def rates(self, t: float, y: np.ndarray) -> np.ndarray | None:
        """ẏ, or None where it cannot be computed."""
        self.x[:-1] = y
        return self.f[:-1].copy() if rated(self.flow, t, self.flow.rhs, self.f) else None

    def left_open(self, t: float, y: np.ndarray) -> tuple[float, float]:
        """(largest |g| or norm left, largest |ġ|) at a state."""
        if self._residuals is None:
            e = self.system.equations
            if not (e.rows.count or len(e.kinematics.invariants)):
                return 0.0, 0.0
            kernel = self.system.kernel("residuals")
            position, velocity = (np.zeros(kernel.signature.output_shapes[name]) for name in ("position", "velocity"))
            bound = self.bind(kernel, {"position": position, "velocity": velocity})
            self._residuals = bound, position, velocity, self._kept.pop()
        bound, position, velocity, _ = self._residuals
        self.x[:-1], self.x[-1] = y, t
        call(bound)
        return largest_size(position.tolist()), largest_size(velocity.tolist())


def largest_size(values: list[float]) -> float:
    """Of a few numbers, sooner than NumPy; not a number where one of them is none, which `max` alone may overlook."""
    return np.nan if any(x != x for x in values) else max(map(abs, values), default=0.0)


def tolerance_of(system: System) -> float:
    """Constraint residuals that are left alone, in the smaller of the units that rows have."""
    return PROJECTION_FLOOR * min(1.0, typical_length(system, system.rest))


def _address(values: np.ndarray) -> int:
    return int(values.__array_interface__["data"][0])


def scalar(values: np.ndarray, place: int) -> np.ndarray:
    """One entry of an array, as an array without axes that shares its memory."""
    return values[place : place + 1].reshape(())


_Way = tuple[tuple[int, ...], Gains, bool, ConstrainedSolution | None]
_idle: WeakKeyDictionary[System, dict[_Way, list[dict[str, Any]]]] = WeakKeyDictionary()
"""What systems' kernels were bound to in runs that are over: binding takes longer than a short run."""


def bound_to(
    system: System,
    parameters: np.ndarray,
    rows: tuple[int, ...],
    stabilisation: Gains,
    keeps: bool,
    solution: ConstrainedSolution | None = None,
) -> BoundKernels:
    """Kernels of a system bound to buffers that nobody uses."""
    try:
        parts = _idle[system][rows, stabilisation, keeps, solution].pop()
    except (KeyError, IndexError):
        return BoundKernels(system, parameters, rows, stabilisation, keeps, solution)
    bound = BoundKernels.__new__(BoundKernels)
    vars(bound).update(parts, system=system)
    bound.renew(parameters)
    return bound


def give_back(bound: BoundKernels) -> None:
    """Lets the next run have the buffers. The system is not among what is kept, so that it may be forgotten."""
    first = bound.with_rows(bound._first) if bound.rows != bound._first else bound
    parts = vars(first).copy()
    system = parts.pop("system")
    ways = _idle.setdefault(system, {})
    ways.setdefault((first.rows, first.stabilisation, first.keeps, first.solution), []).append(parts)

"""A compiled system as the integrators see it: kernels bound to one state vector y = (q, u, z, w) and time."""

from __future__ import annotations

import copy
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from ...consistency import typical_length
from ...contract import ModelError
from ...formulation.equations.constrained_dynamics import NO_GAINS, Gains
from ...kernels import BoundCall, Kernel
from ...kernels.loops.calls import call
from ...mechanics.asked_once import asked_once
from ...mechanics.function_table import channel_labels
from ...mechanics.tree import TreeSystem
from ...mechanics.weak_tree import WeakTree
from ...numerics.integrators.flow import UNSEEN, Flow, Tangent, make_flow, make_tangent, no_kernel
from ...numerics.integrators.generalized_alpha import AlphaMethod, AlphaResidual, alpha_buffers, alpha_method
from ...numerics.integrators.implicit_rk import implicit_method
from ...numerics.integrators.implicit_stages import ImplicitMethod
from ...numerics.integrators.outside import OutsideState
from ...numerics.integrators.projection import ROUNDED_OFF, BoundFlow, Projection, make_projection
from ...numerics.integrators.shifted_systems import shifted_systems
from ...numerics.redundant_rows import ConstrainedSolution
from ...numerics.tableaus.stage_basis import StageBasis
from ...results import State
from ..constraints.row_wrenches import loop_closures


@dataclass(eq=False)
class BoundKernels(BoundFlow):
    """Kernels of a system bound to buffers. `y` is (q, u, z, w), w being the integral of the power."""

    system: TreeSystem
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
        self.parameter_names = [p.name for p in self.system.equations.parameters]
        self.x, self.f = np.zeros(self.n + 1), np.zeros(self.n + 1)
        self.s = np.zeros(len(self.system.unknowns))
        self.flow, self.projection = self._flow(), self._projection()
        self.energies = np.zeros(2)
        parts = {"kinetic": scalar(self.energies, 0), "potential": scalar(self.energies, 1)}
        self.energy_kernel = self.bind(self.system.kernel("energy"), parts)
        self._active, self._own = int(self.projection.active[0]), len(self._kept)
        self._residuals: tuple[Any, ...] | None = None
        self.spare: dict[str, Any] = {}
        """Memory of methods that nobody uses, by their names."""
        self._by_rows: dict[tuple[int, ...], BoundKernels] = {}
        """All that share this memory, by the rows that they enforce; empty as long as there is one."""
        self._first = self.rows
        self.start, self.implicit, self.program = TreeRunStart(self), TreeImplicit(self), TreeProgram(self)

    def renew(self, parameters: np.ndarray) -> None:
        """Makes all as it was when it was new, but for the parameters."""
        self.parameters[:] = parameters
        self.s.fill(0.0)
        self.flow.count.fill(0)
        self.flow.pivot[:] = UNSEEN
        self.projection.worst.fill(0.0)
        self.projection.active[0] = self._active
        for one in self._by_rows.values() or (self,):
            del one._kept[one._own :]

    def keep(self) -> None:
        """What is bound by now stays so when all is made new."""
        self._own = len(self._kept)

    def numbers(self, parameters: Mapping[str, float]) -> np.ndarray:
        """Values of all Parameters in their order."""
        return np.array([parameters[name] for name in self.parameter_names], dtype=float)

    def set_parameters(self, parameters: np.ndarray) -> None:
        """Has code compute with other values of Parameters."""
        self.parameters[:] = parameters

    def give_back(self) -> None:
        """Lets the next run have the memory."""
        work_spaces(self.system).give_back(self._by_rows.get(self._first, self))

    measures_as_they_come = False
    """Whether residuals of rows are measured as these come; here all of them at the end, at once."""
    traces_events = True
    """Whether functions of events become part of the compiled code."""
    remembered: tuple[Any, ...] = ()
    """What the next evaluation finds of the last ones, besides unknowns."""

    @property
    def digest(self) -> str:
        """What stands for the equations in checkpoints."""
        return str(self.system.kernel("energy").function.digest)

    def shown(self, y: np.ndarray) -> np.ndarray:
        """Rows of state vectors as states have them: as they are."""
        return y

    hidden = shown

    def bind(self, kernel: Kernel, outputs: Mapping[str, np.ndarray]) -> np.ndarray:
        """A kernel as four integers, reading what all of them read."""
        nq, nu, nz = self.sizes
        x = self.x
        inputs = {"q": x[:nq], "u": x[nq : nq + nu], "z": x[nq + nu : nq + nu + nz], "s": self.s}
        call = kernel.bind(**inputs, t=scalar(x, self.n), parameters=self.parameters, **outputs)
        self._kept.append(call)
        return np.array([kernel.address, *call.addresses], dtype=np.int64)

    def hold(self, calls: Iterable[BoundCall]) -> None:
        """Takes kernels that were bound to its memory in a run before."""
        self._kept.extend(calls)

    @property
    def calls(self) -> tuple[BoundCall, ...]:
        """All kernels that are bound to its memory."""
        return tuple(self._kept)

    def with_rows(self, rows: tuple[int, ...]) -> BoundKernels:
        """The same with other rows enforced. Both share their memory, so that what reads it need not be bound again."""
        known = self._by_rows
        known.setdefault(self.rows, self)
        if rows not in known:
            known[rows] = other = copy.copy(self)
            other.rows, other._kept, other.spare = rows, [], {}
            other._rated = other._projected = None
            other.flow = self.flow._replace(rhs=other._rates())
            other.projection = other._projection_into(self.projection)
            other._own = len(other._kept)
            other.start, other.implicit, other.program = TreeRunStart(other), TreeImplicit(other), TreeProgram(other)
        return known[rows]

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

    def _projection(self) -> Projection:
        nq, nu, _ = self.sizes
        dq, du, residual = np.zeros(nq), np.zeros(nu), np.zeros(3)
        e, layout = self.system.equations, self.system.layout
        needed = bool(e.rows.count or len(e.kinematics.invariants) or layout.driven or layout.locked)
        if not needed:
            return make_projection(no_kernel(), dq, du, residual, False, 0.0)
        return self._projection_into(
            make_projection(no_kernel(), dq, du, residual, self.keeps, tolerance_of(self.system))
        )

    def _projection_into(self, projection: Projection) -> Projection:
        """The kernel of the corrections, bound to given memory."""
        kernel = self.system.kernel("projection", rows=self.rows)
        outputs = {"dq": projection.dq, "du": projection.du, "residual": projection.residual}
        return projection._replace(kernel=self.bind(kernel, outputs))

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


class TreeImplicit:
    """What implicit methods ask of the equations of one run of a tree."""

    between: ClassVar[Any] = None
    """How states between the ends of steps of generalized-α are found; none where polynomials are kept with steps."""

    def __init__(self, bound: BoundKernels) -> None:
        self.bound = bound

    @property
    def _pairs(self) -> list[tuple[int, int]]:
        """Places (i, j) in y with q̇_i = u_j."""
        kinematics, nq = self.bound.system.equations.kinematics, self.bound.sizes[0]
        place = {u: nq + j for j, u in enumerate(kinematics.symbols.u)}
        return [(i, place[rate]) for i, rate in enumerate(kinematics.q_dot) if rate in place]

    def tangent(self) -> Tangent:
        """The exact derivatives of the rates."""
        n, m = self.bound.n - 1, len(self.bound.s)
        f_y, f_s, r_y = np.zeros((n, n)), np.zeros((n, m)), np.zeros((m, n))
        kernel = self.bound.system.kernel("motion_slopes", rows=self.bound.rows, stabilisation=self.bound.stabilisation)
        return make_tangent(self.bound.bind(kernel, {"f_y": f_y, "f_s": f_s, "r_y": r_y}), f_y, f_s, r_y)

    def implicit_method(self, basis: StageBasis, order: int) -> ImplicitMethod:
        """An implicit Runge–Kutta method on these equations, with memory of its own."""
        tangent = self.tangent()
        systems = shifted_systems(tangent.f_y, self._pairs)
        return implicit_method(self.bound.flow, self.bound.projection, tangent, systems, basis, order)

    def weak_form(self, chart: str, solver: str, threads: int | None) -> WeakTree:
        """The equations in weak form, for elements in time: one small dense system."""
        if solver != "auto":
            raise ModelError("trees have dense matrices; `solver` is for absolute systems, leave it out.", "simulate")
        if threads != 1:
            raise ModelError(
                "a tree has one element to form; `threads` are for absolute systems, leave them out.", "simulate"
            )
        return WeakTree(self.bound.system, self.bound.parameters, chart)

    def alpha_method(self, rho_inf: float, is_fixed: bool) -> AlphaMethod:
        """The generalized-α method on these equations, with memory of its own."""
        return alpha_method(self.bound.flow, self.bound.projection, self._residual(), rho_inf, is_fixed)

    def _residual(self) -> AlphaResidual:
        """The equations at the end of a step, with constraints on positions."""
        nq, nu, nz = self.bound.sizes
        places, kernel = self.bound.system.equations.rows.position_of_row, self.bound.system.kernel
        found = alpha_buffers(nq, nu, nz, [1 if places[k] is None else 2 for k in self.bound.rows], len(self.bound.s))
        unknowns = {"u_dot": found.rate[:nu], "z_dot": found.rate[nu:], "lam": found.lam}
        slopes = {"r_q": found.r_q, "r_v": found.r_v, "r_x": found.r_x}
        moved = {"h": scalar(found.step, 0), "q_new": found.q_new, "q_u": found.q_u}
        return found._replace(
            residual=self.bound.bind(kernel("index3", rows=self.bound.rows), {**unknowns, "r": found.r}),
            slopes=self.bound.bind(kernel("index3_slopes", rows=self.bound.rows), {**unknowns, **slopes}),
            stretch=self.bound.bind(kernel("stretch"), moved),
        )


class TreeProgram:
    """A run of a tree as programs outside of this process see it."""

    taken: ClassVar[np.ndarray] = no_kernel()
    """What has elements take Parameters: kernels read them where they are."""

    def __init__(self, bound: BoundKernels) -> None:
        self.bound = bound

    def outside(self, inside: np.ndarray, record: Any = None, watch: Any = None) -> OutsideState:
        """A state vector as it is seen outside: as it is."""
        return OutsideState(inside, inside)

    def moving(self, state: np.ndarray) -> np.ndarray:
        """A call that takes Parameters: kernels read them themselves."""
        return no_kernel()

    def observed(self, channels: Sequence[str]) -> tuple[tuple[str, ...], np.ndarray, np.ndarray]:
        """(names of numbers, the call that computes them at the state that kernels read, where it writes them)."""
        labels = channel_labels(self.bound.system.equations, tuple(channels))
        values = np.zeros(len(labels))
        kernel = self.bound.system.kernel("observed", rows=self.bound.rows, channels=tuple(channels))
        return labels, self.bound.bind(kernel, {"values": values}), values

    def open_rows(self) -> tuple[np.ndarray, np.ndarray]:
        """What is left open on position level, and the call that computes it."""
        equations = self.bound.system.equations
        if not (equations.rows.count or len(equations.kinematics.invariants)):
            return np.zeros(0), no_kernel()
        kernel = self.bound.system.kernel("residuals")
        position, velocity = (np.zeros(kernel.signature.output_shapes[name]) for name in ("position", "velocity"))
        return position, self.bound.bind(kernel, {"position": position, "velocity": velocity})

    @property
    def costs(self) -> dict[str, float]:
        """Sums and products of an evaluation of what is bound, by name, and of the factors of a matrix of slopes."""
        found = {call.kernel.name: call.kernel.body.cost for call in self.bound.calls}
        return found | {"solve": float(self.bound.n) ** 3}

    @property
    def opaque_laws(self) -> list[tuple[str, Any]]:
        """Functions in plain Python that laws call, with the connection that calls each."""
        return self.bound.system.equations.laws.opaque


class TreeRunStart:
    """What is known of the start of one run of a tree."""

    def __init__(self, bound: BoundKernels) -> None:
        self.bound = bound

    def usual_rank(self, state: State) -> int:
        """The rank of the rows near a state: that of those which are enforced."""
        return len(self.bound.rows)

    def least_rates(self, state: State, y: np.ndarray) -> np.ndarray:
        """ẏ with the accelerations of least constraint, which are there where rows depend on each other."""
        system, (nq, nu, _) = self.bound.system, self.bound.sizes
        closures = loop_closures(system, state)
        free = list(closures.free_u)
        held = [k for k in range(nu) if k not in free]
        self.bound.x[:-1], self.bound.x[-1] = y, state.t
        call(self.bound.flow.rhs)
        rates = self.bound.f[:-1].copy()
        P, _, P_00 = system.constraint_rows(state)
        M, h = system.evaluate("dynamics", state)
        u_dot = np.zeros(nu)
        for entry in system.layout.driven:
            u_dot[entry.u] = entry.value.derivative(state.t, 2, state.parameters)
        lower = np.linalg.cholesky(M[np.ix_(free, free)])
        plain = np.linalg.solve(M[np.ix_(free, free)], h[free] - M[np.ix_(free, held)] @ u_dot[held])
        A = np.linalg.solve(lower, P[:, free].T).T * closures.row_scale[:, None]
        missing = closures.row_scale * (P_00 + P[:, held] @ u_dot[held] + P[:, free] @ plain)
        u_dot[free] = plain - np.linalg.solve(lower.T, np.linalg.pinv(A, rcond=1e-6) @ missing)
        rates[nq : nq + nu] = u_dot
        return rates


def largest_size(values: list[float]) -> float:
    """Of a few numbers, sooner than NumPy; not a number where one of them is none, which `max` alone may overlook."""
    return np.nan if any(map(math.isnan, values)) else max(map(abs, values), default=0.0)


def tolerance_of(system: TreeSystem) -> float:
    """Constraint residuals that are left alone, in the smaller of the units that rows have."""
    return ROUNDED_OFF * min(1.0, typical_length(system, system.rest))


def _address(values: np.ndarray) -> int:
    return int(values.__array_interface__["data"][0])


def scalar(values: np.ndarray, place: int) -> np.ndarray:
    """One entry of an array, as an array without axes that shares its memory."""
    return values[place : place + 1].reshape(())


_Way = tuple[tuple[int, ...], Gains, bool, ConstrainedSolution | None]


class WorkSpaces:
    """Memory of a system that kernels are bound to, leased to one run after the other: binding takes longer than a
    short run.

    Each is with one run or idle. A thread that finds none idle makes another; lists are taken from and added to in one
    operation of the interpreter.
    """

    def __init__(self, system: TreeSystem) -> None:
        self.system = system
        self._idle: dict[_Way, list[BoundKernels]] = {}

    def lease(
        self,
        parameters: np.ndarray,
        rows: tuple[int, ...],
        stabilisation: Gains = NO_GAINS,
        keeps: bool = True,
        solution: ConstrainedSolution | None = None,
    ) -> BoundKernels:
        """Kernels bound to memory that nobody else uses, as if it were new."""
        try:
            bound = self._idle[rows, stabilisation, keeps, solution].pop()
        except (KeyError, IndexError):
            return BoundKernels(self.system, parameters, rows, stabilisation, keeps, solution)
        bound.renew(parameters)
        return bound

    def give_back(self, bound: BoundKernels) -> None:
        """Lets the next run have the memory: of those that share it, the one that was there first."""
        self._idle.setdefault((bound.rows, bound.stabilisation, bound.keeps, bound.solution), []).append(bound)


@asked_once
def work_spaces(system: TreeSystem) -> WorkSpaces:
    """The memory of a system."""
    return WorkSpaces(system)

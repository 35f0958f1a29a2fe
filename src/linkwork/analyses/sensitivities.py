r"""Derivatives of equilibria, eigenvalues and motions by Parameters and initial values: forward mode, exact.

A motion's sensitivity Y = ∂y/∂p follows the variational equation $\dot Y = A Y + B$ along the run, from a start that
meets the varied constraints. It is integrated by collocation on the run's own steps, and passes events and kinks, at
which the run stopped, by their jump conditions (`passing.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

import numpy as np

from .._blas_threads import small_on_one_thread
from ..contract import ModelError, Parameter
from ..contract.arguments import NAMES_ARGUMENT, REAL, SEVERAL_ARGUMENT, TIMES_ARGUMENT, takes
from ..contract.errors import unknown
from ..diagnosis import NO_NOTES, Notes
from ..formulation.inputs_over_time import refuse_moved_jumps
from ..mechanics.port import dense
from ..numerics.collocation import gauss_tableau
from ..results import ContactChange, State, Trajectory, Verdict
from ..results.dual_numbers import Varied
from ..run.events import Event
from ..system import System
from ..topology.switches import switches_of
from .common.state_arguments import SYSTEM
from .constraints.loop_closure import evaluate_closure
from .constraints.row_wrenches import loop_closures
from .contact.contact_table import contact_table
from .contact.state_margins import refuse_borders
from .equilibrium import Equilibrium
from .linear.channel_derivatives import StateSensitivity, channel_and_derivatives
from .linear.parameter_derivatives import parameter_names
from .linear.variation import Variation, variation_of
from .methods.method import MethodChoice
from .methods.registry import METHOD
from .sensitivity.branch_changes import branch_history
from .sensitivity.branch_doubts import branch_doubts
from .sensitivity.event_passage import Crossing, Passed, Passing, crossings, plain_events
from .sensitivity.variational_steps import VariationalSteps, is_unfollowed, relative_error
from .sensitivity.varied_past import VariedPast, refuse_varied_past, times_between
from .simulate import simulate

NEGLIGIBLE_ERROR = 1e-5
"""Relative errors of derivatives beside unbounded slopes that are not worth a word."""


def parameter_columns(system: System, parameters: Sequence[Any]) -> tuple[list[str], list[int]]:
    """(names, places among (t, p)) of Parameters of a system."""
    known = [name for name in parameter_names(system) if "." not in name]  # others are a run's own
    names = [p.name if isinstance(p, Parameter) else str(p) for p in parameters]
    for name in names:
        if name not in known:
            raise ModelError(f"model {system.model.name!r}: {unknown('Parameter', name, known)}")
        for switch in switches_of(system.model):
            if switch.condition is None and name in switch.parameters:
                raise ModelError(
                    f"sensitivities: Parameter {name!r} switches connection {switch.name!r}, which holds or does not: "
                    "there is no derivative by it. Compare a run with it on and one with it off."
                )
    return names, [1 + parameter_names(system).index(name) for name in names]


def equilibrium_sensitivity(eq: Equilibrium, p: np.ndarray) -> StateSensitivity:
    """How an equilibrium moves with changes of (t, Parameters), given as columns.

    The free motion stays without acceleration, η̇ = ż = 0, given speeds stay what they are, and the others keep no part
    that rows leave open. A steady motion in absolute coordinates moves as it does in coordinates of joints. Points of
    contacts that stick do not slide on the way to the next rest; one that is about to has none.
    """
    refuse_borders(eq.contacts.borders, eq.state.t, "sensitivities")
    hinged = eq.in_hinges
    if hinged is not None:
        eq, p = hinged, hinged_columns(eq.system, hinged.system, p)
    v = eq.variation
    n, m = v.motion.displacements.shape[1], v.motion.speeds.shape[1]
    nq, nu = eq.system.layout.nq, eq.system.layout.nu
    shift = v.by_parameters.Y @ p
    rates = v.motion.L @ v.by_state.A @ v.motion.T
    wanted = -(v.motion.L @ (v.by_state.A @ shift + v.by_parameters.B @ p))
    held = [eq.system.layout.u_index(name) for name in eq.given]
    kept = np.vstack([np.eye(nu)[held], _others(v, held).T])
    gripped = _gripped(v)
    matrix = np.vstack([rates[n:], kept @ v.motion.T[nq : nq + nu], gripped @ v.motion.T[:nq]])
    right = np.vstack([wanted[n:], -kept @ shift[nq : nq + nu], -gripped @ shift[:nq]])
    size = np.maximum(np.abs(matrix).max(axis=1, initial=0.0), 1e-300)[:, None]
    x = np.linalg.lstsq(matrix / size, right / size, rcond=1e-12)[0]
    assert matrix.shape[1] == n + m + eq.system.layout.nz
    return StateSensitivity(v, v.motion.T @ x + shift, p)


def _gripped(v: Variation) -> np.ndarray:
    """How far points that stick would slide with changes of coordinates (rows × coordinates)."""
    rows = [row for p in contact_table(v.system).points for row in p.slips]
    if not rows:
        return np.zeros((0, v.system.layout.nq))
    return np.asarray(v.motion.P[rows] @ np.linalg.pinv(np.asarray(v.motion.rates.q_dot_u), rcond=1e-12))


def hinged_columns(system: System, tree: System, p: np.ndarray) -> np.ndarray:
    """Changes of (t, Parameters) of a system in the order of the tree of its model."""
    places = {name: 1 + k for k, name in enumerate(parameter_names(system))}
    return p[[0, *(places[name] for name in parameter_names(tree))]]


def _others(v: Variation, held: list[int]) -> np.ndarray:
    """Free speeds that rows leave open when given ones are held."""
    if not held:
        return v.motion.speeds
    _, values, vt = np.linalg.svd(v.motion.speeds[held])
    return v.motion.speeds @ vt[int(np.sum(values > 1e-9)) :].T


@dataclass(frozen=True, eq=False)
class RunSensitivity:
    """A run and how it changes: `["tip.position.x"]` is `Varied` along it, `.y` are ∂(q, u, z) at its times.

    `events` are those of the run, each with the derivatives of its time and of the state there.
    """

    system: System
    run: Trajectory
    names: tuple[str, ...]
    """Parameters, then coordinates, speeds and states whose initial values vary."""
    y: np.ndarray
    """times × (q, u, z) × variables."""
    p: np.ndarray
    """times × (t, Parameters) × variables: actions of events may change Parameters."""
    events: tuple[Passed, ...] = ()
    notes: Notes = NO_NOTES
    """Where the sequence of contacts is at the border of another: derivatives are those of one side there."""
    doubts: tuple[str, ...] = ()
    """Changes of branch of laws that derivatives may not have passed."""
    _again: Callable[[str, float], Trajectory] | None = field(default=None, repr=False)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Says where what a `Trajectory` has is found here."""
            if name.startswith("_") or name not in {*dir(Trajectory), *Trajectory.__dataclass_fields__}:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            raise AttributeError(
                f'a run with derivatives has no {name!r}; read channels by name, ["A.angle"][-1] at its end. The run '
                f"without derivatives has it: .run.{name}."
            )

    @property
    def verdict(self) -> Verdict:
        """That of the run, and doubtful at best where branches of laws could not be followed."""
        if not self.doubts:
            return self.run.verdict
        reasons = tuple(f"derivatives: {doubt}" for doubt in self.doubts)
        return max(self.run.verdict, Verdict("doubtful", reasons, ("derivatives",) * len(reasons)))

    @cached_property
    def _variations(self) -> list[Variation]:
        sizes = loop_closures(self.system, self.run.state(0))
        return [variation_of(self.system, self.run.state(k), sizes=sizes) for k in range(len(self.run))]

    def __getitem__(self, name: str) -> Varied:
        found = [
            channel_and_derivatives(v, name, y, p) for v, y, p in zip(self._variations, self.y, self.p, strict=True)
        ]
        return Varied(np.array([f.value for f in found]), np.array([f.gradient for f in found]))

    def sequence_change(self, name: str, change: float) -> str | None:
        """A sentence where the run with a variable changed by so much has other contacts; None where it has the same.

        Derivatives hold as long as impacts, sticking and sliding follow one another in the same way.
        """
        if name not in self.names:
            raise ModelError(f"sequence_change: {unknown('variable', name, self.names)}")
        if self._again is None:
            raise ModelError("sequence_change: runs of a design cannot be run again; take lw.sensitivities.")
        return _other_sequence(self.run, self._again(name, change), f"{name} {change:+.4g}")

    @property
    def constraint_error(self) -> float:
        """How far the varied constraints are off at the end of the run."""
        v = variation_of(self.system, self.run.final)
        residual, slope = evaluate_closure(self.system, self.run.final)
        if not len(residual):
            return 0.0
        g_p = v.by_parameters.functions.g_p @ self.p[-1]
        full = np.vstack([g_p, np.zeros((len(residual) - len(g_p), g_p.shape[1]))])
        return float(np.abs(dense(slope) @ self.y[-1][: self.system.layout.nq] + full).max(initial=0.0))


@takes(
    system=SYSTEM,
    t_end=REAL | None,
    parameters=SEVERAL_ARGUMENT,
    initial=NAMES_ARGUMENT,
    times=TIMES_ARGUMENT | None,
    events=SEVERAL_ARGUMENT,
    method=METHOD,
)
@small_on_one_thread
def sensitivities(
    system: System,
    state: State | None = None,
    t_end: float | None = None,
    *,
    parameters: Sequence[Any] = (),
    initial: Sequence[str] = (),
    times: Any = None,
    events: Sequence[Event] = (),
    rtol: float = 1e-10,
    atol: float = 1e-12,
    method: MethodChoice = "auto",
) -> RunSensitivity:
    """The run from a state, and its derivatives by Parameters and by initial values of coordinates, speeds and states.

    A varied initial value takes along what constraints ask for: dependent coordinates and speeds follow it in the
    least way. `times` are the times at which both are wanted; those of the run's steps unless given. `events` are
    looked for on the way: their times vary too, and actions are differentiated; those by `lw.impact`, and those that
    return values made from `state["…"]` by arithmetic, can be.
    Impacts and changes of contacts are passed in the modes that they had in the run; `notes` says where these are at
    the border of others, and `sequence_change` whether a neighbouring run has the same sequence.
    """
    start = system.rest if state is None else state
    names, columns = parameter_columns(system, parameters)
    p = np.zeros((1 + len(parameter_names(system)), len(names) + len(initial)))
    p[columns, range(len(columns))] = 1.0
    run = finished_run(system, start, t_end, events, method=method, rtol=rtol, atol=atol)
    Y = _starting(system, run.state(0), len(names), initial, p)
    found = integrate_variation(system, run, (*names, *initial), Y, p, times, events)

    def again(name: str, change: float) -> Trajectory:
        varied = start.with_values({name: start[name] + change})
        return finished_run(system, varied, t_end, events, method=method, rtol=rtol, atol=atol)

    return replace(found, _again=again)


def finished_run(
    system: System, start: State, t_end: float | None, events: Sequence[Event], **options: Any
) -> Trajectory:
    """A run that got where it was meant to."""
    refuse_varied_past(system)
    try:
        run = simulate(system, start, t_end, events=plain_events(events), **options)
    except ModelError as error:
        raise (ModelError(error.text, "sensitivities") if error.verb == "simulate" else error) from error
    if not run.success:
        raise ModelError(f"sensitivities: the run cannot be used: {run.status}")
    return run


def _starting(system: System, state: State, count: int, initial: Sequence[str], p: np.ndarray) -> np.ndarray:
    """∂y at the start: what varied constraints ask for, and unit changes of initial values brought onto constraints."""
    v = variation_of(system, state)
    Y = v.by_parameters.Y @ p
    layout = system.layout
    places = {name: k for k, name in enumerate((*layout.q, *layout.u, *layout.z))}
    for k, name in enumerate(initial):
        if name not in places:
            raise ModelError(f"sensitivities: {layout.lacking('coordinate, speed or state', name, places)}")
        row = v.motion.T[places[name]]
        if np.abs(row).max(initial=0.0) < 1e-9:
            raise ModelError(f"sensitivities: {name!r} cannot vary at the start: constraints or drives determine it.")
        Y[:, count + k] = v.motion.T @ (row / (row @ row))
    return Y


@dataclass(frozen=True)
class _Way:
    """The times of a run at which derivatives are wanted, the states between them, and what was met there."""

    grid: np.ndarray
    inner: Trajectory
    """States at the Gauss points between times."""
    met: Mapping[float, Sequence[Crossing]]
    passing: Passing
    past: Callable[[], VariedPast]

    def taken(
        self, steps: VariationalSteps, Y: np.ndarray, p: np.ndarray
    ) -> tuple[dict[float, tuple[np.ndarray, np.ndarray]], list[Passed], np.ndarray]:
        """((Y, p) at every time, events that were passed, the size of Y)."""
        rows: dict[float, tuple[np.ndarray, np.ndarray]] = {}
        found: list[Passed] = []
        count, past = len(gauss_tableau()[2]), self.past()
        for k, t in enumerate(self.grid):
            if k and t - self.grid[k - 1] > 1e-12 * max(1.0, abs(float(t))):
                Y = steps(Y, p, float(self.grid[k - 1]), float(t), self.inner, count * (k - 1))
            for crossing in self.met.get(float(t), ()):
                Y, p, passed = self.passing(crossing, Y, p)
                found += [passed] if passed is not None else []
            Y, p = past.at(float(t), Y, p)
            rows[float(t)] = (Y, p)
        return rows, found, np.max([np.abs(y) for y, _ in rows.values()], axis=0)


def integrate_variation(
    system: System,
    run: Trajectory,
    names: tuple[str, ...],
    Y: np.ndarray,
    p: np.ndarray,
    times: Any,
    events: Sequence[Event],
) -> RunSensitivity:
    """The variational equation integrated on the steps of a run, past its events, and at further times."""
    moved = np.flatnonzero(np.abs(p[1:]).max(axis=1, initial=0.0))
    refuse_moved_jumps(system.functions.inputs_over_time, [parameter_names(system)[k] for k in moved])
    wanted = np.unique(run.t) if times is None else _times(run, times)
    met: dict[float, list[Crossing]] = {}
    history = branch_history(system, run)
    for crossing in crossings(system, run, events, history.changes):
        met.setdefault(crossing.t, []).append(crossing)
    sizes = loop_closures(system, run.state(0))
    notes = Notes(one for at in met.values() for c in at if c.is_of_contacts for one in c.action.doubts(c.t))
    grid, nodes = np.unique(np.concatenate([run.t, wanted, list(met)])), gauss_tableau()[2]
    grid = np.union1d(grid, times_between(system, run, grid))
    inner = run.resample((grid[:-1, None] + np.outer(np.diff(grid), nodes)).ravel())
    way = _Way(grid, inner, met, Passing(system, run, sizes), lambda: VariedPast(system, run, sizes, len(grid)))
    steps = VariationalSteps(system, run, sizes)
    rows, found, size = way.taken(steps, Y, p)
    if is_unfollowed(np.asarray(steps.unfollowed), size):
        steps = VariationalSteps(system, run, sizes, size)
        rows, found, size = way.taken(steps, Y, p)
    doubts = (*branch_doubts(system, run, history, rows), *_unfollowed(steps.errors, size))
    kept = [rows[float(t)] for t in wanted]
    ys, ps = (np.array([row[k] for row in kept]) for k in (0, 1))
    return RunSensitivity(system, run.resample(wanted), names, ys, ps, tuple(found), notes, doubts)


def _unfollowed(errors: Mapping[float, np.ndarray], size: np.ndarray) -> tuple[str, ...]:
    """A sentence about what steps could not follow, if it is more than can be neglected; `size` is that of Y."""
    found = {t: relative_error(error, size) for t, error in errors.items()}
    t, error = max(found.items(), key=lambda pair: pair[1], default=(0.0, 0.0))
    if error <= NEGLIGIBLE_ERROR:
        return ()
    return (
        f"near t = {t:.6g} the slope of a force is unbounded, and they may be off by {error:.0e} of their size: round "
        "the law off there, as sqrt(x**2 + e**2) does an absolute value",
    )


def _times(run: Trajectory, times: Any) -> np.ndarray:
    if isinstance(times, int):
        return np.linspace(run.t[0], run.t[-1], times)
    found = np.unique(np.asarray(times, dtype=float))
    if not len(found):
        raise ModelError(
            "sensitivities: times is empty; give the times at which derivatives are wanted, or leave it out."
        )
    return found


def _contact_sequence(run: Trajectory) -> tuple[ContactChange, ...]:
    """What happened to contacts, but for directions that are kept at low speed."""
    return tuple(change for change in run.contacts if change.kind != "direction")


def _other_sequence(run: Trajectory, other: Trajectory, how: str) -> str | None:
    """A sentence about the first contact that is another one in a neighbouring run; None where there is none."""
    for one, two in zip_longest(_contact_sequence(run), _contact_sequence(other)):
        if one is not None and two is not None and _is_same(one, two):
            continue
        t = min(change.t for change in (one, two) if change is not None)
        return (
            f"with {how} the sequence of contacts is another from t = {t:.6g} on: {_told(two)} instead of "
            f"{_told(one)}; "
            "derivatives do not reach so far"
        )
    return None


def _is_same(one: ContactChange, two: ContactChange) -> bool:
    return (one.kind, one.points, dict(one.modes)) == (two.kind, two.points, dict(two.modes))


def _told(change: ContactChange | None) -> str:
    if change is None:
        return "nothing"
    modes = ", ".join(f"{point} {mode}" for point, mode in change.modes.items())
    return f"{change.name} ({modes or 'all open'})"

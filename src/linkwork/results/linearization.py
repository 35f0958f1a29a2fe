r"""A linear system: $\dot x = A x + B w$, $y = C x + D w$ in names, and $M\dot\eta + D\eta + K\xi = 0$ behind it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import lazy_loader
import numpy as np

from .._blas_threads import one_blas_thread
from .._display import Displayed, Viewed
from ..contract import ModelError
from ..diagnosis import NO_NOTES, Notes
from .analysis_rules import verdict_of_linearization
from .delayed_roots import LinearPast, delayed_spectrum
from .spectrum import Spectrum, comparable_states, spectrum_of, stiffness_values
from .state import State
from .verdict import GOOD_VERDICT, Alarm, Verdict


@dataclass(frozen=True, eq=False, repr=False)
class Modes(Viewed):
    """Modes, slowest first; of two that are conjugate only the one with positive frequency.

    A mode moves as Re(shape · e^{λt}). Where nothing holds a motion, λ is zero and the mode is where it leads: a free
    mass has one, though zero is its eigenvalue twice, since it also drifts there. Undamped modes leave damping out;
    their shapes have unit modal mass.
    """

    eigenvalues: np.ndarray
    """λ (modes), 1/s."""
    states: tuple[str, ...]
    shapes: np.ndarray
    """Of the states (modes × states)."""
    participation: np.ndarray
    """Share of each state in each mode, summing to one (modes × states)."""
    bodies: tuple[str, ...]
    displacements: np.ndarray
    """Of the bodies' origins in world axes (modes × bodies × 3)."""
    turns: np.ndarray
    """Small turns of the bodies in world axes (modes × bodies × 3)."""
    damped: bool
    verdict: Verdict = GOOD_VERDICT
    """That of the linear system they belong to."""
    system: Any = None
    state: State | None = None
    """What they are modes of, and about which state; where they are known, `modes.view()` shows them move."""

    def __len__(self) -> int:
        return len(self.eigenvalues)

    @property
    def frequencies(self) -> np.ndarray:
        """In Hz: Im λ / 2π."""
        return np.asarray(self.eigenvalues.imag / (2.0 * np.pi))

    @property
    def natural_frequencies(self) -> np.ndarray:
        """In Hz, |λ| / 2π: what the frequency would be without the damping ratio."""
        return np.asarray(np.abs(self.eigenvalues) / (2.0 * np.pi))

    @property
    def damping_ratios(self) -> np.ndarray:
        """−Re λ / |λ|; zero where λ is."""
        size = np.abs(self.eigenvalues)
        return np.asarray(np.divide(0.0 - self.eigenvalues.real, size, out=np.zeros(len(size)), where=size > 0.0))

    def on_bodies(self, k: int) -> tuple[Mapping[str, np.ndarray], Mapping[str, np.ndarray]]:
        """(displacements, turns) of one mode by name of body."""
        first = dict(zip(self.bodies, self.displacements[k], strict=True))
        return first, dict(zip(self.bodies, self.turns[k], strict=True))

    def __str__(self) -> str:
        lines = [] if self.verdict.is_good else [str(self.verdict)]
        lines.append("mode   frequency (Hz)   damping   mostly in")
        for k in range(len(self)):
            most = self.states[int(np.argmax(np.round(self.participation[k], 6)))]
            ratio = round(float(self.damping_ratios[k]), 4) + 0.0
            lines.append(f"{k + 1:4d}   {self.frequencies[k]:14.6g}   {ratio:7.4f}   {most}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return str(self)


ZERO_UNBALANCE = 1e-8
"""Rates that are rounding, relative to the largest entry of A, or one."""
FIRST_ORDER_REACH = 10.0
"""Radians or lever arms beyond which first order tells nothing."""
BALANCED = 1e-6
"""What may stay of unbalanced rates that displacements take away."""


@dataclass(frozen=True)
class Unbalance:
    """What changes at a state that would not at an equilibrium, and how far off an equilibrium is."""

    state: str
    """The speed, or state of an element, that changes most."""
    rate: float
    """By how much, in a second."""
    distance: float
    """The displacement that would balance it, to first order: in radians or lever arms; infinite where none would."""


def unbalance_of(
    A: np.ndarray, x_dot: np.ndarray, names: tuple[str, ...], count: int, speeds: int, reach: np.ndarray
) -> Unbalance:
    """What is unbalanced at a state of the linear system A with the rates ẋ = (ξ̇, η̇, ż).

    There are `count` free displacements ξ and `speeds` free speeds η. `reach` are comparable changes of coordinates per
    unit of ξ. At rest nothing changes (η̇ = ż = 0).
    """
    A_rest, small = A[count:], ZERO_UNBALANCE * max(1.0, float(np.abs(A).max(initial=0.0)))
    rates = x_dot[count:]
    if np.abs(rates).max(initial=0.0) <= small:
        return Unbalance("", 0.0, 0.0)
    worst = int(np.argmax(np.abs(rates)))
    size = np.abs(A_rest).max(axis=1, initial=0.0)
    size = np.where(size > 0.0, size, 1.0)
    K = np.delete(A_rest, np.s_[count : count + speeds], axis=1) / size[:, None]
    step = np.linalg.lstsq(K, -rates / size, rcond=1e-12)[0]
    left = np.abs(K @ step + rates / size)
    is_held = bool((left <= BALANCED * np.abs(rates / size).max()).all())
    distance = float(np.abs(reach @ step[:count]).max(initial=0.0)) if is_held else np.inf
    distance = distance if distance < FIRST_ORDER_REACH else np.inf
    return Unbalance(names[count + worst], float(rates[worst]), distance)


scipy = lazy_loader.load("scipy")

BodyMotion = Callable[[], tuple[tuple[str, ...], np.ndarray]]
"""() → (bodies, [turn; displacement] per unit of each free displacement (bodies × 6 × ξ))."""
SAME_STATE = 1e-9


@dataclass(frozen=True, eq=False)
class Linearization(Displayed):
    """First-order behaviour about a state: x are changes of free displacements ξ, of free speeds η, and of states z.

    Eigenvalues are those of A at this state; they describe stability where A stays what it is along the motion: at
    rest, and in steady motions in coordinates that turn with them. Elsewhere the verdict is bad.
    """

    state: State
    states: tuple[str, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    A: np.ndarray
    B: np.ndarray
    C: np.ndarray
    D: np.ndarray
    mass: np.ndarray
    """M (η × η)."""
    damping: np.ndarray
    """D of the free motion (η × η), with gyroscopic terms."""
    stiffness: np.ndarray
    """K (η × ξ)."""
    T: np.ndarray
    """Changes of (q, u, z) per unit of each state of x."""
    L: np.ndarray
    """x of changes of (q, u, z): a constant left inverse of T."""
    body_motion: BodyMotion = field(repr=False)
    notes: Notes = NO_NOTES
    """What was done to the given state to satisfy the constraints."""
    unbalance: Unbalance | None = None
    """How far the state is from an equilibrium; None for an equilibrium, or for a moment of a motion that was meant."""
    system: Any = field(default=None, repr=False)
    """What it belongs to, where that is known."""
    past: LinearPast | None = None
    """What delayed laws remember. A, mass, damping and stiffness are then those of the present alone."""
    is_moment: bool = False
    """Whether the state is that of a motion, of which the linear system holds at this moment alone."""
    _alarm: Alarm = field(default_factory=Alarm, repr=False)

    @cached_property
    def verdict(self) -> Verdict:
        """Whether eigenvalues and modes mean anything, and why not."""
        return verdict_of_linearization(self)

    def _check(self) -> None:
        """Warns where numbers of a bad linear system are read for the first time."""
        self._alarm.sound(self, f"the linearization at t = {self.state.t:g}")

    @cached_property
    def eigenvalues(self) -> np.ndarray:
        """Of A, in order of their size; conjugate ones with the negative frequency first.

        Of a system with delays, which has infinitely many, the rightmost, in order from the right.
        """
        self._check()
        values = self.spectrum.all
        if self.past is not None:
            return values[np.argsort(-np.round(values.real, 12), kind="stable")]
        return np.array(sorted(values, key=lambda x: (round(abs(x), 9), x.imag)), dtype=complex)

    @cached_property
    def spectrum(self) -> Spectrum:
        """Eigenvalues of A with their vectors, those that are zero apart."""
        with one_blas_thread():
            if self._effective_past is not None:
                return delayed_spectrum(self.A, self._effective_past, self._comparable)
            return spectrum_of(self.A, self.mass, self.count)

    @cached_property
    def _effective_past(self) -> LinearPast | None:
        """What is remembered and acts."""
        return None if self.past is None else self.past.effective

    @property
    def _comparable(self) -> np.ndarray:
        """Comparable changes of the states, as columns."""
        return comparable_states(self.still_A, self.mass, self.count)

    @property
    def still_A(self) -> np.ndarray:
        """A of changes so slow that delayed values are the present ones; A where nothing is delayed."""
        return self.A if self.past is None else self.past.still(self.A)

    @cached_property
    def rightmost(self) -> complex:
        """The eigenvalue with the largest real part, of a pair the one with the positive frequency."""
        if self._effective_past is None:
            values = self.spectrum.all
        else:
            with one_blas_thread():
                values = delayed_spectrum(self.A, self._effective_past, self._comparable, 2).all
        if not len(values):
            raise ModelError("rightmost: the system has no free motion, and no eigenvalues.")
        top = float(values.real.max())
        return complex(max(values[values.real >= top - SAME_STATE * (1.0 + abs(top))], key=lambda x: x.imag))

    @property
    def count(self) -> int:
        """How many free displacements there are."""
        return int(self.stiffness.shape[1])

    def modes(self, damped: bool = True) -> Modes:
        """All modes; with damped=False those of mass and stiffness alone.

        A rigid-body motion is one mode of frequency zero, though zero is its eigenvalue twice.
        """
        self._check()
        return replace(self._damped() if damped else self._undamped(), verdict=self.verdict)

    def _damped(self) -> Modes:
        found = self.spectrum
        kept = [k for k, value in enumerate(found.values) if value.imag > -SAME_STATE * abs(value)]
        if self.past is None:
            kept.sort(key=lambda k: (abs(found.values[k]), found.values[k].imag))
        values = np.concatenate([np.zeros(found.still.shape[1]), found.values[kept]])
        right = np.hstack([found.still, found.right[:, kept]])
        left = np.hstack([found.still_left, found.left[:, kept]])
        shapes = np.array([_turned(shape) for shape in right.T]).reshape(right.shape[::-1])
        return self._modes(values, shapes, np.abs(left.conj() * right).T, True)

    def _undamped(self) -> Modes:
        M, K, n = self.mass, self.stiffness, self.count
        if self.past is not None:
            raise ModelError(
                f"modes: {self.past.names[0]} is remembered, and mass and stiffness alone do not tell how the past "
                "acts; ask for modes(damped=True)."
            )
        if M.shape != K.shape:
            raise ModelError(
                "modes: rows that restrict velocities only leave no undamped modes, since there are more displacements "
                "than speeds; ask for modes(damped=True)."
            )
        values, vectors = stiffness_values(K, M)
        roots = np.where(values >= 0.0, 1j * np.sqrt(np.abs(values)), np.sqrt(np.abs(values)))
        first = np.array([v[int(np.argmax(np.abs(v) > 1e-9 * np.abs(v).max()))] for v in vectors.T])
        phi = (vectors * np.sign(first)).T if n else vectors
        share = np.abs(phi * (M @ phi.T).T) if n else phi
        rest = np.zeros((n, len(self.A) - n))
        return self._modes(roots, np.hstack([phi, rest]), np.hstack([share, rest]), False)

    def _modes(self, values: np.ndarray, shapes: np.ndarray, share: np.ndarray, damped: bool) -> Modes:
        names, motion = self.body_motion()
        xi = shapes[:, : self.count].reshape(len(values), self.count)
        moved = np.einsum("bix,mx->mbi", motion, xi)
        total = share.sum(axis=1, keepdims=True)
        share = np.divide(share, total, out=np.zeros_like(share), where=total > 0.0)
        moved = names, moved[:, :, 3:], moved[:, :, :3]
        return Modes(values, self.states, shapes, share, *moved, damped, system=self.system, state=self.state)

    def response(self, frequencies: Any) -> np.ndarray:
        """C (iω − A)⁻¹ B + D at frequencies in Hz (frequencies × outputs × inputs)."""
        self._check()
        w = 2.0 * np.pi * np.atleast_1d(np.asarray(frequencies, dtype=float))
        if not self.inputs or not self.outputs:
            raise ModelError("response: linearize with inputs=[…] and outputs=[…] to have one.")
        if self.past is not None:
            return np.array([self._delayed_response(1j * x, self.past) for x in w])
        left = 1j * w[:, None, None] * np.eye(len(self.A)) - self.A
        return np.asarray(self.C @ np.linalg.solve(left, np.broadcast_to(self.B, (len(w), *self.B.shape))) + self.D)

    def _delayed_response(self, s: complex, past: LinearPast) -> np.ndarray:
        """Outputs per unit of inputs where what laws measured comes back late."""
        inner = past.inner(s)
        x = np.linalg.solve(past.at(self.A, s)[0], self.B + past.B @ inner @ past.by_input)
        late = inner @ (past.C @ x + past.by_input)
        return np.asarray(self.C @ x + self.D + past.to_output @ late)

    def to_scipy(self) -> Any:
        """A `scipy.signal.StateSpace`."""
        from scipy.signal import StateSpace

        self._check_export("to_scipy")
        return StateSpace(self.A, self.B, self.C, self.D)

    def to_control(self) -> Any:
        """A `control.StateSpace` with the names of states, inputs and outputs; dots become underscores."""
        try:
            import control
        except ImportError:
            raise ModelError("to_control needs the package control: pip install 'linkwork[control]'.") from None
        self._check_export("to_control")
        names = {"states": self.states, "inputs": self.inputs, "outputs": self.outputs}
        return control.ss(self.A, self.B, self.C, self.D, **{k: [_plain(x) for x in v] for k, v in names.items()})

    def _check_export(self, what: str) -> None:
        self._check()
        if self.past is not None:
            raise ModelError(
                f"{what}: {self.past.names[0]} is remembered for {self.past.delays[0]:g} s, and no state space of "
                "finite size does that; `response` and `eigenvalues` are exact, and `past` has the matrices."
            )
        if not self.inputs or not self.outputs:
            raise ModelError(f"{what}: a state space needs inputs and outputs; linearize with inputs=[…], outputs=[…].")

    def __repr__(self) -> str:
        sizes = f"{len(self.states)} states, {len(self.inputs)} inputs, {len(self.outputs)} outputs"
        return f"<linearization at t = {self.state.t:g}: {sizes}; {self.verdict.in_short}>"


def _turned(shape: np.ndarray) -> np.ndarray:
    """A shape whose largest entry is one."""
    return np.asarray(shape / shape[int(np.argmax(np.abs(shape)))])


def _plain(name: str) -> str:
    return name.replace(".", "_").replace(" ", "_")

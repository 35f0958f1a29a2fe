"""Many contacts and joints between rigid bodies, by sweeps and Newton's method, without the matrix G."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .body_gauss_seidel import BodyBlocks, BodyContacts, BodyJoints, body_blocks, no_joints, speeds_of, sweep_from
from .body_newton import BodyNewton, newton_rounds, stick_guess
from .sentences import stopped_sentence

BODY_METHODS = ("auto", "gauss-seidel", "newton")
BODY_TOLERANCE, FURTHER = 1e-8, 0.2
BODY_SWEEPS, LONG_SWEEPS, GUESS_SWEEPS = 400, 5000, 20
"""Sweeps before Newton's method takes over, those where it does not, and those after the guess of sticking contacts."""


@dataclass(frozen=True, eq=False)
class BodySolution:
    """Impulses of contacts and joints, and speeds of bodies."""

    u: np.ndarray
    """(nb × 6)."""
    x: np.ndarray
    """(n × 3), normal first."""
    x_joint: np.ndarray
    """(nj × 6)."""
    sweeps: int
    steps: int
    """Newton steps."""
    residual: float
    """The largest change of a block in one more sweep, in the energy norm, relative to the largest block."""
    worst: int
    """The contact that changes most; −1 where there is none."""
    is_converged: bool
    sentences: tuple[str, ...] = ()


def solve_bodies(
    inverse_mass: np.ndarray,
    u_free: np.ndarray,
    contacts: BodyContacts,
    joints: BodyJoints | None = None,
    *,
    method: str = "auto",
    start: tuple[np.ndarray, np.ndarray] | None = None,
    sweeps: int | None = None,
    tolerance: float = BODY_TOLERANCE,
) -> BodySolution:
    """Speeds u = u_free + M⁻¹Wᵀx whose contacts and joints meet their laws, y = W u + b.

    `inverse_mass` (nb × 6 × 6) and `u_free` (nb × 6) have a row for each body; an inverse of zeros is a body that
    nothing moves. `start` are impulses (x, x_joint) of the last time step; `auto` sweeps first, and takes Newton's
    method where that does not suffice.
    """
    if method not in BODY_METHODS:
        raise ValueError(f"there is no method {method!r} for contacts of bodies; there are {', '.join(BODY_METHODS)}.")
    held = no_joints() if joints is None else joints
    inverse, free = np.asarray(inverse_mass, dtype=float), np.asarray(u_free, dtype=float)
    p = body_blocks(inverse, contacts, held)
    given = (np.zeros(p.b.shape), np.zeros(p.joint_b.shape)) if start is None else start
    x, x_joint = (np.array(part, dtype=float) for part in given)
    first = LONG_SWEEPS if method == "gauss-seidel" else BODY_SWEEPS
    # The last sweep may have gone the other way than the one that measures: it goes a little further.
    _, swept, _ = sweep_from(p, free, x, x_joint, first if sweeps is None else sweeps, FURTHER * tolerance)
    steps = 0
    if method == "newton" or (method == "auto" and _change(p, free, (x, x_joint))[0] > tolerance):
        x, x_joint, steps = _sharpened(p, inverse, free, (x, x_joint), tolerance)
    return _measured(p, inverse, free, (x, x_joint), (swept, steps), tolerance, contacts.labels)


Impulses = tuple[np.ndarray, np.ndarray]
"""Those of contacts and of joints."""


def _sharpened(
    p: BodyBlocks, inverse: np.ndarray, free: np.ndarray, swept: Impulses, tolerance: float
) -> tuple[np.ndarray, np.ndarray, int]:
    """Newton's method from the better of two starts; what it began with where it made nothing better."""
    newton = BodyNewton(p, inverse, free)
    guess = stick_guess(newton)
    sweep_from(p, free, *guess, GUESS_SWEEPS, tolerance)
    begin = min((swept, guess), key=lambda one: _change(p, free, one)[0])
    _, x, x_joint, steps = newton_rounds(newton, *begin, 0.1 * tolerance)
    best = min((begin, (x, x_joint)), key=lambda one: _change(p, free, one)[0])
    return *best, steps


def _change(p: BodyBlocks, free: np.ndarray, given: Impulses) -> tuple[float, np.ndarray]:
    """(relative change in one more sweep, how much each contact changes in it)."""
    x, x_joint = given[0].copy(), given[1].copy()
    _, _, rest = sweep_from(p, free, x, x_joint, 1, 0.0)
    diagonal = np.diagonal(p.blocks, axis1=1, axis2=2)
    return rest, np.sqrt((diagonal * (x - given[0]) ** 2).sum(axis=1))


def _measured(
    p: BodyBlocks,
    inverse: np.ndarray,
    free: np.ndarray,
    found: Impulses,
    work: tuple[int, int],
    tolerance: float,
    labels: tuple[str, ...],
) -> BodySolution:
    """The solution with its residual, and a sentence where that is too large."""
    rest, changes = _change(p, free, found)
    worst = int(np.argmax(changes)) if len(changes) else -1
    sentences: tuple[str, ...] = ()
    if rest > tolerance and worst >= 0:
        label = labels[worst] if labels else f"contact {worst + 1}"
        amount = float(changes[worst] / np.sqrt(np.trace(p.blocks[worst])))
        advice = 'method="newton"' if not work[1] else "smaller time steps"
        said = f"{work[0]} sweeps" + (f" and {work[1]} Newton steps" if work[1] else "")
        sentences = (stopped_sentence(label, amount, _mass_ratio(p, inverse, worst), said, advice),)
    u = speeds_of(p, free, *found)[:-1]
    return BodySolution(u, *found, *work, rest, worst, rest <= tolerance, sentences)


def _mass_ratio(p: BodyBlocks, inverse: np.ndarray, contact: int) -> float:
    """That of both bodies; one where a body does not move."""
    known = [k for k in p.bodies[contact] if k < len(inverse)]
    masses = [float(np.trace(inverse[k][3:, 3:])) for k in known]
    return max(masses) / min(masses) if len(masses) == 2 and min(masses) > 0.0 else 1.0

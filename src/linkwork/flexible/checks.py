"""Checks of a finite-element model: each that fails is a sentence that says what to do."""

from __future__ import annotations

from typing import Any

import lazy_loader
import numpy as np

from ..contract.errors import ModelError, joined
from .finite_elements import FiniteElementModel, Matrix, RigidProperties, rigid_properties

scipy = lazy_loader.load("scipy")

STRAIN_TOLERANCE = 1e-8
"""How much of K a rigid motion may feel."""
ASYMMETRY = 1e-8
RARE = 1e-3
"""Mass over volume of the box around a body, kg/m³, below which lengths are unlikely to be metres; air has 1.2."""

USUAL_MOST = 100
"""Modes for which rods and plates divide themselves finely enough."""

RIGID_MOTIONS = (
    "a rigid translation along x",
    "a rigid translation along y",
    "a rigid translation along z",
    "a rigid rotation about x",
    "a rigid rotation about y",
    "a rigid rotation about z",
)


def check_model(model: FiniteElementModel, units_are_given: bool = False) -> RigidProperties:
    """Mass, centre and inertia of a model that passed all checks."""
    check_numbers(model)
    check_symmetry(model.name, "mass", model.mass)
    check_symmetry(model.name, "stiffness", model.stiffness)
    check_free(model)
    check_mass(model)
    found = rigid_properties(model)
    if not units_are_given:
        check_units(model, found)
    return found


def check_modes(name: str, modes: Any) -> None:
    """A count of modes, or None."""
    if modes is not None and (not isinstance(modes, int | np.integer) or modes < 0):
        raise ModelError(f"{name}: modes={modes!r} must be a whole number, zero or more.")


def wanted_modes(name: str, modes: Any, cutoff: Any, usual: int, elements: Any) -> int | None:
    """How many modes of a rod or plate; None where `cutoff` says. Its usual elements carry so many and no more."""
    check_modes(name, modes)
    if cutoff is not None:
        if modes is not None:
            raise ModelError(f"{name}: give modes or cutoff, not both: cutoff takes all modes below a frequency.")
        return None
    if elements is None and modes is not None and modes > USUAL_MOST:
        raise ModelError(
            f"{name}: modes={modes} are more than the {USUAL_MOST} that its usual elements carry. Give fewer, or "
            "elements=… as well; a few are enough for most motions."
        )
    return usual if modes is None else modes


def check_numbers(model: FiniteElementModel) -> None:
    """Sizes agree, and everything is a finite number."""
    size = model.stiffness.shape
    if model.mass.shape != size or size[0] != size[1]:
        raise ModelError(
            f"{model.name}: mass is {_by(model.mass)}, stiffness {_by(model.stiffness)}: both must be N × N."
        )
    for what, values in (("nodes", model.nodes), ("mass", model.mass.data), ("stiffness", model.stiffness.data)):
        if not np.all(np.isfinite(values)):
            raise ModelError(f"{model.name}: {what} has entries that are not finite numbers.")


def _by(matrix: Matrix) -> str:
    return f"{matrix.shape[0]} × {matrix.shape[1]}"


def check_symmetry(name: str, what: str, matrix: Matrix) -> None:
    """A matrix equals its transpose; a file with one triangle only does not."""
    largest = abs(matrix).max()
    difference = abs(matrix - matrix.T).max()
    if difference <= ASYMMETRY * largest:
        return
    raise ModelError(
        f"{name}: {what} differs from its transpose by {_percent(difference / largest)} of its largest entry; it "
        "must be symmetric (no gyroscopic or follower terms: they come with the motion)."
    )


def check_free(model: FiniteElementModel) -> None:
    """Rigid motions cost nothing, else the model is held somewhere, or its rows belong to other nodes."""
    motions = model.rigid_motions(model.nodes.mean(axis=0))
    residual = np.abs(model.stiffness @ motions)
    scale = (abs(model.stiffness) @ np.abs(motions)).max(axis=0)
    ratio = residual.max(axis=0) / np.where(scale > 0, scale, 1.0)
    if not scale.any():
        raise ModelError(f"{model.name}: the stiffness is zero.")
    worst = int(np.argmax(ratio))
    if ratio[worst] <= STRAIN_TOLERANCE:
        return
    # All motions together: a spring along y shows in translation along y and in two rotations.
    share = np.sum((residual / np.where(scale > 0, scale, 1.0)) ** 2, axis=1)
    share /= share.sum()
    top = np.argsort(-share)[:6]
    few = top[np.cumsum(share[top]).searchsorted(0.9) :: -1] if share[top].sum() >= 0.9 else np.array([], int)
    what = f"{model.name}: K times {RIGID_MOTIONS[worst]} is {_percent(ratio[worst])} of ‖K‖: "
    if len(few):
        raise ModelError(f"{what}the model is still fixed somewhere ({_carriers(model, few, share[few].sum())}).")
    if np.all(ratio[:3] <= STRAIN_TOLERANCE):
        raise ModelError(
            f"{what}translations cost nothing, so the rows do not belong to these nodes. Check the order of nodes "
            "and the unit of their lengths."
        )
    raise ModelError(f"{what}the model is still fixed, or the order of its unknowns is another.")


def _carriers(model: FiniteElementModel, few: np.ndarray, share: float) -> str:
    """The dofs and nodes that carry a residual."""
    few = np.sort(few)
    nodes = sorted({model.label(model.dof_nodes[dof]) for dof in few})
    dofs = f"dof{'s' if len(few) > 1 else ''} {joined([str(dof) for dof in few])}"
    return (
        f"{dofs} of node{'s' if len(nodes) > 1 else ''} {joined([str(n) for n in nodes])} "
        f"carr{'y' if len(few) > 1 else 'ies'} {100 * share:.0f} % of it"
    )


def check_mass(model: FiniteElementModel) -> None:
    """The mass matrix is no less than zero, and the mass is the same in all directions."""
    motions = model.affine[:, :3]
    masses = np.diag(motions.T @ (model.mass @ motions))
    if not np.all(masses > 0):
        raise ModelError(f"{model.name}: its mass along x, y, z is {_listed(masses)}: it must be positive.")
    if np.ptp(masses) > 1e-6 * masses.max():
        raise ModelError(
            f"{model.name}: its mass along x, y, z is {_listed(masses)}: some unknowns have lost theirs. A free body "
            "has the same mass in all directions."
        )
    least, largest = _smallest_eigenvalue(model.mass), float(abs(model.mass).max())
    if least < -1e-8 * largest:
        raise ModelError(
            f"{model.name}: the mass matrix has the eigenvalue {least:.3g}: some motion has negative kinetic energy. "
            "Check the order of its rows, and that both triangles are there."
        )


def _smallest_eigenvalue(matrix: Matrix) -> float:
    """The smallest eigenvalue; an estimate from above where the iteration is slow."""
    size = matrix.shape[0]
    if size <= 100:
        return float(np.linalg.eigvalsh(matrix.toarray())[0])
    start = np.random.default_rng(0).standard_normal(size)
    try:
        found = scipy.sparse.linalg.eigsh(
            matrix, 1, which="SA", v0=start, tol=1e-3, maxiter=300, return_eigenvectors=False
        )
    except scipy.sparse.linalg.ArpackNoConvergence as error:
        found = error.eigenvalues
    return float(np.min(found, initial=float(matrix.diagonal().min())))


def check_units(model: FiniteElementModel, found: RigidProperties) -> None:
    """Lengths that are unlikely to be metres: a solid in tonnes and millimetres, or kilograms and millimetres."""
    extent = np.sort(np.ptp(model.nodes, axis=0))
    length = extent[-1]
    volume = length * max(extent[1], 0.01 * length) * max(extent[0], 0.01 * length)
    density = found.mass / volume
    if length == 0 or density > RARE or length < 1.0:
        return
    unit, name, code = (1e3, "tonnes", "mm-t-s") if density < 3e-8 else (1.0, "kilograms", "mm-kg-s")
    raise ModelError(
        f"{model.name}: mass {found.mass:.2g}, length {length:g}: {name} and millimetres? In SI it would be "
        f"{found.mass * unit:.2g} kg and {length / 1000:g} m. Say units={code!r}, or units='SI' where it is so."
    )


def check_no_rigid_shape(name: str, stiffness: np.ndarray, mass: np.ndarray) -> None:
    """No elastic coordinates move the body without strain: the floating frame does that."""
    size = np.sqrt(np.maximum(np.diag(mass), np.finfo(float).tiny))
    values, vectors = np.linalg.eigh(stiffness / np.outer(size, size))
    still = vectors[:, values <= 1e-10 * max(values[-1], 0.0)]
    if not still.shape[1]:
        return
    weight = np.sum(still**2, axis=1)
    taking_part = np.sort(np.argsort(-weight, kind="stable")[: still.shape[1]]) + 1
    raise ModelError(
        f"{name}: coordinate{'s' if len(taking_part) > 1 else ''} {_range(taking_part)} move the whole body without "
        "strain: the floating frame already does. Use root=… or leave rigid motions out of shapes."
    )


def _range(numbers: np.ndarray) -> str:
    if len(numbers) > 2 and np.all(np.diff(numbers) == 1):
        return f"{numbers[0]}–{numbers[-1]}"
    return joined([str(number) for number in numbers])


def _percent(ratio: float) -> str:
    return f"{100 * ratio:.2g} %"


def _listed(values: np.ndarray) -> str:
    return ", ".join(f"{value:.4g}" for value in values)

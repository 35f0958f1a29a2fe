"""`reduce_model`: a finite-element model becomes the data of a modal body."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import lazy_loader
import numpy as np

from ..contract.errors import ModelError, joined
from ..contract.modal_data import ModalData
from .boundary import Boundary, HeldBody, boundary
from .checks import check_model, check_modes, check_no_rigid_shape
from .craig_bampton import Ratios, Reduction, craig_bampton, damping_matrix, own_shapes
from .finite_elements import FiniteElementModel, RigidProperties
from .floating_frame import (
    MEAN,
    ElasticShapes,
    FrequencyComparison,
    comparisons,
    diagonal,
    elastic_frames,
    elastic_shapes,
    shape_integrals,
    surface_shapes,
)
from .geometric_stiffness import bending_samples, geometric_stiffness
from .interfaces import interface_frames
from .stress_rows import skin_stresses, stress_rows

scipy = lazy_loader.load("scipy")


@dataclass(frozen=True, eq=False)
class ReductionOptions:
    """How a model is reduced.

    modes: how many modes with all interfaces held; 8 if neither this nor cutoff is given.
    cutoff: take all such modes below this frequency, rad/s, instead.
    root: the interface that the body frame is fixed to, or "mean axes"; the first interface if none is given.
    diagonal: vibrations of the body held at its frame as coordinates, in place of motions of interfaces and modes.
    highest: leave out such vibrations above this frequency, rad/s; it implies diagonal.
    damping: ratios of the modes of the body held at its frame: a number, a list, or a function of rad/s.
    rayleigh: (alpha, beta) of alpha M + beta K.
    points: named nodes that connections may end at, besides the interfaces.
    stress: named nodes whose stresses are wanted, xx, yy, zz, yz, xz, xy in the axes of the file; without, those of a
        solid are taken where unit loads on the interfaces make them largest.
    stiffening: geometric stiffness, where the elements are known.
    compare: compare with frequencies of the whole model, and say up to which the reduced ones are right.
    shapes: shapes of another's hand, a column each, in place of Craig and Bampton's.
    units_are_given: the lengths are metres, however large they are.
    """

    modes: int | None = None
    cutoff: float | None = None
    root: str | None = "first"
    diagonal: bool = False
    highest: float | None = None
    damping: Ratios = None
    rayleigh: tuple[float, float] | None = None
    points: Mapping[str, Any] | None = None
    stress: Mapping[str, Any] | None = None
    stiffening: bool = True
    compare: bool = True
    shapes: np.ndarray | None = None
    units_are_given: bool = False


def reduce_model(model: FiniteElementModel, interfaces: Mapping[str, Any], **options: Any) -> ModalData:
    """The data of a modal body: `interfaces` by name, the rest as in `ReductionOptions`."""
    return reduced_by(model, interfaces, ReductionOptions(**options))


def reduced_by(model: FiniteElementModel, interfaces: Mapping[str, Any], options: ReductionOptions) -> ModalData:
    """The same, with options as a record."""
    _check_numbers(model.name, options)
    found = check_model(model, options.units_are_given)
    space = boundary(model, interface_frames(model, interfaces))
    reduction = _reduction(model, space, options)
    root = space.frames[0].name if options.root == "first" else options.root
    elastic = elastic_shapes(model, reduction, root)
    if not elastic.names:
        raise ModelError(
            f"{model.name}: no elastic coordinates are left; give modes=1 or more, a higher cutoff, or another "
            "interface. What does not deform is a rigid body."
        )
    if options.diagonal or options.highest is not None:
        elastic = diagonal(model.name, elastic, options.highest)
    check_no_rigid_shape(model.name, elastic.stiffness, elastic.mass)
    held = HeldBody(space, [elastic.root or space.frames[0].name])
    checked = comparisons(model, held, elastic) if options.compare else ()
    return _modal_data(model, options, found, reduction, elastic, held, checked)


def _check_numbers(name: str, options: ReductionOptions) -> None:
    check_modes(name, options.modes)
    for what in ("cutoff", "highest"):
        value = getattr(options, what)
        if value is not None and not value > 0:
            raise ModelError(f"{name}: {what}={value!r} must be a positive frequency in rad/s.")


def _reduction(model: FiniteElementModel, space: Boundary, options: ReductionOptions) -> Reduction:
    if options.shapes is not None:
        return own_shapes(model, space, options.shapes)
    return craig_bampton(model, space, options.modes, options.cutoff)


def _modal_data(
    model: FiniteElementModel,
    options: ReductionOptions,
    found: RigidProperties,
    reduction: Reduction,
    elastic: ElasticShapes,
    held: HeldBody,
    checked: tuple[FrequencyComparison, ...],
) -> ModalData:
    integrals = shape_integrals(model, elastic.shapes, elastic.p, elastic.R)
    geometric, bending = None, None
    if options.stiffening:
        geometric = geometric_stiffness(model, held, elastic.shapes, elastic.p, elastic.R)
        bending = bending_samples(model, held, elastic.shapes, elastic.p, elastic.R)
    squares = scipy.linalg.eigh(elastic.stiffness, elastic.mass, eigvals_only=True)
    nodes, shapes, faces = surface_shapes(model, elastic)
    stress, stress_notes = stress_rows(model, reduction.space.frames, elastic, options.stress)
    notes = (
        _mass_words(model, found),
        _count_words(reduction, elastic),
        _kind_words(reduction),
        *reduction.notes,
        *_accuracy_words(checked),
        *_stiffening_words(options, geometric is None),
        *stress_notes,
        *model.notes,
        *integrals.notes,
    )
    return ModalData(
        coordinates=elastic.names,
        mass=integrals.mass,
        d0=integrals.d0,
        C1=integrals.C1,
        XX=integrals.XX,
        XP=integrals.XP,
        PP=integrals.PP,
        stiffness=elastic.stiffness,
        damping=damping_matrix(model.name, elastic.mass, elastic.stiffness, options.damping, options.rayleigh),
        frames=elastic_frames(model, reduction.space.frames, elastic, options.points or {}),
        geometric=geometric,
        frequencies=np.sqrt(np.maximum(squares, 0.0)),
        stress=stress,
        nodes=nodes,
        shapes=shapes,
        faces=faces,
        notes=notes,
        skin_stress=skin_stresses(model, elastic),
        bending=bending,
    )


def _mass_words(model: FiniteElementModel, found: RigidProperties) -> str:
    d = np.where(np.abs(found.centre) < 1e-12 * np.abs(model.nodes).max(), 0.0, found.centre)
    centre = ", ".join(f"{x:.4g}" for x in d)
    about = found.inertia - found.mass * (d @ d * np.eye(3) - np.outer(d, d))
    moments = ", ".join(f"{x:.4g}" for x in np.diag(about))
    size = " × ".join(f"{x:.4g}" for x in np.ptp(model.nodes, axis=0))
    return (
        f"{model.name}: {len(model.nodes)} nodes, {model.unknowns} unknowns, {size} m; mass {found.mass:.6g} kg, "
        f"centre of mass ({centre}) m, moments of inertia about it ({moments}) kg m²."
    )


def _count_words(reduction: Reduction, elastic: ElasticShapes) -> str:
    frames = reduction.space.frames
    count, modes, ne = len(frames), len(reduction.mode_frequencies), len(elastic.names)
    interfaces = f"{count} interface{'s' if count > 1 else ''}"
    if not reduction.static:
        return f"{interfaces}, {elastic.root} fixed to the body frame: {ne} given shapes = {ne} elastic coordinates."
    whole = 6 * count + modes
    if elastic.root is None:
        words = f"{interfaces}, mean axes: {6 * count} + {modes} modes − 6 rigid motions"
        total = whole - 6
    else:
        total = whole - 6
        moving = f"{6 * (count - 1)} + " if count > 1 else ""
        words = f"{interfaces}, {elastic.root} fixed to the body frame: {moving}{modes} modes"
    left_out = f" − {total - ne} above the highest frequency" if ne < total else ""
    return f"{words}{left_out} = {ne} elastic coordinates."


def _kind_words(reduction: Reduction) -> str:
    by_kind = {
        "rigid (RBE2)": [frame.name for frame in reduction.space.frames if frame.is_rigid],
        "averaging (RBE3)": [frame.name for frame in reduction.space.frames if not frame.is_rigid],
    }
    parts = [f"{joined(names)} {'is' if len(names) == 1 else 'are'} {kind}" for kind, names in by_kind.items() if names]
    return f"{'; '.join(parts)}."


def _accuracy_words(checked: tuple[FrequencyComparison, ...]) -> tuple[str, ...]:
    if not checked:
        return ()
    limit = right_to(checked)
    each = joined(
        [
            f"{c.boundary} {c.whole[0]:.5g} rad/s ({_excess_words(c.excess[0])} too high), to {c.right_to:.5g} rad/s"
            for c in checked
            if len(c.whole)
        ]
    )
    return (f"Frequencies are right within 1 % up to {limit:.5g} rad/s ({limit / (2 * np.pi):.4g} Hz): first {each}.",)


def _excess_words(excess: float) -> str:
    return f"{100 * excess:.2g} %" if excess > 1e-5 else "less than 0.001 %"


def right_to(checked: tuple[FrequencyComparison, ...]) -> float:
    """The frequency up to which all comparisons are within one per cent, rad/s."""
    return min((c.right_to for c in checked if len(c.whole)), default=0.0)


def _stiffening_words(options: ReductionOptions, is_missing: bool) -> tuple[str, ...]:
    if not options.stiffening:
        return ("Without geometric stiffness (stiffening=False).",)
    if is_missing:
        return (
            "Without geometric stiffness: matrices do not contain stresses of elements. Make it from a mesh to have "
            "it.",
        )
    return ("With geometric stiffness of inertia loads and of wrenches on the interfaces.",)


__all__ = ["MEAN", "ReductionOptions", "reduce_model", "reduced_by", "right_to"]

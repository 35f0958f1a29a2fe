r"""A flexible rectangular plate: thin (Kirchhoff), with bending and membrane action.

Displacements of the middle plane are products of cubic Hermite functions in x and y (the element of Bogner, Fox and
Schmit for all three directions): values, slopes and the mixed derivative at each node are the unknowns. Points off the
middle plane move by $(u - z w_x,\ v - z w_y,\ w)$.

$$ 2U = \frac{E h}{1-\nu^2}\int u_x^2 + v_y^2 + 2\nu u_x v_y + \tfrac{1-\nu}{2}(u_y + v_x)^2
      + \frac{E h^3}{12(1-\nu^2)}\int w_{xx}^2 + w_{yy}^2 + 2\nu w_{xx} w_{yy} + 2(1-\nu) w_{xy}^2 $$
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import lazy_loader
import numpy as np

from ..contract.errors import ModelError, joined
from ..contract.modal_data import ModalData
from ..contract.parameters import value_of
from .checks import wanted_modes
from .finite_elements import FiniteElementModel, MassSamples, Matrix, StressSamples, with_skin_of_nodes
from .interfaces import Interface
from .materials import attribute, poisson
from .reduce import reduce_model

scipy = lazy_loader.load("scipy")

USUAL_MODES = 8
TO_VOIGT = np.eye(6)[:, [0, 1, 5]]
"""xx, yy, xy among xx, yy, zz, yz, xz, xy."""
EDGES = ("left", "right", "front", "back")
"""x = −a/2, x = +a/2, y = −b/2, y = +b/2."""


@dataclass(frozen=True, eq=False)
class _Samples:
    """Hermite functions of a line at some points: values and two derivatives (points × 2 nodes)."""

    x: np.ndarray
    weights: np.ndarray
    by_order: tuple[Matrix, Matrix, Matrix]


def _hermite(grid: np.ndarray, x: np.ndarray, weights: np.ndarray) -> _Samples:
    element = np.clip(np.searchsorted(grid, x, side="right") - 1, 0, len(grid) - 2)
    h = np.diff(grid)[element]
    s = (x - grid[element]) / h
    one, zero = np.ones_like(s), np.zeros_like(s)
    values = [1 - 3 * s**2 + 2 * s**3, h * (s - 2 * s**2 + s**3), 3 * s**2 - 2 * s**3, h * (s**3 - s**2)]
    slopes = [(6 * s**2 - 6 * s) / h, one - 4 * s + 3 * s**2, (6 * s - 6 * s**2) / h, 3 * s**2 - 2 * s + zero]
    bends = [(12 * s - 6) / h**2, (6 * s - 4) / h, (6 - 12 * s) / h**2, (6 * s - 2) / h]
    rows = np.arange(len(x)).repeat(4)
    columns = (2 * element[:, None] + np.arange(4)).ravel()
    size = (len(x), 2 * len(grid))
    made = [
        scipy.sparse.csr_array((np.column_stack(f).ravel(), (rows, columns)), shape=size)
        for f in (values, slopes, bends)
    ]
    return _Samples(x, weights, (made[0], made[1], made[2]))


def _gauss_points(grid: np.ndarray, count: int = 4) -> _Samples:
    points, weights = np.polynomial.legendre.leggauss(count)
    h = np.diff(grid)[:, None]
    x = grid[:-1, None] + 0.5 * h * (1 + points)
    return _hermite(grid, x.ravel(), (0.5 * h * weights).ravel())


class _Field:
    """Rows of u, v, w and their derivatives at a grid of points, from all unknowns."""

    def __init__(self, along_x: _Samples, along_y: _Samples) -> None:
        self.x, self.y = along_x, along_y

    def rows(self, component: int, in_x: int = 0, in_y: int = 0) -> Matrix:
        """One row a point, y fast."""
        part = scipy.sparse.csr_array(scipy.sparse.kron(self.x.by_order[in_x], self.y.by_order[in_y]))
        parts: list[Any] = [scipy.sparse.csr_array(part.shape)] * 3
        parts[component] = part
        return scipy.sparse.csr_array(scipy.sparse.hstack(parts))

    @property
    def weights(self) -> np.ndarray:
        """Area of each point."""
        return np.kron(self.x.weights, self.y.weights)

    @property
    def points(self) -> np.ndarray:
        """Positions in the middle plane."""
        x, y = np.meshgrid(self.x.x, self.y.x, indexing="ij")
        return np.column_stack([x.ravel(), y.ravel(), np.zeros(x.size)])


@dataclass(frozen=True)
class PlateStiffness:
    """Thickness and material of a plate."""

    thickness: float
    E: float
    nu: float
    density: float

    @property
    def plane_stress(self) -> np.ndarray:
        """Stresses xx, yy, xy from strains xx, yy and the shear angle."""
        E, nu = self.E, self.nu
        return E / (1 - nu**2) * np.array([[1, nu, 0], [nu, 1, 0], [0, 0, (1 - nu) / 2]])


def plate_model(
    name: str, x: np.ndarray, y: np.ndarray, plate: PlateStiffness, stress: Mapping[str, tuple[float, float]]
) -> FiniteElementModel:
    """A plate in the plane z = 0 with nodes at the crossings of x and y, y fast."""
    inside = _Field(_gauss_points(x), _gauss_points(y))
    at_nodes = _Field(_hermite(x, x, np.ones_like(x)), _hermite(y, y, np.ones_like(y)))
    mass = _mass_samples(inside, plate)
    M = scipy.sparse.csr_array(mass.field.T @ scipy.sparse.diags_array(np.repeat(mass.masses, 3)) @ mass.field)
    strain, bend = _strains(inside)
    weights = inside.weights
    C, h = plate.plane_stress, plate.thickness
    K = _quadratic(strain, weights * h, C) + _quadratic(bend, weights * h**3 / 12, C)
    model = FiniteElementModel(
        name,
        at_nodes.points,
        (M + M.T) * 0.5,
        (K + K.T) * 0.5,
        _dof_nodes(len(x), len(y)),
        _affine(x, y),
        _interleaved([at_nodes.rows(c) for c in range(3)]),
        _interleaved(
            [
                at_nodes.rows(2, 0, 1),
                at_nodes.rows(2, 1, 0) * -1.0,
                (at_nodes.rows(1, 1, 0) - at_nodes.rows(0, 0, 1)) * 0.5,
            ]
        ),
        mass_samples=mass,
        stress_samples=_stress_samples(inside, strain, plate),
        stress={place: _surface_stress(x, y, at, plate) for place, at in stress.items()},
        notes=("Geometric stiffness of the plate is that of its membrane forces.",),
    )
    shown = with_skin_of_nodes(model, _faces(len(x), len(y)))
    assert shown.skin is not None
    return replace(shown, skin=replace(shown.skin, stress=_skin_stress(at_nodes, plate)))


def _interleaved(parts: list[Matrix]) -> Matrix:
    """Rows of several matrices in turn."""
    count = len(parts)
    order = np.arange(parts[0].shape[0] * count).reshape(count, -1).T.ravel()
    return scipy.sparse.csr_array(scipy.sparse.csr_array(scipy.sparse.vstack(parts))[order])


def _strains(field: _Field) -> tuple[Matrix, Matrix]:
    """(membrane strains, curvatures): xx, yy and the shear angle of each point in turn."""
    membrane = [field.rows(0, 1, 0), field.rows(1, 0, 1), field.rows(0, 0, 1) + field.rows(1, 1, 0)]
    bending = [field.rows(2, 2, 0), field.rows(2, 0, 2), field.rows(2, 1, 1) * 2.0]
    return _interleaved(membrane), _interleaved(bending)


def _quadratic(rows: Matrix, weights: np.ndarray, law: np.ndarray) -> Matrix:
    return scipy.sparse.csr_array(
        rows.T @ (scipy.sparse.kron(scipy.sparse.diags_array(weights), law, format="csr") @ rows)
    )


def _mass_samples(field: _Field, plate: PlateStiffness) -> MassSamples:
    """Two points through the thickness: they have its second moment."""
    off = plate.thickness / np.sqrt(12)
    parts, points = [], []
    for z in (-off, off):
        u = field.rows(0) - field.rows(2, 1, 0) * z
        v = field.rows(1) - field.rows(2, 0, 1) * z
        parts.append(_interleaved([u, v, field.rows(2)]))
        points.append(field.points + np.array([0.0, 0.0, z]))
    masses = np.tile(0.5 * plate.density * plate.thickness * field.weights, 2)
    return MassSamples(np.vstack(points), masses, scipy.sparse.csr_array(scipy.sparse.vstack(parts)))


def _stress_samples(field: _Field, strain: Matrix, plate: PlateStiffness) -> StressSamples:
    """Membrane stresses, and slopes in the plane of all three displacements."""
    count = len(field.weights)
    stress = scipy.sparse.kron(scipy.sparse.eye_array(count), TO_VOIGT @ plate.plane_stress, format="csr") @ strain
    empty = scipy.sparse.csr_array((count, strain.shape[1]))
    slopes = [field.rows(c, 1, 0) for c in range(3)] + [field.rows(c, 0, 1) for c in range(3)] + [empty] * 3
    return StressSamples(field.weights * plate.thickness, scipy.sparse.csr_array(stress), _interleaved(slopes))


def _surface_stress(x: np.ndarray, y: np.ndarray, at: tuple[float, float], plate: PlateStiffness) -> Matrix:
    """xx, yy, xy on the side of +z, then on that of −z, at one place."""
    one = np.ones(1)
    field = _Field(_hermite(x, np.array([at[0]], float), one), _hermite(y, np.array([at[1]], float), one))
    membrane, bending = _strains(field)
    sides = [membrane - bending * z for z in (0.5 * plate.thickness, -0.5 * plate.thickness)]
    return scipy.sparse.csr_array(
        scipy.sparse.vstack([scipy.sparse.csr_array(plate.plane_stress) @ side for side in sides])
    )


def _skin_stress(at_nodes: _Field, plate: PlateStiffness) -> Matrix:
    """All six stresses at the nodes, on the side of +z."""
    membrane, bending = _strains(at_nodes)
    law = scipy.sparse.kron(scipy.sparse.eye_array(len(at_nodes.points)), TO_VOIGT @ plate.plane_stress, format="csr")
    return scipy.sparse.csr_array(law @ (membrane - bending * (0.5 * plate.thickness)))


def _dof_nodes(nx: int, ny: int) -> np.ndarray:
    """Unknowns run over u, v, w, then x (value, slope), then y (value, slope)."""
    ix, iy = np.meshgrid(np.arange(2 * nx) // 2, np.arange(2 * ny) // 2, indexing="ij")
    return np.tile((ix * ny + iy).ravel(), 3)


def _affine(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Values and slopes of e_b and x_a e_b; the slope of w takes half of a shear across the plate, as rotations do."""
    one = np.kron([1.0, 0.0], np.ones(1))
    ones_x, ones_y = np.tile(one, len(x)), np.tile(one, len(y))
    line_x, line_y = np.column_stack([x, np.ones_like(x)]).ravel(), np.column_stack([y, np.ones_like(y)]).ravel()
    slope_x, slope_y = np.tile([0.0, 1.0], len(x)), np.tile([0.0, 1.0], len(y))
    constant = np.kron(ones_x, ones_y)
    each = len(constant)
    columns = np.zeros((3 * each, 12))
    for b in range(3):
        part = slice(b * each, (b + 1) * each)
        columns[part, b] = constant
        columns[part, 3 + b] = np.kron(line_x, ones_y)
        columns[part, 6 + b] = np.kron(ones_x, line_y)
    w = slice(2 * each, 3 * each)
    tilt_x, tilt_y = 0.5 * np.kron(slope_x, ones_y), 0.5 * np.kron(ones_x, slope_y)
    columns[w, 3 + 2] -= tilt_x
    columns[w, 6 + 2] -= tilt_y
    columns[w, 9 + 0], columns[w, 9 + 1] = -tilt_x, -tilt_y
    return columns


def _faces(nx: int, ny: int) -> np.ndarray:
    i, j = (part.ravel() for part in np.meshgrid(np.arange(nx - 1), np.arange(ny - 1), indexing="ij"))
    a, b, c, d = i * ny + j, (i + 1) * ny + j, (i + 1) * ny + j + 1, i * ny + j + 1
    return np.vstack([np.column_stack([a, b, c]), np.column_stack([a, c, d])])


def plate_data(
    size: tuple[float, float],
    thickness: float,
    material: Any,
    modes: int | None = None,
    *,
    name: str = "plate",
    interfaces: Mapping[str, Any] | None = None,
    points: Mapping[str, tuple[float, float]] | None = None,
    stress: Mapping[str, tuple[float, float]] | None = None,
    elements: tuple[int, int] | None = None,
    **options: Any,
) -> ModalData:
    """The data of a rectangular plate in the plane z = 0 with its middle at the origin.

    Interfaces are edges, "left" (−x), "right", "front" (−y) or "back", or places (x, y) in the plane; without any, the
    left edge is the root. `points` are further places; `stress` places whose stresses xx, yy, xy on the side of +z and
    then of −z are wanted, the middle if none are named. There are eight modes where neither `modes` nor `cutoff` is
    given. Further options are those of `reduce_model`.
    """
    a, b = (float(value_of(side)) for side in size)
    h = float(value_of(thickness))
    if not (a > 0 and b > 0 and h > 0):
        raise ModelError(f"{name}: {a:g} × {b:g} × {h:g}: its sides and its thickness must be positive.")
    if not h < 0.2 * min(a, b):
        raise ModelError(
            f"{name}: {a:g} × {b:g} × {h:g} is not a thin plate: the thickness must be below a fifth of its sides."
        )
    wanted = wanted_modes(name, modes, options.get("cutoff"), USUAL_MODES, elements)
    plate = PlateStiffness(
        h, attribute(name, "the material", material, "E"), poisson(name, material),
        attribute(name, "the material", material, "density"),
    )  # fmt: skip
    ends = {"root": "left"} if interfaces is None else dict(interfaces)
    places = {**(points or {}), **{key: at for key, at in ends.items() if not isinstance(at, str)}}
    spots = {"middle": (0.0, 0.0)} if stress is None else dict(stress)
    for key, at in {**places, **spots}.items():
        if len(at) != 2 or abs(at[0]) > a / 2 or abs(at[1]) > b / 2:
            raise ModelError(f"{name}: {key} stands at {tuple(at)}, outside the plate of {a:g} × {b:g}.")
    nx, ny = elements or _usual_elements(a, b, USUAL_MODES if wanted is None else wanted)
    x = _grid(a, nx, [at[0] for at in places.values()])
    y = _grid(b, ny, [at[1] for at in places.values()])
    model = plate_model(name, x, y, plate, spots)
    chosen = {key: _interface(name, key, model, at) for key, at in ends.items()}
    for key, at in ends.items():
        model = _strains_kept_free(model, chosen[key].nodes, EDGES.index(at) // 2 if isinstance(at, str) else None)
    return reduce_model(
        model,
        chosen,
        modes=wanted,
        points={key: _nearest(model, at) for key, at in (points or {}).items()},
        **{"units_are_given": True, **options},
    )


def _strains_kept_free(model: FiniteElementModel, nodes: Any, across: int | None) -> FiniteElementModel:
    """Slopes that are strains, not motions, do not belong to the nodes of an interface.

    Of an edge, these are slopes of u and v across it; of a point, stretches and mixed slopes.
    """
    count = len(np.unique(model.nodes[:, 0])), len(np.unique(model.nodes[:, 1]))
    component, in_x, in_y = (
        part.ravel() for part in np.meshgrid(np.arange(3), *(np.arange(2 * n) % 2 for n in count), indexing="ij")
    )
    if across is None:
        mixed = (in_x == 1) & (in_y == 1)
        strain = mixed | ((component == 0) & (in_x == 1)) | ((component == 1) & (in_y == 1))
    else:
        strain = (component < 2) & ((in_x, in_y)[across] == 1)
    free = strain & np.isin(model.dof_nodes, nodes)
    return replace(model, dof_nodes=np.where(free, -1, model.dof_nodes))


def _usual_elements(a: float, b: float, modes: int) -> tuple[int, int]:
    """About eight along the shorter side for eight modes, more for more."""
    short = int(np.ceil(4 + np.sqrt(modes)))
    ratio = min(max(a, b) / min(a, b), 4.0)
    long = int(np.ceil(short * ratio))
    return (long, short) if a >= b else (short, long)


def _grid(side: float, count: int, wanted: list[float]) -> np.ndarray:
    """Equal steps, with lines through the places that are wanted."""
    if count < 2:
        raise ModelError("a plate needs two elements or more along each side.")
    x = np.linspace(-side / 2, side / 2, count + 1)
    far = [place for place in wanted if np.abs(x - place).min() > 1e-9 * side]
    kept = [s for s in x if abs(s) == side / 2 or all(abs(s - place) > 0.3 * side / count for place in far)]
    return np.unique([*kept, *far])


def _interface(name: str, key: str, model: FiniteElementModel, at: Any) -> Interface:
    """An edge, its frame in the middle, or a place."""
    if not isinstance(at, str):
        return Interface(_nearest(model, at))
    if at not in EDGES:
        raise ModelError(f"{name}: interface {key}: edge {at!r} must be {joined(EDGES)}, or a place (x, y).")
    axis, sign = EDGES.index(at) // 2, (-1, 1)[EDGES.index(at) % 2]
    along = sign * model.nodes[:, axis]
    middle = sign * along.max() * np.eye(3)[axis]
    return Interface(np.nonzero(along >= along.max() - 1e-9 * np.ptp(along))[0], at=middle)


def _nearest(model: FiniteElementModel, at: tuple[float, float]) -> list[int]:
    return [int(np.argmin(np.hypot(model.nodes[:, 0] - at[0], model.nodes[:, 1] - at[1])))]

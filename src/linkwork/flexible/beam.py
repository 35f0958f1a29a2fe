r"""A straight beam along x: stretching, torsion, bending in two planes, with or without shear.

An element has six unknowns at each end, and two bubbles each for stretching and torsion, so that both are cubic: the
normal force under the loads of spin is then exact. Bending uses the shapes of a Timoshenko beam without load,
$\varphi = 12 E I / (k G A h^2)$ (Euler–Bernoulli at φ = 0). Mass sits at material points of the sections, four for each
of four stations: area and both second moments are exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import lazy_loader
import numpy as np

from ..contract.errors import ModelError
from .finite_elements import (
    NODE_DIRECTIONS,
    BendingRows,
    FiniteElementModel,
    MassSamples,
    Matrix,
    Skin,
    StressSamples,
    nodal_model,
)
from .materials import attribute, shear_modulus

scipy = lazy_loader.load("scipy")

ELEMENT_UNKNOWNS = 16
"""Unknowns of an element: six at each end, bubbles of stretching, bubbles of torsion."""
BENDING_POINTS = 8
"""Points along a rod for bending of third order."""
CORNERS = np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]], float)


@dataclass(frozen=True)
class BeamStiffness:
    """Stiffnesses and mass of a section: EA, GJ, EI_y (∫z²), EI_z (∫y²), shear, ρ, A, I_y, I_z."""

    EA: float
    GJ: float
    EIy: float
    EIz: float
    GAy: float | None
    GAz: float | None
    density: float
    area: float
    Iy: float
    Iz: float


def beam_stiffness(name: str, section: Any, material: Any, shear: bool) -> BeamStiffness:
    """Out of a section (area, Iy, Iz, J, and ky, kz for shear) and a material (E, G or nu, density)."""
    area, Iy, Iz, J = (attribute(name, "the section", section, key) for key in ("area", "Iy", "Iz", "J"))
    E, density = attribute(name, "the material", material, "E"), attribute(name, "the material", material, "density")
    G = shear_modulus(name, material)
    GAy, GAz = (attribute(name, "the section", section, key) * G * area if shear else None for key in ("ky", "kz"))
    return BeamStiffness(E * area, G * J, E * Iy, E * Iz, GAy, GAz, density, area, Iy, Iz)


def beam_model(
    name: str,
    stations: np.ndarray,
    beam: BeamStiffness,
    outline: Any = None,
    is_round: bool = False,
    borders: Sequence[float] = (),
) -> FiniteElementModel:
    """A beam along x with nodes at the stations, numbered along it; its normal force may jump at `borders`.

    Where the outline of its section is given, width along y and height along z, it has stresses and a skin.
    """
    x = np.asarray(stations, float)
    if len(x) < 2 or not np.all(np.diff(x) > 0):
        raise ModelError(f"{name}: stations along a beam must grow.")
    places = _places(len(x))
    size = 6 * len(x) + 4 * (len(x) - 1)
    mass = _mass_samples(x, beam, places, size)
    stiffness = _stiffness(x, beam, places, size)
    M = scipy.sparse.csr_array(mass.field.T @ scipy.sparse.diags_array(np.repeat(mass.masses, 3)) @ mass.field)
    nodes = np.column_stack([x, np.zeros_like(x), np.zeros_like(x)])
    return _with_bubbles(
        name,
        nodes,
        (M + M.T) * 0.5,
        stiffness,
        mass_samples=mass,
        stress_samples=_stress_samples(x, beam, places, size),
        bending_rows=_bending_rows(x, beam, places, np.unique([x[0], *borders, x[-1]])),
        stress=_fibre_stresses(x, beam, places, size, outline),
        skin=None if outline is None else _skin(x, beam, places, size, _rim(outline, is_round), is_round),
        notes=("Geometric stiffness of the beam is that of its normal force; bending is of third order.",),
    )


def _with_bubbles(name: str, nodes: np.ndarray, mass: Matrix, stiffness: Matrix, **rest: Any) -> FiniteElementModel:
    """Unknowns of nodes as usual; those of bubbles belong to no node and vanish in affine fields."""
    count, size = 6 * len(nodes), mass.shape[0]
    plain = nodal_model(name, nodes, mass[:count][:, :count], stiffness[:count][:, :count])
    extra = size - count

    def wider(matrix: Matrix) -> Matrix:
        return scipy.sparse.csr_array(scipy.sparse.hstack([matrix, scipy.sparse.csr_array((matrix.shape[0], extra))]))

    return FiniteElementModel(
        name,
        nodes,
        scipy.sparse.csr_array(mass),
        scipy.sparse.csr_array(stiffness),
        np.concatenate([plain.dof_nodes, np.full(extra, -1)]),
        np.vstack([plain.affine, np.zeros((extra, 12))]),
        wider(plain.displacement),
        wider(plain.rotation) if plain.rotation is not None else None,
        (*(NODE_DIRECTIONS * len(nodes)), *("bubble",) * extra),
        **rest,
    )


def _places(count: int) -> np.ndarray:
    """Unknowns of each element (elements × 16)."""
    first = 6 * np.arange(count - 1)[:, None]
    bubbles = 6 * count + 4 * np.arange(count - 1)[:, None]
    return np.hstack([first + np.arange(12), bubbles + np.arange(4)])


def _along(xi: float, h: float) -> tuple[np.ndarray, np.ndarray]:
    """Two ends and two bubbles at xi of [0, 1], and their slopes by x: linear functions, ξ(1−ξ), ξ(1−ξ)(1−2ξ)."""
    values = np.array([1 - xi, xi, xi * (1 - xi), xi * (1 - xi) * (1 - 2 * xi)])
    slopes = np.array([-1.0, 1.0, 1 - 2 * xi, 1 - 6 * xi + 6 * xi * xi]) / h
    return values, slopes


def _bending(xi: float, h: float, phi: float) -> np.ndarray:
    """Rows deflection, its slope, rotation, curvature of (v1, t1, v2, t2) at xi, for rotation t of the sense v'."""
    s, s2, s3 = xi, xi**2, xi**3
    v = [
        1 - 3 * s2 + 2 * s3 + phi * (1 - s),
        h * (s - 2 * s2 + s3 + phi / 2 * (s - s2)),
        3 * s2 - 2 * s3 + phi * s,
        h * (-s2 + s3 + phi / 2 * (s2 - s)),
    ]
    dv = [
        (-6 * s + 6 * s2 - phi) / h,
        1 - 4 * s + 3 * s2 + phi / 2 * (1 - 2 * s),
        (6 * s - 6 * s2 + phi) / h,
        -2 * s + 3 * s2 + phi / 2 * (2 * s - 1),
    ]
    t = [6 * (s2 - s) / h, 1 - 4 * s + 3 * s2 + phi * (1 - s), 6 * (s - s2) / h, -2 * s + 3 * s2 + phi * s]
    dt = [6 * (2 * s - 1) / h**2, (-4 + 6 * s - phi) / h, 6 * (1 - 2 * s) / h**2, (-2 + 6 * s + phi) / h]
    return np.array([v, dv, t, dt]) / (1 + phi)


@dataclass(frozen=True)
class _Station:
    """Rows of one station of an element, from its 16 unknowns: what the centre line and the section do."""

    move: np.ndarray
    """Displacement u, v, w (3 × 16)."""
    move_x: np.ndarray
    """Their slopes along x."""
    turn: np.ndarray
    """Rotation about x, y, z."""
    turn_x: np.ndarray
    """Twist and curvatures."""


def _station(xi: float, h: float, beam: BeamStiffness) -> _Station:
    N, dN = _along(xi, h)
    xy = _bending(xi, h, _phi(beam.EIz, beam.GAy, h))
    xz = _bending(xi, h, _phi(beam.EIy, beam.GAz, h)) * np.array([1, -1, 1, -1])  # w' = −(rotation about y)
    rows = np.zeros((4, 3, ELEMENT_UNKNOWNS))
    rows[0, 0, [0, 6, 12, 13]], rows[1, 0, [0, 6, 12, 13]] = N, dN
    rows[2, 0, [3, 9, 14, 15]], rows[3, 0, [3, 9, 14, 15]] = N, dN
    in_xy, in_xz = [1, 5, 7, 11], [2, 4, 8, 10]
    rows[0, 1, in_xy], rows[1, 1, in_xy], rows[2, 2, in_xy], rows[3, 2, in_xy] = xy
    rows[0, 2, in_xz], rows[1, 2, in_xz] = xz[:2]
    rows[2, 1, in_xz], rows[3, 1, in_xz] = -xz[2:]
    return _Station(*rows)


def _phi(EI: float, GA: float | None, h: float) -> float:
    return 0.0 if GA is None else 12 * EI / (GA * h * h)


def _gauss(count: int) -> list[tuple[float, float]]:
    points, weights = np.polynomial.legendre.leggauss(count)
    return [(0.5 * (1 + p), 0.5 * w) for p, w in zip(points, weights, strict=True)]


def _global(rows: list[np.ndarray], places: list[np.ndarray], size: int) -> Matrix:
    """Rows of elements put into rows of the model."""
    count = len(rows[0])
    r = np.arange(len(rows) * count).repeat(ELEMENT_UNKNOWNS)
    c = np.concatenate([np.tile(place, count) for place in places])
    return scipy.sparse.csr_array(
        (np.concatenate([row.ravel() for row in rows]), (r, c)), shape=(len(rows) * count, size)
    )


def _section_points(beam: BeamStiffness) -> np.ndarray:
    """(y, z) of four points that have the second moments of the section."""
    return CORNERS * np.sqrt([beam.Iz / beam.area, beam.Iy / beam.area])


def _at_fibre(move: np.ndarray, turn: np.ndarray, y: float, z: float) -> np.ndarray:
    """Displacement of a point of the section: move + turn × (0, y, z)."""
    return move + np.array([turn[1] * z - turn[2] * y, -turn[0] * z, turn[0] * y])


def _mass_samples(x: np.ndarray, beam: BeamStiffness, places: np.ndarray, size: int) -> MassSamples:
    rows, where, points, masses = [], [], [], []
    for start, end, place in zip(x[:-1], x[1:], places, strict=True):
        h = end - start
        for xi, weight in _gauss(4):
            station = _station(xi, h, beam)
            for y, z in _section_points(beam):
                rows.append(_at_fibre(station.move, station.turn, y, z))
                where.append(place)
                points.append((start + xi * h, y, z))
                masses.append(0.25 * weight * h * beam.density * beam.area)
    return MassSamples(np.array(points), np.array(masses), _global(rows, where, size))


def _stiffness(x: np.ndarray, beam: BeamStiffness, places: np.ndarray, size: int) -> Matrix:
    """Strain energy of stretching, twist, curvatures and shear."""
    law = np.array([beam.EA, beam.GJ, beam.EIy, beam.EIz, beam.GAy or 0.0, beam.GAz or 0.0])
    rows, where, weights = [], [], []
    for h, place in zip(np.diff(x), places, strict=True):
        for xi, weight in _gauss(3):
            station = _station(xi, h, beam)
            shear = np.array([station.move_x[1] - station.turn[2], station.move_x[2] + station.turn[1]])
            rows.append(np.vstack([station.move_x[:1], station.turn_x, shear]))
            where.append(place)
            weights.append(weight * h * law)
    B = _global(rows, where, size)
    K = scipy.sparse.csr_array(B.T @ scipy.sparse.diags_array(np.concatenate(weights)) @ B)
    return (K + K.T) * 0.5


def _stress_samples(x: np.ndarray, beam: BeamStiffness, places: np.ndarray, size: int) -> StressSamples:
    """Normal stress N/A, and slopes of the fibres across the beam: ∫ N (v'² + w'² + (I_y + I_z)/A twist²) dx."""
    stresses, slopes, where, weights = [], [], [], []
    for h, place in zip(np.diff(x), places, strict=True):
        for xi, weight in _gauss(5):
            station = _station(xi, h, beam)
            for y, z in _section_points(beam):
                stress, slope = np.zeros((6, ELEMENT_UNKNOWNS)), np.zeros((9, ELEMENT_UNKNOWNS))
                stress[0] = beam.EA / beam.area * station.move_x[0]
                slope[1:3] = _at_fibre(station.move_x, station.turn_x, y, z)[1:]
                stresses.append(stress)
                slopes.append(slope)
                where.append(place)
                weights.append(0.25 * weight * h * beam.area)
    return StressSamples(np.array(weights), _global(stresses, where, size), _global(slopes, where, size))


def _bending_rows(x: np.ndarray, beam: BeamStiffness, places: np.ndarray, borders: np.ndarray) -> BendingRows:
    """At the points of Gauss between borders, some eight of them in all."""
    count, size = max(3, -(-BENDING_POINTS // (len(borders) - 1))), 6 * len(x) + 4 * (len(x) - 1)
    slopes, curves, tensions, where = [], [], [], []
    for start, end in pairwise(borders):
        for part, weight in _gauss(count):
            at, length = start + part * (end - start), weight * (end - start)
            element = min(int(np.searchsorted(x, at, side="right")) - 1, len(x) - 2)
            h = x[element + 1] - x[element]
            station = _station((at - x[element]) / h, h, beam)
            slopes.append(station.move_x[1:])
            bends = np.array([np.sqrt(beam.EIz) * station.turn_x[2], -np.sqrt(beam.EIy) * station.turn_x[1]])
            curves.append(np.sqrt(length) * bends)
            tensions.append(length * beam.EA * station.move_x[:1])
            where.append(places[element])
    return BendingRows(*(_global(rows, where, size) for rows in (slopes, curves, tensions)))


def _fibre_stresses(
    x: np.ndarray, beam: BeamStiffness, places: np.ndarray, size: int, outline: Any
) -> dict[str, Matrix]:
    """Normal stresses at the corners of the outline (+y+z, −y+z, −y−z, +y−z) at root, middle and tip."""
    if outline is None:
        return {}
    half = 0.5 * np.array([float(side) for side in outline])
    E = beam.EA / beam.area
    found = {}
    for name, at in (("root", x[0]), ("middle", 0.5 * (x[0] + x[-1])), ("tip", x[-1])):
        element = min(int(np.searchsorted(x, at, side="right")) - 1, len(x) - 2)
        h = x[element + 1] - x[element]
        station = _station((at - x[element]) / h, h, beam)
        rows = [E * _at_fibre(station.move_x, station.turn_x, *corner)[0] for corner in CORNERS * half]
        found[name] = _global([np.array(rows)], [places[element]], size)
    return found


def _rim(outline: Any, is_round: bool) -> np.ndarray:
    """(y, z) of points around a section, counter-clockwise as seen from its tip."""
    half = 0.5 * np.array([float(side) for side in outline])
    if not is_round:
        return CORNERS * half
    angles = 2 * np.pi * np.arange(16) / 16
    return np.column_stack([np.cos(angles), np.sin(angles)]) * half


def _skin(x: np.ndarray, beam: BeamStiffness, places: np.ndarray, size: int, rim: np.ndarray, is_round: bool) -> Skin:
    """Points around the sections at all nodes, triangles between them and over both ends, with the normal stress; of
    round sections also with the shear of torsion.
    """
    rows, where, stresses = [], [], []
    E, G = beam.EA / beam.area, beam.GJ / (beam.Iy + beam.Iz) if is_round else 0.0
    for node in range(len(x)):
        element = min(node, len(x) - 2)
        station = _station(float(node - element), x[element + 1] - x[element], beam)
        rows.append(np.vstack([_at_fibre(station.move, station.turn, y, z) for y, z in rim]))
        where.append(places[element])
        for y, z in rim:
            stress = np.zeros((6, ELEMENT_UNKNOWNS))
            stress[0] = E * _at_fibre(station.move_x, station.turn_x, y, z)[0]
            stress[4], stress[5] = G * y * station.turn_x[0], -G * z * station.turn_x[0]
            stresses.append(stress)
    points = np.array([(at, y, z) for at in x for y, z in rim])
    count = len(rim)
    i, k = (part.ravel() for part in np.meshgrid(np.arange(len(x) - 1), np.arange(count), indexing="ij"))
    a, b = i * count + k, i * count + (k + 1) % count
    sides = [np.column_stack([a, b, b + count]), np.column_stack([a, b + count, a + count])]
    fan = np.column_stack([np.zeros(count - 2, int), np.arange(1, count - 1), np.arange(2, count)])
    ends = [fan[:, ::-1], fan + (len(x) - 1) * count]
    on_points = [place for place in where for _ in rim]
    return Skin(points, _global(rows, where, size), np.vstack([*sides, *ends]), _global(stresses, on_points, size))

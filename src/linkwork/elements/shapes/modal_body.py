r"""A body that deforms: $r = X + \Phi(X)\,e$, elastic coordinates e with stiffness and damping."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from ... import flexible
from ...contract import ElasticShape, ModalData, ModelError, Shape, option, parameter, register
from ...contract.modal_data import load_modal_data
from ...contract.own_unknowns import check_identifiers
from ...contract.parameters import value_of
from ...expr import is_symbolic, sqrt
from ...spatial import MassProperties, matrix
from ...spatial.inertia import point_inertia

REPEATING = 1e-9
"""Below this part of the largest, an eigenvalue of the scaled mass matrix says that coordinates repeat each other."""
OF_BODIES = ("e0", "e1", "e2", "e3", "x", "y", "z")
"""What coordinates of bodies are called where they have some."""
SHAPES = {
    "d0": "3", "C1": "3n", "XX": "33", "XP": "33n", "PP": "33nn", "stiffness": "nn", "damping": "nn",
}  # fmt: skip
"""Arrays of modal data and their shapes, n the count of coordinates."""


@register
class ModalBody(Shape):
    """M_e ë + D ė + K e = … : a body with elastic coordinates, for `model.body("arm", lw.ModalBody(data))`.

    `data` are `lw.ModalData`, or the file of `lw.save_modal_data` that has them: integrals of its shapes, stiffness,
    and the frames at which it is connected, as `arm.at("tip")`. Its coordinates are `arm.<name>` of the state, with
    speeds `arm.<name>_dot`. The factors scale mass, stiffness and damping; they may be Parameters.
    """

    data = option(path=True, doc="what it is made of, or the file that holds it")
    mass_factor = parameter(default=1.0, check="positive", doc="of all masses, such as a density over that of the data")
    stiffness_factor = parameter(
        default=1.0, check="positive", doc="of the stiffness, such as Young's modulus over its own"
    )
    damping_factor = parameter(default=1.0, check="nonnegative", doc="of the damping")

    @classmethod
    def read(cls, file: str | Path, **options: Any) -> ModalBody:
        """A body from a finite-element model in files; options are those of `linkwork.flexible.read_modal_data`."""
        return cls(flexible.read_modal_data(file, **options))

    @classmethod
    def from_mesh(cls, mesh: Any, material: Any, **options: Any) -> ModalBody:
        """A solid body from a mesh and a material; options are those of `linkwork.flexible.mesh_data`.

        E and the density may be Parameters: they become factors of stiffness and mass.
        """
        return cls(flexible.mesh_data(mesh, material, **options), **material_factors("mesh", material, options))

    def validate(self) -> None:
        """Arrays fit together, and no coordinate moves the body as a whole."""
        if not isinstance(self.data, (ModalData, str, Path)):
            raise ModelError(f"{self.kind}: data = {type(self.data).__name__} is not lw.ModalData, nor a file of them.")
        try:
            data = self.modal
        except ModelError as error:
            raise ModelError(f"{self.kind}: {error}") from None
        check_identifiers(self.kind, "coordinates", data.coordinates)
        taken = [name for name in data.coordinates if name in OF_BODIES or name in data.frames]
        if taken:
            raise ModelError(
                f"{self.kind}: a coordinate cannot be called {taken[0]!r}, since a frame or a coordinate of bodies is."
            )
        sizes = {"3": 3, "n": data.count}
        arrays = [(name, getattr(data, name), shape) for name, shape in SHAPES.items()]
        for name, frame in data.frames.items():
            parts = {"p": "3", "R": "33", "Phi": "3n", "Theta": "3n"}
            arrays += [(f"frame {name!r}: {part}", getattr(frame, part), shape) for part, shape in parts.items()]
        for name, values, shape in arrays:
            wanted = tuple(sizes[letter] for letter in shape)
            if np.shape(values) != wanted or not np.isfinite(values).all():
                raise ModelError(
                    f"{self.kind}: {name} needs finite numbers of shape {wanted}, {data.count} coordinates, and has "
                    f"shape {np.shape(values)}."
                )
        _check_mass(self.kind, data)

    @cached_property
    def modal(self) -> ModalData:
        """The data themselves."""
        return self.data if isinstance(self.data, ModalData) else load_modal_data(self.data)

    def properties(self) -> MassProperties:
        """Those of the undeformed body."""
        data = self.modal
        com = data.d0 / data.mass
        about = np.trace(data.XX) * np.eye(3) - data.XX
        inertia = about - point_inertia(data.mass, com)
        return MassProperties(self.mass_factor * data.mass, com, matrix(self.mass_factor * 0.5 * (inertia + inertia.T)))

    def elastic(self) -> ElasticShape | None:
        """Its coordinates."""
        return ElasticShape(self.modal, self.mass_factor, self.stiffness_factor, self.damping_factor)

    def looks(self) -> list[dict[str, Any]]:
        """Its faces, undeformed."""
        data = self.modal
        if data.faces is None:
            return []
        return [{"kind": "mesh", "vertices": np.asarray(data.nodes).tolist(), "faces": np.asarray(data.faces).tolist()}]


def material_factors(name: str, material: Any, options: Mapping[str, Any]) -> dict[str, Any]:
    """Factors of a body whose material has Parameters: stiffness goes as E, mass as the density.

    Damping by ratios goes as the root of both; Poisson's ratio stays.
    """
    young, density = getattr(material, "E", None), getattr(material, "density", None)
    if not is_symbolic(young) and not is_symbolic(density):
        return {}
    if options.get("rayleigh") is not None:
        raise ModelError(
            f"{name}: rayleigh with a material of Parameters has no one factor of damping; give ratios, damping=…."
        )
    stiffness, mass = (x / value_of(x) if is_symbolic(x) else 1.0 for x in (young, density))
    damping = {"damping_factor": sqrt(stiffness * mass)} if options.get("damping") is not None else {}
    return {"stiffness_factor": stiffness, "mass_factor": mass, **damping}


def rest_mass_matrix(data: ModalData) -> np.ndarray:
    """M of [ω, v, ė] where nothing is deformed."""
    S = np.array([data.XP[1, 2] - data.XP[2, 1], data.XP[2, 0] - data.XP[0, 2], data.XP[0, 1] - data.XP[1, 0]])
    x, y, z = data.d0
    d = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    J = np.trace(data.XX) * np.eye(3) - data.XX
    return np.block(
        [
            [J, d, S],
            [-d, data.mass * np.eye(3), data.C1],
            [S.T, data.C1.T, np.einsum("aafg->fg", data.PP)],
        ]
    )


def _check_mass(kind: str, data: ModalData) -> None:
    """Raises where elastic coordinates repeat each other, or the motion of the body frame."""
    if not data.mass > 0.0:
        raise ModelError(f"{kind}: its mass is {data.mass:g} kg; it must be positive.")
    elastic = np.einsum("aafg->fg", data.PP)
    size = np.sqrt(np.maximum(np.diag(elastic), 0.0))
    still = [name for name, x in zip(data.coordinates, size, strict=True) if x == 0.0]
    if still:
        raise ModelError(f"{kind}: the coordinate {still[0]!r} moves no mass; leave it out.")
    mass = rest_mass_matrix(data)
    free = [k for k in range(len(mass)) if mass[k, k] > REPEATING * mass[:6].diagonal().max() or k >= 6]
    scaled = mass[np.ix_(free, free)]
    scaled = scaled / np.sqrt(np.outer(np.diag(scaled), np.diag(scaled)))
    values, vectors = np.linalg.eigh(scaled)
    if data.count and values[0] < REPEATING * values[-1]:
        share = np.abs(vectors[len(free) - data.count :, 0])
        names = [name for name, x in zip(data.coordinates, share, strict=True) if x > 0.1 * share.max()]
        raise ModelError(
            f"{kind}: the coordinates {', '.join(names[:8])} move the body as a whole or repeat each other: its frame "
            "moves it already. Take out the motions without strain (root=… of the reduction), or one of them."
        )

"""Flexible rods and plates: modal bodies of built-in models."""

from __future__ import annotations

from typing import Any

from ... import flexible
from .modal_body import ModalBody, material_factors


def FlexibleRod(length: Any, section: Any, material: Any, modes: int | None = None, **options: Any) -> ModalBody:
    """A straight rod along x from `root` at the origin to `tip`, of a section and a material.

    It stretches, twists and bends in two planes, with four modes unless `modes` or `cutoff` is given. Options are
    those of `linkwork.flexible.rod_data`. E and the density of the material may be Parameters, which stay Parameters of
    the body; lengths and sections are taken as they are when it is made.
    """
    factors = material_factors(options.get("name", "rod"), material, options)
    return ModalBody(flexible.rod_data(length, section, material, modes, **options), **factors)


def FlexiblePlate(size: Any, thickness: Any, material: Any, modes: int | None = None, **options: Any) -> ModalBody:
    """A thin rectangular plate in the plane z = 0 around its middle, by its left edge as `root`.

    It bends, stretches and shears in its plane, with eight modes unless `modes` or `cutoff` is given. Options are
    those of `linkwork.flexible.plate_data`. E and the density of the material may be Parameters.
    """
    factors = material_factors(options.get("name", "plate"), material, options)
    return ModalBody(flexible.plate_data(size, thickness, material, modes, **options), **factors)

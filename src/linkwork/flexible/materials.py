"""What is asked of materials and cross-sections: attributes of any object that has them."""

from __future__ import annotations

from typing import Any

from ..contract.errors import ModelError
from ..contract.parameters import value_of


def attribute(name: str, what: str, given: Any, key: str, least: float = 0.0) -> float:
    """A positive number of a material or section."""
    value = getattr(given, key, None)
    if value is None:
        raise ModelError(f"{name}: {what} has no {key}; it needs one.")
    try:
        number = float(value_of(value))
    except (TypeError, ValueError):
        raise ModelError(f"{name}: {key} of {what} must be a number, is {value!r}.") from None
    if not number > least:
        raise ModelError(f"{name}: {key} of {what} must be more than {least:g}, is {number:g}.")
    return number


def poisson(name: str, material: Any) -> float:
    """Poisson's ratio of an isotropic material, from `nu`, or from `E` and `G`."""
    nu = value_of(getattr(material, "nu", None))
    if nu is None:
        nu = attribute(name, "the material", material, "E") / (2 * attribute(name, "the material", material, "G")) - 1
    if not -1 < nu < 0.5:
        raise ModelError(f"{name}: Poisson's ratio {nu:g} must lie between −1 and 0.5.")
    return float(nu)


def elasticity(name: str, material: Any) -> tuple[float, float]:
    """Lamé's two numbers."""
    E, nu = attribute(name, "the material", material, "E"), poisson(name, material)
    attribute(name, "the material", material, "density")
    return E * nu / ((1 + nu) * (1 - 2 * nu)), E / (2 * (1 + nu))


def shear_modulus(name: str, material: Any) -> float:
    """G, given or from E and nu."""
    if getattr(material, "G", None) is not None:
        return attribute(name, "the material", material, "G")
    return attribute(name, "the material", material, "E") / (2 * (1 + poisson(name, material)))

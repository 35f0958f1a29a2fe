"""A flexible rod of a section and a material: a beam model inside, reduced."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..contract.arguments import NUMBER_ARGUMENT
from ..contract.errors import ModelError
from ..contract.modal_data import ModalData
from ..contract.parameters import value_of
from .beam import beam_model, beam_stiffness
from .checks import wanted_modes
from .reduce import reduce_model


def rod_data(
    length: float,
    section: Any,
    material: Any,
    modes: int | None = None,
    *,
    name: str = "rod",
    interfaces: Mapping[str, float] | None = None,
    points: Mapping[str, float] | None = None,
    elements: int | None = None,
    shear: bool = True,
    **options: Any,
) -> ModalData:
    """The data of a straight rod along x from its root at the origin to its tip at x = length.

    `section` has area, Iy = ∫z²dA, Iz = ∫y²dA, J, and shear factors ky, kz unless `shear=False`; where it has an
    outline (width along y, height along z), stresses at its corners are there by the names root, middle and tip.
    `interfaces` and `points` are places along the rod by name; without any, root and tip are the interfaces. There are
    four modes where neither `modes` nor `cutoff` is given. Further options are those of `reduce_model`.
    """
    NUMBER_ARGUMENT.check(name, "length", value_of(length))
    length = float(value_of(length))
    if not length > 0:
        raise ModelError(f"{name}: length={length:g} must be positive.")
    wanted = wanted_modes(name, modes, options.get("cutoff"), 4, elements)
    ends = {"root": 0.0, "tip": length} if interfaces is None else dict(interfaces)
    named = dict(points or {})
    for place, x in {**named, **ends}.items():
        if not 0 <= x <= length:
            raise ModelError(f"{name}: {place} stands at x = {x:g}, outside the rod of length {length:g}.")
    count = max(24, 4 * (wanted or 0)) if elements is None else elements
    if count < 1:
        raise ModelError(f"{name}: elements={count} must be one or more.")
    stations = _stations(length, count, [*ends.values(), *named.values()])
    beam = beam_stiffness(name, section, material, shear)
    # The side of the rectangle that is as wide across the same axis: I = A h²/12.
    thickness = float(np.sqrt(12.0 * max(beam.Iy, beam.Iz) / beam.area))
    if not thickness < length:
        raise ModelError(
            f"{name}: a section of about {thickness:.3g} m across on a length of {length:g} m is not a rod: it must be "
            "longer than thick, and the theory is good from ten times on. Give all lengths in metres."
        )
    outline = getattr(section, "outline", None)
    sides = None if outline is None else [value_of(side) for side in outline]
    model = beam_model(name, stations, beam, sides, bool(getattr(section, "is_round", False)), list(ends.values()))
    options = {"units_are_given": True, **options}
    return reduce_model(
        model,
        {place: [_node(stations, x)] for place, x in ends.items()},
        modes=wanted,
        points={place: [_node(stations, x)] for place, x in named.items()},
        **options,
    )


def _stations(length: float, count: int, wanted: list[float]) -> np.ndarray:
    """Equal steps, the nearest of them moved to the places that are wanted."""
    x = np.linspace(0.0, length, count + 1)
    far = [place for place in wanted if np.abs(x - place).min() > 1e-9 * length]
    kept = [s for s in x if all(abs(s - place) > 0.3 * length / count for place in far) or s in (0.0, length)]
    return np.unique([*kept, *far])


def _node(stations: np.ndarray, x: float) -> int:
    return int(np.argmin(np.abs(stations - x)))

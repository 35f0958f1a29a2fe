"""Numbers of a model by the names that people give them, and systems in which these are Parameters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from ...contract import ModelError
from ...contract.errors import unknown
from ...contract.parameters import NumberParameter
from ...model.number_places import GRAVITY, NumberPlace, WithParameters, number_names, number_place
from ...model.rewrite import rewritten
from ...system import System, compile_model

OF_A_DRIVE = "{} of the drive"
"""What a number is called whose name is that of a prescribed coordinate or speed as well."""


def number_in(system: System, name: str) -> NumberPlace | None:
    """The number of the model that a name stands for, in its unit; None where it is a Parameter, or the name of what a
    state holds, unless that is prescribed."""
    layout, parameters = system.layout, system.model.parameters
    if name in parameters or (name in (*layout.q, *layout.u, *layout.z) and not is_prescribed(system, name)):
        return None
    place = number_place(system.model, name)
    if place is None or place.unit:
        return place
    channel = system.channel_table.find(name)  # of a driven coordinate or its rate
    return replace(place, unit="" if channel is None else channel.unit or "")


def is_prescribed(system: System, name: str) -> bool:
    """Whether a coordinate or speed is driven or locked."""
    return name.removesuffix("_dot") in {p.name for p in (*system.layout.driven, *system.layout.locked)}


def names_of_numbers(system: System) -> list[str]:
    """What can be varied: Parameters, gravity, what states hold, and numbers of the model."""
    layout = system.layout
    return [*system.model.parameters, GRAVITY, *layout.q, *layout.u, *layout.z, *number_names(system.model)]


def varied_system(system: System, names: Iterable[str]) -> System:
    """The system with a Parameter for each of the numbers among `names`; itself where there are none."""
    places = {name: place for name in names if (place := number_in(system, name)) is not None}
    if not places:
        return system
    rewrite = WithParameters()
    for name, place in places.items():
        own = OF_A_DRIVE.format(name) if is_prescribed(system, name) else name
        place.put(rewrite, NumberParameter(own, place.value, place.unit))
    return compile_model(rewritten(system.model, rewrite), system.coordinates)


def by_own_names(system: System, given: Mapping[str, Any]) -> dict[str, Any]:
    """Values by name, with those of drives as the varied system calls them."""
    known = system.model.parameters
    return {of_a_drive if (of_a_drive := OF_A_DRIVE.format(n)) in known else n: x for n, x in given.items()}


def check_varied(system: System, names: Iterable[str], verb: str) -> None:
    """Raises where a name is neither a Parameter nor what states hold nor a number of the model."""
    layout = system.layout
    held = {*system.model.parameters, *layout.q, *layout.u, *layout.z}
    for name in names:
        if name not in held and number_in(system, name) is None:
            known = names_of_numbers(system)
            raise ModelError(unknown("Parameter, starting value or number of the model", name, known), verb)

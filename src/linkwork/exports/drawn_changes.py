"""What a control changes in the picture: shapes of bodies and ends of connections, where it begins and where it ends.

Between these a page draws along straight lines, which is exact for everything that is linear in the number: lengths,
radii, places.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ..contract import ModelError, Parameter, value_of
from ..model import Model, Point
from ..model.number_places import GRAVITY, WithParameters, number_place
from ..model.rewrite import revalued, rewritten
from .page_controls import Control, PageKey


def possible_controls(model: Model, controls: Sequence[Control], are_asked: bool) -> Iterator[Control]:
    """Controls whose ends the model takes. Raises for one that was asked for; others are not chosen automatically."""
    for control in controls:
        said = "" if control.kind == "start" else _refusal(model, control)
        if not said:
            yield control
        elif are_asked:
            raise ModelError(f"the control {control.name!r} has an impossible range. {said}", "live")


def check_keys(model: Model, keys: Sequence[PageKey]) -> None:
    """Raises where a key gives a number a value that the model does not take."""
    for key in keys:
        try:
            _model_at(model, key, key.pressed)
        except ModelError as error:
            said = f"the key {key.key!r} makes {key.name!r} {key.pressed:g}, which the model refuses: {error}"
            raise ModelError(said, "live") from None


def _refusal(model: Model, control: Control) -> str:
    """Why the model does not take one of the ends of a control; "" where it takes both."""
    for value in (control.low, control.high):
        try:
            _model_at(model, control, value)
        except ModelError as error:
            return f"At {value:g} the model refuses it: {error} Give another (lowest, highest)."
    return ""


def drawn_changes(model: Model, control: Control) -> dict[str, Any]:
    """Bodies and ends that look different at the two ends of a control, by their numbers in the scene."""
    if control.kind != "parameter" or control.name == GRAVITY:
        return {"bodies": [], "ends": []}
    low, high = (_model_at(model, control, value) for value in (control.low, control.high))
    bodies = [
        {"body": k + 1, "low": a, "high": b}
        for k, name in enumerate(model.bodies)
        if (a := _looks(low, name)) != (b := _looks(high, name))
    ]
    ends = [
        {"connection": k, "end": j, "low": a, "high": b}
        for k, name in enumerate(model.connections)
        for j, (a, b) in enumerate(zip(_ends(low, name), _ends(high, name), strict=True))
        if a != b
    ]
    return {"bodies": bodies, "ends": ends}


def _model_at(model: Model, control: Control | PageKey, value: float) -> Model:
    """The model with a control at a value."""
    if control.target in model.parameters:
        return revalued(model, {control.target: value})
    place, rewrite = number_place(model, control.name), WithParameters()
    assert place is not None
    place.put(rewrite, Parameter(control.target, value))
    return rewritten(model, rewrite)


def _looks(model: Model, name: str) -> list[dict[str, Any]]:
    """Primitives of a body's shapes; meshes stay as they are."""
    return [look for shape in model.bodies[name].shapes for look in shape.looks() if look["kind"] != "mesh"]


def _ends(model: Model, name: str) -> list[list[float]]:
    ends = [end for end in model.connections[name].ends if isinstance(end, Point)]
    return [np.asarray(value_of(end.X.p), dtype=float).tolist() for end in ends]

"""Elements tried out once when they are first used: what a user's function returns, and that it can be traced."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..expr import TraceError, array, symbols
from .constraint import Constraint
from .element import Element
from .errors import ModelError
from .force import Force
from .hinge import Hinge
from .hinge_form import HingeForm, check_linear, relative_points, relative_symbols
from .load import Load
from .rotor import Rotor
from .signal import Signal

_tried: set[tuple[type, str]] = set()


def check_element(element: Element) -> None:
    """Raises `ModelError`, with the element's name, where one of its functions does not give what it should.

    An element is tried once for each class and choice of options: numbers do not change what a function returns.
    """
    shaping = [v for n, v in element.values.items() if not element.fields[n].is_number]
    key = (type(element), repr(shaping))
    if key in _tried:
        return
    try:
        for kind, check in _CHECKS.items():
            if isinstance(element, kind):
                check(element)
    except TraceError as error:
        raise ModelError(f"{element.kind}: {error}") from error
    # A function of the user's is not known by how it prints.
    if not any(map(_holds_function, shaping)):
        _tried.add(key)


def _holds_function(value: Any) -> bool:
    if isinstance(value, Element):
        return any(map(_holds_function, value.values.values()))
    return any(map(_holds_function, value)) if isinstance(value, tuple) else callable(value)


def _check_hinge(hinge: Any) -> None:
    form = HingeForm(hinge)
    for name in ("pose", "q_dot", "invariants", "velocity_rows"):
        getattr(form, name)
    rest = form.values(hinge.rest_values, R=form.pose.R).R
    if np.abs(rest @ rest.T - np.eye(3)).max() > 1e-9:
        raise ModelError(f"{hinge.kind}.pose: the rotation at rest is not orthogonal; check it, or give `rest`.")
    if hinge.has_residual:
        rel, _ = relative_symbols()
        rows = hinge.residual(rel, symbols("t"))
        if len(hinge.speed_names) < 6 or rows is None or np.size(rows):  # six free directions leave nothing to close
            _flat(f"{hinge.kind}.residual", rows)


def _check_constraint(constraint: Any) -> None:
    rel, velocities = relative_symbols()
    t = symbols("t")
    label = f"{constraint.kind}.{constraint.level}"
    if constraint.level == "position":
        extra = (constraint.s(symbols("s", len(constraint.auxiliary))),) if constraint.auxiliary else ()
        _flat(label, constraint.position(rel, t, *extra))
    elif constraint.level == "velocity":
        rows = _flat(label, constraint.velocity(rel, t))
        check_linear(label, rows, velocities, relative_points(constraint.parameters))
    elif constraint.ends is not None:
        _flat(label, constraint.coupling(symbols("q", constraint.ends), t))


def _check_signal(signal: Any) -> None:
    if np.shape(signal.value(symbols("t"))) != ():
        raise ModelError(f"{signal.kind}.value: must return one number.")


def _check_load(load: Any) -> None:
    rel, _ = relative_symbols()
    _check_wrench(f"{load.kind}.wrench", load.wrench(rel, symbols("t")))


def _check_rotor(rotor: Any) -> None:
    t = symbols("t")
    for name, result in (
        ("axial_inertia", rotor.axial_inertia()),
        ("speed", 0.0 if rotor.is_free else rotor.speed(t)),
        ("torque", rotor.torque(symbols("angle"), symbols("spin"), t)),
    ):
        _check_shape(f"{rotor.kind}.{name}", result, ())


def _check_force(force: Any) -> None:
    if force.ends is None:
        return
    rels = [relative_symbols(f"_{k}" if k else "")[0] for k in range(force.ends - 1)]
    rel = rels[0] if force.ends == 2 else rels
    available: dict[str, Any] = {"rel": rel, "t": symbols("t")}
    available |= {n: getattr(force, n)(symbols(n, len(names))) for n, names in _named_of(force).items() if names}
    form, measured = force.form, force.measured
    shape: tuple[int, ...] = ()
    if measured is not None:
        value = measured.value(rel)
        shape = np.shape(array(value))
        available |= {"e": symbols("e", shape), "e_dot": symbols("e_dot", shape)}
    result = force.call(form, available)
    if form == "wrench":
        if force.ends == 2:
            _check_wrench(f"{force.kind}.wrench", result)
    else:
        _check_shape(f"{force.kind}.{form}", result, shape if form == "law" else ())
    for name, names in (("state_dot", force.states), ("residual", force.unknowns), ("output", force.outputs)):
        if names:
            _check_count(f"{force.kind}.{name}", force.call(name, available), len(names))


def _named_of(force: Any) -> dict[str, tuple[str, ...]]:
    return {"z": force.states, "i": force.inputs, "s": force.unknowns}


def _check_wrench(label: str, result: Any) -> None:
    if not isinstance(result, (tuple, list, np.ndarray)) or len(result) != 2:
        raise ModelError(f"{label}: must return (moment, force), three numbers each.")
    for what, part in zip(("moment", "force"), result, strict=True):
        _check_shape(f"{label}: the {what}", part, (3,))


def _check_shape(label: str, result: Any, shape: tuple[int, ...]) -> None:
    if result is None:
        raise ModelError(f"{label}: returned nothing. Is a `return` missing?")
    found = np.shape(array(result))
    if found != shape:
        wanted = f"{' × '.join(map(str, shape))} numbers" if shape else "one number"
        raise ModelError(f"{label}: must be {wanted}, has shape {found}.")


def _check_count(label: str, result: Any, count: int) -> None:
    if _flat(label, result).size != count:
        raise ModelError(f"{label}: must give {count} numbers, gave {array(result).size}.")


def _flat(label: str, rows: Any) -> Any:
    """Residuals as a vector; one alone may be returned as it is."""
    if rows is None:
        raise ModelError(f"{label}: returned nothing. Is a `return` missing?")
    flat = array(rows).ravel()
    if flat.size == 0:
        raise ModelError(f"{label}: returned no residual.")
    return flat


_CHECKS = {
    Hinge: _check_hinge,
    Constraint: _check_constraint,
    Force: _check_force,
    Load: _check_load,
    Rotor: _check_rotor,
    Signal: _check_signal,
}

"""Elements tried out when they are first used: what a user's function returns, and that it can be traced."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

import numpy as np

from ...expr import Expr, TraceError, dot, jacobian, symbols
from ...expr.graph import as_expr
from ...expr.node import Node, symbols_of
from ...spatial import Relative
from ..constraint import Constraint
from ..contact import Contact
from ..element import Element, holds_function
from ..errors import ModelError
from ..force import Force, Load
from ..hinge import Hinge
from ..shape import Rotor
from ..signal import Signal
from .constraint_form import ConstraintForm
from .contact_form import ContactForm
from .hinge_trial import hinge_looks_right, refuse_velocities, try_hinge
from .law_arguments import call_law, law_symbols
from .one_sided import OneSided, contact_of
from .probe import (
    check_count,
    check_linear,
    check_result_shape,
    check_smooth_in_time,
    check_wrench,
    has_branches,
    looks_linear,
    numbers,
    residuals_of,
    sampled,
)
from .pure import check_pure
from .relative import relative_list, relative_points, relative_symbols

TRIAL_POSES = 3
CONSTRAINT_TRIAL_TIME = 0.2


def try_constraint(constraint: Any) -> None:
    """Raises `ModelError` where the constraint's function does not give what it should."""
    label = f"{constraint.kind}.{constraint.level}"
    form = ConstraintForm(constraint)
    if constraint.on_coordinates and constraint.ends is None:
        return
    rows = [as_expr(x) for x in residuals_of(label, form.written)]
    points = _points(form)
    if constraint.level == "velocity":
        check_linear(label, rows, list(form.velocities), points)
    if constraint.rolls:
        rolling = constraint.rolling(form.rel, form.s, form.t)
        check_linear(f"{constraint.kind}.velocity", rolling, list(form.velocities), points)
    if constraint.level == "position":
        refuse_velocities(label, rows, [x for rel in form.rels for x in (*rel.w, *rel.v)])
    if constraint.level != "velocity":
        _check_crosses(label, rows)
    _check_restricts(label, form, points)
    entries = [form.f, form.rows, form.P_00] if constraint.level != "velocity" else [form.rows, form.P_00]
    check_smooth_in_time(label, [x for part in entries for x in part], form.t, points[:2])


def constraint_looks_right(constraint: Any) -> bool:
    """Whether numbers at a few poses show nothing wrong: for one whose class has been checked with other values."""
    if constraint.on_coordinates and constraint.ends is None:
        return True
    rng = np.random.default_rng(22)
    if constraint.level == "velocity" and constraint.ends == 2:
        R, p, _, _ = _motion(rng)
        if not looks_linear(lambda V: constraint.velocity(Relative(R, p, V[:3], V[3:]), CONSTRAINT_TRIAL_TIME), 6):
            return False
    found = np.array([_values(constraint, rng) for _ in range(TRIAL_POSES)])
    return bool(np.ptp(found, axis=0).all()) and not _branches_in_time(constraint)


def _branches_in_time(constraint: Any) -> bool:
    """Whether its rows have branches and know the time: whether these break it depends on its numbers."""
    rel, t = constraint.relative, symbols("t")
    rows = [as_expr(x) for x in residuals_of("", constraint.residuals(rel, symbols("s", constraint.unknowns), t))]
    return any(s is t for s in symbols_of(rows)) and any(map(has_branches, rows))


def _values(constraint: Any, rng: np.random.Generator) -> np.ndarray:
    moved = [Relative(*_motion(rng)) for _ in relative_list(constraint.relative)]
    rel = moved if isinstance(constraint.relative, list) else moved[0]
    rows = constraint.residuals(rel, rng.normal(size=constraint.unknowns), CONSTRAINT_TRIAL_TIME)
    return numbers(rows).ravel()


def _motion(rng: np.random.Generator) -> tuple[np.ndarray, ...]:
    rotation, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    p, w, v = rng.normal(size=(3, 3))
    return rotation * np.sign(np.linalg.det(rotation)), p, w, v


def _points(form: ConstraintForm) -> list[dict[str, float]]:
    rng = np.random.default_rng(23)
    own = [str(s.data) for s in (*form.s, *form.s_dot)]
    found = relative_points(form.parameters, len(form.rels))
    return [point | {name: float(rng.normal()) for name in own} for point in found]


def _check_crosses(label: str, rows: Sequence[Node]) -> None:
    """Raises where a row touches zero and does not cross it: no force along its derivative holds it there."""
    for k, row in enumerate(rows):
        if _is_square(row):
            which = f"row {k + 1} is" if len(rows) > 1 else "it is"
            raise ModelError(
                f"{label}: {which} a square, or a sum of squares, whose derivative vanishes where it holds; write it "
                "without the square, and a sum of squares as a row for each."
            )


def _is_square(value: Node) -> bool:
    """Whether an expression is made as a square, times a number, or as a sum of such."""
    if value.op == "pow":
        exponent = value.args[1]
        return exponent.op == "const" and float(exponent.data) % 2.0 == 0.0 and float(exponent.data) > 0.0
    if value.op == "mul":
        factors = [x for x in value.args if x.op != "const"]
        return _is_square(factors[0]) if len(factors) == 1 else value.args[0] is value.args[1]
    if value.op == "div":
        return value.args[1].op == "const" and _is_square(value.args[0])
    return value.op in ("add", "neg") and all(map(_is_square, value.args))


def _check_restricts(label: str, form: ConstraintForm, points: list[dict[str, float]]) -> None:
    """Raises where a row has no derivative with respect to any velocity: it is a constant and holds nothing."""
    P = [[as_expr(x) for x in row] for row in form.P]
    for k, row in enumerate(P):
        plain = all(x.op == "const" and x.data == 0.0 for x in row)
        if plain or (not np.abs(sampled(row, points)).any() and not any(map(has_branches, row))):
            raise ModelError(f"{label}: row {k + 1} restricts nothing: it is the same at every pose.")


TRIED_ELEMENTS = 20_000
"""Elements that are remembered as checked."""
_shapes: set[Hashable] = set()
_tried: set[Hashable] = set()


def try_element(element: Element) -> None:
    """Raises `ModelError`, with the element's name, where one of its functions does not give what it should.

    The symbolic check is made once for each class and choice of options. With other numbers, hinges and constraints
    are tried with numbers alone, and checked in full only where these show something.
    """
    shape, key = element_keys(element)
    if key in _tried:
        return
    try:
        with np.errstate(all="ignore"):
            contact_of(element)  # raises where a constraint cannot be on one side
            if shape not in _shapes or not _looks_right(element):
                _check(element)
            check_pure(element)
    except ModelError:
        raise
    except TraceError as error:
        raise ModelError(f"{element.kind}: {error}") from error
    except Exception as error:  # a user's function may raise anything
        raise ModelError(f"{element.kind}: {type(error).__name__}: {error}") from error
    # A function of the user's is not known by how it prints.
    if not any(map(holds_function, element.values.values())):
        for known, entry in ((_shapes, shape), (_tried, key)):
            if len(known) >= TRIED_ELEMENTS:
                known.clear()
            known.add(entry)


def element_keys(element: Element) -> tuple[Hashable, Hashable]:
    """(what of an element shapes its code, that with its numbers): equal for equal elements, but for functions."""
    plain: list[Hashable] = []
    shape = _outline(element, plain)
    return shape, (shape, *plain)


def _check(element: Element) -> None:
    for kind, check in _CHECKS.items():
        if isinstance(element, kind):
            check(element)
    contact = contact_of(element)
    if contact is not None:
        try_contact(contact)


def _looks_right(element: Element) -> bool:
    for kind, looks_right in _TRIALS.items():
        if isinstance(element, kind):
            return looks_right(element)
    return False


def _outline(value: Any, plain: list[Hashable]) -> Hashable:
    """What of a value shapes the code; the numbers in it go to `plain`."""
    if isinstance(value, Element):
        return (type(value), *(_outline(v, plain) for v in value.values.values()))
    if isinstance(value, (tuple, list)):
        return tuple(_outline(v, plain) for v in value)
    if isinstance(value, np.ndarray):
        if value.dtype == object:
            return _outline(list(value), plain)
        plain.append(value.tobytes())
        return value.shape
    if isinstance(value, Expr):
        plain.append(value.uid)
        return Expr
    if isinstance(value, float):
        plain.append(value)
        return float
    return repr(value)


def _check_signal(signal: Any) -> None:
    if np.shape(signal.value(symbols("t"))) != ():
        raise ModelError(f"{signal.kind}.value: must return one number.")


def _check_load(load: Any) -> None:
    rel, _ = relative_symbols()
    check_wrench(f"{load.kind}.wrench", load.wrench(rel, symbols("t")))


def _check_rotor(rotor: Any) -> None:
    t = symbols("t")
    for name, result in (
        ("axial_inertia", rotor.axial_inertia()),
        ("speed", 0.0 if rotor.is_free else rotor.speed(t)),
        ("torque", rotor.torque(symbols("angle"), symbols("spin"), t)),
    ):
        check_result_shape(f"{rotor.kind}.{name}", result, ())


def _check_force(force: Any) -> None:
    form = force.form
    available = law_symbols(force)
    shape = np.shape(available.get("e", 0.0))
    if form == "wrench":
        result = call_law(force, form, available)
        if force.ends == 2:
            check_wrench(f"{force.kind}.wrench", result)
    elif form != "outputs":
        result = call_law(force, form, available)
        check_result_shape(f"{force.kind}.{form}", result, shape if form == "law" else ())
    for name, what in (("state_dot", "states"), ("residual", "unknowns"), ("output", "outputs")):
        if getattr(force, what):
            check_count(f"{force.kind}.{name}", call_law(force, name, available), len(getattr(force, what)))
        elif name in vars(type(force)) and vars(type(force)).get(what, ()) == () and what not in vars(force):
            raise ModelError(f"{force.kind}: writes {name} but names no {what}; give {what} = (…,).")


_CHECKS: dict[type[Element], Callable[[Any], None]] = {
    Hinge: try_hinge,
    Constraint: try_constraint,
    Force: _check_force,
    Load: _check_load,
    Rotor: _check_rotor,
    Signal: _check_signal,
}
_TRIALS: dict[type[Element], Callable[[Any], bool]] = {
    Hinge: hinge_looks_right,
    Constraint: constraint_looks_right,
}


# Contacts tried out: that gaps are functions of places, and that each can open and close.
_ACROSS = 1e-9
"""What products of directions may be off by."""


def try_contact(contact: Contact) -> None:
    """Raises `ModelError` where the contact's functions do not give what they should."""
    if not contact.is_smooth:
        return  # it has no gap to be tried
    label, form = f"{contact.kind}.gap", ContactForm(contact)
    if isinstance(contact, OneSided) and form.count > 1:
        raise ModelError(
            f"{contact.kind}: has {form.count} residuals, of which one_sided would keep each on one side. Take a "
            "constraint that has one, such as lw.PointInPlane or lw.FixedDistance, or write a lw.Contact with a gap "
            "for each."
        )
    if contact.one_way and not contact.of_coordinates:
        check_linear(f"{contact.kind}.gap_rate", list(form.gap_rates), _velocities(form), _contact_points(form))
    elif not contact.of_coordinates:
        refuse_velocities(label, [*form.gaps, *form.held], [*form.rel.w, *form.rel.v])
    _check_opens(label, form)
    for k, slips in enumerate(form.slips):
        if len(slips) > 2:
            raise ModelError(f"{contact.kind}: slides in {len(slips)} directions at point {k + 1}; give one or two.")
        if slips and len(slips) != len(form.slips[0]):
            raise ModelError(f"{contact.kind}: slides in one direction at some points and in two at others.")
    _check_tangents(form)
    _ = form.margins_within
    if contact.point_names and len(contact.point_names) != form.count:
        raise ModelError(f"{contact.kind}: has {len(contact.point_names)} names of points for {form.count} gaps.")


def _check_opens(label: str, form: ContactForm) -> None:
    """Raises where a gap does not change with any velocity: nothing could open or close it."""
    points = _contact_points(form)
    slopes = jacobian(form.gap_rates, _velocities(form))
    for k, row in enumerate(slopes):
        entries: list[Any] = [as_expr(x) for x in row]
        if not np.abs(sampled(entries, points)).any() and not any(map(has_branches, entries)):
            raise ModelError(f"{label}: gap {k + 1} is the same at every place; nothing can close it.")


def _check_tangents(form: ContactForm) -> None:
    """Raises where directions of sliding that an author gives are not unit vectors across the normal."""
    if form.contact.of_coordinates or not form.contact.has_friction:
        return
    points = _contact_points(form)
    for k, (normal, across) in enumerate(zip(form.normals, form.across(), strict=True)):
        if across is None:
            continue
        rows = [*across, *([normal] if len(across) < 3 else [])]
        found = sampled([as_expr(dot(a, b)) for a in rows for b in rows], points).reshape(len(points), len(rows), -1)
        if np.abs(found - np.eye(len(rows))).max(initial=0.0) > _ACROSS:
            raise ModelError(
                f"{form.contact.kind}.tangents: at point {k + 1} they are not unit vectors across the normal and each "
                "other; friction acts across the normal. Leave them out to have two that are."
            )


def _velocities(form: ContactForm) -> list[Any]:
    return [*form.q_dot] if form.contact.of_coordinates else [*form.rel.w, *form.rel.v, *form.q_dot]


def _contact_points(form: ContactForm) -> list[dict[str, float]]:
    rng = np.random.default_rng(29)
    own = {str(s.data): float(rng.normal()) for s in (*form.q, *form.q_dot)}
    return [point | own for point in relative_points(form.contact.parameters)]

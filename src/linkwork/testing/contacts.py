"""Conformance of contacts: gaps, normals and points of contact fit together; forces in them do the work they should.

A point that touches is followed: its gap opens at the speed at which bodies part there, n · (v + ω × (c − p)). Where it
does not, gap and point belong to different places, and friction and impacts would make or lose energy.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from ..contract import ConstraintForm, Contact, ModelError, try_element
from ..contract.derived.contact_form import ContactForm, closing_rows, grips_itself, sticking_rows
from ..expr import Function, array, jacobian, make_function
from ..expr.graph import as_expr
from .constraints import ConstraintMotion, arguments, check_row_rates, random_motion, value_function
from .report import DIFFERENCE_STEP, DIFFERENCES, check_native, require, require_close

_FRICTION = 0.5
"""With which contacts are tried that have none: they must know where they touch all the same."""
MOST_CONTACT_DRAWS, FIRST_DRAWS = 300, 30
"""Poses from which a point is brought to touch, and among how many the first has to touch, if only with an edge."""


def check_contact(contact: Contact, samples: int = 3, seed: int = 1) -> None:
    """Raises `ConformanceError` where the contact breaks a promise of its contract, at random motions."""
    try_element(contact)
    require(
        contact.is_smooth, contact, "gap", "is not smooth; such contacts are for time stepping, and have no checks."
    )
    rng = np.random.default_rng(seed)
    _check_rows(contact, samples, rng)
    if contact.of_coordinates or contact.one_way or contact.auxiliary:
        return
    form = ContactForm(_with_friction(contact))
    function = _function(form)
    for k in range(form.count):
        for _ in range(samples):
            _check_point(contact, form, function, k, rng)
    motion = random_motion(ConstraintForm(closing_rows(contact)), rng)
    check_native(contact, function, _arguments(form, motion))


def _check_rows(contact: Contact, samples: int, rng: np.random.Generator) -> None:
    """Rows of closed and of sticking points agree with differences, and with native code."""
    own_grip = contact.has_friction and not grips_itself(contact)
    for rows in (closing_rows(contact), *([sticking_rows(contact)] if own_grip else ())):
        form = ConstraintForm(rows)
        values = value_function(form)
        for _ in range(samples):
            check_row_rates(rows, values, random_motion(form, rng), rng.normal(size=6 + len(form.s)))
        outputs = {name: getattr(form, name) for name in ("f", "P", "P_0", "P_00") if np.size(getattr(form, name))}
        check_native(contact, form.function(**outputs), arguments(form, random_motion(form, rng)))


def _with_friction(contact: Contact) -> Contact:
    """The contact with friction, so that it says where it touches; as it is where it cannot."""
    if contact.has_friction:
        return contact
    found = contact.with_values(friction=_FRICTION)
    try:
        _ = ContactForm(found).slips
    except ModelError:
        return contact
    return found


def _function(form: ContactForm) -> Function:
    """Gaps, normals and rows of the relative motion (ω, v), and what the gap does by itself."""
    rel, count = form.rel, form.count
    velocities = array([*rel.w, *rel.v])
    outputs: dict[str, Any] = {
        "gaps": form.gaps,
        "normals": array([as_expr(x) for normal in form.normals for x in normal]).reshape(count, 3),
        "rates": array([as_expr(x) for x in form.gap_rates]),
        "rows": array(jacobian(form.gap_rates, velocities)).reshape(count, 6),
    }
    if form.margins_within is not None:
        outputs["within"] = form.margins_within
    if form.contact.has_friction:
        slips = [slip for own in form.slips for slip in own]
        outputs["points"] = array([as_expr(x) for point in form.points for x in point]).reshape(count, 3)
        outputs["slips"] = array(jacobian(array(slips), velocities)).reshape(count, -1, 6)
    inputs = {"R": rel.R, "p": rel.p, "w": rel.w, "v": rel.v, "t": form.t, "parameters": array(form.contact.parameters)}
    return make_function(form.contact.kind, inputs, outputs)


def _arguments(form: ContactForm, motion: ConstraintMotion) -> dict[str, Any]:
    values = [p.value for p in form.contact.parameters]
    return {"R": motion.R, "p": motion.p, "w": motion.w, "v": motion.v, "t": motion.t, "parameters": values}


def _check_point(contact: Contact, form: ContactForm, function: Function, k: int, rng: np.random.Generator) -> None:
    """One point, at a pose at which it touches."""

    def values(motion: ConstraintMotion) -> Any:
        with np.errstate(all="ignore"):
            return function(**_arguments(form, motion))

    motion = _touching(values, form, k, rng)
    require(motion is not None, contact, "gap", f"no pose was found at which point {k + 1} touches.")
    assert motion is not None
    found = values(motion)
    normal = found.normals[k]
    require_close(np.linalg.norm(normal), 1.0, contact, "normal", "is not a unit vector where bodies touch")
    slope = [(values(up).gaps[k] - values(down).gaps[k]) / (2 * DIFFERENCE_STEP) for up, down in _beside(motion)]
    require_close(normal, slope, contact, "normal", "differs from differences of the gap", DIFFERENCES)
    if not form.contact.has_friction:
        return
    arm = found.points[k] - motion.p
    require_close(
        found.rows[k], [*np.cross(arm, normal), *normal], contact, "point", "is not where the gap opens, n · v(c)"
    )
    for row in found.slips[k]:
        direction = row[3:]
        require_close(np.linalg.norm(direction), 1.0, contact, "tangents", "are not unit vectors")
        require_close(direction @ normal, 0.0, contact, "tangents", "are not across the normal")
        wrench = [*np.cross(arm, direction), *direction]
        require_close(row, wrench, contact, "power", "of friction is not that of a force at the point of contact")
    if len(found.slips[k]) == 2:
        across = found.slips[k][0][3:] @ found.slips[k][1][3:]
        require_close(across, 0.0, contact, "tangents", "are not across each other")


def _beside(motion: ConstraintMotion) -> list[tuple[ConstraintMotion, ConstraintMotion]]:
    """The motion with its place moved to both sides along each axis."""
    steps = DIFFERENCE_STEP * np.eye(3)
    return [(replace(motion, p=motion.p + step), replace(motion, p=motion.p - step)) for step in steps]


def _touching(
    values: Callable[[ConstraintMotion], Any], form: ContactForm, k: int, rng: np.random.Generator
) -> ConstraintMotion | None:
    """A motion at which point k touches, and not with an edge of a face; None where none is found.

    The second end is moved along the normal, which leads to the surface where the gap is a distance.
    """
    rows = ConstraintForm(closing_rows(form.contact))
    touched = False
    for draw in range(MOST_CONTACT_DRAWS):
        if draw == FIRST_DRAWS and not touched:
            return None
        motion = random_motion(rows, rng)
        for _ in range(60):
            found = values(motion)
            gap, normal = found.gaps[k], found.normals[k]
            if not np.isfinite([gap, *normal]).all():
                break
            if abs(gap) < 1e-12:
                touched = True
                if form.margins_within is None or found.within[k] > 10.0 * DIFFERENCE_STEP:
                    return motion
                break  # it stands on an edge, where there is no slope
            motion = replace(motion, p=motion.p - np.clip(gap, -0.5, 0.5) * normal)
    return None

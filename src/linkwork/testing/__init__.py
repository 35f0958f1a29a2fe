"""Conformance checks that any author of an element can run: `check_element(MyJoint(radius=0.1))`.

Each draws random states (the same for the same seed), asks the element's one function for everything that follows from
it, and compares with differences, with other forms of the same thing, and with native code. `ConformanceError` names
the property that fails.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..contract import (
    Constraint,
    Contact,
    ContactSet,
    ContactSurface,
    Curve,
    Element,
    Force,
    Hinge,
    Load,
    Material,
    Measure,
    Response,
    Rotor,
    Section,
    Shape,
    Signal,
    Structure,
    try_element,
)
from ..elements import Obstacle
from .constraints import check_constraint
from .contacts import check_contact
from .examples import EXAMPLES, examples_of
from .forces import check_force
from .hinges import check_hinge
from .others import (
    check_contact_set,
    check_contact_surface,
    check_curve,
    check_load,
    check_material,
    check_measure,
    check_obstacle,
    check_response,
    check_rotor,
    check_section,
    check_shape,
    check_signal,
    check_structure,
)
from .report import ConformanceError

__all__ = [
    "EXAMPLES",
    "ConformanceError",
    "check_constraint",
    "check_contact",
    "check_contact_set",
    "check_contact_surface",
    "check_curve",
    "check_element",
    "check_force",
    "check_hinge",
    "check_load",
    "check_material",
    "check_measure",
    "check_obstacle",
    "check_response",
    "check_rotor",
    "check_section",
    "check_shape",
    "check_signal",
    "check_structure",
    "examples_of",
]

ELEMENT_CHECKS: dict[type[Element], Callable[[Any], None]] = {
    Hinge: check_hinge,
    Constraint: check_constraint,
    Contact: check_contact,
    ContactSet: check_contact_set,
    ContactSurface: check_contact_surface,
    Curve: check_curve,
    Force: check_force,
    Load: check_load,
    Material: check_material,
    Measure: check_measure,
    Obstacle: check_obstacle,
    Response: check_response,
    Rotor: check_rotor,
    Section: check_section,
    Shape: check_shape,
    Signal: check_signal,
    Structure: check_structure,
}


def check_element(element: Element, strict: bool = True) -> None:
    """Raises `ConformanceError` where an element of any kind breaks a promise of its contract.

    Not `strict`, it is only tried as `Model.connect` tries it (`ModelError`): that its functions can be traced
    and give what they should. It takes milliseconds and compiles nothing.
    """
    if not strict:
        try_element(element)
        return
    for kind, check in ELEMENT_CHECKS.items():
        if isinstance(element, kind):
            check(element)
            return
    raise ConformanceError(element, "kind", "there are no checks for elements of this kind.")

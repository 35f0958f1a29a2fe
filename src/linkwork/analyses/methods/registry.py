"""Methods by name, and what else `method=` takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...contract import ModelError
from ...contract.arguments import ArgumentKind
from ...contract.errors import unknown
from ...numerics.integrators.time_shapes import FIELDS
from ...numerics.tableaus import TABLEAUS, ImplicitTableau, Tableau
from .integrators import (
    LOOSE,
    Automatic,
    Bdf,
    GeneralizedAlpha,
    ImplicitRungeKutta,
    Radau,
    RungeKutta,
    Symplectic,
    TimeElements,
)
from .method import Formulation, Method, MethodChoice
from .stepping_methods import Leapfrog, Moreau, NonsmoothAlpha

METHODS: dict[str, Method] = {
    method.name: method
    for method in (
        Automatic(),
        *map(RungeKutta, TABLEAUS.values()),
        Radau(),
        Bdf(),
        GeneralizedAlpha(),
        Symplectic(),
        Moreau(),
        Leapfrog(),
        NonsmoothAlpha(),
        *(TimeElements(k, fields=fields) for fields in FIELDS for k in (1, 2, 3)),
    )
}
"""All that have a name."""
OF_TABLES: dict[type, Any] = {Tableau: RungeKutta, ImplicitTableau: ImplicitRungeKutta}
"""Methods that consist of a table."""
_ELSEWHERE = {"rk45": "dopri5", "ode45": "dopri5", "lsoda": "auto"}
"""What comes nearest to methods of SciPy and MATLAB, by their names there in small letters."""
METHOD = ArgumentKind(
    lambda value: isinstance(value, MethodChoice),
    "the name of a method, an lw.Tableau, an lw.ImplicitTableau or an lw.Method",
    (GeneralizedAlpha, Leapfrog, Moreau, NonsmoothAlpha, TimeElements),
)


def method_of(given: MethodChoice, formulation: Formulation, verb: str = "simulate", is_fixed: bool = False) -> Method:
    """The method that a name, a table of coefficients or a method stands for, on a formulation that it serves.

    `is_fixed` says that the length of steps is given.
    """
    if isinstance(given, str):
        if given not in METHODS:
            if (same := _ELSEWHERE.get(given.lower(), given.lower())) in names(formulation):
                raise ModelError(f"there is no method {given!r}. Did you mean {same!r}?", verb)
            raise ModelError(f"{unknown('method', given, names(formulation))}", verb)
        found = METHODS[given]
    else:
        plain: Any = given
        found = OF_TABLES[type(plain)](plain) if type(plain) in OF_TABLES else plain
        found.check_fields()
        shipped = METHODS.get(found.name)
        if shipped is not None and (type(shipped) is not type(found) or shipped.tableau != found.tableau):
            raise ModelError(
                f"method: {found.name!r} is a shipped method, which files call so; give yours another name.", verb
            )
    if formulation not in found.formulations:
        known = ", ".join(map(repr, names(formulation)))
        served = " and ".join(found.formulations)
        raise ModelError(f"{found.name!r} is for the {served} formulation; {formulation} systems go by {known}.", verb)
    # Trees begin with one method and may change it; a run in absolute coordinates has one.
    return found if formulation == "tree" else found.chosen(formulation, LOOSE, is_fixed)


def names(formulation: Formulation) -> list[str]:
    """The methods that serve a formulation."""
    return [name for name, method in METHODS.items() if formulation in method.formulations]


def stored_method(data: Mapping[str, Any]) -> Method | None:
    """The method of which a certificate has `data`; None where it is not a shipped one."""
    shipped = METHODS.get(data["name"])
    if shipped is not None and shipped.data == data:
        return shipped
    kinds = {type(method).__name__: type(method) for method in METHODS.values() if method.tableau is None}
    return kinds[data["kind"]](**data["fields"]) if data["kind"] in kinds else None

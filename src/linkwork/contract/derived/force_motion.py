"""What a force element measures and exerts when its further ends move relative to its first.

A law on a measure ε(R₁, p₁, R₂, p₂, …) of the relative poses of the further ends does the work F·δε. With
ε̇ = Σ A_k (ω_k, v_k), linear in the relative velocities, the wrench on end k is A_kᵀ F at its origin, in the axes of
the first end, which gets the reaction (S0 (3.4.12)).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ...expr import array, jacobian, substitute
from ...expr.graph import as_expr
from ...expr.node import symbols_of
from ...expr.polynomials import polynomial_integral
from ...spatial import Relative, matrix, tangents, tilde
from ..element import Element
from ..errors import ModelError
from ..force import Force
from .law_arguments import call_law, is_on_one_number, law_symbols
from .relative import relative_list, relative_symbols


def measured_in(element: Force, motions: Sequence[Relative], t: Any, s: Any = ()) -> tuple[Any, Any, Any]:
    """(ε, ε̇, ∂ε̇/∂(ω, v)) of an element whose further ends have these relative motions; ε may be its energy.

    Of unknowns s, those that are the measure's come last; as ε is stationary in them, its rate is that at fixed s.
    """
    plain: list[Relative] = []
    velocities: list[Any] = []
    rates: dict[Any, Any] = {}
    for k in range(len(motions)):
        rel, motion = relative_symbols(f"_{k}")
        plain.append(rel)
        velocities += motion
        rates |= dict(zip(rel.R.ravel(), (tilde(rel.w) @ rel.R).ravel(), strict=True))
        rates |= dict(zip(rel.p, rel.v, strict=True))
    values: Any
    if element.form == "energy":
        values = array([as_expr(call_law(element, "energy", {"rel": seen_by(element, plain), "t": t}))])
    else:
        assert element.measured is not None
        own = tuple(s)[len(s) - len(element.measured.unknowns) :]
        values = array(element.measured.of(seen_by(element.measured, plain), own)).ravel()
    rate = tangents([values], rates)[0]
    directions = jacobian(rate, array(velocities))
    values, rate, directions = (_in_motion(x, plain, motions) for x in (values, rate, directions))
    return values, rate, directions


def _in_motion(values: Any, plain: Sequence[Relative], motions: Sequence[Relative]) -> Any:
    """Expressions of plain relative motions, for the actual ones."""
    names: dict[Any, Any] = {}
    for symbolic, rel in zip(plain, motions, strict=True):
        symbols = [*symbolic.R.ravel(), *symbolic.p, *symbolic.w, *symbolic.v]
        actual = [*matrix(rel.R).ravel(), *rel.p, *rel.w, *rel.v]
        names |= dict(zip(symbols, map(as_expr, actual), strict=True))
    entries = array(values)
    return array(substitute([as_expr(x) for x in entries.ravel()], names)).reshape(entries.shape)


def measured_values(measured: tuple[Any, Any, Any]) -> dict[str, Any]:
    """What is measured as a law asks for it: one number where there is one."""
    e, e_dot, _ = measured
    single = len(e) == 1
    return {"e": e[0] if single else e, "e_dot": e_dot[0] if single else e_dot}


def strength_of(element: Force, known: Mapping[str, Any]) -> Any:
    """F, the forces on what is measured; −1 on an energy."""
    return array([-1.0]) if element.form == "energy" else array(call_law(element, "law", known)).ravel()


def wrenches_of(
    label: str, element: Force, count: int, directions: Any, known: Mapping[str, Any]
) -> list[tuple[Any, Any]]:
    """(moment, force) on every further end at its origin, in the axes of the first; `directions` are those of ε̇."""
    if element.form == "wrench":
        found = call_law(element, "wrench", known)
        several = [found] if element.ends == 2 else found
        if len(several) != count:
            raise ModelError(
                f"{label}: {element.kind}.wrench must give (moment, force) for each of its {count} further ends; "
                f"it gives {len(several)}."
            )
        return [(matrix(moment), matrix(force)) for moment, force in several]
    load = directions.T @ strength_of(element, known)
    return [(load[6 * k : 6 * k + 3], load[6 * k + 3 : 6 * k + 6]) for k in range(count)]


def seen_by(element: Element, motions: Sequence[Relative]) -> Any:
    """Relative motions as an element or measure sees them: one where it has two ends, else a list."""
    return motions[0] if element.ends == 2 else list(motions)


def energy_in(element: Force, measured: Callable[[], Any], known: Mapping[str, Any]) -> Any | None:
    """V of an element in motion, None where it has none or it is not known; `measured` gives its one number ε.

    It is what the element says (`energy`, `stored_energy`), or −∫ F dε from ε = 0 where its law at ε̇ = 0 is a
    polynomial of one measured number and of nothing else that moves.
    """
    if element.form == "energy":
        return measured()
    if element.stored_energy is not None:
        return call_law(element, "stored_energy", known)
    found = _of_polynomial(element) if is_on_one_number(element) else None
    return None if found is None else substitute([found[1]], {found[0]: as_expr(measured())})[0]


def _of_polynomial(element: Force) -> tuple[Any, Any] | None:
    """(ε, −∫ F dε) in symbols, where F is a polynomial."""
    known = law_symbols(element)
    e, e_dot = (array(known[name]).ravel()[0] for name in ("e", "e_dot"))
    strength = substitute([as_expr(array(call_law(element, "law", known)).ravel()[0])], {e_dot: as_expr(0.0)})[0]
    others = [x for rel in relative_list(known["rel"]) for part in (rel.R, rel.p, rel.w, rel.v) for x in np.ravel(part)]
    if {node.uid for node in symbols_of([strength])} & {x.uid for x in (*others, known["t"])}:
        return None
    found = polynomial_integral(-strength, e)
    return None if found is None else (e, found)

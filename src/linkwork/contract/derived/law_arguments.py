"""What functions of a force element may ask for, and a function given what it asks for."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ...expr import array, symbols
from ...expr.graph import as_expr
from ...expr.node import symbols_of
from ..delays import delayed_values, depends_on_state
from ..element import flattened
from ..errors import ModelError
from .relative import relative_list, relatives

if TYPE_CHECKING:
    from ..force import Discontinuity, Force


def law_symbols(force: Force, rel: Any = None) -> dict[str, Any]:
    """Symbols for everything that functions of an element may ask for; relative motions may be given."""
    rel = relatives(force.ends) if rel is None else rel
    found: dict[str, Any] = {"rel": rel, "t": symbols("t")}
    for name, names in (("z", force.states), ("i", force.inputs), ("s", force.unknowns)):
        if names:
            found[name] = getattr(force, name)(symbols(name, len(names)))
    if force.measured is not None:
        shape = np.shape(array(force.measured.of(_seen(force, rel), _of_measure(force, found))))
        found |= {"e": symbols("e", shape), "e_dot": symbols("e_dot", shape)}
    return found


def call_law(force: Force, name: str, available: Mapping[str, Any]) -> Any:
    """One of the functions of an element, given whichever of the available quantities it asks for.

    An argument with a default need not be available: a law whose number of states depends on values has `z=None`.
    """
    measure, function = force.measured, getattr(force, name)
    if measure is not None and name in ("residual", "kinks"):
        own = [] if function is None else [*array(_called(force, name, available)).ravel()]
        return [*own, *getattr(measure, f"{name}_of")(_seen(force, available["rel"]), _of_measure(force, available))]
    return _called(force, name, available)


def _called(force: Force, name: str, available: Mapping[str, Any]) -> Any:
    function = getattr(force, name)
    wanted = inspect.signature(function).parameters
    if "delayed" in wanted and force.delays and "i" in available:
        available = {**available, "delayed": delayed_values(force, available)}
    missing = [p for p, asked in wanted.items() if p not in available and asked.default is asked.empty]
    if missing:
        raise ModelError(f"{force.kind}.{name}: asks for {missing[0]!r}, which this element does not have.")
    return function(**{p: available[p] for p in wanted if p in available})


def measure_leaps(force: Force, available: Mapping[str, Any]) -> list[Discontinuity]:
    """Where what an element measures may leap; their functions are the last of its kinks."""
    if force.measured is None:
        return []
    return list(force.measured.discontinuities(_seen(force, available["rel"]), _of_measure(force, available)))


def measured_count(force: Force) -> int:
    """How many numbers an element measures."""
    return 0 if force.measured is None else int(np.size(array(law_symbols(force)["e"])))


def is_on_one_number(force: Force) -> bool:
    """Whether a law depends on one measured number and on no input, state or unknown of its own."""
    plain = not (force.inputs or force.states or force.unknowns)
    return plain and force.form == "law" and force.measured is not None and len(force.measured.units) == 1


def _seen(force: Force, rel: Any) -> Any:
    """The relative motion as the measure takes it."""
    return rel if force.measured is None or force.measured.ends == force.ends else relative_list(rel)


def _of_measure(force: Force, available: Mapping[str, Any]) -> Any:
    """Those of the unknowns that are the measure's: the last ones."""
    count = 0 if force.measured is None else len(force.measured.unknowns)
    return tuple(available["s"])[-count:] if count else ()


def asked_of_past(force: Force) -> set[str]:
    """The inputs that bring the past which its functions depend on."""
    traced = [as_expr(x) for value in flattened(force.first_trace.values()) for x in array(value).ravel()]
    used = {node.uid for node in symbols_of(traced)}
    given = zip(force.inputs, law_symbols(force)["i"], strict=True) if force.inputs else ()
    return {name for name, symbol in given if name in force.late and symbol.uid in used}


def recalls_rates(force: Force) -> bool:
    """Whether rates that it measures are remembered for it."""
    of_state = any(depends_on_state(tau) for tau in force.delays)
    return of_state or any("_e_dot_" in name for name in asked_of_past(force))

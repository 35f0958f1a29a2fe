"""Changes of branch of the laws of force elements and loads, in symbols of what their functions are given."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ...expr import array, substitute, symbols
from ...expr.evaluate import evaluate
from ...expr.graph import Expr, as_expr, neg
from ...expr.node import Node, symbols_of, topological
from ...spatial import Relative, matrix
from ..element import holds_function
from ..force import Force, Load
from ..parameters import Parameter
from .branches import MOST_BRANCHES, breaking_functions, count_switches
from .force_motion import seen_by
from .law_arguments import call_law, law_symbols
from .relative import relative_list, relative_symbols
from .trial import TRIED_ELEMENTS, element_keys

SIGN_POINTS = 200
"""Random points at which signs of functions are compared."""
_known: dict[Hashable, LawBranches] = {}


class LawBranches(NamedTuple):
    """Functions that pass through zero where a law breaks, and what they are functions of."""

    functions: tuple[Expr, ...]
    given: Mapping[str, Any]
    """Symbols by the names that functions of an element ask for."""

    def in_motion(self, actual: Mapping[str, Any]) -> list[Expr]:
        """The functions of what is given in fact."""
        names: dict[Node, Any] = {}
        for name, symbolic in self.given.items():
            names |= dict(zip(entries_of(symbolic), entries_of(actual[name]), strict=True))
        return substitute(list(self.functions), names)


def branches_of(element: Force | Load, count: int) -> LawBranches:
    """Where the law of an element breaks, of which `count` ends move relative to the first, or to the world.

    Measures that declare their `kinks` or `discontinuities` know their branches themselves.
    """
    key = None if holds_function(element) else (count, *element_keys(element))
    if key in _known:
        return _known[key]
    rels = [relative_symbols(f"_{k}")[0] for k in range(count)]
    given: dict[str, Any] = {"rel": seen_by(element, rels) if isinstance(element, Force) else rels[0]}
    if isinstance(element, Force):
        given = law_symbols(element, given["rel"])
        values, potentials = _law_values(element, given), _potentials(element, rels, given)
    else:
        given["t"] = symbols("t")
        values, potentials = _flat(element.branching(rels[0], given["t"])), []
    is_delayed = isinstance(element, Force) and bool(element.delays)
    broken = breaking_functions(values, potentials, [rel.R for rel in rels], is_delayed)
    found = LawBranches(tuple(broken), given)
    if key is not None:
        if len(_known) >= TRIED_ELEMENTS:
            _known.clear()
        _known[key] = found
    return found


def has_too_many_branches(element: Force | Load, count: int) -> bool:
    """Whether a law has more changes of branch than are followed, and declares none."""
    if element.has_kinks if isinstance(element, Force) else False:
        return False
    rels = [relative_symbols(f"_{k}")[0] for k in range(count)]
    if isinstance(element, Force):
        given = law_symbols(element, seen_by(element, rels))
        values = [*_law_values(element, given), *_potentials(element, rels, given)]
    else:
        values = _flat(element.branching(rels[0], symbols("t")))
    return count_switches(values) > MOST_BRANCHES


def followed_functions(found: Sequence[Expr], declared: Sequence[Any], t: Any) -> list[Expr]:
    """Functions at whose zeros steps end: those that were found and are not declared as well, then those declared.

    Of functions of time alone, only those that Parameters move.
    """
    own = [as_expr(x) for x in declared]
    said = {*own, *map(neg, own)}
    left = [x for x in dict.fromkeys(found) if x not in said and _is_followed(x, t)]
    return [*_not_repeated(left, own), *own]


def _not_repeated(found: list[Expr], own: list[Expr]) -> list[Expr]:
    """Functions that change their sign elsewhere than those declared: 3 − max(−2, x) does where x − 3 does.

    Told by signs at random points of all sizes. Where one of two keeps its sign at all of them, both are followed.
    """
    if not found or not own or any(node.op == "call" for node in topological([*found, *own])):
        return found
    rng = np.random.default_rng(0)
    read = [x for x in symbols_of([*found, *own]) if not isinstance(x, Parameter)]
    points: dict[Any, Any] = {x: rng.normal(size=SIGN_POINTS) * 10.0 ** rng.uniform(-4, 4, SIGN_POINTS) for x in read}
    points |= {x: x.value for x in symbols_of([*found, *own]) if isinstance(x, Parameter)}
    with np.errstate(all="ignore"):
        signs = [np.broadcast_to(np.sign(x), SIGN_POINTS) for x in evaluate([*found, *own], points)]
    seen = [tuple(x) for x in signs if len(set(x.tolist())) > 1 and np.isfinite(x).all()]
    declared = {*map(tuple, signs[len(found) :]), *(tuple(-x) for x in signs[len(found) :])}
    return [
        x for x, sign in zip(found, signs[: len(found)], strict=True) if tuple(sign) not in declared.intersection(seen)
    ]


def _is_followed(function: Expr, t: Any) -> bool:
    """Whether a function changes with the motion, or with time in a way that Parameters decide."""
    read = set(symbols_of([function]))
    moves = any(s is not t and not isinstance(s, Parameter) for s in read)
    return moves or (t in read and any(isinstance(s, Parameter) for s in read))


def _law_values(element: Force, given: Mapping[str, Any]) -> list[Any]:
    """What the law itself gives: forces or loads, rates of states, residuals of unknowns."""
    names = [element.form] if element.form in ("law", "wrench") else []
    names += ["state_dot"] if element.states else []
    names += ["residual"] if element.unknowns else []
    return [x for name in names for x in _flat(call_law(element, name, given))]


def _potentials(element: Force, rels: Sequence[Relative], given: Mapping[str, Any]) -> list[Any]:
    """What forces are derivatives of: an energy, or what is measured."""
    measure = element.measured
    if element.form == "energy":
        return _flat(call_law(element, "energy", given))
    if measure is None or measure.has_kinks:
        return []
    count = len(measure.unknowns)
    return _flat(measure.of(seen_by(measure, rels), tuple(given["s"])[-count:] if count else ()))


def _flat(value: Any) -> list[Any]:
    """Single numbers of what a function gives, pairs of vectors included."""
    if isinstance(value, (tuple, list)):
        return [x for part in value for x in _flat(part)]
    return [*array(value).ravel()]


def entries_of(value: Any) -> list[Expr]:
    """Single numbers of what a function is given."""
    if isinstance(value, Relative) or (isinstance(value, list) and value and isinstance(value[0], Relative)):
        motions = relative_list(value)
        return [as_expr(x) for r in motions for x in (*np.ravel(matrix(r.R)), *r.p, *r.w, *r.v)]
    if isinstance(value, Mapping):
        value = list(value.values())
    return [as_expr(x) for x in array(list(value) if isinstance(value, tuple) else value).ravel()]

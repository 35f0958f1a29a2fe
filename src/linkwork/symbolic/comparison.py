r"""`compare`: whether two systems have the same equations of motion, and where not, in which entry.

Coordinates of the second may be functions of those of the first, q_b = f(q_a, t), u_b = F u_a + ∂f/∂t, F = ∂f/∂q_a,
u̇_b = F u̇_a + γ. By virtual work

$$ M_a = F^T M_b F, \qquad h_a = F^T (h_b - M_b\gamma), \qquad P_a = P_b F, \qquad P_{00,a} = P_{00,b} + P_b\gamma. $$

Constraints of the second that f meets by itself have P_b F = 0 and drop out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..contract import ModelError
from ..contract.errors import unknown
from ..contract.parameters import parameter_values
from ..expr import array, forward_derivatives, jacobian, make_function, operation_count, substitute
from ..expr.graph import as_expr
from ..formulation import MotionEquations
from ..mechanics.port import System, tree_of
from ..mechanics.tree import TreeSystem
from .derivation import Derivation
from .readable.reader import FormulaReader
from .readable.waves import largest_coefficient

COMPARISON_TOLERANCE = 1e-9
"""Differences below this part of the largest entry at a state are rounding."""
STATES = 20
PROVABLE = 6000
"""Operations up to which the difference is also looked at term by term."""


@dataclass(frozen=True)
class Difference:
    """An entry in which two systems differ: its values at the state where they differ most."""

    entry: str
    first: float
    second: float
    expression: str
    """First less second, where it is short enough to be read."""

    def __str__(self) -> str:
        shown = f"; the difference is {self.expression}" if self.expression else ""
        return f"{self.entry}: {self.first:.6g} against {self.second:.6g}{shown}"


@dataclass(frozen=True)
class Comparison:
    """The outcome. True where the equations are the same; `str` says it in words."""

    names: tuple[str, str]
    differences: tuple[Difference, ...]
    largest: float
    """Largest difference in numbers, relative to the largest entry of its kind at that state."""
    proven: bool
    """Every difference is zero term by term, as a sum of waves; angles that laws measure lie within half a turn."""
    states: int
    dropped: int
    """Constraint rows of the second that its coordinates meet by themselves."""
    paired: tuple[tuple[str, str], ...] = ()
    """Coordinates that were taken for the same by their places, since names and `coordinates` do not tell."""

    def __bool__(self) -> bool:
        return not self.differences

    def __str__(self) -> str:
        first, second = self.names
        if self.differences:
            lines = [f"{first!r} and {second!r} differ in {len(self.differences)} entries, first against second:"]
            lines += [f"  {d}" for d in self.differences]
            if self.paired:
                pairs = ", ".join(f"{one} with {other}" for one, other in self.paired)
                lines.append(f"Coordinates were paired by their places, {pairs}; coordinates= pairs them otherwise.")
            return "\n".join(lines)
        how = "term by term" if self.proven else "in numbers"
        text = f"{first!r} and {second!r} have the same equations: equal {how}, and at {self.states} random states "
        return text + f"to {self.largest:.1e} of the largest entry."


def compare(
    first: System,
    second: System,
    coordinates: Mapping[str, str] | Callable[[Any, Any], Any] | None = None,
    tolerance: float = COMPARISON_TOLERANCE,
) -> Comparison:
    """Whether two systems have the same M, h and constraint rows.

    `coordinates` says what the coordinates of the second are: names in the second to names in the first, or a function
    of (q, t) of the first that gives all of them. Without it equal names are the same, else those at equal places.
    """
    why = "equations are traced as one whole in tree coordinates only; give systems of lw.compile_model(model, 'tree')."
    first, second = tree_of(first, "compare", why), tree_of(second, "compare", why)
    a, b = first.equations, second.equations
    if a.kinematics.prescribed_rates:
        raise ModelError(
            f"compare: {first.model.name!r} has prescribed coordinates; give it second, with coordinates=…"
        )
    pair, paired = (first.model.name, second.model.name), _paired(first, second, coordinates)
    theirs, dropped = _in_first(a, b, _map(first, second, coordinates))
    P, _, P_00 = a.rows.matrices
    ours = {"M": a.dynamics.M, "h": a.dynamics.h, "P": P, "P_00": P_00}
    if len(array(ours["P"])) != len(theirs["P"]):
        counts = f"{len(array(ours['P']))} against {len(theirs['P'])}"
        return Comparison(
            pair, (Difference(f"constraint rows ({counts})", np.nan, np.nan, ""),), np.inf, False, 0, dropped, paired
        )
    labels = _labels(first)
    values = _numbers(first, {"a": ours, "b": theirs})
    reader = _reader(first, {name: array(ours[name]) - theirs[name] for name in ours})
    found, largest, proven = [], 0.0, reader is not None
    for name in ours:
        x, y = values["a"][name], values["b"][name]
        scale = _scales(x, y)
        off = np.abs(x - y) / scale.reshape(-1, *[1] * (x.ndim - 1))
        largest = max(largest, float(off.max(initial=0.0)))
        difference = array(ours[name]) - theirs[name]
        for place in np.ndindex(x.shape[1:]):
            at = int(np.argmax(off[(slice(None), *place)]))
            if off[(at, *place)] > tolerance:
                shown = _shown(reader, difference[place])
                entry = f"{name}[{', '.join(labels[name][k][i] for k, i in enumerate(place))}]"
                found.append(Difference(entry, float(x[(at, *place)]), float(y[(at, *place)]), shown))
            elif proven:
                assert reader is not None
                sums = reader.sums(array([difference[place]]))
                proven = all(largest_coefficient(s) <= tolerance * scale.min() for s in sums)
    return Comparison(pair, tuple(found), largest, proven and not found, STATES, dropped, paired)


def _scales(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """The largest entry at each state: stiff laws that act at some states hide nothing at the others."""
    sizes = np.maximum(np.abs(x), np.abs(y)).reshape(STATES, -1).max(axis=1, initial=0.0)
    return np.maximum(sizes, max(1e-9 * float(sizes.max(initial=0.0)), 1e-14))


def _paired(first: TreeSystem, second: TreeSystem, coordinates: Any) -> tuple[tuple[str, str], ...]:
    """Coordinates at equal places, where nothing else says which are the same."""
    ours, theirs = first.layout.q, second.layout.q
    by_place = coordinates is None and set(ours) != set(theirs) and len(ours) == len(theirs)
    return tuple(zip(ours, theirs, strict=True)) if by_place else ()


def _map(first: TreeSystem, second: TreeSystem, coordinates: Any) -> Callable[[Any, Any], Any]:
    """f(q, t)."""
    ours, theirs = first.layout.q, second.layout.q
    if callable(coordinates):
        return coordinates
    if coordinates is None and set(ours) != set(theirs):
        if len(ours) != len(theirs):
            raise ModelError(
                f"compare: {len(ours)} coordinates against {len(theirs)}; say with coordinates= what those of "
                f"{second.model.name!r} ({', '.join(theirs)}) are."
            )
        return lambda q, t: q
    names = {name: name for name in theirs} if coordinates is None else dict(coordinates)
    for name in theirs:
        if name not in names:
            raise ModelError(f"compare: coordinates= does not say what {name!r} is.")
        if names[name] not in ours:
            raise ModelError(f"compare: {unknown('coordinate', names[name], ours)}")
    order = [ours.index(names[name]) for name in theirs]
    return lambda q, t: q[order]


def _in_first(a: MotionEquations, b: MotionEquations, f: Callable[[Any, Any], Any]) -> tuple[dict[str, Any], int]:
    """M, h, P, P_00 of the second in the coordinates of the first, and how many of its rows dropped out."""
    names, own = a.kinematics.symbols, b.kinematics.symbols
    if len(b.unknowns.s) or len(own.z) or len(a.unknowns.s) or len(names.z):
        raise ModelError("compare: systems with states or unknowns of elements cannot be compared entry by entry.")
    if any(as_expr(x) is not as_expr(y) for e in (a, b) for x, y in _free_rates(e)):
        raise ModelError(
            "compare: speeds must be the rates of the coordinates in both; Euler parameters and quasi-velocities are "
            "not. Use joints with angles."
        )
    q = array(f(names.q, names.t)).ravel()
    if len(q) != len(own.q):
        raise ModelError(f"compare: coordinates= gives {len(q)} values, {len(own.q)} are needed.")
    flat = [as_expr(x) for x in q]
    motion = {**dict(zip(names.q, names.u, strict=True)), names.t: 1.0}
    rates = forward_derivatives(flat, motion)
    gamma = array(forward_derivatives(rates, motion))
    F = array(jacobian(array(flat), names.q))
    known = {**dict(zip(own.q, flat, strict=True)), **dict(zip(own.u, rates, strict=True)), own.t: names.t}
    same = {p.name: p for p in a.parameters}
    known |= {p: same[p.name] for p in b.parameters if p.name in same}

    def put(values: Any) -> Any:
        entries = array(values)
        found = substitute([as_expr(x) for x in entries.ravel()], known)
        return array(found).reshape(entries.shape)

    P, _, P_00 = map(put, b.rows.matrices)
    M, h = put(b.dynamics.M), put(b.dynamics.h)
    rows, bias = (P @ F, P_00 + P @ gamma) if len(P) else (array(np.zeros((0, len(names.q)))), P_00)
    nonzero = [k for k in range(len(rows)) if not _vanishes(a, rows[k])]
    found = {"M": F.T @ (M @ F), "h": F.T @ (h - M @ gamma), "P": rows[nonzero], "P_00": bias[nonzero]}
    return found, len(rows) - len(nonzero)


def _free_rates(e: MotionEquations) -> list[tuple[Any, Any]]:
    k, names = e.kinematics, e.kinematics.symbols
    if len(k.q_dot) != len(names.u):
        return [(names.t, 0.0)]
    return [(k.q_dot[i], names.u[i]) for i in k.free]


def _states(e: MotionEquations) -> dict[str, Any]:
    rng = np.random.default_rng(11)
    n = len(e.kinematics.symbols.q)
    drawn = {"q": rng.uniform(-1.2, 1.2, (STATES, n)), "u": rng.uniform(-1.0, 1.0, (STATES, n))}
    return drawn | {"t": rng.uniform(0.0, 1.0, STATES)}


def _evaluated(e: MotionEquations, outputs: Mapping[str, Any]) -> dict[str, np.ndarray]:
    """Expressions of the first system at random states, its parameters at their values."""
    names = e.kinematics.symbols
    inputs = {"q": names.q, "u": names.u, "t": names.t, "p": array(list(e.parameters))}
    function = make_function("compare", inputs, {"one": array(0.0), **outputs})
    drawn = _states(e)
    found = function(drawn["q"], drawn["u"], drawn["t"], parameter_values(e.parameters))
    return {
        name: np.broadcast_to(np.asarray(getattr(found, name), dtype=float), (STATES, *array(value).shape))
        for name, value in outputs.items()
    }


def _vanishes(e: MotionEquations, row: Any) -> bool:
    return bool(np.abs(_evaluated(e, {"row": row})["row"]).max(initial=0.0) < COMPARISON_TOLERANCE)


def _numbers(system: TreeSystem, sides: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, np.ndarray]]:
    flat = {f"{side}_{name}": value for side, parts in sides.items() for name, value in parts.items()}
    found = _evaluated(system.equations, flat)
    return {side: {name: found[f"{side}_{name}"] for name in parts} for side, parts in sides.items()}


def _labels(system: TreeSystem) -> dict[str, tuple[tuple[str, ...], ...]]:
    q = system.layout.q
    found = system.equations.rows.by_connection
    rows = tuple(f"{r.name} {k + 1}" if len(r.g_dot) > 1 else r.name for r in found for k in range(len(r.g_dot)))
    return {"M": (q, q), "h": (q,), "P": (rows, q), "P_00": (rows,)}


def _reader(system: TreeSystem, differences: Mapping[str, Any]) -> FormulaReader | None:
    flat = [as_expr(x) for value in differences.values() for x in array(value).ravel()]
    return (
        FormulaReader(Derivation(system).leaves, within_half_a_turn=True) if operation_count(flat) <= PROVABLE else None
    )


def _shown(reader: FormulaReader | None, value: Any) -> str:
    text = "" if reader is None else str(reader.matrix(value))
    return text if len(text) <= 120 else ""

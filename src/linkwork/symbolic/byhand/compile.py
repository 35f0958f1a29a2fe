"""`compile_equations`: equations derived by hand become a system, as those of a model do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...contract import ModelError, Parameter, Signal
from ...contract.derived.branches import breaking_functions
from ...contract.derived.law_branches import followed_functions
from ...contract.errors import unknown
from ...expr import TraceError, array, cos, sin, substitute, symbols
from ...expr.graph import Node, as_expr, topological
from ...expr.node import symbols_of
from ...formulation.equations.forward_dynamics import ForwardDynamics
from ...formulation.equations.rows import ConstraintEquations, ConstraintRows
from ...formulation.links import Symbols
from ...mechanics.tree import TreeSystem
from ...model import Model
from ...system import System
from ...topology import Layout, Topology
from ...topology.parts import Vertex
from .channels import HandChannels
from .equations import HandDynamics, HandEnergies, HandEquations, HandKinematics, HandLaws
from .readout import HandDerived
from .sheet import Sheet
from .terms import Derived

MOST_TIDIED = 3000
"""Operations from which on equations are compiled as they were derived."""
WAVES_WORTH = 1.1
"""How much more than before one entry of M may cost as waves, for all of them to be tried. Of chains of bars in
relative angles, whose waves multiply with the bars, those up to six pass; from seven or eight on waves gain nothing."""
SINCOS_COST = 24
"""What a sine or a cosine costs, in operations."""


@dataclass(frozen=True, eq=False)
class Law:
    """A law without a closed form: `function` of the values of `arguments`, SymPy expressions of the motion (S4 §2.3).

    The function is written on numbers or symbols (with lw.where for branches) and traced, or cannot be traced and is
    wrapped by lw.opaque(function, n).
    """

    function: Callable[..., Any]
    arguments: tuple[Any, ...]

    def __init__(self, function: Callable[..., Any], *arguments: Any) -> None:
        object.__setattr__(self, "function", function)
        object.__setattr__(self, "arguments", arguments)


def compile_equations(
    equations: HandDerived,
    parameters: Mapping[Any, Any] | None = None,
    *,
    inputs: Mapping[Any, Any] | None = None,
    outputs: Mapping[str, Any] | None = None,
    kinks: Sequence[Any] = (),
    name: str = "equations",
) -> System:
    """A system from equations derived by hand.

    `parameters` gives every symbol that is not a coordinate, speed or time its value: a number is a constant of the
    compiled code, an lw.Parameter stays an input. `inputs` are symbols of forces whose value is a `Law`, a signal, or
    another SymPy expression. `outputs` are channels by name, SymPy expressions; `kinks` are expressions whose sign
    changes where a law changes branch.
    """
    derived = equations.derived
    sheet = derived.sheet.copy()
    extra = {key: sheet.put(value, f"output {key!r}") for key, value in (outputs or {}).items()}
    turning = [array(sheet.put(value, "kinks")).ravel()[0] for value in kinks]
    values = _values(sheet, parameters or {}, inputs or {})
    extra |= {str(key): values[sheet.others[_known(sheet, key, "inputs")]] for key in inputs or {}}
    names = _fresh(sheet)
    put = _Put({**values, **_renaming(sheet, names)})
    _check_places(sheet, derived, inputs or {})
    frames = derived.frames
    model, topology = _description(name, sheet, frames, _falling(put, derived.gravity))
    poses = (
        put(array([np.eye(3), *(frame.R for frame in frames.values())])),
        put(array([np.zeros(3), *(frame.p for frame in frames.values())])),
    )
    parameter_list = _parameters(values.values())
    kinematics = HandKinematics(topology, names, poses)
    own_rows = [ConstraintRows(x.name, put(x.g), put(x.g_dot)) for x in derived.rows]
    rows = ConstraintEquations(kinematics, lambda: own_rows)
    dynamics = HandDynamics(kinematics, rows, _cheaper(sheet, put, derived))
    energies = HandEnergies(
        rows, put(derived.kinetic_energy), put(derived.potential_energy), (derived.u_dot, put(derived.power))
    )
    channels = HandChannels(dynamics, energies, parameter_list, {key: put(value) for key, value in extra.items()})
    found = followed_functions(breaking_functions([*array(dynamics.h).ravel()]), put(array(turning)), names.t)
    laws, forward = HandLaws({}, {}, array(found)), ForwardDynamics(dynamics)
    records = (kinematics, rows, laws, dynamics, forward, energies, channels)
    return TreeSystem(model, topology, HandEquations(model, topology, parameter_list, *records))


class _Put:
    """Puts values in the place of symbols, twice: laws contain symbols of the motion."""

    def __init__(self, values: Mapping[Any, Any]) -> None:
        self.values = values

    def __call__(self, value: Any) -> Any:
        entries = array(value)
        flat = [as_expr(x) for x in entries.ravel()]
        for _ in range(2):
            flat = substitute(flat, self.values)
        found = array(flat).reshape(entries.shape)
        return found if entries.ndim else flat[0]


def _cheaper(sheet: Sheet, put: _Put, derived: Derived) -> tuple[Any, Any]:
    """M and h as they were derived or written anew as sums of waves, whichever takes less to evaluate."""
    plain = put(derived.M), put(derived.h)
    if _cost(plain) > MOST_TIDIED or not _is_worth_tidying(sheet, put, derived.M):
        return plain
    tidied = put(sheet.tidied(derived.M)), put(sheet.tidied(derived.h))
    return min((_apart(tidied), tidied, plain), key=_cost)


def _is_worth_tidying(sheet: Sheet, put: _Put, M: Any) -> bool:
    """Whether the most expensive entry on the diagonal of M costs barely more as waves, before all are written anew."""
    entries = [array([x]) for x in array(M).diagonal()]
    dearest = max(entries, key=lambda x: _cost((x,)), default=array([]))
    return _cost((put(sheet.tidied(dearest)),)) <= WAVES_WORTH * _cost((put(dearest),))


def _apart(values: tuple[Any, Any]) -> tuple[Any, Any]:
    """M and h in sines and cosines of single angles."""
    shapes = [array(value).shape for value in values]
    flat = array(apart([as_expr(x) for value in values for x in array(value).ravel()]))
    size = int(np.prod(shapes[0]))
    return flat[:size].reshape(shapes[0]), flat[size:].reshape(shapes[1])


def _cost(values: tuple[Any, ...]) -> int:
    nodes = topological([as_expr(x) for value in values for x in array(value).ravel()])
    return sum(SINCOS_COST if node.op in ("sin", "cos") else 1 for node in nodes if node.args)


def _values(sheet: Sheet, parameters: Mapping[Any, Any], inputs: Mapping[Any, Any]) -> dict[Any, Any]:
    """What every symbol that is no part of the motion stands for."""
    # Laws first: their arguments may bring in further symbols, other inputs and parameters among them.
    laws: dict[Any, Any] = {}
    for key, value in inputs.items():
        _arguments(sheet, key, value)
    for key, value in inputs.items():
        x = _known(sheet, key, "inputs")
        laws[x] = _law(sheet, x, value)
    given = {_known(sheet, key, "parameters"): _number(key, value) for key, value in parameters.items()}
    for x in laws:
        if x in given:
            raise ModelError(f"{x} is both a parameter and an input; say one of them.")
    missing = [x for x in sheet.others if x not in given and x not in laws]
    if missing:
        x = missing[0]
        raise ModelError(
            f"{sheet.places[x]}: the symbol {x} is neither a coordinate ({', '.join(sheet.names[0])}), a speed "
            f"({', '.join(sheet.names[1])}), time ({sheet.t}) nor a parameter. Give it a value with parameters={{{x}: "
            "…}, a law with inputs=, or correct its name."
        )
    found = {sheet.others[x]: value for x, value in given.items()}
    return found | _resolved({sheet.others[x]: value for x, value in laws.items()})


def _resolved(laws: dict[Any, Any]) -> dict[Any, Any]:
    """Laws whose arguments are inputs themselves, with those put in."""
    for _ in laws:
        laws = dict(zip(laws, substitute(list(laws.values()), laws), strict=True))
    for x, value in laws.items():
        if set(symbols_of([value])) & set(laws):
            raise ModelError(f"input {x.data}: its law depends on itself; an input is a function of the motion.")
    return laws


def _known(sheet: Sheet, key: Any, what: str) -> Any:
    """The SymPy symbol that is meant by a symbol or a name."""
    if key in sheet.others:
        return key
    named = {x.name: x for x in sheet.others}
    if str(key) in named:
        return named[str(key)]
    if str(key) in (*sheet.names[0], *sheet.names[1], str(sheet.t)):
        raise ModelError(f"{what}: {key} is a coordinate, a speed or time; it has no value of its own.")
    raise ModelError(f"{what}: {unknown('symbol in these equations', str(key), named)}")


def _number(key: Any, value: Any) -> Any:
    if isinstance(value, Parameter):
        return value
    try:
        found = float(value)
    except (TypeError, ValueError):
        raise ModelError(f"parameters: {key} = {value!r} is not a number and not an lw.Parameter.") from None
    if not np.isfinite(found):
        raise ModelError(f"parameters: {key} is {found}; give a finite number.")
    return as_expr(found)


def _law(sheet: Sheet, x: Any, value: Any) -> Any:
    place = f"input {x}"
    if isinstance(value, Signal):
        return as_expr(value.value(sheet.symbols.t))
    if not isinstance(value, Law):
        return as_expr(array(sheet.put(value, place)).ravel()[0])
    arguments = _arguments(sheet, x, value)
    try:
        found = array(value.function(*arguments))
    except (TraceError, TypeError) as error:
        raise ModelError(
            f"{place}: its law cannot be traced: {error} Write branches with lw.where, or wrap the function: "
            f"lw.opaque(function, {len(arguments)})."
        ) from error
    if found.size != 1:
        raise ModelError(f"{place}: its law gives {found.size} values; an input is one number.")
    return as_expr(found.ravel()[0])


def _arguments(sheet: Sheet, x: Any, value: Any) -> list[Any]:
    """What a law is a function of, on the sheet."""
    given = value.arguments if isinstance(value, Law) else ()
    return [array(sheet.put(a, f"input {x}: argument {k + 1}")).ravel()[0] for k, a in enumerate(given)]


def _check_places(sheet: Sheet, derived: Derived, inputs: Mapping[Any, Any]) -> None:
    """Laws are differentiated nowhere, so they may stand in forces only."""
    laws = {sheet.others[_known(sheet, key, "inputs")] for key in inputs}
    geometry = [x for rows in derived.rows for x in (*rows.g, *rows.g_dot)]
    for what, values in {"the energies": [derived.M, derived.kinetic_energy], "a constraint": geometry}.items():
        flat = [as_expr(x) for value in values for x in array(value).ravel()]
        found = laws & set(symbols_of(flat))
        if found:
            raise ModelError(
                f"input {next(iter(found)).data}: it stands in {what}, which is differentiated; a law may stand in "
                "forces and moments only. Write it as a SymPy expression there."
            )


def _fresh(sheet: Sheet) -> Symbols:
    n = len(sheet.q)
    return Symbols(symbols("q", n), symbols("u", n), symbols("t"), symbols("z", 0), symbols("s", 0))


def _renaming(sheet: Sheet, names: Symbols) -> dict[Any, Any]:
    own = sheet.symbols
    pairs = [*zip(own.q, names.q, strict=True), *zip(own.u, names.u, strict=True), (own.t, names.t)]
    return dict(pairs)


def _parameters(values: Any) -> list[Parameter]:
    found = {node.uid: node for node in symbols_of(list(map(as_expr, values))) if isinstance(node, Parameter)}
    return [found[uid] for uid in sorted(found)]


def _falling(put: _Put, gravity: Any) -> tuple[float, ...]:
    """Gravity in numbers; nothing where it is not known or not a constant."""
    found = () if gravity is None else array(put(gravity)).ravel()
    numbers = [as_expr(x).data for x in found if as_expr(x).op == "const"]
    return tuple(map(float, numbers)) if len(numbers) == 3 else (0.0, 0.0, 0.0)


def _description(
    name: str, sheet: Sheet, frames: Mapping[str, Any], gravity: tuple[float, ...]
) -> tuple[Model, Topology]:
    """A model of the frames and their shapes, and a topology of coordinates without hinges."""
    model = Model(name, gravity=gravity)
    bodies = [model.body(key, *f.shapes, **({} if f.shapes else {"mass": 0.0})) for key, f in frames.items()]
    q, u = sheet.names
    places = {x: slice(k, k + 1) for k, x in enumerate(q)}
    layout = Layout(q, u, places, places, (), (), (), (), {}, (), coordinates="frames")
    ground = Vertex(0, "ground", model.ground, 0, 0, 0, len(bodies) + 1, tuple(range(1, len(bodies) + 1)))
    others = [Vertex(k, b.name, b, 0, 1, k, k + 1, ()) for k, b in enumerate(bodies, start=1)]
    return model, Topology(name, (ground, *others), (), (), (), (), (), (), (), layout)


# Sines and cosines of sums of angles, from those of the angles: products cost less than turns.
Turn = tuple[Any, Any]
"""(cos, sin)."""


def apart(values: Sequence[Any]) -> list[Any]:
    """The same graphs with cos(a ± b) = cos a cos b ∓ sin a sin b and sin(a ± b) = sin a cos b ± cos a sin b."""
    turns: dict[Node, Turn] = {}
    found = {}
    for node in topological(values):
        if node.op in ("cos", "sin") and _is_sum(node.args[0]):
            found[node] = _turn(node.args[0], turns)[node.op == "sin"]
    return substitute(values, found)


def _is_sum(angle: Node) -> bool:
    """Whether it is a sum of two that both vary; a turn by a constant is no more work than another."""
    return angle.op in ("add", "sub") and all(a.op != "const" for a in angle.args)


def _turn(angle: Node, turns: dict[Node, Turn]) -> Turn:
    if angle not in turns:
        if _is_sum(angle):
            (c_a, s_a), (c_b, s_b) = (_turn(a, turns) for a in angle.args)
            if angle.op == "sub":
                s_b = -s_b
            turns[angle] = c_a * c_b - s_a * s_b, s_a * c_b + c_a * s_b
        elif angle.op == "neg":
            c, s = _turn(angle.args[0], turns)
            turns[angle] = c, -s
        else:
            turns[angle] = cos(angle), sin(angle)
    return turns[angle]

"""Random functions for hypothesis, shared by the tests of expressions and of kernels.

`cases()` draws a small program over every primitive, look-ups and `where`, together with inputs at which it is well
conditioned: each step maps its arguments, by an affine change, into a box where the operation is tame, and the bounds
of every result are known by interval arithmetic for the whole box of inputs. The same program runs on symbols (traced)
and on plain numbers (NumPy, nothing folded).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from hypothesis import strategies as st

from linkwork.expr import Function, opaque, periodic_spline, spline, table, trace
from linkwork.expr.evaluate import evaluate
from linkwork.expr.primitives import BINARY, COMPARISON, MEANING, UNARY

INPUTS: dict[str, tuple[Any, float, float]] = {"x": ((), -2.0, 2.0), "q": ((3,), -2.0, 2.0), "p": ((2,), 0.5, 2.0)}
"""Name, shape and box of every input."""

N_INPUTS = sum(int(np.prod(shape)) for shape, _, _ in INPUTS.values())
CONSTANTS = (0.0, 1.0, -1.0, 2.0, 0.5, -0.7, 3.0)

N_START = N_INPUTS + len(CONSTANTS)

_ANY = (-4.0, 4.0)
BOXES: dict[str, tuple[tuple[float, float], ...]] = {
    **dict.fromkeys(("neg", "abs", "sign", "floor", "ceil", "asinh", "atan"), (_ANY,)),
    **dict.fromkeys(("add", "sub", "mul", "min", "max", *COMPARISON), (_ANY, _ANY)),
    **dict.fromkeys(("sin", "cos"), ((-6.0, 6.0),)),
    **dict.fromkeys(("asin", "acos", "atanh"), ((-0.9, 0.9),)),
    **dict.fromkeys(("sinh", "cosh", "tanh"), ((-2.0, 2.0),)),
    "sqrt": ((0.1, 9.0),),
    "exp": ((-3.0, 2.0),),
    "expm1": ((-2.0, 1.5),),
    "log": ((0.2, 8.0),),
    "log1p": ((-0.8, 4.0),),
    "tan": ((-1.2, 1.2),),
    "acosh": ((1.2, 5.0),),
    "div": (_ANY, (0.4, 4.0)),
    "pow": ((0.3, 3.0), (-2.0, 2.0)),
    "atan2": (_ANY, (0.3, 3.0)),
}
"""For each operation on numbers, the box of its arguments; comparisons too."""

_KNOTS = np.array([-2.0, -1.1, -0.2, 0.4, 1.3, 2.0])
_HEIGHTS = np.array([0.3, -0.8, 0.5, 1.1, -0.4, 0.3])
TABLES = {
    "natural": spline(_KNOTS, _HEIGHTS),
    "clamped": spline(_KNOTS, _HEIGHTS, ends="clamped", outside="linear"),
    "extended": spline(_KNOTS, _HEIGHTS, ends="not-a-knot", outside="extend"),
    "periodic": periodic_spline(_KNOTS, _HEIGHTS),
    "straight": table(_KNOTS, _HEIGHTS),
}
TABLE_BOX = (-2.6, 2.6)

OPAQUES = {
    "both": opaque(
        lambda a, b: (a * np.sin(b), a + b * b),
        2,
        2,
        jacobian=lambda a, b: [[np.sin(b), a * np.cos(b)], [1.0, 2.0 * b]],
        name="both",
    )
}

NUMERIC = (*UNARY, *BINARY)
LOGICAL = (*COMPARISON, "and", "or", "not")


@dataclass(frozen=True)
class Step:
    """One operation: positions of its arguments in the pool, and for each the affine change (factor, shift)."""

    op: str
    arguments: tuple[int, ...]
    changes: tuple[tuple[float, float], ...] = ()
    data: Any = None


@dataclass(frozen=True)
class Program:
    """Steps over a pool that starts with the entries of the inputs and the constants; `results` are returned."""

    steps: tuple[Step, ...]
    results: tuple[int, ...]

    def __call__(self, x: Any, q: Any, p: Any) -> dict[str, Any]:
        pool = [x, *q, *p, *CONSTANTS]
        for step in self.steps:
            pool.append(self.run(step, [pool[i] for i in step.arguments]))
        return {"y": np.array([pool[i] for i in self.results[:-1]], dtype=object), "z": pool[self.results[-1]]}

    @staticmethod
    def run(step: Step, args: list[Any]) -> Any:
        for k, (factor, shift) in enumerate(step.changes):
            args[k] = args[k] if factor == 1.0 else factor * args[k]
            args[k] = args[k] if shift == 0.0 else args[k] + shift
        if step.op == "lookup":
            return TABLES[step.data](args[0])
        if step.op == "opaque":
            name, index = step.data
            return OPAQUES[name](*args)[index]
        return MEANING[step.op](*args)


@dataclass(frozen=True)
class Case:
    """A program and inputs for it."""

    program: Program
    values: dict[str, Any]

    @cached_property
    def function(self) -> Function:
        """The program traced."""
        return trace(self.program, {name: shape for name, (shape, _, _) in INPUTS.items()}, name="case")

    @property
    def margin(self) -> float:
        """How far the inputs are from the nearest kink, jump or tie."""
        return margin(self.function, self.values)


def flat_values(function: Function, values: dict[str, Any]) -> dict[str, float]:
    """Symbol name to number."""
    return {
        str(s.data): float(value)
        for name in function.inputs
        for s, value in zip(np.ravel(function.inputs[name]), np.ravel(values[name]), strict=True)
    }


def margin(function: Function, values: dict[str, Any]) -> float:
    """The smallest distance, over all nodes, from a kink, jump or tie: closer, two right answers may differ."""
    nodes = function.nodes
    number = dict(zip(nodes, evaluate(nodes, flat_values(function, values)), strict=True))
    smallest = np.inf
    for node in nodes:
        args = [number[a] for a in node.args]
        if node.op in (*COMPARISON, "min", "max"):
            distance = abs(args[0] - args[1])
        elif node.op in ("floor", "ceil"):
            distance = abs(args[0] - np.round(args[0]))
        elif node.op in ("sign", "abs"):
            distance = abs(args[0])
        elif node.op == "lookup":
            table_ = node.data
            period = table_.breaks[-1] - table_.breaks[0]
            x = args[0] - period * np.floor((args[0] - table_.breaks[0]) / period) if table_.periodic else args[0]
            distance = np.abs(x - table_.breaks).min()
        else:
            continue
        smallest = min(smallest, float(distance))
    return smallest


class _Grower:
    """Draws steps one after another and keeps the bounds of every entry of the pool."""

    def __init__(self, draw: Any) -> None:
        self.draw = draw
        self.bounds = [(low, high) for shape, low, high in INPUTS.values() for _ in range(int(np.prod(shape)))]
        self.bounds += [(c, c) for c in CONSTANTS]
        self.truths: list[int] = []
        self.numbers = list(range(len(self.bounds)))
        self.steps: list[Step] = []

    def grow(self, op: str) -> None:
        if op == "where":
            if not self.truths:
                self.grow("lt")
            condition = self.draw(st.sampled_from(self.truths[-3:]))
            a, b = self._pick(), self._pick()
            (la, ha), (lb, hb) = self.bounds[a], self.bounds[b]
            self._add(Step(op, (condition, a, b)), (min(la, lb), max(ha, hb)))
        elif op in ("and", "or", "not"):
            while len(self.truths) < 2:
                self.grow("le")
            arguments = tuple(self.draw(st.sampled_from(self.truths[-3:])) for _ in range(1 if op == "not" else 2))
            self._add(Step(op, arguments), None)
            if op == "not":  # alone it would fold into the next `where`
                self._add(Step("or", (self.truths[0], self.truths[-1])), None)
        elif op == "lookup":
            name = self.draw(st.sampled_from(sorted(TABLES)))
            self._apply(op, (TABLE_BOX,), name)
        elif op == "opaque":
            self._apply(op, (_ANY, _ANY), ("both", self.draw(st.integers(0, 1))))
        else:
            self._apply(op, BOXES[op])

    def _apply(self, op: str, boxes: tuple[tuple[float, float], ...], data: Any = None) -> None:
        arguments = tuple(self._pick() for _ in boxes)
        changes = tuple(_change(self.bounds[i], box) for i, box in zip(arguments, boxes, strict=True))
        inside = [
            tuple(sorted((f * self.bounds[i][0] + s, f * self.bounds[i][1] + s)))
            for i, (f, s) in zip(arguments, changes, strict=True)
        ]
        self._add(Step(op, arguments, changes, data), None if op in COMPARISON else _image(op, inside, data))

    def _pick(self) -> int:
        """The position of a number: mostly a late result, else an input, now and then a constant."""
        inputs, constants, later = self.numbers[:N_INPUTS], self.numbers[N_INPUTS:N_START], self.numbers[N_START:]
        kind = self.draw(st.integers(0, 9))
        if kind <= 5 and later:
            return self.draw(st.sampled_from(later[-8:]))
        return self.draw(st.sampled_from(constants if kind == 9 else inputs))

    def program(self) -> Program:
        """The steps, with every result that no other step uses returned."""
        used = {i for step in self.steps for i in step.arguments}
        last = self.numbers[-1]
        return Program(tuple(self.steps), (*(i for i in self.numbers[N_START:] if i not in used and i != last), last))

    def _add(self, step: Step, bounds: tuple[float, float] | None) -> None:
        position = len(self.bounds)
        self.steps.append(step)
        self.bounds.append(bounds or (0.0, 1.0))
        (self.truths if bounds is None else self.numbers).append(position)


def _change(bounds: tuple[float, float], box: tuple[float, float]) -> tuple[float, float]:
    """(factor, shift) that bring `bounds` into `box`; (1, 0) where they are inside already."""
    (low, high), (bottom, top) = bounds, box
    if bottom <= low and high <= top:
        return 1.0, 0.0
    factor = min(1.0, 0.98 * (top - bottom) / max(high - low, 1e-9))
    factor = float(f"{factor:.3g}") if factor < 1.0 else 1.0
    return factor, float(f"{(bottom + top) / 2 - factor * (low + high) / 2:.4g}")


def _image(op: str, inside: list[Any], data: Any) -> tuple[float, float]:
    """Bounds of the result: the corners, and what lies between them for the operations that are not monotone."""
    if op == "opaque":
        return -25.0, 25.0
    if op == "lookup":
        values = TABLES[data].evaluate(np.linspace(*TABLE_BOX, 200))
        return float(values.min()) - 0.1, float(values.max()) + 0.1
    values = [float(MEANING[op](*corner)) for corner in _corners(inside)]
    extra = {"sin": [-1.0, 1.0], "cos": [-1.0, 1.0], "cosh": [1.0], "abs": [0.0]}.get(op, [])
    return min(values + extra), max(values + extra)


def _corners(inside: list[Any]) -> list[tuple[float, ...]]:
    if len(inside) == 1:
        return [(v,) for v in inside[0]]
    return [(a, b) for a in inside[0] for b in inside[1]]


@st.composite
def input_values(draw: Any) -> dict[str, Any]:
    """Numbers for the inputs, inside their boxes and off the round ones."""
    values = {}
    for name, (shape, low, high) in INPUTS.items():
        count = int(np.prod(shape))
        drawn = draw(st.lists(st.integers(0, 2**16 - 1), min_size=count, max_size=count))
        numbers = low + (high - low) * (np.array(drawn) + 0.3719) / 2**16
        values[name] = numbers.reshape(shape) if shape else float(numbers[0])
    return values


@st.composite
def programs(draw: Any, max_steps: int = 30, allow_opaque: bool = False) -> Program:
    """Random programs of up to `max_steps` drawn operations (some more, where truth values are made and used)."""
    grower = _Grower(draw)
    kinds = [*NUMERIC, *LOGICAL, "where", "lookup", "lookup", *(["opaque"] if allow_opaque else [])]
    count = draw(st.integers(3, max_steps))
    for op in draw(st.lists(st.sampled_from(kinds), min_size=count, max_size=count)):
        grower.grow(op)
        if op in LOGICAL:  # else the truth value would mostly be dead
            grower.grow("where")
    return grower.program()


@st.composite
def cases(draw: Any, max_steps: int = 30, allow_opaque: bool = False) -> Case:
    """A random program with inputs; `case.function` is traced, `case.values` are the inputs."""
    return Case(draw(programs(max_steps, allow_opaque)), draw(input_values()))


@st.composite
def cases_of(draw: Any, op: str) -> Case:
    """A short random program that ends with the operation `op`."""
    grower = _Grower(draw)
    for extra in draw(st.lists(st.sampled_from(["add", "mul", "sin", "tanh"]), min_size=1, max_size=3)):
        grower.grow(extra)
    grower.grow(op)
    if op in LOGICAL:
        grower.grow("where")
    return Case(grower.program(), draw(input_values()))

"""Second stage: scheduled operations to LLVM IR, as one function `name(in, out, work)` that calls its chunks.

`in` and `out` point to one pointer for each named argument. Scalar code finds element j of an argument at `pointer[j]`.
Code for several lanes gets pairs (pointer, stride) and finds the lanes of element j side by side from
`pointer[j * stride]` on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from ..expr.function import Function
from ..expr.graph import Node
from .ir import LaneType, call_native, define_lane_calls, each_lane, element, fused, native_function, splat
from .lookup import define_lookup
from .schedule import TURNS, Schedule, fusion_of, opaque_sources
from .sincos import define_sincos, sincos_type

_ARITHMETIC = {"add": "fadd", "sub": "fsub", "mul": "fmul", "div": "fdiv"}
_COMPARE = {"lt": "olt", "le": "ole", "eq": "oeq", "ne": "une"}
_INTRINSIC = {"sqrt": "sqrt", "abs": "fabs", "floor": "floor", "ceil": "ceil", "min": "minimum", "max": "maximum"}
MATH_LIBRARY = {name: name for name in ("exp", "expm1", "log", "log1p", "tan", "asin", "acos", "atan", "atan2", "pow")}
MATH_LIBRARY |= {name: name for name in ("sinh", "cosh", "tanh", "asinh", "acosh", "atanh")}
"""Operation to the function of the C library that computes it."""


NO_PLACES: frozenset[int] = frozenset()


def emit_kernel(
    plan: Schedule, name: str, lanes: LaneType, uniform: frozenset[int] = NO_PLACES, added: frozenset[int] = NO_PLACES
) -> list[str]:
    """The module texts of one kernel, the entry `@name` in the first; further ones hold further chunks.

    Inputs listed in `uniform` have one value for all lanes; outputs listed in `added` are added to what is there.
    """
    return _Emitter(plan, name, lanes, uniform, added).modules()


MODULE_CHUNKS = 8
"""Chunks in one module: enough to amortise a module, few enough to let other work in between."""


class _Emitter:
    """Writes the chunks of one kernel; remembers which helpers the module at hand refers to."""

    def __init__(
        self, plan: Schedule, name: str, lanes: LaneType, uniform: frozenset[int], added: frozenset[int]
    ) -> None:
        self.added = added
        self.plan, self.name, self.lanes = plan, name, lanes
        self.uniform = uniform if lanes.width > 1 else frozenset()
        self.places = _places(plan.function)
        self.results = _results(plan.function)
        self.fusion = fusion_of(plan)
        self.inside = self.fusion.inside
        self.opaque = {id(s): k for k, s in enumerate(opaque_sources(plan.function))}
        self.lines: list[str] = []
        self.values: dict[Node, str] = {}
        self.helpers: dict[str, str] = {}

    def _chunk(self, k: int) -> str:
        """The text of chunk k as a function definition."""
        self.lines, self.values = [], {}
        self.pointers: set[str] = set()
        for node in self.plan.chunks[k]:
            if node in self.inside:
                continue
            if node not in self.values:
                self._operation(node)
            self._keep(node)
        if k == len(self.plan.chunks) - 1:
            self._leaves()
        self.lines.append("  ret void\n}")
        head = [f"define hidden void @{self.name}.{k}(ptr %in, ptr %out, ptr %work){self.lanes.frame} {{", "entry:"]
        return "\n".join(head + self.lines)

    def _operation(self, node: Node) -> None:
        """IR of one node; its value goes into `values`."""
        op, real = node.op, self.lanes.real
        if node in self.fusion.products:
            self._fused(node, self.fusion.products[node])
            return
        if node in self.fusion.sums:
            self._fused_sum(node, self.fusion.sums[node])
            return
        if op in TURNS:
            self._sincos(node)
            return
        args = [self._value(a) for a in node.args if a.op != "call"]
        if op in _ARITHMETIC:
            text = f"{_ARITHMETIC[op]} {real} {args[0]}, {args[1]}"
        elif op == "call":
            self._call(node, args)
            return
        else:
            text = self._rule(node, args)
        name = self.values[node] = f"%v{node.uid}"
        self.lines.append(f"  {name} = {text}")

    def _fused(self, node: Node, product: Node) -> None:
        """A sum or a difference together with one of its products."""
        first, second = node.args
        a, b = (self._value(x) for x in product.args)
        other = self._value(second if product is first else first)
        name = self.values[node] = f"%v{node.uid}"
        if node.op == "sub":
            turned = a if product is second else other
            self.lines.append(f"  {name}.n = fneg {self.lanes.real} {turned}")
            a, other = (f"{name}.n", other) if product is second else (a, f"{name}.n")
        self.lines.append(f"  {name} = {fused(self.lanes.real, a, b, other)}")

    def _fused_sum(self, node: Node, inner: Node) -> None:
        """±(p ± q) ± e as ±p + (±q ± e), the products p and q each with a sum."""
        first = node.args[0] is inner
        e = self._value(node.args[1] if first else node.args[0])
        outer = -1.0 if node.op == "sub" and not first else 1.0
        signs = outer, outer * (-1.0 if inner.op == "sub" else 1.0)
        name = self.values[node] = f"%v{node.uid}"
        total = self._signed(e, -1.0 if node.op == "sub" and first else 1.0, f"{name}.e")
        for k in (1, 0):
            a, b = (self._value(x) for x in inner.args[k].args)
            text = fused(self.lanes.real, self._signed(a, signs[k], f"{name}.n{k}"), b, total)
            total = f"{name}.s" if k else name
            self.lines.append(f"  {total} = {text}")

    def _signed(self, value: str, sign: float, name: str) -> str:
        """A value, or its negative under a name."""
        if sign > 0.0:
            return value
        self.lines.append(f"  {name} = fneg {self.lanes.real} {value}")
        return name

    def _rule(self, node: Node, args: list[str]) -> str:
        """The right-hand side for operations that are one instruction or one call."""
        op, lanes, real = node.op, self.lanes, self.lanes.real
        typed = ", ".join(f"{real} {a}" for a in args)
        if op == "neg":
            return f"fneg {typed}"
        if op in _INTRINSIC:
            intrinsic = f"llvm.{_INTRINSIC[op]}.{lanes.suffix}"
            self._need(intrinsic, lambda: f"declare {real} @{intrinsic}({', '.join([real] * len(args))})")
            return f"call {real} @{intrinsic}({typed})"
        if op in _COMPARE:
            return f"fcmp {_COMPARE[op]} {real} {args[0]}, {args[1]}"
        if op == "where":
            return f"select {lanes.truth} {args[0]}, {real} {args[1]}, {real} {args[2]}"
        if op in ("and", "or"):
            return f"{op} {lanes.truth} {args[0]}, {args[1]}"
        if op == "not":
            return f"xor {lanes.truth} {args[0]}, {lanes.boolean(True)}"
        if op == "sign":
            return self._sign(node, args[0])
        if op == "lookup":
            return f"call {real} @{self._lookup(node.data)}({typed})"
        if op == "output":
            return self._call_output(node)
        return f"call {real} @{self._library(MATH_LIBRARY[op], len(args), self.lanes)}({typed})"

    def _sign(self, node: Node, x: str) -> str:
        """1, −1, 0, or x itself where x is NaN."""
        lanes, real = self.lanes, self.lanes.real
        tag = f"%v{node.uid}"
        self.lines += [
            f"  {tag}.p = fcmp ogt {real} {x}, {lanes.constant(0.0)}",
            f"  {tag}.n = fcmp olt {real} {x}, {lanes.constant(0.0)}",
            f"  {tag}.z = fadd {real} {x}, {lanes.constant(0.0)}",  # no negative zero
            f"  {tag}.m = select {lanes.truth} {tag}.n, {real} {lanes.constant(-1.0)}, {real} {tag}.z",
        ]
        return f"select {lanes.truth} {tag}.p, {real} {lanes.constant(1.0)}, {real} {tag}.m"

    def _need(self, name: str, define: Callable[[], str]) -> str:
        """`name`, which this module must declare or define."""
        if name not in self.helpers:
            self.helpers[name] = define()
        return name

    def _library(self, function: str, arity: int, lanes: LaneType) -> str:
        """The name to call for a function of the C library, with what must be declared for it."""
        self._need(function, lambda: f"declare double @{function}({', '.join(['double'] * arity)})")
        if lanes.width == 1:
            return function
        wide = f"lanes{lanes.width}.{function}"
        return self._need(wide, lambda: each_lane(lanes, wide, function, arity))

    def _lookup(self, table: Any) -> str:
        """The name of the look-up function of a table."""
        name = f"table.{table.digest[:16]}"
        self._need("llvm.floor.f64", lambda: "declare double @llvm.floor.f64(double)")
        self._need(name, lambda: define_lookup(name, table))
        if self.lanes.width == 1:
            return name
        return self._need(f"lanes.{name}", lambda: each_lane(self.lanes, f"lanes.{name}", name, 1))

    def _sincos(self, node: Node) -> None:
        """Both functions of all angles of a group; the others follow right behind in the schedule.

        Where there is one lane, the angles lie side by side in a vector. All take the same steps, to the same bits.
        """
        angles = self.plan.angles[node.args[0]]
        if self.lanes.width > 1 or len(angles) == 1:
            for angle in angles:
                self._turn(self.lanes, f"%v{angle.uid}.turn", self._value(angle), [angle])
            return
        lanes, tag = LaneType(2 if len(angles) == 2 else 4), f"%v{angles[0].uid}.turn"
        vector = "poison"
        for k in range(lanes.width):
            name = f"{tag}.a{k}"
            given = self._value(angles[min(k, len(angles) - 1)])
            self.lines.append(f"  {name} = insertelement {lanes.real} {vector}, double {given}, i32 {k}")
            vector = name
        self._turn(lanes, tag, vector, angles)

    def _turn(self, lanes: LaneType, tag: str, x: str, angles: Sequence[Node]) -> None:
        """Sines and cosines of one angle in all lanes, or of several, one a lane."""
        name = f"sincos{lanes.width}"
        fabs = f"llvm.fabs.{lanes.suffix}"
        self._need(fabs, lambda: f"declare {lanes.real} @{fabs}({lanes.real})")
        sine, cosine = self._library("sin", 1, lanes), self._library("cos", 1, lanes)
        self._need(name, lambda: define_sincos(lanes, name, sine, cosine))
        kind = sincos_type(lanes)
        self.lines.append(f"  {tag} = call {kind} @{name}({lanes.real} {x})")
        for k, op in enumerate(TURNS):
            self.lines.append(f"  {tag}.{k} = extractvalue {kind} {tag}, {k}")
            for j, angle in enumerate(angles):
                twin = self._twins.get((op, angle))
                if twin is None:
                    continue
                self.values[twin] = f"{tag}.{k}"
                if lanes != self.lanes:
                    value = self.values[twin] = f"{tag}.{k}.{j}"
                    self.lines.append(f"  {value} = extractelement {lanes.real} {tag}.{k}, i32 {j}")

    @cached_property
    def _twins(self) -> dict[tuple[str, Node], Node]:
        """Sines and cosines by operation and argument."""
        nodes = (n for chunk in self.plan.chunks for n in chunk if n.op in TURNS)
        return {(n.op, n.args[0]): n for n in nodes}

    def _call(self, node: Node, args: list[str]) -> None:
        """An opaque function: arguments into the work array, one call for each row, results behind them."""
        first, source, width = self.plan.calls[node], node.data, self.lanes.width
        tag = f"%v{node.uid}"
        for j, a in enumerate(args):
            self._store(a, "%work", f"{first + j}", f"{tag}.in{j}", width)
        index = self.opaque[id(source)]
        self.lines += [
            element(f"{tag}.slot", "%in", self._opaque_argument(), "i64"),
            f"  {tag}.table = load ptr, ptr {tag}.slot",
            element(f"{tag}.entry", f"{tag}.table", index, "i64"),
            f"  {tag}.function = load ptr, ptr {tag}.entry",
            element(f"{tag}.args", "%work", first * width),
            element(f"{tag}.results", "%work", (first + source.n_in) * width),
        ]
        arguments = f"ptr {tag}.args, ptr {tag}.results, i64 "
        if width == 1:
            self.lines.append(f"  call void {tag}.function({arguments}1)")
        else:
            self._need("lanes.opaque", lambda: define_lane_calls(width))
            self.lines += [
                element(f"{tag}.rows.p", "%in", self._opaque_argument() + 1, "i64"),
                f"  {tag}.rows = load i64, ptr {tag}.rows.p",
                f"  call void @lanes.opaque(ptr {tag}.function, {arguments}{source.size}, i64 {tag}.rows)",
            ]
        self.values[node] = tag

    def _opaque_argument(self) -> int:
        """Which entry of `in` points to the addresses of the opaque functions: the one behind the named inputs.

        The next one says how many lanes have rows of their own.
        """
        return len(self.plan.function.inputs) * self.lanes.words

    def _call_output(self, node: Node) -> str:
        """The load of one result of an opaque call."""
        (call,) = node.args
        slot = self.plan.calls[call] + call.data.n_in + node.data
        pointer = f"%v{node.uid}.p"
        self.lines.append(element(pointer, "%work", slot * self.lanes.width))
        return f"load {self.lanes.real}, ptr {pointer}, align 8"

    def _value(self, node: Node) -> str:
        """How the text refers to a node: a constant, a local value, or a load made now."""
        if node.op == "const":
            return self.lanes.boolean(node.data) if isinstance(node.data, bool) else self.lanes.constant(node.data)
        name = self.values.get(node)
        if name is None:
            name = self.values[node] = self._load(node)
        return name

    def _load(self, node: Node) -> str:
        """An input, or a value that an earlier chunk left in the work array."""
        tag = f"%v{node.uid}"
        if node.op == "symbol":
            argument, index = self.places[node]
            pointer = self._argument("%in", argument, index, f"{tag}.p")
            if argument in self.uniform:
                return self._spread(tag, pointer)
        else:
            pointer = f"{tag}.p"
            slot = self.plan.slots[node] * self.lanes.width
            self.lines.append(element(pointer, "%work", slot))
        self.lines.append(f"  {tag} = load {self.lanes.real}, ptr {pointer}, align 8")
        if node.op in _COMPARE or node.op in ("and", "or", "not"):
            self.lines.append(f"  {tag}.b = fcmp une {self.lanes.real} {tag}, {self.lanes.constant(0.0)}")
            return f"{tag}.b"
        return tag

    def _spread(self, tag: str, pointer: str) -> str:
        """One number loaded into all lanes."""
        self.lines.append(f"  {tag}.one = load double, ptr {pointer}, align 8")
        self.lines += splat(tag, f"{tag}.one", self.lanes.width)
        return tag

    def _argument(self, base: str, argument: int, index: int, name: str) -> str:
        """The address of element `index` of a named argument."""
        pointer, stride = f"{base}.{argument}", f"{base}.{argument}.s"
        strided = self.lanes.width > 1
        if pointer not in self.pointers:
            self.pointers.add(pointer)
            at = argument * self.lanes.words
            self.lines.append(element(f"{pointer}.a", base, at, "i64"))
            self.lines.append(f"  {pointer} = load ptr, ptr {pointer}.a")
            if strided:
                self.lines.append(element(f"{stride}.a", base, at + 1, "i64"))
                self.lines.append(f"  {stride} = load i64, ptr {stride}.a")
        offset = str(index)
        if strided and index > 0:
            offset = f"{name}.o"
            self.lines.append(f"  {offset} = mul i64 {stride}, {index}")
        self.lines.append(element(name, pointer, offset))
        return name

    def _keep(self, node: Node) -> None:
        """Stores a value where later chunks and the caller look for it."""
        if node in self.plan.slots:
            value = self.values[node]
            if node.op in _COMPARE or node.op in ("and", "or", "not"):
                value = f"%v{node.uid}.d"
                self.lines.append(f"  {value} = uitofp {self.lanes.truth} {self.values[node]} to {self.lanes.real}")
            self._store(value, "%work", str(self.plan.slots[node]), f"%v{node.uid}.w", self.lanes.width)
        self._give(node)

    def _give(self, node: Node) -> None:
        """Stores a value into the outputs it belongs to."""
        for argument, index in self.results.get(node, ()):
            pointer = self._argument("%out", argument, index, f"%o{argument}.{index}")
            value, real = self._value(node), self.lanes.real
            if argument in self.added:
                self.lines.append(f"  {pointer}.old = load {real}, ptr {pointer}, align 8")
                self.lines.append(f"  {pointer}.sum = fadd {real} {pointer}.old, {value}")
                value = f"{pointer}.sum"
            self.lines.append(f"  store {real} {value}, ptr {pointer}, align 8")

    def _store(self, value: str, base: str, slot: str, name: str, width: int) -> None:
        """Stores all lanes of a value at a slot of the work array."""
        self.lines.append(element(name, base, int(slot) * width))
        self.lines.append(f"  store {self.lanes.real} {value}, ptr {name}, align 8")

    def _leaves(self) -> None:
        """Outputs that are plain inputs or constants: no operation stores them."""
        for node in self.results:
            if not node.args:
                self._give(node)

    def modules(self) -> list[str]:
        """The chunks grouped into modules, each with the helpers it needs; the first also has the entry."""
        count = len(self.plan.chunks)
        texts = []
        for start in range(0, count, MODULE_CHUNKS):
            self.helpers = {}
            chunks = [self._chunk(k) for k in range(start, min(count, start + MODULE_CHUNKS))]
            texts.append("\n".join([*self.helpers.values(), *chunks]))
        names = [f"{self.name}.{k}" for k in range(count)]
        others = [f"declare hidden void @{name}(ptr, ptr, ptr)" for name in names[MODULE_CHUNKS:]]
        texts[0] = "\n".join([texts[0], *others, native_function(self.name, map(call_native, names))])
        return texts


def _places(function: Function) -> dict[Node, tuple[int, int]]:
    """Input symbol to (argument, element)."""
    places: dict[Node, tuple[int, int]] = {}
    for k, value in enumerate(function.inputs.values()):
        for j, s in enumerate(np.ravel(np.asarray(value, dtype=object))):
            places[s] = (k, j)
    return places


def _results(function: Function) -> dict[Node, list[tuple[int, int]]]:
    """Output node to the (argument, element) pairs it fills."""
    results: dict[Node, list[tuple[int, int]]] = {}
    for k, value in enumerate(function.outputs.values()):
        for j, root in enumerate(np.ravel(np.asarray(value, dtype=object))):
            results.setdefault(root, []).append((k, j))
    return results

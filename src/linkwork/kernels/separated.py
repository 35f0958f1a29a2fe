r"""Kernels for matrices of low rank on either side of their diagonal: built, inverted and multiplied by native loops.

A traced function gives factors of a symmetric definite A and of further matrices B_k, all n × n and such that

$$ X_{ij} = \begin{cases} (L\,R)_{ij} & \text{where `below`} \\ (S\,T)_{ij} & \text{where `above`} \\
                          0 & \text{elsewhere} \end{cases} \quad (+\,\text{extra}_{ij}) $$

with L and S of few columns; results are A⁻¹ and −A⁻¹ B_k. Written out, this would take 2n³ operations for every B: code
that no cache holds. The loops here take vectors of columns.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..expr.array import zeros
from ..expr.function import Function, make_function
from ..expr.signature import Signature
from .dense_ir import (
    TILE_ROWS,
    define_add,
    define_choose,
    define_deliver,
    define_invert,
    define_product,
    padded,
    padded_rows,
)
from .emit import emit_kernel, opaque_sources
from .ir import Lanes, literal
from .schedule import cost, schedule

FACTORS = ("lower_left", "lower_right", "upper_left", "upper_right", "extra")


@dataclass(frozen=True, eq=False)
class Separated:
    """The factors as a traced function, and what is made of them.

    Outputs of `factors`: `lower_left` (n × a), `lower_right` (a × blocks × n), `upper_left` (n × b), `upper_right`
    (b × blocks × n), and if there is any `extra` (n × blocks × n), block 0 being A; all others are handed on. `names`
    are those of A⁻¹ and of each −A⁻¹ B_k.
    """

    factors: Function
    names: tuple[str, ...]
    below: np.ndarray
    above: np.ndarray

    @property
    def name(self) -> str:
        """Of the function."""
        return self.factors.name

    @property
    def inputs(self) -> Mapping[str, Any]:
        """As of the factors."""
        return self.factors.inputs

    @property
    def shapes(self) -> Mapping[str, tuple[int, ...]]:
        """Of the inputs."""
        return self.factors.shapes

    @property
    def size(self) -> int:
        """n."""
        return len(self.below)

    @property
    def handed_on(self) -> list[str]:
        """Outputs of the factors that are results themselves."""
        return [name for name in self.factors.outputs if name not in FACTORS]

    @cached_property
    def output_shapes(self) -> dict[str, tuple[int, ...]]:
        """The shape of every result."""
        own = dict.fromkeys(self.names, (self.size, self.size))
        return {**own, **{name: self.factors.output_shapes[name] for name in self.handed_on}}

    @cached_property
    def result_type(self) -> Any:
        """Makes what a call returns."""
        outputs = {name: np.zeros(shape) for name, shape in self.output_shapes.items()}
        return make_function(self.name, {}, outputs).result_type

    def bind(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> dict[str, Any]:
        """Arguments by name."""
        return self.factors.bind(args, kwargs)

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        """The results at one point by NumPy: the reference."""
        found = self.factors(*args, **kwargs)._asdict()
        below, above = self.below[:, None, :], self.above[:, None, :]
        lower = np.tensordot(found["lower_left"], found["lower_right"], axes=1)
        upper = np.tensordot(found["upper_left"], found["upper_right"], axes=1)
        blocks = below * lower + above * upper + found.get("extra", 0.0)
        inverse = np.linalg.inv(blocks[:, 0])
        solved = [-inverse @ blocks[:, k] for k in range(1, len(self.names))]
        return self.result_type(inverse, *solved, *(found[name] for name in self.handed_on))

    def __reduce__(self) -> Any:
        return Separated, (self.factors, self.names, self.below, self.above)

    @property
    def digest(self) -> str:
        """Content of the factors and of the loops around them."""
        content = hashlib.sha256(self.factors.digest.encode())
        for part in (self.below, self.above):
            content.update(np.ascontiguousarray(part, dtype=float).tobytes())
        content.update(repr((self.names, self.size)).encode())
        return content.hexdigest()


class SeparatedBody:
    """Separated matrices as something to compile."""

    def __init__(self, function: Separated) -> None:
        self.function = function
        # One layout for single and wide code.
        self.columns = padded(function.size, Lanes())
        self.rows = padded_rows(function.size)
        self.blocks = len(function.names)
        self.ld = self.blocks * self.columns
        outputs = {name: self._widened(name, value) for name, value in function.factors.outputs.items()}
        self.widened = make_function(function.name, function.inputs, outputs)

    def _widened(self, name: str, value: Any) -> Any:
        """Blocks of whole tiles, one beside the other."""
        if name not in ("lower_right", "upper_right", "extra"):
            return value
        rows, blocks, n = value.shape
        wide = zeros((rows, blocks, self.columns))
        wide[:, :, :n] = value
        return wide.reshape(rows, blocks * self.columns)

    @property
    def signature(self) -> Signature:
        """Names and shapes."""
        return Signature(self.function.name, self.function.shapes, self.function.output_shapes)

    @property
    def opaque(self) -> list[Any]:
        """The opaque functions of the factors."""
        return opaque_sources(self.function.factors)

    @property
    def arguments(self) -> tuple[int, int]:
        """How many inputs and outputs there are."""
        return len(self.function.inputs), len(self.function.output_shapes)

    @property
    def digest(self) -> str:
        """Content of factors and loops."""
        return self.function.digest

    @property
    def cost(self) -> int:
        """How much there is to compile."""
        return cost(self.widened)

    def for_rows(self) -> SeparatedBody:
        """Itself."""
        return self

    def prepare(self) -> None:
        """Nothing: the factors are traced."""

    def emit(self, name: str, lanes: Lanes) -> tuple[list[str], int]:
        """The factors' modules, loops and entry in the first, and the slots of work memory."""
        plan = schedule(self.widened)
        texts = emit_kernel(plan, f"{name}.factors", lanes)
        places, size = self._places()
        helpers = self._helpers(lanes)
        texts[0] = "\n".join([texts[0], *helpers, *self._masks(), self._entry(name, lanes, places, size)])
        return texts, size + plan.slot_count

    def _helpers(self, lanes: Lanes) -> list[str]:
        """The loops, for the sizes at hand."""
        n, ld, rows, columns = self.function.size, self.ld, self.rows, self.columns
        texts = []
        for part, mask in (("lower", self.function.below), ("upper", self.function.above)):
            rank = self.widened.output_shapes[f"{part}_left"][1]
            texts.append(define_product(f"dense.{part}", lanes, rank, ld, self._ranges(mask), rank))
        if self.blocks > 1:
            everything = [(0, ld - columns)] * (rows // TILE_ROWS)
            texts.append(define_product("dense.solve", lanes, ld, ld, everything, n))
        if "extra" in self.widened.outputs:
            texts.append(define_add("dense.add", lanes, ld, n, columns))
        return [
            *texts,
            define_choose("dense.choose", lanes, ld, n, columns),
            define_invert("dense.invert", lanes, ld, n, columns),
            define_deliver("dense.deliver", lanes, ld, n),
        ]

    def _ranges(self, mask: np.ndarray) -> list[tuple[int, int]]:
        """For every row of tiles, the columns (whole tiles of them) between which anything is taken."""
        tile = padded(1, Lanes())
        found = []
        for start in range(0, self.rows, TILE_ROWS):
            (taken,) = np.nonzero(mask[start : start + TILE_ROWS].any(axis=0))
            found.append(
                (int(taken[0]) // tile * tile, -(-int(taken[-1] + 1) // tile) * tile) if len(taken) else (0, 0)
            )
        return found

    def _places(self) -> tuple[dict[str, int], int]:
        """Where factors and matrices lie in the work memory, in elements."""
        sizes = {n: int(np.prod(s)) for n, s in self.widened.output_shapes.items() if n in FACTORS}
        for left in ("lower_left", "upper_left"):
            sizes[left] = self.rows * self.widened.output_shapes[left][1]
        sizes |= dict.fromkeys(("X", "Y"), self.rows * self.ld) | {"T": 2 * self.columns}
        places, at = {}, 0
        for name, size in sizes.items():
            places[name] = at
            at += size
        return places, at

    def _masks(self) -> list[str]:
        """The constant matrices that say which entries are taken from where."""
        n, texts = self.function.size, []
        for name, mask in (("below", self.function.below), ("above", self.function.above)):
            wide = np.zeros((n, self.columns), dtype=int)
            wide[:, :n] = -(mask != 0.0).astype(int)
            values = ", ".join(f"i64 {x}" for x in wide.ravel())
            texts.append(f"@dense.{name} = internal constant [{wide.size} x i64] [{values}]")
        return texts

    def _entry(self, name: str, lanes: Lanes, places: Mapping[str, int], size: int) -> str:
        """`@name(in, out, work)`: factors, matrices, inverse, products, results."""
        lines = [f"define void @{name}(ptr %in, ptr %out, ptr %work) {{"]
        lines += [
            f"  %{key} = getelementptr double, ptr %work, i64 {at * lanes.width}"
            for key, at in {**places, "rest": size}.items()
        ]
        lines += self._call_factors(name, lanes)
        for k in range(self.blocks):
            at = k * self.columns * lanes.width
            blocks = ("X", "Y", "lower_right", "upper_right", *(["extra"] if "extra" in places else []))
            lines += [f"  %{m}{k} = getelementptr double, ptr %{m}, i64 {at}" for m in blocks]
            lines.append(f"  call void @dense.lower(ptr %lower_left, ptr %lower_right{k}, ptr %X{k})")
            lines.append(f"  call void @dense.upper(ptr %upper_left, ptr %upper_right{k}, ptr %Y{k})")
            # The products with −B are wanted; A itself is not turned.
            sign = f"double {literal(-1.0 if k else 1.0)}"
            masks = "ptr @dense.below, ptr @dense.above"
            lines.append(f"  call void @dense.choose({masks}, {sign}, ptr %X{k}, ptr %Y{k})")
            if "extra" in places:
                lines.append(f"  call void @dense.add({sign}, ptr %X{k}, ptr %extra{k})")
        lines.append("  call void @dense.invert(ptr %X, ptr %T)")
        if self.blocks > 1:
            lines.append("  call void @dense.solve(ptr %X, ptr %X1, ptr %Y1)")
        for k in range(self.blocks):
            lines += self._result(k, lanes)
        return "\n".join([*lines, "  ret void\n}"])

    def _call_factors(self, name: str, lanes: Lanes) -> list[str]:
        """Factors into work memory, what is handed on to its own place."""
        step = 1 if lanes.width == 1 else 2
        results = list(self.function.output_shapes)
        lines = [f"  %outs = alloca [{step * len(self.widened.outputs) + 1} x i64]"]
        for i, output in enumerate(self.widened.outputs):
            if output in FACTORS:
                pointer, stride = f"%{output}", str(lanes.width)
            else:
                lines += _argument(f"%o{i}", results.index(output), step)
                pointer, stride = f"%o{i}", f"%o{i}.stride"
            lines += [
                f"  %outs{i} = getelementptr i64, ptr %outs, i64 {i * step}",
                f"  store ptr {pointer}, ptr %outs{i}",
            ]
            if step == 2:
                lines += [f"  %outs{i}.s = getelementptr i64, ptr %outs, i64 {i * 2 + 1}"]
                lines += [f"  store i64 {stride}, ptr %outs{i}.s"]
        return [*lines, f"  call void @{name}.factors(ptr %in, ptr %outs, ptr %rest)"]

    def _result(self, k: int, lanes: Lanes) -> list[str]:
        """Result k to where the caller wants it."""
        return [
            *_argument(f"%r{k}", k, 1 if lanes.width == 1 else 2),
            f"  call void @dense.deliver(ptr %{'Y' if k else 'X'}{k}, ptr %r{k}, i64 %r{k}.stride)",
        ]


def _argument(name: str, position: int, step: int) -> list[str]:
    """Pointer and stride of an output of the caller."""
    lines = [f"  {name}.p = getelementptr ptr, ptr %out, i64 {position * step}", f"  {name} = load ptr, ptr {name}.p"]
    if step == 1:
        return [*lines, f"  {name}.stride = add i64 1, 0"]
    return [
        *lines,
        f"  {name}.s = getelementptr i64, ptr %out, i64 {position * step + 1}",
        f"  {name}.stride = load i64, ptr {name}.s",
    ]

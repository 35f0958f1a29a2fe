r"""Kernels for matrices of low rank on either side of their diagonal: built, inverted and multiplied by native loops.

A traced function gives factors of a symmetric definite A and of further matrices B_k, all n × n and such that

$$ X_{ij} = \begin{cases} (L\,R)_{ij} & \text{where `below`} \\ (S\,T)_{ij} & \text{where `above`} \\
                          0 & \text{elsewhere} \end{cases} \quad (+\,\text{extra}_{ij}) $$

with L and S of few columns; results are A⁻¹ and −A⁻¹ B_k. Written out, this would take 2n³ operations for every B: code
that no cache holds. The loops here take vectors of columns.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
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
from .emit import emit_kernel
from .ir import (
    LaneType,
    arguments_room,
    call_native,
    constant_array,
    element,
    ir_literal,
    native_function,
    read_argument,
    write_argument,
)
from .schedule import schedule

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
    def size(self) -> int:
        """n."""
        return len(self.below)

    @property
    def handed_on(self) -> list[str]:
        """Outputs of the factors that are results themselves."""
        return [name for name in self.factors.outputs if name not in FACTORS]

    @cached_property
    def signature(self) -> Signature:
        """Names and shapes: inputs of the factors, and every result."""
        own = dict.fromkeys(self.names, (self.size, self.size))
        results = {**own, **{name: self.factors.output_shapes[name] for name in self.handed_on}}
        return Signature(self.factors.name, self.factors.shapes, results)

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        """The results at one point by NumPy: the reference."""
        found = self.factors(*args, **kwargs)._asdict()
        below, above = self.below[:, None, :], self.above[:, None, :]
        lower = np.tensordot(found["lower_left"], found["lower_right"], axes=1)
        upper = np.tensordot(found["upper_left"], found["upper_right"], axes=1)
        blocks = below * lower + above * upper + found.get("extra", 0.0)
        inverse = np.linalg.inv(blocks[:, 0])
        solved = [-inverse @ blocks[:, k] for k in range(1, len(self.names))]
        return self.signature.result_type(inverse, *solved, *(found[name] for name in self.handed_on))

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


def emit_separated(separated: Separated, name: str, lanes: LaneType) -> tuple[list[str], int]:
    """The module texts, `@name(in, out, work)` in the first, and the slots of work memory a lane needs."""
    return _Writer(separated, name, lanes).modules()


class _Writer:
    """Writes the factors, the loops over them and the function around both."""

    def __init__(self, separated: Separated, name: str, lanes: LaneType) -> None:
        self.separated, self.name, self.lanes = separated, name, lanes
        # One layout for single and wide code.
        self.columns = padded(separated.size, LaneType(machine=lanes.machine))
        self.rows = padded_rows(separated.size)
        self.blocks = len(separated.names)
        self.ld = self.blocks * self.columns
        outputs = {name: self._widened(name, value) for name, value in separated.factors.outputs.items()}
        self.widened = make_function(separated.factors.name, separated.factors.inputs, outputs)

    def _widened(self, name: str, value: Any) -> Any:
        """Blocks of whole tiles, one beside the other."""
        if name not in ("lower_right", "upper_right", "extra"):
            return value
        rows, blocks, n = value.shape
        wide = zeros((rows, blocks, self.columns))
        wide[:, :, :n] = value
        return wide.reshape(rows, blocks * self.columns)

    def modules(self) -> tuple[list[str], int]:
        """The factors' modules, loops and entry in the first, and the slots of work memory."""
        name, lanes = self.name, self.lanes
        plan = schedule(self.widened)
        texts = emit_kernel(plan, f"{name}.factors", lanes)
        places, size = self._places()
        helpers = self._helpers(lanes)
        texts[0] = "\n".join([texts[0], *helpers, *self._masks(), self._entry(name, lanes, places, size)])
        return texts, size + plan.slot_count

    def _helpers(self, lanes: LaneType) -> list[str]:
        """The loops, for the sizes at hand."""
        n, ld, rows, columns = self.separated.size, self.ld, self.rows, self.columns
        texts = []
        for part, mask in (("lower", self.separated.below), ("upper", self.separated.above)):
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
        tile = padded(1, LaneType(machine=self.lanes.machine))
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
        n, texts = self.separated.size, []
        for name, mask in (("below", self.separated.below), ("above", self.separated.above)):
            wide = np.zeros((n, self.columns), dtype=int)
            wide[:, :n] = -(mask != 0.0).astype(int)
            texts.append(constant_array(f"dense.{name}", wide))
        return texts

    def _entry(self, name: str, lanes: LaneType, places: Mapping[str, int], size: int) -> str:
        """`@name(in, out, work)`: factors, matrices, inverse, products, results."""
        lines = [element(f"%{key}", "%work", at * lanes.width) for key, at in {**places, "rest": size}.items()]
        lines += self._call_factors(name, lanes)
        for k in range(self.blocks):
            at = k * self.columns * lanes.width
            blocks = ("X", "Y", "lower_right", "upper_right", *(["extra"] if "extra" in places else []))
            lines += [element(f"%{m}{k}", f"%{m}", at) for m in blocks]
            lines.append(f"  call void @dense.lower(ptr %lower_left, ptr %lower_right{k}, ptr %X{k})")
            lines.append(f"  call void @dense.upper(ptr %upper_left, ptr %upper_right{k}, ptr %Y{k})")
            # The products with −B are wanted; A itself is not turned.
            sign = f"double {ir_literal(-1.0 if k else 1.0)}"
            masks = "ptr @dense.below, ptr @dense.above"
            lines.append(f"  call void @dense.choose({masks}, {sign}, ptr %X{k}, ptr %Y{k})")
            if "extra" in places:
                lines.append(f"  call void @dense.add({sign}, ptr %X{k}, ptr %extra{k})")
        lines.append("  call void @dense.invert(ptr %X, ptr %T)")
        if self.blocks > 1:
            lines.append("  call void @dense.solve(ptr %X, ptr %X1, ptr %Y1)")
        for k in range(self.blocks):
            lines += self._result(k, lanes)
        return native_function(name, lines)

    def _call_factors(self, name: str, lanes: LaneType) -> list[str]:
        """Factors into work memory, what is handed on to its own place."""
        results = list(self.separated.signature.output_shapes)
        lines = [arguments_room("%outs", len(self.widened.outputs), lanes)]
        for i, output in enumerate(self.widened.outputs):
            pointer, stride = f"%{output}", str(lanes.width)
            if output not in FACTORS:
                lines += read_argument(f"%o{i}", "%out", results.index(output), lanes)
                pointer, stride = f"%o{i}", f"%o{i}.stride"
            lines += write_argument(f"%outs{i}", "%outs", i, pointer, stride, lanes)
        return [*lines, call_native(f"{name}.factors", "%in", "%outs", "%rest")]

    def _result(self, k: int, lanes: LaneType) -> list[str]:
        """Result k to where the caller wants it."""
        return [
            *read_argument(f"%r{k}", "%out", k, lanes),
            f"  call void @dense.deliver(ptr %{'Y' if k else 'X'}{k}, ptr %r{k}, i64 %r{k}.stride)",
        ]

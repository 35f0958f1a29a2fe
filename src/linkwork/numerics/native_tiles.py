"""What `tiles` are in loops that numba compiles, on vectors of eight. Importing this module imports numba.

LLVM splits the vectors into those of the processor. Out of plain loops it would not make them, since numba's indices
may count from the end of an array: numbers side by side are not seen to be, and each has its place looked at twice.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from . import tiles
from .tiles import ROWS, TILE

INTEGER, FLOAT = ir.IntType(64), ir.DoubleType()
EIGHT = ir.VectorType(FLOAT, TILE)
ALIGNED = 8
"""Numbers lie at multiples of their own size only."""
PLACE = types.int64


class _Writer:
    """Writes code: numbers and vectors at places of arrays."""

    def __init__(self, context: Any, builder: Any) -> None:
        self.context, self.builder = context, builder

    def start(self, kind: Any, array: Any) -> Any:
        """Where the numbers of an array begin."""
        return self.context.make_array(kind)(self.context, self.builder, array).data

    def number(self, start: Any, place: Any) -> Any:
        """One number."""
        return self.builder.load(self.builder.gep(start, [place]))

    def eight(self, start: Any, place: Any) -> Any:
        """Where eight numbers stand."""
        return self.builder.bitcast(self.builder.gep(start, [place]), EIGHT.as_pointer())

    def load(self, start: Any, place: Any) -> Any:
        """Eight numbers."""
        return self.builder.load(self.eight(start, place), align=ALIGNED)

    def repeated(self, value: Any) -> Any:
        """A number eight times."""
        nothing, index = ir.Constant(EIGHT, ir.Undefined), ir.IntType(32)
        one = self.builder.insert_element(nothing, value, index(0))
        return self.builder.shuffle_vector(one, nothing, ir.Constant(ir.VectorType(index, TILE), [0] * TILE))

    def sums(self, count: int, kind: Any = EIGHT) -> list[Any]:
        """Memory that becomes registers."""
        return [cgutils.alloca_once(self.builder, kind) for _ in range(count)]  # type: ignore[no-untyped-call]


def _subtracted(rows: int) -> Callable[..., Any]:
    """Makes code for so many rows, whose sums stay in registers."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        matrix, at, left, width, tile, count = arguments
        w = _Writer(context, builder)
        numbers, factors = w.start(signature.args[0], matrix), w.start(signature.args[4], tile)
        shifts = [builder.mul(width, INTEGER(r)) for r in range(rows)]
        targets = [w.eight(numbers, builder.add(at, shift)) for shift in shifts]
        sums = w.sums(rows)
        for target, total in zip(targets, sums, strict=True):
            builder.store(builder.load(target, align=ALIGNED), total)
        with cgutils.for_range(builder, count) as loop:
            row = w.load(factors, builder.mul(loop.index, INTEGER(TILE)))
            for shift, total in zip(shifts, sums, strict=True):
                value = w.number(numbers, builder.add(builder.add(left, shift), loop.index))
                builder.store(builder.fsub(builder.load(total), builder.fmul(w.repeated(value), row)), total)
        for target, total in zip(targets, sums, strict=True):
            builder.store(builder.load(total), target, align=ALIGNED)
        return context.get_dummy_value()

    return generate


@intrinsic
def subtract_from_row(typing: Any, matrix: Any, at: Any, left: Any, width: Any, tile: Any, count: Any) -> Any:
    """One row."""
    return types.none(matrix, PLACE, PLACE, PLACE, tile, PLACE), _subtracted(1)


@intrinsic
def subtract_from_rows(typing: Any, matrix: Any, at: Any, left: Any, width: Any, tile: Any, count: Any) -> Any:
    """Four rows."""
    return types.none(matrix, PLACE, PLACE, PLACE, tile, PLACE), _subtracted(ROWS)


@intrinsic
def eight_sums(typing: Any, matrix: Any, at: Any, x: Any, first: Any, count: Any, found: Any) -> Any:
    """Eight sums in one vector."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        matrix, at, x, first, count, found = arguments
        w = _Writer(context, builder)
        numbers, values = w.start(signature.args[0], matrix), w.start(signature.args[2], x)
        (total,) = w.sums(1)
        builder.store(ir.Constant(EIGHT, [0.0] * TILE), total)
        with cgutils.for_range(builder, count) as loop:
            row = w.load(numbers, builder.add(at, builder.mul(loop.index, INTEGER(TILE))))
            value = w.repeated(w.number(values, builder.add(first, loop.index)))
            builder.store(builder.fadd(builder.load(total), builder.fmul(value, row)), total)
        target = w.eight(w.start(signature.args[5], found), INTEGER(0))
        builder.store(builder.load(total), target, align=ALIGNED)
        return context.get_dummy_value()

    return types.none(matrix, PLACE, x, PLACE, PLACE, found), generate


@intrinsic
def along(typing: Any, a: Any, at: Any, b: Any, first: Any, count: Any) -> Any:
    """Eight sums in one vector, those left over into the first of them."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        a, at, b, first, count = arguments
        w = _Writer(context, builder)
        one, other = w.start(signature.args[0], a), w.start(signature.args[2], b)
        (total,), (rest,) = w.sums(1), w.sums(1, FLOAT)
        builder.store(ir.Constant(EIGHT, [0.0] * TILE), total)
        chunks = builder.sdiv(count, INTEGER(TILE))
        with cgutils.for_range(builder, chunks) as loop:
            place = builder.mul(loop.index, INTEGER(TILE))
            product = builder.fmul(w.load(one, builder.add(at, place)), w.load(other, builder.add(first, place)))
            builder.store(builder.fadd(builder.load(total), product), total)
        sums = [builder.extract_element(builder.load(total), ir.IntType(32)(k)) for k in range(TILE)]
        builder.store(sums[0], rest)
        whole = builder.mul(chunks, INTEGER(TILE))
        with cgutils.for_range(builder, builder.sub(count, whole)) as loop:
            place = builder.add(whole, loop.index)
            product = builder.fmul(w.number(one, builder.add(at, place)), w.number(other, builder.add(first, place)))
            builder.store(builder.fadd(builder.load(rest), product), rest)
        sums[0] = builder.load(rest)
        while len(sums) > 1:
            sums = [builder.fadd(sums[k], sums[k + 1]) for k in range(0, len(sums), 2)]
        return sums[0]

    return types.float64(a, PLACE, b, PLACE, PLACE), generate


@intrinsic
def less_products(typing: Any, total: Any, a: Any, at: Any, b: Any, first: Any, step: Any, count: Any) -> Any:
    """One after the other."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        total, a, at, b, first, step, count = arguments
        w = _Writer(context, builder)
        one, other = w.start(signature.args[1], a), w.start(signature.args[3], b)
        (rest,) = w.sums(1, FLOAT)
        builder.store(total, rest)
        with cgutils.for_range(builder, count) as loop:
            place = builder.add(first, builder.mul(step, loop.index))
            product = builder.fmul(w.number(one, builder.add(at, loop.index)), w.number(other, place))
            builder.store(builder.fsub(builder.load(rest), product), rest)
        return builder.load(rest)

    return types.float64(types.float64, a, PLACE, b, PLACE, PLACE, PLACE), generate


@overload(tiles.subtract_from_row, strict=False)
def _of_row(matrix: Any, at: Any, left: Any, width: Any, tile: Any, count: Any) -> Any:
    return lambda matrix, at, left, width, tile, count: subtract_from_row(  # type: ignore[call-arg]
        matrix, at, left, width, tile, count
    )


@overload(tiles.subtract_from_rows, strict=False)
def _of_rows(matrix: Any, at: Any, left: Any, width: Any, tile: Any, count: Any) -> Any:
    return lambda matrix, at, left, width, tile, count: subtract_from_rows(  # type: ignore[call-arg]
        matrix, at, left, width, tile, count
    )


@overload(tiles.eight_sums, strict=False)
def _of_eight(matrix: Any, at: Any, x: Any, first: Any, count: Any, found: Any) -> Any:
    return lambda matrix, at, x, first, count, found: eight_sums(  # type: ignore[call-arg]
        matrix, at, x, first, count, found
    )


@overload(tiles.along, strict=False)
def _along(a: Any, at: Any, b: Any, first: Any, count: Any) -> Any:
    return lambda a, at, b, first, count: along(  # type: ignore[call-arg]
        a, at, b, first, count
    )


@overload(tiles.less_products, strict=False)
def _less(total: Any, a: Any, at: Any, b: Any, first: Any, step: Any, count: Any) -> Any:
    return lambda total, a, at, b, first, step, count: less_products(  # type: ignore[call-arg]
        total, a, at, b, first, step, count
    )

"""What weighted sums are in loops that numba compiles: several components at a time, in the registers of the machine.

Every component is added up in the order of the rows, so that all widths, and plain Python, give the same bits. Where
components are left over at the end, the last block begins so much earlier: some are computed twice, to the same bits.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from .weighted import combine, shifted

WIDTHS = (16, 4, 1)
"""Components of a block; the first that is not longer than a row is taken."""
NUMBER, INDEX, REAL = ir.IntType(64), ir.IntType(32), ir.DoubleType()
NONE, ONE = ir.Constant(NUMBER, 0), ir.Constant(NUMBER, 1)


class Block:
    """Code for so many components at once."""

    def __init__(self, builder: Any, width: int) -> None:
        self.builder, self.width = builder, width
        self.kind = REAL if width == 1 else ir.VectorType(REAL, width)
        self.zero = ir.Constant(self.kind, 0.0 if width == 1 else [0.0] * width)

    def all(self, number: Any) -> Any:
        """One number in every place."""
        if self.width == 1:
            return number
        undefined, builder = ir.Constant(self.kind, ir.Undefined), self.builder
        first = builder.insert_element(undefined, number, ir.Constant(INDEX, 0))
        places = ir.Constant(ir.VectorType(INDEX, self.width), [0] * self.width)
        return builder.shuffle_vector(first, undefined, places)

    def load(self, data: Any, place: Any) -> Any:
        """Components from a place on."""
        return self.builder.load(self._at(data, place), align=8)

    def store(self, value: Any, data: Any, place: Any) -> None:
        """Writes components from a place on."""
        self.builder.store(value, self._at(data, place), align=8)

    def _at(self, data: Any, place: Any) -> Any:
        return self.builder.bitcast(self.builder.gep(data, [place]), self.kind.as_pointer())


def repeat(builder: Any, body: Callable[[Any, Any], tuple[Any, Any, Any]], start: Any = None) -> Any:
    """A loop from 0 on: `body` of (place, carried value) gives (the next place, whether it is a last one, the value).

    Returns the value behind the loop.
    """
    before, head = builder.basic_block, builder.append_basic_block("loop")
    builder.branch(head)
    builder.position_at_end(head)
    place = builder.phi(NUMBER)
    place.add_incoming(NONE, before)
    carried = None
    if start is not None:
        carried = builder.phi(start.type)
        carried.add_incoming(start, before)
    following, is_over, value = body(place, carried)
    end, behind = builder.basic_block, builder.append_basic_block("behind")
    place.add_incoming(following, end)
    if carried is not None:
        carried.add_incoming(value, end)
    builder.cbranch(is_over, behind, head)
    builder.position_at_end(behind)
    return value


def sums(builder: Any, n: Any, weights: Any, count: Any, k: Any, row: Any, finish: Any) -> None:
    """Code for all components; `finish(block, m, sum)` takes those from m on."""

    def in_blocks(width: int) -> None:
        block = Block(builder, width)
        last = builder.sub(n, ir.Constant(NUMBER, width))

        def of_block(m: Any, _: Any) -> tuple[Any, Any, Any]:
            column = builder.gep(k, [m])

            def of_row(j: Any, total: Any) -> tuple[Any, Any, Any]:
                weight = block.all(builder.load(builder.gep(weights, [j])))
                total = builder.fadd(total, builder.fmul(weight, block.load(column, builder.mul(j, row))))
                following = builder.add(j, ONE)
                return following, builder.icmp_signed(">=", following, count), total

            finish(block, m, repeat(builder, of_row, block.zero))
            following = builder.add(m, ir.Constant(NUMBER, width))
            is_inside = builder.icmp_signed("<", following, last)
            return builder.select(is_inside, following, last), builder.icmp_signed("==", m, last), None

        repeat(builder, of_block)

    def choose(widths: tuple[int, ...]) -> None:
        with builder.if_else(builder.icmp_signed(">=", n, ir.Constant(NUMBER, widths[0]))) as (fits, other):
            with fits:
                in_blocks(widths[0])
            with other:
                if widths[1:]:
                    choose(widths[1:])

    choose(WIDTHS)


def _data(context: Any, builder: Any, kind: Any, value: Any) -> tuple[Any, Any]:
    """(the memory of an array, the length of its last axis)."""
    array = context.make_array(kind)(context, builder, value)
    return array.data, builder.extract_value(array.shape, kind.ndim - 1)


def _check(*arrays: Any) -> None:
    if any(array.layout != "C" for array in arrays):
        raise TypeError("weighted sums are for arrays without gaps.")


@intrinsic
def sum_rows(typing: Any, weights: Any, count: Any, k: Any, result: Any) -> Any:
    """`combine` for one row or more."""
    _check(weights, k, result)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kinds = signature.args
        (w, _), (rows, row), (target, n) = (_data(context, builder, kinds[i], arguments[i]) for i in (0, 2, 3))
        sums(builder, n, w, arguments[1], rows, row, lambda block, m, total: block.store(total, target, m))
        return context.get_dummy_value()

    return types.none(weights, types.int64, k, result), generate


@intrinsic
def shift_by_rows(typing: Any, weights: Any, count: Any, k: Any, y: Any, h: Any, result: Any) -> Any:
    """`shifted` for one row or more."""
    _check(weights, k, y, result)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kinds = signature.args
        parts = [_data(context, builder, kinds[i], arguments[i]) for i in (0, 2, 3, 5)]
        (w, _), (rows, row), (start, n), (target, _) = parts

        def finish(block: Block, m: Any, total: Any) -> None:
            step = builder.fmul(block.all(arguments[4]), total)
            block.store(builder.fadd(block.load(start, m), step), target, m)

        sums(builder, n, w, arguments[1], rows, row, finish)
        return context.get_dummy_value()

    return types.none(weights, types.int64, k, y, types.float64, result), generate


@overload(combine)
def native_combine(weights: Any, count: Any, k: Any, result: Any) -> Any:
    """The sum in blocks; nothing where there are no rows."""

    def implementation(weights: Any, count: Any, k: Any, result: Any) -> None:
        if count > 0:
            sum_rows(weights, count, k, result)  # type: ignore[call-arg]
        else:
            for m in range(len(result)):
                result[m] = 0.0

    return implementation


@overload(shifted)
def native_shifted(weights: Any, count: Any, k: Any, y: Any, h: Any, result: Any) -> Any:
    """The same, from a state on. Methods have one stage or more."""

    def implementation(weights: Any, count: Any, k: Any, y: Any, h: Any, result: Any) -> None:
        shift_by_rows(weights, count, k, y, h, result)  # type: ignore[call-arg]

    return implementation

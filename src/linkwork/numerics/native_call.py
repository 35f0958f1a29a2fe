"""What `call`, `assign` and `are_finite` are in loops that numba compiles. Importing this module imports numba."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from .assign import assign
from .call import call, call_rows
from .finite import are_finite


@intrinsic
def call_address(typing: Any, address: Any, inputs: Any, outputs: Any, work: Any) -> Any:
    """`void f(double **in, double **out, double *work)` at an address."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        number = ir.IntType(64)
        kind = ir.FunctionType(ir.VoidType(), [number, number, number])
        builder.call(builder.inttoptr(arguments[0], kind.as_pointer()), arguments[1:])
        return context.get_dummy_value()

    return types.none(types.int64, types.int64, types.int64, types.int64), generate


@overload(call)
def native_call(kernel: Any) -> Any:
    """The four integers, put where they belong."""

    def implementation(kernel: Any) -> None:
        call_address(kernel[0], kernel[1], kernel[2], kernel[3])  # type: ignore[call-arg]

    return implementation


@intrinsic
def call_rows_address(typing: Any, address: Any, inputs: Any, outputs: Any, work: Any, start: Any, stop: Any) -> Any:
    """`void f(descriptors *in, descriptors *out, double *work, int64 start, int64 stop)` at an address."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        number = ir.IntType(64)
        kind = ir.FunctionType(ir.VoidType(), [number] * 5)
        builder.call(builder.inttoptr(arguments[0], kind.as_pointer()), arguments[1:])
        return context.get_dummy_value()

    return types.none(*[types.int64] * 6), generate


@overload(call_rows)
def native_call_rows(kernel: Any) -> Any:
    """The six integers, put where they belong."""

    def implementation(kernel: Any) -> None:
        call_rows_address(  # type: ignore[call-arg]
            kernel[0], kernel[1], kernel[2], kernel[3], kernel[4], kernel[5]
        )

    return implementation


@overload(assign)
def native_assign(target: Any, source: Any) -> Any:
    """Number by number: a slice would bring code along that words an error about shapes, and memory for it."""

    def implementation(target: Any, source: Any) -> None:
        for i in range(len(source)):
            target[i] = source[i]

    return implementation


@overload(are_finite)
def native_are_finite(values: Any, count: Any) -> Any:
    """One by one: what was just written number by number is slow to read in any other way."""

    def implementation(values: Any, count: Any) -> bool:
        for i in range(count):
            if abs(values[i]) < np.inf:
                continue
            return False
        return True

    return implementation

"""A kernel as a first-class function of numba: passed to a compiled loop as an argument, called by address.

All kernels share one signature, so a loop compiled for one runs all of them.
"""

from __future__ import annotations

from typing import Any


def first_class(kernel: Any) -> Any:
    """`f(in, out, work)`: addresses of the pointers to the inputs, to the outputs, and of the work array."""
    # Here and not above: importing numba takes longer than compiling most kernels.
    from numba import types
    from numba.experimental.function_type import WrapperAddressProtocol  # type: ignore[attr-defined]

    class FirstClass(WrapperAddressProtocol):
        def __wrapper_address__(self) -> int:
            return int(kernel.address)

        def signature(self) -> Any:
            return types.void(types.uintp, types.uintp, types.uintp)

    return FirstClass()

"""Opaque functions as native code sees them: `void f(const double *in, double *out, int64 stride)` by address.

`stride` is the distance between neighbouring arguments (and results), so that each lane of a wide kernel can be served
in place. A numba function is compiled into such a function; a plain Python one is reached through a callback, and what
it raises is kept and raised again once the kernel has returned (its results are NaN until then).
"""

from __future__ import annotations

import ctypes
import threading
from typing import Any

import numpy as np

from ..expr.opaque import Opaque

_SIGNATURE = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)


class OpaqueTable:
    """The addresses of a kernel's opaque functions, kept alive together with what they lead to.

    `errors` has, for each thread, the first error raised since the last `raise_pending` there. Calls from Python raise
    it themselves; native loops that call by address ask with `raise_pending`.
    """

    def __init__(self, sources: list[Opaque]) -> None:
        self.errors: dict[int, BaseException] = {}
        self._kept = [_compiled(source) or self._callback(source) for source in sources]
        self.addresses = np.array([_address(entry) for entry in self._kept] or [0], dtype=np.uintp)

    def raise_pending(self) -> None:
        """Raises what an opaque function raised first in calls by this thread."""
        error = self.errors.pop(threading.get_ident(), None)
        if error is not None:
            raise error

    def _callback(self, source: Opaque) -> Any:
        def call(arguments: int, results: int, stride: int) -> None:
            out = _strided(results, source.size, stride)
            try:
                out[:] = source.values(*_strided(arguments, source.n_in, stride))
            except BaseException as error:
                out[:] = np.nan
                self.errors.setdefault(threading.get_ident(), error)

        return _SIGNATURE(call)


def _strided(address: int, count: int, stride: int) -> np.ndarray:
    """`count` numbers, `stride` apart, from `address` on."""
    length = (count - 1) * stride + 1
    return np.ctypeslib.as_array((ctypes.c_double * length).from_address(address))[::stride]


def _address(entry: Any) -> int:
    if hasattr(entry, "address"):
        return int(entry.address)
    return int(ctypes.cast(entry, ctypes.c_void_p).value or 0)


def _compiled(source: Opaque) -> Any:
    """A native entry for a numba function, None for anything else."""
    if not hasattr(source.function, "py_func"):
        return None
    import numba

    arguments = ", ".join(f"x[{j} * stride]" for j in range(source.n_in))
    if source.n_out is None:
        body = "    y[0] = function(" + arguments + ")"
    else:
        body = f"    r = function({arguments})\n"
        body += "\n".join(f"    y[{i} * stride] = r[{i}]" for i in range(source.size))
    # The number of arguments is fixed in machine code, so the wrapper is written out for it.
    namespace: dict[str, Any] = {"function": source.function}
    exec(f"def wrapper(x, y, stride):\n{body}\n", namespace)
    pointer: Any = numba.types.CPointer(numba.types.float64)  # type: ignore[no-untyped-call]
    return numba.cfunc(numba.types.void(pointer, pointer, numba.types.int64))(namespace["wrapper"])

"""Opaque functions as native code sees them: `void f(const double *in, double *out, int64 stride)` by address.

`stride` is the distance between neighbouring arguments (and results), so that each lane of a wide kernel can be served
in place. A numba function is compiled into such a function; a plain Python one is reached through a callback, and what
it raises is kept and raised again once the kernel has returned (its results are NaN until then). Where a numba function
raises, the callback takes over: it calls it once more, from Python, where errors have a face.
"""

from __future__ import annotations

import ctypes
import importlib
import sys
import threading
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from ..expr.opaque import Opaque
from .target import Library, build_modules

_NUMBERS = ctypes.POINTER(ctypes.c_double)
_SIGNATURE = ctypes.CFUNCTYPE(None, _NUMBERS, _NUMBERS, ctypes.c_int64)


class OpaqueTable:
    """The addresses of a kernel's opaque functions, kept alive together with what they lead to.

    `errors` has, for each thread, the first error raised since the last `raise_pending` there. Calls from Python raise
    it themselves; native loops that call by address ask with `raise_pending`.
    """

    def __init__(self, sources: list[Opaque]) -> None:
        self.errors: dict[int, BaseException] = {}
        callbacks = [self._callback(source) for source in sources]
        entries = [_compiled(source, call) or call for source, call in zip(sources, callbacks, strict=True)]
        self._kept = callbacks, entries
        self.addresses = np.array([_address(entry) for entry in entries] or [0], dtype=np.uintp)

    def raise_pending(self) -> None:
        """Raises what an opaque function raised first in calls by this thread."""
        error = self.errors.pop(threading.get_ident(), None)
        if error is not None:
            raise error

    def _callback(self, source: Opaque) -> Any:
        def call(arguments: Any, results: Any, stride: int) -> None:
            out = _strided(results, source.size, stride)
            try:
                out[:] = source.values(*_strided(arguments, source.n_in, stride))
            except BaseException as error:
                out[:] = np.nan
                self.errors.setdefault(threading.get_ident(), error)

        return _SIGNATURE(call)


@cache
def _in_c(name: str, count: int) -> Any:
    """A native entry for a function of SciPy that takes so many numbers, and a whole one that Cython asks for."""
    capsule = importlib.import_module("scipy.special.cython_special").__pyx_capi__[name]
    call = ctypes.pythonapi
    call.PyCapsule_GetName.restype, call.PyCapsule_GetName.argtypes = ctypes.c_char_p, [ctypes.py_object]
    call.PyCapsule_GetPointer.restype = ctypes.c_void_p
    call.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
    signature = call.PyCapsule_GetName(capsule)
    if signature != f"double ({'double, ' * count}int __pyx_skip_dispatch)".encode():
        return None  # another SciPy than those that are known: Python calls it
    loads = [
        f"  %p{k} = getelementptr double, ptr %in, i64 %s{k}\n  %a{k} = load double, ptr %p{k}" for k in range(count)
    ]
    lines = [
        "define void @special(ptr %in, ptr %out, i64 %stride) {",
        *(f"  %s{k} = mul i64 %stride, {k}" for k in range(count)),
        *loads,
        f"  %f = inttoptr i64 {call.PyCapsule_GetPointer(capsule, signature)} to ptr",
        f"  %r = call double %f({', '.join(f'double %a{k}' for k in range(count))}, i32 0)",
        "  store double %r, ptr %out",
        "  ret void",
        "}",
    ]
    return InC(Library(build_modules(["\n".join(lines)]), ["special"]))


@dataclass(frozen=True, eq=False)
class InC:
    """A function that is kept with its code."""

    library: Library

    @property
    def address(self) -> int:
        """Where it is called."""
        return self.library.addresses["special"]


def _strided(first: Any, count: int, stride: int) -> np.ndarray:
    """`count` numbers, `stride` apart, from the pointer `first` on."""
    return np.ctypeslib.as_array(first, ((count - 1) * stride + 1,))[::stride]


def _address(entry: Any) -> int:
    if hasattr(entry, "address"):
        return int(entry.address)
    return int(ctypes.cast(entry, ctypes.c_void_p).value or 0)


def _compiled(source: Opaque, callback: Any) -> Any:
    """A native entry for a numba function or one of SciPy's in C, None for anything else; `callback` is called where
    the function raises.
    """
    if source.compiled:
        return _in_c(source.compiled, source.n_in)
    # A numba function is there only where its user has imported numba, which linkwork itself does not need.
    numba = sys.modules.get("numba")
    if numba is None or not hasattr(source.function, "py_func"):
        return None
    arguments = ", ".join(f"x[{j} * stride]" for j in range(source.n_in))
    picked = ["r"] if source.n_out is None else [f"r[{i}]" for i in range(source.size)]
    lines = [f"r = function({arguments})", *(f"y[{i} * stride] = {value}" for i, value in enumerate(picked))]
    # The number of arguments is fixed in machine code, so the wrapper is written out for it.
    body = "".join(f"        {line}\n" for line in lines)
    text = f"def wrapper(x, y, stride):\n    try:\n{body}    except Exception:\n        callback(x, y, stride)\n"
    namespace: dict[str, Any] = {"function": source.function, "callback": callback}
    exec(text, namespace)
    pointer: Any = numba.types.CPointer(numba.types.float64)
    return numba.cfunc(numba.types.void(pointer, pointer, numba.types.int64))(namespace["wrapper"])

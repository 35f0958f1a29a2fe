"""Loops in native code: functions written in a small part of Python, compiled by linkwork itself.

A loop is an ordinary Python function on arrays, numbers and named tuples of them; it allocates nothing. `@loop` marks
one that others may call, `compiled_loop(function)` is its native form. Loops may be arguments of loops, and fields of
named tuples: which one is known when code is compiled, so that its call costs no more than any other. The stages are
`read` (Python source → typed tree), `llvm_text` (typed tree → LLVM; `c_text` writes C of the same tree), and
those that all kernels share: build, cache, load. Nothing is reordered or contracted, so that a loop gives the bits that
plain Python gives.
"""

from .calls import call
from .marks import loop, vectorised
from .native import Native, compiled_loop

__all__ = ["Native", "call", "compiled_loop", "loop", "vectorised"]

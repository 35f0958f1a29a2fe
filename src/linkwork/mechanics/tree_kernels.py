"""Native code of a tree, compiled when it is first asked for."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any

from ..formulation import MotionEquations
from ..kernels import Kernel, compile_function, compile_known
from ..model import Model
from ..model.function_check import check_functions
from .function_table import function_entry


@dataclass(frozen=True, eq=False)
class TreeKernels:
    """`system.kernel(name)`: the functions in `function_table` as kernels, each compiled once."""

    model: Model
    equations: MotionEquations
    _known: dict[tuple[Any, ...], Kernel] = field(default_factory=dict, repr=False)

    def __call__(self, name: str, **choice: Any) -> Kernel:
        """Native code for one of the functions.

        Some can be chosen further: `rows` are the constraint rows that are enforced, `stabilisation` how fast errors in
        them decay, `channels` the names of channels.
        """
        described = function_entry(name)
        key = (name, *described.chosen(name, choice))
        if key not in self._known:
            trace = partial(described.trace, self.equations, name, key[1:])
            if self._content is None:
                check_functions(self.model)
                self._known[key] = compile_function(trace())
            else:
                self._known[key] = compile_known(trace, f"{self._content} {key}")
        return self._known[key]

    @cached_property
    def _content(self) -> str | None:
        """What native code of an equal model is found by, where one was compiled before; None where nothing is."""
        return self.equations.origin.code_key(self.model)

    @property
    def of_plain_data(self) -> bool:
        """Whether the model holds nothing of a user's own code."""
        return self._content is not None

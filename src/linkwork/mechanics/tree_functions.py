"""The functions of a tree: native code at the arguments of a state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..formulation.suspects import Examined
from ..formulation.variations import is_large
from ..function_table import function_entry
from ..motion import StateMotion, tree_motion
from ..results import State
from .functions import SystemFunctions
from .tree_suspects import tree_examined


@dataclass(frozen=True, eq=False)
class TreeFunctions(SystemFunctions):
    """Those of `function_table`."""

    system: Any

    def at(self, name: str, state: State) -> Any:
        """The results of one of the functions."""
        return self.system.kernel(name)(*self.system.arguments(state))

    def at_motion(self, name: str, state: State, u_dot: Any, lam: Any) -> Any:
        """The results of a function that also takes accelerations and multipliers."""
        return self.system.kernel(name)(*self.system.arguments(state), u_dot, lam)

    def is_dynamic(self, name: str) -> bool:
        """As its entry says."""
        return function_entry(name).is_dynamic

    @property
    def has_loops(self) -> bool:
        """Whether derivatives of accelerations come from loops over dense matrices."""
        return is_large(self.system.equations)

    def motion(self, state: State, method: str = "auto") -> StateMotion:
        """Accelerations and multipliers."""
        return tree_motion(self.system, state, method)

    def examined(self, state: State) -> list[Examined]:
        """All elements."""
        return tree_examined(self.system, state)

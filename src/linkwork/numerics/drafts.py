"""How numba compiles what compiled loops call. Importing this module imports numba.

Numba optimises every function and makes machine code of it, then does so again with everything that calls it, level by
level. Functions that only loops call need neither: their plain code goes into that of the loop, which is optimised once
and as a whole. That takes half of the time.
"""

from __future__ import annotations

from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.typed_passes import NopythonTypeInference


class Draft(JITCodeLibrary):
    """Code to be linked into that of callers, and not to be run."""

    def _optimize_final_module(self) -> None:
        """Left to the caller."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()  # type: ignore[no-untyped-call]
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """None: there is no machine code."""
        return 0

    @property
    def codegen(self) -> Any:
        """What is asked to tell machine code where its constants are."""
        return self

    def set_env(self, name: str, env: Any) -> None:
        """Nothing to tell."""


@register_pass(mutates_CFG=False, analysis_only=True)  # type: ignore[no-untyped-call]
class AsDraft(FunctionPass):
    """Says where the code of a function goes, before it is made."""

    _name = "as_draft"

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]

    def run_pass(self, state: Any) -> bool:
        """Numba takes the library that it finds."""
        state.library = Draft(state.targetctx.codegen(), state.func_id.func_qualname)  # type: ignore[no-untyped-call]
        state.library.enable_object_caching()
        return False


class DraftCompiler(CompilerBase):
    """Numba's usual stages, with a draft as their result."""

    def define_pipelines(self) -> list[Any]:
        """The one for compiled code."""
        stages = DefaultPassBuilder.define_nopython_pipeline(self.state)  # type: ignore[no-untyped-call]
        stages.add_pass_after(AsDraft, NopythonTypeInference)
        stages.finalize()
        return [stages]

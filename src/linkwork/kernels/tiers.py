"""Two tiers: when good code takes longer than a second to make, quickly made code runs until it is ready.

The address handed out is that of a stub, which jumps through a slot; replacing the code is one store into the slot, so
loops that are running change over without noticing. Both tiers use the same work array.
"""

from __future__ import annotations

import ctypes
import threading
from typing import Any

from .build import build
from .code import Body, Code, compile_body, compile_draft, is_ready, load_entry, make_entry
from .load import Library

OPERATIONS_PER_SECOND = 25_000
"""How fast optimised code is made, roughly: what decides whether a first tier is worth it."""

_STUB = """
@slot = global ptr null
define void @stub(ptr %in, ptr %out, ptr %work) {
  %code = load atomic ptr, ptr @slot monotonic, align 8
  tail call void %code(ptr %in, ptr %out, ptr %work)
  ret void
}
"""


class Tiers:
    """The scalar code of one kernel, in its first or its final tier."""

    def __init__(self, body: Any, tiered: bool) -> None:
        self._body: Body = body
        self._final = threading.Event()
        self._error: BaseException | None = None
        slow = body.operations > OPERATIONS_PER_SECOND
        if tiered and slow and not is_ready(body, 1):
            self._start_draft()
        else:
            self._code: Code = compile_body(body)
            self.address = self._code.address
            self._final.set()

    @property
    def work(self) -> int:
        """Size of the work array."""
        return self._code.work

    @property
    def is_final(self) -> bool:
        """Whether the optimised code is in place."""
        return self._final.is_set()

    def wait(self) -> None:
        """Returns once the optimised code is in place, or raises what kept it from being made."""
        self._final.wait()
        if self._error is not None:
            raise self._error

    def _start_draft(self) -> None:
        self._draft = self._code = compile_draft(self._body)
        self._stub = Library(build([_STUB]), ["stub", "slot"])
        self._slot = ctypes.c_void_p.from_address(self._stub.addresses["slot"])
        self._slot.value = self._code.address
        self.address = self._stub.addresses["stub"]
        threading.Thread(target=self._finish, name="linkwork code generation", daemon=True).start()

    def _finish(self) -> None:
        """Makes the optimised code and puts it in place; the draft stays loaded for calls still inside it."""
        try:
            code = compile_body(self._body)
            if code.work > self._draft.work:
                # Cached code of the same graph, traced in another order: callers have less work memory than it needs.
                code = load_entry(make_entry(self._body, 1), 1)
            # In this order: work memory asked for in between is enough for both tiers.
            self._slot.value = code.address
            self._code = code
        except BaseException as error:
            self._error = error
        finally:
            self._final.set()

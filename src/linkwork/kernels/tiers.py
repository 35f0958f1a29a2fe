"""Two tiers: when good code takes longer than a second to make, other code runs until it is ready.

For one evaluation that is quickly made code. The address handed out is that of a stub, which jumps through a slot;
replacing the code is one store into the slot, so loops that are running change over without noticing. Both tiers use
the same work array. For many rows it is the code for one evaluation, whichever tier that is in. All of them give the
same bits: sums and products are fused by rule, not as the code generator likes. Where rows have a body of their own,
which computes the same in another order, they wait for it.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable

from .body import CodeBody
from .build import build_modules
from .code import Code, compile_body, compile_draft, find_code, load_entry, make_entry
from .load import Library

OPERATIONS_PER_SECOND = 25_000
"""How fast optimised code is made, roughly: what decides whether a first tier is worth it."""
WIDE_FACTOR = 2
"""How much longer code for several rows at a time takes."""

_STUB = """
@slot = global ptr null
define void @stub(ptr %in, ptr %out, ptr %work) {
  %code = load atomic ptr, ptr @slot monotonic, align 8
  tail call void %code(ptr %in, ptr %out, ptr %work)
  ret void
}
"""


class Optimised:
    """Optimised code: there, or being made by a thread of its own."""

    def __init__(self, code: Code | None) -> None:
        self.code = code
        self._error: BaseException | None = None
        self._done = threading.Event()
        if code is not None:
            self._done.set()

    def start(self, make: Callable[[], Code]) -> None:
        """Makes the code in the background; what `make` raises is kept for `wait`."""

        def run() -> None:
            try:
                self.code = make()
            except BaseException as error:
                self._error = error
            finally:
                self._done.set()

        threading.Thread(target=run, name="linkwork code generation", daemon=True).start()

    def wait(self) -> None:
        """Returns once the code is there, or raises what kept it from being made."""
        self._done.wait()
        if self._error is not None:
            raise self._error


class Tiers:
    """The code of one kernel, in its first or its final tier."""

    def __init__(self, body: CodeBody, tiered: bool) -> None:
        self._body = body
        self._tiered = tiered
        self._one_starts = threading.Lock()
        self._wide: Optimised | None = None
        self._scalar = self._optimised(body, 1, body.cost)
        if self._scalar.code is None:
            self._start_draft()
        else:
            self._first = self._scalar.code
            self.address = self._first.address

    @property
    def work(self) -> int:
        """Size of the work array; callers of the first tier have as much, so the final tier needs no more."""
        return self._first.work

    @property
    def is_final(self) -> bool:
        """Whether optimised code answers, of all that was asked for so far."""
        return self._scalar.code is not None and (self._wide is None or self._wide.code is not None)

    def wait(self) -> None:
        """Returns once the optimised code is in place, or raises what kept it from being made."""
        self._scalar.wait()
        if self._wide is not None:
            self._wide.wait()

    def wide(self, width: int) -> Code | None:
        """The code that runs over rows, `width` at a time; None while it is being made."""
        with self._one_starts:
            if self._wide is None:
                body = self._body.for_rows()
                cost = WIDE_FACTOR * body.cost if body is self._body else 0
                self._wide = self._optimised(body, width, cost)
                if self._wide.code is None:
                    body.prepare()
                    self._wide.start(lambda: compile_body(body, width))
        return self._wide.code

    def _optimised(self, body: CodeBody, width: int, cost: int) -> Optimised:
        """The code, unless it would take long to make."""
        slow = self._tiered and cost > OPERATIONS_PER_SECOND
        return Optimised(find_code(body, width) if slow else compile_body(body, width))

    def _start_draft(self) -> None:
        self._body.prepare()
        self._first = compile_draft(self._body)
        self._stub = Library(build_modules([_STUB]), ["stub", "slot"])
        self._slot = ctypes.c_void_p.from_address(self._stub.addresses["slot"])
        self._slot.value = self._first.address
        self.address = self._stub.addresses["stub"]
        self._scalar.start(self._finish)

    def _finish(self) -> Code:
        """Makes the optimised code and puts it in place; the draft stays loaded for calls still inside it."""
        code = compile_body(self._body)
        if code.work > self._first.work:
            # Cached code of the same graph, traced in another order: callers have less work memory than it needs.
            code = load_entry(make_entry(self._body, 1), 1)
        self._slot.value = code.address
        return code

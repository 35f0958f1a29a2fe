"""The way of a body to code on one screen: emit → build → load, with the cache between."""

from __future__ import annotations

import functools
import hashlib
import weakref
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .._version import __version__
from . import cache
from .batch import MANY_COLUMNS, batch_helpers, emit_batch
from .body import CodeBody
from .ir import LaneType
from .loops.calls import ROWS_SIGNATURE
from .target import Library, build_modules, host
from .workers import build_in_processes

KERNEL_ENTRY = "linkwork_kernel"
PARALLEL_FROM = 20_000
"""Operations from which on code is built in several processes."""


@dataclass(frozen=True, eq=False)
class Code:
    """Native code in memory: the address of its entry, and the size of the work array in numbers (packing apart)."""

    library: Library
    address: int
    work: int

    @functools.cached_property
    def over_rows(self) -> Any:
        """The loop over rows, as Python calls it: inputs, outputs, work, first row, the one behind the last."""
        return ROWS_SIGNATURE(self.address)


def compile_body(body: CodeBody, width: int = 1) -> Code:
    """Native code for a body: one evaluation (`width` 1), or a loop over rows, `width` at a time."""
    code = find_code(body, width)
    if code is None:
        # A function found by its key may have another digest once it is traced.
        body.prepare()
        code = find_code(body, width)
    if code is None:
        key, entry = code_key(body, width), make_entry(body, width)
        cache.write(key, entry)
        code = _loaded[key] = load_entry(entry, width)
    return code


def find_code(body: CodeBody, width: int) -> Code | None:
    """Code that is in memory or in the cache; None where it must be made."""
    key = code_key(body, width)
    code = _loaded.get(key)
    if code is None:
        entry = cache.read(key)
        if entry is not None:
            code = _loaded[key] = load_entry(entry, width)
    return code


_loaded: weakref.WeakValueDictionary[str, Code] = weakref.WeakValueDictionary()


def code_key(body: CodeBody, width: int) -> str:
    """The name of this code in the cache: content, package, compiler, machine, options."""
    return cache.make_key(body.digest, fingerprint(), host(), width)


def make_entry(body: CodeBody, width: int) -> cache.CacheEntry:
    """Object code made anew, large kernels on all cores."""
    texts, work = emit_texts(body, width)
    many = len(texts) > 1 and body.cost >= PARALLEL_FROM
    return cache.CacheEntry(build_in_processes(texts) if many else list(build_modules(texts)), work)


def emit_texts(body: CodeBody, width: int) -> tuple[list[str], int]:
    """The modules of one kernel and its work size; for several lanes the loop over rows is added."""
    lanes = LaneType(width)
    texts, slots = body.emit(KERNEL_ENTRY, lanes)
    if width > 1:
        loop = emit_batch(KERNEL_ENTRY, *body.arguments, lanes, many_columns=body.row_size >= MANY_COLUMNS)
        texts[0] += "\n".join(["", batch_helpers(lanes), loop])
    return texts, slots * width


def load_entry(entry: cache.CacheEntry, width: int) -> Code:
    """Object code linked into this process."""
    symbol = KERNEL_ENTRY if width == 1 else f"{KERNEL_ENTRY}.batch"
    library = Library(entry.objects, [symbol])
    return Code(library, library.addresses[symbol], entry.work)


@functools.cache
def fingerprint() -> str:
    """The version of the package and the content of this folder: an edited compiler does not reuse old code."""
    content = hashlib.sha256(__version__.encode())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        content.update(path.read_bytes())
    return content.hexdigest()

"""Last stage: object code linked into this process, and the addresses of its entries."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import Any

import llvmlite.binding as llvm

from .target import linker

_serial = itertools.count().__next__


class Library:
    """Loaded code. It stays in memory as long as this object lives."""

    def __init__(self, objects: Iterable[bytes], entries: Sequence[str]) -> None:
        builder = llvm.JITLibraryBuilder()
        for image in objects:
            builder = builder.add_object_img(image)
        builder = builder.add_current_process()
        for entry in entries:
            builder = builder.export_symbol(entry)
        self._tracker: Any = builder.link(linker(), f"linkwork.{_serial()}")
        self.addresses: dict[str, int] = {entry: self._tracker[entry] for entry in entries}

"""The machine that code is made for: its description, its vector width, and the LLVM objects that stand for it."""

from __future__ import annotations

import itertools
import os
import platform
import sys
import threading
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any

import llvmlite
import llvmlite.binding as llvm


@cache
def host() -> dict[str, str]:
    """What object code depends on: processor, features, system and compiler. Part of every cache key."""
    _initialise()
    features = llvm.get_host_cpu_features().flatten()
    version = ".".join(map(str, llvm.llvm_version_info))
    return {
        "triple": llvm.get_process_triple(),
        "cpu": llvm.get_host_cpu_name(),
        "features": features,
        "llvm": f"{version} (llvmlite {llvmlite.__version__})",
    }


@cache
def vector_width() -> int:
    """How many doubles the host handles in one instruction."""
    features = set(host()["features"].split(","))
    if "+avx512f" in features:
        return 8
    if "+avx" in features:
        return 4
    return 2 if "+sse2" in features or "+neon" in features or platform.machine() in ("arm64", "aarch64") else 1


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@cache
def _initialise() -> None:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()


@cache
def target_machine(level: int) -> Any:
    """LLVM's code generator for this host at an optimisation level."""
    description = host()
    target = llvm.Target.from_triple(description["triple"])
    return target.create_target_machine(
        cpu=description["cpu"], features=description["features"], opt=level, reloc="pic", codemodel="small", jit=True
    )


def linker() -> Any:
    """LLVM's in-process linker, one for the whole process: code dies with the linker it came from."""
    with _one_linker:
        return _linker()


@cache
def _linker() -> Any:
    # LLVM's older linker may put code and its constants more than 2 GB apart, and then ends the process.
    return llvm.create_lljit_compiler(target_machine(1), use_jit_link=sys.platform == "linux")


_one_linker = threading.Lock()


LEVEL = 1
"""Code generation level: as fast as 2 and 3 on such code, and quicker to produce."""


def build_modules(texts: Iterable[str], level: int = LEVEL) -> Iterator[bytes]:
    """The object code of each module, one at a time, so that a caller may stop in between."""
    machine = target_machine(level)
    for text in texts:
        context = llvm.create_context()
        header = f'target triple = "{host()["triple"]}"\n'
        module = llvm.parse_assembly(header + text, context=context)
        yield machine.emit_object(module)


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

"""Code generation in further processes: LLVM is single-threaded behind a lock, and large kernels have many modules.

Each process is a plain interpreter running this module, fed through its standard input; it needs nothing of the user's
program, and looks for modules in no folder but those of Python and of the packages that are in use here. Where
processes cannot be started, or one fails, the work is done here.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from .target import build_modules, cores

STARTED = f"import sys; sys.path += sys.argv[1:]; from {__name__} import serve; serve()"
"""The program of such a process: given folders come behind Python's own, and there are no others."""
NEEDED = (__name__.partition(".")[0], "lazy_loader", "llvmlite", "numpy", "platformdirs")


def build_in_processes(texts: Sequence[str]) -> list[bytes]:
    """The object code of all modules, built on as many cores as there are."""
    jobs = min(cores(), len(texts))
    shares = [list(range(k, len(texts), jobs)) for k in range(jobs)]
    with ThreadPoolExecutor(jobs) as pool:
        parts = list(pool.map(lambda share: _remote([texts[i] for i in share]), shares))
    objects: list[bytes] = [b""] * len(texts)
    for share, part in zip(shares, parts, strict=True):
        made = part if part is not None else build_modules([texts[i] for i in share])
        for i, image in zip(share, made, strict=True):
            objects[i] = image
    return objects


def _remote(texts: list[str]) -> list[bytes] | None:
    """Object code made by another interpreter; None where that did not work."""
    try:
        done = subprocess.run(
            [sys.executable, "-I", "-S", "-c", STARTED, *_folders()],
            input=pickle.dumps(texts),
            capture_output=True,
            check=True,
        )
        return pickle.loads(done.stdout)
    except Exception:  # whatever it was: no process to be had, killed for memory, an answer cut short
        return None


def _folders() -> list[str]:
    """Where the packages that such a process needs were imported from."""
    found = [module.__file__ for name in NEEDED if (module := sys.modules.get(name)) is not None]
    return list(dict.fromkeys(str(Path(file).absolute().parents[1]) for file in found if file))


def serve() -> None:
    """The work of such a process: modules in, object code out."""
    texts = pickle.load(sys.stdin.buffer)
    sys.stdout.buffer.write(pickle.dumps(list(build_modules(texts))))

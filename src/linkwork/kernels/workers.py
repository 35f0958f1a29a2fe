"""Code generation in further processes: LLVM is single-threaded behind a lock, and large kernels have many modules.

Each process is a plain interpreter running this module, fed through its standard input; it needs nothing of the user's
program. Where processes cannot be started, or one fails, the work is done here.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from .build import build
from .target import cores


def build_in_processes(texts: Sequence[str], level: int) -> list[bytes]:
    """The object code of all modules, built on as many cores as there are."""
    jobs = min(cores(), len(texts))
    shares = [list(range(k, len(texts), jobs)) for k in range(jobs)]
    with ThreadPoolExecutor(jobs) as pool:
        parts = list(pool.map(lambda share: _remote([texts[i] for i in share], level), shares))
    objects: list[bytes] = [b""] * len(texts)
    for share, part in zip(shares, parts, strict=True):
        for i, image in zip(share, part if part is not None else build([texts[i] for i in share], level), strict=True):
            objects[i] = image
    return objects


def _remote(texts: list[str], level: int) -> list[bytes] | None:
    """Object code made by another interpreter; None where that did not work."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-m", __name__],
            input=pickle.dumps((texts, level)),
            env=environment,
            capture_output=True,
            check=True,
        )
        return pickle.loads(done.stdout)
    except Exception:  # whatever it was: no process to be had, killed for memory, an answer cut short
        return None


if __name__ == "__main__":
    modules, optimisation = pickle.load(sys.stdin.buffer)
    sys.stdout.buffer.write(pickle.dumps(list(build(modules, optimisation))))

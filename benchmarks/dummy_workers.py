"""Dask workers that do nothing, many in one process: what is left is the work of the scheduler and of the client.

`python -m benchmarks.dummy_workers FILE COUNT` starts so many at the scheduler that FILE tells of, each a whole
`distributed.Worker` with its own connection; they end with their scheduler.
"""

from __future__ import annotations

import asyncio
import importlib
import sys
import tempfile
from typing import Any

import numpy as np

from linkwork.studies.member_batch import BatchNumbers

TOGETHER = 50
"""Workers that begin at the same moment."""


async def dummy_batch(sent: bytes, digest: str, version: str, variant: Any, columns: Any, count: int) -> BatchNumbers:
    """The answer to a batch, without its runs."""
    return BatchNumbers(np.zeros((1, count)), np.zeros(count, dtype=np.int8), {})


async def main(file: str, count: int) -> None:
    """Starts workers, and waits for their end."""
    # What each worker does for itself now and then, a machine of its own would bear; here it would be a thousandfold.
    importlib.import_module("dask").config.set({"distributed.worker.profile.enabled": False})
    make: Any = importlib.import_module("distributed").Worker
    given = {"scheduler_file": file, "nthreads": 1, "host": "127.0.0.1", "dashboard": False, "memory_limit": 0}
    with tempfile.TemporaryDirectory() as folder:
        # A folder each: in one they would all look at the locks of each other.
        workers = [
            make(name=str(k), heartbeat_interval="30s", silence_logs=50, local_directory=f"{folder}/{k}", **given)
            for k in range(count)
        ]
        for at in range(0, count, TOGETHER):
            await asyncio.gather(*workers[at : at + TOGETHER])
            for worker in workers[at : at + TOGETHER]:
                for callback in worker.periodic_callbacks.values():
                    callback.stop()
        print("ready", flush=True)
        await asyncio.gather(*(worker.finished() for worker in workers))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))

"""Studies of the robot arm: what they cost beside `simulate_many`, as members grow, by workers of Dask; the catalogue.

Runs are measured in processor time of all threads, and of all processes where there are several.
"""

from __future__ import annotations

import importlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

import linkwork as lw
from benchmarks.case import Bar, Case, time_per_evaluation
from examples import robot_arm
from linkwork.studies.catalogue.catalogue import add_rows
from linkwork.studies.catalogue.run_rows import rows_of_runs

MEMBERS = 100_000
BATCH = 1024
FEW, GROWN = 1000, (10_000, 100_000, 1_000_000)
MEASURE = {"reach": ("link6.position.x", "max")}
IDLE_SECONDS = 3.0
QUANTITY = "µs of processor a run"


def cases() -> Iterator[Case]:
    """Yield the costs per run, and those of a query."""
    yield from _overhead()
    yield from _growth()
    yield from _workers()
    with tempfile.TemporaryDirectory() as folder:
        system = lw.compile_model(robot_arm.model())
        yield from _catalogue(Path(folder), system, {"joint1.angle": 0.3})


def starts(members: int) -> dict[str, np.ndarray]:
    """Where runs of the arm start: columns of angles."""
    angles = np.random.default_rng(0).normal(0.0, 0.3, (6, members))
    return {f"joint{k}.angle": column for k, column in enumerate(angles, 1)}


def listed(columns: dict[str, np.ndarray]) -> list[dict[str, float]]:
    """Columns as a list of members."""
    rows = zip(*(column.tolist() for column in columns.values()), strict=True)
    return [dict(zip(columns, row, strict=True)) for row in rows]


def study(over: Any, t_end: float = 1.0, times: int = 51, **more: Any) -> lw.Study:
    """A study of the arm that keeps one number of a run."""
    return lw.study(robot_arm.model(), over, MEASURE, t_end, times=times, progress=False, **more)


def _overhead() -> Iterator[Case]:
    """100,000 runs by a study, with its file and in a catalogue, beside `simulate_many` in batches of the same size."""
    system, columns = lw.compile_model(robot_arm.model()), starts(MEMBERS)
    members = listed(columns)

    def plain() -> None:
        for at in range(0, MEMBERS, BATCH):
            lw.simulate_many(system, members[at : at + BATCH], 1.0, times=51)

    def by_columns() -> None:
        for at in range(0, MEMBERS, BATCH):
            part = {name: column[at : at + BATCH] for name, column in columns.items()}
            lw.simulate_many(system, part, 1.0, times=51)

    with tempfile.TemporaryDirectory() as folder:
        places = (Path(folder) / str(k) for k in count())

        def kept(keep: str = "study") -> None:
            place = next(places)
            lab = lw.catalogue(f"{place}.lab.db")
            study(members, file=f"{place}.db", catalogue=lab, keep=keep)
            lab.close()

        def timed(run: Callable[[], Any]) -> Any:
            return time_per_evaluation(run, MEMBERS, unit=1e-6)

        bar, peer = Bar("ratio", "<=", 1.1), "simulate_many"
        yield Case("study", QUANTITY, timed(lambda: study(members)), peer, timed(plain), bar, rounds=2)
        columned = f"{peer} of columns"
        yield Case(
            "study, columns", QUANTITY, timed(lambda: study(members)), columned, timed(by_columns), bar, rounds=2
        )
        yield Case("study, file and catalogue", QUANTITY, timed(kept), peer, timed(plain), bar, rounds=2)
        yield Case("numbers of each run catalogued", QUANTITY, timed(lambda: kept("numbers")), rounds=1)


def _growth() -> Iterator[Case]:
    """Short runs, so that a study's own share is large, from a thousand members to a million; and their memory."""
    few = starts(FEW)
    study(listed(few), 0.2, 11)  # compiles
    base = time_per_evaluation(lambda: study(listed(few), 0.2, 11), FEW, unit=1e-6, at_least=2.0)
    for members in GROWN:
        many = listed(starts(members))
        ours = time_per_evaluation(partial(study, many, 0.2, 11), members, unit=1e-6)
        yield Case(f"{members:,} members", QUANTITY, ours, f"{FEW:,} members", base, Bar("ratio", "<=", 1.1), rounds=1)
    memory = [_memory(members) for members in (GROWN[1], GROWN[2])]
    each = (memory[1] - memory[0]) / (GROWN[2] - GROWN[1])
    # Six angles as a table and as the study's own, a number of each run twice, a verdict.
    yield Case("memory of a member", "bytes", lambda: each, bar=Bar("ours", "<=", 400.0), rounds=1)


def _memory(members: int) -> float:
    """The most memory in bytes that a process takes which runs a study."""
    program = (
        "import re, sys\nimport linkwork as lw\nfrom benchmarks.study import study\n"
        "members = int(sys.argv[1])\nover = {f'joint{k}.angle': lw.normal(0.0, 0.3) for k in range(1, 7)}\n"
        "study(over, 0.02, 3, members=members)\n"
        # Of this process: what `resource` says begins with the memory of its parent.
        "print(1024 * int(re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read())[1]))\n"
    )
    return float(subprocess.run([sys.executable, "-c", program, str(members)], capture_output=True, check=True).stdout)


def _workers() -> Iterator[Case]:
    """Two workers of Dask on one thread each, with scheduler and client, beside one process with two threads."""
    name = "two workers of Dask"
    try:
        distributed = importlib.import_module("distributed")
    except ImportError:
        yield Case(name, QUANTITY, None, note="pip install 'linkwork[cluster]' brings Dask.")
        return
    members = listed(starts(16 * BATCH))
    with _dask(distributed) as client:

        def ours() -> float:
            before, began = _processor_time(client), time.perf_counter()
            study(members, client=client)
            taken, seconds = _processor_time(client) - before, time.perf_counter() - began
            # Dask's processes take processor time by the second, whether or not there is work. On a machine that others
            # use seconds are longer, so that their share is taken for the seconds of a machine with two idle cores.
            idle = _idle(client)
            busy = taken - idle * seconds
            return 1e6 * busy * (1.0 + idle / 2.0) / len(members)

        theirs = time_per_evaluation(lambda: study(members, threads=2), len(members), unit=1e-6)
        bar = Bar("ratio", "<=", 1.0 / 0.85)
        yield Case(name, QUANTITY, ours, "one process, two threads", theirs, bar, rounds=3)


@contextmanager
def _dask(distributed: Any) -> Iterator[Any]:
    """A client of two workers in processes of their own, on loopback."""
    quiet = {"dashboard_address": "127.0.0.1:0", "host": "127.0.0.1", "silence_logs": 50}
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, **quiet) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def _idle(client: Any) -> float:
    """Processor time that the cluster takes a second without work."""
    before, began = _processor_time(client), time.perf_counter()
    time.sleep(IDLE_SECONDS)
    return (_processor_time(client) - before) / (time.perf_counter() - began)


def _processor_time(client: Any) -> float:
    """Of workers, and of this process, in which the scheduler runs."""
    return time.process_time() + sum(client.run(time.process_time).values())


def _catalogue(folder: Path, system: Any, member: dict[str, float]) -> Iterator[Case]:
    """100,000 runs in a catalogue: a filtered query, and the room of a run."""
    lab, run = lw.catalogue(folder / "lab.db"), lw.simulate(system, system.state(member), 0.1)
    numbers = np.random.default_rng(1).random(100_000)
    for at in range(0, len(numbers), 10_000):
        rows = rows_of_runs([(run, {"peak": float(x)}, None) for x in numbers[at : at + 10_000]])
        add_rows(lab.storage, run.model, rows, tags=["many"])

    def query() -> float:
        began = time.process_time()
        assert 0 < len(lab.runs("peak > 0.999 and verdict == 'good' and tag == 'many'")) < 200
        return 1e3 * (time.process_time() - began)

    size = (folder / "lab.db").stat().st_size + (folder / "lab.db-wal").stat().st_size
    yield Case("query in 100,000 runs", "ms", query, bar=Bar("ours", "<=", 50.0), rounds=5)
    yield Case("room of a run", "bytes", lambda: size / len(numbers), bar=Bar("ours", "<=", 1000.0), rounds=1)
    lab.close()

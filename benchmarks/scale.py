"""What a study costs beside its runs, piece by piece, and a scheduler with a thousand workers that do nothing.

`docs/scale.md` takes these figures to 10⁸ runs. All are processor time: the scheduler, the workers and the client are
processes of their own, so that the share of each is known on a machine that others use as well.
"""

from __future__ import annotations

import importlib
import itertools
import os
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import Any
from unittest.mock import patch

import numpy as np

import linkwork as lw
from benchmarks.case import Bar, Case, Timer, time_per_evaluation
from benchmarks.dummy_workers import dummy_batch
from benchmarks.peers import Unavailable
from examples import robot_arm
from linkwork.studies import workers
from linkwork.studies.catalogue.catalogue import add_rows
from linkwork.studies.catalogue.run_rows import rows_of_runs
from linkwork.studies.ledger import StudyLedger
from linkwork.studies.member_batch import BatchNumbers, StudyTask
from linkwork.studies.member_table import member_table

BATCH = 1024
FEW, MANY = 16, 1000
"""Workers: those of a laboratory, and those of the page."""
BATCHES = 2000
WARM = 300
"""Batches before those that are measured."""
RUNS = 1e8
PATIENT = "600s"
SAMPLED = 1 << 17
ROUNDS = 5
ANGLES = [f"joint{k}.angle" for k in range(1, 7)]


def cases() -> Iterator[Case]:
    """Yield the cost of each piece, what the scheduler bears, and what both say of 10⁸ runs."""
    cost: dict[str, float] = {}
    for name, quantity, timer in _pieces():
        cost[name] = median(timer() for _ in range(ROUNDS))
        yield _figure(name, quantity, cost[name])
    few, many = scheduler_load(FEW), scheduler_load(MANY)
    yield _figure(f"client, {FEW} workers", "ms of processor a batch", few[1])
    yield _figure(f"client, {MANY} workers", "ms of processor a batch", many[1])
    peer, bar = f"{FEW} workers", Bar("ratio", "<=", 2.0)
    yield Case(
        f"scheduler, {MANY} workers", "ms of processor a batch", lambda: many[0], peer, lambda: few[0], bar, rounds=1
    )
    batches = RUNS / BATCH
    minutes = {
        f"runs, on {MANY} workers of one core": RUNS * cost["run of the arm"] * 1e-6 / MANY,
        "scheduler": batches * few[0] * 1e-3,
        "client": batches * (few[1] + cost["batch in the file of a study"]) * 1e-3,
        "rows of a catalogue": RUNS * cost["row of a catalogue, 1024 at once"] * 1e-6,
        "files of runs, one writer": RUNS * cost["file of 16 kB"] * 1e-3,
    }
    for name, seconds in minutes.items():
        yield _figure(f"10⁸ runs: {name}", "minutes of processor", seconds / 60.0)
    yield _figure("10⁸ runs: memory of the client", "GB", RUNS * cost["memory of a member"] * 1e-9)


def _figure(name: str, quantity: str, value: float) -> Case:
    return Case(name, quantity, lambda: value, rounds=1)


def _pieces() -> Iterator[tuple[str, str, Timer]]:
    system = lw.compile_model(robot_arm.model())
    angles = np.random.default_rng(0).normal(0.0, 0.3, (BATCH, 6))
    members = [dict(zip(ANGLES, map(float, row), strict=True)) for row in angles]
    run = lw.simulate(system, system.state(members[0]), 1.0, times=51)

    def simulate() -> None:
        lw.simulate_many(system, members, 1.0, times=51)

    numbers = BatchNumbers(np.zeros((1, BATCH)), np.zeros(BATCH, np.int8), {})
    with tempfile.TemporaryDirectory() as folder:
        ledger, lab = StudyLedger(Path(folder) / "study.db", {}), lw.catalogue(Path(folder) / "lab.db")
        place, count = itertools.count(0, BATCH), itertools.count()
        many: list[Any] = [(run, {"peak": float(k)}, None) for k in range(BATCH)]

        def file() -> None:
            lab.storage.store.keep(lambda path: path.write_bytes(next(count).to_bytes(8, "big") * 2000))

        yield "run of the arm", "µs of processor a run", time_per_evaluation(simulate, BATCH, unit=1e-6)
        for name, quantity, act, each, unit in (
            ("batch in the file of a study", "ms a batch", lambda: ledger.add(next(place), numbers), 1, 1e-3),
            (
                "row of a catalogue, 1024 at once",
                "µs a run",
                lambda: add_rows(lab.storage, run.model, rows_of_runs(many)),
                BATCH,
                1e-6,
            ),
            ("row of a catalogue, one by one", "ms a run", lambda: lab.add(run, keep=False), 1, 1e-3),
            ("file of 16 kB", "ms a file", file, 1, 1e-3),
        ):
            of_processor = quantity.replace(" a", " of processor a", 1)
            yield name, of_processor, time_per_evaluation(act, each, unit=unit, at_least=0.2)
        ledger.close()
        lab.close()
    yield "memory of a member", "bytes", member_memory


def member_memory() -> float:
    """Bytes that a member takes at the client: six values that are varied, one that is measured, its verdict."""
    tracemalloc.start()
    table = member_table(dict.fromkeys(ANGLES, lw.uniform(-0.3, 0.3)), SAMPLED, "random", 0)
    kept = np.full((1, SAMPLED), np.nan), np.full(SAMPLED, -1, dtype=np.int8)
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(table) == len(kept[1])
    return size / SAMPLED


def scheduler_load(count: int) -> tuple[float, float]:
    """(ms of the scheduler, ms of the client) a batch, with so many workers that give numbers at once."""
    task = StudyTask(robot_arm.model(), (), "tree", None, {}, 1.0, {"reach": lw.StudyMeasure(abs)}, {})
    columns = dict.fromkeys(ANGLES, 0.1 * np.arange(BATCH))
    with dummy_cluster(count) as client, patch.object(workers, "work_batch", dummy_batch):

        def go(batches: int) -> tuple[float, float]:
            jobs: Iterator[workers.Job] = ((range(k * BATCH, (k + 1) * BATCH), {}, columns) for k in range(batches))
            theirs, ours = client.run_on_scheduler(time.process_time), time.process_time()
            assert sum(1 for _ in workers.completed(client, task, jobs)) == batches
            ours = time.process_time() - ours
            theirs = client.run_on_scheduler(time.process_time) - theirs
            return 1e3 * theirs / batches, 1e3 * ours / batches

        go(max(WARM, 2 * count))
        return go(BATCHES)


@contextmanager
def dummy_cluster(count: int) -> Iterator[Any]:
    """The client of a real scheduler with so many workers, all on loopback, the workers in one process."""
    try:
        distributed: Any = importlib.import_module("distributed")
    except ImportError:
        raise Unavailable("Dask is not installed: pip install 'linkwork[cluster]'") from None
    root = str(Path(__file__).parents[1])
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([f"{root}/src", root])}
    environment["DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL"] = "1h"  # they send no signs of life
    # A busy machine may keep all of them waiting.
    for what in ("tcp", "connect"):
        environment[f"DASK_DISTRIBUTED__COMM__TIMEOUTS__{what.upper()}"] = PATIENT
        importlib.import_module("dask").config.set({f"distributed.comm.timeouts.{what}": PATIENT})
    python = [sys.executable, "-W", "ignore", "-m"]
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        file = f"{folder}/scheduler.json"
        alone = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", file]
        for command in (
            [*python, "distributed.cli.dask_scheduler", *alone],
            [*python, "benchmarks.dummy_workers", file, str(count)],
        ):
            process = subprocess.Popen(
                command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
            )
            stack.callback(process.wait)
            stack.callback(process.kill)
        assert process.stdout is not None and process.stdout.readline().strip() == "ready"
        with distributed.Client(scheduler_file=file, timeout=120) as client:
            yield client

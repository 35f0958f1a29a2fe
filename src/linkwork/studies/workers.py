"""Where batches of a study run: here, or by the workers of an executor, such as those of a Dask cluster.

A worker compiles the model of a task once and keeps it; batches are values of members, and come back as numbers.
Compiled code is found in the cache of the machine after the first time. What is unpickled here is the task alone, and
only if its digest is the one that came with the batch.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import itertools
import math
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field, replace
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock
from typing import Any

import numpy as np

from .._version import __version__
from ..contract import ModelError
from ..system import System
from .member_batch import BatchNumbers, StudyTask, failed_batch, run_batch

Job = tuple[range, dict[str, Any], dict[str, np.ndarray]]
"""(which members, their variant, columns of their values)."""
AHEAD = 64
"""Batches that wait at an executor at least: those of many processors."""
AHEAD_PER_THREAD = 2
"""Batches that wait for every thread of workers elsewhere: one that runs, and one that is there when it ends."""
ROLL_CALL_EVERY = 3.0
"""Seconds after which one looks again who works: some come late, some go."""
LISTEN = 1.0
"""Seconds between two looks for Ctrl-C while nothing ends."""
ASKED = "__import__('linkwork._version', fromlist=['_version']).__version__"
"""What a worker is asked, an expression: a function of ours can be read only where linkwork is."""
KEPT = "What was done is saved if the study has a `file`: run it again to continue from there."
KEPT_TASKS = 8
"""Tasks, and variants of each, that a worker keeps compiled."""


def completed(client: Any, task: StudyTask, jobs: Iterable[Job]) -> Iterator[tuple[range, BatchNumbers]]:
    """Batches and their numbers, as they are done."""
    if client is None:
        yield from _here(task, jobs)
    else:
        yield from _elsewhere(client, task, jobs)


def _here(task: StudyTask, jobs: Iterable[Job]) -> Iterator[tuple[range, BatchNumbers]]:
    system: System | None = None
    before: dict[str, Any] = {}
    for part, variant, columns in jobs:
        try:
            if system is None or variant != before:
                system, before = task.system(variant), variant
        except ModelError as error:
            yield part, failed_batch(task, len(part), str(error))
        else:
            yield part, run_batch(task, system, columns, len(part))


def _elsewhere(client: Any, task: StudyTask, jobs: Iterable[Job]) -> Iterator[tuple[range, BatchNumbers]]:
    """Batches by workers elsewhere. Each tells of its end by a queue: to look at all that wait would take too long."""
    # A place of a worker runs one batch on one thread: workers have as many places as they are given cores.
    crew, sent = _crew(client), _pickled(replace(task, options={"threads": 1, **task.options}))
    digest, given, rest = hashlib.sha256(sent).hexdigest(), crew.share(sent), iter(jobs)
    waiting, ended = dict[Future[BatchNumbers], range](), SimpleQueue[Future[BatchNumbers]]()
    try:
        while True:
            for part, variant, columns in itertools.islice(rest, max(0, crew.ahead() - len(waiting))):
                future = crew.executor.submit(work_batch, given, digest, __version__, variant, columns, len(part))
                waiting[future] = part
                future.add_done_callback(ended.put)
            if not waiting:
                return
            future = _next_of(ended, crew)
            part = waiting.pop(future)
            yield part, _result(future, len(task.measures), len(part))
    finally:
        for future in waiting:
            future.cancel()


def _next_of(ended: SimpleQueue[Future[BatchNumbers]], crew: _Crew) -> Future[BatchNumbers]:
    while True:
        with contextlib.suppress(Empty):
            return ended.get(timeout=LISTEN)
        crew.ahead()  # nothing ends where all that wait went to workers that cannot do it


@dataclass(eq=False)
class _Crew:
    """Workers of an executor of `concurrent.futures`."""

    executor: Executor

    def share(self, sent: bytes) -> Any:
        """What every batch is given to have the task."""
        return sent

    def ahead(self) -> int:
        """How many batches wait."""
        return AHEAD


@dataclass(eq=False)
class _DaskCrew(_Crew):
    """Workers of a Dask cluster, as many as there are now; each is asked for its version, whenever it comes."""

    client: Any
    _looked: float = -math.inf
    _threads: Mapping[str, int] = field(default_factory=dict)

    def share(self, sent: bytes) -> Any:
        """The task as a task of its own: it passes the scheduler once, and is made again where its worker dies."""
        return self.client.submit(bytes, sent, pure=False)

    def ahead(self) -> int:
        if time.monotonic() - self._looked > ROLL_CALL_EVERY:
            with contextlib.suppress(OSError):  # of a scheduler that is gone batches tell, too
                threads = self.client.nthreads()
                _check_workers(self.client, [worker for worker in threads if worker not in self._threads])
                self._threads = threads
            self._looked = time.monotonic()
        return max(AHEAD, AHEAD_PER_THREAD * sum(self._threads.values()))


def _crew(client: Any) -> _Crew:
    if isinstance(client, Executor):
        return _Crew(client)
    make = getattr(client, "get_executor", None)
    if make is None:
        raise ModelError(f"study: client = {client!r}; give an executor, or a client of Dask.")
    return _DaskCrew(make(pure=False), client)  # else all values of a batch are read to name it


def _check_workers(client: Any, workers: list[str]) -> None:
    """Raises where a worker of Dask lacks linkwork: it dies of what it is sent, and a study waits for it in vain."""
    answers = client.run(eval, ASKED, workers=workers, on_error="return") if workers else {}
    for worker, found in answers.items():
        if isinstance(found, ImportError):
            raise ModelError(
                f"study: the worker {worker} has no linkwork ({found}); install it there as it is here. {KEPT}"
            )
        if isinstance(found, str) and found != __version__:  # anything else: it went before it could answer
            raise ModelError(
                f"study: the worker {worker} has linkwork {found}, and the study {__version__}; install the same "
                f"there. {KEPT}"
            )


def _result(future: Future[BatchNumbers], measures: int, count: int) -> BatchNumbers:
    try:
        found = future.result()
    except (ModelError, KeyboardInterrupt):
        raise
    except ModuleNotFoundError as error:
        raise ModelError(f"study: a worker has no module {error.name!r}; install it there as it is here.") from error
    except Exception as error:
        why = f": {error}" if str(error) else ""
        raise ModelError(
            f"study: workers or their scheduler were lost ({type(error).__name__}{why}). {KEPT}"
        ) from error
    if not isinstance(found, BatchNumbers) or found.values.shape != (measures, count) or found.levels.shape != (count,):
        raise ModelError("study: a worker gave something that is not the numbers of its batch.")
    return found


def _pickled(task: StudyTask) -> bytes:
    """A task with the user's own functions and classes in it."""
    try:
        found: bytes = importlib.import_module("cloudpickle").dumps(task)
    except ImportError:
        raise ModelError("study: workers elsewhere need cloudpickle: pip install 'linkwork[cluster]'.") from None
    except Exception as error:
        raise ModelError(f"study: the model or a measure cannot be sent to workers: {error}.") from error
    return found


def work_batch(
    sent: bytes, digest: str, version: str, variant: Mapping[str, Any], columns: Mapping[str, np.ndarray], count: int
) -> BatchNumbers:
    """What a worker does: the batch of a task that the client of this study sent."""
    if version != __version__:
        raise ModelError(
            f"study: a worker has linkwork {__version__}, and the study {version}; install the same there."
        )
    if hashlib.sha256(sent).hexdigest() != digest:
        raise ModelError("study: what reached a worker is not what the study sent; nothing of it was opened.")
    with _LOADING:
        if digest not in _LOADED:
            while len(_LOADED) >= KEPT_TASKS:
                _LOADED.pop(next(iter(_LOADED)))
            _LOADED[digest] = _LoadedTask(importlib.import_module("cloudpickle").loads(sent))
        loaded = _LOADED[digest]
        try:
            system = loaded.system(variant)
        except ModelError as error:
            return failed_batch(loaded.task, count, str(error))
    found = run_batch(loaded.task, system, columns, count)
    return replace(found, runs={k: _packed(run) for k, run in found.runs.items()})


def _packed(run: Any) -> bytes:
    """A run as the content of its file, which can be sent."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run.nc"
        run.save(path)
        return path.read_bytes()


@dataclass(eq=False)
class _LoadedTask:
    """A task at a worker, with models of its variants compiled."""

    task: StudyTask
    systems: list[tuple[dict[str, Any], System]] = field(default_factory=list)

    def system(self, variant: Mapping[str, Any]) -> System:
        """That of a variant; the last few are kept."""
        for known, system in self.systems:
            if known == variant:
                return system
        self.systems = [*self.systems[1 - KEPT_TASKS :], (dict(variant), self.task.system(variant))]
        return self.systems[-1][1]


_LOADED: dict[str, _LoadedTask] = {}
"""Tasks that this worker has had, by digest."""
_LOADING = Lock()

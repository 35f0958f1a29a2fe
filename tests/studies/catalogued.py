"""Runs that are put into catalogues."""

import multiprocessing
import time

import linkwork as lw
from tests.studies.swings import swing


def run_of(system, k=40.0, angle=0.1, t_end=0.2):
    return lw.simulate(system, system.state({"k": k, "A.angle": angle}), t_end)


def write_runs(place, files, count, tag):
    """What a writer of the test below does, in a process of its own."""
    lab, system = lw.catalogue(place, files), lw.compile_model(swing())
    for k in range(count):
        lab.add(run_of(system, 20.0 + k), tags=[tag])


def several_writers(place, files, read):
    """Two processes write at once while this one reads; each row is there once."""
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=write_runs, args=(place, files, 12, tag)) for tag in ("one", "two")]
    for writer in writers:
        writer.start()
    seen = 0
    while any(writer.is_alive() for writer in writers):
        now = len(read.runs())
        assert now >= seen
        seen = now
        time.sleep(0.05)
    assert [writer.exitcode for writer in writers] == [0, 0]
    for tag in ("one", "two"):
        assert list(read.runs(f"tag == '{tag}'")["k"]) == [20.0 + k for k in range(12)]
    assert read.check() == [] and len(list(read.storage.store.names())) <= 24

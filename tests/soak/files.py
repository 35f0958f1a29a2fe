"""Damaged files: what is read is what was written, or the damage is told."""

import tempfile
import warnings
from functools import cache
from pathlib import Path

import numpy as np

import linkwork as lw

MODEL = """
format = 1
[model]
name = "pendulum"
[parameters]
L = "50 cm"
[bodies.rod]
shape = { kind = "Rod", length = "L", mass = "300 g" }
[connections.pivot]
element = { kind = "Revolute", axis = "y" }
ends = ["ground", "rod"]
initial = { angle = "30 deg" }
"""


@cache
def whole() -> tuple[lw.Trajectory, bytes]:
    """A run and its file."""
    system = lw.compile_model(lw.load_model(MODEL))
    run = lw.simulate(system, system.state(), 1.0)
    with tempfile.TemporaryDirectory() as folder:
        run.save(Path(folder) / "run.nc")
        return run, (Path(folder) / "run.nc").read_bytes()


def damaged(data: bytes, rng: np.random.Generator) -> bytes:
    """Bytes flipped, overwritten, inserted, deleted, or cut off."""
    at, size = int(rng.integers(len(data))), int(rng.integers(1, 100))
    kind = int(rng.integers(5))
    if kind == 0:
        return data[:at] + bytes([data[at] ^ 1 << int(rng.integers(8))]) + data[at + 1 :]
    if kind == 1:
        return (data[:at] + rng.bytes(size) + data[at + size :])[: len(data)]
    if kind == 2:
        return data[:at] + rng.bytes(size) + data[at:]
    return data[:at] if kind == 3 else data[:at] + data[at + size :]


def damaged_run(rng: np.random.Generator) -> None:
    """A file of a run either gives the numbers that were written, or a sentence."""
    run, data = whole()
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        path = Path(folder) / "run.nc"
        path.write_bytes(damaged(data, rng))
        try:
            again = lw.load_run(path)
        except lw.ModelError as error:
            assert "run.nc" in str(error), f"the file is not named: {error}"
            return
        n = len(again)
        assert np.array_equal(again.t, run.t[:n]), "other times are read than were written"
        assert np.array_equal(again.q, run.q[:n]), "other numbers are read than were written"
        assert np.array_equal(again.u, run.u[:n]), "other numbers are read than were written"
        assert n == len(run), f"{n} of {len(run)} rows are read, and nothing is said"


def damaged_model(rng: np.random.Generator) -> None:
    """A file of a model gives a model or a sentence, never another error."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.toml"
        path.write_bytes(damaged(MODEL.encode(), rng))
        try:
            lw.compile_model(lw.load_model(path))
        except lw.ModelError as error:
            assert len(str(error)) < 2000, "a message of more than 2000 characters"

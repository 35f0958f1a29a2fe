"""Code generation in further processes: the same code as here, and here where they fail."""

import pickle
import subprocess
import sys

import numpy as np
import pytest

from benchmarks.workloads import arm
from linkwork.kernels import code, compile_function, emit, workers
from linkwork.kernels.body import CodeBody
from linkwork.kernels.target import build_modules

TEXTS = [f"define double @f{k}(double %x) {{\n  %y = fmul double %x, {k}.0\n  ret double %y\n}}" for k in range(5)]
HERE = list(build_modules(TEXTS))


def test_processes_make_the_same_code_in_the_same_order(monkeypatch):
    monkeypatch.setattr(workers, "cores", lambda: 2)
    monkeypatch.setattr(workers, "build_modules", lambda *_: pytest.fail("built here"))
    assert workers.build_in_processes(TEXTS) == HERE


def answer(stdout):
    return lambda *_, **__: subprocess.CompletedProcess([], 0, stdout=stdout, stderr=b"")


def failing(error):
    def run(*_, **__):
        raise error

    return run


@pytest.mark.parametrize(
    "run",
    [
        failing(FileNotFoundError("no interpreter")),
        failing(PermissionError("no processes")),
        failing(subprocess.CalledProcessError(-9, "killed")),
        failing(TypeError("no executable")),
        answer(b""),
        answer(b"not a pickle"),
        answer(pickle.dumps(HERE)[:-10]),
    ],
)
def test_failing_processes_are_replaced_by_work_done_here(monkeypatch, run):
    monkeypatch.setattr(subprocess, "run", run)
    assert workers.build_in_processes(TEXTS) == HERE


def test_an_interpreter_that_cannot_be_started(monkeypatch):
    monkeypatch.setattr(sys, "executable", "/no/such/interpreter")
    assert workers.build_in_processes(TEXTS) == HERE


def test_the_current_folder_cannot_replace_modules(monkeypatch, tmp_path):
    """A `pickle.py` of the user's in the folder where the program was started is none of our business."""
    for name in ("pickle", "llvmlite", "linkwork"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('the wrong module')")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(sys, "path", ["", str(tmp_path), *sys.path])
    monkeypatch.setattr(workers, "build_modules", lambda *_: pytest.fail("built here"))
    assert workers.build_in_processes(TEXTS) == HERE


def test_mistakes_in_the_code_are_raised_here(monkeypatch):
    with pytest.raises(RuntimeError, match="expected"):
        workers.build_in_processes(["this is not a code"])


def test_a_large_kernel_built_in_processes(own_cache, monkeypatch):
    monkeypatch.setattr(emit, "MODULE_CHUNKS", 1)
    monkeypatch.setattr(code, "PARALLEL_FROM", 2)
    function = arm(5)
    parallel = code.make_entry(CodeBody.of(function), 1)
    assert len(parallel.objects) > 2
    monkeypatch.setattr(code, "build_in_processes", lambda texts: list(build_modules(texts)))
    assert code.make_entry(CodeBody.of(function), 1) == parallel
    state = {name: np.linspace(0.1, 0.5, 5) for name in function.inputs}
    np.testing.assert_allclose(compile_function(function)(**state).u_dot, function(**state).u_dot, rtol=1e-9)

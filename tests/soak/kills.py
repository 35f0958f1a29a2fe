"""Processes killed at random times: their files hold a beginning of the run, to the bit."""

import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path

import numpy as np

import linkwork as lw
from tests.results.machines import SCRIPT, pendulum

RUN = 'lw.simulate(system, state, 1e9, method="rk4", h=1e-3, output=lw.Output(file={!r}, flush=0.01))\n'


def killed(rng: np.random.Generator) -> None:
    """What is there of a run that was killed is what it had computed."""
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        path = Path(folder) / "run.nc"
        process = subprocess.Popen(
            [sys.executable, "-c", SCRIPT + RUN.format(str(path))], stdout=subprocess.PIPE, text=True
        )
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            time.sleep(float(10.0 ** rng.uniform(-2.0, 0.3)))
        finally:
            process.kill()
            process.communicate()
        if not path.exists():
            return
        try:
            run = lw.load_run(path)
        except lw.ModelError as error:
            assert "run.nc" in str(error), f"the file is not named: {error}"
            return
        n = min(len(run), 2000)
        assert np.allclose(run.t[:n], 1e-3 * np.arange(n), rtol=1e-12)
        if n > 1:
            system = pendulum()
            again = lw.simulate(system, system.state({"A.angle": 1.0}), run.t[n - 1] + 0.01, method="rk4", h=1e-3)
            assert np.array_equal(run.q[:n], again.q[:n]), "other numbers than those of a run that nobody disturbed"

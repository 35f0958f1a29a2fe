"""What one process has compiled, the next one finds: gallery models and model files, in either formulation."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROGRAM = """
import linkwork as lw
from examples import governor
from linkwork.kernels import cache

made, write = [], cache.write
cache.write = lambda key, entry: made.append(key) or write(key, entry)
system = lw.compile_model(governor.model())
lw.simulate(system, governor.start(system), 0.02).load("slide")
model = lw.load_model("examples/four_bar.toml")
for coordinates in ("tree", "absolute"):
    system = lw.compile_model(model, coordinates=coordinates)
    lw.simulate(system, lw.assemble(system), 0.05)
    lw.linearize(system, lw.assemble(system))
print(len(made))
"""


@pytest.mark.slow
def test_a_second_process_compiles_nothing(tmp_path):
    environment = {**os.environ, "LINKWORK_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": f"{ROOT}/src:{ROOT}"}
    counts = []
    for _ in range(2):
        command = [sys.executable, "-c", PROGRAM]
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
        counts.append(int(done.stdout.split()[-1]))
    assert counts[0] > 20 and counts[1] == 0

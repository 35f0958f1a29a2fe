"""The program as a user starts it."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOUR_BAR = ROOT / "examples" / "four_bar.toml"


def linkwork(*arguments: object, cwd: Path | None = None) -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "COLUMNS": "120", "NO_COLOR": "1"}
    command = [sys.executable, "-m", "linkwork.cli", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, env=environment, timeout=300)

"""The program as a user starts it: its entry called in this process, or a process of its own."""

import contextlib
import io
import os
import subprocess
import sys
import warnings
from pathlib import Path
from unittest.mock import patch

from linkwork.cli.app import main

ROOT = Path(__file__).parents[2]
FOUR_BAR = ROOT / "examples" / "four_bar.toml"
SHOWN = {"COLUMNS": "120", "NO_COLOR": "1"}


def linkwork(*arguments: object, cwd: Path | None = None) -> "subprocess.CompletedProcess[str]":
    """The program in this process, which has imported linkwork already: that takes longer than most commands."""
    command, output, errors = ["linkwork", *map(str, arguments)], io.StringIO(), io.StringIO()
    with (
        patch.object(sys, "argv", command),
        patch.object(sys, "path", sys.path.copy()),
        patch.dict(os.environ, SHOWN),
        contextlib.chdir(cwd or Path.cwd()),
        contextlib.redirect_stdout(output),
        contextlib.redirect_stderr(errors),
        warnings.catch_warnings(),
    ):
        try:
            main()
            code = 0
        except SystemExit as ended:
            code = ended.code or 0
    return subprocess.CompletedProcess(command, int(code), output.getvalue(), errors.getvalue())


def linkwork_process(*arguments: object, cwd: Path | None = None) -> "subprocess.CompletedProcess[str]":
    """The program in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), **SHOWN}
    command = [sys.executable, "-m", "linkwork.cli", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, env=environment, timeout=300)

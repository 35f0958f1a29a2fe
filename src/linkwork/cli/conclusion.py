"""What a verdict does to a command: words on the error stream, and the exit code."""

from __future__ import annotations

import warnings
from typing import Any

import typer

from .show import complain

EXIT_FAILED, EXIT_BAD = 1, 4


def conclude(name: str, *verdicts: Any) -> None:
    """Says what is doubtful, and ends with an exit code of its own where something is bad."""
    worst = max(verdicts)
    if not worst.is_good:
        complain(f"{name}: {worst}")
    if worst.is_bad:
        raise typer.Exit(EXIT_BAD)


def expect_verdicts() -> None:
    """Silences the warning that numbers of a bad result were read: commands say so themselves."""
    # By its words, since the class takes longer to import than `linkwork --help` to run.
    warnings.filterwarnings("ignore", message=".* is bad: ", category=UserWarning)

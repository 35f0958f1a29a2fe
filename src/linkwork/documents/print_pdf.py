"""`print_pdf`: a page of linkwork as a PDF, printed by a browser that is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from os import PathLike
from pathlib import Path

from ..contract import ModelError
from ..contract.arguments import FILE_ARGUMENT, check_file_format, takes

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
"""Programs that print without a window."""
PRINT_SECONDS = 120.0


@takes(page=FILE_ARGUMENT, path=FILE_ARGUMENT)
def print_pdf(page: str | PathLike[str], path: str | PathLike[str]) -> Path:
    """The PDF written: the page as Chromium, Chrome or Edge prints it, with the network off."""
    source, target = Path(page), Path(path)
    check_file_format("print_pdf", target, ".pdf")
    if not source.is_file():
        raise ModelError(f"print_pdf: {source}: there is no such file.")
    if not target.absolute().parent.is_dir():
        raise ModelError(f"print_pdf: {target}: the folder {target.parent} does not exist; make it first.")
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        raise ModelError(
            f"print_pdf: there is no Chromium, Chrome or Edge here that could print; open {source} in any browser and "
            "print it to a PDF there."
        )
    # Chromium's own sandbox refuses the superuser, as whom it is run in containers.
    alone = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with tempfile.TemporaryDirectory() as profile:
        options = ["--headless", "--disable-gpu", "--no-pdf-header-footer", f"--user-data-dir={profile}", *alone]
        offline = ["--host-resolver-rules=MAP * ~NOTFOUND", f"--print-to-pdf={target.absolute()}"]
        try:
            done = subprocess.run(
                [browser, *options, *offline, source.absolute().as_uri()], capture_output=True, timeout=PRINT_SECONDS
            )
        except subprocess.TimeoutExpired:
            raise ModelError(f"print_pdf: {browser} did not print {source} in {PRINT_SECONDS:g} s.") from None
    if done.returncode or not target.exists():
        said = done.stderr.decode(errors="replace").strip().splitlines()
        raise ModelError(f"print_pdf: {browser} could not print {source}: {said[-1] if said else 'no reason given'}.")
    return target

"""The application: its commands, and what becomes of errors.

Exit codes: 0 as asked, 1 the mechanism or the run failed, 2 wrong usage, 3 a file or model that cannot be used, 4 a
result with a bad verdict, 130 interrupted.
"""

from __future__ import annotations

import sys

import typer

from . import use
from .commands import (
    cache,
    catalogue,
    check,
    convert,
    derive,
    equilibrium,
    export,
    gallery,
    kinematics,
    lesson,
    live,
    modes,
    report,
    run,
    runs,
    study,
    view,
)
from .conclusion import EXIT_FAILED, expect_verdicts
from .show import complain

UNUSABLE, INTERRUPTED = 3, 130

app = typer.Typer(
    name="linkwork",
    help="Multibody dynamics: inspect, simulate and visualise models.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("check")(check.check)
app.command("mobility")(check.mobility)
app.command("run")(run.run)
app.command("kinematics")(kinematics.kinematics)
app.command("equilibrium")(equilibrium.equilibrium)
app.command("modes")(modes.modes)
app.command("study")(study.study)
app.command("view")(view.view)
app.command("live")(live.live)
app.command("report")(report.report)
app.command("lesson")(lesson.lesson)
app.command("derive")(derive.derive)
app.command("convert")(convert.convert)
app.command("export")(export.export)
app.command("demo")(gallery.demo)
app.command("cache")(cache.cache)
app.add_typer(gallery.gallery_app, name="gallery")
app.add_typer(runs.runs_app, name="runs")
app.add_typer(catalogue.catalogue_app, name="catalogue")


def version(asked: bool) -> None:
    """Prints the version and ends."""
    if asked:
        from importlib.metadata import version as installed

        typer.echo(installed("linkwork"))
        raise typer.Exit


@app.callback()
def settings(
    _: bool = typer.Option(False, "--version", callback=version, is_eager=True, help="Print the version."),
) -> None:
    """Multibody dynamics: inspect, simulate and visualise models."""
    expect_verdicts()


def main() -> None:
    """The program; ends with an exit code."""
    try:
        app()
    except KeyboardInterrupt:
        complain("interrupted.")
        sys.exit(INTERRUPTED)
    except (OSError, ValueError, ArithmeticError) as error:
        known = isinstance(error, (use.ModelError, use.TraceError, OSError))
        if not known:
            raise
        complain(str(error))
        sys.exit(EXIT_FAILED if isinstance(error, (use.AssemblyError, use.EquilibriumError)) else UNUSABLE)

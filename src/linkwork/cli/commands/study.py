"""`linkwork study`: many runs of a model, as a plan says."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from .. import use
from ..arguments import Json, PictureOption
from ..conclusion import conclude
from ..show import give_json, print_table, say

PlanFile = Annotated[Path, typer.Argument(help="A plan: .toml or .json, with model, t_end, over and measure.")]
StudyFilesOption = Annotated[list[Path], typer.Option("--out", help="Write the study (.npz, .csv). May be repeated.")]
MeasureOption = Annotated[str | None, typer.Option("--measure", help="The measure that --plot shows; the first one.")]
SHOWN_FAILURES = 5


def study(
    plan: PlanFile,
    out: StudyFilesOption = [],  # noqa: B006
    plot: PictureOption = None,
    measure: MeasureOption = None,
    json: Json = False,
) -> None:
    """Run a study from its plan and print what its measures are. Exit code 4 where all members fail."""
    read = use.read_plan(plan)
    for path in out:  # what cannot be written or shown is told before anything runs
        use.check_result(path)
    if measure is not None and measure not in read.asked["measure"]:
        raise use.ModelError(f"study: --measure: {use.unknown('measure', measure, read.asked['measure'])}")
    found = read.run(progress=not json)
    for path in out:
        use.write_study(found, path)
    if plot is not None:
        use.plot_study(found, measure or next(iter(found.values)), plot)
    written = [*read.results, *out, *([plot] if plot is not None else [])]
    if json:
        give_json({**outline(found), "written": [str(path) for path in written]})
    else:
        say(f"{found.name}: {found.verdict}")
        say(f"{found!r}")
        rows = [(name, *(f"{x:.6g}" for x in numbers.values())) for name, numbers in outline(found)["measures"].items()]
        print_table("", ("measure", "least", "mean", "most", "deviation"), rows)
        for k, sentence in list(found.failures.items())[:SHOWN_FAILURES]:
            say(f"member {k}: {sentence}")
        if len(found.failures) > SHOWN_FAILURES:
            say(f"… and {len(found.failures) - SHOWN_FAILURES} more")
        for line in (*found.notes, *(f"wrote {path}" for path in written)):
            say(line)
    conclude(found.name, found.verdict)


def outline(found: Any) -> dict[str, Any]:
    """A study as data."""
    numbers = {}
    for name, values in found.values.items():
        known = values[values == values]
        ends = (known.min(), known.mean(), known.max(), known.std()) if len(known) else (float("nan"),) * 4
        numbers[name] = dict(zip(("least", "mean", "most", "deviation"), map(float, ends), strict=True))
    return {
        "model": found.name,
        "members": len(found),
        "complete": found.complete,
        "verdict": found.verdict.to_dict(),
        "measures": numbers,
        "failures": {str(k): sentence for k, sentence in found.failures.items()},
        "notes": list(found.notes),
    }

"""Mello, Borri and Atluri print when the fifteen falling bars turn: 0.47 s and 0.69 s. The model is the gallery's."""

from collections.abc import Iterator

from examples import fifteen_bars
from validation.case import Case, Figure, compare, compiled

REMARK = "the document's figure of the first shape is not in its text; the shape is inferred, and turns at 0.697 s"


def check() -> Iterator[Figure]:
    run = fifteen_bars.fall(compiled(fifteen_bars.model()))
    lowest, turns = (next(e.t for e in run.events if e.event == name) for name in ("rising", "falling"))
    yield compare("lowest at, s", [lowest], [0.47], 0.005 / 0.47)
    yield compare("turns at, s", [turns], [0.69], 0.005 / 0.69, allowed=0.015)


def cases() -> Iterator[Case]:
    yield Case("S3_turning_times", "when fifteen bars turn", check, (fifteen_bars.model,), REMARK)

"""`scene_of_runs`: several runs of the same bodies in one page, laid over each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ..contract import ModelError
from ..results import Trajectory
from .parts import Series
from .run_scene import scene_of_run
from .scene import OtherRunPart, PanelPart, Scene

MOST_RUNS = 6
"""More faint copies of a mechanism than this cannot be distinguished."""


def scene_of_runs(
    runs: Sequence[Trajectory], *, labels: Iterable[str] = (), channels: Iterable[str | Series] = (), **more: Any
) -> Scene:
    """The scene of the first run, with the motion and the channels of the others beside it.

    All runs have bodies of the same names, such as those of one model with other Parameters. `labels` are what they are
    called, in order; whatever else is given goes to `scene_of_run` of the first.
    """
    _check(runs)
    given = [str(label) for label in labels] or [f"run {k}" for k in range(1, len(runs) + 1)]
    if len(given) != len(runs):
        raise ModelError(f"view: labels: {len(given)} were given for {len(runs)} runs; give one for each.")
    asked = list(channels)
    names = [c for c in asked if isinstance(c, str)]
    first = scene_of_run(runs[0], channels=asked, **more)
    others = [_other(label, scene_of_run(run, channels=names)) for label, run in zip(given[1:], runs[1:], strict=True)]
    spans = [scene["extents"] for scene in (first, *(scene for _, scene in others))]
    low = [min(span["min"][k] for span in spans) for k in range(3)]
    high = [max(span["max"][k] for span in spans) for k in range(3)]
    panels = [*first["panels"]]
    for other, scene in others:
        panels += [_titled(panel, other["label"]) for panel in scene["panels"] if "verdict" in panel]
    parts = [other for other, _ in others]
    return {**first, "label": given[0], "others": parts, "extents": {"min": low, "max": high}, "panels": panels}


def _titled(panel: PanelPart, label: str) -> PanelPart:
    return {**panel, "title": f"{panel['title']}: {label}"}


def _other(label: str, scene: Scene) -> tuple[OtherRunPart, Scene]:
    part: OtherRunPart = {
        "label": label,
        "poses": scene["poses"],
        "rates": scene["rates"],
        "channels": scene["channels"],
    }
    return part, scene


def _check(runs: Sequence[Any]) -> None:
    strange = next((one for one in runs if not isinstance(one, Trajectory)), None)
    if strange is not None or not runs:
        found = "nothing" if not runs else type(strange).__name__
        raise ModelError(f"view: a list is one of runs, and this one holds {found}; give runs of lw.simulate.")
    if len(runs) > MOST_RUNS:
        raise ModelError(f"view: {len(runs)} runs cannot be distinguished in one figure; give {MOST_RUNS} at most.")
    names = [list(run.model.bodies) for run in runs]
    for k, own in enumerate(names[1:], start=2):
        if own != names[0]:
            odd = sorted({*own} ^ {*names[0]}) or own
            raise ModelError(
                f"view: run {k} has other bodies than the first ({odd[0]!r}); "
                "only runs of the same bodies can be compared."
            )

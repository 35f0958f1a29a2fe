"""F5: a slider-crank with a flexible connecting rod; the model is the gallery's `flexible_slider_crank`."""

from collections.abc import Iterator

import linkwork as lw
from examples import flexible_slider_crank as gallery
from validation.case import Case, Figure, compare, compiled
from validation.reference.numbers import case


def check() -> Iterator[Figure]:
    samples = case("F5_slider_crank_flexible")["smooth_start"]["samples"]
    exact, moments = {one["t"]: one["mid_deflection"] for one in samples}, (0.05, 0.1, 0.15)
    run = lw.simulate(compiled(gallery.model()), times=(0.0, *moments), method="radau", rtol=1e-5, atol=1e-9)
    bent = gallery.deflection(run)[1:]
    yield compare("bending of the rod", bent, [exact[t] for t in moments], 1e-7, allowed=2e-2)


def cases() -> Iterator[Case]:
    remark = "a modal rod is right to the square of its slope, the reference is an exact beam"
    shows = (gallery.model,)
    yield Case("F5_flexible_slider_crank", "slider-crank with a flexible rod", check, shows, remark, slow=True)

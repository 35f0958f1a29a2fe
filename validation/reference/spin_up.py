"""F4: a beam on a hub that begins to turn; the model is the gallery's `spin_up_beam`."""

from collections.abc import Iterator

import linkwork as lw
from examples import spin_up_beam
from validation.case import Case, Figure, compare, compiled
from validation.reference.numbers import case


def check() -> Iterator[Figure]:
    moments = (4, 7, 8)
    run = lw.simulate(compiled(spin_up_beam.model()), times=(0, *moments), method="radau", rtol=1e-5, atol=1e-8)
    exact = {one["t"]: one["u2"] for one in case("F4_spin_up")["exact"]}
    yield compare("lag of the tip", spin_up_beam.lag(run)[1:], [-exact[t] for t in moments], 1e-10, allowed=2e-3)


def cases() -> Iterator[Case]:
    remark = "a coarse mesh of the gallery"
    yield Case("F4_spin_up", "beam on a hub that begins to turn", check, (spin_up_beam.model,), remark, slow=True)

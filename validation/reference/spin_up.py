"""F4: a beam on a hub that begins to turn; the model is the gallery's `spin_up_beam`."""

from collections.abc import Iterator

from examples import spin_up_beam
from validation.case import Case, Figure, compare
from validation.reference.numbers import case


def check() -> Iterator[Figure]:
    found, exact = spin_up_beam.numbers(), {one["t"]: one["u2"] for one in case("F4_spin_up")["exact"]}
    moments = (4, 7, 8)
    lag = [found[f"lag_{t}"] for t in moments]
    yield compare("lag of the tip", lag, [-exact[t] for t in moments], 1e-10, allowed=2e-3)


def cases() -> Iterator[Case]:
    remark = "a coarse mesh of the gallery"
    yield Case("F4_spin_up", "beam on a hub that begins to turn", check, (spin_up_beam.model,), remark, slow=True)

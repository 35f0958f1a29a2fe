"""Values that are reached by name: a wrong one is told with the nearest that is there."""

from __future__ import annotations

from typing import Any

import pytest

import linkwork as lw
from linkwork.contract.own_unknowns import named


class Leaky(lw.Active):
    """A spring whose author mistypes its state."""

    measure = lw.Distance()
    states = ("pressure",)

    def law(self, z: Any) -> Any:
        return z.presure

    def state_dot(self, z: Any, e: Any) -> Any:
        return e - z.pressure


def test_a_mistyped_state_is_named() -> None:
    m = lw.Model("leak")
    ball = m.body("ball", mass=1.0, inertia=(1, 1, 1))
    m.connect("rail", lw.Prismatic("x"), m.ground, ball, initial={"displacement": 1.0})
    with pytest.raises(
        lw.ModelError, match=r"'leak': z\.presure: there is no state 'presure'. Did you mean 'pressure'\?"
    ):
        m.connect("leak", Leaky(), m.ground, ball)


def test_names_and_places_and_what_protocols_ask() -> None:
    z = named("z", ("a", "b"), (1.0, 2.0))
    assert z.a == z[0] == 1.0 and tuple(z) == (1.0, 2.0)
    assert not hasattr(z, "c") and not hasattr(z, "__array__")
    with pytest.raises(AttributeError, match="there is no input 'd'; there is c"):
        _ = named("i", ("c",), (1.0,)).d
